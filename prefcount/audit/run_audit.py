"""Run all checks on files, explain wrong figures, and report the findings to people and to programs."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from prefcount.audit.checks import (
    FileReport,
    all_codes,
    check_book,
    check_session,
    claim_sentence,
    make_finding,
)
from prefcount.base.i18n import C_, N_, Text, _, ngettext, text
from prefcount.base.many_files import map_files
from prefcount.base.problems import Finding, InvalidInput, quote, unknown_word
from prefcount.paper.compare import PaperCandidates, compare_check
from prefcount.paper.known_games import SearchBudget, SearchGuard
from prefcount.paper.sheet_without_hands import read_sheet
from prefcount.paper.text import comparison_sentence, likeliest_sentence
from prefcount.render.data import Object
from prefcount.render.text_cells import table_lines, wrap
from prefcount.session.session import Session, entry_label
from prefcount.store.reader import UNREADABLE, BookNotSession, ReadError, load, load_book

MAX_EXPLAINED_FILES = 5
"""The maximum number of files whose slips are searched, because a search takes long."""
MAX_EXPLAINED_ENTRIES = 150
"""Sessions with more entries are not explained. A usual evening has about forty hands."""
MIN_MESSAGE_WIDTH = 20
"""The minimum width to which messages are wrapped, in cells."""
MAX_SHEET_SECONDS = 2
"""The maximum seconds to search for hands behind one sheet. The search for slips gets as much again."""
_EXPLAINED = frozenset({"check-mismatch", "column-differs"})


def audit_file(path: Path) -> FileReport:
    """Return the report on one session file or payment book."""
    try:
        try:
            return check_session(path, load(path, allow_newer=True))
        except BookNotSession:
            return check_book(path, load_book(path, allow_newer=True))
    except ReadError as error:
        return FileReport(path, 0, (Finding(UNREADABLE, error.text),))


def audit_files(paths: Iterable[Path], jobs: int | None = None) -> Iterator[FileReport]:
    """Yield the report on each file, in the order of `paths`.

    `jobs` is the maximum number of processes. By default it is the number of processors.
    """
    return (report for _path, report in map_files(audit_file, paths, jobs))


class CodeFilter(NamedTuple):
    """A choice of the findings to report, by their codes.

    Attributes:
        only: the codes to report. Their findings are errors, even if they are usually remarks. If the set is
            empty, all codes are reported.
        ignored: the codes that are not reported.
        strict: whether all remarks are reported as errors.
    """

    only: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    strict: bool = False

    @classmethod
    def from_arguments(cls, only: Iterable[str], ignored: Iterable[str], *, strict: bool) -> "CodeFilter":
        """Create a filter from command-line options.

        Args:
            only: the values of `--only`, such as "hand-twice,sheet-twice". Commas separate codes.
            ignored: the values of `--ignore`, in the same form.
            strict: whether all remarks are reported as errors.

        Raises:
            InvalidInput: if a code is unknown.
        """
        listed = {
            option: [code.strip() for each in given for code in each.split(",") if code.strip()]
            for option, given in (("--only", only), ("--ignore", ignored))
        }
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
        """Return a report with the selected findings only."""
        findings = [
            each._replace(severity="error") if self.strict or self.only else each
            for each in (*report.errors, *report.remarks)
            if each.code not in self.ignored and (not self.only or each.code in self.only)
        ]
        return report._replace(findings=tuple(findings))


class SlipExplainer:
    """A search for the likeliest slip of the scorer behind each wrong figure, to name it in the report.

    Attributes:
        left_out: the number of files that were not searched, or not searched completely.
    """

    def __init__(self, seconds: float, *, everything: bool = False) -> None:
        """Prepare to find the slips behind wrong figures, in any number of reports.

        Args:
            seconds: the time limit for all files together.
            everything: whether to search all files. By default only a few short sessions are searched.
        """
        self.left_out = 0
        self._seconds = seconds
        self._everything = everything
        self._files = 0

    def explain(self, reports: Iterable[FileReport]) -> Iterator[FileReport]:
        """Yield the reports, and add the likeliest slip to the message about each wrong figure."""
        for report in reports:
            if not any(finding.code in _EXPLAINED for finding in report.findings):
                yield report
            elif not self._everything and self._files >= MAX_EXPLAINED_FILES:
                self.left_out += 1
                yield report
            else:
                yield self._explain_in_time(report, self._explain_slips)

    def explain_sheets(self, reports: Iterable[FileReport]) -> Iterator[FileReport]:
        """Yield the reports. Add a remark if a file has no hands, but a sheet that no hands can explain."""
        for report in reports:
            yield report if report.hands or report.errors else self._explain_in_time(report, _with_remark)

    def _explain_in_time(
        self, report: FileReport, explain: Callable[[FileReport, Session, SearchGuard], FileReport]
    ) -> FileReport:
        if self._seconds <= 0:
            self.left_out += 1
            return report
        try:
            session = load(report.path, allow_newer=True).session
        except ReadError:  # also raised for a payment book
            return report
        began = monotonic()
        report = explain(report, session, SearchGuard(self._seconds))
        self._seconds -= monotonic() - began
        self.left_out += self._seconds <= 0
        return report

    def _explain_slips(self, report: FileReport, session: Session, guard: SearchGuard) -> FileReport:
        self._files += 1
        if not self._everything and len(session.entries) > MAX_EXPLAINED_ENTRIES:
            self.left_out += 1
            return report
        findings = [each if guard.is_over() else _with_slip(session, each) for each in report.findings]
        return report._replace(findings=tuple(findings))


def _with_slip(session: Session, finding: Finding) -> Finding:
    comparisons = compare_check(session, finding.entry) if finding.code in _EXPLAINED else ()
    place = finding.player, finding.column
    own = (each for each in comparisons if (each.claim.player, each.claim.column) == place)
    comparison = next((each for each in own if not each.agrees), None)
    if comparison is None or comparison.divergences[0].slip is None:
        return finding
    claim, paper = comparison.claim, PaperCandidates(session, finding.entry)
    if finding.cause and not (claim.is_column and len(comparison.divergences) == 1):
        return finding  # the cause stays unless the slip explains the whole column
    if not claim.is_column:
        slip = likeliest_sentence(paper, comparison.divergences[0])
        return finding._replace(message=text(N_("{said}; {slip}"), said=finding.message, slip=slip))
    where = text(N_("; {comparison}"), comparison=comparison_sentence(paper, comparison))
    message = claim_sentence(claim, comparison.computed_last, comparison.paper_last, where)
    return finding._replace(message=message, cause=0)


def _with_remark(report: FileReport, session: Session, guard: SearchGuard) -> FileReport:
    seconds = min(MAX_SHEET_SECONDS, guard.left / 2)
    sheet = read_sheet(session, SearchBudget(seconds, seconds))
    if sheet is None or sheet.found.verdict != "impossible":
        return report
    found = sheet.found
    template = N_("this sheet is not possible at this table, and no single slip explains it")
    values: dict[str, Any] = {}
    if found.repairs or found.perhaps:
        repair = (*found.repairs, *found.perhaps)[0]
        player, column, heading = sheet.cells[repair.account]
        values = {"player": player, "column": column, "heading": heading, "why": repair.text}
        template = N_(
            "this sheet is not possible at this table; the mistake may be here ({player}, {heading}): {why}"
        )
        if found.repairs:
            template = N_("this sheet is not possible at this table; most likely {player}, {heading}: {why}")
    elif not found.all_tried:
        template = N_("this sheet is not possible at this table; there was no time to find the slip")
    remark = make_finding("impossible-figure", template, sheet.entry, **values)
    line = entry_label(session, session.replay.step(sheet.entry))
    return report._replace(findings=(*report.findings, remark._replace(line=line)))


def code_name(code: str) -> str:
    """Return the name of a code in the current language. In English this is the code itself."""
    return _(C_("mistake", code))


def code_lines() -> Iterator[str]:
    """Yield the lines of a table of all codes, with the mistake that each code reports."""
    severities = {"error": "", "remark": _("remark")}
    rows = [(code.name, severities[code.severity], _(code.mistake)) for code in all_codes().values()]
    yield from table_lines(rows, left=3)


class Summary:
    """The numbers of files, hands and findings, which are shown after the reports."""

    def __init__(self, shown_code: Callable[[str], str] = code_name) -> None:
        """Start without files. `shown_code` returns the text to show for a code."""
        self._shown = shown_code
        self._files = self._hands = 0
        self._errors = Counter[str]()
        self._remarks = Counter[str]()

    @property
    def ok(self) -> bool:
        """Return whether no file has an error. Remarks do not matter."""
        return not self._errors

    def add(self, report: FileReport) -> None:
        """Add the findings and hands of one file."""
        self._files += 1
        self._hands += report.hands
        self._errors.update(each.code for each in report.errors)
        self._remarks.update(each.code for each in report.remarks)

    def lines(self, unseen: int) -> Iterator[str]:
        """Yield the number of findings of each code, then the totals.

        `unseen` is the number of files that were skipped, which is also shown.
        """
        errors, remarks = self._errors.total(), self._remarks.total()
        if errors + remarks > 1:
            rows = [(self._shown(code), "", str(count)) for code, count in self._errors.most_common()]
            remarked = self._remarks.most_common()
            rows += [(self._shown(code), _("remark"), str(count)) for code, count in remarked]
            yield ""
            yield from table_lines(rows, left=2)
        counted = []
        if errors:
            counted.append(ngettext("{n} finding", "{n} findings", errors).format(n=errors))
        if remarks:
            counted.append(ngettext("{n} remark", "{n} remarks", remarks).format(n=remarks))
        looked_at = ngettext("{n} file", "{n} files", self._files).format(n=self._files)
        hands = ngettext("{n} hand", "{n} hands", self._hands).format(n=self._hands)
        counts = ", ".join(counted) or _("nothing found")
        if unseen:
            counts += "; " + ngettext("{n} place skipped", "{n} places skipped", unseen).format(n=unseen)
        yield f"{looked_at}, {hands}: {counts}"


def report_lines(
    report: FileReport, width: int | None, shown_code: Callable[[str], str] = code_name
) -> Iterator[str]:
    """Yield the report on a file as text: findings on the whole file, then findings on its entries.

    Args:
        width: the width in cells to which messages are wrapped, or None to leave each in one line.
        shown_code: returns the text to show for a code.
    """
    path = quote(report.path)
    findings = sorted((*report.errors, *report.remarks), key=lambda each: each.entry)
    rows = list(_finding_rows(findings, shown_code))
    yield from (f"{path}: {code}: {message}" for entry, code, _line, message in rows if not entry)
    entries = [row for row in rows if row[0]]
    if entries:
        yield path
    if width is None:
        yield from (f"  {line}" for line in table_lines(entries, left=4))
        return
    for head, row in zip(table_lines([row[:3] for row in entries], left=3), entries, strict=True):
        yield f"  {head}"
        yield from (f"      {line}" for line in wrap(row[3], max(MIN_MESSAGE_WIDTH, width - 6)))


def _finding_rows(
    findings: Sequence[Finding], shown_code: Callable[[str], str]
) -> Iterator[tuple[str, str, str, str]]:
    said_before: set[str] = set()
    following = Counter((finding.code, finding.cause) for finding in findings if finding.cause)
    last = {(finding.code, finding.cause): finding.entry for finding in findings}
    shown = Counter[tuple[str, int]]()
    for finding in findings:
        entry = _("entry {n}").format(n=finding.entry) if finding.entry else ""
        message = str(finding.message)
        if finding.again is not None:
            message = str(finding.again) if str(finding.again) in said_before else message
            said_before.add(str(finding.again))
        code = shown_code(finding.code)
        if finding.severity == "remark":
            code = " ".join((_("remark"), code))
        group = finding.code, finding.cause
        shown[group] += 1
        others = following[group] - 1
        if others < 2 or shown[group] == 1:
            yield entry, code, finding.line, message
        elif shown[group] == 2:
            sentence = ngettext(
                "{n} more difference, up to entry {last}, probably follows from entry {cause}, too",
                "{n} more differences, up to entry {last}, probably follow from entry {cause}, too",
                others,
            )
            yield entry, code, "", sentence.format(n=others, last=last[group], cause=finding.cause)


def audit_object(reports: Sequence[FileReport], left_out: Iterable[tuple[Path, Text | str]]) -> Object:
    """Return the object that `audit --json` prints.

    `left_out` has the path of each file that could not be read, with the reason.
    """
    objects = list[Object]()
    for report in reports:
        found: Object = {"findings": list(map(finding_object, report.errors))}
        if report.remarks:
            found["remarks"] = list(map(finding_object, report.remarks))
        objects.append({"path": str(report.path), "ok": report.ok, "hands": report.hands, **found})
    for path, reason in left_out:
        finding = {"code": UNREADABLE, "message": str(reason)}
        objects.append({"path": str(path), "ok": False, "hands": 0, "findings": [finding]})
    hands = sum(each.hands for each in reports)
    ok = all(each["ok"] for each in objects)
    return {"ok": ok, "files": len(reports), "hands": hands, "reports": objects}


def finding_object(finding: Finding) -> Object:
    """Return a finding as a JSON object. Empty fields are left out."""
    fields: Object = {"entry": finding.entry or None, "code": finding.code}
    fields |= {"player": finding.player or None, "column": finding.column or None}
    fields |= {"claimed": finding.claimed, "computed": finding.computed, "message": str(finding.message)}
    return {key: value for key, value in fields.items() if value is not None}
