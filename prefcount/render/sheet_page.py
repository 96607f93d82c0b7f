"""The layout of a drawn sheet in cells: the triangle, the cross, the two halves, the five parts.

Bands run from the edge to the centre as on paper: whists outside, then the pool, the dump
innermost, the target in the middle. The first player sits at the bottom, the others clockwise.
"""

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
    """A player's part of the page.

    Attributes:
        name: the areas of name and result, beside or below each other.
        own: the areas of the own columns, from the outside in.
        on: for each opponent (by the number of seats clockwise) the area of the whists on that opponent.
    """

    name: Area
    own: tuple[Area, ...]
    on: dict[int, Area]


class Page(NamedTuple):
    """The lines and the sectors of a sheet, in seat order.

    Attributes:
        across: horizontal lines as (left, right, y).
        down: vertical lines as (x, top, bottom).
        diagonals: single strokes as (x, y, rising).
        middle: the place of the target.
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
    return {2: _halves, 3: _triangle, 4: _cross, 5: _five}[players](columns, rows)


def _inside(left: int, top: int, right: int, bottom: int) -> Area:
    """The area between lines."""
    return Area(left + 1, top + 1, right - left - 1, bottom - top - 1)


def _beside(area: Area, order: tuple[int, ...]) -> tuple[dict[int, Area], list[int]]:
    """An area cut into parts beside each other, and the columns of the lines between them."""
    parts, cuts = {}, []
    left = area.x
    for at, opponent in enumerate(order):
        right = area.x + (area.columns + 1) * (at + 1) // len(order) - 1
        parts[opponent] = Area(left, area.y, right - left, area.rows)
        if at < len(order) - 1:
            cuts.append(right)
        left = right + 1
    return parts, cuts


def _stacked(area: Area, order: tuple[int, ...]) -> tuple[dict[int, Area], list[int]]:
    """An area cut into parts below each other, and the rows of the lines between them."""
    turned, cuts = _beside(Area(area.y, area.x, area.rows, area.columns), order)
    return {key: Area(part.y, part.x, part.rows, part.columns) for key, part in turned.items()}, cuts


def _halves(columns: int, rows: int) -> Page:
    right, bottom = columns - 1, rows - 1 - (rows - 1) % 2  # one line in the middle needs an odd number
    middle = bottom // 2
    steps = [middle * band // BANDS for band in range(BANDS + 1)]
    top_lines = steps
    bottom_lines = [bottom - step for step in steps]
    across = [(0, right, y) for y in {*top_lines, *bottom_lines}]

    def sector(lines: list[int], name_row: int) -> Sector:
        bands = [_inside(0, min(pair), right, max(pair)) for pair in pairwise(lines)]
        return Sector(Area(2, name_row, columns - 4, 1), tuple(bands[1:]), {1: bands[0]})

    label = Area(columns // 2 - 8, middle, 16, 1)
    sectors = (sector(bottom_lines, bottom), sector(top_lines, 0))
    return Page(tuple(across), ((0, 0, bottom), (right, 0, bottom)), (), sectors, label)


def _triangle(columns: int, rows: int) -> Page:
    high = max(2, min(4, (rows - 6) // 5))
    return _with_sides(columns, rows, high, [0])


def _five(columns: int, rows: int) -> Page:
    """The triangle with two players at each side."""
    high = max(2, min(4, (rows - 15) // 5))
    return _with_sides(columns, rows, high, [(rows - 1 - high) // 2, 0])


def _with_sides(columns: int, rows: int, high: int, tops: list[int]) -> Page:
    """A player at the bottom in bands of a height, and one at each side below each row of `tops`."""
    right, bottom = columns - 1, rows - 1
    wide = (columns // 2 - 2) // BANDS
    xs = [band * wide for band in range(BANDS)]
    ys = [bottom - band * high for band in range(BANDS + 1)]
    centre = columns // 2
    across = [*((0, right, top) for top in tops), (xs[2], right - xs[2], ys[3])]
    down = [(centre, 0, ys[3])]
    for x, y in zip(xs, ys, strict=False):
        across.append((x, right - x, y))
        down += [(x, 0, y), (right - x, 0, y)]
    bands = [_inside(xs[band + 1], ys[band + 1], right - xs[band + 1], ys[band]) for band in range(2)]
    dump = _inside(xs[2], ys[3], right - xs[2], ys[2])
    order = tuple(range(1, 2 * len(tops) + 1))
    beside, cuts = _beside(bands[0], order)
    down += [(cut, ys[1], ys[0]) for cut in cuts]
    bottom_sector = Sector(Area(2, bottom, columns - 4, 1), (bands[1], dump), beside)
    sectors = [bottom_sector]
    ends = [[ys[min(band + 1, 3)] for band in range(BANDS)], *([top] * BANDS for top in tops)]
    left = list(zip(tops, ends, strict=False))
    for mirrored, parts in ((False, left), (True, left[::-1])):
        for top, low in parts:
            edges = [right - x if mirrored else x for x in xs] + [centre]
            sector, rows_cut = _side(edges, top, low, order[::-1] if mirrored else order)
            sectors.append(sector)
            across += rows_cut
    middle = Area(centre - 8, ys[3], 17, 1)
    diagonals = _strokes([(xs[k], ys[k]) for k in range(BANDS)], right)
    return Page(tuple(across), tuple(down), diagonals, tuple(sectors), middle)


def _side(
    edges: list[int], top: int, low: list[int], order: tuple[int, ...]
) -> tuple[Sector, list[tuple[int, int, int]]]:
    """A sector on the left or on the right, and the lines between its whists.

    Args:
        edges: the lines between its columns, from the outside in.
        top: the line above it.
        low: the line below each column.
        order: whom the whists are on, from above, by the number of seats clockwise.
    """
    pairs = zip(map(sorted, pairwise(edges)), low, strict=True)
    columns = [_inside(left, top, right, bottom) for (left, right), bottom in pairs]
    whists = columns[0]
    name = Area(min(whists.x, columns[1].x), top, whists.columns + 1 + columns[1].columns, 1)
    stacked, cuts = _stacked(whists, order)
    left, right = sorted(edges[:2])
    return Sector(name, (columns[1], columns[2]), stacked), [(left, right, cut) for cut in cuts]


def _cross(columns: int, rows: int) -> Page:
    right, bottom = columns - 1, rows - 1
    high = max(2, min(4, (rows - 5) // 6))
    wide = (columns - 12) // (2 * BANDS)
    xs = [band * wide for band in range(BANDS + 1)]
    ys = [band * high for band in range(BANDS + 1)]
    across = [(x, right - x, line) for x, y in zip(xs, ys, strict=True) for line in (y, bottom - y)]
    down = [(line, y, bottom - y) for x, y in zip(xs, ys, strict=True) for line in (x, right - x)]
    sectors: list[Sector] = []
    for seat in range(4):
        if seat % 2 == 0:
            sector, cuts = _level(xs, ys, right, bottom, at_top=seat == 2)
            line = (bottom - ys[1], bottom) if seat == 0 else (0, ys[1])
            down += [(cut, *line) for cut in cuts]
        else:
            sector, cuts = _upright(xs, ys, right, bottom, at_right=seat == 3)
            low, top = sorted((xs[0], xs[1]) if seat == 1 else (right - xs[0], right - xs[1]))
            across += [(low, top, cut) for cut in cuts]
        sectors.append(sector)
    strokes = _strokes([(xs[k], bottom - ys[k]) for k in range(BANDS + 1)], right)
    strokes += _strokes([(xs[k], ys[k]) for k in range(BANDS + 1)], right)
    middle = _inside(xs[3], ys[3], right - xs[3], bottom - ys[3])
    return Page(tuple(across), tuple(down), strokes, tuple(sectors), middle)


def _level(
    xs: list[int], ys: list[int], right: int, bottom: int, *, at_top: bool
) -> tuple[Sector, list[int]]:
    """The sector at the bottom or at the top: bands lie above each other."""
    bands = []
    for band in range(BANDS):
        low, high = (ys[band], ys[band + 1]) if at_top else (bottom - ys[band + 1], bottom - ys[band])
        bands.append(_inside(xs[band + 1], low, right - xs[band + 1], high))
    order = (3, 2, 1) if at_top else (1, 2, 3)
    beside, cuts = _beside(bands[0], order)
    name = Area(2, 0 if at_top else bottom, right - 3, 1)
    return Sector(name, tuple(bands[1:]), beside), cuts


def _upright(
    xs: list[int], ys: list[int], right: int, bottom: int, *, at_right: bool
) -> tuple[Sector, list[int]]:
    """The sector on the left or on the right, with bands beside each other."""
    bands = []
    for band in range(BANDS):
        low, high = (right - xs[band + 1], right - xs[band]) if at_right else (xs[band], xs[band + 1])
        bands.append(_inside(low, ys[band + 1], high, bottom - ys[band + 1]))
    x, y, columns, rows = bands[0]
    name = Area(x, y - 1, columns, 2)
    order = (3, 2, 1) if at_right else (1, 2, 3)
    stacked, cuts = _stacked(Area(x, y + 1, columns, rows - 1), order)
    return Sector(name, tuple(bands[1:]), stacked), cuts


def _strokes(corners: list[tuple[int, int]], right: int) -> tuple[tuple[int, int, bool], ...]:
    """Strokes from corner to corner through the bands, and the same mirrored."""
    found: list[tuple[int, int, bool]] = []
    for (x0, y0), (x1, y1) in pairwise(corners):
        rising = y1 < y0
        low, high = sorted((y0, y1))
        for y in range(low + 1, high):
            x = x0 + (x1 - x0) * abs(y - y0) // abs(y1 - y0)
            found += [(x, y, rising), (right - x, y, not rising)]
    return tuple(found)
