"""The sheet as a compact table: a line a player, running totals with dots, the last one bold."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from prefcount.base.i18n import C_, _
from prefcount.render.canvas import Piece
from prefcount.render.figures import dotted, figure, result_of, signed
from prefcount.render.sheet_drawing import Cursor
from prefcount.render.text_cells import clipped, pad, short_names, width
from prefcount.render.view import ColumnView, OwnerRow, TableView
from prefcount.session.replay import Total

CHANGE_CELLS = 7
NAME_CELLS = 12
LEAST_NAME = 5
LEAST_COLUMN = 4
RESULT_CELLS = 6
"""The cells of any usual result: columns stay where they are while figures grow."""
GIVEN = 3
"""The cells that a column gives to another one at once: a total of two digits with its dot."""
MOST_TOTALS = 40
"""No column has room for more."""
LEFT_OUT = "…"
"""Stands before the totals of a column that has older ones."""


def compact(view: TableView, cells: int, cursor: Cursor | None = None) -> list[list[Piece]]:
    """Headings and a line for each player, fitted into `cells`; styles as in `drawing`."""
    return [line for rows in tables(view) for line in _table(rows, cells, cursor)]


def tables(view: TableView) -> list[list[OwnerRow]]:
    """The rows in tables of equal headings: players, and below them other owners of columns."""
    alike = groupby(view.rows, lambda row: ([column.heading for column in row.own], bool(row.on)))
    return [list(rows) for _headings, rows in alike]


def height(view: TableView) -> int:
    """How many lines the compact table has."""
    return sum(len(lines_of(rows)) for rows in tables(view))


def lines_of(rows: Sequence[OwnerRow]) -> list[OwnerRow | None]:
    """The row in each line of a table; None is its headings."""
    return [*rows] if _alone(rows) else [None, *rows]


def _alone(rows: Sequence[OwnerRow]) -> bool:
    """Whether a table is one row of an owner who is no player: it is one line with its headings."""
    return len(rows) == 1 and rows[0].result is None


def _table(rows: Sequence[OwnerRow], cells: int, cursor: Cursor | None) -> list[list[Piece]]:
    if _alone(rows):
        return [_headed(rows[0], cells, cursor)]
    plan = _plan(rows, cells)
    short = short_names([row.name for row in rows], plan.names)
    lines = (_line(name, row, plan, cursor) for name, row in zip(short, rows, strict=True))
    return [[(_headings(rows, plan), "label")], *lines]


def _headings(rows: Sequence[OwnerRow], plan: "_Plan") -> str:
    """The line above a table; columns on others are headed by their names."""
    headings = [column.heading for column in rows[0].own]
    if rows[0].on:
        names, rooms = [row.name for row in rows], plan.columns[len(headings) :]
        headings += [short_names(names, max(1, room - 1))[at] for at, room in enumerate(rooms)]
    line = pad("", plan.names)
    line += "".join(_right(each, room) for each, room in zip(headings, plan.columns, strict=True))
    if rows[0].result is not None:
        line += _right(_("now"), plan.result)
        line += _right(_(C_("a change", "last")), CHANGE_CELLS) if plan.change else ""
    return line


class _Plan(NamedTuple):
    """Cells of the names, of each column and of the result, and whether the last change has room."""

    names: int
    columns: tuple[int, ...]
    result: int
    change: bool


def _plan(rows: Sequence[OwnerRow], cells: int) -> _Plan:
    """Every column gets what its newest figures need, and an equal part of the rest, which goes to histories.

    Where that is short, the last change and then names give way. Names of players leave room for running
    totals; those of sides, two names each, take half of what is left.
    """
    needed, whole = _needs(rows)
    longest = max(width(row.name) for row in rows)
    if rows[0].result is None:
        left = cells - sum(needed)
        names = max(1, min(max(NAME_CELLS, left // 2), longest, max(LEAST_NAME, left)))
        return _Plan(names, _shared(whole, needed, max(0, left - names)), 0, False)
    widest = max([RESULT_CELLS, *(width(result_of(row.result)[0]) for row in rows)])
    room = cells - LEAST_NAME - sum(needed) - 1
    result = 1 + max(RESULT_CELLS, min(widest, room))  # cut where it has to be
    names = min(NAME_CELLS, longest)
    for change in (CHANGE_CELLS, 0):
        left = cells - names - result - change
        if left // len(needed) >= max(needed):
            return _Plan(names, _shared(whole, [0] * len(needed), left), result, bool(change))
    left = cells - result - sum(needed)
    has_change = left - CHANGE_CELLS >= LEAST_NAME
    left -= CHANGE_CELLS if has_change else 0
    names = max(1, min(names, max(LEAST_NAME, left)))
    return _Plan(names, _shared(whole, needed, max(0, left - names)), result, has_change)


def _needs(rows: Sequence[OwnerRow]) -> tuple[list[int], list[int]]:
    """The cells that each column needs for its newest figures, and those that it could use for all."""
    headings = [*(column.heading for column in rows[0].own), *(row.name for row in rows if rows[0].on)]
    below = zip(*((*row.own, *row.on) for row in rows), strict=True)
    needed, whole = [], []
    for heading, column in zip(headings, below, strict=True):
        views = [view for view in column if view is not None]
        needed.append(1 + max([LEAST_COLUMN, *(width(figure(view.now)) for view in views)]))
        whole.append(1 + max([width(heading), *map(_history, views)]))
    return needed, whole


def _shared(whole: Sequence[int], least: Sequence[int], more: int) -> tuple[int, ...]:
    """The cells of each column: the least and an equal part of what there is more.

    Then those with cells to spare give some to those whose oldest totals would be left out, several at once,
    so that columns seldom move while a game goes on. `whole` is what each column could use.
    """
    share, odd = divmod(more, len(least))
    rooms = [room + share + (at < odd) for at, room in enumerate(least)]
    while True:
        spare = [room - max(1 + LEAST_COLUMN, used) for room, used in zip(rooms, whole, strict=True)]
        giver, taker = spare.index(max(spare)), spare.index(min(spare))
        if spare[giver] < GIVEN or spare[taker] >= 0:
            return tuple(rooms)
        rooms[giver] -= GIVEN
        rooms[taker] += GIVEN


def _history(column: ColumnView) -> int:
    """The cells of all totals that count."""
    return width(dotted([figure(mark.amount) for mark in column.marks[-MOST_TOTALS:] if not mark.struck]))


def _headed(row: OwnerRow, cells: int, cursor: Cursor | None) -> list[Piece]:
    """A name, and each column behind its heading."""
    line: list[Piece] = [(f"{clipped(row.name, cells // 3)} ", "name")]
    room = (cells - width(line[0][0])) // len(row.columns)
    for column in row.columns:
        heading = clipped(column.heading, room // 2)
        line.append((f" {heading}", "label"))
        line += _column(column, min(room - width(heading) - 1, 2 * LEAST_COLUMN), cursor)
    return line


def _line(name: str, row: OwnerRow, plan: _Plan, cursor: Cursor | None) -> list[Piece]:
    line: list[Piece] = [(pad(name, plan.names), "name")]
    for column, room in zip((*row.own, *row.on), plan.columns, strict=True):
        line += _column(column, room, cursor)
    if row.result is None:
        return line
    result, style = result_of(row.result)
    line.append((_right(result, plan.result), style))
    if plan.change:
        line.append((_right(signed(row.change) if row.change else "·", CHANGE_CELLS), "old"))
    return line


def _column(column: ColumnView | None, cells: int, cursor: Cursor | None) -> list[Piece]:
    """The last total bold, or the one under the cursor, and as many before it as there is room for."""
    if column is None:
        return [(_right("╲", cells), "old")]
    chosen = cursor[1] if cursor is not None and cursor[0] == column.account else None
    valid = _until(column.marks, chosen)
    if not valid:
        return [(_right(figure(column.began) if column.began else "–", cells), "old")]
    last = clipped(figure(valid[-1].amount), cells - 1)
    older, room = "", cells - 1 - width(last)
    for at in range(len(valid) - 2, -1, -1):
        longer = f"{figure(valid[at].amount)}.{older}"
        if width(longer) + (len(LEFT_OUT) if at else 0) > room:
            older = f"{LEFT_OUT}{older}" if room else ""
            break
        older = longer
    blanks = " " * max(1, cells - width(older) - width(last))
    return [(blanks + older, "old"), (last, column.newest if chosen is None else "cursor")]


def _until(marks: Sequence[Total], chosen: int | None) -> list[Total]:
    """The totals that stand, up to the one of the chosen entry, which may be struck."""
    valid = [mark for mark in marks if not mark.struck or mark.n == chosen]
    under = [at for at, mark in enumerate(valid, start=1) if mark.n == chosen]
    return valid[: under[-1]] if under else valid


def _right(text: str, cells: int) -> str:
    return pad(" " + clipped(text, cells - 1), cells, right=True)
