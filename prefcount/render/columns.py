"""Drawing a column of totals into an area of a sheet: the newest ones that fit."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from prefcount.ledger.postings import Account
from prefcount.render.canvas import Canvas, Piece
from prefcount.render.figures import figure
from prefcount.render.sheet_page import Area
from prefcount.render.text_cells import clipped, width
from prefcount.render.view import ColumnView
from prefcount.session.column_marks import ColumnMark

MOST_SHOWN = 200
"""No column shows more totals than these, however large the screen is."""
LABEL_CELLS = 5
RECENT = 4
"""The totals before the last one that are not faded."""

Cursor = tuple[Account, int]
"""The column and the entry whose total is marked."""


def draw_column(
    canvas: Canvas, area: Area, column: ColumnView, heading: str, cursor: Cursor | None, part: int = 3
) -> None:
    """Draw heading and totals into an area, as many of the newest ones as fit.

    The heading takes no more than a `part` of the width, such as a third.
    """
    if area.columns < 1 or area.rows < 1:
        return
    label = clipped(heading, max(LABEL_CELLS, area.columns // part))
    lines = _first_fit(label, _totals(column, cursor, len(column.marks)), area)
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


def _fits(lines: Sequence[list[Piece]], area: Area) -> bool:
    wide = max((sum(width(text) for text, _style in line) for line in lines), default=0)
    return len(lines) <= area.rows and wide <= area.columns


def _chosen(column: ColumnView, cursor: Cursor | None) -> int:
    """How many totals there are up to the one under the cursor; 0 if it is in another column."""
    if cursor is None or cursor[0] != column.account:
        return 0
    return max((at for at, mark in enumerate(column.marks, start=1) if mark.n == cursor[1]), default=0)


def _totals(column: ColumnView, cursor: Cursor | None, end: int) -> _Totals:
    """The newest totals of the first `end` ones of a column; no more than are ever shown."""
    marks = column.marks
    wanted = cursor[1] if cursor is not None and cursor[0] == column.account else None
    last = next((at for at in reversed(range(len(marks))) if not marks[at].struck), -1)
    first = max(0, end - MOST_SHOWN)
    pieces = [
        (f"{sign} {figure(mark.amount)}".lstrip(), _style(mark, at, last, wanted))
        for at, (mark, sign) in enumerate(column.signed(first, end), start=first)
    ]
    if column.began and not first:
        pieces.insert(0, (figure(column.began), "old" if last >= 0 else "last"))
    return _Totals(pieces, first > 0)


def _style(mark: ColumnMark, at: int, last: int, wanted: int | None) -> str:
    if wanted is not None and mark.n == wanted:
        return "cursor"
    if mark.struck:
        return "struck"
    return "last" if at == last else "recent" if at >= last - RECENT else "old"


def _first_fit(label: str, totals: _Totals, area: Area) -> list[list[Piece]]:
    """All totals, or as many of the newest ones as fit, or the newest one alone, cut if it must be."""
    pieces = totals.pieces
    whole = list(_wrapped(label, pieces, area.columns))
    if not totals.older and _fits(whole, area):
        return whole

    def shortened(left_out: int) -> list[list[Piece]]:
        return list(_wrapped(label, [("…", "old"), *pieces[left_out:]], area.columns))

    tried = range(0 if totals.older else 1, len(pieces))
    at = bisect_left(tried, True, key=lambda left_out: _fits(shortened(left_out), area))
    if at < len(tried):
        return shortened(tried[at])
    return next(lines for lines in _squeezed(label, pieces[-1:], area) if _fits(lines, area))


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
            yield line
            line, used, dot = [], 0, ""
        if dot:
            line.append((dot, "old"))
        line.append((text, style))
        used += width(dot) + width(text)
        dot = "."
    yield line
