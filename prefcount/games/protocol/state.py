"""The seats and the state of a game, and the transition that an entry makes of it."""

from collections.abc import Iterator
from typing import Generic, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from prefcount.base.problems import Problem
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import NOBODY, Posting
from prefcount.ledger.sheet import Sheet

HOLD_CARDS = 3
"""How many hold cards in the games in which the dealer sits out when there is one more."""


class Seats(tuple[int, ...]):
    """Player numbers in the order of play: the next one deals and plays after this one."""

    __slots__ = ()

    def others(self, player: int) -> Iterator[int]:
        """The other players in the order of play, beginning with the one after `player`."""
        at = self.index(player)
        return iter(self[at + 1 :] + self[:at])

    def after(self, player: int) -> int:
        """The next player in the order of play."""
        return self[(self.index(player) + 1) % len(self)]

    def from_first_hand(self, dealer: int) -> tuple[int, ...]:
        """All players from the first hand on, which is after the dealer; the dealer is last."""
        return (*self.others(dealer), dealer)

    def active(self, dealer: int) -> tuple[int, ...]:
        """The players who hold cards when `dealer` deals, from the first hand on."""
        return self.from_first_hand(dealer)[:HOLD_CARDS]

    @property
    def dealer_rests(self) -> bool:
        """Whether there are enough others for the dealer to sit out."""
        return len(self) > HOLD_CARDS

    def idle(self, dealer: int) -> int:
        """The dealer where that player sits out; else NOBODY."""
        return dealer if self.dealer_rests else NOBODY

    def resting(self, dealer: int) -> tuple[int, ...]:
        """Everybody who holds no cards, the dealer last."""
        return self.from_first_hand(dealer)[HOLD_CARDS:]

    def opponents(self, player: int, dealer: int) -> tuple[int, int]:
        """The two others who hold cards, beginning with the one who plays after `player`."""
        active = self.active(dealer)
        first, second = (other for other in self.others(player) if other in active)
        return first, second


class State(Protocol):
    """What any game's state can say; each game adds its own."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names by player number."""

    @property
    def seats(self) -> Seats:
        """Player numbers in the order of play."""

    @property
    def rules(self) -> BaseModel:
        """The options in force for the next hand."""

    @property
    def sheet(self) -> Sheet:
        """What stands in every account."""

    @property
    def dealer(self) -> int:
        """Who deals the next hand."""

    @property
    def hands(self) -> int:
        """Hands so far; side records are not hands."""

    @property
    def over(self) -> str:
        """Why the game is over, or "" while it goes on."""

    @property
    def ended(self) -> str:
        """The reason that an `end` entry gave, or "" without one."""


StateT = TypeVar("StateT", bound=State)
StateT_contra = TypeVar("StateT_contra", bound=State, contravariant=True)
"""Of what only takes a state and gives none."""


RulesT = TypeVar("RulesT", bound=BaseModel)


class PlainState(NamedTuple, Generic[RulesT]):
    """What a fold of entries has led to, in a game that needs no more. Players are numbers.

    Attributes:
        names: the name of every player.
        seats: player numbers in turn order.
        rules: the conventions for the next hand.
        sheet: what stands in every account.
        dealer: who deals the next hand.
        hands: hands so far, all-pass hands among them.
        ended: the reason of an `end` entry, or "" while the game goes on.
    """

    names: tuple[str, ...]
    seats: Seats
    rules: RulesT
    sheet: Sheet
    dealer: int
    hands: int = 0
    ended: str = ""

    @property
    def size(self) -> int:
        """How many play, those who sit out a hand among them."""
        return len(self.seats)


class Transition(NamedTuple, Generic[StateT]):
    """What one entry does: its postings and the state after it, or its problems and no change.

    Attributes:
        state: the state after it.
        postings: what it wrote.
        problems: why it cannot be.
        worth: what they change of everybody's share of the results, in the seat order after it, in the parts
            of `scaled_results` after it. It is exact also where a posting is worth something else at another
            table.
        hand: the hand as the rules of its game see it; None for what is no hand.
    """

    state: StateT
    postings: tuple[Posting, ...] = ()
    problems: tuple[Problem, ...] = ()
    worth: tuple[Amount, ...] = ()
    hand: object | None = None


class TransitionFacts(Protocol):
    """What is known of what an entry did, whatever the state after it; a step of a replay knows it, too."""

    @property
    def hand(self) -> object | None:
        """The hand as the rules of its game see it; None for what is no hand."""

    @property
    def postings(self) -> tuple[Posting, ...]:
        """What it wrote."""

    @property
    def worth(self) -> tuple[Amount, ...]:
        """What that changes of everybody's share of the results, in parts as `Transition` has them."""
