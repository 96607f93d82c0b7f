"""What every game of the program offers, and nothing that only one of them has.

The session, the command line, the screens and the audit know a game through this protocol
alone. A game is pure functions of a state and an entry; a state is never changed in place.

The protocol has seven parts: rules, scoring, sheet, entry, words, statistics and audit. Most of it is said by
functions in modules of a game's package, which `in_module` finds. What has a body here holds for every game
that says nothing else.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, TypeAdapter

from prefcount.entries.base import Entry
from prefcount.entries.header import Header
from prefcount.findings import Finding
from prefcount.games import TITLES
from prefcount.games.announced_result import (
    announced_pairs,
    announced_settlement,
    announced_shares,
    announced_whole,
)
from prefcount.games.game_words import Fact, Goal, Guide, Words
from prefcount.games.in_module import in_module
from prefcount.games.measures import Cause, Measure, Tally
from prefcount.games.option_info import OptionInfo
from prefcount.games.posting_words import PostingWords
from prefcount.games.questions import Answers, Question
from prefcount.games.ruleset import Ruleset
from prefcount.games.seats import Seats
from prefcount.games.settlement_steps import Settlement
from prefcount.games.sheet_layout import Cell, Layout, Owner
from prefcount.games.suspicions import ImpossibleFigure, SearchBudget, SettlementSlip, SheetVerdict, Slip
from prefcount.i18n import Text, _
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


class Turn(NamedTuple, Generic[StateT]):
    """What one entry does: its postings and the state after it, or its problems and no change.

    Attributes:
        state: the state after it.
        postings: what it wrote.
        problems: why it cannot be.
        worth: what they change of everybody's share of the results, in the seat order after it and in parts:
            in the same unit as the parts of `shares` after it. It is exact also where a posting is worth
            something else at another table.
        hand: the hand as the rules of its game see it; None for what is no hand.
    """

    state: StateT
    postings: tuple[Posting, ...] = ()
    problems: tuple[Problem, ...] = ()
    worth: tuple[Amount, ...] = ()
    hand: object | None = None


class TurnFacts(Protocol):
    """What is known of a turn, whatever the state after it: a `Turn` is one, and so is a step of a replay."""

    @property
    def hand(self) -> object | None:
        """The hand as the rules of its game see it; None for what is no hand."""

    @property
    def postings(self) -> tuple[Posting, ...]:
        """What it wrote."""

    @property
    def worth(self) -> tuple[Amount, ...]:
        """What that changes of everybody's share of the results, in parts as `Turn` has them."""


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
    heading = next((cell.heading for cell in cells if cell.account == account), _(account.column))
    return f"{owner_of(game, state, account.owner).name} {heading}"


class GameRules(Protocol):
    """What a game may be played by.

    Attributes:
        ruleset: how options are read, spelled and changed.
    """

    ruleset: Ruleset[Any]

    @property
    def presets(self) -> Mapping[str, str]:
        """What every preset is, in a marked sentence; the first one is where a table begins."""
        return self.ruleset.about_presets

    @property
    def goal(self) -> Goal:
        """The option that says how long a game is."""
        return self.ruleset.goal

    def rules(self, given: Mapping[str, Any]) -> BaseModel:
        """The complete options from the ones a header names. Raises InvalidInput."""

    def preset(self, name: str) -> BaseModel:
        """The options of a preset as they are. Raises InvalidInput with the nearest name if it is unknown."""

    def preset_called(self, typed: object) -> str:
        """The code of what people call a preset. Raises InvalidInput with the nearest if there is none."""

    def options(self, rules: BaseModel) -> tuple[OptionInfo, ...]:
        """Every option with its value and its explanation, group by group."""

    def spelled(self, rules: BaseModel) -> dict[str, Any]:
        """The shortest header spelling of complete options."""

    def unending(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Rules as a header spells them, changed so that only an `end` entry ends the game."""


class GameScoring(Protocol[StateT]):
    """What entries do, and what comes of it.

    Attributes:
        entries: the model of every kind of entry.
        adapter: reads any of them.
        hand_kinds: the kinds that are hands.
        sizes: how many may play.
        reserved: the keys of owners who are no players; nobody can be called so.
    """

    entries: Mapping[str, type[Entry]]
    adapter: TypeAdapter[Any]
    hand_kinds: frozenset[str]
    sizes: tuple[int, ...]
    reserved: tuple[str, ...] = ()

    def start(self, header: Header) -> StateT:
        """The state before the first entry. Raises InvalidInput with every problem of the header."""

    @in_module("play")
    def play_hand(self, state: StateT, entry: Any) -> Turn[StateT]:
        """The turn of a hand, or all its problems."""

    @in_module("table_entries")
    def apply_table_entry(self, state: StateT, entry: Entry) -> Turn[StateT]:
        """The turn of an entry that is no hand, or all its problems."""

    def play(self, state: StateT, entry: Entry) -> Turn[StateT]:
        """What an entry does; corrections and claims are not the game's to play."""

    def addressed(self, state: StateT, entry: Entry) -> Entry:
        """The entry with what the program writes of its own accord, such as the dealer."""

    def results(self, state: StateT) -> tuple[Amount, ...]:
        """Exact results in seat order if the game ended now; they sum to zero."""

    @in_module("settlement", unless=announced_shares)
    def shares(self, state: StateT) -> Shares:
        """The same results over a common divisor, which stays while seats and rules do."""

    @in_module("settlement", unless=announced_settlement)
    def settle(self, state: StateT) -> Settlement:
        """The results with the steps on paper that lead to them."""

    @in_module("settlement", optional=True, unless=announced_whole)
    def whole_results(self, state: StateT, shares: Shares) -> tuple[int, ...]:
        """The results in whole units, which sum to zero.

        Args:
            state: the game as it stands.
            shares: its results, as `shares` gives them.
        """
        return shares.whole

    @in_module("settlement", optional=True, unless=announced_pairs)
    def pairs(self, state: StateT) -> Mapping[tuple[int, int], Amount]:
        """What the first player of each pair wins of the second, exactly, in units of the results.

        Every pair of seats stands once; a player's pairs sum up to the player's result. Empty where the game
        does not settle between pairs.
        """
        return {}

    @in_module("settlement")
    def worth(self, state: StateT, postings: Iterable[Posting]) -> tuple[Amount, ...]:
        """What postings are worth to everybody, in seat order, at the rules and seats of `state`.

        In units of the results (whists, supe, kapikia, points), exactly. Where the results follow from the
        sheet by adding up, all postings of a game together are worth its results.
        """

    @in_module("settlement", optional=True)
    def whole_money(self, state: StateT) -> bool:
        """Whether money follows the results in whole units instead of the exact ones."""
        return False

    def may_go_on(self, state: StateT) -> bool:
        """Whether an entry, such as more stakes, can let a game go on that is over by its rules.

        If so, `ask` has questions about it.
        """
        return False


class GameSheet(Protocol[StateT_contra]):
    """What stands on paper, and where."""

    @in_module("layout", optional=True)
    def owners(self, state: StateT_contra) -> tuple[Owner, ...]:
        """The owners of columns: the players in seat order, then sides and the table where they have some."""
        return players_of(state)

    @in_module("layout")
    def cells(self, state: StateT_contra, owner: int) -> tuple[Cell, ...]:
        """The columns of an owner in their order on the sheet."""

    @in_module("layout")
    def layout(self, state: StateT_contra) -> Layout:
        """How the sheet is drawn."""


class GameEntry(Protocol[StateT_contra]):
    """How hands are entered: a line, or one question after the other.

    Attributes:
        factors: how many times a hand may count besides once; `ask` takes one of them as the answer FACTOR,
            at any time.
    """

    factors: Sequence[int] = ()

    @in_module("notation")
    def parse(self, state: StateT_contra, line: str) -> Entry:
        """The entry that a line of the short notation describes.

        Raises:
            InvalidInput: with one sentence that says what is wrong and where.
        """

    @in_module("notation")
    def format(self, state: StateT_contra, entry: Entry) -> str:
        """The line of the short notation that parses to this hand."""

    @in_module("form")
    def ask(self, state: StateT_contra, answers: Answers, placed: bool = False) -> Question | Entry:
        """The next question of the guided entry, or the entry once everything is said.

        Args:
            state: the game at the place where the entry will count.
            answers: what was answered so far, in its order.
            placed: whether the entry is put in between others; only what has a place is offered then.

        Raises:
            InvalidInput: if something typed cannot be what was asked for.
        """

    @in_module("form", optional=True)
    def known_answers(self, state: StateT_contra, entry: Entry) -> Mapping[str, str]:
        """The answers by which `ask` leads to a hand, by their question, where the hand tells them.

        All others are found by trying.
        """
        return {}

    @in_module("notation")
    def guide(self) -> Guide:
        """What the help says about the entry of hands."""


class GameWords(Protocol[StateT_contra]):
    """What a game and everything in it is called.

    Attributes:
        name: as files and the command line spell it.
        book: the document in `docs/`, without its ending, that explains its rules.
        words: what it calls things.
        over: why it is over, in marked words, by the reason that state and `end` name.
        posting_words: the words and the causes of what it writes.
    """

    name: str
    book: str
    words: Words
    over: Mapping[str, str]
    posting_words: PostingWords

    @property
    def title(self) -> str:
        """What people call it, a marked word."""
        return TITLES[self.name]

    @in_module("table_facts")
    def facts(self, state: StateT_contra, now: datetime | None = None) -> tuple[Fact, ...]:
        """Dealer, next price and other facts that are shown beside the sheet.

        With `now` a clock that the game is played by shows that time, without it the one of the last hand.
        """

    @in_module("hand_words", optional=True)
    def hand_in_words(self, state: StateT_contra, entry: Entry) -> Text | str:
        """A hand in a few words for wide lists; "" where only the notation says it."""
        return ""

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        """A posting in words."""


class GameStatistics(Protocol[StateT_contra]):
    """What is counted and compared."""

    posting_words: PostingWords

    @in_module("phrases", optional=True)
    def causes(self, postings: Sequence[Posting]) -> Iterable[tuple[Cause, Posting]]:
        """What each posting of one entry is due to; a posting may be split among several causes.

        The parts of a posting sum up to it.
        """
        return self.posting_words.due(postings)

    @in_module("tallies")
    def measures(self) -> tuple[Measure, ...]:
        """The columns of the statistics over many games, group by group."""

    @in_module("tallies")
    def tallies(self, state: StateT_contra, entry: Entry, turn: TurnFacts) -> Iterable[Tally]:
        """What an entry that counts adds to the statistics; keys that no measure names are for programs.

        Args:
            state: the game before it.
            entry: the entry.
            turn: its turn.
        """


class GameAudit(Protocol[StateT_contra]):
    """What is possible and yet unlikely, on a table and on paper.

    Attributes:
        remarkable: the codes of its remarks and, in marked sentences, the mistake that each one catches.
        knows_columns: whether `impossible_figures` knows what hands write into a column.
    """

    remarkable: Mapping[str, str]
    knows_columns: bool = False

    def remarks(self, before: StateT_contra, entry: Entry, after: StateT_contra) -> Iterable[Finding]:
        """What is unlikely about an entry that counts, by the table's own rules.

        Who deals is not the game's to remark on: that follows from the dealer in its states.
        """

    @in_module("paper.slips", optional=True)
    def slips(self, state: StateT_contra, entry: Entry) -> Iterator[Slip]:
        """The known mistakes in writing down an entry at this place, the likelier ones first."""
        return iter(())

    @in_module("paper.settlement_slips", optional=True)
    def settlement_slips(self, state: StateT_contra) -> Iterator[SettlementSlip]:
        """The results by each formula that is mistaken for the right one, the likelier ones first."""
        return iter(())

    @in_module("paper.sheet_check", optional=True)
    def impossible_figures(
        self, state: StateT_contra, columns: Mapping[Account, Sequence[Amount] | None]
    ) -> Iterator[ImpossibleFigure]:
        """What no hands at this table can have written in these columns.

        Args:
            state: the table before its first hand.
            columns: running totals, oldest first, of every column that was written; None where something
                stands, but not how it came there.
        """
        return iter(())

    @in_module("paper.readings", optional=True)
    def readings(
        self, state: StateT_contra, columns: Mapping[Account, Sequence[Amount]], budget: SearchBudget
    ) -> SheetVerdict:
        """Which hands of this table could have written these columns, all of them together.

        Args:
            state: the table before its first hand.
            columns: the running totals of every column in which something stands, oldest first.
            budget: how long to search.
        """
        return SheetVerdict("undecided", False, {}, ())


class Game(
    GameRules,
    GameScoring[StateT],
    GameSheet[StateT],
    GameEntry[StateT],
    GameWords[StateT],
    GameStatistics[StateT],
    GameAudit[StateT],
    Protocol[StateT],
):
    """One game of the family: everything the program wants to know of it."""
