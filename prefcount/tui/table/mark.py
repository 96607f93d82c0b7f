"""Which answer of the open question is marked, and what the next key makes of it."""

from typing import NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.models import Entry
from prefcount.games.game import Question

PAGE = 3
"""So many reasons of a long preview one key goes on."""


class Mark(NamedTuple):
    """The marked answer, and what was typed since the question stands there.

    Attributes:
        at: the position of the answer, or -1 while none is marked.
        picked: whether a digit chose it.
        repeated: whether what follows from it was typed behind it.
        doubted: whether it was asked if the hand is really so.
        refused: why what was typed is no answer, or None; no key counts before Escape.
        first: the position of the first reason that is shown of a preview.
    """

    at: int = -1
    picked: bool = False
    repeated: bool = False
    doubted: bool = False
    refused: Text | str | None = None
    first: int = 0

    def stepped(self, question: Question, by: int) -> "Mark":
        """The next answer; from none it is the first one, or the last one upwards."""
        before = self.at if self.at >= 0 or by > 0 else 0
        return Mark((before + by) % len(question.choices))

    def turned(self, pages: int) -> "Mark":
        """So many pages further in a preview."""
        return self._replace(first=max(0, self.first + pages * PAGE))

    def says_the_rest(self, question: Question, sign: str) -> bool:
        """Whether a digit after the last answer is what follows from it, as the third player's tricks do."""
        return self.picked and not self.repeated and sign == question.choices[self.at].follows

    def chosen(self, question: Question, at: int) -> "Mark":
        """The answer at a position, or one of two digits if its first was chosen before.

        Any other second digit is no answer: it may be meant for a question that is not asked.
        """
        if not self.picked:
            return Mark(at, picked=True)
        before, choice = question.choices[self.at], question.choices[at]
        if question.two_digits:
            for tens, number in enumerate(question.choices):
                if number.value == f"{before.key}{choice.key}":
                    return Mark(tens, picked=True)
        why = N_("{answer} is chosen; “{sign}” after it is no answer.")
        return self._replace(refused=text(why, answer=before.label, sign=choice.key))

    def refusing(self, pending: Question | Entry | None, sign: str) -> "Mark":
        """Say that a digit is no answer, and take nothing more: what follows may answer other questions."""
        known = dict(pending.refused) if isinstance(pending, Question) else {}
        return self._replace(refused=known.get(sign) or text(N_("“{sign}” is no answer here."), sign=sign))


def first_mark(pending: Question | Entry | None) -> Mark:
    """What goes without saying, as before any key was pressed."""
    return Mark(pending.likely if isinstance(pending, Question) and pending.marked else -1)
