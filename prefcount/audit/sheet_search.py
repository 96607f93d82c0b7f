"""Whether hands could have written the sheets without hands among audited files."""

from collections.abc import Iterable, Iterator

from prefcount.audit.checks.claims import IMPOSSIBLE_FIGURE
from prefcount.audit.file_report import FileReport
from prefcount.base.findings import Finding
from prefcount.base.i18n import N_
from prefcount.games.protocol.suspicions import SearchBudget
from prefcount.paper.sheet_without_hands import SheetRead, read_sheet
from prefcount.session.entry_line import line_of
from prefcount.store.open_file import ReadError
from prefcount.store.reader import load

SECONDS = 2
"""So long the hands behind one sheet are looked for, and again as long the slip if there are none."""


def with_sheets_searched(reports: Iterable[FileReport]) -> Iterator[FileReport]:
    """The same reports, with a remark on each sheet that no hands can have written and its likeliest slip."""
    for report in reports:
        found = None if report.hands or report.errors else _remark(report)
        yield report if found is None else report._replace(findings=(*report.findings, found))


def _remark(report: FileReport) -> Finding | None:
    """What is to be said of the sheet in a file; None if hands could have written it or there is none."""
    try:
        session = load(report.path).session
    except ReadError:  # a book of payments, too
        return None
    sheet = read_sheet(session, SearchBudget(SECONDS, SECONDS))
    if sheet is None or sheet.found.verdict != "impossible":
        return None
    return _impossible(sheet)._replace(line=line_of(session, session.replay.step(sheet.entry)))


def _impossible(sheet: SheetRead) -> Finding:
    if not sheet.found.repairs:
        said = N_("no hands of this table can have written this sheet, and no single slip explains it")
        return IMPOSSIBLE_FIGURE.found(said, sheet.entry)
    likeliest = sheet.found.repairs[0]
    player, column, heading = sheet.cells[likeliest.account]
    said = N_("no hands of this table can have written this sheet; likeliest {player}, {heading}: {why}")
    found = IMPOSSIBLE_FIGURE.found(said, sheet.entry, player=player, heading=heading, why=likeliest.text)
    return found._replace(column=column)
