"""Drawing a sheet in terminal cells: sectors as on paper, or ruled boxes, each with its columns of totals."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from prefcount.games.game import Block, Layout, Sectors
from prefcount.ledger.sheet import Account
from prefcount.render.canvas import Canvas, Piece
from prefcount.render.figures import figure, result_of
from prefcount.render.sheet_page import LEAST, Area, Page, Sector, fits, page
from prefcount.render.text_cells import clipped, short_names, width
from prefcount.render.view import ColumnView, OwnerRow, Panel, TableView

LEAST_COLUMN = 7
LEAST_ROWS = 3
"""The smallest column with its heading: cells across, and lines inside the box."""
MOST_SHOWN = 200
"""No column shows more totals than these, however large the screen is."""
LABEL_CELLS = 5
RECENT = 4
"""The totals before the last one that are not faded."""
Cursor = tuple[Account, int]
"""The column and the entry whose total is marked."""


def drawing(
    view: TableView, columns: int, rows: int, cursor: Cursor | None = None
) -> list[list[Piece]] | None:
    """The sheet as rows of styled text, or None where it does not fit.

    Styles are names: line, label, name, plus, minus, last, full, recent, old, struck, cursor, middle.
    """
    if view.panels:
        return ruled(view, columns, rows, cursor)
    if not fits(len(view.rows), columns, rows):
        return None
    canvas = Canvas(columns, rows)
    plan = page(len(view.rows), columns, rows)
    _lines(canvas, plan)
    names = [row.name for row in view.rows]
    for seat, (sector, row) in enumerate(zip(plan.sectors, view.rows, strict=True)):
        _player(canvas, sector, row, seat, names)
        for column, area in zip(row.own, sector.own, strict=True):
            draw_column(canvas, area, column, column.heading, cursor)
        for clockwise, area in sector.on.items():
            other = (seat + clockwise) % len(view.rows)
            written_on = row.on[other]
            if written_on is not None:
                heading = short_names(names, heading_cells(area))[other]
                draw_column(canvas, area, written_on, heading, cursor)
    _middle(canvas, plan.middle, view.middle)
    return list(canvas.lines())


def _lines(canvas: Canvas, plan: Page) -> None:
    for left, right, y in plan.across:
        canvas.across(left, right, y)
    for x, top, bottom in plan.down:
        canvas.down(x, top, bottom)
    for x, y, rising in plan.diagonals:
        canvas.write(x, y, "╱" if rising else "╲", "line")


def _player(canvas: Canvas, sector: Sector, row: OwnerRow, seat: int, names: Sequence[str]) -> None:
    area, result, style = sector.name, *result_of(row.result)
    if area.rows > 1:
        canvas.write(area.x, area.y, short_names(names, area.columns)[seat], "name")
        canvas.write(area.x, area.y + 1, clipped(result, area.columns), style)
        return
    name = short_names(names, max(1, area.columns - width(result) - 3))[seat]
    x = area.x + (area.columns - width(name) - width(result) - 3) // 2
    x = canvas.write(x, area.y, f" {name} ", "name")
    canvas.write(x, area.y, f"{result} ", style)


def _middle(canvas: Canvas, area: Area, text: str) -> None:
    shown = clipped(text, area.columns - 2)
    x = area.x + (area.columns - width(shown) - 2) // 2
    canvas.write(x, area.y + area.rows // 2, f"({shown})", "middle")


def ruled(view: TableView, columns: int, rows: int, cursor: Cursor | None = None) -> list[list[Piece]] | None:
    """The sheet as rows of styled text, styles as in `drawing`, or None where the room does not allow it."""
    room = rows - len(view.lines)
    if room < 1 + len(view.panels) * (LEAST_ROWS + 1) or columns < _least_ruled(view.panels):
        return None
    canvas = Canvas(columns, rows)
    for panels, (top, bottom) in zip(view.panels, pairwise(_cuts(room, len(view.panels))), strict=True):
        for panel, (left, right) in zip(panels, pairwise(_cuts(columns, len(panels))), strict=True):
            _panel(canvas, panel, Area(left, top, right - left, bottom - top), cursor)
    for at, line in enumerate(view.lines):
        canvas.write(1, room + at, clipped(line, columns - 2), "label")
    return list(canvas.lines())


def least_columns(layout: Layout, players: int) -> int:
    """The cells of the narrowest drawing of a sheet for a number of players."""
    return LEAST[players][0] if isinstance(layout, Sectors) else _least_ruled(layout.rows)


def _least_ruled(rows: Sequence[Sequence[Panel | Block]]) -> int:
    """The cells of the narrowest boxes in rows."""
    return max(len(row) * (1 + (LEAST_COLUMN + 1) * max(len(box.columns) for box in row)) for row in rows)


def _cuts(length: int, parts: int) -> list[int]:
    """Where the lines are that part a length of cells, the first and the last one at its edges."""
    return [(length - 1) * part // parts for part in range(parts + 1)]


def _panel(canvas: Canvas, panel: Panel, box: Area, cursor: Cursor | None) -> None:
    """A box from line to line, its columns, and in its upper line name, result and signs."""
    right, bottom = box.x + box.columns, box.y + box.rows
    canvas.box(box.x, box.y, right, bottom)
    cuts = [box.x + cut for cut in _cuts(box.columns + 1, len(panel.columns))]
    for column, (left, end) in zip(panel.columns, pairwise(cuts), strict=True):
        if end < right:
            canvas.down(end, box.y, bottom)
        inside = Area(left + 1, box.y + 1, end - left - 1, box.rows - 1)
        draw_column(canvas, inside, column, column.heading, cursor, part=2)
    result, style = result_of(panel.result)
    name = clipped(panel.heading, max(1, box.columns - width(result) - width(panel.signs) - 6))
    x = canvas.write(box.x + 2, box.y, f" {name} ", "name")
    if result:
        x = canvas.write(x, box.y, f"{result} ", style)
    if panel.signs:
        canvas.write(x, box.y, f"{panel.signs} ", "middle")


STRUCK = "[]"
"""The signs around a total that counts no more; not every terminal strikes it through."""


def heading_cells(area: Area, part: int = 3) -> int:
    """The cells that a heading may take of an area: a `part` of its width, such as a third."""
    return max(LABEL_CELLS, area.columns // part)


def draw_column(
    canvas: Canvas, area: Area, column: ColumnView, heading: str, cursor: Cursor | None, part: int = 3
) -> None:
    """Draw heading and totals into an area, as many of the newest ones as fit.

    Where not all totals fit with it the heading takes no more than a `part` of the width, such as a third.
    """
    if min(area.columns, area.rows) < 1:
        return
    totals = _totals(column, cursor, len(column.marks))
    label = clipped(heading, area.columns)
    if totals.older or not _lines_fit(list(_wrapped(label, totals.pieces, area.columns)), area):
        label = clipped(heading, heading_cells(area, part))
    lines = _first_fit(label, totals, area)
    chosen = _chosen(column, cursor)
    if chosen and not any(style == "cursor" for line in lines for _text, style in line):
        lines = _first_fit(label, _totals(column, cursor, chosen), area)
    for at, line in enumerate(lines):
        x = area.x
        for text, style in line:
            x = canvas.write(x, area.y + at, text, style)


class _Totals(NamedTuple):
    """Totals with their styles, and whether older ones were left out before them."""

    pieces: list[Piece]
    older: bool


def _lines_fit(lines: Sequence[list[Piece]], area: Area) -> bool:
    wide = max((sum(width(text) for text, _style in line) for line in lines), default=0)
    return len(lines) <= area.rows and wide <= area.columns


def _chosen(column: ColumnView, cursor: Cursor | None) -> int:
    """How many totals there are up to the one under the cursor; 0 if it is in another column."""
    if cursor is None or cursor[0] != column.account:
        return 0
    return max((at for at, mark in enumerate(column.marks, start=1) if mark.n == cursor[1]), default=0)


def _totals(column: ColumnView, cursor: Cursor | None, end: int) -> _Totals:
    """The newest totals of the first `end` ones of a column; no more than are ever shown."""
    chosen = cursor[1] if cursor is not None and cursor[0] == column.account else None
    last, first = column.last, max(0, end - MOST_SHOWN)
    pieces = []
    if column.began and not first:
        pieces.append((figure(column.began), "old" if last >= 0 else column.newest))
    for at, (mark, sign) in enumerate(column.signed(first, end), start=first):
        shown = figure(mark.amount)
        shown = shown.join(STRUCK) if mark.struck else f"{sign} {shown}".lstrip()
        pieces.append((shown, "cursor" if mark.n == chosen else _style(column, at, last)))
    return _Totals(pieces, first > 0)


def _style(column: ColumnView, at: int, last: int) -> str:
    if column.marks[at].struck:
        return "struck"
    return column.newest if at == last else "recent" if at >= last - RECENT else "old"


def _first_fit(label: str, totals: _Totals, area: Area) -> list[list[Piece]]:
    """All totals, or as many of the newest ones as fit, or the newest one alone, cut if it must be."""
    pieces = totals.pieces
    whole = list(_wrapped(label, pieces, area.columns))
    if not totals.older and _lines_fit(whole, area):
        return whole

    def shortened(left_out: int) -> list[list[Piece]]:
        return list(_wrapped(label, [("…", "old"), *pieces[left_out:]], area.columns))

    tried = range(0 if totals.older else 1, len(pieces))
    at = bisect_left(tried, True, key=lambda left_out: _lines_fit(shortened(left_out), area))
    if at < len(tried):
        return shortened(tried[at])
    return next(lines for lines in _squeezed(label, pieces[-1:], area) if _lines_fit(lines, area))


def _squeezed(label: str, newest: list[Piece], area: Area) -> Iterator[list[list[Piece]]]:
    """Ways to show the newest total where nothing else fits."""
    newest = newest or [("–", "old")]
    for shorter in (label, clipped(label, max(1, area.columns - 2))):
        yield list(_wrapped(shorter, newest, area.columns))
    yield [newest]
    yield [[(part, style)] for text, style in newest for part in text.split()]
    yield [[(clipped(text, area.columns), style) for text, style in newest]]


def _wrapped(label: str, totals: Sequence[Piece], columns: int) -> Iterator[list[Piece]]:
    """The label and the totals with dots between them, broken into lines."""
    line: list[Piece] = [(f"{label} ", "label")]
    used, dot = width(label) + 1, ""
    for text, style in totals or [("–", "old")]:
        if used + width(dot) + width(text) > columns and used > 0:
            if dot and used < columns:
                line.append((dot, "old"))
            yield line if dot else [(label, "label")]
            line, used, dot = [], 0, ""
        if dot:
            line.append((dot, "old"))
        line.append((text, style))
        used += width(dot) + width(text)
        dot = "."
    yield line
