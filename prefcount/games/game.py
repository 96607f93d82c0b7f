"""The interface of a game: class `Game`, and the types that its methods take and return.

The session, the command line, the screens and the audit know a game only through `Game`. Its methods are pure
functions of a state and an entry. No method changes a state.

Of some evenings only the results are known, without any hand or column. Such results are posted to accounts
that no game has as columns, so the sheet stays empty and each result still has a source. They replace the
results that a game settles from its columns.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, Self

from pydantic import BaseModel, TypeAdapter

from prefcount.base.i18n import N_, Text, _, text
from prefcount.base.problems import Finding, InvalidInput, Problem, problem, unknown_word
from prefcount.entries.models import AmendBase, End, Entry, HandEntry, Header, RulesEntry
from prefcount.games import TITLES
from prefcount.games.rules import OptionInfo, Ruleset, explain_options
from prefcount.games.state import (
    RESULT,
    Seats,
    State,
    StateT,
    Transition,
    TransitionFacts,
    check_reserved_names,
)
from prefcount.games.words import PROGRESS, Cause, Fact, Goal, Guide, PostingWords, Words
from prefcount.ledger.settle import ScaledResults
from prefcount.ledger.sheet import Account, Amount, Posting


class Owner(NamedTuple):
    """An owner of columns on the sheet: a player, a side, or the table as a whole.

    Attributes:
        number: the number in accounts: a player's number, or a negative number for other owners.
        key: the spelling in files: a player's name, or a word of the game such as "@table".
        name: the name shown to people.
    """

    number: int
    key: str
    name: Text | str


class Cell(NamedTuple):
    """One account on the sheet with its heading.

    Attributes:
        heading: the heading shown next to the owner's name.
        account: the account whose amount is shown.
        below, above: the signs drawn where the column falls below zero and where it rises again.
        began: the amount before the first entry, which the paper sheet may show or leave out.
        full: whether the column has reached its target.
    """

    heading: Text
    account: Account
    below: str = ""
    above: str = ""
    began: Amount = 0
    full: bool = False

    @property
    def column(self) -> str:
        """The name of the column in files."""
        return self.account.column

    @property
    def other(self) -> int:
        """The number of the player it is written on, or NOBODY."""
        return self.account.other


class Sectors(NamedTuple):
    """The sheet of Preferans: a sector for each player, with bands from the edge to the centre.

    Whists are in the outer band, the owner's other columns further in, and the target is in the middle.
    """

    middle: Text | str


class Block(NamedTuple):
    """A ruled part of a sheet: a heading and some columns.

    Attributes:
        owner: the owner whose name is the heading. A player's result follows the name.
        columns: the columns from left to right, as on paper.
        heading: the heading instead of the owner's name, or "".
        signs: signs drawn after the heading, such as marks that are struck out later.
    """

    owner: int
    columns: tuple[Cell, ...]
    heading: Text | str = ""
    signs: Text | str = ""


class Blocks(NamedTuple):
    """A ruled sheet: rows of blocks, and lines of text below them."""

    rows: tuple[tuple[Block, ...], ...]
    lines: tuple[Text | str, ...] = ()


Layout = Sectors | Blocks
"""The arrangement of a game's sheet, without any width in cells or points."""


def list_player_owners(state: State) -> tuple[Owner, ...]:
    """Return the players as owners of columns, in seat order."""
    return tuple(Owner(player, state.names[player], state.names[player]) for player in state.seats)


def find_owner(game: "Game[Any]", state: State, number: int) -> Owner:
    """Return the owner with a number, or raise KeyError."""
    for owner in game.owners(state):
        if owner.number == number:
            return owner
    raise KeyError(number)


def describe_account(game: "Game[Any]", state: State, account: Account) -> str:
    """Return an account in words: its owner and its heading, such as "Anna pool" or "Anna on Boris"."""
    cells = game.cells(state, account.owner)
    heading = next((cell.heading for cell in cells if cell.account == account), _(account.column))
    owner = find_owner(game, state, account.owner).name
    return str(text(N_("{owner} {column}"), owner=owner, column=heading))


class Choice(NamedTuple):
    """One answer to a question.

    Attributes:
        value: the value that is stored as the answer.
        key: the digit that selects the answer, or "".
        label: the text shown for the answer.
        caution: the reason why a table might not want this answer, although it is possible.
        short: the text of the answer if the labels of all answers do not fit on the screen.
        shortest: the text of the answer if the short texts do not fit either.
        follows: the digit of the tricks that remain for the last player, who is not asked. You may type this
            digit after the answer.
    """

    value: str
    key: str
    label: Text | str
    caution: Text | None = None
    short: Text | str | None = None
    shortest: Text | str | None = None
    follows: str = ""

    @property
    def forms(self) -> tuple[Text | str, ...]:
        """The texts of the answer, from the longest to the shortest."""
        short = self.short or self.label
        return self.label, short, self.shortest or short


FACTOR = "factor"
"""The answer that says how many times the hand counts. It can be given at any time, and no question asks for
it.
"""

NONE_LIKELY = -1
"""The value of `Question.likely` if no answer is likelier than the others."""


class Question(NamedTuple):
    """The next question about an entry.

    Attributes:
        field: the key under which the answer is stored.
        prompt: the text of the question.
        choices: the possible answers, or none if a text or a number is typed.
        likely: the index of the likeliest answer, from which `F6` computes scores in advance, or NONE_LIKELY.
        marked: whether Enter takes the likeliest answer. Only the answer that a contract was made is marked.
        pays: whether the answers lead to different scores, so that the scores are worth showing.
        two_digits: whether 1 and 0 are read as ten. If not, the second digit replaces the first. This is so
            on a misère, because ten tricks hardly happen there.
        refused: digits that look like an answer but are not, such as the digit of the dealer who sits out,
            each with the reason.
        default_if_skipped: the answer that is taken without asking, unless the table wants to be asked for
            things that no score depends on. None if the question is always asked.
        after_play: whether the question is about the play. Questions before it are about the announcement.
    """

    field: str
    prompt: Text
    choices: tuple[Choice, ...] = ()
    likely: int = 0
    marked: bool = False
    pays: bool = False
    two_digits: bool = True
    refused: tuple[tuple[str, Text], ...] = ()
    default_if_skipped: str | None = None
    after_play: bool = False


Answers = Mapping[str, str]


class Tally(NamedTuple):
    """An amount that the statistics add up for a player."""

    player: int
    key: str
    amount: Amount = 1


class Measure(NamedTuple):
    """A column of the statistics over many games.

    Attributes:
        key: the key of the tallies that are added up.
        group: the title of the table that the column belongs to. Columns of a group are next to each other.
        label: the short heading.
        per: the key of the tallies whose sum is the divisor of an average, or "" for a plain sum.
        name: the key of an average in output for programs, or "" if `key` is used.
        signed: whether amounts are won and lost, and shown with a sign.
        out_of: the keys whose sum is the whole, shown as “4/5”.
    """

    key: str
    group: Text
    label: Text | str
    per: str = ""
    name: str = ""
    signed: bool = False
    out_of: tuple[str, ...] = ()


def measure_contracts(
    group: Text, key: str, contracts: Iterable[int | str], other: str = ""
) -> Iterator[Measure]:
    """Yield a column for each kind of contract and one for all contracts.

    Args:
        group: the title of the table that the columns belong to.
        key: the key of the tallies, such as "made"; a kind has the key "made_7".
        contracts: the kinds: levels, or marked sentences.
        other: the key of the rest of the whole, such as "failed", or "" for plain numbers.
    """

    def measure(label: Text | str, kind: str = "") -> Measure:
        return Measure(key + kind, group, label, out_of=(key + kind, other + kind) if other else ())

    for contract in contracts:
        yield measure(text(contract) if isinstance(contract, str) else str(contract), f"_{contract}")
    yield measure(text(N_("all")))


class SettlementTable(NamedTuple):
    """One step of the settlement on paper: a title, headings, and rows.

    The last `won` columns are amounts won or lost, and have signs.
    """

    title: Text
    explanation: Text
    headings: tuple[Text | str, ...]
    rows: tuple[tuple[Amount | str, ...], ...]
    won: int = 0

    @classmethod
    def of(
        cls,
        title: str,
        explanation: Text,
        headings: Sequence[str],
        rows: Iterable[tuple[Amount | str, ...]],
        *,
        won: int = 0,
    ) -> Self:
        """Return a step with a marked title and marked headings. Its rows begin with names."""
        return cls(text(title), explanation, ("", *map(text, headings)), tuple(rows), won)


class Settlement(NamedTuple):
    """Exact results in seat order, in the units of the game, and the steps on paper that lead to them.

    Attributes:
        results: the result of each player, prizes included.
        steps: the steps in order.
        prizes: the prizes of each player in a game that is over, or nothing if there are none.
    """

    results: tuple[Amount, ...]
    steps: tuple[SettlementTable, ...]
    prizes: tuple[Amount, ...] = ()


def get_announced_results(state: State) -> ScaledResults | None:
    """Return the results that were announced without hands, or None if the sheet gives the results."""
    amounts = [state.sheet[Account(RESULT, player)] for player in state.seats]
    return ScaledResults.from_results(amounts) if any(amounts) else None


def settle_announced(state: State, scaled_results: ScaledResults) -> Settlement:
    """Return announced results as a settlement of one step."""
    names = [state.names[player] for player in state.seats]
    sentence = text(N_("Only the result of this evening is known; the results sum to zero."))
    rows = zip(names, scaled_results.exact, strict=True)
    table = SettlementTable.of(N_("Results"), sentence, (N_("result"),), rows, won=1)
    return Settlement(scaled_results.exact, (table,))


EARLY_END = "early-end"
BY_RULES = frozenset({"pool", "hands", "time"})
"""Reasons of an end that the rules decide. All other reasons are decided by the players."""


class Game(ABC, Generic[StateT]):
    """A game of the family.

    A game is a class that sets the attributes and names the functions of its package. Methods with a body
    apply to every game that does not replace them.

    Attributes:
        name: the name in files and on the command line.
        book: the rule book in `docs/`, without its file extension.
        words: the names of units, goal and seats.
        over: the marked reasons why a game is over, by the word that states and `end` entries use.
        posting_words: the words and the causes of postings.
        ruleset: the options and presets.
        entries: the model of each kind of entry.
        adapter: the adapter that reads any entry.
        hand_kinds: the kinds of entry that are hands.
        sizes: the possible numbers of players.
        reserved: the keys of owners that are not players. No player can have such a name.
        factors: how many times a hand may count, besides once; `ask` takes one of them as the answer FACTOR
            at any time.
        remarkable: the codes of the remarks, each with the mistake that it catches in a marked sentence.
    """

    name: str
    book = "relatives"
    words: Words
    over: Mapping[str, str]
    posting_words: PostingWords
    ruleset: Ruleset[Any]
    entries: Mapping[str, type[Entry]]
    adapter: TypeAdapter[Any]
    hand_kinds: frozenset[str]
    sizes: tuple[int, ...]
    reserved: tuple[str, ...] = ()
    factors: Sequence[int] = ()
    remarkable: Mapping[str, str] = {EARLY_END: N_("The game was ended before it was over by the rules.")}

    @property
    def title(self) -> str:
        """The marked name of the game for people."""
        return TITLES[self.name]

    # Rules.

    @property
    def presets(self) -> Mapping[str, str]:
        """The presets by code with a marked sentence each. A table begins with the first one."""
        return {code: preset.about for code, preset in self.ruleset.presets.items()}

    @property
    def goal(self) -> Goal:
        """The option that says how long a game is."""
        return self.ruleset.goal

    def rules(self, given: Mapping[str, Any]) -> BaseModel:
        """Return the complete options from the options in a header, or raise InvalidInput."""
        rules: BaseModel = self.ruleset.read(given)
        return rules

    def preset(self, name: str) -> BaseModel:
        """Return the options of a preset, or raise InvalidInput with the nearest name."""
        rules: BaseModel = self.ruleset.preset(name)
        return rules

    def find_preset(self, typed: object) -> str:
        """Return the code of the preset with this name, or raise InvalidInput with the nearest name."""
        code: str = self.ruleset.find_preset(typed)
        return code

    def options(self, rules: BaseModel) -> tuple[OptionInfo, ...]:
        """Return every option with its value and its explanation, group by group."""
        groups = self.ruleset.groups
        options = list(explain_options(rules, groups))
        return tuple(info for group in groups for info in options if info.group_key == group)

    def spell_rules(self, rules: BaseModel) -> dict[str, Any]:
        """Return the shortest header spelling of complete options."""
        return self.ruleset.spell_rules(rules)

    def find_unknown_words(self, entry: Entry) -> tuple[Problem, ...]:
        """Return a problem for each option, value or preset in an entry that this version does not know."""
        within, changed = ("with.set", entry.with_) if isinstance(entry, AmendBase) else ("set", entry)
        return self.ruleset.find_unknown_words(changed.set, within) if isinstance(changed, RulesEntry) else ()

    def make_endless(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return rules of a header, changed so that only an `end` entry ends the game."""
        return {**given, **self.ruleset.unending}

    # Entries and their transitions.

    def start(self, header: Header) -> StateT:
        """Return the state before the first entry. Raises InvalidInput with every problem of the header."""
        players, problems = header.players, list[Problem]()
        if len(players) not in self.sizes:
            values = {"allowed": ", ".join(map(str, self.sizes)), "given": len(players)}
            sentence = N_("{game} needs {allowed} players, not {given}")
            problems.append(problem("players", sentence, game=text(self.name), **values))
        problems += check_reserved_names("players", players, self.reserved)
        dealer = players[0] if header.dealer is None else header.dealer
        if dealer not in players:
            problems.append(unknown_word("dealer", dealer, players))
        try:
            rules = self.rules(header.rules)
        except InvalidInput as refusal:
            raise InvalidInput([*problems, *refusal.problems]) from None
        problems += self.ruleset.check_size(rules, len(players))
        if problems:
            raise InvalidInput(problems)
        return self.make_first_state(header, Seats(range(len(players))), rules, players.index(dealer))

    @abstractmethod
    def make_first_state(self, header: Header, seats: Seats, rules: Any, dealer: int) -> StateT:
        """Return the state before the first entry, with the rules and the first dealer of a header."""

    def play(self, state: StateT, entry: Entry) -> Transition[StateT]:
        """Return the transition of an entry. Corrections and claims are played by the session."""
        if entry.kind in self.hand_kinds:  # faster than a check of the class
            return self.play_hand(state, entry)
        return self.apply_table_entry(state, entry)

    @abstractmethod
    def play_hand(self, state: StateT, entry: Any) -> Transition[StateT]:
        """Return the transition of a hand, or all its problems."""

    @abstractmethod
    def apply_table_entry(self, state: StateT, entry: Entry) -> Transition[StateT]:
        """Return the transition of an entry other than a hand, or all its problems."""

    def with_dealer(self, state: StateT, entry: Entry) -> Entry:
        """Return the entry with its dealer, so that no later correction moves the deal (fine print 2)."""
        if isinstance(entry, HandEntry) and entry.dealer is None:
            return entry.model_copy(update={"dealer": state.names[state.dealer]})
        return entry

    def without_unknown(self, state: StateT, entry: Entry) -> Entry:
        """Return an entry without the parts that have no meaning by the rules of this table.

        An entry that would become another hand without these parts is returned unchanged.
        """
        return entry

    def get_playing_seats(self, state: StateT) -> Seats:
        """Return the seats of players who have not left. A player who left may still have columns."""
        return state.seats

    def can_continue(self, state: StateT) -> bool:
        """Return whether an entry, such as more stakes, can continue a game that is over by its rules.

        If so, `ask` has questions about this entry.
        """
        return False

    # Settlement: announced results settle an evening without hands, the sheet settles any other.

    def results(self, state: StateT) -> tuple[Amount, ...]:
        """Return the exact results in seat order if the game ended now. The results sum to zero."""
        return self.scaled_results(state).exact

    def scaled_results(self, state: StateT) -> ScaledResults:
        """Return the results over a common divisor, which changes only with seats and rules."""
        announced = get_announced_results(state)
        return self.sheet_scaled_results(state) if announced is None else announced

    def settle(self, state: StateT) -> Settlement:
        """Return the results with the steps on paper that lead to them."""
        announced = get_announced_results(state)
        return self.sheet_settlement(state) if announced is None else settle_announced(state, announced)

    def whole_results(self, state: StateT, scaled_results: ScaledResults) -> tuple[int, ...]:
        """Return the results in whole units, which sum to zero.

        Args:
            state: the state of the game.
            scaled_results: its results, from `scaled_results`.
        """
        if get_announced_results(state) is None:
            return self.sheet_whole_results(state, scaled_results)
        return scaled_results.whole

    def counted_results(
        self, state: StateT, scaled_results: ScaledResults | None = None
    ) -> tuple[Amount, ...]:
        """Return the results that count at the table: whole ones if its rules round, or exact ones.

        Every list, sheet, comparison and statistic shows these results, and money follows them.

        Args:
            state: the state of the game.
            scaled_results: its results, if the caller has them.
        """
        scaled_results = scaled_results or self.scaled_results(state)
        return self.whole_results(state, scaled_results) if self.whole_money(state) else scaled_results.exact

    def pairs(self, state: StateT) -> Mapping[tuple[int, int], Amount]:
        """Return the exact amount that the first player of each pair wins from the second.

        Amounts are in units of the results. Each pair of seats is there once. The pairs of a player sum to
        the player's result. The mapping is empty if the game does not settle between pairs, or if only the
        results are known.
        """
        return self.sheet_pairs(state) if get_announced_results(state) is None else {}

    @abstractmethod
    def sheet_scaled_results(self, state: StateT) -> ScaledResults:
        """Return the results that follow from the sheet, over their common divisor."""

    @abstractmethod
    def sheet_settlement(self, state: StateT) -> Settlement:
        """Return the results that follow from the sheet, with the steps on paper."""

    def sheet_whole_results(self, state: StateT, scaled_results: ScaledResults) -> tuple[int, ...]:
        """Return the results that follow from the sheet in whole units."""
        return scaled_results.whole

    def sheet_pairs(self, state: StateT) -> Mapping[tuple[int, int], Amount]:
        """Return the pairs that follow from the sheet, or nothing if the game does not settle by pairs."""
        return {}

    @abstractmethod
    def worth(self, state: StateT, postings: Iterable[Posting]) -> tuple[Amount, ...]:
        """Return the exact value of postings to each player in seat order, at the rules and seats of `state`.

        The unit is the unit of the results (whists, supe, kapikia, points). In games where results are sums
        over the sheet, the values of all postings of a game sum to its results.
        """

    def whole_money(self, state: StateT) -> bool:
        """Return whether money follows the results in whole units instead of the exact ones."""
        return False

    # The sheet and the facts next to it.

    def owners(self, state: StateT) -> tuple[Owner, ...]:
        """Return the owners of columns: the players in seat order, then sides and the table, if any."""
        return list_player_owners(state)

    @abstractmethod
    def cells(self, state: StateT, owner: int) -> tuple[Cell, ...]:
        """Return the columns of an owner in their order on the sheet."""

    @abstractmethod
    def layout(self, state: StateT) -> Layout:
        """Return how the sheet is drawn."""

    def facts(self, state: StateT, now: datetime | None = None) -> tuple[Fact, ...]:
        """Return the dealer, the next price and other facts that are shown next to the sheet.

        If the game is played by a clock, the clock shows the time `now`, or the time of the last hand without
        `now`.
        """
        return tuple(self.yield_facts(state, now))

    @abstractmethod
    def yield_facts(self, state: StateT, now: datetime | None) -> Iterable[Fact]:
        """Yield the facts of a game, the most urgent first."""

    # Entry of hands, by a line or by questions, and hands in words.

    @abstractmethod
    def parse(self, state: StateT, line: str) -> Entry:
        """Return the entry that a line of the short notation describes.

        Raises:
            InvalidInput: with one sentence that says what is wrong and where.
        """

    @abstractmethod
    def format(self, state: StateT, entry: Any) -> str:
        """Return the line of the short notation that parses to this hand."""

    @abstractmethod
    def guide(self) -> Guide:
        """Return the help about the entry of hands."""

    def describe_line_order(self, state: StateT) -> Text | str:
        """Return whose numbers are expected in which order in a line, if that depends on who deals."""
        return ""

    @abstractmethod
    def ask(self, state: StateT, answers: Answers, placed: bool = False) -> Question | Entry:
        """Return the next question of the guided entry, or the finished entry.

        Args:
            state: the game before the entry.
            answers: the answers so far, in order.
            placed: whether the entry is inserted between earlier entries. Then only entries that can be
                inserted are offered.

        Raises:
            InvalidInput: if a typed text cannot be the answer to its question.
        """

    @abstractmethod
    def get_answers(self, state: StateT, entry: Any) -> Answers:
        """Return the answers by which `ask` leads to a hand, in order, or nothing for an impossible hand.

        A hand may contain more than `ask` asks for, such as tricks of single defenders that no score depends
        on.
        """

    def find_doubt(self, entry: Entry) -> Text | None:
        """Return a doubt about a legal but very unlikely hand, to be confirmed before it is recorded."""
        return None

    def describe_hand(self, state: StateT, entry: Entry) -> Text | str:
        """Return a hand in a few words for wide lists, or "" if only the notation can say it."""
        return ""

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        """Return a posting in words."""
        return self.posting_words.sentence(posting, names)

    # Statistics, causes and remarks.

    def causes(self, postings: Sequence[Posting]) -> Iterable[tuple[Cause, Posting]]:
        """Return the cause of each posting of one entry; a posting may be split among several causes.

        The parts of a posting sum up to it.
        """
        return self.posting_words.yield_causes(postings)

    @abstractmethod
    def measures(self) -> tuple[Measure, ...]:
        """Return the columns of the statistics over many games, group by group."""

    @abstractmethod
    def tallies(self, state: StateT, entry: Entry, transition: TransitionFacts) -> Iterable[Tally]:
        """Return the tallies that an entry adds to the statistics. Keys without a measure are for programs.

        Args:
            state: the game before the entry.
            entry: an entry that counts.
            transition: the transition of the entry.
        """

    def remarks(self, before: StateT, entry: Entry, after: StateT) -> Iterator[Finding]:
        """Yield remarks on an entry that counts: an unlikely hand, or an end before the rules allow it.

        The dealer is not checked here, because the states already say who deals.
        """
        yield from self.hand_remarks(before, entry)
        if isinstance(entry, End) and entry.reason in BY_RULES and not self.may_end(before, entry.reason):
            sentence = N_("the end says “{reason}”, but by the rules the game was not over")
            values: dict[str, Text | str] = {"reason": text(self.over[entry.reason])}
            progress = next((fact.value for fact in self.facts(before) if fact.key == PROGRESS), None)
            if progress is not None:
                sentence = N_("the end says “{reason}”, but by the rules the game was not over: {progress}")
                values["progress"] = progress
            yield Finding(EARLY_END, text(sentence, **values), claimed=entry.reason, severity="remark")

    def hand_remarks(self, before: StateT, entry: Entry) -> Iterable[Finding]:
        """Return remarks on a hand that is unlikely at this point of the game."""
        return ()

    def may_end(self, before: StateT, reason: str) -> bool:
        """Return whether the game was over for a reason that the rules decide, or the file cannot tell."""
        return before.over == reason
