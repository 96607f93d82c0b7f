"""An entry in the making: where it will count, what was answered so far. Immutable, knows no screen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from prefcount.entries.base import Entry, HandEntry
from prefcount.games.protocol import Choice, Question, State
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
    """

    session: Session
    state: State
    wrap: Callable[[Entry], Entry] = _as_it_is
    about: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    offered: Entry | None = None

    @property
    def pending(self) -> Question | Entry | None:
        """The open question, the entry that waits for Enter, or None once the game is over."""
        if self.offered is not None:
            return self.offered
        if self.state.over and not self.about:
            return None
        asked = self.session.game.ask(self.state, self.answers)
        return asked if isinstance(asked, Question) else self.wrap(asked)

    def answered(self, question: Question, value: str) -> "Draft":
        """The draft with one more answer. Raises Refused if a typed answer cannot be used."""
        further = replace(self, answers={**self.answers, question.field: value})
        _ = further.pending
        return further

    def read(self, line: str) -> "Draft":
        """The draft with the hand that a line describes. Raises Refused."""
        return replace(self, offered=self.wrap(self.session.game.parse(self.state, line)), answers={})

    def back(self) -> "Draft | None":
        """The draft without its last answer, or None if there was none."""
        if self.offered is not None:
            return replace(self, offered=None)
        if not self.answers:
            return None
        *kept, _last = self.answers.items()
        return replace(self, answers=dict(kept))

    def said(self) -> list[str]:
        """The answers so far, as they were offered."""
        said: list[str] = []
        given: dict[str, str] = {}
        for name, value in self.answers.items():
            question = self.session.game.ask(self.state, given)
            if isinstance(question, Question):
                labels = [str(choice.label) for choice in question.choices if choice.value == value]
                said += labels or [value]
            given[name] = value
        return said

    def outcome(self, question: Question, choice: Choice) -> Entry | None:
        """The entry if this answer is given and the likeliest to all further questions."""
        draft = self.answered(question, choice.value)
        for _ in range(10):
            pending = draft.pending
            if not isinstance(pending, Question):
                return pending
            if not pending.choices:
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


def correction(session: Session, n: int, about: str) -> Draft:
    """The draft of a hand that counts instead of entry number `n`."""
    before = session.replay.step(n).before
    amend = session.game.entries["amend"]
    return Draft(session, before, lambda hand: amend.model_validate({"entry": n, "with": hand}), about)


def forgotten(session: Session, n: int, about: str) -> Draft:
    """The draft of a hand that counts right after entry number `n`."""
    after = session.replay.step(n).state
    return Draft(session, after, lambda hand: _placed(hand, n), about)


def _placed(hand: Entry, n: int) -> Entry:
    return hand.model_copy(update={"after": n}) if isinstance(hand, HandEntry) else hand
