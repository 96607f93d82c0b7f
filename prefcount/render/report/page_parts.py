"""Assigning the columns of a view to places of a page: the traditional one where the sheet has sectors."""

from collections.abc import Iterator
from typing import NamedTuple

from prefcount.base.i18n import C_, _
from prefcount.ledger.amount import Amount
from prefcount.render.report.pages import BOXES, PageSector, PrintedPage, Strip, ruled, traditional
from prefcount.render.view import ColumnView, OwnerRow, Panel, TableView


class Placed(NamedTuple):
    """A column in its place, with its heading."""

    place: Strip
    heading: str
    column: ColumnView


class PagePart(NamedTuple):
    """A part of the page: its owner, the result if there is one, signs, and the columns in it."""

    sector: PageSector
    heading: str
    result: Amount | None
    signs: str
    columns: tuple[Placed, ...]


class Plan(NamedTuple):
    """A page with all its parts."""

    page: PrintedPage
    parts: tuple[PagePart, ...]


def plans(view: TableView, *, table: bool = False) -> Iterator[Plan]:
    """Where everything of a view may go, the page with least room first.

    For a `table` the parts at the top of the traditional page are written for the players who sit there.
    """
    if not view.panels and 2 <= len(view.rows) <= 5 and all(map(_as_on_paper, view.rows)):
        yield _traditional(view, traditional(len(view.rows), table=table))
        return
    rows = view.panels or tuple((Panel(row.name, row.result, "", row.columns),) for row in view.rows)
    counts = [[len(panel.columns) for panel in panels] for panels in rows]
    panels = [panel for panels in rows for panel in panels]
    for height in BOXES:
        page = ruled(counts, len(view.lines), height)
        yield Plan(page, tuple(map(_boxed, page.sectors, panels)))


def _traditional(view: TableView, page: PrintedPage) -> Plan:
    parts = (
        PagePart(sector, row.name, row.result, "", tuple(_around(view, seat, sector)))
        for seat, (sector, row) in enumerate(zip(page.sectors, view.rows, strict=True))
    )
    return Plan(page, tuple(parts))


def _as_on_paper(row: OwnerRow) -> bool:
    """Whether a player has a pool, a dump, and a column on each opponent."""
    return len(row.own) == 2 and sum(each is None for each in row.on) == 1


def _boxed(sector: PageSector, panel: Panel) -> PagePart:
    columns = (
        Placed(place, each.heading, each) for place, each in zip(sector.own, panel.columns, strict=True)
    )
    return PagePart(sector, panel.heading, panel.result, panel.signs, tuple(columns))


def _around(view: TableView, seat: int, sector: PageSector) -> Iterator[Placed]:
    """A player's own columns, and those on opponents under their names."""
    row, count = view.rows[seat], len(view.rows)
    for place, each in zip(sector.own, row.own, strict=True):
        yield Placed(place, each.heading, each)
    for clockwise, place in sector.on.items():
        other = (seat + clockwise) % count
        written_on = row.on[other]
        if written_on is not None:
            yield Placed(place, view.rows[other].name or _neighbour(clockwise, count), written_on)


_OF_FIVE = (C_("seat", "left"), C_("seat", "2nd left"), C_("seat", "2nd right"), C_("seat", "right"))


def _neighbour(clockwise: int, players: int) -> str:
    """An opponent without a name."""
    if players == 2:
        return _("on the other")
    if players == 5:
        return _(_OF_FIVE[clockwise - 1])
    if clockwise == 1:
        return _("on the left")
    return _("on the right") if clockwise == players - 1 else _("opposite")
