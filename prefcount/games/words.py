"""Words of a game: names of units and goal, help on the notation, facts, and sentences for postings.

Each game has one table of its posting rules. Sentences and causes are taken from this table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from prefcount.base.i18n import C_, N_, Phrase, Text, _, text
from prefcount.games.state import RESULT, Seats, State
from prefcount.ledger import NO_PLAYER, Amount, Posting, format_amount

ADJUSTED = "adjusted"
UNEXPLAINED = N_("no reason given")
"""The text shown if the player typed no reason."""


class Cause(NamedTuple):
    """A part of the game that explains results, such as "consolation" or "raspasy".

    `key` is the name in files and in output for programs.
    """

    key: str
    label: Text


class WritingRule(NamedTuple):
    """The sentence that explains a posting, and the cause of the posting.

    Attributes:
        phrase: the sentence, such as “{owner}: {count} tricks on {other}”.
        cause: the key of the cause, or "" if it depends on the posting, so that `Game.causes` finds it.
    """

    phrase: Phrase
    cause: str


WritingRules = Mapping[str, Mapping[str, Phrase]]
"""For each cause, the phrases of its rules. The rules under "" get their cause from `Game.causes`."""

COMMON_RULES: WritingRules = {
    ADJUSTED: {
        "adjust": Phrase("{owner}: {moved}{aside}"),
        "adjust_from": Phrase("{owner}: {signed}, and the opposite amount for {who}{aside}"),
        "sheet": Phrase("{owner}: brought forward from paper, {moved}"),
        RESULT: Phrase("{owner}: final result {value}"),
    }
}
"""The posting rules of entries that are not hands, which every game has."""

Places = Mapping[str, tuple[str, str]]
"""For each column, the sentences for an {amount} added and an {amount} taken off, marked for translation."""

COMMON_CAUSES: Mapping[str, str] = {ADJUSTED: N_("adjustments and figures from a paper sheet")}

COMMON_OVER: Mapping[str, str] = {
    "hands": N_("all hands are played"),
    "time": N_("the time is up"),
    "agreed": N_("by agreement"),
    "resigned": N_("a player resigned"),
    RESULT: N_("only the result of the game is known"),
}
"""Reasons why a game is over, by their key in states and `end` entries. Each game adds the key `pool`."""


class PostingWords:
    """The sentences of a game's postings, and their causes.

    Attributes:
        causes: the label of each cause, marked for translation.
        owners: the names of owners that are not players, by number, marked for translation.
        places: for each column, a sentence for an added amount, such as “4 in the dump”, and one for an
            amount taken off. A column without sentences is shown by its name, such as “cash +4”.
    """

    def __init__(
        self,
        rules: WritingRules,
        causes: Mapping[str, str],
        owners: Mapping[int, str] | None = None,
        places: Places | None = None,
    ) -> None:
        self.rules = {
            rule: WritingRule(phrase, cause)
            for table in (rules, COMMON_RULES)
            for cause, phrases in table.items()
            for rule, phrase in phrases.items()
        }
        self.causes = {**causes, **COMMON_CAUSES}
        self.owners = owners or {}
        self.places = places or {}

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        """Return a posting in words, such as "Boris: whist, 3 tricks × 4 on Anna"."""
        account, reason = posting.account, posting.reason
        rule = self.rules[reason.rule]
        values: dict[str, object] = {
            "owner": text(self.owners[account.owner])
            if account.owner in self.owners
            else names[account.owner],
            "other": names[account.other] if account.other != NO_PLAYER else "",
            "who": names[reason.who] if reason.who != NO_PLAYER else "",
        }
        for name, figure in reason.figures.items():
            values[name] = format_amount(figure) if isinstance(figure, int | Fraction) else figure
        if "note" in values:
            values["aside"] = f" ({values['note']})" if values["note"] else ""
            values["note"] = values["note"] or text(UNEXPLAINED)
        values["amount"] = format_amount(max(posting.amount, -posting.amount))
        values["signed"] = _with_sign(posting.amount)
        values["moved"] = self._describe_move(account.column, posting.amount, values)
        if reason.of is not None:
            values["inner"] = self.sentence(reason.of, names)
        return rule.phrase.of(reason.figures.get("count"), values)

    def _describe_move(self, column: str, amount: Amount, values: Mapping[str, object]) -> Text:
        if column in self.places:
            added, taken = self.places[column]
            return Text(added if amount >= 0 else taken, values)
        word = text(C_("field", column))
        return text(N_("{column} {signed}"), column=word, signed=_with_sign(amount))

    def cause(self, key: str) -> Cause:
        return Cause(key, text(self.causes[key]))


def _with_sign(amount: Amount) -> str:
    return f"+{format_amount(amount)}" if amount > 0 else format_amount(amount)


class Goal(NamedTuple):
    """The option that says how long a game is. The form for a new game always asks for this option.

    Attributes:
        label: the label of the option in the form for a new game.
        summary: a short description of the rules, with the placeholders {preset} and {goal}.
    """

    option: str
    label: str
    summary: str


class Words(NamedTuple):
    """The names of a game's units and seats, marked for translation.

    Attributes:
        counts: a phrase for a number of units, such as “12 whists”.
        heading: the heading of a column of results, such as “whists”.
        course: the title of a table with the results after each hand.
        price: the label for the price of one unit, such as “Price per kapiki”.
        seats: the number of players and their order, such as “three or four names, in turn order”.
    """

    counts: Phrase
    heading: str
    course: str
    price: str
    seats: str

    def counted(self, count: Amount, shown: str | None = None) -> Text:
        """Return a number of units in words, such as "12 whists".

        `shown` is the text in place of the number, such as “+12”. None shows the number itself.
        """
        return self.counts.of(count, {"n": format_amount(count) if shown is None else shown})


Lines = tuple[tuple[str, str], ...]
"""Keys or examples, each with a sentence that explains it, marked for translation."""


class Guide(NamedTuple):
    """The help on entering the hands of a game.

    Attributes:
        answers: a sentence on the digits and signs that answer the questions of the form.
        other: the entries that the answer 9, “other…”, offers.
        lines: examples of the short notation.
        spelling: how suits and names are spelled in the notation.
        typed: a few examples shown below the input line, with the players {first}, {second} and {third}.
        by_two: the examples below the input line for two players, or "" if `typed` suits them.
    """

    answers: str
    other: str
    lines: Lines
    spelling: str
    typed: str = ""
    by_two: str = ""

    def short(self, playing: Sequence[str]) -> list[str]:
        """Return the examples for the input line, with the names of the players."""
        lines = self.by_two if len(playing) == 2 and self.by_two else self.typed
        first, second, third = (*playing, *playing)[:3]
        return _(lines).format(first=first, second=second, third=third).split(" · ")


PROGRESS = "progress"
"""The key of the fact that says how far the game has progressed."""


class Fact(NamedTuple):
    """A line of text next to the sheet, such as who deals or how long the game has lasted.

    Attributes:
        key: the key for programs.
        label: the name of the fact.
        value: the text after the label.
        short: the text if all facts are shown in one line. None shows `value`, and "" shows nothing.
    """

    key: str
    label: Text
    value: Text | str
    short: Text | str | None = None


NO_TRUMP = N_("NT")

SUITS: Mapping[str, str] = {"S": "♠", "C": "♣", "D": "♦", "H": "♥", "N": NO_TRUMP}
"""The sign of each suit in the order of bidding, and a word for no trump, marked for translation."""


def describe_contract(contract: str) -> Text:
    """Return a contract for people, such as 7♥, from its spelling in files, such as 7H."""
    return Text("{level}{suit}", {"level": contract[:-1], "suit": text(SUITS[contract[-1]])})


def join_hand(played: Text | str, done: Iterable[Text | str], result: Text | str = "") -> Text | str:
    """Return a hand in words, such as “Rita 6♦, Oleg whists: made”.

    Here `played` is “Rita 6♦”, `done` is “Oleg whists” and `result` is “made”.
    """
    for called in done:
        played = text(N_("{hand}, {called}"), hand=played, called=called)
    return text(N_("{hand}: {result}"), hand=played, result=result) if result else played


_OVER_AFTER = Phrase("{why:capital}, {n} hand played", "{why:capital}, {n} hands played")


def yield_next_hand(
    state: State, over: Mapping[str, str], seats: Seats, *, sits_out: bool = True
) -> Iterator[Fact]:
    """Yield facts about the next hand, such as its number and dealer, or about the end of the game.

    Args:
        over: the reasons why a game can be over, marked for translation, by their keys.
        seats: the players in the order of the next deal.
        sits_out: whether to name the players who hold no cards.
    """
    if state.over:
        why = text(over[state.over])
        both = _OVER_AFTER.of(state.hands, {"why": why, "n": state.hands}) if state.hands else None
        yield Fact("over", text(N_("over")), why, both)
        yield Fact("hands", text(N_("hands")), str(state.hands), "")
        return
    hand, dealer, first = state.hands + 1, state.names[state.dealer], state.names[seats.after(state.dealer)]
    yield Fact("hand", text(N_("hand")), str(hand), text(N_("Hand {n}"), n=hand))
    yield Fact("dealer", text(N_("deals")), dealer, text(N_("{who} deals"), who=dealer))
    yield Fact("first", text(N_("first hand")), first, text(N_("{who} leads"), who=first))
    resting = [state.names[player] for player in seats.resting(state.dealer)]
    if sits_out and resting:
        others = ", ".join(name for name in resting if name != dealer)
        short = text(N_("{who} sits out"), who=others) if others else ""
        yield Fact("idle", text(N_("sits out")), ", ".join(resting), short)
