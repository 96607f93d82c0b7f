"""What may be behind wrong figures on paper: a slip of the pencil, or no hands at all."""

from collections.abc import Iterable, Iterator

from prefcount.audit.checks.claims import DIFFERS, IMPOSSIBLE_FIGURE, MISMATCH, claim_sentence
from prefcount.audit.checks.report import FileReport
from prefcount.base.i18n import N_, text
from prefcount.base.problems import Finding
from prefcount.paper.candidates import PaperCandidates
from prefcount.paper.compare import compare_check
from prefcount.paper.sheet_without_hands import read_sheet
from prefcount.paper.text import likeliest, sentence
from prefcount.paper.watch import SearchBudget
from prefcount.session.session import Session, line_of
from prefcount.store.open_file import ReadError
from prefcount.store.reader import load_with_faults

MOST_FILES = 5
"""To try every slip in every hand takes as long as to audit many files: only the first ones are explained."""
MOST_ENTRIES = 150
"""Of a session with more entries nothing is explained; an evening has some forty hands."""
_EXPLAINED = frozenset({MISMATCH.name, DIFFERS.name})


class Explanations:
    """Slips for the first reports with claims that do not hold, or for all; `left_out` counts the others."""

    def __init__(self, *, everything: bool = False) -> None:
        self.left_out = 0
        self._everything = everything
        self._files = 0

    def of(self, reports: Iterable[FileReport]) -> Iterator[FileReport]:
        """The same reports, one after the other; where claims do not hold the sentences name the slip."""
        for report in reports:
            wanted = any(each.code in _EXPLAINED for each in report.findings)
            yield self._report(report) if wanted else report

    def _report(self, report: FileReport) -> FileReport:
        if not self._everything and self._files >= MOST_FILES:
            self.left_out += 1
            return report
        try:
            session = load_with_faults(report.path).session
        except ReadError:  # it was read a moment ago
            return report
        self._files += 1
        if not self._everything and len(session.entries) > MOST_ENTRIES:
            self.left_out += 1
            return report
        return report._replace(findings=tuple(_with_slip(session, each) for each in report.findings))


def _with_slip(session: Session, finding: Finding) -> Finding:
    """A claim that does not hold, with the sentence that `prefcount paper` has for its likeliest slip."""
    comparisons = compare_check(session, finding.entry) if finding.code in _EXPLAINED else ()
    place = finding.player, finding.column
    for comparison in comparisons:
        claim = comparison.claim
        if (claim.player, claim.column) != place or comparison.agrees:
            continue
        if comparison.partings[0].slip is None:
            return finding
        paper = PaperCandidates(session, finding.entry)
        if not claim.is_column:
            slip = likeliest(paper, comparison.partings[0])
            return finding._replace(message=text(N_("{said}; {slip}"), said=finding.message, slip=slip))
        where = text(N_("; {comparison}"), comparison=sentence(paper, comparison))
        message = claim_sentence(claim, comparison.computed_last, comparison.paper_last, where)
        return finding._replace(message=message)
    return finding


SECONDS = 2
"""For the search of the hands behind one sheet, and as many again for that of the slip."""


def with_sheets_searched(reports: Iterable[FileReport]) -> Iterator[FileReport]:
    """The same reports, with a remark on each sheet that no hands can have written and its likeliest slip."""
    for report in reports:
        yield report if report.hands or report.errors else _with_remark(report)


def _with_remark(report: FileReport) -> FileReport:
    """The report on a sheet that no hands can have written with a remark on that; else as it is."""
    try:
        session = load_with_faults(report.path).session
    except ReadError:  # a book of payments, too
        return report
    sheet = read_sheet(session, SearchBudget(SECONDS, SECONDS))
    if sheet is None or sheet.found.verdict != "impossible":
        return report
    template = N_("no hands of this table can have written this sheet, and no single slip explains it")
    remark = IMPOSSIBLE_FIGURE.found(template, sheet.entry)
    if sheet.found.repairs:
        repair = sheet.found.repairs[0]
        player, column, heading = sheet.cells[repair.account]
        template = N_(
            "no hands of this table can have written this sheet; likeliest {player}, {heading}: {why}"
        )
        remark = IMPOSSIBLE_FIGURE.found(
            template, sheet.entry, player=player, heading=heading, why=repair.text
        )._replace(column=column)
    line = line_of(session, session.replay.step(sheet.entry))
    return report._replace(findings=(*report.findings, remark._replace(line=line)))
