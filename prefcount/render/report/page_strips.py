"""The bands on a drawn page for the columns of a player: between two sides, straight or slanted."""

from typing import NamedTuple, Self


class Strip(NamedTuple):
    """A band across a player's part of the page, seen from that player's seat.

    Attributes:
        top: its upper end, in units of the page; down is towards the player.
        bottom: its lower end.
        left: where its left side is at the top and at the bottom.
        right: where its right side is at the top and at the bottom.
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
        left: where its left side arrives there, along the edge.
        right: where its right side does.
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
