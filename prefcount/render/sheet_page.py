"""The layout of a drawn sheet in cells: the triangle, the cross, the two halves, the five parts.

Bands run from the edge to the centre as on paper: whists outside, then the pool, the dump
innermost, the target in the middle. The first player sits at the bottom, the others clockwise.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

BANDS = 3
LEAST = {2: (40, 13), 3: (48, 15), 4: (60, 17), 5: (66, 23)}
"""The smallest drawing by the number of players: columns and rows."""


class Area(NamedTuple):
    """A rectangle of cells inside its lines."""

    x: int
    y: int
    columns: int
    rows: int


class Sector(NamedTuple):
    """A player's part of the page: where name and result stand, the own columns, and the whists.

    The own columns go from the outside in; whists are by the number of seats clockwise to the opponent.
    """

    name: Area
    own: tuple[Area, ...]
    on: dict[int, Area]


class Page(NamedTuple):
    """The lines and the sectors of a sheet, in seat order, and the place of the target.

    Lines across are (left, right, y), lines down (x, top, bottom), the strokes of diagonals (x, y, rising).
    """

    across: tuple[tuple[int, int, int], ...]
    down: tuple[tuple[int, int, int], ...]
    diagonals: tuple[tuple[int, int, bool], ...]
    sectors: tuple[Sector, ...]
    middle: Area


def fits(players: int, columns: int, rows: int) -> bool:
    """Whether a sheet for a number of players fits."""
    least_columns, least_rows = LEAST[players]
    return columns >= least_columns and rows >= least_rows


def page(players: int, columns: int, rows: int) -> Page:
    """The page for two to five players; the room must be enough (`fits`)."""
    match players:
        case 2:
            return _halves(columns, rows)
        case 4:
            return _cross(columns, rows)
    return _with_sides(columns, rows, players // 2)


def _inside(x: int, y: int, other_x: int, other_y: int) -> Area:
    """The area between the lines at two of its opposite corners."""
    (left, right), (top, bottom) = sorted((x, other_x)), sorted((y, other_y))
    return Area(left + 1, top + 1, right - left - 1, bottom - top - 1)


def _beside(area: Area, order: Sequence[int]) -> dict[int, Area]:
    """An area cut into parts beside each other, with a line between them."""
    lines = [area.x - 1 + (area.columns + 1) * at // len(order) for at in range(len(order) + 1)]
    parts = (Area(left + 1, area.y, right - left - 1, area.rows) for left, right in pairwise(lines))
    return dict(zip(order, parts, strict=True))


def _stacked(area: Area, order: Sequence[int]) -> dict[int, Area]:
    """An area cut into parts below each other, with a line between them."""
    turned = _beside(Area(area.y, area.x, area.rows, area.columns), order)
    return {key: Area(part.y, part.x, part.rows, part.columns) for key, part in turned.items()}


def _page(
    across: list[tuple[int, int, int]],
    down: list[tuple[int, int, int]],
    diagonals: tuple[tuple[int, int, bool], ...],
    sectors: Sequence[Sector],
    middle: Area,
) -> Page:
    """A page with these lines, and one between any two areas of whists that lie side by side."""
    for sector in sectors:
        for one, other in pairwise(sector.on.values()):
            if one.y == other.y:
                down.append((one.x + one.columns, one.y - 1, one.y + one.rows))
            else:
                across.append((one.x - 1, one.x + one.columns, one.y + one.rows))
    return Page(tuple(across), tuple(down), diagonals, tuple(sectors), middle)


def _halves(columns: int, rows: int) -> Page:
    right, bottom = columns - 1, rows - 1 - (rows - 1) % 2  # one line in the middle needs an odd number
    middle = bottom // 2
    top_lines = [middle * band // BANDS for band in range(BANDS + 1)]
    bottom_lines = [bottom - y for y in top_lines]

    def sector(lines: list[int]) -> Sector:
        whists, *own = (_inside(0, outer, right, inner) for outer, inner in pairwise(lines))
        return Sector(Area(2, lines[0], columns - 4, 1), tuple(own), {1: whists})

    return _page(
        [(0, right, y) for y in {*top_lines, *bottom_lines}],
        [(0, 0, bottom), (right, 0, bottom)],
        (),
        (sector(bottom_lines), sector(top_lines)),
        Area(columns // 2 - 8, middle, 16, 1),
    )


def _with_sides(columns: int, rows: int, sides: int) -> Page:
    """A player at the bottom, and one or two at each side."""
    right, bottom, centre = columns - 1, rows - 1, columns // 2
    high, wide = max(2, min(4, (rows - (6 if sides == 1 else 15)) // 5)), (centre - 2) // BANDS
    tops = [0] if sides == 1 else [(rows - 1 - high) // 2, 0]  # the line above each player, from below
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
    lefts = [_side(left_edges, *ends, order) for ends in zip(tops, below, strict=True)]
    rights = [_side(right_edges, *ends, order[::-1]) for ends in zip(tops, below, strict=True)]
    sectors = [Sector(Area(2, bottom, columns - 4, 1), tuple(own), _beside(whists, order))]
    sectors += [*lefts, *reversed(rights)]
    strokes = _strokes([*zip(xs, ys, strict=False)], right)
    return _page(across, down, strokes, sectors, Area(centre - 8, ys[3], 17, 1))


def _side(edges: list[int], top: int, below: list[int], order: Sequence[int]) -> Sector:
    """A sector on the left or on the right.

    Args:
        edges: the lines between its columns, from the outside in.
        top: the line above it.
        below: the line below each column.
        order: whom the whists are on, from above, by the number of seats clockwise.
    """
    sides = zip(pairwise(edges), below, strict=True)
    whists, pool, dump = (_inside(outer, top, inner, bottom) for (outer, inner), bottom in sides)
    name = Area(min(whists.x, pool.x), top, whists.columns + 1 + pool.columns, 1)
    return Sector(name, (pool, dump), _stacked(whists, order))


def _cross(columns: int, rows: int) -> Page:
    """Frames within each other, cut at their corners into bands at four sides."""
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
        return Sector(Area(2, lines[0], right - 3, 1), tuple(own), _beside(whists, order))

    def upright(lines: list[int], order: tuple[int, ...]) -> Sector:
        whists, *own = (
            _inside(lines[band], ys[band + 1], lines[band + 1], bottom - ys[band + 1])
            for band in range(BANDS)
        )
        x, y, cells, lower = whists
        name, below = Area(x, y - 1, cells, 2), Area(x, y + 1, cells, lower - 1)
        return Sector(name, tuple(own), _stacked(below, order))

    return _page(
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
    """Strokes from corner to corner through the bands, and the same mirrored."""
    strokes: list[tuple[int, int, bool]] = []
    for (x0, y0), (x1, y1) in pairwise(corners):
        rising = y1 < y0
        low, high = sorted((y0, y1))
        for y in range(low + 1, high):
            x = x0 + (x1 - x0) * abs(y - y0) // abs(y1 - y0)
            strokes += [(x, y, rising), (right - x, y, not rising)]
    return tuple(strokes)
