"""Drawing a sheet in terminal cells: sectors as on paper, ruled boxes, or a compact table.

`draw_sheet` draws sectors, whose places `lay_out_page` computes, or ruled boxes. `draw_compact` draws a table
with a line for each player.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise, product
from operator import itemgetter
from typing import NamedTuple, TypeVar

from prefcount.base.i18n import C_, _
from prefcount.games.game import Block, Layout, Sectors
from prefcount.games.state import RESULT
from prefcount.ledger import Account
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
from prefcount.render.view import CHANGE, ColumnView, Cursor, OwnerRow, Panel, TableView
from prefcount.session.replay import Total

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"

Piece = tuple[str, str]
"""A piece of text and the name of its style."""
ELLIPSIS = "…"
"""Drawn in place of totals for which a column has no room."""
ROW_ASIDE, CELL_ASIDE = 48, 4
"""An arrow key selects the nearest figure: a row aside counts as 48 cells ahead, a cell aside as four."""


class Area(NamedTuple):
    """A rectangle of terminal cells. The lines drawn around the rectangle are outside it."""

    x: int
    y: int
    columns: int
    rows: int

    def distance(self, other: "Area", right: int, down: int) -> int | None:
        """Return the distance to another area, or None if the area is not in the given direction.

        Args:
            right: 1 to look to the right, −1 to look to the left, or 0.
            down: 1 to look down, −1 to look up, or 0.
        """
        left, beyond = self.x - other.x - other.columns, other.x - self.x - self.columns
        rows = other.y - self.y
        if right:
            ahead, aside = (beyond if right > 0 else left), ROW_ASIDE * abs(rows)
        else:  # a row is about as high as two cells are wide
            ahead, aside = 2 * rows * down - 1, CELL_ASIDE * max(left + 1, beyond + 1, 0)
        return ahead + aside if ahead >= 0 else None


class Figure(NamedTuple):
    """A number on the canvas that the cursor can select.

    Attributes:
        text: the number, or “…” in place of totals that do not fit.
        area: the cells of the number.
        cursor: the cursor position that selects the number.
    """

    text: str
    area: Area
    cursor: Cursor


Figures = list[Figure]


def find_shown(figures: Figures, cursor: Cursor | None) -> Cursor | None:
    """Return the position of the figure to highlight for a cursor.

    This is `cursor` itself, unless it selects a past result that is not drawn. Then the player's current
    result is highlighted.
    """
    if cursor is None or cursor[0].column not in (RESULT, CHANGE):
        return cursor
    is_drawn = any(each.cursor == cursor for each in figures)
    return cursor if is_drawn else (Account(RESULT, cursor[0].owner), 0)


def next_figure(figures: Figures, cursor: Cursor, right: int, down: int) -> Cursor:
    """Return the cursor position after an arrow key: the nearest figure in the direction of the arrow.

    If no figure is in this direction, `cursor` is returned. Moving up or down prefers figures of the
    same column of the sheet.

    Args:
        figures: all figures on the canvas.
        cursor: the current position.
        right: 1 to move right, −1 to move left, or 0.
        down: 1 to move down, −1 to move up, or 0.
    """
    own = [each.area for each in figures if each.cursor == cursor]
    found = [
        ((down != 0 and other.cursor[0] != cursor[0], distance), other.cursor)
        for other, area in product(figures, own)
        if other.cursor != cursor and (other.cursor[0] == cursor[0] or other.text != ELLIPSIS)
        if (distance := area.distance(other.area, right, down)) is not None
    ]
    return min(found, key=itemgetter(0))[1] if found else cursor


class Canvas:
    """A rectangle of terminal cells to draw on. Crossing lines are joined with characters such as “┼”."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.figures: Figures = []
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
        for y in (top, bottom):
            self.across(left, right, y)
        for x in (left, right):
            self.down(x, top, bottom)

    def write(self, x: int, y: int, text: str, style: str, cursor: Cursor | None = None) -> int:
        """Write a text, cut at the edge of the canvas. Return the x of the cell after the text.

        Args:
            x, y: the cell in which the text begins.
            style: the name of the style, such as "label".
            cursor: the cursor position that selects the text, or None for text that cannot be selected.
        """
        if not 0 <= y < self.rows:
            return x
        start = x
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
        if cursor is not None and x > start:
            self.figures.append(Figure(text, Area(start, y, x - start, 1), cursor))
        return x

    def is_free(self, x: int, y: int) -> bool:
        return 0 <= x < self.columns and not self._joints[y][x] and x not in self._text[y]

    def mark(self, cursor: Cursor | None) -> None:
        """Highlight the figure that `cursor` selects. If `cursor` is None, nothing is highlighted."""
        shown = find_shown(self.figures, cursor)
        for _text, (x, y, columns, _rows), marked in self.figures:
            if marked == shown:
                for at in range(x, x + columns):
                    self._text[y][at] = (self._text[y][at][0], "cursor")

    def lines(self) -> Iterator[list[Piece]]:
        """Yield each row of the canvas as pieces of text, each with the name of its style."""
        for joints, text in zip(self._joints, self._text, strict=True):
            cells = (text.get(x, (_JOINTS[joint], "line")) for x, joint in enumerate(joints))
            runs = groupby(cells, key=itemgetter(1))
            yield [("".join(shown for shown, _style in run), style) for style, run in runs]


BANDS = 3
MIN_SIZES = {2: (40, 13), 3: (48, 15), 4: (60, 17), 5: (66, 23)}
"""Smallest size of a drawing, as columns and rows of cells, for each number of players."""


class Sector(NamedTuple):
    """The areas of one player in a sheet that is drawn in the terminal.

    Attributes:
        name: the area of the name and the result.
        own: the area of the pool, then the area of the dump.
        on: the areas of whists on other players: 1 is the next player clockwise, 2 the player after.
    """

    name: Area
    own: tuple[Area, ...]
    on: dict[int, Area]


class Page(NamedTuple):
    """The lines and areas of a sheet in the terminal, as on paper with a part for each player.

    Attributes:
        across: horizontal lines as (left, right, y).
        down: vertical lines as (x, top, bottom).
        diagonals: the cells of slanted lines as (x, y, rising). A `rising` line goes up to the right.
        sectors: the parts of the players, in seat order.
        middle: the area for the text in the middle.
    """

    across: tuple[tuple[int, int, int], ...]
    down: tuple[tuple[int, int, int], ...]
    diagonals: tuple[tuple[int, int, bool], ...]
    sectors: tuple[Sector, ...]
    middle: Area


def fits(players: int, columns: int, rows: int) -> bool:
    """Return whether a sheet with a part for each player fits into `columns` × `rows` cells."""
    least_columns, least_rows = MIN_SIZES[players]
    return columns >= least_columns and rows >= least_rows


def lay_out_page(players: int, columns: int, rows: int) -> Page:
    """Return the layout of a sheet with a part for each player, in `columns` × `rows` cells.

    Check first that the sheet `fits`.
    """
    match players:
        case 2:
            return _halves(columns, rows)
        case 4:
            return _cross(columns, rows)
    return _with_sides(columns, rows, players // 2)


def _inside(x: int, y: int, other_x: int, other_y: int) -> Area:
    (left, right), (top, bottom) = sorted((x, other_x)), sorted((y, other_y))
    return Area(left + 1, top + 1, right - left - 1, bottom - top - 1)


def _split_into_columns(area: Area, order: Sequence[int]) -> dict[int, Area]:
    lines = [area.x - 1 + (area.columns + 1) * at // len(order) for at in range(len(order) + 1)]
    parts = (Area(left + 1, area.y, right - left - 1, area.rows) for left, right in pairwise(lines))
    return dict(zip(order, parts, strict=True))


def _split_down(area: Area, order: Sequence[int]) -> dict[int, Area]:
    turned = _split_into_columns(Area(area.y, area.x, area.rows, area.columns), order)
    return {key: Area(part.y, part.x, part.rows, part.columns) for key, part in turned.items()}


def _make_page(
    across: list[tuple[int, int, int]],
    down: list[tuple[int, int, int]],
    diagonals: tuple[tuple[int, int, bool], ...],
    sectors: Sequence[Sector],
    middle: Area,
) -> Page:
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
    right, bottom, centre = columns - 1, rows - 1, columns // 2
    high, wide = max(2, (rows - (6 if sides == 1 else 15)) // 5), (centre - 2) // BANDS
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
    sectors = [Sector(Area(2, bottom, columns - 4, 1), tuple(own), _split_into_columns(whists, order))]
    sectors += [*lefts, *reversed(rights)]
    strokes = _slanted_cells([*zip(xs, ys, strict=False)], right)
    return _make_page(across, down, strokes, sectors, Area(centre - 8, ys[3], 17, 1))


def _side_sector(edges: list[int], top: int, below: list[int], order: Sequence[int]) -> Sector:
    sides = zip(pairwise(edges), below, strict=True)
    whists, pool, dump = (_inside(outer, top, inner, bottom) for (outer, inner), bottom in sides)
    name = Area(min(whists.x, pool.x), top, whists.columns + 1 + pool.columns, 1)
    return Sector(name, (pool, dump), _split_down(whists, order))


def _cross(columns: int, rows: int) -> Page:
    right, bottom = columns - 1, rows - 1
    wide = (columns - 12) // (2 * BANDS)

    def smallest_dump(high: int) -> int:
        return min((high - 1) * (columns - 5 * wide), (rows - 6 * high) * (wide - 1))

    high = max(range(2, (rows - 3) // 6 + 1), key=smallest_dump)
    xs = [band * wide for band in range(BANDS + 1)]
    ys = [band * high for band in range(BANDS + 1)]
    corners = [*zip(xs, ys, strict=True)]

    def level(lines: list[int], order: tuple[int, ...]) -> Sector:
        bands = zip(xs[1:], pairwise(lines), strict=True)
        whists, *own = (_inside(x, outer, right - x, inner) for x, (outer, inner) in bands)
        return Sector(Area(2, lines[0], right - 3, 1), tuple(own), _split_into_columns(whists, order))

    def upright(lines: list[int], order: tuple[int, ...]) -> Sector:
        bands = zip(ys[1:], pairwise(lines), strict=True)
        whists, *own = (_inside(outer, y, inner, bottom - y) for y, (outer, inner) in bands)
        x, y, cells, lower = whists
        name, below = Area(x, y - 1, cells, 2), Area(x, y + 1, cells, lower - 1)
        return Sector(name, tuple(own), _split_down(below, order))

    return _make_page(
        [(x, right - x, line) for x, y in corners for line in (y, bottom - y)],
        [(line, y, bottom - y) for x, y in corners for line in (x, right - x)],
        _slanted_cells([(x, bottom - y) for x, y in corners], right) + _slanted_cells(corners, right),
        (
            level([bottom - y for y in ys], (1, 2, 3)),
            upright(xs, (1, 2, 3)),
            level(ys, (3, 2, 1)),
            upright([right - x for x in xs], (3, 2, 1)),
        ),
        _inside(xs[3], ys[3], right - xs[3], bottom - ys[3]),
    )


def _slanted_cells(corners: list[tuple[int, int]], right: int) -> tuple[tuple[int, int, bool], ...]:
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
"""Smallest width and height, in cells, of a column in a ruled box."""
MAX_SHOWN_TOTALS = 200
"""Maximum number of totals drawn in a column, however large the screen is."""
LABEL_CELLS = 5
"""Width that every heading may take. In a wide column a heading may take a third of the width."""
RECENT_TOTALS = 4
"""Number of totals before the newest total that have the style "recent". Older totals are "old"."""


def draw_sheet(view: TableView, columns: int, rows: int, cursor: Cursor | None = None) -> Canvas | None:
    """Draw the sheet, or return None if it does not fit into `columns` × `rows` cells.

    The figure that `cursor` selects is highlighted.
    """
    if view.panels:
        return _draw_ruled(view, columns, rows, cursor)
    if not fits(len(view.rows), columns, rows):
        return None
    canvas = Canvas(columns, rows)
    plan = lay_out_page(len(view.rows), columns, rows)
    _draw_lines(canvas, plan)
    names = [row.name for row in view.rows]
    for seat, (sector, row) in enumerate(zip(plan.sectors, view.rows, strict=True)):
        _draw_player(canvas, sector, row, seat, names)
        for column, area in zip(row.own, sector.own, strict=True):
            draw_column(canvas, area, column, cursor)
        for clockwise, area in sector.on.items():
            other = (seat + clockwise) % len(view.rows)
            written_on = row.on[other]
            if written_on is not None:
                short = shorten_names(names, _heading_cells(area))[other]
                draw_column(canvas, area, written_on._replace(heading=names[other]), cursor, short)
    _draw_middle(canvas, plan.middle, view.middle)
    canvas.mark(cursor)
    return canvas


def _draw_lines(canvas: Canvas, plan: Page) -> None:
    for left, right, y in plan.across:
        canvas.across(left, right, y)
    for x, top, bottom in plan.down:
        canvas.down(x, top, bottom)
    for x, y, rising in plan.diagonals:
        canvas.write(x, y, "╱" if rising else "╲", "line")


def _draw_player(canvas: Canvas, sector: Sector, row: OwnerRow, seat: int, names: Sequence[str]) -> None:
    area, (result, style) = sector.name, styled_result(row.result)
    if area.rows > 1:
        canvas.write(area.x, area.y, shorten_names(names, area.columns)[seat], "name")
        canvas.write(area.x, area.y + 1, clip(result, area.columns), style, (row.account, 0))
        return
    name = shorten_names(names, max(1, area.columns - width(result) - 3))[seat]
    x = area.x + (area.columns - width(name) - width(result) - 3) // 2
    x = canvas.write(x, area.y, f" {name} ", "name")
    canvas.write(canvas.write(x, area.y, result, style, (row.account, 0)), area.y, " ", "name")


def _draw_middle(canvas: Canvas, area: Area, text: str) -> None:
    shown = clip(text, area.columns - 2)
    x = area.x + (area.columns - width(shown) - 2) // 2
    canvas.write(x, area.y + area.rows // 2, f"({shown})", "middle")


def _draw_ruled(view: TableView, columns: int, rows: int, cursor: Cursor | None) -> Canvas | None:
    room = rows - len(view.lines)
    if room < 1 + len(view.panels) * (MIN_ROWS + 1) or columns < _least_ruled(view.panels):
        return None
    canvas = Canvas(columns, rows)
    lines = pairwise(_line_positions(room, len(view.panels)))
    for panels, (top, bottom) in zip(view.panels, lines, strict=True):
        for panel, (left, right) in zip(panels, pairwise(_line_positions(columns, len(panels))), strict=True):
            _draw_panel(canvas, panel, Area(left, top, right - left, bottom - top), cursor)
    for at, line in enumerate(view.lines):
        canvas.write(1, room + at, clip(line, columns - 2), "label")
    canvas.mark(cursor)
    return canvas


def min_columns(layout: Layout, players: int) -> int:
    """Return the smallest width, in cells, in which the sheet of a game can be drawn."""
    return MIN_SIZES[players][0] if isinstance(layout, Sectors) else _least_ruled(layout.rows)


def _least_ruled(rows: Sequence[Sequence[Panel | Block]]) -> int:
    return max(len(row) * (1 + (MIN_COLUMN_WIDTH + 1) * max(len(box.columns) for box in row)) for row in rows)


def _line_positions(length: int, parts: int) -> list[int]:
    return [(length - 1) * part // parts for part in range(parts + 1)]


def _draw_panel(canvas: Canvas, panel: Panel, box: Area, cursor: Cursor | None) -> None:
    right, bottom = box.x + box.columns, box.y + box.rows
    canvas.box(box.x, box.y, right, bottom)
    cuts = [box.x + cut for cut in _line_positions(box.columns + 1, len(panel.columns))]
    for column, (left, end) in zip(panel.columns, pairwise(cuts), strict=True):
        if end < right:
            canvas.down(end, box.y, bottom)
        inside = Area(left + 1, box.y + 1, end - left - 1, box.rows - 1)
        draw_column(canvas, inside, column, cursor, clip(column.heading, _heading_cells(inside, 2)))
    result, style = styled_result(panel.result)
    name = clip(panel.heading, max(1, box.columns - width(result) - width(panel.signs) - 6))
    x = canvas.write(box.x + 2, box.y, f" {name} ", "name")
    if result and panel.account is not None:
        x = canvas.write(x, box.y, result, style, (panel.account, 0))
        x = canvas.write(x, box.y, " ", "name")
    if panel.signs:
        canvas.write(x, box.y, f"{panel.signs} ", "middle")


STRUCK_BRACKETS = "[]"
"""Brackets drawn around a struck-through total, because not every terminal can strike text through."""


def _heading_cells(area: Area, part: int = 3) -> int:
    return max(LABEL_CELLS, area.columns // part)


class ColumnPiece(NamedTuple):
    """A piece of text in a column, such as a total.

    Attributes:
        style: the name of the style, such as "last" for the newest total.
        n: the number of the entry that wrote the total. “…” has the number of the newest entry that it hides,
            and other text has 0.
    """

    text: str
    style: str
    n: int = 0


class Line(NamedTuple):
    """The place of a line of text.

    Attributes:
        x: the left end.
        y: the row in a terminal, or the baseline in a picture.
        width: the maximum width of the text.
    """

    x: int
    y: int
    width: int


T = TypeVar("T")


def total_pieces(column: ColumnView, most: int, end: int | None = None) -> list[ColumnPiece]:
    """Return the newest totals of a column, oldest first. If older totals are left out, “…” comes first.

    Args:
        most: the maximum number of totals.
        end: the index in `column.marks` before which to stop, or None to include the newest total.
    """
    marks, last = column.marks, column.last
    end = len(marks) if end is None else end
    first = max(0, end - most)
    pieces = [_ellipsis_before(marks, first)] if first else []
    if column.began and not first:
        pieces.append(ColumnPiece(figure(column.began), "old" if last >= 0 else column.newest))
    for at, (mark, sign) in enumerate(column.signed(first, end), start=first):
        shown = f"{sign} {figure(mark.amount)}".lstrip()
        pieces.append(ColumnPiece(shown, _style(column, at, last), mark.n))
    return pieces if last >= 0 or column.began else [*pieces, ColumnPiece("–", "old")]


def _ellipsis_before(totals: Sequence[Total | ColumnPiece], first: int) -> ColumnPiece:
    hidden = (totals[at].n for at in range(first - 1, -1, -1) if totals[at].n != totals[first].n)
    return ColumnPiece(ELLIPSIS, "old", next(hidden, 0))


def _style(column: ColumnView, at: int, last: int) -> str:
    if column.marks[at].struck:
        return "struck"
    return column.newest if at == last else "recent" if at >= last - RECENT_TOTALS else "old"


def fit_newest(pieces: Sequence[ColumnPiece], fit: Callable[[Sequence[ColumnPiece]], T | None]) -> T | None:
    """Fit as many pieces as possible into a place. If not all fit, “…” replaces the oldest.

    Args:
        pieces: the pieces, oldest first.
        fit: tries to fit the given pieces, and returns None if they do not fit.

    Returns:
        The result of `fit`, or None if not even the newest piece fits.
    """
    whole = fit(pieces)
    if whole is not None:
        return whole

    def without(left_out: int) -> T | None:
        return fit([_ellipsis_before(pieces, left_out), *pieces[left_out:]])

    tried = range(1, len(pieces))
    at = bisect_left(tried, True, key=lambda left_out: without(left_out) is not None)
    return without(tried[at]) if at < len(tried) else None


def fill_lines(
    label: str, pieces: Sequence[ColumnPiece], places: Iterable[Line], measure: Callable[[str, str], int]
) -> list[tuple[Line, list[ColumnPiece]]] | None:
    """Distribute a heading and the totals of a column over lines, with dots between totals.

    Args:
        label: the heading, at the beginning of the first line.
        pieces: the totals. “…” replaces totals that are left out.
        places: the lines to fill, from top to bottom.
        measure: returns the width of a text in a style, such as `measure("12", "last")`.

    Returns:
        The used lines with their pieces, or None if not all pieces fit.
    """
    lines = iter(places)
    place = next(lines, None)
    if place is None:
        return None
    filled: list[tuple[Line, list[ColumnPiece]]] = []
    written: list[ColumnPiece] = []
    if label:
        filled.append((place, [ColumnPiece(label, "label")]))
        used = measure(label, "label")
        place = Line(place.x + used, place.y, place.width - used)
    left = place.width
    for parts in _group_by_line_break(pieces):
        total = next((part for part in parts if part.text != ELLIPSIS), parts[0])
        needed = measure("".join(part.text for part in parts), total.style)
        while needed > left:
            if written:
                filled.append((place, written))
            following = next(lines, None)
            if following is None:
                return None
            place, left, written = following, following.width, []
        written += parts
        left -= needed
    return [*filled, (place, written)] if written else filled


def _group_by_line_break(pieces: Sequence[ColumnPiece]) -> Iterator[list[ColumnPiece]]:
    parts = []
    for piece, following in zip(pieces, [*pieces[1:], None], strict=False):
        parts.append(piece)
        if following is None or ELLIPSIS not in (piece.text, following.text):
            yield parts if following is None else [*parts, ColumnPiece(".", "old")]
            parts = []


def draw_column(
    canvas: Canvas, area: Area, column: ColumnView, cursor: Cursor | None, short: str | None = None
) -> None:
    """Draw the heading of a column, and as many of its newest totals as fit into an area.

    Args:
        cursor: the selected figure. A selected total of this column is always shown, if necessary instead of
            newer totals.
        short: the heading to use if not all totals fit. If None, the usual heading is cut.
    """
    if min(area.columns, area.rows) < 1:
        return
    places = list(_line_places(canvas, area))
    cut = short or clip(column.heading, _heading_cells(area))
    for place, pieces in _fit_to_cursor(column, cut, places, cursor):
        _write_pieces(canvas, place, pieces, column.account)


def _write_pieces(canvas: Canvas, place: Line, pieces: Sequence[ColumnPiece], account: Account) -> None:
    x = place.x
    for piece in pieces:
        x = canvas.write(x, place.y, piece.text, piece.style, (account, piece.n) if piece.n else None)


def _line_places(canvas: Canvas, area: Area) -> Iterator[Line]:
    for y in range(area.y, area.y + area.rows):
        left, right = area.x, area.x + area.columns - 1
        while canvas.is_free(left - 1, y) and canvas.is_free(left - 2, y):
            left -= 1
        while canvas.is_free(right + 1, y) and canvas.is_free(right + 2, y):
            right += 1
        yield Line(left, y, right - left + 1)


_Lines = list[tuple[Line, list[ColumnPiece]]]


def _fit_to_cursor(
    column: ColumnView, short: str, places: Sequence[Line], cursor: Cursor | None, wider: int = 0
) -> _Lines:
    lines = _fit_column(column, short, places, len(column.marks))
    chosen = cursor[1] if cursor is not None and cursor[0] == column.account else 0
    end = max((at for at, mark in enumerate(column.marks, start=1) if mark.n == chosen), default=0)
    shown = (piece for _place, pieces in lines for piece in pieces if piece.text != ELLIPSIS)
    if not end or chosen in {piece.n for piece in shown}:
        return lines
    return _fit_column(column, short, [Line(x - wider, y, cells + wider) for x, y, cells in places], end)


def _fit_column(column: ColumnView, short: str, places: Sequence[Line], end: int) -> _Lines:
    pieces = [
        piece._replace(text=piece.text.join(STRUCK_BRACKETS)) if piece.style == "struck" else piece
        for piece in total_pieces(column, MAX_SHOWN_TOTALS, end)
    ]
    newer = [ColumnPiece(ELLIPSIS, "old", mark.n) for mark in column.marks[end : end + 1]]
    fits = width(column.heading) <= places[0].width and pieces[0].text != ELLIPSIS
    whole = fill_lines(column.heading, [*pieces, *newer], places, _measure) if fits else None
    return (
        whole
        or fit_newest(pieces, lambda shown: fill_lines(short, [*shown, *newer], places, _measure))
        or next(filter(None, _squeezed(short, pieces, newer, places)))
    )


def _measure(text: str, style: str) -> int:
    return width(text) + (style == "label")


def _squeezed(
    short: str, pieces: Sequence[ColumnPiece], newer: list[ColumnPiece], places: Sequence[Line]
) -> Iterator[_Lines | None]:
    older = [_ellipsis_before(pieces, len(pieces) - 1)] if len(pieces) > 1 else []
    newest, room = pieces[-1], places[0].width
    shown = [*older, newest, *newer]
    left = room - 1 - sum(width(piece.text) for piece in shown)
    for label in (clip(short, left) if left > 1 else "", ""):
        yield fill_lines(label, shown, places, _measure)
    parts = newest.text.split()
    if len(parts) <= len(places) and max(map(width, parts)) <= room:
        yield [(place, [newest._replace(text=part)]) for place, part in zip(places, parts, strict=False)]
    yield [(places[0], [newest._replace(text=clip(newest.text, room))])]


CHANGE_CELLS = 7
NAME_CELLS = 12
MIN_NAME_WIDTH = 5
COMPACT_COLUMN = 4
RESULT_CELLS = 6
"""Width that is enough for usual results, so that columns do not move when a result grows."""


def draw_compact(view: TableView, cells: int, cursor: Cursor | None = None) -> Canvas:
    """Draw the sheet as a table that is `cells` wide, with one line for each player or side.

    The figure that `cursor` selects is highlighted.
    """
    canvas, y = Canvas(cells, compact_height(view)), 0
    for rows in _group_rows(view):
        if _is_single_line(rows):
            _draw_single_line(canvas, y, rows[0], cursor)
        else:
            _draw_table(canvas, y, rows, cursor)
        y += _count_lines(rows)
    canvas.mark(cursor)
    return canvas


def _group_rows(view: TableView) -> list[list[OwnerRow]]:
    # Neighbouring players or sides share a table if their headings are equal.
    alike = groupby(view.rows, lambda row: ([column.heading for column in row.own], bool(row.on)))
    return [list(rows) for _headings, rows in alike]


def compact_height(view: TableView) -> int:
    return sum(map(_count_lines, _group_rows(view)))


def _count_lines(rows: Sequence[OwnerRow]) -> int:
    return len(rows) + (not _is_single_line(rows))


def _is_single_line(rows: Sequence[OwnerRow]) -> bool:
    return len(rows) == 1 and rows[0].result is None


def _draw_table(canvas: Canvas, y: int, rows: Sequence[OwnerRow], cursor: Cursor | None) -> None:
    plan = _plan(rows, canvas.columns)
    canvas.write(0, y, _headings(rows, plan), "label")
    short = shorten_names([row.name for row in rows], plan.names)
    for line, (name, row) in enumerate(zip(short, rows, strict=True), start=y + 1):
        _draw_row(canvas, line, name, row, plan, cursor)


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
    names: int
    columns: tuple[int, ...]
    result: int
    change: bool


def _plan(rows: Sequence[OwnerRow], cells: int) -> _Plan:
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
    change = CHANGE_CELLS if left - CHANGE_CELLS >= MIN_NAME_WIDTH else 0
    names = max(1, min(names, max(MIN_NAME_WIDTH, left - change)))
    return _Plan(names, _share_cells(whole, needed, max(0, left - change - names)), result, bool(change))


def _column_needs(rows: Sequence[OwnerRow]) -> tuple[list[int], list[int]]:
    # Older totals do not count, so that columns stay in place during a game. Names above columns do not count
    # either: a name is shortened before a figure is.
    headings = [*(column.heading for column in rows[0].own), *("" for _row in rows if rows[0].on)]
    below = zip(*((*row.own, *row.on) for row in rows), strict=True)
    needed, whole = [], []
    for heading, column in zip(headings, below, strict=True):
        figures = (width(figure(view.now)) + (len(view.marks) > 1) for view in column if view is not None)
        needed.append(1 + max([COMPACT_COLUMN, *figures]))
        whole.append(max(needed[-1], 1 + width(heading)))
    return needed, whole


def _share_cells(whole: Sequence[int], least: Sequence[int], more: int) -> tuple[int, ...]:
    share, odd = divmod(more, len(least))
    rooms = [room + share + (at < odd) for at, room in enumerate(least)]
    while True:
        spare = [room - used for room, used in zip(rooms, whole, strict=True)]
        giver, taker = spare.index(max(spare)), spare.index(min(spare))
        if spare[giver] <= 0 or spare[taker] >= 0:
            return tuple(rooms)
        rooms[giver] -= 1
        rooms[taker] += 1


def _draw_single_line(canvas: Canvas, y: int, row: OwnerRow, cursor: Cursor | None) -> None:
    x = canvas.write(0, y, f"{clip(row.name, canvas.columns // 3)} ", "name")
    room = (canvas.columns - x) // len(row.columns)
    for column in row.columns:
        x = canvas.write(x, y, f" {clip(column.heading, room // 2)}", "label")
        cells = min(room - width(clip(column.heading, room // 2)) - 1, 2 * COMPACT_COLUMN)
        x = _draw_totals(canvas, x, y, column, cells, cursor)


def _draw_row(canvas: Canvas, y: int, name: str, row: OwnerRow, plan: _Plan, cursor: Cursor | None) -> None:
    canvas.write(0, y, name, "name")
    x = plan.names
    for column, room in zip((*row.own, *row.on), plan.columns, strict=True):
        x = _draw_totals(canvas, x, y, column, room, cursor)
    if row.result is None:
        return
    result, style = styled_result(row.result)
    shown = clip(result, plan.result - 1)
    x = canvas.write(x + plan.result - width(shown), y, shown, style, (row.account, 0))
    if plan.change:
        change = clip(signed(row.change) if row.change else "·", CHANGE_CELLS - 1)
        selected = (Account(CHANGE, row.account.owner), row.changed_by) if row.change else None
        canvas.write(x + CHANGE_CELLS - width(change), y, change, "old", selected)


def _draw_totals(
    canvas: Canvas, x: int, y: int, column: ColumnView | None, cells: int, cursor: Cursor | None
) -> int:
    if column is None:
        return canvas.write(x, y, _align_right("╲", cells), "old")
    valid = tuple([mark for mark in column.marks if not mark.struck or cursor == (column.account, mark.n)])
    plain = column._replace(heading="", marks=valid, below="", above="")
    [(place, pieces)] = _fit_to_cursor(plain, "", [Line(x + 1, y, cells - 1)], cursor, wider=1)
    blanks = place.width - sum(width(piece.text) for piece in pieces)
    _write_pieces(canvas, place._replace(x=place.x + blanks), pieces, column.account)
    return x + cells


def _align_right(text: str, cells: int) -> str:
    return pad(" " + clip(text, cells - 1), cells, right=True)
