"""Slips behind wrong figures on paper, and sheets that no hands can have written."""

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Any

from prefcount.audit.checks import CHECK_MISMATCH, DIFFERS, IMPOSSIBLE_FIGURE, FileReport, claim_sentence
from prefcount.base.i18n import N_, text
from prefcount.base.problems import Finding
from prefcount.paper.compare import PaperCandidates, compare_check
from prefcount.paper.known_games import SearchBudget, SearchGuard
from prefcount.paper.sheet_without_hands import read_sheet
from prefcount.paper.text import comparison_sentence, likeliest_sentence
from prefcount.session.session import Session, entry_label
from prefcount.store.reader import ReadError, load_with_faults

MAX_EXPLAINED_FILES = 5
"""The maximum number of files whose slips are searched, because a search takes long."""
MAX_EXPLAINED_ENTRIES = 150
"""Sessions with more entries are not explained. A usual evening has about forty hands."""
_EXPLAINED = frozenset({CHECK_MISMATCH.name, DIFFERS.name})


class SlipExplainer:
    """A search for the slips behind wrong claims, and for the hands behind sheets without hands.

    Unless `everything` is set, slips are searched only in the first files and in short sessions. `left_out`
    is the number of files that were not searched, or not to the end.
    """

    def __init__(self, seconds: float, *, everything: bool = False) -> None:
        self.left_out = 0
        self._seconds = seconds
        self._everything = everything
        self._files = 0

    def explain(self, reports: Iterable[FileReport]) -> Iterator[FileReport]:
        """Yield the reports, and add the likeliest slip to each finding on a wrong claim."""
        for report in reports:
            if not any(finding.code in _EXPLAINED for finding in report.findings):
                yield report
            elif not self._everything and self._files >= MAX_EXPLAINED_FILES:
                self.left_out += 1
                yield report
            else:
                yield self._explain_in_time(report, self._explain_slips)

    def explain_sheets(self, reports: Iterable[FileReport]) -> Iterator[FileReport]:
        """Yield the reports, with a remark on each sheet that no hands can have written."""
        for report in reports:
            yield report if report.hands or report.errors else self._explain_in_time(report, _with_remark)

    def _explain_in_time(
        self, report: FileReport, explained: Callable[[FileReport, Session, SearchGuard], FileReport]
    ) -> FileReport:
        """Return the result of `explained`, or `report` itself if time is over or its file is unreadable."""
        if self._seconds <= 0:
            self.left_out += 1
            return report
        try:
            session = load_with_faults(report.path).session
        except ReadError:  # also raised for a payment book
            return report
        began = monotonic()
        report = explained(report, session, SearchGuard(self._seconds))
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
    """Return the finding on a wrong claim with the sentence of `prefcount paper` on its likeliest slip."""
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


A_SHEET = 2
"""The maximum seconds to search for hands behind one sheet. The search for slips gets as much again."""


def _with_remark(report: FileReport, session: Session, guard: SearchGuard) -> FileReport:
    """Return the report, with a remark if no hands can have written the sheet."""
    seconds = min(A_SHEET, guard.left / 2)
    sheet = read_sheet(session, SearchBudget(seconds, seconds))
    if sheet is None or sheet.found.verdict != "impossible":
        return report
    found = sheet.found
    template = N_("no hands at this table can give this sheet, and no single slip explains it")
    values: dict[str, Any] = {}
    if found.repairs or found.perhaps:
        repair = (*found.repairs, *found.perhaps)[0]
        player, column, heading = sheet.cells[repair.account]
        values = {"player": player, "column": column, "heading": heading, "why": repair.text}
        template = N_("no hands at this table can give this sheet; perhaps {player}, {heading}: {why}")
        if found.repairs:
            template = N_(
                "no hands at this table can give this sheet; most likely {player}, {heading}: {why}"
            )
    elif not found.all_tried:
        template = N_("no hands at this table can give this sheet; the time was too short to find the slip")
    remark = IMPOSSIBLE_FIGURE.finding(template, sheet.entry, **values)
    line = entry_label(session, session.replay.step(sheet.entry))
    return report._replace(findings=(*report.findings, remark._replace(line=line)))
