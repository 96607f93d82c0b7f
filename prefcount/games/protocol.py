"""What every game of the program offers, and nothing that only one of them has.

The session, the command line, the screens and the audit know a game through this protocol
alone. A game is pure functions of a state and an entry; a state is never changed in place.

A game inherits from `Game`. What has a body there need not be written again: it is what a game
does that has nothing of its own to say about it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, TypeAdapter

from prefcount.entries.base import Entry
from prefcount.entries.header import Header
from prefcount.games import TITLES
from prefcount.games.terms import (
    Answers,
    Cause,
    Cell,
    Fact,
    Goal,
    Guide,
    Layout,
    Measure,
    Oddity,
    OptionInfo,
    Owner,
    Question,
    Remark,
    Settlement,
    Slip,
    Tally,
    Words,
)
from prefcount.i18n import N_, Text, text
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account, Posting
from prefcount.ledger.settle import Shares
from prefcount.ledger.sheet import Sheet
from prefcount.problems import Problem


class State(Protocol):
    """What any game's state can say; each game adds its own."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names by player number."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Player numbers in seat order: the next one deals and plays after this one."""

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


class Turn(NamedTuple, Generic[StateT]):
    """What one entry does: its postings and the state after it, or its problems and no change.

    Attributes:
        state: the state after it.
        postings: what it wrote.
        problems: why it cannot be.
        worth: what they change of everybody's share of the results, in the seat order after it. It is exact
            also where a posting is worth something else at another table.
    """

    state: StateT
    postings: tuple[Posting, ...] = ()
    problems: tuple[Problem, ...] = ()
    worth: tuple[Amount, ...] = ()


def players_of(state: State) -> tuple[Owner, ...]:
    """The players as owners of columns, in seat order."""
    return tuple(Owner(player, state.names[player], state.names[player]) for player in state.seats)


def owner_of(game: "Game[Any]", state: State, number: int) -> Owner:
    """The owner with a number. Raises KeyError if nobody has it."""
    for owner in game.owners(state):
        if owner.number == number:
            return owner
    raise KeyError(number)


def place_name(game: "Game[Any]", state: State, account: Account) -> str:
    """An account in words: its owner and its heading, such as "Anna on Boris"."""
    cells = game.cells(state, account.owner)
    heading = next((cell.heading for cell in cells if cell.account == account), account.column)
    return f"{owner_of(game, state, account.owner).name} {heading}"


class Game(Protocol[StateT]):
    """One game of the family.

    Attributes:
        name: as files and the command line spell it.
        entries: the model of every kind of entry.
        adapter: reads any of them.
        hand_kinds: the kinds that are hands.
        presets: what every preset is, in a marked sentence; the first one is where a table begins.
        sizes: how many may play.
        reserved: the keys of owners who are no players; nobody can be called so.
        goal: the option that says how long a game is.
        knows_columns: whether `oddities` knows what hands write into a column.
        words: what it calls things.
        over: why it is over, in marked words, by the reason that state and `end` name.
    """

    name: str
    entries: Mapping[str, type[Entry]]
    adapter: TypeAdapter[Any]
    hand_kinds: frozenset[str]
    presets: Mapping[str, str]
    knows_columns: bool = False
    sizes: tuple[int, ...]
    reserved: tuple[str, ...] = ()
    goal: Goal
    words: Words
    over: Mapping[str, str]

    @property
    def title(self) -> str:
        """What people call it, a marked word."""
        return TITLES[self.name]

    @property
    def remarkable(self) -> Mapping[str, str]:
        """The codes of its remarks and, in marked sentences, the mistake that each one catches."""
        return {}

    def rules(self, given: Mapping[str, Any]) -> BaseModel:
        """The complete options from the ones a header names. Raises Refused."""

    def preset(self, name: str) -> BaseModel:
        """The options of a preset as they are. Raises Refused, with the nearest name, if it is unknown."""

    def options(self, rules: BaseModel) -> tuple[OptionInfo, ...]:
        """Every option with its value and its explanation, group by group."""

    def spelled(self, rules: BaseModel) -> dict[str, Any]:
        """The shortest header spelling of complete options."""

    def start(self, header: Header) -> StateT:
        """The state before the first entry. Raises Refused with every problem of the header."""

    def play(self, state: StateT, entry: Entry) -> Turn[StateT]:
        """What an entry does; corrections and claims are not the game's to play."""

    def addressed(self, state: StateT, entry: Entry) -> Entry:
        """The entry with what the program writes of its own accord, such as the dealer."""

    def owners(self, state: StateT) -> tuple[Owner, ...]:
        """Whoever has columns: the players in seat order, then sides and the table where they have some."""
        return players_of(state)

    def cells(self, state: StateT, owner: int) -> tuple[Cell, ...]:
        """The columns of an owner in their order on the sheet."""

    def layout(self, state: StateT) -> Layout:
        """How the sheet is drawn."""

    def results(self, state: StateT) -> tuple[Amount, ...]:
        """Exact results in seat order if the game ended now; they sum to zero."""

    def shares(self, state: StateT) -> Shares:
        """The same results over a common divisor, which stays while seats and rules do."""

    def settle(self, state: StateT) -> Settlement:
        """The results with the steps on paper that lead to them."""

    def pairs(self, state: StateT) -> Mapping[tuple[int, int], Amount]:
        """What the first player of each pair wins of the second, exactly.

        Every pair of seats stands once; a player's pairs sum up to his result. Empty where the game does
        not settle between pairs.
        """
        return {}

    def worth(self, state: StateT, postings: Iterable[Posting]) -> tuple[Amount, ...]:
        """What postings are worth to everybody, in seat order, at the rules and seats of `state`.

        Where the results follow from the sheet by adding up, all postings of a game together are worth its
        results.
        """

    def causes(self, postings: Sequence[Posting]) -> Iterable[tuple[Cause, Posting]]:
        """What each posting of one entry is due to; a posting may be split among several causes.

        The parts of a posting sum up to it.
        """
        cause = Cause("hands", text(N_("hands")))
        return ((cause, posting) for posting in postings)

    def unending(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Rules as a header spells them, changed so that only an `end` entry ends the game."""
        return dict(given)

    def whole_money(self, state: StateT) -> bool:
        """Whether money follows the results in whole units instead of the exact ones."""
        return False

    def facts(self, state: StateT, now: datetime | None = None) -> tuple[Fact, ...]:
        """Dealer, next price and whatever else the table wants to see beside the sheet.

        With `now` a clock that the game is played by shows that time, without it the one of the last hand.
        """

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        """A posting in words."""

    def measures(self) -> tuple[Measure, ...]:
        """The columns of the statistics over many games, group by group."""
        return ()

    def tallies(self, state: StateT, entry: Entry, postings: Sequence[Posting]) -> Iterable[Tally]:
        """What an entry that counts adds to the statistics; keys that no measure names are for programs.

        Args:
            state: the game before it.
            entry: the entry.
            postings: what it wrote.
        """
        return ()

    def guide(self) -> Guide:
        """What the help says about the entry of hands."""

    def slips(self, state: StateT, entry: Entry) -> Iterator[Slip]:
        """The known mistakes in writing down an entry at this place, the likelier ones first."""
        return iter(())

    def oddities(self, state: StateT, columns: Mapping[Account, Sequence[Amount] | None]) -> Iterator[Oddity]:
        """What no hands at this table can have written in these columns.

        Args:
            state: the table before its first hand.
            columns: running totals, oldest first, of every column that was written; None where something
                stands, but not how it came there.
        """
        return iter(())

    def may_go_on(self, state: StateT) -> bool:
        """Whether an entry, such as more stakes, can let a game go on that is over by its rules.

        If so, `ask` has questions about it.
        """
        return False

    def parse(self, state: StateT, line: str) -> Entry:
        """The hand that a line of the short notation describes. Raises Refused."""

    def format(self, state: StateT, entry: Entry) -> str:
        """The line of the short notation that parses to this hand."""

    def ask(self, state: StateT, answers: Answers, placed: bool = False) -> Question | Entry:
        """The next question of the guided entry, or the entry once everything is said.

        Args:
            state: the game at the place where the entry will count.
            answers: what was answered so far, in its order.
            placed: whether the entry is put in between others; only what has a place is offered then.

        Raises:
            Refused: if something typed cannot be what was asked for.
        """

    def remarks(self, before: StateT, entry: Entry, after: StateT) -> Iterable[Remark]:
        """What the convention speaks against in an entry that counts.

        Who deals is not the game's to remark on: that follows from the dealer in its states.
        """
        return ()
