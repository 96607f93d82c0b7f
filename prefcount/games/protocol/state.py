"""The state of a game, and the transition that an entry makes of it."""

from typing import Generic, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from prefcount.base.problems import Problem
from prefcount.games.protocol.seats import Seats
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Posting
from prefcount.ledger.sheet import Sheet


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
