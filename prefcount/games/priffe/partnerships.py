"""Who plays with whom, and in which order round the table (section 1.5).

Sides are owners of columns as players are; their numbers are below zero.
"""

from typing import NamedTuple

X, Y = -2, -3
BOTH = (X, Y)
NAMES = {X: "X", Y: "Y"}
"""How entries spell a side."""
NUMBERS = {name: side for side, name in NAMES.items()}
KEYS = {X: "@X", Y: "@Y"}
"""How `columns` of a file spell a side, so that a player may be called X."""

BY_KEY = {key: side for side, key in KEYS.items()}

_PARTNER_STEPS = (2, 3, 1)
"""How many seats after the first dealer the partner sits, rubber after rubber: AC-BD, AD-BC, AB-CD."""

Four = tuple[int, int, int, int]


class Partnership(NamedTuple):
    """Two against two; by the schedule the first seat is always on side X."""

    x: tuple[int, int]
    y: tuple[int, int]

    def of(self, side: int) -> tuple[int, int]:
        """The players of a side."""
        return self.x if side == X else self.y

    def side(self, player: int) -> int:
        """The side of a player."""
        return X if player in self.x else Y


def other(side: int) -> int:
    """The other side."""
    return Y if side == X else X


def scheduled(rubber: int, first: int) -> Partnership:
    """The partnerships of a rubber, counted from 0, where player `first` dealt the first hand of all."""
    partner = (first + _PARTNER_STEPS[rubber % 3]) % 4
    return partnership(first, partner)


def partnership(one: int, two: int) -> Partnership:
    """The partnerships in which these two play together, the first seat on side X."""
    return on_side(X if 0 in (one, two) else Y, one, two)


def on_side(side: int, one: int, two: int) -> Partnership:
    """The partnerships in which these two are a side."""
    pair = (min(one, two), max(one, two))
    rest = [player for player in range(4) if player not in pair]
    others = (rest[0], rest[1])
    return Partnership(pair, others) if side == X else Partnership(others, pair)


def order(pairs: Partnership, first: int) -> Four:
    """The players round the table, the first dealer of all first; partners sit opposite each other."""
    own, opposite = pairs.of(pairs.side(first)), pairs.of(other(pairs.side(first)))
    partner = own[1] if own[0] == first else own[0]
    left = min(opposite, key=lambda player: (player - first) % 4)
    right = opposite[1] if opposite[0] == left else opposite[0]
    return first, left, partner, right
