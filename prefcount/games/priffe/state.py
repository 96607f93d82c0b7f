"""Everything about a session of Priffe that follows from its entries, and who plays with whom.

Sides are owners of columns as players are; their numbers are below zero.
"""

from collections.abc import Mapping
from typing import NamedTuple

from prefcount.base.i18n import N_
from prefcount.entries.header import Header
from prefcount.games.priffe.options import PriffeRules
from prefcount.games.state import Seats
from prefcount.games.words import COMMON_OVER
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account
from prefcount.ledger.sheet import Sheet

X, Y = -2, -3
BOTH = (X, Y)
NAMES = {X: "X", Y: "Y"}
"""How entries spell a side."""
NUMBERS = {name: side for side, name in NAMES.items()}
KEYS = {X: "@X", Y: "@Y"}
"""How `columns` of a file spell a side, so that a player may be called X."""

_PARTNER_STEPS = (2, 3, 1)
"""How many seats after the first dealer the partner sits, rubber after rubber: AC-BD, AD-BC, AB-CD."""


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
    return on_side(X if 0 in (first, partner) else Y, first, partner)


def on_side(side: int, one: int, two: int) -> Partnership:
    """The partnerships in which these two are a side."""
    pair = (min(one, two), max(one, two))
    rest = [player for player in range(4) if player not in pair]
    others = (rest[0], rest[1])
    return Partnership(pair, others) if side == X else Partnership(others, pair)


LINE, BONUS, PAST, GAMES, POINTS = "line", "bonus", "past", "games", "points"
"""The columns: those of a side in the running rubber, and the individual points of a player."""
COUNTED = (LINE, BONUS, PAST)
"""The columns of a side that make its total: towards the game, all else, and what earlier games left."""
OF_SIDES = (*COUNTED, GAMES)
"""All columns of a side, the number of games it has won in the rubber among them."""
GAMES_TO_WIN = 2
POINTS_PER_TEN = 10
"""Ten points of difference between the sides are one for each player (section 1.4)."""


class PriffeState(NamedTuple):
    """What a fold of entries has led to. Players are numbers; `names` says who they are.

    Attributes:
        names: the name of every player, in their first seats.
        seats: the four player numbers in their first seats, clockwise; columns stand in this order.
        rules: the conventions for the next hand.
        sheet: columns of the sides in the running rubber, and individual points.
        dealer: who deals the next hand.
        first: who dealt the first hand of all; the schedule of partnerships begins there.
        pairs: who plays with whom in the running rubber.
        rubber: rubbers that are finished.
        hands: hands so far.
        fresh: whether no hand of the running rubber was played.
        ended: the reason of an `end` entry, or "" while the session goes on.
    """

    names: tuple[str, ...]
    seats: Seats
    rules: PriffeRules
    sheet: Sheet
    dealer: int
    first: int
    pairs: Partnership
    rubber: int = 0
    hands: int = 0
    fresh: bool = True
    ended: str = ""

    @property
    def size(self) -> int:
        """How many play: always 4."""
        return len(self.seats)

    def line(self, side: int) -> Amount:
        """The trick points of a side towards its next game."""
        return self.sheet[Account(LINE, side)]

    def total(self, side: int) -> Amount:
        """All points of a side in the running rubber."""
        return exact(sum((self.sheet[Account(column, side)] for column in COUNTED), 0))

    def won(self, side: int) -> Amount:
        """The games that a side has won in the running rubber."""
        return self.sheet[Account(GAMES, side)]

    @property
    def untouched(self) -> bool:
        """Whether nothing was played or written in the running rubber."""
        return self.fresh and not any(
            self.sheet[Account(column, side)] for side in BOTH for column in OF_SIDES
        )

    def limit(self, side: int) -> int:
        """The trick points with which a side wins its next game."""
        return self.rules.second_game if self.won(side) else self.rules.first_game

    def points(self, player: int) -> Amount:
        """The individual points of a player."""
        return self.sheet[Account(POINTS, player)]

    def side_name(self, side: int) -> str:
        """The players of a side, such as "Anna + Vera"."""
        return " + ".join(self.names[player] for player in self.pairs.of(side))

    @property
    def order(self) -> Seats:
        """The players round the table in this rubber, as they deal; partners sit opposite each other."""
        first, side = self.first, self.pairs.side(self.first)
        (partner,) = (player for player in self.pairs.of(side) if player != first)
        left, right = sorted(self.pairs.of(other(side)), key=lambda player: (player - first) % 4)
        return Seats((first, left, partner, right))

    @property
    def over(self) -> str:
        """Why the session is over (hands: all rubbers are played; agreed …), or "" while it goes on."""
        return self.ended or ("hands" if self.rubber >= self.rules.rubbers else "")


def first_state(header: Header, seats: Seats, rules: PriffeRules, dealer: int) -> PriffeState:
    """The state before the first entry, with the rules and the first dealer of a header."""
    return PriffeState(header.players, seats, rules, Sheet(), dealer, dealer, scheduled(0, dealer))


OVER: Mapping[str, str] = {
    **COMMON_OVER,
    "pool": N_("the session is over"),
    "hands": N_("all rubbers are played"),
}


CONTRACTS: Mapping[str, str] = {
    "diamonds": N_("diamonds"),
    "hearts": N_("hearts"),
    "noll": N_("Noll"),
    "play": N_("play"),
    "forced_noll": N_("forced Noll"),
}
