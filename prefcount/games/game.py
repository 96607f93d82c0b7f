"""Everything that a game offers to the rest of the program.

The session, the command line, the screens and the audit know a game through `Game` alone. A game is pure
functions of a state and an entry; a state is never changed in place. The types that these functions take and
return come first: owners, cells and blocks of a sheet, questions of the form, statistics, settlements.

Of some evenings only the result is known: no hands, no columns, only what each player won or lost. Such
results are postings of accounts that no game has as columns, so the sheet stays empty and each figure still
says where it comes from. They replace what a game settles from its columns.
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
    """The owner of columns on the sheet: a player, a side, or the table as a whole.

    Attributes:
        number: as accounts have it: the number of a player; below zero for everybody else.
        key: as files spell it: a player's name, or a word of the game such as "@table".
        name: as people read it.
    """

    number: int
    key: str
    name: Text | str


class Cell(NamedTuple):
    """A place on the sheet that people know by name.

    Attributes:
        heading: as people read it, beside its owner's name.
        account: what stands there.
        below, above: what is drawn where the column falls below zero, and where it rises again.
        began: what stands there before the first entry, which paper may show or leave out.
        full: whether it has come to what it is played to.
    """

    heading: Text
    account: Account
    below: str = ""
    above: str = ""
    began: Amount = 0
    full: bool = False

    @property
    def column(self) -> str:
        """The column as files spell it."""
        return self.account.column

    @property
    def other(self) -> int:
        """The number of the player it is written on, or NOBODY."""
        return self.account.other


class Sectors(NamedTuple):
    """The sheet of Preferans: a sector for each player, bands from the edge to the centre.

    Whists stand outside, the owner's other columns further in, in the middle what is played to.
    """

    middle: Text | str


class Block(NamedTuple):
    """A ruled part of a sheet: a heading, and columns beside each other.

    Attributes:
        owner: whose name and result are the heading; with a result only where that is a player.
        columns: from left to right, in the order in which they stand on paper.
        heading: what the heading says instead of the owner's name, or "".
        signs: what is drawn beside the heading, such as marks that are struck out later.
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
"""How a game's sheet is drawn. It says where everything stands, never in how many cells or points."""


def list_player_owners(state: State) -> tuple[Owner, ...]:
    """The players as owners of columns, in seat order."""
    return tuple(Owner(player, state.names[player], state.names[player]) for player in state.seats)


def find_owner(game: "Game[Any]", state: State, number: int) -> Owner:
    """The owner with a number. Raises KeyError if nobody has it."""
    for owner in game.owners(state):
        if owner.number == number:
            return owner
    raise KeyError(number)


def describe_account(game: "Game[Any]", state: State, account: Account) -> str:
    """An account in words: its owner and its heading, such as "Anna pool" or "Anna on Boris"."""
    cells = game.cells(state, account.owner)
    heading = next((cell.heading for cell in cells if cell.account == account), _(account.column))
    owner = find_owner(game, state, account.owner).name
    return str(text(N_("{owner} {column}"), owner=owner, column=heading))


class Choice(NamedTuple):
    """One answer to a question.

    Attributes:
        value: what the answer stands for in the answers of the form.
        key: the digit that picks it, or "".
        label: what is shown.
        caution: why a table might not want it, although it is possible.
        short: what is shown of all answers where a label does not fit.
        shortest: what is shown of all where that does not fit either.
        follows: the digit of the rest, which the last player has, who is not asked; it may be typed, too.
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
        """What can be shown of it, from the longest to the shortest."""
        short = self.short or self.label
        return self.label, short, self.shortest or short


FACTOR = "factor"
"""The answer that no question asks for and that can be given at any time: how many times the hand counts."""

NONE_LIKELY = -1
"""Of all answers to a question none is likelier than the others: one has to be chosen."""


class Question(NamedTuple):
    """The next thing to be said about an entry.

    Attributes:
        field: where the answer goes.
        prompt: what is asked.
        choices: the possible answers; none where a text or a number is typed.
        likely: the position of the likeliest answer, by which `F6` reckons what those before would score, or
            NONE_LIKELY.
        marked: whether that answer is marked when it is asked for, so that Enter takes it: only what goes
            without saying, that a contract was made. All others are said.
        pays: whether the answers differ in what they would pay, so that it is worth showing.
        two_digits: whether 1 and 0 are ten; else the second digit replaces the first, as on a misère, where
            ten tricks hardly happen.
        refused: digits that look like an answer and are none, such as that of the dealer who sits out, and
            why.
        default_if_skipped: the answer that is taken without asking, unless the user wants to be asked what no
            figure depends on; None where everybody is asked.
        after_play: whether it is answered only when the hand was played out; what is answered before says
            what is played.
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
    """An amount of something that the statistics count, for a player by number."""

    player: int
    key: str
    amount: Amount = 1


class Measure(NamedTuple):
    """A column of the statistics over many games.

    Attributes:
        key: the tallies that are summed up in it.
        group: the table that the column belongs to; columns of a group follow each other.
        label: its heading, short.
        per: the tallies through whose sum it is divided, for an average; "" for a plain sum.
        name: the key of an average for programs; "" where `key` says it.
        signed: whether amounts are won and lost, and shown with a sign.
        out_of: the tallies that together are the whole of which `key` is a part, shown as “4/5”.
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
    """A column for each kind of contract and one for all.

    Args:
        group: the table that the columns belong to.
        key: what is counted, such as "made"; a kind has it with its name, such as "made_7".
        contracts: the kinds, such as levels; those that are words are marked sentences.
        other: the rest of the whole that a number is shown as part of, such as "failed"; "" for none.
    """

    def measure(label: Text | str, kind: str = "") -> Measure:
        return Measure(key + kind, group, label, out_of=(key + kind, other + kind) if other else ())

    for contract in contracts:
        yield measure(text(contract) if isinstance(contract, str) else str(contract), f"_{contract}")
    yield measure(text(N_("all")))


class SettlementTable(NamedTuple):
    """One step of the settlement as it is done on paper: a title, headings, a row for each line.

    So many of its last columns are `won` or lost, and have signs.
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
        """A step with a marked title and marked headings, whose rows begin with names."""
        return cls(text(title), explanation, ("", *map(text, headings)), tuple(rows), won)


class Settlement(NamedTuple):
    """Exact results in seat order, in the units of the game, and the steps on paper that lead to them.

    Attributes:
        results: everybody's result, prizes included.
        steps: the way there.
        prizes: what everybody has of the prizes of a game that is over; empty where there are none.
    """

    results: tuple[Amount, ...]
    steps: tuple[SettlementTable, ...]
    prizes: tuple[Amount, ...] = ()


def get_announced_results(state: State) -> ScaledResults | None:
    """The results as they were announced, or None where they follow from the sheet."""
    amounts = [state.sheet[Account(RESULT, player)] for player in state.seats]
    return ScaledResults.from_results(amounts) if any(amounts) else None


def settle_announced(state: State, scaled_results: ScaledResults) -> Settlement:
    """The announced results as a settlement of one step."""
    names = [state.names[player] for player in state.seats]
    sentence = text(N_("Only the result of this evening is known; the results sum to zero."))
    rows = zip(names, scaled_results.exact, strict=True)
    table = SettlementTable.of(N_("Results"), sentence, (N_("result"),), rows, won=1)
    return Settlement(scaled_results.exact, (table,))


EARLY_END = "early-end"
BY_RULES = frozenset({"pool", "hands", "time"})
"""Reasons of an end that are for the rules to give; the others are for the players."""


class Game(ABC, Generic[StateT]):
    """A game of the family.

    A game is a class that sets the attributes and names the functions of its package. Methods with a body
    hold for every game that does not replace them.

    Attributes:
        name: as files and the command line spell it.
        book: the document in `docs/`, without its ending, that explains its rules.
        words: names of units, goal and seats.
        over: the marked reasons of an end, by the word of state and `end` entry.
        posting_words: the words and the causes of postings.
        ruleset: how options are read, spelled and changed.
        entries: the model of every kind of entry.
        adapter: reads any of them.
        hand_kinds: the kinds that are hands.
        sizes: the numbers of players.
        reserved: the keys of owners who are no players; no player can have such a name.
        factors: how many times a hand may count besides once; `ask` takes one of them as the answer FACTOR,
            at any time.
        remarkable: the codes of its remarks and, in marked sentences, the mistake that each one catches.
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
    remarkable: Mapping[str, str] = {EARLY_END: N_("The game was ended, but the rules had not come to that.")}

    @property
    def title(self) -> str:
        """The name of the game for people, a marked word."""
        return TITLES[self.name]

    # Rules.

    @property
    def presets(self) -> Mapping[str, str]:
        """The presets by code with a marked sentence each; a table begins with the first one."""
        return {code: preset.about for code, preset in self.ruleset.presets.items()}

    @property
    def goal(self) -> Goal:
        """The option that says how long a game is."""
        return self.ruleset.goal

    def rules(self, given: Mapping[str, Any]) -> BaseModel:
        """Return the complete options from those that a header names. Raises InvalidInput."""
        rules: BaseModel = self.ruleset.read(given)
        return rules

    def preset(self, name: str) -> BaseModel:
        """Return the options of a preset. Raises InvalidInput with the nearest name if it is unknown."""
        rules: BaseModel = self.ruleset.preset(name)
        return rules

    def find_preset(self, typed: object) -> str:
        """Return the code of a preset from any of its names. Raises InvalidInput with the nearest name."""
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
        """Return a problem for each option, value or preset of an entry that this version does not know."""
        within, changed = ("with.set", entry.with_) if isinstance(entry, AmendBase) else ("set", entry)
        return self.ruleset.find_unknown_words(changed.set, within) if isinstance(changed, RulesEntry) else ()

    def make_endless(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return rules as a header spells them, changed so that only an `end` entry ends the game."""
        return {**given, **self.ruleset.unending}

    # Entries and what they do.

    def start(self, header: Header) -> StateT:
        """Return the state before the first entry. Raises InvalidInput with every problem of the header."""
        players, problems = header.players, list[Problem]()
        if len(players) not in self.sizes:
            values = {"allowed": ", ".join(map(str, self.sizes)), "given": len(players)}
            sentence = N_("{game} is played by {allowed}; these are {given}")
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
        """Return the transition of an entry; corrections and claims are played by the session."""
        if entry.kind in self.hand_kinds:  # comparing the kind is faster than asking for the class
            return self.play_hand(state, entry)
        return self.apply_table_entry(state, entry)

    @abstractmethod
    def play_hand(self, state: StateT, entry: Any) -> Transition[StateT]:
        """Return the transition of a hand, or all its problems."""

    @abstractmethod
    def apply_table_entry(self, state: StateT, entry: Entry) -> Transition[StateT]:
        """Return the transition of an entry that is not a hand, or all its problems."""

    def with_dealer(self, state: StateT, entry: Entry) -> Entry:
        """Return the entry with its dealer, so that no later correction moves the deal (fine print 2)."""
        if isinstance(entry, HandEntry) and entry.dealer is None:
            return entry.model_copy(update={"dealer": state.names[state.dealer]})
        return entry

    def without_unknown(self, state: StateT, entry: Entry) -> Entry:
        """Return an entry of another table without parts that have no meaning by these rules.

        An entry that would be another hand without them is returned as it is.
        """
        return entry

    def get_playing_seats(self, state: StateT) -> Seats:
        """Return the players who play or rest in the next hand; a player who left may still have columns."""
        return state.seats

    def can_continue(self, state: StateT) -> bool:
        """Return whether an entry, such as more stakes, can continue a game that is over by its rules.

        If so, `ask` has questions about it.
        """
        return False

    # Settlement: announced results settle an evening of which nothing else is known, the sheet any other.

    def results(self, state: StateT) -> tuple[Amount, ...]:
        """Return the exact results in seat order if the game ended now; they sum to zero."""
        return self.scaled_results(state).exact

    def scaled_results(self, state: StateT) -> ScaledResults:
        """Return the results over a common divisor, which stays while seats and rules do."""
        announced = get_announced_results(state)
        return self.sheet_scaled_results(state) if announced is None else announced

    def settle(self, state: StateT) -> Settlement:
        """Return the results with the steps on paper that lead to them."""
        announced = get_announced_results(state)
        return self.sheet_settlement(state) if announced is None else settle_announced(state, announced)

    def whole_results(self, state: StateT, scaled_results: ScaledResults) -> tuple[int, ...]:
        """Return the results in whole units, which sum to zero.

        Args:
            state: the game as it stands.
            scaled_results: its results, as `scaled_results` gives them.
        """
        if get_announced_results(state) is None:
            return self.sheet_whole_results(state, scaled_results)
        return scaled_results.whole

    def counted_results(
        self, state: StateT, scaled_results: ScaledResults | None = None
    ) -> tuple[Amount, ...]:
        """Return the results that count at the table: whole ones if its rules round, else the exact ones.

        Every list, sheet, comparison and statistic shows these; money follows them.

        Args:
            state: the game as it stands.
            scaled_results: its results, if the caller has them.
        """
        scaled_results = scaled_results or self.scaled_results(state)
        return self.whole_results(state, scaled_results) if self.whole_money(state) else scaled_results.exact

    def pairs(self, state: StateT) -> Mapping[tuple[int, int], Amount]:
        """Return the exact amount that the first player of each pair wins of the second, in units of results.

        Every pair of seats is there once; a player's pairs sum up to the player's result. The mapping is
        empty where the game does not settle between pairs, or nobody knows.
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
        """Return the pairs that follow from the sheet; none in a game that does not settle like this."""
        return {}

    @abstractmethod
    def worth(self, state: StateT, postings: Iterable[Posting]) -> tuple[Amount, ...]:
        """Return the exact worth of postings to each player in seat order, at the rules and seats of `state`.

        The unit is that of the results (whists, supe, kapikia, points). Where the results follow from the
        sheet by adding up, all postings of a game together are worth its results.
        """

    def whole_money(self, state: StateT) -> bool:
        """Return whether money follows the results in whole units instead of the exact ones."""
        return False

    # The sheet, and the facts beside it.

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
        """Return dealer, next price and other facts that are shown beside the sheet.

        With `now` a clock that the game is played by shows that time, without it the one of the last hand.
        """
        return tuple(self.yield_facts(state, now))

    @abstractmethod
    def yield_facts(self, state: StateT, now: datetime | None) -> Iterable[Fact]:
        """Return the facts of a game in the order of their urgency."""

    # How hands are entered and said: a line, or one question after the other.

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
        """Return whose numbers stand in which order in a line, where that depends on who deals."""
        return ""

    @abstractmethod
    def ask(self, state: StateT, answers: Answers, placed: bool = False) -> Question | Entry:
        """Return the next question of the guided entry, or the entry once everything is said.

        Args:
            state: the game at the place where the entry will count.
            answers: the answers so far, in their order.
            placed: whether the entry is put in between others; only entries that have a place are offered
                then.

        Raises:
            InvalidInput: if something typed cannot be the answer to its question.
        """

    @abstractmethod
    def get_answers(self, state: StateT, entry: Any) -> Answers:
        """Return the answers by which `ask` leads to a hand, in their order; none to an impossible hand.

        A hand may say more than is asked, such as whose tricks were whose where that does not count.
        """

    def find_doubt(self, entry: Entry) -> Text | None:
        """Return a doubt about a legal hand that hardly ever happens, asked about before it is written."""
        return None

    def describe_hand(self, state: StateT, entry: Entry) -> Text | str:
        """Return a hand in a few words for wide lists; "" where only the notation says it."""
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
        """Return the tallies that an entry adds to the statistics; keys without a measure are for programs.

        Args:
            state: the game before it.
            entry: an entry that counts.
            transition: its transition.
        """

    def remarks(self, before: StateT, entry: Entry, after: StateT) -> Iterator[Finding]:
        """Yield remarks on an entry that counts, by the table's own rules: an unlikely hand, or an early end.

        The dealer is not remarked on here: the deal follows from the dealers of the states.
        """
        yield from self.hand_remarks(before, entry)
        if isinstance(entry, End) and entry.reason in BY_RULES and not self.may_end(before, entry.reason):
            sentence = N_("the end says “{reason}”, but the rules had not come to that")
            values: dict[str, Text | str] = {"reason": text(self.over[entry.reason])}
            progress = next((fact.value for fact in self.facts(before) if fact.key == PROGRESS), None)
            if progress is not None:
                sentence = N_("the end says “{reason}”, but the rules had not come to that: {progress}")
                values["progress"] = progress
            yield Finding(EARLY_END, text(sentence, **values), claimed=entry.reason, severity="remark")

    def hand_remarks(self, before: StateT, entry: Entry) -> Iterable[Finding]:
        """Return unlikely things about a hand at this point of the game."""
        return ()

    def may_end(self, before: StateT, reason: str) -> bool:
        """Return whether the game was over for a reason that is for the rules to give, or nobody can tell."""
        return before.over == reason
