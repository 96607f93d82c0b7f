"""Words of a game: names of units and goal, the help about its lines, facts, and why each figure was written.

A game has one table of its rules; a sentence and a cause follow from it in the same way in every game.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from prefcount.base.i18n import C_, N_, Phrase, Text, _, text
from prefcount.games.state import RESULT, Seats, State
from prefcount.ledger.sheet import NO_PLAYER, Amount, Posting, format_amount

ADJUSTED = "adjusted"
UNEXPLAINED = N_("no reason given")
"""What is said where a player has typed no reason."""


class Cause(NamedTuple):
    """What a part of a result is due to, as a table speaks of it: "consolation", "raspasy".

    Attributes:
        key: for programs; never translated.
        label: for people.
    """

    key: str
    label: Text


class WritingRule(NamedTuple):
    """A rule that writes figures.

    Attributes:
        phrase: the words of a posting. `{owner}` and `{other}` are those of the account, `{who}` a third
            player, `{inner}` the posting it stands for; the figures of the reason have their own names, of
            which `{count}` decides on the plural and `{note}` is what a player typed. What people read may
            also have `{amount}`, what is written without its sign, `{signed}` with it, and `{moved}`, the
            amount with its column.
        cause: the key of the cause that results are due to; "" where it depends on more than the rule.
    """

    phrase: Phrase
    cause: str


WritingRules = Mapping[str, Mapping[str, Phrase]]
"""The phrases of rules, under the cause of what they write; "" where that depends on more than the rule."""

COMMON_RULES: WritingRules = {
    ADJUSTED: {
        "adjust": Phrase("{owner}: {moved}{aside}"),
        "adjust_from": Phrase("{owner}: {signed}, with {who}{aside}"),
        "sheet": Phrase("{owner}: brought forward, {moved}"),
        RESULT: Phrase("{owner}: the result, {value}"),
    },
}
"""The rules of what every game writes besides its hands."""

Places = Mapping[str, tuple[str, str]]
"""Columns with a marked sentence of what is added to them, an {amount}, and of what is taken off."""

COMMON_CAUSES: Mapping[str, str] = {ADJUSTED: N_("adjustments and figures brought forward")}

COMMON_OVER: Mapping[str, str] = {
    "hands": N_("all hands are played"),
    "time": N_("the time is up"),
    "agreed": N_("by agreement"),
    "resigned": N_("a player resigned"),
    RESULT: N_("only the result is known"),
}
"""Why a game is over, by the reason that the state and the `end` entry name; each game adds its `pool`."""


class PostingWords:
    """How a game says its postings, and what they are due to.

    Attributes:
        rules: every rule that writes a figure, by the key that reasons have.
        causes: every cause with its label, a marked sentence.
        owners: the marked names of owners who are no players, by their numbers.
        places: what is said of an amount in a column; other columns have their word and the amount.
    """

    def __init__(
        self,
        rules: WritingRules,
        causes: Mapping[str, str],
        owners: Mapping[int, str] | None = None,
        places: Places | None = None,
    ) -> None:
        """The words of a game from its own rules and causes; those of every game are there besides."""
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
        """A posting in words, such as "Boris: whist, 3 tricks × 4 on Anna".

        Args:
            posting: what was written.
            names: the players by their numbers.
        """
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
        values["signed"] = _signed(posting.amount)
        values["moved"] = self._moved(account.column, posting.amount, values)
        if reason.of is not None:
            values["inner"] = self.sentence(reason.of, names)
        return rule.phrase.of(reason.figures.get("count"), values)

    def _moved(self, column: str, amount: Amount, values: Mapping[str, object]) -> Text:
        """What is written in a column: 4 in the dump, cash +4."""
        if column in self.places:
            added, taken = self.places[column]
            return Text(added if amount >= 0 else taken, values)
        word = text(C_("field", column))
        return text(N_("{column} {signed}"), column=word, signed=_signed(amount))

    def cause(self, key: str) -> Cause:
        """The cause with a key."""
        return Cause(key, text(self.causes[key]))

    def yield_causes(self, postings: Sequence[Posting]) -> Iterator[tuple[Cause, Posting]]:
        """What each posting is due to, where that follows from its rule alone."""
        for posting in postings:
            yield self.cause(self.rules[posting.reason.rule].cause), posting


def _signed(amount: Amount) -> str:
    return f"+{format_amount(amount)}" if amount > 0 else format_amount(amount)


class Goal(NamedTuple):
    """The option that says how long a game is; it is asked for with every new game.

    Attributes:
        option: its name, such as "target".
        label: what the form of a new game calls it.
        summary: a convention in short, of {preset} and {goal}.
    """

    option: str
    label: str
    summary: str


class Words(NamedTuple):
    """What a game calls things; marked sentences that are translated when they are shown.

    Attributes:
        counts: {n} units of the results, such as 12 whists.
        heading: the units above a column of results.
        course: the title of the results after each hand.
        price: what the form of a new game calls the price of a unit.
        seats: who sits down in which order, in the title of that form.
    """

    counts: Phrase
    heading: str
    course: str
    price: str
    seats: str

    def counted(self, count: int, shown: str | None = None) -> Text:
        """A number of units, such as "12 whists"; `shown` is printed instead of the number."""
        return self.counts.of(count, {"n": count if shown is None else shown})


Lines = tuple[tuple[str, str], ...]
"""Keys or examples, each with a marked sentence that says what it does."""


class Guide(NamedTuple):
    """What the help says about the entry of a game's hands.

    Attributes:
        answers: what the digits and signs answer, in a sentence.
        other: what is asked under 9, something else.
        lines: examples of the short notation.
        spelling: how suits and names are spelled in it.
        typed: a few lines in short for where one is typed; {first}, {second} and {third} play.
        by_two: the same where only two play, if their hands look otherwise.
    """

    answers: str
    other: str
    lines: Lines
    spelling: str
    typed: str = ""
    by_two: str = ""

    def short(self, playing: Sequence[str]) -> list[str]:
        """The few lines in the language in use, with the names of those who play."""
        lines = self.by_two if len(playing) == 2 and self.by_two else self.typed
        first, second, third = (*playing, *playing)[:3]
        return _(lines).format(first=first, second=second, third=third).split(" · ")


PROGRESS = "progress"
"""The key of the fact that says how far a game is."""


class Fact(NamedTuple):
    """Something to know about the game as it stands that is not a figure on the sheet.

    Attributes:
        key: as programs know it.
        label, value: what it is, and what it says.
        short: the same where a line must do for all facts; "" where it matters to nobody at the moment,
            None where nothing shorter can be said.
    """

    key: str
    label: Text
    value: Text | str
    short: Text | str | None = None


NO_TRUMP = N_("NT")


SUITS: Mapping[str, str] = {"S": "♠", "C": "♣", "D": "♦", "H": "♥", "N": NO_TRUMP}
"""The sign of every suit in the order of bidding, a marked word for no trump."""


def describe_contract(contract: str) -> Text:
    """A contract of a level and a suit as files spell it, for people: 7♥, and no trump in their language."""
    return Text("{level}{suit}", {"level": contract[:-1], "suit": text(SUITS[contract[-1]])})


_OVER_AFTER = Phrase("{why:capital}, {n} hand", "{why:capital}, {n} hands")


def yield_next_hand(
    state: State, over: Mapping[str, str], seats: Seats, *, sits_out: bool = True
) -> Iterator[Fact]:
    """Why the game is over and after how many hands, or who deals the next hand, plays first and sits out.

    Args:
        state: the table.
        over: why a game is over, in marked words.
        seats: the order in which the next hand is dealt and played.
        sits_out: whether those who hold no cards sit out in this game.
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
