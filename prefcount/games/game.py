"""The interface of a game: class `Game`, and the types that its methods take and return.

The session, the command line, the screens and the audit know a game only through `Game`. Its methods are pure
functions of a state and an entry. No method changes a state.

For some evenings only the results are known, and not the hands. Such results are posted to accounts that
are not columns of the sheet. They replace the results that a game computes from its columns.
"""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Self

from pydantic import BaseModel, TypeAdapter

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import Finding, InvalidInput, Problem, invalid, problem, unknown_word
from prefcount.entries.models import AmendBase, End, Entry, HandEntry, Header, RulesEntry
from prefcount.games import TITLES
from prefcount.games.rules import PRESET, OptionInfo, explain_options, preset_word
from prefcount.games.state import (
    RESULT,
    Owner,
    Seats,
    State,
    StateT,
    Transition,
    TransitionFacts,
    check_reserved_names,
)
from prefcount.games.table_entries import TableEntries
from prefcount.games.words import PROGRESS, Cause, Fact, Goal, Guide, PostingWords, Words
from prefcount.ledger import Account, Amount, Posting, ScaledResults, account_amounts, check_balanced


class Cell(NamedTuple):
    """A column of the sheet, such as Anna's pool, or the whists of Anna on Boris.

    Attributes:
        heading: the heading shown next to the owner's name.
        account: the account in the ledger whose amount the column shows.
        below: the sign drawn where the column falls below zero, such as “∩”.
        above: the sign drawn where the column rises above zero again, such as “∪”.
        began: the amount with which the column begins, such as 100 bule.
        full: whether the column has reached its target, such as a full pool.
    """

    heading: Text
    account: Account
    below: str = ""
    above: str = ""
    began: Amount = 0
    full: bool = False

    @property
    def column(self) -> str:
        return self.account.column

    @property
    def other(self) -> int:
        """The second player of the column, such as Boris in whists of Anna on Boris, or `NO_PLAYER`."""
        return self.account.other


class Sectors(NamedTuple):
    """The sheet of Preferans: a sector for each player, and in the centre the text `middle`.

    In each sector the whists are in the outer band, and the other columns are nearer to the centre.
    """

    middle: Text | str


class Block(NamedTuple):
    """A part of a ruled sheet: a heading, and columns below it.

    Attributes:
        owner: the number of the owner. The heading is the owner's name, and a player's result follows.
        columns: the columns from left to right, as on paper.
        heading: a heading that replaces the owner's name, or "" to show the name.
        signs: signs drawn after the heading, such as “□” for an open refa.
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
"""The arrangement of a game's sheet, independent of the size of the screen or page."""


def find_owner(game: "Game[Any]", state: State, number: int) -> Owner:
    """Return the owner whose number in accounts is `number`, or raise KeyError."""
    return {owner.number: owner for owner in game.owners(state)}[number]


class Choice(NamedTuple):
    """One answer to a question.

    Attributes:
        value: the value that is stored as the answer.
        key: the digit that selects the answer, or "".
        label: the text shown for the answer.
        caution: a warning shown with an answer that is possible but unusual at this table, or None.
        short: the text of the answer if the labels of all answers do not fit on the screen.
        shortest: the text of the answer if the short texts do not fit either.
        follows: the digit of the last player's tricks if this answer decides them. Of five tricks, 3 leaves
            2 for the last player, so “2” is ignored if it is typed after “3”.
        also: a second digit or sign that selects the answer, or "".
    """

    value: str
    key: str
    label: Text | str
    caution: Text | None = None
    short: Text | str | None = None
    shortest: Text | str | None = None
    follows: str = ""
    also: str = ""

    @property
    def forms(self) -> tuple[Text | str, ...]:
        """The texts of the answer, from the longest to the shortest."""
        short = self.short or self.label
        return self.label, short, self.shortest or short


FACTOR = "factor"
"""The key of the answer that says how many times a hand counts. `Game.ask` has no question for it."""

NONE_LIKELY = -1
"""The value of `Question.likely` if no answer is likelier than the others."""


class Question(NamedTuple):
    """The next question about an entry.

    Attributes:
        field: the key under which the answer is stored.
        prompt: the text of the question.
        choices: the possible answers, or () if the player types a text or a number.
        likely: the index of the likeliest answer, or NONE_LIKELY. The preview of scores (`F6`) assumes this
            answer.
        marked: whether the likeliest answer is selected, so that Enter takes it.
        pays: whether to show the scores that each answer leads to, because they differ.
        two_digits: whether typing 1 and then 0 means ten. If not, the 0 replaces the 1.
        refused: keys that a player may take for an answer, such as the digit of the dealer who sits out. Each
            has the text that refuses the key.
        default_if_skipped: the answer that is used if the player skips the question, which is possible only
            if no score depends on the answer. None if the question cannot be skipped.
        after_play: whether the question is about the play, and not about the announcement before it.
        filled: the text with which the field of a typed answer begins. It is selected, so that typing
            replaces it.
        who: the name that is shown before the answer in the list of answers so far, or "".
        hidden_fact: the key of a fact that is not shown next to the question, because it would mislead. An
            example is "first" (who leads) while tricks are asked in seat order. "" if there is none.
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
    filled: str = ""
    who: str = ""
    hidden_fact: str = ""


Answers = Mapping[str, str]


class Tally(NamedTuple):
    """An amount that is added to the total `key`, such as "made_7", in the statistics of `player`."""

    player: int
    key: str
    amount: Amount = 1


class Measure(NamedTuple):
    """A column of the statistics over many games.

    Attributes:
        key: the key of the tallies that are added up.
        group: the title of the table that the column belongs to.
        label: the heading of the column.
        per: for an average, the key of the tallies whose sum is the divisor. "" for a plain sum.
        name: the name of the column in JSON, or "" if the name is `key`.
        signed: whether amounts can be won or lost, and are shown with a sign.
        out_of: for a share such as “4/5”, the keys of all tallies that add up to the 5, or () for no share.
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
    """Yield a column for each kind of contract, and one for all contracts together.

    Args:
        group: the title of the table.
        key: the key of the tallies, such as "made". The column for sevens counts the tallies "made_7".
        contracts: the levels, or the names marked for translation.
        other: the key of the opposite tallies, such as "failed". Four made and one failed are then shown as
            4/5.
    """

    def measure(label: Text | str, kind: str = "") -> Measure:
        return Measure(key + kind, group, label, out_of=(key + kind, other + kind) if other else ())

    for contract in contracts:
        yield measure(text(contract) if isinstance(contract, str) else str(contract), f"_{contract}")
    yield measure(text(N_("all")))


class Sum(NamedTuple):
    """The explanation of an amount as a sum of two amounts, such as 310 = 70 + 240 (from the dump).

    Attributes:
        one: the first amount.
        other: the second amount.
        origin: a text on the second amount, such as “from the dump”.
    """

    one: Amount
    other: Amount
    origin: Text


class SettlementTable(NamedTuple):
    """One step of the settlement on paper, shown as a table.

    Attributes:
        explanation: a sentence that explains the step.
        rows: the cells of each row, usually with a player's name first.
        won: the number of columns on the right that show amounts won or lost, with signs.
        sums: for each row, the explanations of its cells by column: {3: Sum(…)} explains the fourth cell.
            Empty if no cell is explained.
    """

    title: Text
    explanation: Text
    headings: tuple[Text | str, ...]
    rows: tuple[tuple[Amount | str, ...], ...]
    won: int = 0
    sums: tuple[Mapping[int, Sum], ...] = ()

    @classmethod
    def of(
        cls,
        title: str,
        explanation: Text,
        names: Iterable[str],
        columns: Mapping[str, Iterable[Amount | str]],
        *,
        won: int = 0,
        sums: Iterable[Mapping[int, Sum]] = (),
    ) -> Self:
        """Return a step whose table has a row for each of `names`.

        Args:
            title: the title, marked for translation.
            names: the first cell of each row.
            columns: the other cells, column by column, by headings that are marked for translation.
            won: as in `SettlementTable`.
            sums: as in `SettlementTable`.
        """
        rows = tuple(zip(names, *columns.values(), strict=True))
        return cls(text(title), explanation, ("", *map(text, columns)), rows, won, tuple(sums))


class Settlement(NamedTuple):
    """The exact results of a game, and the steps on paper that lead to them.

    Attributes:
        results: the result of each player in seat order, prizes included.
        steps: the steps of the calculation on paper.
        prizes: the prizes of each player in a game that is over, or an empty tuple if there are none.
    """

    results: tuple[Amount, ...]
    steps: tuple[SettlementTable, ...]
    prizes: tuple[Amount, ...] = ()


def get_announced_results(state: State) -> ScaledResults | None:
    """Return the results typed for a game whose hands were not recorded, or None for any other game."""
    amounts = [state.sheet[Account(RESULT, player)] for player in state.seats]
    return ScaledResults.from_results(amounts) if any(amounts) else None


EARLY_END = "early-end"
BY_RULES = frozenset({"pool", "hands", "time"})
"""The reasons for which the rules end a game. Other reasons in `end` entries are the players' decisions."""


class Game(TableEntries[StateT]):
    """A kind of game, such as Preferans. One instance serves all tables.

    Methods with a body are defaults that a subclass may override.

    Attributes:
        name: the name in files and on the command line.
        book: the rule book in `docs/`, without its file extension.
        words: the names of the units and the seats.
        guide: the help on entering hands.
        measures: the columns of the statistics over many games, group by group.
        posting_words: the sentences and the causes of postings.
        entries: the model of each kind of entry.
        adapter: the pydantic adapter that validates an entry of any kind.
        hand_kinds: the kinds of entry that are hands.
        sizes: the possible numbers of players.
        factors: the numbers by which the score of a hand can be multiplied, or empty.
        newer_options: the options that older versions of prefcount reject, each with the first version that
            accepts the option.
        remarkable: for each code of a mistake that an audit can find in a game, the sentence about the
            mistake, marked for translation.
    """

    name: str
    book = "relatives"
    words: Words
    guide: Guide
    measures: tuple[Measure, ...]
    posting_words: PostingWords
    entries: Mapping[str, type[Entry]]
    adapter: TypeAdapter[Any]
    hand_kinds: frozenset[str]
    sizes: tuple[int, ...]
    factors: Sequence[int] = ()
    newer_options: Mapping[str, str] = {}
    remarkable: Mapping[str, str] = {
        EARLY_END: N_("The end of the game was recorded, but by the rules the game was not over yet.")
    }

    @property
    def title(self) -> str:
        """The title of the game, marked for translation."""
        return TITLES[self.name]

    # Rules. `Ruleset` explains the methods of the same names.

    @property
    def presets(self) -> Mapping[str, str]:
        """The descriptions of presets by code, marked for translation. The first preset is the default."""
        return {code: preset.about for code, preset in self.ruleset.presets.items()}

    @property
    def goal(self) -> Goal:
        return self.ruleset.goal

    def rules(self, given: Mapping[str, Any]) -> BaseModel:
        rules: BaseModel = self.ruleset.read(given)
        return rules

    def needed_version(self, given: Mapping[str, Any]) -> str | None:
        """Return the first version of prefcount that accepts these options, or None if all versions do."""
        return max((version for name, version in self.newer_options.items() if name in given), default=None)

    def preset(self, name: str) -> BaseModel:
        rules: BaseModel = self.ruleset.preset(name)
        return rules

    def find_preset(self, typed: object) -> str:
        code: str = self.ruleset.find_preset(typed)
        return code

    def options(self, rules: BaseModel) -> tuple[OptionInfo, ...]:
        """Return every option with its value and its explanation, sorted by group."""
        groups = self.ruleset.groups
        options = list(explain_options(rules, groups))
        return tuple(info for group in groups for info in options if info.group_key == group.key)

    def spell_rules(self, rules: BaseModel) -> dict[str, Any]:
        return self.ruleset.spell_rules(rules)

    def find_unknown_words(self, entry: Entry) -> tuple[Problem, ...]:
        """Return a problem for each unknown option, value or preset in a rules entry.

        Other entries have no such problems.
        """
        within, changed = ("with.set", entry.with_) if isinstance(entry, AmendBase) else ("set", entry)
        return self.ruleset.find_unknown_words(changed.set, within) if isinstance(changed, RulesEntry) else ()

    def make_endless(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options `given`, changed so that only an `end` entry ends the game."""
        return {**given, **self.ruleset.unending}

    # Entries and their transitions.

    def start(self, header: Header) -> StateT:
        """Return the state before the first entry, or raise InvalidInput with every problem of the header."""
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
        """Return the state after `entry`, and its postings.

        `entry` is neither a correction of another entry nor a claim that columns have certain totals.
        """
        if entry.kind in self.hand_kinds:  # faster than a check of the class
            return self.play_hand(state, entry)
        return self.apply_table_entry(state, entry)

    @abstractmethod
    def play_hand(self, state: StateT, entry: Any) -> Transition[StateT]: ...

    def with_dealer(self, state: StateT, entry: Entry) -> Entry:
        """Return a hand with its dealer's name added if it names no dealer, and any other entry unchanged.

        A later correction of an earlier hand then cannot change who dealt this hand.
        """
        if isinstance(entry, HandEntry) and entry.dealer is None:
            return entry.model_copy(update={"dealer": state.names[state.dealer]})
        return entry

    def without_unused_details(self, state: StateT, entry: Entry) -> Entry:
        """Return `entry` without details that cannot change the score at this table.

        An example is a talon, at a table where a talon earns no bonus. Impossible details, such as a talon of
        two equal cards, stay, so that they can be reported.
        """
        return entry

    def can_continue(self, state: StateT) -> bool:
        """Return whether an entry can continue a game that is over, such as `add_stake` in Prefa."""
        return False

    # Settlement. Results follow from the sheet, unless they were recorded without hands: `sheet_pairs`, for
    # example, gives what `pairs` returns in a game whose hands were recorded.

    def results(self, state: StateT) -> tuple[Amount, ...]:
        """Return the exact results in seat order if the game ended now. The results sum to zero."""
        return self.scaled_results(state).exact

    def scaled_results(self, state: StateT) -> ScaledResults:
        """Return the exact results as integers and a divisor: (5, -5, 0) and 3 for 5/3, -5/3 and 0."""
        announced = get_announced_results(state)
        return self.sheet_scaled_results(state) if announced is None else announced

    def settle(self, state: StateT) -> Settlement:
        """Return the exact results, with the steps of the calculation on paper."""
        announced = get_announced_results(state)
        if announced is None:
            return self.sheet_settlement(state)
        names = [state.names[player] for player in state.seats]
        sentence = text(N_("Only the results of this evening are known. They add up to zero."))
        table = SettlementTable.of(N_("Results"), sentence, names, {N_("result"): announced.exact}, won=1)
        return Settlement(announced.exact, (table,))

    def whole_results(self, state: StateT, scaled_results: ScaledResults) -> tuple[int, ...]:
        """Return results in whole units that sum to zero. `scaled_results` are the exact results."""
        if get_announced_results(state) is None:
            return self.sheet_whole_results(state, scaled_results)
        return scaled_results.whole

    def counted_results(
        self, state: StateT, scaled_results: ScaledResults | None = None
    ) -> tuple[Amount, ...]:
        """Return the results for which players pay, rounded to whole units if the rules say so.

        `scaled_results` are the exact results. If None, they are calculated.
        """
        scaled_results = scaled_results or self.scaled_results(state)
        return self.whole_results(state, scaled_results) if self.whole_money(state) else scaled_results.exact

    def pairs(self, state: StateT) -> Mapping[tuple[int, int], Amount]:
        """Return the amounts that players win from each other: {(0, 1): 5} if player 0 wins 5 from player 1.

        Amounts are exact. Each pair of players occurs once. The mapping is empty if the game has no amounts
        between two players, or if its hands are not recorded.
        """
        return self.sheet_pairs(state) if get_announced_results(state) is None else {}

    def sheet_scaled_results(self, state: StateT) -> ScaledResults:
        return ScaledResults(check_balanced(self.parts(state, state.sheet.items())), self.divisor(state))

    @abstractmethod
    def sheet_settlement(self, state: StateT) -> Settlement: ...

    def sheet_whole_results(self, state: StateT, scaled_results: ScaledResults) -> tuple[int, ...]:
        return scaled_results.whole

    def sheet_pairs(self, state: StateT) -> Mapping[tuple[int, int], Amount]:
        return {}

    def worth(self, state: StateT, postings: Iterable[Posting]) -> tuple[Amount, ...]:
        """Return the exact amount that `postings` add to each player's result, in seat order.

        Prizes are not postings, so they do not count here.
        """
        return ScaledResults(self.parts(state, account_amounts(postings)), self.divisor(state)).exact

    def whole_money(self, state: StateT) -> bool:
        """Return whether the rules of the table round the results to whole units."""
        return False

    # The sheet and the facts next to it.

    @abstractmethod
    def cells(self, state: StateT, owner: int) -> tuple[Cell, ...]:
        """Return the columns of the owner with this number, in their order on the sheet."""

    @abstractmethod
    def layout(self, state: StateT) -> Layout: ...

    def facts(self, state: StateT, now: datetime | None = None) -> tuple[Fact, ...]:
        """Return the facts shown next to the sheet, such as the dealer. The most urgent fact is first.

        A timed game has a fact about the time played until `now`, or until the last hand if `now` is None.
        """
        return tuple(self.yield_facts(state, now))

    @abstractmethod
    def yield_facts(self, state: StateT, now: datetime | None) -> Iterable[Fact]: ...

    # Entry of hands, by a line or by questions, and hands in words.

    @abstractmethod
    def parse(self, state: StateT, line: str) -> Entry:
        """Return the entry that a line of the short notation describes, or raise InvalidInput."""

    @abstractmethod
    def format(self, state: StateT, entry: Any) -> str:
        """Return the line of the short notation that describes a hand."""

    def describe_line_order(self, state: StateT) -> Text | str:
        """Return a sentence on the order of tricks in a raspasy line, or "" if it is the seat order."""
        return ""

    @abstractmethod
    def ask(self, state: StateT, answers: Answers, placed: bool = False) -> Question | Entry:
        """Return the next question of the guided entry, or the finished entry.

        Args:
            answers: the answers so far, in order.
            placed: whether the entry is inserted between earlier entries. Then only entries that can be
                inserted are offered.

        Raises:
            InvalidInput: if a typed text cannot be the answer to its question.
        """

    @abstractmethod
    def get_answers(self, state: StateT, entry: Any) -> Answers:
        """Return the answers from which `ask` builds this hand, or {} for an impossible hand.

        Details for which `ask` has no question are left out, such as tricks of each defender if no score
        depends on them.
        """

    def find_doubt(self, entry: Entry) -> Text | None:
        """Return a warning about a legal but very unlikely hand, which the player has to confirm, or None."""
        return None

    def describe_hand(self, state: StateT, entry: Entry) -> Text | str:
        """Return a hand in a few words, or "" to show its short notation instead."""
        return ""

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        return self.posting_words.sentence(posting, names)

    # Statistics, causes and remarks.

    def causes(self, postings: Sequence[Posting]) -> Iterable[tuple[Cause, Posting]]:
        """Return the postings of an entry, each with its cause, such as "raspasy".

        If an amount has several causes, such as "raspasy" and "factors", each gets a posting of its part.
        """
        words = self.posting_words
        return ((words.cause(words.rules[posting.reason.rule].cause), posting) for posting in postings)

    @abstractmethod
    def tallies(self, state: StateT, entry: Entry, transition: TransitionFacts) -> Iterable[Tally]:
        """Return the amounts that `entry` adds to the statistics. `state` is the game before the entry."""

    def remarks(self, before: StateT, entry: Entry, after: StateT) -> Iterator[Finding]:
        """Yield a remark if `entry` is an unlikely hand, or an `end` that comes too early by the rules."""
        yield from self.hand_remarks(before, entry)
        if isinstance(entry, End) and entry.reason in BY_RULES and not self.may_end(before, entry.reason):
            sentence = N_(
                "the end of the game is recorded as “{reason}”, but by the rules the game was not over"
            )
            values: dict[str, Text | str] = {"reason": text(self.over[entry.reason])}
            progress = next((fact.value for fact in self.facts(before) if fact.key == PROGRESS), None)
            if progress is not None:
                sentence = N_(
                    "the end of the game is recorded as “{reason}”, but by the rules the game was not"
                    " over ({progress})"
                )
                values["progress"] = progress
            yield Finding(EARLY_END, text(sentence, **values), claimed=entry.reason, severity="remark")

    def hand_remarks(self, before: StateT, entry: Entry) -> Iterable[Finding]:
        return ()

    def may_end(self, before: StateT, reason: str) -> bool:
        """Return whether the rules allow the game to end for `reason`, such as "pool", in the state `before`.

        If the file does not say enough to decide this, return True.
        """
        return before.over == reason


_NUMBER = r"[0-9]{1,9}"
_SEPARATOR = r"[ ,;.–-]+"
NOTHING = ("-", "–")
"""Texts that are typed for an empty list."""


class EditedRules(NamedTuple):
    """The rules chosen so far in a form. They may still contradict each other.

    Attributes:
        given: the preset and the differences from it, as in a header.
        options: every option with its value.
        base: the values of the preset.
        problems: the reasons why a table cannot play by these rules.
    """

    game: Game[Any]
    given: dict[str, Any]
    options: tuple[OptionInfo, ...]
    base: Mapping[str, Any]
    problems: tuple[Problem, ...]

    @classmethod
    def from_header(cls, game: Game[Any], given: Mapping[str, Any]) -> Self:
        """Return the rules with the options of a header. Invalid options are reported in `problems`."""
        preset = given.get(PRESET)
        known = preset if isinstance(preset, str) and preset in game.presets else next(iter(game.presets))
        plain = game.options(game.preset(known))
        base = {info.name: info.value for info in plain}
        try:
            rules = game.rules(given)
        except InvalidInput as refusal:
            flat = flatten_options(given)
            named = tuple(info._replace(value=flat.get(info.name, info.value)) for info in plain)
            return cls(game, dict(given), named, base, refusal.problems)
        return cls(game, game.spell_rules(rules), game.options(rules), base, ())

    @property
    def preset(self) -> str:
        """The code of the preset on which the rules are based."""
        return str(self.given.get(PRESET, next(iter(self.game.presets))))

    @property
    def preset_title(self) -> str:
        return preset_word(self.preset)

    def value(self, name: str) -> Any:
        """Return the value of an option, or None if the game does not have the option."""
        return next((info.value for info in self.options if info.name == name), None)

    def differs(self, info: OptionInfo) -> bool:
        """Return whether a value was chosen for this option that differs from the preset's value."""
        own = info.name != PRESET and info.value != self.base.get(info.name)
        return own and self.is_chosen(info)

    def is_chosen(self, info: OptionInfo) -> bool:
        """Return whether a value was chosen for this option, even if it is the preset's value."""
        return info.name in flatten_options(self.given)

    @property
    def changes(self) -> tuple[OptionInfo, ...]:
        """The options that differ from the preset."""
        return tuple(filter(self.differs, self.options))

    def with_preset(self, given: Mapping[str, Any]) -> Self:
        """Return the rules with `given` in place of all options chosen so far.

        Args:
            given: a preset, perhaps with further options. If `given` does not say how long the game is, the
                length chosen so far is kept.
        """
        goal = self.game.goal.option
        own_goal = {goal: self.given[goal]} if goal in self.given else {}
        return self.from_header(self.game, {**own_goal, **given})

    def with_preset_value(self, name: str) -> Self:
        """Return the rules with the option `name` reset to the preset's value."""
        group = name.partition(".")[0]
        others = {
            key: value
            for key, value in flatten_options(self.given).items()
            if key not in (name, group) and not key.startswith(f"{name}.")
        }
        return self.from_header(self.game, nest_options(others))

    def with_option(self, name: str, value: Any) -> Self:
        """Return the rules with `value` for the option `name`."""
        plain = self.with_preset_value(name)
        if plain.value(name) == value:
            return plain
        return self.from_header(self.game, nest_options({**flatten_options(self.given), name: value}))

    def with_next_value(self, info: OptionInfo, by: int) -> Self | None:
        """Return the rules with another value of an option, or None if the value has to be typed.

        Args:
            info: the option.
            by: the number of steps through the possible values. The first value follows the last. If the
                option is a number, `by` is added to it, within its limits.
        """
        values = info.choices or info.usual
        if values:
            index = values.index(info.value) + by if info.value in values else 0
            return self.with_option(info.name, values[index % len(values)])
        if info.limits is None or info.many or not isinstance(info.value, int):
            return None
        least, largest = info.limits
        return self.with_option(info.name, min(max(info.value + by, least), largest))

    def with_typed_value(self, info: OptionInfo, text: str) -> Self:
        """Return the rules with a typed value for the option `info`.

        Args:
            text: a number or a list of numbers. An empty text restores the value of the preset.

        Raises:
            InvalidInput: if the option cannot have this value.
        """
        text = text.strip()
        if not text:
            return self.with_preset_value(info.name)
        changed = self.with_option(info.name, _parse_value(info, text))
        field = f"rules.{info.name}"
        wrong = [refused for refused in changed.problems if f"{refused.field}.".startswith(f"{field}.")]
        if wrong:
            raise InvalidInput(refused._replace(field="") for refused in wrong)
        return changed


def _parse_value(info: OptionInfo, text: str) -> Any:
    if info.many and text in NOTHING:
        return []
    if info.many and re.fullmatch(rf"{_NUMBER}({_SEPARATOR}{_NUMBER})*", text):
        return [int(number) for number in re.findall(_NUMBER, text)]
    if info.many:
        raise invalid(N_("type whole numbers with blanks between them, e.g. 6 7 8"))
    if not re.fullmatch(_NUMBER, text):
        raise invalid(N_("type a whole number"))
    return int(text)


def nest_options(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as in a header from dotted names: {"raspasy.cap": 5} becomes {"raspasy": {"cap": 5}}."""
    options: dict[str, Any] = {}
    for name, value in values.items():
        group, dot, inner = name.partition(".")
        if dot:
            under = options.get(group)
            value = {**(under if isinstance(under, Mapping) else {}), inner: value}  # noqa: PLW2901
        options[group] = value
    return options


def flatten_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a header by dotted names. This is the inverse of `nest_options`."""
    flat: dict[str, Any] = {}
    for name, value in given.items():
        group = isinstance(value, Mapping)
        flat |= {f"{name}.{inner}": inside for inner, inside in value.items()} if group else {name: value}
    return flat
