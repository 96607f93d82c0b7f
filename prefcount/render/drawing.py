"""The sheet drawn as players know it, in terminal cells."""

from collections.abc import Iterator, Sequence

from prefcount.ledger.postings import Account
from prefcount.render.canvas import Canvas, Piece
from prefcount.render.figures import figure, signed
from prefcount.render.layout import clipped, width
from prefcount.render.page import Area, Page, Sector, fits, page
from prefcount.render.view import Column, Row, TableView
from prefcount.session.history import Mark

OLDEST_SHOWN = 200
LABEL_CELLS = 5
RECENT = 4
"""So many totals before the last one stand in full; older ones fade."""

Cursor = tuple[Account, int]
"""The column and the entry whose total is marked."""


def drawing(
    view: TableView, columns: int, rows: int, cursor: Cursor | None = None
) -> list[list[Piece]] | None:
    """The sheet as rows of styled text, or None where the room does not allow a drawing.

    Styles are names: line, label, name, plus, minus, last, recent, old, struck, cursor, middle.
    """
    if not fits(len(view.rows), columns, rows):
        return None
    canvas = Canvas(columns, rows)
    plan = page(len(view.rows), columns, rows)
    _lines(canvas, plan)
    for seat, (sector, row) in enumerate(zip(plan.sectors, view.rows, strict=True)):
        _player(canvas, sector, row)
        for column, area in zip(row.own, sector.own, strict=True):
            _column(canvas, area, column, column.heading, cursor)
        for clockwise, area in sector.on.items():
            other = (seat + clockwise) % len(view.rows)
            written_on = row.on[other]
            if written_on is not None:
                _column(canvas, area, written_on, view.rows[other].name, cursor)
    _middle(canvas, plan.middle, view.middle)
    return list(canvas.lines())


def _lines(canvas: Canvas, plan: Page) -> None:
    for left, right, y in plan.across:
        canvas.across(left, right, y)
    for x, top, bottom in plan.down:
        canvas.down(x, top, bottom)
    for x, y, rising in plan.diagonals:
        canvas.write(x, y, "╱" if rising else "╲", "line")


def _player(canvas: Canvas, sector: Sector, row: Row) -> None:
    area, result = sector.name, signed(row.result)
    style = "plus" if row.result > 0 else "minus" if row.result < 0 else "name"
    if area.rows > 1:
        canvas.write(area.x, area.y, clipped(row.name, area.columns), "name")
        canvas.write(area.x, area.y + 1, clipped(result, area.columns), style)
        return
    name = clipped(row.name, max(1, area.columns - width(result) - 3))
    x = area.x + (area.columns - width(name) - width(result) - 3) // 2
    x = canvas.write(x, area.y, f" {name} ", "name")
    canvas.write(x, area.y, f"{result} ", style)


def _middle(canvas: Canvas, area: Area, said: str) -> None:
    shown = clipped(said, area.columns - 2)
    x = area.x + (area.columns - width(shown) - 2) // 2
    canvas.write(x, area.y + area.rows // 2, f"({shown})", "middle")


def _column(canvas: Canvas, area: Area, column: Column, heading: str, cursor: Cursor | None) -> None:
    """Heading and totals in an area, as many of the newest ones as there is room for."""
    if area.columns < 1 or area.rows < 1:
        return
    label = clipped(heading, max(LABEL_CELLS, area.columns // 3))
    totals, chosen = _totals(column, cursor)
    lines = _first_fit(label, totals, area)
    if chosen and not any(style == "cursor" for line in lines for _text, style in line):
        lines = _first_fit(label, totals[:chosen], area)
    for at, line in enumerate(lines):
        x = area.x
        for text, style in line:
            x = canvas.write(x, area.y + at, text, style)


def _fits(lines: Sequence[list[Piece]], area: Area) -> bool:
    wide = max((sum(width(text) for text, _style in line) for line in lines), default=0)
    return len(lines) <= area.rows and wide <= area.columns


def _first_fit(label: str, totals: list[Piece], area: Area) -> list[list[Piece]]:
    return next(lines for lines in _tries(label, totals, area) if _fits(lines, area))


def _totals(column: Column, cursor: Cursor | None) -> tuple[list[Piece], int]:
    """The totals with their styles, and how many there are up to the one under the cursor (0: none)."""
    marks = column.marks
    wanted = cursor[1] if cursor is not None and cursor[0] == column.account else None
    last = max((at for at, mark in enumerate(marks) if not mark.struck), default=-1)
    pieces = [(figure(mark.amount), _style(mark, at, last, wanted)) for at, mark in enumerate(marks)]
    chosen = max((at for at, (_text, style) in enumerate(pieces, start=1) if style == "cursor"), default=0)
    return pieces, chosen


def _style(mark: Mark, at: int, last: int, wanted: int | None) -> str:
    if wanted is not None and mark.n == wanted:
        return "cursor"
    if mark.struck:
        return "struck"
    return "last" if at == last else "recent" if at >= last - RECENT else "old"


def _tries(label: str, totals: list[Piece], area: Area) -> Iterator[list[list[Piece]]]:
    """Ways to show a column, from all of it to the newest total alone, cut if it must be."""
    if len(totals) <= OLDEST_SHOWN:
        yield list(_wrapped(label, totals, area.columns))
    for start in range(max(1, len(totals) - OLDEST_SHOWN), len(totals)):
        yield list(_wrapped(label, [("…", "old"), *totals[start:]], area.columns))
    newest = totals[-1:] or [("–", "old")]
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
            yield line
            line, used, dot = [], 0, ""
        if dot:
            line.append((dot, "old"))
        line.append((text, style))
        used += width(dot) + width(text)
        dot = "."
    yield line
