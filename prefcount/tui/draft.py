"""An entry in the making: where it will count, what was answered so far. Immutable, knows no screen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from prefcount.entries.base import Entry, PlacedEntry
from prefcount.entries.common import Void
from prefcount.games.protocol import NONE_LIKELY, Choice, Question, State
from prefcount.i18n import _
from prefcount.problems import Refused
from prefcount.session.session import Session


def _as_it_is(entry: Entry) -> Entry:
    return entry


@dataclass(frozen=True)
class Draft:
    """What the scorer has said about one entry.

    Attributes:
        session: the game it is meant for.
        state: the game at the place where the entry will count.
        wrap: makes the entry of the file from the hand, such as a correction of another entry.
        about: what the entry does, if it does not simply come next.
        answers: the answers so far, in their order.
        offered: a whole entry that only waits for Enter.
        asks: whether there are questions behind an offered entry.
        placed: whether the entry is put in between others.
        line: the typed line that the offered entry was read from, or "".
    """

    session: Session
    state: State
    wrap: Callable[[Entry], Entry] = _as_it_is
    about: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    offered: Entry | None = None
    asks: bool = True
    placed: bool = False
    line: str = ""

    @property
    def pending(self) -> Question | Entry | None:
        """The open question, the entry that waits for Enter, or None once the game is over."""
        if self.offered is not None:
            return self.offered
        if self.state.over and not self.about:
            return None
        asked = self._ask(self.answers)
        return asked if isinstance(asked, Question) else self.wrap(asked)

    def answered(self, question: Question, value: str) -> "Draft":
        """The draft with one more answer. Raises Refused if a typed answer cannot be used."""
        further = replace(self, answers={**self.answers, question.field: value})
        further.check()
        return further

    def check(self) -> None:
        """Try what comes next. Raises Refused if a typed answer cannot be used."""
        if self.offered is None:
            self._ask(self.answers)

    def _ask(self, answers: Mapping[str, str]) -> Question | Entry:
        return self.session.game.ask(self.state, answers, self.placed)

    def read(self, line: str) -> "Draft":
        """The draft with the hand that a line describes. Raises Refused."""
        offered = self.wrap(self.session.game.parse(self.state, line))
        return replace(self, offered=offered, answers={}, line=line)

    def back(self) -> "Draft | None":
        """The draft without its last answer, or None if there was none."""
        if self.offered is not None and self.asks:
            return replace(self, offered=None, line="")
        if self.offered is not None or not self.answers:
            return None
        *kept, _last = self.answers.items()
        return replace(self, answers=dict(kept))

    def said(self) -> list[str]:
        """The answers so far, as they were offered."""
        said: list[str] = []
        given: dict[str, str] = {}
        for name, value in self.answers.items():
            question = self._ask(given)
            if isinstance(question, Question):
                labels = [str(choice.label) for choice in question.choices if choice.value == value]
                said += labels or [value]
            given[name] = value
        return said

    def outcome(self, question: Question, choice: Choice) -> Entry | None:
        """The entry if this answer is given and the likeliest to all further questions."""
        draft = self.answered(question, choice.value)
        for _step in range(10):
            pending = draft.pending
            if not isinstance(pending, Question):
                return pending
            if not pending.choices or pending.likely == NONE_LIKELY:
                return None
            draft = draft.answered(pending, pending.choices[pending.likely].value)
        return None

    def is_last(self, question: Question) -> bool:
        """Whether every answer to this question completes the entry."""
        return bool(question.choices) and all(
            not isinstance(self._after(question, choice), Question) for choice in question.choices
        )

    def _after(self, question: Question, choice: Choice) -> Question | Entry | None:
        try:
            return self.answered(question, choice.value).pending
        except Refused:
            return None


def next_hand(session: Session) -> Draft:
    """The draft of the entry that comes next."""
    return Draft(session, session.state)


def offered(session: Session, entry: Entry, about: str) -> Draft:
    """The draft of a whole entry that only waits for Enter."""
    return Draft(session, session.state, about=about, offered=entry, asks=False)


def looking_back(session: Session, n: int, what: str) -> tuple[Draft, str | None]:
    """The draft of what is to be done about entry `n`, and the line to be edited, if any.

    Args:
        session: the game.
        n: the entry that was chosen.
        what: "correct" to let another hand count instead, "void" to let it not count (or count
            again, if it is void), "after" to put a forgotten hand in right after it.
    """
    step = session.replay.step(n)
    if what == "after":
        about = _("A forgotten hand, right after entry {n}").format(n=n)
        return Draft(session, _after(session, n), lambda hand: _placed(hand, n), about, placed=True), None
    if what == "void":
        void, about = Void(entry=n), _("Entry {n} is not to count").format(n=n)
        if step.entry is None:
            void, about = Void(entry=step.standing.corrected_by), _("Entry {n} is to count again").format(n=n)
        return Draft(session, step.before, about=about, offered=void, asks=False), None
    amend = session.game.entries["amend"]
    about = _("Instead of entry {n}").format(n=n)
    draft = Draft(session, step.before, lambda hand: amend.model_validate({"entry": n, "with": hand}), about)
    return draft, session.line(step) or None


def _placed(hand: Entry, n: int) -> Entry:
    return hand.model_copy(update={"after": n}) if isinstance(hand, PlacedEntry) else hand


def _after(session: Session, n: int) -> State:
    """The state behind entry `n` and behind everything that was put in after it already."""
    state, inserted = session.replay.step(n).state, {n}
    for step in session.replay.steps:
        written = step.standing.written
        if isinstance(written, PlacedEntry) and written.after in inserted:
            inserted.add(step.n)
            state = step.state
    return state
