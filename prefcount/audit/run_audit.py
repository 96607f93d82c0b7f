"""Run all checks on files, and select findings by their codes."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from prefcount.audit.checks import FileReport, all_codes, check_book, check_session
from prefcount.base.many_files import map_files
from prefcount.base.problems import Finding, InvalidInput, unknown_word
from prefcount.store.reader import (
    UNREADABLE,
    BookNotSession,
    ReadError,
    load_book_with_faults,
    load_with_faults,
)


def audit_file(path: Path) -> FileReport:
    """Return the report on one session file or payment book."""
    try:
        try:
            return check_session(path, load_with_faults(path))
        except BookNotSession:
            return check_book(path, load_book_with_faults(path))
    except ReadError as error:
        return FileReport(path, 0, (Finding(UNREADABLE, error.text),))


def audit_files(paths: Iterable[Path], jobs: int | None = None) -> Iterator[FileReport]:
    """Yield the reports of files in the order of the files, checked in several processes."""
    return (report for _path, report in map_files(audit_file, paths, jobs))


class CodeFilter(NamedTuple):
    """A filter of findings by their codes, from the options `--only`, `--ignore` and `--strict`.

    Attributes:
        only: the codes to report, as errors. If it is empty, all codes are reported.
        ignored: the codes not to report.
        strict: whether all remarks are reported as errors.
    """

    only: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    strict: bool = False

    @classmethod
    def from_arguments(cls, only: Iterable[str], ignored: Iterable[str], *, strict: bool) -> "CodeFilter":
        """Parse arguments with codes separated by commas.

        Raises:
            InvalidInput: if a code is unknown.
        """
        listed = {"--only": _split_codes(only), "--ignore": _split_codes(ignored)}
        known = all_codes() if any(listed.values()) else {}
        problems = [
            unknown_word(option, code, known)
            for option, named in listed.items()
            for code in named
            if code not in known
        ]
        if problems:
            raise InvalidInput(problems)
        return cls(frozenset(listed["--only"]), frozenset(listed["--ignore"]), strict)

    def filter_report(self, report: FileReport) -> FileReport:
        """Return the report with the selected findings only."""
        findings = [
            each._replace(severity="error") if self.strict or self.only else each
            for each in (*report.errors, *report.remarks)
            if each.code not in self.ignored and (not self.only or each.code in self.only)
        ]
        return report._replace(findings=tuple(findings))


def _split_codes(lists: Iterable[str]) -> list[str]:
    codes = (code.strip() for each in lists for code in each.split(","))
    return [code for code in codes if code]
