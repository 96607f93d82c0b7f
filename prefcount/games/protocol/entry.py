"""The questions of the guided entry and their answers."""

from collections.abc import Mapping
from typing import NamedTuple

from prefcount.base.i18n import Text


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
        likely: the position of the likeliest answer, or NONE_LIKELY.
        pays: whether the answers differ in what they would pay, so that it is worth showing.
        two_digits: whether two digits may be one answer, as 1 and 0 are ten; where ten is next to impossible
            the second one is rather meant instead of the first.
        unless_wanted: the answer that is taken without asking, unless the user wants to be asked what no
            figure depends on; None where everybody is asked.
    """

    field: str
    prompt: Text
    choices: tuple[Choice, ...] = ()
    likely: int = 0
    pays: bool = False
    two_digits: bool = True
    unless_wanted: str | None = None


Answers = Mapping[str, str]
