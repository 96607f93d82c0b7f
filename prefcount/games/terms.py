"""What a game says to the rest of the program: columns and layout, words, options, questions, findings.

Values without behaviour of their own. `protocol` says which game gives which of them, and when.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import Field
from pydantic.config import JsonDict

from prefcount.i18n import C_, Phrase, Text, _
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account


class Owner(NamedTuple):
    """Whoever has columns on the sheet: a player, a side, or the table as a whole.

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
        column: as files spell it.
        other: the number of the player it is written on, or NOBODY.
        heading: as people read it, beside its owner's name.
        account: what stands there.
        below, above: what is drawn where the column falls below zero, and where it rises again.
        began: what stands there before the first entry, which paper may show or leave out.
    """

    column: str
    other: int
    heading: Text
    account: Account
    below: str = ""
    above: str = ""
    began: Amount = 0


class Sectors(NamedTuple):
    """The sheet of Preferans: a sector for each player, bands from the edge to the centre.

    Whists stand outside, the owner's other columns further in, in the middle what is played to.
    """

    middle: Text | str


class Block(NamedTuple):
    """A ruled part of a sheet: a heading, and columns beside each other.

    Attributes:
        owner: whose name and result are the heading; with a result only where he is a player.
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


class Goal(NamedTuple):
    """The option that says how long a game is; it is asked for with every new game.

    Attributes:
        option: its name, such as "target".
        label: what the form of a new game calls it.
        said: a convention in short, of {preset} and {goal}.
    """

    option: str
    label: str
    said: str


class Words(NamedTuple):
    """What a game calls things; marked sentences that are translated when they are shown.

    Attributes:
        counts: so many units of the results, {n}.
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
        """So many units, such as "12 whists"; `shown` stands for the number."""
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
        typed: a few lines in short for where one is typed; {name} is somebody at the table, {last} the number
            of the last seat.
        by_two: the same where only two play, if their hands look otherwise.
    """

    answers: str
    other: str
    lines: Lines
    spelling: str
    typed: str = ""
    by_two: str = ""

    def short(self, players: int) -> str:
        """The few lines for a table of so many players."""
        return self.by_two if players == 2 and self.by_two else self.typed


class Table(NamedTuple):
    """One step of the settlement as it is done on paper: a title, headings, a row for each line."""

    title: Text
    explanation: Text
    headings: tuple[Text | str, ...]
    rows: tuple[tuple[Amount | str, ...], ...]


class Settlement(NamedTuple):
    """Exact results in seat order, in the units of the game, and the steps on paper that lead to them."""

    results: tuple[Amount, ...]
    steps: tuple[Table, ...]


class OptionInfo(NamedTuple):
    """One option as it is explained to a player.

    Attributes:
        name: as files spell it, dotted where it is nested.
        group_key, group: the chapter of the rules it belongs to, and its heading.
        value: what the table plays by.
        explanation: one sentence.
        section: where the rule book has it.
        choices: the values that are possible, where they can be counted off.
        limits: the least and the largest number, where numbers are possible.
        many: whether the value is a list of such numbers.
        number: whether a number is possible, with or without limits.
    """

    name: str
    group_key: str
    group: Text
    value: Any
    explanation: Text
    section: str
    choices: tuple[Any, ...] = ()
    limits: tuple[int, int] | None = None
    many: bool = False
    number: bool = False

    @property
    def allowed(self) -> str:
        """The values that are possible: as files spell them, numbers and names in words."""
        if self.choices:
            return ", ".join(
                str(each).lower() if isinstance(each, bool) else str(each) for each in self.choices
            )
        one = _("a whole number") if self.number else _("a name")
        words = one if self.limits is None else "{} … {}".format(*self.limits)
        return _("a list of: {values}").format(values=words) if self.many else words


def value_word(name: str, value: str) -> str:
    """What people call a value of an option, in the language in use.

    A file has a code, and English reads as the file does. The catalogue takes every value from the types of
    the options, so that none stands anywhere twice; what is no value of a game stays as it is.

    Args:
        name: the option, dotted where it is nested.
        value: its value as files spell it.
    """
    return _(C_(name, value))


def preset_word(name: str) -> str:
    """What people call a preset, in the language in use; a name of one's own stays as it is."""
    return value_word("preset", name)


def option(default: Any, group: str, section: str, sentence: str, **limits: Any) -> Any:
    """A field of an options model that carries what a player is told about it."""
    about: JsonDict = {"group": group, "section": section}
    return Field(default=default, description=sentence, json_schema_extra=about, **limits)


class Fact(NamedTuple):
    """Something to know about the game as it stands that is not a figure on the sheet."""

    key: str
    label: Text
    value: Text | str


class Cause(NamedTuple):
    """What a part of a result is due to, as a table speaks of it: "consolation", "raspasy".

    Attributes:
        key: for programs; never translated.
        label: for people.
    """

    key: str
    label: Text


class Tally(NamedTuple):
    """Something that is counted over the years: so much of `key` for a player, by his number."""

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


class Remark(NamedTuple):
    """Something that is possible and yet unlikely by the table's own convention, for the audit.

    Attributes:
        code: one of those that the game calls `remarkable`.
        text: a sentence that says what is unlikely and why.
        found, expected: what the entry says, and what the convention would have, where there is such.
        player: whom it concerns, or "".
    """

    code: str
    text: Text
    found: int | str | None = None
    expected: int | str | None = None
    player: str = ""


class Choice(NamedTuple):
    """One answer to a question.

    Attributes:
        value: what the answer stands for in the answers of the form.
        key: the digit that picks it, or "".
        label: what is shown.
        caution: why a table might not want it, although it is possible.
        short: what is shown of all answers where a label does not fit.
    """

    value: str
    key: str
    label: Text | str
    caution: Text | None = None
    short: Text | str | None = None


NONE_LIKELY = -1
"""Of all answers to a question none is likelier than the others: one has to be chosen."""


class Question(NamedTuple):
    """The next thing to be said about an entry.

    Attributes:
        field: where the answer goes.
        prompt: what is asked.
        choices: the possible answers; none where a text or a number is typed.
        likely: the position of the likeliest answer, or NONE_LIKELY.
        pays: whether the answers differ in what they would pay, so that it is worth showing.
        two_digits: whether two digits may be one answer, as 1 and 0 are ten; where ten is next to impossible
            the second one is rather meant instead of the first.
    """

    field: str
    prompt: Text
    choices: tuple[Choice, ...] = ()
    likely: int = 0
    pays: bool = False
    two_digits: bool = True


class Slip(NamedTuple):
    """A mistake that a scorer makes, and what he writes when he makes it.

    Attributes:
        key: the name of the mistake; the same one in another hand has the same key.
        text: the mistake in words.
        amounts: what is then written in this hand, by account; what is not named is not written.
        habit: whether it comes from another reading of the rules, so that it is made in every such hand.
    """

    key: str
    text: Text
    amounts: Mapping[Account, Amount]
    habit: bool = False


class Oddity(NamedTuple):
    """A place in a column from paper that no hand of this table can have written.

    Attributes:
        account: the column.
        position: which of its figures it is, from 0 on; -1 where it is the column as a whole.
        text: why it cannot be, and what could.
    """

    account: Account
    position: int
    text: Text


Answers = Mapping[str, str]
