"""The traditional pages, in real geometry: halves, triangle, cross and pentagon; and ruled columns."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Self


class Strip(NamedTuple):
    """A band across a player's part of the page, seen from that player's seat; down is towards the player.

    Its left and its right side have two places each: at the top and at the bottom. All are in units of the
    page.
    """

    top: int
    bottom: int
    left: tuple[int, int]
    right: tuple[int, int]

    @classmethod
    def box(cls, x: int, y: int, width: int, height: int) -> Self:
        """A band with upright sides."""
        return cls(y, y + height, (x, x), (x + width, x + width))

    @property
    def corners(self) -> tuple[tuple[int, int], ...]:
        """Its four corners, clockwise from the upper left one."""
        return (
            (self.left[0], self.top),
            (self.right[0], self.top),
            (self.right[1], self.bottom),
            (self.left[1], self.bottom),
        )

    def span(self, above: int, below: int) -> tuple[int, int]:
        """From where to where there is room on all heights between two."""
        left = max(self._side(self.left, above), self._side(self.left, below))
        right = min(self._side(self.right, above), self._side(self.right, below))
        return left, right

    def _side(self, ends: tuple[int, int], y: int) -> int:
        at_top, at_bottom = ends
        return at_top + (at_bottom - at_top) * (y - self.top) // max(1, self.bottom - self.top)

    def inside(self, margin: int) -> Self:
        """The band without a margin on every side."""
        top, bottom = self.top + margin, self.bottom - margin
        left = (self._side(self.left, top) + margin, self._side(self.left, bottom) + margin)
        right = (self._side(self.right, top) - margin, self._side(self.right, bottom) - margin)
        return self._replace(top=top, bottom=bottom, left=left, right=right)

    def parts(self, count: int) -> tuple[Self, ...]:
        """The band cut upright into parts that have about the same room."""
        low, high = sum(self.left), sum(self.right)
        cuts = [(low + (high - low) * at // count) // 2 for at in range(1, count)]
        lefts = [self.left, *((cut, cut) for cut in cuts)]
        rights = [*((cut, cut) for cut in cuts), self.right]
        return tuple(self._replace(left=left, right=right) for left, right in zip(lefts, rights, strict=True))


class Edge(NamedTuple):
    """A player's part of the page, from the edge of that seat towards the middle.

    Attributes:
        length: how long the edge is.
        depth: how far it is to the innermost line or point.
        left, right: where its sides arrive there, along the edge.
        faces_up: whether the part at the top is written upright for a reader at the bottom.
    """

    length: int
    depth: int
    left: int
    right: int
    faces_up: bool = False

    def strip(self, outer: int, inner: int) -> Strip:
        """The band between two distances from the edge."""
        near, far = self._sides(outer), self._sides(inner)
        if self.faces_up:
            return Strip(outer, inner, (near[0], far[0]), (near[1], far[1]))
        return Strip(-inner, -outer, (far[0], near[0]), (far[1], near[1]))

    def innermost(self, outer: int, radius: int) -> Strip:
        """The band from a distance on to the middle, as far as a circle around the middle leaves room."""
        upright = (self.left, self.right) == (0, self.length)
        if upright or self.left == self.right:
            return self.strip(outer, self.depth - radius)
        clear = radius * 7 // 5  # a slanted side passes the circle at this distance along the edge
        left = self.left + clear if self.left else 0
        right = self.right - clear if self.right < self.length else self.length
        near = self._sides(outer)
        return Strip(-self.depth, -outer, (left, near[0]), (right, near[1]))

    def _sides(self, distance: int) -> tuple[int, int]:
        left = self.left * distance // self.depth
        return left, self.length - (self.length - self.right) * distance // self.depth


READABLE = 23
"""Height of the smallest writing on paper, in tenths of a millimetre: six and a half points."""
PAPER_WIDTH = 190
"""Width in millimetres of a page of A4 inside its margins."""
WIDTH = 1600
MARGIN, NARROW = 68, 8
"""Around the page, where the names stand, and where none does."""
RADIUS, AROUND = 56, 12
"""The circle in the middle, and the room around it."""
LEAST, GAP, HEAD, LINE = 250, 24, 64, 40
"""Ruled columns: least width of a box, room between parts, for a heading, for a line below."""
BOXES = (190, 230, 280, 340, 420)
"""Heights of their boxes that are tried: a page grows with its figures, as far as paper allows."""
LABEL = 24
"""Height of the smallest writing on a ruled page and on the page for two, in units of the page."""


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

    @property
    def places(self) -> tuple[Strip, ...]:
        """The places of all columns, the own ones first."""
        return (*self.own, *self.on.values())


class PrintedPage(NamedTuple):
    """A page: its size without the margin, the players' parts in seat order, the middle of the circle.

    Attributes:
        above, below: the margins at the top and at the bottom, narrow where nobody sits.
        label: the height of the smallest writing. The higher a page is, the more it is reduced for printing,
            so that pages for more players are written larger.
    """

    width: int
    height: int
    sectors: tuple[PageSector, ...]
    middle: tuple[int, int] | None
    above: int = MARGIN
    below: int = MARGIN
    label: int = LABEL

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height with the margins."""
        return self.width + 2 * MARGIN, self.height + self.above + self.below

    @property
    def most_height(self) -> int:
        """The height in millimetres at which the page is as wide as paper."""
        width, height = self.size
        return height * PAPER_WIDTH // width

    @property
    def least_height(self) -> int:
        """The height in millimetres at which the smallest writing can still be read."""
        _width, height = self.size
        return min(height * READABLE // (10 * self.label) + 1, self.most_height)


def traditional(players: int, *, table: bool = False) -> PrintedPage:
    """The page for two to five players; for a `table` those at the top read it from there."""
    made: dict[int, Callable[[bool], PrintedPage]] = {2: _halves, 3: _triangle, 4: _cross, 5: _pentagon}
    return made[players](table)


def _halves(table: bool) -> PrintedPage:
    height = 840
    edge = Edge(WIDTH, height // 2, 0, WIDTH)
    sectors = (_bottom(edge, height, 2), _top(edge, table, 2))
    return PrintedPage(WIDTH, height, sectors, (WIDTH // 2, height // 2))


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
    return PrintedPage(WIDTH, height, sectors, (WIDTH // 2, middle), NARROW, label=29)


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
    return PrintedPage(WIDTH, height, sectors, (WIDTH // 2, height // 2), label=30)


def _pentagon(table: bool) -> PrintedPage:
    """Five parts that are alike: a side is 988 long and 680 away from the middle."""
    edge = Edge(988, 680, 494, 494)
    top, left, right, left_below, right_below = (800, 0), (1, 580), (1599, 580), (306, 1520), (1294, 1520)
    above = ((top, 144), (right, -144)) if table else ((left, -36), (top, 36))
    facing = edge._replace(faces_up=not table)
    sectors = (
        _sector(edge, left_below, 0, 5),
        _sector(edge, left, 72, 5),
        *(_sector(facing, at, turn, 5) for at, turn in above),
        _sector(edge, right_below, -72, 5),
    )
    return PrintedPage(WIDTH, 1520, sectors, (WIDTH // 2, 840), NARROW, label=34)


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
    """Plain boxes of a height, for any sheet, with room for some lines of text below them.

    The rows say how many columns each of the parts beside each other has.
    """
    top, sectors = 0, list[PageSector]()
    for row in rows:
        made = [_part(columns, (at, len(row)), top, height) for at, columns in enumerate(row)]
        sectors += made
        top = max((box.bottom for part in made for box in part.bands), default=top + HEAD) + GAP
    return PrintedPage(WIDTH, top + lines * LINE, tuple(sectors), None, NARROW, 0)


def _part(columns: int, place: tuple[int, int], top: int, height: int) -> PageSector:
    """A part of a ruled sheet: room for its heading, and below it equally wide boxes, as far as they fit."""
    at, parts = place
    left, right = ((WIDTH + GAP) * edge // parts for edge in (at, at + 1))
    right -= GAP
    most = max(1, (right - left) // LEAST)
    lines = -(-columns // most)
    beside = -(-columns // max(1, lines))
    cuts = [left + (right - left) * cut // max(1, beside) for cut in range(beside + 1)]
    boxes = []
    for box in range(columns):
        row, x = box // beside, cuts[box % beside]
        boxes.append(Strip.box(x, top + HEAD + row * height, cuts[box % beside + 1] - x, height))
    name = ((left + right) // 2, top + 46, right - left)
    return PageSector((0, 0), 0, name, tuple(boxes), tuple(boxes), {})
