"""Entering a hand: questions answered by digits, or a typed line; a preview before it is written.

Digits, - and =, arrows, Enter, Escape and Backspace are the same on every keyboard layout; any
letter begins a line of the short notation.
"""

from collections.abc import Callable
from dataclasses import dataclass

from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from prefcount.entries.base import Entry
from prefcount.games.protocol import Choice, Question
from prefcount.i18n import _
from prefcount.problems import Refused
from prefcount.session.session import Proposal
from prefcount.tui.draft import Draft
from prefcount.tui.widgets import pages

LEAST = 3
"""Rows that a preview needs below its question: the hand, and what it does to the results."""

_SIGNS = {"minus": "-", "equals_sign": "="}


class EntryForm(Widget, can_focus=True):
    """Asks for an entry and posts it once the scorer has seen what it writes."""

    DEFAULT_CSS = """
    EntryForm { padding: 0 1; overflow-y: auto; }
    """

    @dataclass
    class Accepted(Message):
        """The scorer wants `entry` to be written."""

        entry: Entry

    class Left(Message):
        """The scorer does not want to correct or put in anything after all."""

    draft: reactive[Draft | None] = reactive(None)
    at: reactive[int] = reactive(0)
    typed: reactive[str | None] = reactive(None)
    notice: reactive[str] = reactive("")
    payoffs: reactive[bool] = reactive(False)

    def __init__(self, propose: Callable[[Entry], Proposal]) -> None:
        super().__init__()
        self._propose = propose

    def begin(self, draft: Draft, notice: str = "", line: str | None = None) -> None:
        """Ask for what `draft` is about, saying `notice`; with `line` a line is there to be edited."""
        self.draft = draft
        self.notice = notice
        self._moved()
        if line is not None:
            self.typed = line

    @property
    def pending(self) -> Question | Entry | None:
        """The open question, the entry that only waits for Enter, or None."""
        return self.draft.pending if self.draft is not None else None

    def _moved(self) -> None:
        """The question is another one now: mark its likeliest answer, or let it be typed."""
        pending = self.pending
        self.at = pending.likely if isinstance(pending, Question) else 0
        self.typed = "" if isinstance(pending, Question) and not pending.choices else None
        self.refresh(layout=True)

    def on_key(self, event: Key) -> None:
        """Take the keys of the form; leave all others to the screen."""
        handled = self._typing(event) if self.typed is not None else self._asking(event)
        if handled:
            event.stop()
            event.prevent_default()
            self.refresh(layout=True)

    def _typing(self, event: Key) -> bool:
        assert self.typed is not None
        match event.key:
            case "enter":
                self._read(self.typed)
            case "escape":
                self._leave_line()
            case "backspace":
                self.typed, self.notice = self.typed[:-1], ""
            case _ if event.character is not None and event.is_printable:
                self.typed, self.notice = self.typed + event.character, ""
            case _:
                return False
        return True

    def _leave_line(self) -> None:
        self.typed, self.notice = None, ""
        pending = self.pending
        if isinstance(pending, Question) and not pending.choices:
            self._back()

    def _read(self, typed: str) -> None:
        """Take what was typed as the answer to the question, or as a hand in one line."""
        assert self.draft is not None
        pending = self.pending
        try:
            if isinstance(pending, Question) and not pending.choices:
                self.draft = self.draft.answered(pending, typed.strip())
            else:
                draft = self.draft.read(typed)
                self._refuse(draft.pending)
                self.draft = draft
        except Refused as refusal:
            self.notice = str(refusal)
            return
        self.notice = ""
        self._moved()

    def _refuse(self, entry: Question | Entry | None) -> None:
        problems = self._propose(entry).problems if isinstance(entry, Entry) else ()
        if problems:
            raise Refused(problems)

    def _asking(self, event: Key) -> bool:
        pending = self.pending
        if event.key in ("escape", "backspace"):
            return self._back()
        if isinstance(pending, Question):
            return self._question_key(pending, event)
        if isinstance(pending, Entry) and event.key == "enter":
            self.post_message(self.Accepted(pending))
            return True
        return False

    def _back(self) -> bool:
        assert self.draft is not None
        before = self.draft.back()
        if before is not None:
            self.draft = before
            self._moved()
        elif self.draft.about:
            self.post_message(self.Left())
        else:
            return False
        self.notice = ""
        return True

    def _question_key(self, question: Question, event: Key) -> bool:
        sign = _SIGNS.get(event.key, event.key)
        picked = next((at for at, choice in enumerate(question.choices) if choice.key == sign), None)
        if picked is not None:
            self.at = picked
            if not self._last(question):
                self._answer(question)
        elif event.key == "enter":
            self._enter(question)
        elif event.key in ("down", "right", "up", "left"):
            step = 1 if event.key in ("down", "right") else -1
            self.at = (self.at + step) % len(question.choices)
        elif event.character is not None and event.character.isalpha():
            self.typed, self.notice = event.character, ""
        else:
            return False
        return True

    def _last(self, question: Question) -> bool:
        return self.draft is not None and self.draft.is_last(question)

    def _enter(self, question: Question) -> None:
        """Answer; the last answer of all writes, for its preview is on the screen already."""
        last = self._last(question)
        self._answer(question)
        pending = self.pending
        if last and isinstance(pending, Entry) and not self._propose(pending).problems:
            self.post_message(self.Accepted(pending))

    def _answer(self, question: Question) -> None:
        assert self.draft is not None
        self.notice = ""
        self.draft = self.draft.answered(question, question.choices[self.at].value)
        self._moved()

    def render(self) -> Content:
        """The question with its answers, the typed line, or the preview."""
        return Content("\n").join(self._lines())

    def _lines(self) -> list[Content]:
        draft, pending = self.draft, self.pending
        if draft is None:
            return []
        lines = [Content.styled(draft.about, "bold $text-accent")] if draft.about else []
        lines += [Content.styled(self.notice, "$text-warning")] if self.notice else []
        if self.typed is not None:
            return lines + pages.typed_lines(self.typed, pending)
        if pending is None:
            return [*lines, Content.styled(_("The game is over. F5 shows the settlement."), "bold")]
        size = self.content_size
        room = pages.Room(max(20, size.width), size.height or 100).less(lines)
        if isinstance(pending, Entry):
            return lines + pages.preview_lines(draft.session, self._propose(pending), room)
        return lines + self._question(draft, pending, room)

    def _question(self, draft: Draft, question: Question, room: pages.Room) -> list[Content]:
        if question.pays and self.payoffs:
            return pages.payoff_lines(draft, question, self.at, self._payoff_rows(draft, question), room)
        entry = draft.outcome(question, question.choices[self.at]) if self._last(question) else None
        if entry is None:
            return pages.question_lines(draft, question, self.at, room)
        lines = pages.question_lines(draft, question, self.at, room._replace(rows=max(2, room.rows - LEAST)))
        return lines + pages.preview_lines(draft.session, self._propose(entry), room.less(lines))

    def _payoff_rows(self, draft: Draft, question: Question) -> list[pages.Payoff]:
        """What each answer would pay, the likeliest answers following it."""
        return [self._payoff(draft, question, choice) for choice in question.choices]

    def _payoff(self, draft: Draft, question: Question, choice: Choice) -> pages.Payoff:
        entry = draft.outcome(question, choice)
        proposal = self._propose(entry) if entry is not None else None
        if proposal is None or proposal.problems:
            return pages.Payoff(choice, ())
        return pages.Payoff(choice, pages.changes(draft.session, proposal))

    def action_payoffs(self) -> None:
        """Show or hide what each answer would pay."""
        self.payoffs = not self.payoffs
        self.refresh(layout=True)
