"""The questions of the guided entry and their answers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from prefcount.base.i18n import Text
from prefcount.entries.common import Entry
from prefcount.games import in_module
from prefcount.games.protocol.state import StateT_contra
from prefcount.games.protocol.words import Guide


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

    @in_module("form")
    def answers_of(self, state: StateT_contra, entry: Entry) -> Answers:
        """The answers by which `ask` leads to a hand, in their order; none to one that is not possible.

        A hand may say more than is asked, such as whose tricks were whose where that does not count.
        """

    @in_module("form", optional=True)
    def doubted(self, entry: Entry) -> Text | None:
        """What hardly happens in a legal hand, asked about once before it is written; None of all others."""
        return None

    @in_module("notation")
    def guide(self) -> Guide:
        """What the help says about the entry of hands."""
