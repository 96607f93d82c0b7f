"""Seats, the state of a game, and the change that an entry makes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Generic, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import Problem, problem, unknown_word
from prefcount.entries.models import HandEntry
from prefcount.ledger import NO_PLAYER, Amount, Posting, Sheet

HOLD_CARDS = 3
"""Number of players who hold cards in games for three. At a larger table, the dealer sits out."""


class Seats(tuple[int, ...]):
    """Player numbers in the order in which the players deal and play.

    `left` maps each player who has left to the number of hands played until then.
    """

    left: Mapping[int, int] = MappingProxyType({})

    def without(self, left: Mapping[int, int]) -> "Seats":
        """Return the seats without the players in `left`.

        `left` maps each player who has left to the number of hands played until then.
        """
        seats = Seats(player for player in self if player not in left)
        seats.left = left
        return seats

    def number(self, player: int) -> int:
        """Return the digit by which forms and lines name a player: 1 for the first who sat down.

        A player keeps the digit when other players leave or sit down, and when the seats are corrected.
        """
        return player + 1

    def others(self, player: int) -> Iterator[int]:
        """Return the other players in turn order, beginning with the player after `player`."""
        index = self.index(player)
        return iter(self[index + 1 :] + self[:index])

    def after(self, player: int) -> int:
        return self[(self.index(player) + 1) % len(self)]

    def from_first_hand(self, dealer: int) -> tuple[int, ...]:
        """Return all players in turn order. Eldest hand, the player after `dealer`, is first."""
        return (*self.others(dealer), dealer)

    def active(self, dealer: int) -> tuple[int, ...]:
        """Return the players who hold cards when `dealer` deals, from eldest hand on."""
        return self.from_first_hand(dealer)[:HOLD_CARDS]

    @property
    def dealer_rests(self) -> bool:
        """True if more than `HOLD_CARDS` players are at the table, so that the dealer sits out."""
        return len(self) > HOLD_CARDS

    def idle(self, dealer: int) -> int:
        """Return `dealer` if the dealer sits out, or else `NO_PLAYER`."""
        return dealer if self.dealer_rests else NO_PLAYER

    def resting(self, dealer: int) -> tuple[int, ...]:
        """Return the players who hold no cards when `dealer` deals. The last of them is the dealer."""
        return self.from_first_hand(dealer)[HOLD_CARDS:]

    def opponents(self, player: int, dealer: int) -> tuple[int, int]:
        """Return the two opponents of `player` who hold cards, in turn order after `player`."""
        active = self.active(dealer)
        first, second = (other for other in self.others(player) if other in active)
        return first, second


class State(Protocol):
    """The fields and properties of the state of every game. `PlainState` explains them."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def seats(self) -> Seats: ...

    @property
    def rules(self) -> BaseModel: ...

    @property
    def sheet(self) -> Sheet: ...

    @property
    def dealer(self) -> int: ...

    @property
    def hands(self) -> int: ...

    @property
    def over(self) -> str:
        """The key of the reason why the game is over, such as "pool", or "" while it goes on."""

    @property
    def ended(self) -> str: ...


StateT = TypeVar("StateT", bound=State)
RulesT = TypeVar("RulesT", bound=BaseModel)


class Owner(NamedTuple):
    """An owner of columns on the sheet: a player, a side, or the table as a whole.

    Attributes:
        number: the number in accounts: a player's number, or a negative number for other owners.
        key: the spelling in files: a player's name, or a key of the game such as "@table".
        name: the name shown to people.
    """

    number: int
    key: str
    name: Text | str


def list_player_owners(state: State) -> tuple[Owner, ...]:
    return tuple(Owner(player, state.names[player], state.names[player]) for player in state.seats)


class PlainState(NamedTuple, Generic[RulesT]):
    """The state after some entries, for games that need only these fields.

    Players are numbers, which are the indexes of their names.

    Attributes:
        names: the name of each player.
        seats: player numbers in turn order.
        rules: the rules for the next hand.
        sheet: the amounts of all accounts.
        dealer: the player who deals the next hand.
        hands: number of hands so far, including all-pass hands.
        ended: the reason in the `end` entry, or "" while the game goes on.
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
        return len(self.seats)


class Transition(NamedTuple, Generic[StateT]):
    """The effect of one entry: its postings, and the state after it.

    An entry that is not possible has problems, and leaves the state unchanged.

    Attributes:
        postings: the amounts that the entry wrote.
        problems: the reasons why the entry is not possible.
        worth: the amount that the entry adds to each player's result, in the same order and unit as
            `Game.scaled_results(state).parts`.
        hand: the hand, checked by the rules, whose type depends on the game. None if the entry is not a hand.
    """

    state: StateT
    postings: tuple[Posting, ...] = ()
    problems: tuple[Problem, ...] = ()
    worth: tuple[Amount, ...] = ()
    hand: object | None = None


class TransitionFacts(Protocol):
    """The fields that a `Transition` and a step of a replay share, for functions that accept both."""

    @property
    def hand(self) -> object | None: ...

    @property
    def postings(self) -> tuple[Posting, ...]: ...

    @property
    def worth(self) -> tuple[Amount, ...]: ...


T = TypeVar("T")

ValueT = TypeVar("ValueT")

Resolved = tuple[T | None, list[Problem]]
"""The checked value of a part of an entry, and the problems found. With problems the value may be None."""


def check_reserved_names(field: str, names: Iterable[str], reserved: Sequence[str]) -> list[Problem]:
    """Return a problem for each of `names` that is in `reserved`, and so cannot be a player's name."""
    sentence = N_("the name “{name}” is reserved in this game; choose another name")
    return [problem(field, sentence, name=name) for name in names if name in reserved]


def find_player(state: State, field: str, name: str) -> Resolved[int]:
    """Return the number of the player called `name`, or None and a problem.

    `field` is the field of the entry that has the name.
    """
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
    """Return the values in `given` by player number, and a problem for each unknown name.

    Args:
        field: the field of the entry that has the values, for problems.
        given: the values by player name.
        players: the players who can have a value, or None for all players.
        stranger: a function that is called with the name and value of a player who is not in `players`. It
            returns a problem, or None to ignore the value. By default the value is ignored.
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
    """Return the dealer that `entry` names, or the player whose turn it is to deal.

    If the name is unknown, return the player whose turn it is, with a problem.
    """
    if entry.dealer is None:
        return state.dealer, []
    dealer, problems = find_player(state, "dealer", entry.dealer)
    return state.dealer if dealer is None else dealer, problems


SITS_OUT = (N_("{name} sits out this hand"), N_("{name} deals this hand and sits out"))
"""Reasons why a player who holds no cards cannot declare. The second one is for the dealer."""


def find_declarer(state: State, name: str, dealer: int) -> Resolved[int]:
    """Return the number of the declarer called `name`. A declarer who sits out is a problem."""
    declarer, problems = find_player(state, "declarer", name)
    if declarer is not None and declarer in state.seats.resting(dealer):
        return None, [problem("declarer", SITS_OUT[declarer == dealer], name=name)]
    return declarer, problems


NO_MORE_HANDS = N_("the game is over ({reason}); no more hands can be recorded until the end is voided")


def check_not_over(state: State, over: Mapping[str, str], sentence: str = NO_MORE_HANDS) -> list[Problem]:
    """Return a problem if the game is over.

    Args:
        over: the reasons why a game can be over, marked for translation, by their keys.
        sentence: the sentence of the problem, with the placeholder {reason}.
    """
    return [problem("", sentence, reason=text(over[state.over]))] if state.over else []


def who_left(state: State, player: int) -> Text:
    """Return a sentence such as “Vera left after hand 12”."""
    name, hands = state.names[player], state.seats.left[player]
    sentence = N_("{name} left after hand {n}") if hands else N_("{name} left before the first hand")
    return text(sentence, name=name, n=hands)


def join_names(state: State, players: Sequence[int]) -> str:
    return ", ".join(state.names[player] for player in players)


RESULT = "result"
"""The key for results without hands, as a kind of entry, a column, a posting rule and a reason of an end."""
