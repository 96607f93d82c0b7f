"""Draws a sheet in terminal cells: sectors as on paper, ruled boxes, or a compact table.

`Canvas` joins crossing lines, `lay_out_page` places the sectors of the players, and `draw_column` fills them
with totals. `draw_compact` draws a table with one line for each player.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from prefcount.base.i18n import C_, _
from prefcount.games.game import Block, Layout, Sectors
from prefcount.ledger.sheet import Account
from prefcount.render.text_cells import (
    clip,
    figure,
    graphemes,
    pad,
    shorten_names,
    signed,
    styled_result,
    width,
)
from prefcount.render.view import ColumnView, OwnerRow, Panel, TableView

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"

Piece = tuple[str, str]
"""A piece of text and the name of its style."""


class Canvas:
    """A grid of cells that joins crossing lines and holds styled text."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._joints = [[0] * columns for _ in range(rows)]
        self._text: list[dict[int, Piece]] = [{} for _ in range(rows)]

    def across(self, left: int, right: int, y: int) -> None:
        """Draw a horizontal line in row `y` from column `left` to column `right`, both included."""
        for x in range(left, right + 1):
            self._joints[y][x] |= (LEFT if x > left else 0) | (RIGHT if x < right else 0)

    def down(self, x: int, top: int, bottom: int) -> None:
        """Draw a vertical line in column `x` from row `top` to row `bottom`, both included."""
        for y in range(top, bottom + 1):
            self._joints[y][x] |= (UP if y > top else 0) | (DOWN if y < bottom else 0)

    def box(self, left: int, top: int, right: int, bottom: int) -> None:
        """Draw a rectangle of lines."""
        for y in (top, bottom):
            self.across(left, right, y)
        for x in (left, right):
            self.down(x, top, bottom)

    def write(self, x: int, y: int, text: str, style: str) -> int:
        """Write a text up to the edge of the canvas, and return the column after the text."""
        if not 0 <= y < self.rows:
            return x
        for cluster in graphemes(text):
            cells = width(cluster)
            if x < 0 or x + cells > self.columns:
                break
            if cells == 0:
                continue
            self._text[y][x] = (cluster, style)
            for covered in range(x + 1, x + cells):
                self._text[y][covered] = ("", style)
            x += cells
        return x

    def lines(self) -> Iterator[list[Piece]]:
        """Yield each row as pieces of one style. Cells without text have the style "line"."""
        for joints, text in zip(self._joints, self._text, strict=True):
            pieces: list[Piece] = []
            for x in range(self.columns):
                shown, style = text.get(x, (_JOINTS[joints[x]], "line"))
                if pieces and pieces[-1][1] == style:
                    pieces[-1] = (pieces[-1][0] + shown, style)
                else:
                    pieces.append((shown, style))
            yield pieces


BANDS = 3
MIN_SIZES = {2: (40, 13), 3: (48, 15), 4: (60, 17), 5: (66, 23)}
"""Smallest size of a drawing, as columns and rows of cells, for each number of players."""


class Area(NamedTuple):
    """A rectangle of cells, without the lines around it."""

    x: int
    y: int
    columns: int
    rows: int


class Sector(NamedTuple):
    """A player's part of the page: areas for name and result, for own columns, and for whists on opponents.

    The areas in `own` go from the outside in. A key of `on` is the number of seats clockwise to an opponent.
    """

    name: Area
    own: tuple[Area, ...]
    on: dict[int, Area]


class Page(NamedTuple):
    """The lines of a sheet, its sectors in seat order, and the area for the text in the middle.

    `across` has lines as (left, right, y), `down` as (x, top, bottom), `diagonals` cells as (x, y, rising).
    """

    across: tuple[tuple[int, int, int], ...]
    down: tuple[tuple[int, int, int], ...]
    diagonals: tuple[tuple[int, int, bool], ...]
    sectors: tuple[Sector, ...]
    middle: Area


def fits(players: int, columns: int, rows: int) -> bool:
    """Return whether a sheet for this number of players fits into `columns` and `rows` of cells."""
    least_columns, least_rows = MIN_SIZES[players]
    return columns >= least_columns and rows >= least_rows


def lay_out_page(players: int, columns: int, rows: int) -> Page:
    """Return the page for two to five players. Check with `fits` first that the page is large enough."""
    match players:
        case 2:
            return _halves(columns, rows)
        case 4:
            return _cross(columns, rows)
    return _with_sides(columns, rows, players // 2)


def _inside(x: int, y: int, other_x: int, other_y: int) -> Area:
    (left, right), (top, bottom) = sorted((x, other_x)), sorted((y, other_y))
    return Area(left + 1, top + 1, right - left - 1, bottom - top - 1)


def _split_across(area: Area, order: Sequence[int]) -> dict[int, Area]:
    """Cut an area into parts next to each other, one for each key in `order`, with lines between them."""
    lines = [area.x - 1 + (area.columns + 1) * at // len(order) for at in range(len(order) + 1)]
    parts = (Area(left + 1, area.y, right - left - 1, area.rows) for left, right in pairwise(lines))
    return dict(zip(order, parts, strict=True))


def _split_down(area: Area, order: Sequence[int]) -> dict[int, Area]:
    """Cut an area into parts below each other, one for each key in `order`, with lines between them."""
    turned = _split_across(Area(area.y, area.x, area.rows, area.columns), order)
    return {key: Area(part.y, part.x, part.rows, part.columns) for key, part in turned.items()}


def _make_page(
    across: list[tuple[int, int, int]],
    down: list[tuple[int, int, int]],
    diagonals: tuple[tuple[int, int, bool], ...],
    sectors: Sequence[Sector],
    middle: Area,
) -> Page:
    """Return the page with further lines between the whist areas of each sector."""
    for sector in sectors:
        for one, other in pairwise(sector.on.values()):
            if one.y == other.y:
                down.append((one.x + one.columns, one.y - 1, one.y + one.rows))
            else:
                across.append((one.x - 1, one.x + one.columns, one.y + one.rows))
    return Page(tuple(across), tuple(down), diagonals, tuple(sectors), middle)


def _halves(columns: int, rows: int) -> Page:
    right, bottom = columns - 1, rows - 1 - (rows - 1) % 2  # an odd number of rows has one in the middle
    middle = bottom // 2
    top_lines = [middle * band // BANDS for band in range(BANDS + 1)]
    bottom_lines = [bottom - y for y in top_lines]

    def sector(lines: list[int]) -> Sector:
        whists, *own = (_inside(0, outer, right, inner) for outer, inner in pairwise(lines))
        return Sector(Area(2, lines[0], columns - 4, 1), tuple(own), {1: whists})

    return _make_page(
        [(0, right, y) for y in {*top_lines, *bottom_lines}],
        [(0, 0, bottom), (right, 0, bottom)],
        (),
        (sector(bottom_lines), sector(top_lines)),
        Area(columns // 2 - 8, middle, 16, 1),
    )


def _with_sides(columns: int, rows: int, sides: int) -> Page:
    """Return the page with one player at the bottom, and `sides` players on the left and on the right."""
    right, bottom, centre = columns - 1, rows - 1, columns // 2
    high, wide = max(2, min(4, (rows - (6 if sides == 1 else 15)) // 5)), (centre - 2) // BANDS
    tops = [0] if sides == 1 else [(rows - 1 - high) // 2, 0]  # y above each player, the lowest first
    xs = [band * wide for band in range(BANDS)]
    ys = [bottom - band * high for band in range(BANDS + 1)]
    across = [*((0, right, top) for top in tops), (xs[2], right - xs[2], ys[3])]
    down = [(centre, 0, ys[3])]
    for x, y in zip(xs, ys, strict=False):
        across.append((x, right - x, y))
        down += [(x, 0, y), (right - x, 0, y)]
    order = range(1, 2 * sides + 1)
    whists, *own = (_inside(x, ys[at], right - x, ys[at + 1]) for at, x in enumerate((xs[1], xs[2], xs[2])))
    below = [ys[1:], *([top] * BANDS for top in tops[:-1])]
    left_edges, right_edges = [*xs, centre], [*(right - x for x in xs), centre]
    lefts = [_side_sector(left_edges, *ends, order) for ends in zip(tops, below, strict=True)]
    rights = [_side_sector(right_edges, *ends, order[::-1]) for ends in zip(tops, below, strict=True)]
    sectors = [Sector(Area(2, bottom, columns - 4, 1), tuple(own), _split_across(whists, order))]
    sectors += [*lefts, *reversed(rights)]
    strokes = _strokes([*zip(xs, ys, strict=False)], right)
    return _make_page(across, down, strokes, sectors, Area(centre - 8, ys[3], 17, 1))


def _side_sector(edges: list[int], top: int, below: list[int], order: Sequence[int]) -> Sector:
    """Return the sector of a player on the left or on the right.

    Args:
        edges: the x of each line around the columns of the sector, from the outside in.
        top: the y of the line above the sector.
        below: the y of the line below each column.
        order: the opponents from top to bottom, each as the number of seats clockwise.
    """
    sides = zip(pairwise(edges), below, strict=True)
    whists, pool, dump = (_inside(outer, top, inner, bottom) for (outer, inner), bottom in sides)
    name = Area(min(whists.x, pool.x), top, whists.columns + 1 + pool.columns, 1)
    return Sector(name, (pool, dump), _split_down(whists, order))


def _cross(columns: int, rows: int) -> Page:
    """Return the page for four players: nested frames, cut at the corners into bands for each side."""
    right, bottom = columns - 1, rows - 1
    high = max(2, min(4, (rows - 5) // 6))
    wide = (columns - 12) // (2 * BANDS)
    xs = [band * wide for band in range(BANDS + 1)]
    ys = [band * high for band in range(BANDS + 1)]
    corners = [*zip(xs, ys, strict=True)]

    def level(lines: list[int], order: tuple[int, ...]) -> Sector:
        whists, *own = (
            _inside(xs[band + 1], lines[band], right - xs[band + 1], lines[band + 1]) for band in range(BANDS)
        )
        return Sector(Area(2, lines[0], right - 3, 1), tuple(own), _split_across(whists, order))

    def upright(lines: list[int], order: tuple[int, ...]) -> Sector:
        whists, *own = (
            _inside(lines[band], ys[band + 1], lines[band + 1], bottom - ys[band + 1])
            for band in range(BANDS)
        )
        x, y, cells, lower = whists
        name, below = Area(x, y - 1, cells, 2), Area(x, y + 1, cells, lower - 1)
        return Sector(name, tuple(own), _split_down(below, order))

    return _make_page(
        [(x, right - x, line) for x, y in corners for line in (y, bottom - y)],
        [(line, y, bottom - y) for x, y in corners for line in (x, right - x)],
        _strokes([(x, bottom - y) for x, y in corners], right) + _strokes(corners, right),
        (
            level([bottom - y for y in ys], (1, 2, 3)),
            upright(xs, (1, 2, 3)),
            level(ys, (3, 2, 1)),
            upright([right - x for x in xs], (3, 2, 1)),
        ),
        _inside(xs[3], ys[3], right - xs[3], bottom - ys[3]),
    )


def _strokes(corners: list[tuple[int, int]], right: int) -> tuple[tuple[int, int, bool], ...]:
    """Return the cells of diagonals between neighbouring `corners`, and of their mirror images."""
    strokes: list[tuple[int, int, bool]] = []
    for (x0, y0), (x1, y1) in pairwise(corners):
        rising = y1 < y0
        low, high = sorted((y0, y1))
        for y in range(low + 1, high):
            x = x0 + (x1 - x0) * abs(y - y0) // abs(y1 - y0)
            strokes += [(x, y, rising), (right - x, y, not rising)]
    return tuple(strokes)


MIN_COLUMN_WIDTH = 7
MIN_ROWS = 3
"""Smallest box of a column: MIN_COLUMN_WIDTH cells wide, with MIN_ROWS lines for heading and totals."""
MAX_SHOWN_TOTALS = 200
"""Maximum number of totals drawn in a column, however large the screen is."""
ELLIPSIS = "…"
"""Shown before the totals of a column if older ones are left out, and after them if newer ones are."""
LABEL_CELLS = 5
RECENT_TOTALS = 4
"""Number of totals before the newest one that have the style "recent", not "old"."""
Cursor = tuple[Account, int]
"""The account of a column, and the number of the entry whose total in that column is marked."""


def draw_sheet(
    view: TableView, columns: int, rows: int, cursor: Cursor | None = None
) -> list[list[Piece]] | None:
    """Draw the sheet as rows of styled text, or return None if `columns` or `rows` are too few.

    The styles are line, label, name, plus, minus, last, full, recent, old, struck, cursor, middle.
    """
    if view.panels:
        return draw_ruled(view, columns, rows, cursor)
    if not fits(len(view.rows), columns, rows):
        return None
    canvas = Canvas(columns, rows)
    plan = lay_out_page(len(view.rows), columns, rows)
    _draw_lines(canvas, plan)
    names = [row.name for row in view.rows]
    for seat, (sector, row) in enumerate(zip(plan.sectors, view.rows, strict=True)):
        _draw_player(canvas, sector, row, seat, names, cursor)
        for column, area in zip(row.own, sector.own, strict=True):
            draw_column(canvas, area, column, column.heading, cursor)
        for clockwise, area in sector.on.items():
            other = (seat + clockwise) % len(view.rows)
            written_on = row.on[other]
            if written_on is not None:
                heading = shorten_names(names, heading_cells(area))[other]
                draw_column(canvas, area, written_on, heading, cursor)
    _draw_middle(canvas, plan.middle, view.middle)
    return list(canvas.lines())


def _draw_lines(canvas: Canvas, plan: Page) -> None:
    for left, right, y in plan.across:
        canvas.across(left, right, y)
    for x, top, bottom in plan.down:
        canvas.down(x, top, bottom)
    for x, y, rising in plan.diagonals:
        canvas.write(x, y, "╱" if rising else "╲", "line")


def _draw_player(
    canvas: Canvas, sector: Sector, row: OwnerRow, seat: int, names: Sequence[str], cursor: Cursor | None
) -> None:
    area, (result, style) = sector.name, _result_piece(row, cursor)
    if area.rows > 1:
        canvas.write(area.x, area.y, shorten_names(names, area.columns)[seat], "name")
        canvas.write(area.x, area.y + 1, clip(result, area.columns), style)
        return
    name = shorten_names(names, max(1, area.columns - width(result) - 3))[seat]
    x = area.x + (area.columns - width(name) - width(result) - 3) // 2
    x = canvas.write(x, area.y, f" {name} ", "name")
    canvas.write(canvas.write(x, area.y, result, style), area.y, " ", "name")


def _result_piece(owner: OwnerRow | Panel, cursor: Cursor | None) -> Piece:
    """Return the result of an owner with its style, which is "cursor" if the cursor is on the result."""
    result, style = styled_result(owner.result)
    return result, "cursor" if cursor is not None and cursor[0] == owner.account else style


def _draw_middle(canvas: Canvas, area: Area, text: str) -> None:
    shown = clip(text, area.columns - 2)
    x = area.x + (area.columns - width(shown) - 2) // 2
    canvas.write(x, area.y + area.rows // 2, f"({shown})", "middle")


def draw_ruled(
    view: TableView, columns: int, rows: int, cursor: Cursor | None = None
) -> list[list[Piece]] | None:
    """Draw the sheet as ruled boxes in the styles of `draw_sheet`, or return None if they do not fit."""
    room = rows - len(view.lines)
    if room < 1 + len(view.panels) * (MIN_ROWS + 1) or columns < _least_ruled(view.panels):
        return None
    canvas = Canvas(columns, rows)
    for panels, (top, bottom) in zip(
        view.panels, pairwise(_line_positions(room, len(view.panels))), strict=True
    ):
        for panel, (left, right) in zip(panels, pairwise(_line_positions(columns, len(panels))), strict=True):
            _draw_panel(canvas, panel, Area(left, top, right - left, bottom - top), cursor)
    for at, line in enumerate(view.lines):
        canvas.write(1, room + at, clip(line, columns - 2), "label")
    return list(canvas.lines())


def min_columns(layout: Layout, players: int) -> int:
    """Return the smallest number of columns of cells in which a sheet can be drawn."""
    return MIN_SIZES[players][0] if isinstance(layout, Sectors) else _least_ruled(layout.rows)


def _least_ruled(rows: Sequence[Sequence[Panel | Block]]) -> int:
    return max(len(row) * (1 + (MIN_COLUMN_WIDTH + 1) * max(len(box.columns) for box in row)) for row in rows)


def _line_positions(length: int, parts: int) -> list[int]:
    """Return the positions of the lines that divide `length` cells into `parts`, both edges included."""
    return [(length - 1) * part // parts for part in range(parts + 1)]


def _draw_panel(canvas: Canvas, panel: Panel, box: Area, cursor: Cursor | None) -> None:
    right, bottom = box.x + box.columns, box.y + box.rows
    canvas.box(box.x, box.y, right, bottom)
    cuts = [box.x + cut for cut in _line_positions(box.columns + 1, len(panel.columns))]
    for column, (left, end) in zip(panel.columns, pairwise(cuts), strict=True):
        if end < right:
            canvas.down(end, box.y, bottom)
        inside = Area(left + 1, box.y + 1, end - left - 1, box.rows - 1)
        draw_column(canvas, inside, column, column.heading, cursor, part=2)
    result, style = _result_piece(panel, cursor)
    name = clip(panel.heading, max(1, box.columns - width(result) - width(panel.signs) - 6))
    x = canvas.write(box.x + 2, box.y, f" {name} ", "name")
    if result:
        x = canvas.write(canvas.write(x, box.y, result, style), box.y, " ", "name")
    if panel.signs:
        canvas.write(x, box.y, f"{panel.signs} ", "middle")


STRUCK_BRACKETS = "[]"
"""Brackets drawn around a struck-through total, because not every terminal can strike text through."""


def heading_cells(area: Area, part: int = 3) -> int:
    """Return the width of a heading: one `part`-th of the width of its area, but at least LABEL_CELLS."""
    return max(LABEL_CELLS, area.columns // part)


def draw_column(
    canvas: Canvas, area: Area, column: ColumnView, heading: str, cursor: Cursor | None, part: int = 3
) -> None:
    """Draw the heading and as many of the newest totals as fit into an area.

    If not all totals fit, the heading is cut to the width that `heading_cells` returns for `part`.
    """
    if min(area.columns, area.rows) < 1:
        return
    totals = _totals(column, cursor, len(column.marks))
    label = clip(heading, area.columns)
    if totals.older or not _lines_fit(list(_wrapped(label, totals.pieces, area.columns)), area):
        label = clip(heading, heading_cells(area, part))
    lines = _first_fit(label, totals, area)
    chosen = _count_to_cursor(column, cursor)
    if chosen and not any(style == "cursor" for line in lines for _text, style in line):
        lines = _first_fit(label, _totals(column, cursor, chosen), area)
    for at, line in enumerate(lines):
        x = area.x
        for text, style in line:
            x = canvas.write(x, area.y + at, text, style)


class _Totals(NamedTuple):
    """Totals of a column with their styles, and whether `older` and `newer` totals are left out."""

    pieces: list[Piece]
    older: bool
    newer: bool


def _lines_fit(lines: Sequence[list[Piece]], area: Area) -> bool:
    wide = max((sum(width(text) for text, _style in line) for line in lines), default=0)
    return len(lines) <= area.rows and wide <= area.columns


def _count_to_cursor(column: ColumnView, cursor: Cursor | None) -> int:
    """Return the number of totals up to the one at the cursor, or 0 if the cursor is not in the column."""
    if cursor is None or cursor[0] != column.account:
        return 0
    return max((at for at, mark in enumerate(column.marks, start=1) if mark.n == cursor[1]), default=0)


def _totals(column: ColumnView, cursor: Cursor | None, end: int) -> _Totals:
    """Return at most MAX_SHOWN_TOTALS totals of a column: the last ones before index `end`."""
    chosen = cursor[1] if cursor is not None and cursor[0] == column.account else None
    last, first = column.last, max(0, end - MAX_SHOWN_TOTALS)
    pieces = []
    if column.began and not first:
        pieces.append((figure(column.began), "old" if last >= 0 else column.newest))
    for at, (mark, sign) in enumerate(column.signed(first, end), start=first):
        shown = figure(mark.amount)
        shown = shown.join(STRUCK_BRACKETS) if mark.struck else f"{sign} {shown}".lstrip()
        pieces.append((shown, "cursor" if mark.n == chosen else _style(column, at, last)))
    return _Totals(pieces, first > 0, end < len(column.marks))


def _style(column: ColumnView, at: int, last: int) -> str:
    if column.marks[at].struck:
        return "struck"
    return column.newest if at == last else "recent" if at >= last - RECENT_TOTALS else "old"


def _first_fit(label: str, totals: _Totals, area: Area) -> list[list[Piece]]:
    """Return lines with as many of the newest totals as fit. If none fits, the newest total is cut."""
    pieces, newer = totals.pieces, [(ELLIPSIS, "old")] if totals.newer else []
    whole = list(_wrapped(label, [*pieces, *newer], area.columns))
    if not totals.older and _lines_fit(whole, area):
        return whole

    def shortened(left_out: int) -> list[list[Piece]]:
        return list(_wrapped(label, [(ELLIPSIS, "old"), *pieces[left_out:], *newer], area.columns))

    tried = range(0 if totals.older else 1, len(pieces))
    at = bisect_left(tried, True, key=lambda left_out: _lines_fit(shortened(left_out), area))
    if at < len(tried):
        return shortened(tried[at])
    narrow = [[[*pieces[-1:], *newer]]] if newer else []
    return next(lines for lines in (*narrow, *_squeezed(label, pieces[-1:], area)) if _lines_fit(lines, area))


def _squeezed(label: str, newest: list[Piece], area: Area) -> Iterator[list[list[Piece]]]:
    """Yield layouts that show only the newest total, from the widest layout to the narrowest."""
    newest = newest or [("–", "old")]
    for shorter in (label, clip(label, max(1, area.columns - 2))):
        yield list(_wrapped(shorter, newest, area.columns))
    yield [newest]
    yield [[(part, style)] for text, style in newest for part in text.split()]
    yield [[(clip(text, area.columns), style) for text, style in newest]]


def _wrapped(label: str, totals: Sequence[Piece], columns: int) -> Iterator[list[Piece]]:
    """Wrap the label and the totals into lines of `columns` cells, with dots between the totals."""
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


CHANGE_CELLS = 7
NAME_CELLS = 12
MIN_NAME_WIDTH = 5
COMPACT_COLUMN = 4
RESULT_CELLS = 6
"""Width that is enough for all usual results, so that columns do not move when a result grows."""


def draw_compact(view: TableView, cells: int, cursor: Cursor | None = None) -> list[list[Piece]]:
    """Draw headings and a line for each owner, `cells` wide, in the styles of `draw_sheet`."""
    return [line for rows in group_rows(view) for line in _table(rows, cells, cursor)]


def group_rows(view: TableView) -> list[list[OwnerRow]]:
    """Group neighbouring rows with equal column headings into tables, which are drawn below each other."""
    alike = groupby(view.rows, lambda row: ([column.heading for column in row.own], bool(row.on)))
    return [list(rows) for _headings, rows in alike]


def compact_height(view: TableView) -> int:
    """Return the number of lines of the compact table."""
    return sum(len(rows_by_line(rows)) for rows in group_rows(view))


def rows_by_line(rows: Sequence[OwnerRow]) -> list[OwnerRow | None]:
    """Return the row that each line of a table shows, with None for the line of headings."""
    return [*rows] if _is_single_line(rows) else [None, *rows]


def _is_single_line(rows: Sequence[OwnerRow]) -> bool:
    """Return whether a table is a single row without a result, which is drawn on one line with headings."""
    return len(rows) == 1 and rows[0].result is None


def _table(rows: Sequence[OwnerRow], cells: int, cursor: Cursor | None) -> list[list[Piece]]:
    if _is_single_line(rows):
        return [_single_line(rows[0], cells, cursor)]
    plan = _plan(rows, cells)
    short = shorten_names([row.name for row in rows], plan.names)
    lines = (_line(name, row, plan, cursor) for name, row in zip(short, rows, strict=True))
    return [[(_headings(rows, plan), "label")], *lines]


def _headings(rows: Sequence[OwnerRow], plan: "_Plan") -> str:
    headings = [column.heading for column in rows[0].own]
    if rows[0].on:
        names, rooms = [row.name for row in rows], plan.columns[len(headings) :]
        headings += [shorten_names(names, max(1, room - 1))[at] for at, room in enumerate(rooms)]
    line = pad("", plan.names)
    line += "".join(_align_right(each, room) for each, room in zip(headings, plan.columns, strict=True))
    if rows[0].result is not None:
        line += _align_right(_("now"), plan.result)
        line += _align_right(_(C_("a change", "last")), CHANGE_CELLS) if plan.change else ""
    return line


class _Plan(NamedTuple):
    """Widths of the names, of each column and of the result, and whether its last change is shown."""

    names: int
    columns: tuple[int, ...]
    result: int
    change: bool


def _plan(rows: Sequence[OwnerRow], cells: int) -> _Plan:
    """Divide the width between names, columns, the result and the last change.

    Every column gets the cells of its newest figures and an equal share of the rest. If there are too few
    cells, the last change is left out, then names are shortened. Names of players take at most NAME_CELLS.
    Names of other owners, such as sides, may take half of the free cells.
    """
    needed, whole = _column_needs(rows)
    longest = max(width(row.name) for row in rows)
    if rows[0].result is None:
        left = cells - sum(needed)
        names = max(1, min(max(NAME_CELLS, left // 2), longest, max(MIN_NAME_WIDTH, left)))
        return _Plan(names, _share_cells(whole, needed, max(0, left - names)), 0, False)
    widest = max([RESULT_CELLS, *(width(styled_result(row.result)[0]) for row in rows)])
    room = cells - MIN_NAME_WIDTH - sum(needed) - 1
    result = 1 + max(RESULT_CELLS, min(widest, room))  # in a narrow table results are cut
    names = min(NAME_CELLS, longest)
    for change in (CHANGE_CELLS, 0):
        left = cells - names - result - change
        if left // len(needed) >= max(needed):
            return _Plan(names, _share_cells(whole, [0] * len(needed), left), result, bool(change))
    left = cells - result - sum(needed)
    has_change = left - CHANGE_CELLS >= MIN_NAME_WIDTH
    left -= CHANGE_CELLS if has_change else 0
    names = max(1, min(names, max(MIN_NAME_WIDTH, left)))
    return _Plan(names, _share_cells(whole, needed, max(0, left - names)), result, has_change)


def _column_needs(rows: Sequence[OwnerRow]) -> tuple[list[int], list[int]]:
    """Return the widths that columns need for their newest figures, and those with their whole headings."""
    headings = [*(column.heading for column in rows[0].own), *(row.name for row in rows if rows[0].on)]
    below = zip(*((*row.own, *row.on) for row in rows), strict=True)
    needed, whole = [], []
    for heading, column in zip(headings, below, strict=True):
        figures = (width(figure(view.now)) for view in column if view is not None)
        needed.append(1 + max([COMPACT_COLUMN, *figures]))
        whole.append(max(needed[-1], 1 + width(heading)))
    return needed, whole


def _share_cells(whole: Sequence[int], least: Sequence[int], more: int) -> tuple[int, ...]:
    """Return the width of each column: its width in `least`, and an equal share of the `more` other cells.

    Then columns that are wider than in `whole` give cells to columns whose headings would be cut. Older
    totals do not change the widths, so that columns stay in place during a game.
    """
    share, odd = divmod(more, len(least))
    rooms = [room + share + (at < odd) for at, room in enumerate(least)]
    while True:
        spare = [room - used for room, used in zip(rooms, whole, strict=True)]
        giver, taker = spare.index(max(spare)), spare.index(min(spare))
        if spare[giver] <= 0 or spare[taker] >= 0:
            return tuple(rooms)
        rooms[giver] -= 1
        rooms[taker] += 1


def _single_line(row: OwnerRow, cells: int, cursor: Cursor | None) -> list[Piece]:
    """Return the line of an owner: the name, then each heading followed by the totals of its column."""
    line: list[Piece] = [(f"{clip(row.name, cells // 3)} ", "name")]
    room = (cells - width(line[0][0])) // len(row.columns)
    for column in row.columns:
        heading = clip(column.heading, room // 2)
        line.append((f" {heading}", "label"))
        line += _column_pieces(column, min(room - width(heading) - 1, 2 * COMPACT_COLUMN), cursor)
    return line


def _line(name: str, row: OwnerRow, plan: _Plan, cursor: Cursor | None) -> list[Piece]:
    line: list[Piece] = [(pad(name, plan.names), "name")]
    for column, room in zip((*row.own, *row.on), plan.columns, strict=True):
        line += _column_pieces(column, room, cursor)
    if row.result is None:
        return line
    result, style = _result_piece(row, cursor)
    shown = clip(result, plan.result - 1)
    line += [(" " * (plan.result - width(shown)), "old"), (shown, style)]
    if plan.change:
        line.append((_align_right(signed(row.change) if row.change else "·", CHANGE_CELLS), "old"))
    return line


def _column_pieces(column: ColumnView | None, cells: int, cursor: Cursor | None) -> list[Piece]:
    """Return as many totals as fit: the newest, or those up to the cursor if it is on an older total."""
    if column is None:
        return [(_align_right("╲", cells), "old")]
    chosen = cursor[1] if cursor is not None and cursor[0] == column.account else None
    valid = [mark for mark in column.marks if not mark.struck or mark.n == chosen]
    if not valid:
        return [(_align_right(figure(column.began) if column.began else "–", cells), "old")]
    figures, end = [figure(mark.amount) for mark in valid], len(valid)
    marked = max((at for at, mark in enumerate(valid) if mark.n == chosen), default=end - 1)
    first = _first_shown(figures, end, cells)
    if marked < first:
        end = marked + 1
        first = _first_shown(figures, end, cells)
    shown = clip(figures[marked], cells - 1)
    older = "".join(f"{total}." for total in figures[first:marked])
    newer = "".join(f".{total}" for total in figures[marked + 1 : end])
    newer += ELLIPSIS if end < len(figures) else ""
    blanks = cells - width(older) - width(shown) - width(newer)
    if first and blanks > 1:
        older, blanks = f"{ELLIPSIS}{older}", blanks - 1
    style = column.newest if chosen is None else "cursor"
    return [(" " * blanks + older, "old"), (shown, style), (newer, "old")]


def _first_shown(figures: Sequence[str], end: int, cells: int) -> int:
    """Return the first index from which all totals before `end` fit, with ellipses for omitted totals."""
    room = cells - 1 - width(figures[end - 1]) - (len(ELLIPSIS) if end < len(figures) else 0)
    first = end - 1
    while first:
        room -= width(figures[first - 1]) + 1
        if room < (len(ELLIPSIS) if first > 1 else 0):
            break
        first -= 1
    return first


def _align_right(text: str, cells: int) -> str:
    return pad(" " + clip(text, cells - 1), cells, right=True)
