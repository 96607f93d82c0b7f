"""A column of totals in an area of a drawn sheet: as many of the newest ones as there is room for."""

from collections.abc import Iterator, Sequence

from prefcount.ledger.postings import Account
from prefcount.render.canvas import Canvas, Piece
from prefcount.render.figures import figure
from prefcount.render.layout import clipped, width
from prefcount.render.page import Area
from prefcount.render.view import Column
from prefcount.session.history import Mark

OLDEST_SHOWN = 200
LABEL_CELLS = 5
RECENT = 4
"""So many totals before the last one stand in full; older ones fade."""

Cursor = tuple[Account, int]
"""The column and the entry whose total is marked."""


def draw_column(
    canvas: Canvas, area: Area, column: Column, heading: str, cursor: Cursor | None, part: int = 3
) -> None:
    """Heading and totals in an area, as many of the newest ones as there is room for.

    The heading takes no more than a `part` of the width, such as a third.
    """
    if area.columns < 1 or area.rows < 1:
        return
    label = clipped(heading, max(LABEL_CELLS, area.columns // part))
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
    pieces = [(_signed(column, at), _style(mark, at, last, wanted)) for at, mark in enumerate(marks)]
    if column.began:
        pieces.insert(0, (figure(column.began), "old" if last >= 0 else "last"))
    chosen = max((at for at, (_text, style) in enumerate(pieces, start=1) if style == "cursor"), default=0)
    return pieces, chosen


def _signed(column: Column, at: int) -> str:
    """A total, behind the sign that is drawn where the column crosses zero."""
    return f"{column.sign(at)} {figure(column.marks[at].amount)}".lstrip()


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
