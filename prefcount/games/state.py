"""The seats and the state of a game, and the transition that an entry makes of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from prefcount.base.i18n import N_, text
from prefcount.base.problems import Problem, problem, unknown_word
from prefcount.entries.models import HandEntry
from prefcount.ledger.sheet import NO_PLAYER, Amount, Posting, Sheet

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
        return dealer if self.dealer_rests else NO_PLAYER

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


T = TypeVar("T")


ValueT = TypeVar("ValueT")


Resolved = tuple[T | None, list[Problem]]
"""What an entry means, and all that is wrong with it; where something is wrong the meaning may be None."""


def check_reserved_names(field: str, names: Iterable[str], reserved: Sequence[str]) -> list[Problem]:
    """Why people cannot be called so: files spell other owners of columns like that."""
    sentence = N_("the name “{name}” means something else in this game; choose another")
    return [problem(field, sentence, name=name) for name in names if name in reserved]


def find_player(state: State, field: str, name: str) -> Resolved[int]:
    """The number of the player called `name`; an unknown name is a problem of `field`."""
    if name in state.names:
        return state.names.index(name), []
    return None, [unknown_word(field, name, [state.names[player] for player in state.seats])]


def key_by_player(
    state: State,
    field: str,
    given: Mapping[str, ValueT],
    players: Sequence[int] | None = None,
    stranger: Callable[[str, ValueT], Problem | None] = lambda _name, _value: None,
) -> tuple[dict[int, ValueT], list[Problem]]:
    """What an entry says of players by their numbers; unknown names are problems of `field`.

    Args:
        state: who plays.
        field: the field of the entry.
        given: what it says, by name.
        players: who may be named, everybody if None.
        stranger: why somebody else may not, or None where what is said of them is left out in silence.
    """
    known: dict[int, ValueT] = {}
    problems: list[Problem] = []
    for name, value in given.items():
        player, further = find_player(state, field, name)
        problems += further
        if player is None:
            continue
        if players is None or player in players:
            known[player] = value
        elif refusal := stranger(name, value):
            problems.append(refusal)
    return known, problems


def find_dealer(state: State, entry: HandEntry) -> tuple[int, list[Problem]]:
    """The number of the dealer whom a hand names, else of the player whose turn it is to deal."""
    if entry.dealer is None:
        return state.dealer, []
    dealer, problems = find_player(state, "dealer", entry.dealer)
    return state.dealer if dealer is None else dealer, problems


SITS_OUT = (N_("{name} sits out this hand"), N_("{name} deals this hand and sits out"))
"""Why a player who holds no cards cannot declare; the second one of the dealer."""


def find_declarer(state: State, name: str, dealer: int) -> Resolved[int]:
    """The number of the declarer; one who sits out, because of having dealt, is a problem."""
    declarer, problems = find_player(state, "declarer", name)
    if declarer is not None and declarer in state.seats.resting(dealer):
        return None, [problem("declarer", SITS_OUT[declarer == dealer], name=name)]
    return declarer, problems


NO_MORE_HANDS = N_("the game is over ({reason}); no more hands until the end is voided")


def check_not_over(state: State, over: Mapping[str, str], why: str = NO_MORE_HANDS) -> list[Problem]:
    """Why no further hand counts, with the reason in the words of `over`; nothing while the game goes on."""
    return [problem("", why, reason=text(over[state.over]))] if state.over else []


def join_names(state: State, players: Sequence[int]) -> str:
    """The names of players for a sentence."""
    return ", ".join(state.names[player] for player in players)


RESULT = "result"
"""The kind of the entry, the account and the rule of its postings, and why such a game is over."""
