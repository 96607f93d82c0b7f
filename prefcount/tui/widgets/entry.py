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
from prefcount.render.figures import signed
from prefcount.render.view import Preview, preview
from prefcount.session.session import Proposal, Session

_SIGNS = {"minus": "-", "equals_sign": "="}


class EntryForm(Widget, can_focus=True):
    """Asks for the next hand and posts it once the scorer has seen what it writes."""

    DEFAULT_CSS = """
    EntryForm { padding: 0 1; overflow-y: auto; }
    """

    @dataclass
    class Accepted(Message):
        """The scorer wants `entry` to be written."""

        entry: Entry

    answers: reactive[dict[str, str]] = reactive(dict)
    at: reactive[int] = reactive(0)
    typed: reactive[str | None] = reactive(None)
    notice: reactive[str] = reactive("")

    def __init__(self, propose: Callable[[Entry], Proposal], **options: str) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self._propose = propose
        self._session: Session | None = None
        self._line_entry: Entry | None = None

    def begin(self, session: Session, notice: str = "") -> None:
        """Ask for the next hand of `session`, saying `notice` about the last one."""
        self._session = session
        self._line_entry = None
        self.typed = None
        self.answers = {}
        self.notice = notice
        self._highlight_likely()
        self.refresh(layout=True)

    @property
    def pending(self) -> Question | Entry | None:
        """The question that is open, or the entry that only waits for Enter."""
        if self._line_entry is not None:
            return self._line_entry
        if self._session is None or self._session.state.over:
            return None
        return self._session.game.ask(self._session.state, self.answers)

    def _highlight_likely(self) -> None:
        pending = self.pending
        self.at = pending.likely if isinstance(pending, Question) else 0

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
                self._read_line()
            case "escape":
                self.typed, self.notice = None, ""
            case "backspace":
                self.typed, self.notice = self.typed[:-1] or None, ""
            case _ if event.character is not None and event.is_printable:
                self.typed, self.notice = self.typed + event.character, ""
            case _:
                return False
        return True

    def _read_line(self) -> None:
        assert self._session is not None
        assert self.typed is not None
        try:
            entry = self._session.game.parse(self._session.state, self.typed)
            problems = self._propose(entry).problems
            if problems:
                raise Refused(problems)
        except Refused as refusal:
            self.notice = str(refusal)
            return
        self._line_entry, self.typed, self.notice, self.answers = entry, None, "", {}

    def _asking(self, event: Key) -> bool:
        pending = self.pending
        if event.key in ("escape", "backspace") and (self.answers or self._line_entry is not None):
            self._back()
        elif isinstance(pending, Question):
            return self._question_key(pending, event)
        elif isinstance(pending, Entry):
            if event.key != "enter":
                return False
            self.post_message(self.Accepted(pending))
        else:
            return False
        return True

    def _question_key(self, question: Question, event: Key) -> bool:
        sign = _SIGNS.get(event.key, event.key)
        picked = next((choice for choice in question.choices if choice.key == sign), None)
        if picked is not None:
            self._answer(question, picked)
        elif event.key == "enter":
            self._answer(question, question.choices[self.at])
        elif event.key in ("down", "right", "up", "left"):
            step = 1 if event.key in ("down", "right") else -1
            self.at = (self.at + step) % len(question.choices)
        elif event.character is not None and event.character.isalpha():
            self.typed, self.notice = event.character, ""
        else:
            return False
        return True

    def _answer(self, question: Question, choice: Choice) -> None:
        self.notice = ""
        self.answers = {**self.answers, question.field: choice.value}
        self._highlight_likely()

    def _back(self) -> None:
        if self._line_entry is not None:
            self._line_entry = None
        else:
            *kept, _last = self.answers.items()
            self.answers = dict(kept)
        self._highlight_likely()

    def render(self) -> Content:
        """The question with its answers, the typed line, or the preview."""
        return Content("\n").join(self._lines())

    def _lines(self) -> list[Content]:
        if self._session is None:
            return []
        lines = [Content.styled(self.notice, "$text-warning")] if self.notice else []
        pending = self.pending
        if self.typed is not None:
            hint = _("Enter reads the line, Escape leaves it: anna 7h wp 6 · b 6s ww 5 3 2 · v m 0 · r 3 5 2")
            return [Content.assemble(("> ", "bold"), self.typed, ("▏", "bold")), *lines, _muted(hint)]
        if pending is None:
            return [*lines, Content.styled(_("The game is over. F5 shows the settlement."), "bold")]
        if isinstance(pending, Question):
            return [*lines, *self._question_lines(pending)]
        return [*lines, *self._preview_lines(pending)]

    def _question_lines(self, question: Question) -> list[Content]:
        said = " · ".join(self._said())
        lines = [Content.styled(str(question.prompt), "bold")]
        if said:
            lines.insert(0, _muted(said))
        lines += _choices(question, self.at, max(20, self.content_size.width))
        caution = question.choices[self.at].caution
        if caution is not None:
            lines.append(Content.styled(str(caution), "$text-warning"))
        return lines

    def _said(self) -> list[str]:
        """The answers so far, as they were offered."""
        assert self._session is not None
        said: list[str] = []
        given: dict[str, str] = {}
        for field, value in self.answers.items():
            question = self._session.game.ask(self._session.state, given)
            if isinstance(question, Question):
                said += [str(choice.label) for choice in question.choices if choice.value == value]
            given[field] = value
        return said

    def _preview_lines(self, entry: Entry) -> list[Content]:
        proposal = self._propose(entry)
        if proposal.problems:
            return [Content.styled(str(problem), "$text-error") for problem in proposal.problems]
        shown = preview(proposal)
        return [
            Content.styled(shown.line, "bold"),
            *(Content(reason) for reason in shown.reasons),
            _changes(shown),
            _muted(_("Enter writes, Escape takes back")),
        ]


def _muted(text: str) -> Content:
    return Content.styled(text, "$foreground-muted")


def _choices(question: Question, at: int, cells: int) -> list[Content]:
    """The answers: short ones beside each other, long ones below each other."""
    labels = [
        str(choice.label) if str(choice.label) == choice.key else f"{choice.key or ' '} {choice.label}"
        for choice in question.choices
    ]
    parts = [
        Content.styled(f" {label} ", "reverse" if position == at else "")
        for position, label in enumerate(labels)
    ]
    if max(part.cell_length for part in parts) > cells // 4:
        return parts
    lines, line = [], Content("")
    for part in parts:
        if line.cell_length + part.cell_length > cells:
            lines.append(line)
            line = Content("")
        line += part
    return [*lines, line]


def _changes(shown: Preview) -> Content:
    parts = [f"{name} {signed(change)}" for name, change in shown.changes if change]
    return Content.styled(
        _("results: {changes}").format(changes=", ".join(parts) or _("no change")), "bold $text-accent"
    )
