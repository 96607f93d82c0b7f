"""An entry in the making: where it will count, what was answered so far. Immutable, knows no screen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from prefcount.entries.base import Entry, PlacedEntry
from prefcount.entries.common import Void
from prefcount.games.protocol import State
from prefcount.games.terms import NONE_LIKELY, Choice, Question
from prefcount.i18n import N_, Text, text
from prefcount.problems import Refused
from prefcount.session.replay import Step
from prefcount.session.session import Session


def _as_it_is(entry: Entry) -> Entry:
    return entry


def _next(session: Session) -> "Draft":
    return next_hand(session)


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
        again: begins the same entry in another game, such as this one when it has gone on. Raises KeyError
            if what it is about is not there.
    """

    session: Session
    state: State
    wrap: Callable[[Entry], Entry] = _as_it_is
    about: Text | str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    offered: Entry | None = None
    asks: bool = True
    placed: bool = False
    line: str = ""
    again: Callable[[Session], "Draft"] = field(default=_next, compare=False)

    @property
    def pending(self) -> Question | Entry | None:
        """The open question, the entry that waits for Enter, or None once the game is over."""
        if self.offered is not None:
            return self.offered
        if self.state.over and not self.about and not self.session.game.may_go_on(self.state):
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

    def resumed(self, answers: Mapping[str, str]) -> "Draft":
        """The draft with these answers too, as far as they answer what is asked."""
        draft = self
        for name, value in answers.items():
            question = draft.pending
            if not isinstance(question, Question) or question.field != name:
                break
            if question.choices and value not in {choice.value for choice in question.choices}:
                break
            try:
                draft = draft.answered(question, value)
            except Refused:
                break
        return draft

    def begun_in(self, session: Session) -> "Draft | None":
        """The same entry, without answers, in a game that has gone on; None if it would be another one."""
        try:
            draft = self.again(session)
        except KeyError:
            return None
        return draft if draft.about == self.about else None

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


def offered(session: Session, entry: Entry, about: Text) -> Draft:
    """The draft of a whole entry that only waits for Enter."""
    return Draft(
        session,
        session.state,
        about=about,
        offered=entry,
        asks=False,
        again=lambda later: offered(later, entry, about),
    )


def looking_back(session: Session, n: int, what: str) -> tuple[Draft, str | None]:
    """The draft of what is to be done about entry `n`, and the line to be edited, if any.

    Args:
        session: the game.
        n: the entry that was chosen.
        what: "correct" to let another hand count instead, "void" to let it not count (or count
            again, if it is void), "after" to put a forgotten hand in right after it.
    """
    step = session.replay.step(n)
    draft = replace(_about(session, step, what), again=partial(_once_more, step.standing.written, what))
    return draft, session.line(step) or None if what == "correct" else None


def _about(session: Session, step: Step, what: str) -> Draft:
    n = step.n
    if what == "after":
        about = text(N_("A forgotten hand, right after entry {n}"), n=n)
        return Draft(session, _after(session, n), lambda hand: _placed(hand, n), about, placed=True)
    if what == "void":
        void, about = Void(entry=n), text(N_("Entry {n} is not to count"), n=n)
        if step.entry is None:
            void = Void(entry=step.standing.corrected_by)
            about = text(N_("Entry {n} is to count again"), n=n)
        return Draft(session, step.before, about=about, offered=void, asks=False)
    amend = session.game.entries["amend"]
    about = text(N_("Instead of entry {n}"), n=n)
    return Draft(session, step.before, lambda hand: amend.model_validate({"entry": n, "with": hand}), about)


def _once_more(written: Entry, what: str, session: Session) -> Draft:
    """What is to be done about an entry, in another game. Raises KeyError if that does not have it."""
    n = written.n or 0
    if session.replay.step(n).standing.written != written:
        raise KeyError(n)
    return looking_back(session, n, what)[0]


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
