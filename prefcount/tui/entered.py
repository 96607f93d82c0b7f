"""What is half entered, and what becomes of it when the game goes on underneath. Knows no screen."""

from typing import NamedTuple

from prefcount.games.terms import Question
from prefcount.i18n import _
from prefcount.problems import Refused
from prefcount.session.session import Session
from prefcount.tui.draft import Draft, next_hand


class Entered(NamedTuple):
    """A draft, and what is typed beside it.

    Attributes:
        draft: what was said so far.
        typed: what is being typed: a line of the notation, or the answer to a question without choices.
        said: a sentence about what did not fit any more, or "".
    """

    draft: Draft
    typed: str | None = None
    said: str = ""

    @property
    def line(self) -> str:
        """What was typed, whether it is typed still or was read and waits to be written."""
        return self.typed or self.draft.line

    @property
    def is_next(self) -> bool:
        """Whether it is the entry that simply comes next, not a correction or the like."""
        return not self.draft.about

    @property
    def is_something(self) -> bool:
        """Whether anything was entered."""
        return bool(self.draft.answers or self.line or self.draft.about)

    def moved(self, session: Session) -> "Entered":
        """The same in a game that has gone on, as much of it as fits."""
        begun = self.draft.begun_in(session)
        if begun is None:
            said = _("The game has gone on, and the entry that this was about is not as it was.")
            return Entered(next_hand(session), said=said)
        if self.draft.line:
            return self._read(begun)
        draft = begun.resumed(self.draft.answers)
        typed = self.typed
        if typed and _typed_field(self.draft) not in (None, _typed_field(draft)):
            typed = None
        whole = draft.answers == self.draft.answers and typed == self.typed
        said = "" if whole else _("The game has gone on, and not all that was entered fits it any more.")
        return Entered(draft, typed, said)

    def _read(self, begun: Draft) -> "Entered":
        """A line that was read already, read again; if it cannot be, it is there to be mended."""
        try:
            return Entered(begun.read(self.draft.line), self.typed)
        except Refused as refusal:
            return Entered(begun, self.line, str(refusal))


def _typed_field(draft: Draft) -> str | None:
    """The question that is answered by typing; None where what is typed is a line of the notation."""
    asked = draft.pending
    return asked.field if isinstance(asked, Question) and not asked.choices else None
