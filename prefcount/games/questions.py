"""The questions of the guided entry and their answers."""

from collections.abc import Mapping
from typing import NamedTuple

from prefcount.i18n import Text


class Choice(NamedTuple):
    """One answer to a question.

    Attributes:
        value: what the answer stands for in the answers of the form.
        key: the digit that picks it, or "".
        label: what is shown.
        caution: why a table might not want it, although it is possible.
        short: what is shown of all answers where a label does not fit.
        follows: the digit of what follows from it for the last player, who is not asked; typed after it
            it says the same once more.
    """

    value: str
    key: str
    label: Text | str
    caution: Text | None = None
    short: Text | str | None = None
    follows: str = ""


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
        two_digits: whether two digits may be one answer, as 1 and 0 are ten; where ten is next to impossible
            the second one is rather meant instead of the first.
        refused: digits that look like an answer and are none, such as that of the dealer who sits out, and
            why.
        unless_wanted: the answer that is taken without asking, unless the user wants to be asked what no
            figure depends on; None where everybody is asked.
    """

    field: str
    prompt: Text
    choices: tuple[Choice, ...] = ()
    likely: int = 0
    marked: bool = False
    pays: bool = False
    two_digits: bool = True
    refused: tuple[tuple[str, Text], ...] = ()
    unless_wanted: str | None = None


Answers = Mapping[str, str]
