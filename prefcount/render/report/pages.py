"""The traditional pages, in real geometry: the triangle, the cross, the halves; and ruled columns.

Bands run from the edge to the middle as on paper: whists outside, then the pool, the dump
innermost, the target in a circle in the middle. The first player sits at the bottom, the others
clockwise. One unit is a tenth of a millimetre and a bit on a page of A4.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from prefcount.render.report.page_strips import Edge, Strip

WIDTH = 1600
MARGIN, NARROW = 68, 8
"""Around the page, where the names stand, and where none does."""
RADIUS, AROUND = 56, 12
"""The circle in the middle, and the room around it."""
LEAST, GAP, HEAD, LINE = 250, 24, 64, 40
"""Ruled columns: least width of a box, room between parts, for a heading, for a line below."""
BOXES = (190, 230, 280, 340, 420)
"""Heights of their boxes that are tried: a page grows with its figures, as far as paper allows."""


class PageSector(NamedTuple):
    """A player's part of the page, in directions seen from that seat.

    Attributes:
        at: the place of its origin on the page.
        turn: by how many degrees these directions are turned clockwise.
        name: x of its middle, baseline, and the width for name and result.
        bands: the lines that are drawn.
        own: the places of the own columns, in the order of the sheet.
        on: for each opponent (by the number of seats clockwise) the place of the whists on that opponent.
    """

    at: tuple[int, int]
    turn: int
    name: tuple[int, int, int]
    bands: tuple[Strip, ...]
    own: tuple[Strip, ...]
    on: dict[int, Strip]


class PrintedPage(NamedTuple):
    """A page: its size without the margin, the players' parts in seat order, the middle of the circle.

    Attributes:
        above, below: the margins at the top and at the bottom, narrow where nobody sits.
    """

    width: int
    height: int
    sectors: tuple[PageSector, ...]
    middle: tuple[int, int] | None
    above: int = MARGIN
    below: int = MARGIN


def traditional(players: int, *, table: bool = False) -> PrintedPage:
    """The page for two, three or four players; for a `table` the one at the top reads it from there."""
    made: dict[int, Callable[[bool], PrintedPage]] = {2: _halves, 3: _triangle, 4: _cross}
    return made[players](table)


def _halves(table: bool) -> PrintedPage:
    height = 840
    edge = Edge(WIDTH, height // 2, 0, WIDTH)
    return PrintedPage(
        WIDTH,
        height,
        (_bottom(edge, height, 2), _top(edge, table, 2)),
        (WIDTH // 2, height // 2),
    )


def _triangle(table: bool) -> PrintedPage:
    height, middle = 1060, 490
    left = Edge(height, WIDTH // 2, 0, middle)
    right = Edge(height, WIDTH // 2, height - middle, height)
    bottom = Edge(WIDTH, height - middle, WIDTH // 2, WIDTH // 2)
    sectors = (
        _bottom(bottom, height, 3),
        _sector(left, (0, 0), 90, 3),
        _sector(right, (WIDTH, height), -90, 3),
    )
    return PrintedPage(WIDTH, height, sectors, (WIDTH // 2, middle), NARROW)


def _cross(table: bool) -> PrintedPage:
    height = 1140
    level = Edge(WIDTH, height // 2, WIDTH // 2, WIDTH // 2)
    upright = Edge(height, WIDTH // 2, height // 2, height // 2)
    sectors = (
        _bottom(level, height, 4),
        _sector(upright, (0, 0), 90, 4),
        _top(level, table, 4),
        _sector(upright, (WIDTH, height), -90, 4),
    )
    return PrintedPage(WIDTH, height, sectors, (WIDTH // 2, height // 2))


def _bottom(edge: Edge, height: int, players: int) -> PageSector:
    return _sector(edge, (0, height), 0, players)


def _top(edge: Edge, table: bool, players: int) -> PageSector:
    if table:
        return _sector(edge, (WIDTH, 0), 180, players)
    return _sector(edge._replace(faces_up=True), (0, 0), 0, players)


def _sector(edge: Edge, at: tuple[int, int], turn: int, players: int) -> PageSector:
    """Whists, pool and dump of a player; the left neighbour is the next one clockwise."""
    first, second = edge.depth * 36 // 100, edge.depth * 61 // 100
    whists, pool = edge.strip(0, first), edge.strip(first, second)
    clockwise = range(1, players)
    parts = whists.parts(players - 1)
    return PageSector(
        at,
        turn,
        (edge.length // 2, -18 if edge.faces_up else 48, edge.length),
        (edge.strip(second, edge.depth), pool, *parts),
        (pool, edge.innermost(second, RADIUS + AROUND)),
        dict(zip(reversed(clockwise) if edge.faces_up else clockwise, parts, strict=True)),
    )


def ruled(rows: Sequence[Sequence[int]], lines: int = 0, height: int = BOXES[0]) -> PrintedPage:
    """Plain boxes, for any sheet.

    Args:
        rows: row by row, how many columns each of the parts beside each other has.
        lines: how many lines of text stand below them.
        height: how high each box is.
    """
    top, sectors = 0, list[PageSector]()
    for row in rows:
        made = [_part(columns, (at, len(row)), top, height) for at, columns in enumerate(row)]
        sectors += made
        top = max((box.bottom for part in made for box in part.bands), default=top + HEAD) + GAP
    return PrintedPage(WIDTH, top + lines * LINE, tuple(sectors), None, NARROW, 0)


def _part(columns: int, place: tuple[int, int], top: int, height: int) -> PageSector:
    """A part of a ruled sheet: the room for its heading, and below it a box for each column."""
    at, parts = place
    left, right = ((WIDTH + GAP) * edge // parts for edge in (at, at + 1))
    right -= GAP
    boxes = _boxes(columns, (left, right), top + HEAD, height)
    return PageSector((0, 0), 0, ((left + right) // 2, top + 46, right - left), boxes, boxes, {})


def _boxes(count: int, sides: tuple[int, int], top: int, height: int) -> tuple[Strip, ...]:
    """Boxes beside each other as far as they fit, all equally wide."""
    left, right = sides
    most = max(1, (right - left) // LEAST)
    lines = -(-count // most)
    beside = -(-count // max(1, lines))
    cuts = [left + (right - left) * cut // max(1, beside) for cut in range(beside + 1)]
    return tuple(
        Strip.box(
            cuts[at % beside],
            top + at // beside * height,
            cuts[at % beside + 1] - cuts[at % beside],
            height,
        )
        for at in range(count)
    )
