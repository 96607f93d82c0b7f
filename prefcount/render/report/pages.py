"""The traditional pages, in real geometry: the triangle, the cross, the halves; and ruled columns.

Bands run from the edge to the middle as on paper: whists outside, then the pool, the dump
innermost, the target in a circle in the middle. The first player sits at the bottom, the others
clockwise. One unit is a tenth of a millimetre and a bit on a page of A4.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from prefcount.render.report.strips import Edge, Strip

WIDTH = 1600
MARGIN, NARROW = 68, 8
"""Around the page, where the names stand, and where none does."""
RADIUS, AROUND = 56, 12
"""The circle in the middle, and the room around it."""
BOX, GAP, HEAD, MOST_BESIDE = 190, 24, 64, 6
"""Ruled columns: the height of a box, the room between players and for a name, boxes in a row."""


class Sector(NamedTuple):
    """A player's part of the page, in his own directions.

    Attributes:
        at: where his origin is on the page.
        turn: by how many degrees his directions are turned clockwise.
        name: x of its middle, baseline, and the room for his name and result.
        bands: the lines that are drawn.
        own: the places of his own columns, in the order of the sheet.
        on: for each opponent (by how many seats he sits clockwise) the place of the whists on him.
    """

    at: tuple[int, int]
    turn: int
    name: tuple[int, int, int]
    bands: tuple[Strip, ...]
    own: tuple[Strip, ...]
    on: dict[int, Strip]


class Page(NamedTuple):
    """A page: its size without the margin, the players' parts in seat order, the middle of the circle.

    Attributes:
        above: the margin at the top, narrow where nobody sits.
    """

    width: int
    height: int
    sectors: tuple[Sector, ...]
    middle: tuple[int, int] | None
    above: int = MARGIN


def traditional(players: int, *, table: bool = False) -> Page:
    """The page for two, three or four players; for a `table` the one at the top reads it from there."""
    made: dict[int, Callable[[bool], Page]] = {2: _halves, 3: _triangle, 4: _cross}
    return made[players](table)


def _halves(table: bool) -> Page:
    height = 840
    edge = Edge(WIDTH, height // 2, 0, WIDTH)
    return Page(
        WIDTH,
        height,
        (_bottom(edge, height, 2), _top(edge, table, 2)),
        (WIDTH // 2, height // 2),
    )


def _triangle(table: bool) -> Page:
    height, middle = 1060, 490
    left = Edge(height, WIDTH // 2, 0, middle)
    right = Edge(height, WIDTH // 2, height - middle, height)
    bottom = Edge(WIDTH, height - middle, WIDTH // 2, WIDTH // 2)
    sectors = (
        _bottom(bottom, height, 3),
        _sector(left, (0, 0), 90, 3),
        _sector(right, (WIDTH, height), -90, 3),
    )
    return Page(WIDTH, height, sectors, (WIDTH // 2, middle), NARROW)


def _cross(table: bool) -> Page:
    height = 1140
    level = Edge(WIDTH, height // 2, WIDTH // 2, WIDTH // 2)
    upright = Edge(height, WIDTH // 2, height // 2, height // 2)
    sectors = (
        _bottom(level, height, 4),
        _sector(upright, (0, 0), 90, 4),
        _top(level, table, 4),
        _sector(upright, (WIDTH, height), -90, 4),
    )
    return Page(WIDTH, height, sectors, (WIDTH // 2, height // 2))


def _bottom(edge: Edge, height: int, players: int) -> Sector:
    return _sector(edge, (0, height), 0, players)


def _top(edge: Edge, table: bool, players: int) -> Sector:
    if table:
        return _sector(edge, (WIDTH, 0), 180, players)
    return _sector(edge._replace(faces_up=True), (0, 0), 0, players)


def _sector(edge: Edge, at: tuple[int, int], turn: int, players: int) -> Sector:
    """Whists, pool and dump of a player; his left neighbour is the next one clockwise."""
    first, second = edge.depth * 36 // 100, edge.depth * 61 // 100
    whists, pool = edge.strip(0, first), edge.strip(first, second)
    clockwise = range(1, players)
    parts = whists.parts(players - 1)
    return Sector(
        at,
        turn,
        (edge.length // 2, -18 if edge.faces_up else 48, edge.length),
        (edge.strip(second, edge.depth), pool, *parts),
        (pool, edge.innermost(second, RADIUS + AROUND)),
        dict(zip(reversed(clockwise) if edge.faces_up else clockwise, parts, strict=True)),
    )


def ruled(columns: Sequence[tuple[int, Sequence[int]]]) -> Page:
    """Plain boxes below each other, for any sheet.

    Args:
        columns: for each player how many columns of his own he has, and on which opponents (by how
            many seats they sit clockwise) he has one.
    """
    top, sectors = 0, list[Sector]()
    for own, on in columns:
        boxes = _boxes(own + len(on), top + HEAD)
        name = (WIDTH // 2, top + 46, WIDTH)
        places = dict(zip(on, boxes[own:], strict=True))
        sectors.append(Sector((0, 0), 0, name, boxes, boxes[:own], places))
        top = max((box.bottom for box in boxes), default=top + HEAD) + GAP
    return Page(WIDTH, top, tuple(sectors), None, NARROW)


def _boxes(count: int, top: int) -> tuple[Strip, ...]:
    """So many boxes, beside each other as far as they fit, all equally wide."""
    beside = max(1, min(count, MOST_BESIDE))
    lines = -(-count // beside)
    beside = -(-count // max(1, lines))
    return tuple(
        Strip.box(
            WIDTH * (at % beside) // beside,
            top + at // beside * BOX,
            WIDTH * (at % beside + 1) // beside - WIDTH * (at % beside) // beside,
            BOX,
        )
        for at in range(count)
    )
