"""Which findings a report keeps: those of some codes, or all but those of others."""

from collections.abc import Iterable
from typing import NamedTuple

from prefcount.audit.checks import codes
from prefcount.audit.file_report import FileReport
from prefcount.base.findings import Finding
from prefcount.base.problems import InvalidInput, unknown


class CodeFilter(NamedTuple):
    """The codes that `--only`, `--ignore` and `--strict` ask for.

    Attributes:
        only: the codes that are wanted, or none for all; a remark that is named here is an error.
        ignored: codes that are not wanted.
        strict: whether every remark is an error.
    """

    only: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    strict: bool = False

    @classmethod
    def of(cls, only: Iterable[str], ignored: Iterable[str], *, strict: bool) -> "CodeFilter":
        """The filter that arguments name; each may list several codes with commas.

        Raises:
            InvalidInput: with the nearest code for each that there is not.
        """
        wanted, unwanted = _listed(only), _listed(ignored)
        if wanted or unwanted:
            known = codes()
            problems = [
                unknown(option, code, known)
                for option, given in (("--only", wanted), ("--ignore", unwanted))
                for code in given
                if code not in known
            ]
            if problems:
                raise InvalidInput(problems)
        return cls(frozenset(wanted), frozenset(unwanted), strict)

    def of_report(self, report: FileReport) -> FileReport:
        """The report with the wanted findings only."""
        findings: Iterable[Finding] = filter(self._wanted, (*report.errors, *report.remarks))
        if self.strict or self.only:
            findings = (each._replace(severity="error") for each in findings)
        return report._replace(findings=tuple(findings))

    def _wanted(self, finding: Finding) -> bool:
        return finding.code not in self.ignored and (not self.only or finding.code in self.only)


def _listed(given: Iterable[str]) -> list[str]:
    codes = (code.strip() for each in given for code in each.split(","))
    return [code for code in codes if code]
