"""A hand that is being entered, on a screen or on a phone, and the sentences about it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from prefcount.base.i18n import C_, N_, Text, _, capitalize_first, text
from prefcount.base.problems import InvalidInput, explain_problems
from prefcount.entries.models import AmendBase, Entry, HandEntry, PlacedEntry, Void
from prefcount.games.form import CORRECTED, SOMETHING_ELSE, ask_rename
from prefcount.games.game import FACTOR, NONE_LIKELY, Answers, Choice, Question
from prefcount.games.state import State
from prefcount.ledger import Amount
from prefcount.render.text import describe_correction, describe_unmarked, name_entry
from prefcount.render.text_cells import signed
from prefcount.render.view import Figures, Preview
from prefcount.session.replay import Step
from prefcount.session.session import Proposal, Session
from prefcount.session.typed_entries import get_price_question, parse_line, parse_price_or_date
from prefcount.store.disk import WriteError

ENDED = N_(
    "This game has ended; its results are recorded. Change it anyway? "
    "The check code that the players noted will no longer match."
)
"""The question before a change to a game that has ended."""

MAX_DESCRIBED = 80
"""Maximum length of a line that is described while it is typed. A longer one would delay the next key."""


def preview_lines(shown: Preview) -> list[str]:
    """Return a line about the previewed entry, or two lines about the old and the corrected hand."""
    if shown.was is None:
        return [shown.line]
    line, gave = shown.was
    unchanged = _("no change")
    return [
        _("old hand: {hand} ({changes})").format(hand=line, changes=_changes_text(gave) or unchanged),
        _("new hand: {hand} ({changes})").format(
            hand=shown.line, changes=_changes_text(shown.gives) or unchanged
        ),
    ]


def score_rows(shown: Preview) -> list[tuple[str, Figures]]:
    """Return rows with a figure for each player. The label of a row is a text such as “score after”.

    If the entry changes no figure, the list is empty.
    """
    if not _changes_text(shown.changes):
        return []
    rows: list[tuple[str, Figures]] = []
    if shown.was is None and _changes_text(shown.gives):
        rows.append((_("this hand"), shown.gives))
    if shown.was is not None or shown.gives != shown.changes:
        rows.append((_("the change"), shown.changes))
    return [*rows, (_("score after"), shown.after)]


def displaced_preview_sentence(session: Session, shown: Preview) -> str:
    """Return a sentence about the entries that the previewed entry would make invalid, or ""."""
    if not shown.displaced:
        return ""
    return _("This change makes these entries invalid: {entries}").format(
        entries=_entry_names(session, shown.displaced)
    )


def dropped_notice(proposal: Proposal) -> str:
    """Return the notice that a complete entry was not recorded because the player did not press Enter."""
    return _("Not recorded: {entry}").format(
        entry=describe_unmarked(proposal.session, proposal.step, words=True)
    )


def recorded_notice(before: Session, proposal: Proposal) -> str:
    """Return the notice that a proposed entry was recorded."""
    after, entry, step = proposal.session, proposal.entry, proposal.step
    corrected = after.replay.step(entry.entry) if isinstance(entry, AmendBase) else None
    if corrected is not None and corrected.hand_number is not None:
        return _("Corrected: hand {number}.").format(number=corrected.hand_number)
    if step.hand_number is not None:
        recorded = _("Recorded: hand {number}.").format(number=step.hand_number)
        inserted = isinstance(entry, PlacedEntry) and entry.after is not None
        if not inserted or after.state.over or after.state.dealer != before.state.dealer:
            return recorded
        dealer = after.state.names[after.state.dealer]
        return f"{recorded} " + _("{who} still deals next.").format(who=dealer)
    if isinstance(entry, Void):
        return capitalize_first(describe_undo(before, after, entry, redo=None))
    return _("Recorded: {what}").format(what=describe_unmarked(after, step))


def describe_undo(before: Session, after: Session, entry: Entry, *, redo: bool | None) -> str:
    """Return a description of the effect of a `void` entry, such as a hand that counts again.

    Args:
        redo: True after a redo, False after an undo, and None after another `void` entry.
    """
    while isinstance(entry, Void):
        step = before.replay.step(entry.entry)
        entry = step.effective.written
    later = after.replay.step(step.n)
    if isinstance(entry, AmendBase) and later.entry is None:
        target = after.replay.step(entry.entry)
        again = N_("the correction of {entry} (back to {hand})")
        _corrected, hand = describe_correction(before, before.replay.step(entry.entry), after, target)
        return str(text(again, entry=target.name, hand=hand))
    session, counted = (before, step) if later.entry is None else (after, later)
    line = describe_unmarked(session, counted, words=True)
    if redo is not None and (later.entry is not None) == redo:
        return line
    if step.effective.written.kind not in before.game.hand_kinds:
        said = describe_unmarked(session, counted)
        return (_("{said} — void") if later.entry is None else _("{said} — counts again")).format(said=said)
    if later.entry is None:
        return _("{entry} does not count: {hand}").format(entry=step.name, hand=line)
    again = (
        N_("{entry} counts again: {hand}") if redo is None else C_("undone", "{entry} counts again: {hand}")
    )
    return _(again).format(entry=later.name, hand=line)


def refusal_text(error: InvalidInput | WriteError) -> str:
    """Return the reason why an entry was not written, in the words of players."""
    if isinstance(error, WriteError):
        return str(error)
    return explain_problems(error.problems)


def displaced_sentence(before: Session, proposal: Proposal) -> str:
    """Return a sentence about the entries that a written proposal has made invalid, or ""."""
    if not proposal.displaced:
        return ""
    return _("These entries are no longer valid and do not count: {entries}.").format(
        entries=_entry_names(before, proposal.displaced)
    )


def append_sentence(notice: str, sentence: str) -> str:
    """Join two sentences with a full stop, or return one of them if the other is empty."""
    if not notice or not sentence:
        return notice or sentence
    return f"{notice.removesuffix('.')}. {sentence}"


@dataclass(frozen=True)
class Draft:
    """An entry that is being entered: the answers so far, which decide the next question.

    Attributes:
        state: the state of the game just before the entry.
        wrap: turns the entered hand into the entry to write, such as a correction that contains the hand.
        about: a title such as "Correcting hand 3", or "" for the next entry of the game.
        form: a function that asks the questions in place of `Game.ask`, or None.
        answers: the answers so far, by the field of the question.
        offered: a complete entry that only waits for Enter, or None.
        is_inserted: whether the entry is inserted between earlier entries.
        line: the typed line that describes the offered entry, or "".
        asks_all: whether questions that do not change a figure, such as the suit, are asked too.
        former: the answers that describe the hand to correct, by the field of the question, or {}.
        proposals: a cache of the computed proposals. The keys are entries as JSON.
        restart: a function that begins this draft again in a later session, and raises KeyError if the entry
            to correct has changed. None for a draft of the next hand.
    """

    session: Session
    state: State
    wrap: Callable[[Entry], Entry] = lambda entry: entry
    about: Text | str = ""
    form: Callable[[State, Answers], Question | Entry] | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    offered: Entry | None = None
    is_inserted: bool = False
    line: str = ""
    asks_all: bool = False
    former: Mapping[str, str] = field(default_factory=dict)
    proposals: dict[str, Proposal] = field(default_factory=dict, compare=False, repr=False)
    restart: Callable[[Session], "Draft"] | None = field(default=None, compare=False)

    @property
    def has_questions(self) -> bool:
        """True if the player answers questions, False if the program offers a complete entry."""
        return self.offered is None or bool(self.line)

    @property
    def hidden_fact(self) -> str:
        """The key of a fact not to show during the open question, such as "first" (who leads), or ""."""
        return self.pending.hidden_fact if isinstance(self.pending, Question) else ""

    @cached_property
    def pending(self) -> Question | Entry | None:
        """The open question, the entry that waits for Enter, or None when the game is over."""
        if self.offered is not None:
            return self.offered
        if self.state.over and not self.about and not self.session.game.can_continue(self.state):
            return None
        pending = self._ask(self.answers)
        return self._mark_former_answer(pending) if isinstance(pending, Question) else self.wrap(pending)

    def _mark_former_answer(self, question: Question) -> Question:
        former = self.former.get(question.field)
        if former is None:
            return question
        before = dict(takewhile(lambda answer: answer[0] != question.field, self.former.items()))
        then = self._ask(before)
        labels = [choice.label for choice in question.choices if choice.value == former]
        if not isinstance(then, Question) or (then.field, then.prompt) != (question.field, question.prompt):
            return question
        if not labels or labels != [choice.label for choice in then.choices if choice.value == former]:
            return question
        likely = [choice.value for choice in question.choices].index(former)
        return question._replace(likely=likely, marked=True)

    def proposal(self, entry: Entry) -> Proposal:
        """Return the proposal to add `entry`, from the cache if possible."""
        key = entry.model_dump_json()
        if key not in self.proposals:
            self.proposals[key] = self.session.propose(self.session.complete_entry(entry))
        return self.proposals[key]

    def with_answer(self, question: Question, value: str) -> "Draft":
        """Return the draft with `value` as the answer to `question`. Raises InvalidInput."""
        further = replace(self, answers={**self.answers, question.field: value})
        further.pending  # noqa: B018 - may raise InvalidInput, and caches the next question
        return further

    def _ask(self, answers: Mapping[str, str]) -> Question | Entry:
        # A skipped question gets the answer that the corrected hand had, if possible, or else its default.
        if self.form is not None:
            return self.form(self.state, answers)
        if answers.get(CORRECTED) == "price":
            if "price" in answers:
                return parse_price_or_date(self.session, answers["price"])
            question, known = get_price_question(self.session)
            return Question("price", question, filled=known)
        pending = self.session.game.ask(self.state, answers, self.is_inserted)
        while isinstance(pending, Question) and pending.default_if_skipped is not None and not self.asks_all:
            values = [choice.value for choice in pending.choices]
            former = self.former.get(pending.field)
            answer = former if former in values else pending.default_if_skipped
            answers = {**answers, pending.field: answer}
            pending = self.session.game.ask(self.state, answers, self.is_inserted)
        if isinstance(pending, Question) and pending.field == CORRECTED:
            choice = Choice("price", str(len(pending.choices) + 1), text(N_("the price is wrong or missing")))
            return pending._replace(choices=(*pending.choices, choice))
        return pending

    def with_next_factor(self) -> "Draft | None":
        """Return the draft with the next factor for its hand: ×2, then ×4, then no factor again.

        Return None if the draft is not for a hand, or if the game has no factors.
        """
        factors = self.session.game.factors
        if not factors or self.form is not None or self.offered is not None or self.pending is None:
            return None
        factor_now = int(self.answers.get(FACTOR, "1"))
        further = [str(factor) for factor in factors if factor > factor_now]
        once = {name: value for name, value in self.answers.items() if name != FACTOR}
        return replace(self, answers={**once, FACTOR: further[0]} if further else once)

    def with_line(self, line: str) -> "Draft":
        """Return the draft of the entry that a typed line describes. Raises InvalidInput."""
        offered = self.wrap(parse_line(self.session, self.state, line))
        return replace(self, offered=offered, answers={}, line=line)

    def describe_line(self, line: str) -> tuple[str, str]:
        """Return a description of the entry in a typed line, and the first problem of the line, or "".

        If a word is wrong, only the words before it are described.
        """
        words, problem = line.split() if len(line) <= MAX_DESCRIBED else [], ""
        while words:
            try:
                proposal = self.proposal(self.wrap(parse_line(self.session, self.state, " ".join(words))))
            except InvalidInput as refusal:
                problem = problem or explain_problems(refusal.problems[:1])
                wrong = refusal.problems[0].word
                del words[words.index(wrong) if wrong in words else -1 :]
                continue
            problem = problem or explain_problems(proposal.problems[:1])
            return describe_unmarked(proposal.session, proposal.counting_step, words=True), problem
        return "", problem

    def with_answers(self, answers: Mapping[str, str]) -> "Draft":
        """Return the draft with `answers` added in order, up to the first that does not fit its question."""
        draft = self
        for name, value in answers.items():
            if name == FACTOR and value in map(str, self.session.game.factors):
                draft = replace(draft, answers={**draft.answers, FACTOR: value})
                continue
            question = draft.pending
            if not isinstance(question, Question) or question.field != name:
                break
            if question.choices and value not in {choice.value for choice in question.choices}:
                break
            try:
                draft = draft.with_answer(question, value)
            except InvalidInput:
                break
        return draft

    def with_former_answers(self) -> "Draft":
        """Return the draft with the answers of the corrected hand, except for the last answer.

        The form then asks the last question again, and Enter chooses the old answer.
        """
        draft = replace(self, answers={FACTOR: self.former[FACTOR]} if FACTOR in self.former else {})
        while isinstance(pending := draft.pending, Question) and pending.field in self.former:
            further = draft.with_answer(pending, self.former[pending.field])
            if not isinstance(further.pending, Question):
                break
            draft = further
        return draft

    def with_questions(self, *, all_questions: bool) -> "Draft":
        """Return the draft that asks all questions, or only the questions that change a figure.

        In the correction of a hand, the answers are reset to the old hand.
        """
        if self.asks_all == all_questions:
            return self
        draft = replace(self, asks_all=all_questions)
        return draft.with_former_answers() if self.former and self.offered is None else draft

    def restarted_in(self, session: Session) -> "Draft | None":
        """Return the draft of the same entry in a later session, without its answers.

        Return None if the entry to correct has changed since, or if the offered entry is different now.
        """
        try:
            draft = (self.restart or draft_next_hand)(session)
        except KeyError:
            return None
        same = self.has_questions or draft.offered == self.offered
        return replace(draft, asks_all=self.asks_all, answers={}) if same else None

    def without_last_answer(self) -> "Draft | None":
        """Return the draft without its last answer, or None if there was none."""
        if self.line:
            return replace(self, offered=None, line="")
        if self.offered is not None or not self.answers:
            return None
        *answers, _last = self.answers.items()
        return replace(self, answers=dict(answers))

    def answer_labels(self) -> list[str]:
        """Return the labels of the answers so far, as the form shows them."""
        return [label for _question, label in self._labelled_answers()]

    def contract_so_far(self) -> str:
        """Return the contract as far as it is known, such as "Boris · 7 · Vera whists", or ""."""
        before_play = takewhile(
            lambda answer: not (answer[0] and answer[0].after_play), self._labelled_answers()
        )
        who, *announced = [label for _question, label in before_play] or [""]
        if (
            self.about
            or self.answers.get("who") == SOMETHING_ELSE.value
            or (who in self.state.names and not announced)
        ):
            return ""
        return " · ".join((who, *announced))

    def _labelled_answers(self) -> Iterator[tuple[Question | None, str]]:
        before: dict[str, str] = {}
        for name, value in self.answers.items():
            question = self._find_question(name, before)
            if name == FACTOR:
                yield None, f"×{value}"
            elif question is not None:
                offered = [str(choice.label) for choice in question.choices if choice.value == value]
                yield question, f"{question.who} {(offered or [value])[0]}".lstrip()
            before[name] = value

    def _find_question(self, name: str, before: Answers) -> Question | None:
        for asks_all in (self.asks_all, not self.asks_all):
            question = replace(self, asks_all=asks_all)._ask(before)
            if isinstance(question, Question) and question.field == name:
                return question
        return None

    def outcome(self, question: Question, choice: Choice) -> Entry | None:
        """Return the entry that `choice` probably leads to, or None if that is uncertain.

        Each later question is answered with its likeliest answer.

        Args:
            choice: one of the choices of the question.
        """
        draft = self.with_answer(question, choice.value)
        for _step in range(10):
            pending = draft.pending
            if not isinstance(pending, Question):
                return pending
            if not pending.choices or pending.likely == NONE_LIKELY:
                return None
            draft = draft.with_answer(pending, pending.choices[pending.likely].value)
        return None

    def changes_nothing(self, entry: Entry) -> bool:
        """Return whether `entry` is a correction that leaves the hand and all figures as they were."""
        if not isinstance(entry, AmendBase):
            return False
        step, proposal = self.session.replay.step(entry.entry), self.proposal(entry)
        new = proposal.session.replay.step(entry.entry)
        return (
            step.entry is not None
            and describe_unmarked(self.session, step) == describe_unmarked(proposal.session, new)
            and (step.postings, step.state) == (new.postings, new.state)
        )

    @cached_property
    def is_last(self) -> bool:
        """True if the answer to the open question completes the entry."""
        question = self.pending
        if not isinstance(question, Question) or not question.choices:
            return False
        return not any(self._leads_to_question(question, choice) for choice in question.choices)

    def _leads_to_question(self, question: Question, choice: Choice) -> bool:
        try:
            return isinstance(self.with_answer(question, choice.value).pending, Question)
        except InvalidInput:
            return False


def draft_next_hand(session: Session) -> Draft:
    """Return an empty draft for the next entry of the game."""
    return Draft(session, session.state)


def draft_whole_entry(session: Session, entry: Entry, about: Text) -> Draft:
    """Return the draft of a complete entry, such as a change of rules, that only waits for Enter."""
    return Draft(
        session,
        session.state,
        about=about,
        offered=entry,
        restart=lambda later: draft_whole_entry(later, entry, about),
    )


def draft_rename(session: Session) -> Draft:
    """Return the draft of an entry that corrects a player's name."""
    return Draft(
        session, session.state, about=text(N_("A misspelled name")), form=ask_rename, restart=draft_rename
    )


def draft_correction(session: Session, n: int, what: str) -> tuple[Draft, str | None]:
    """Return the draft of a change to entry `n`, and a line for the player to edit, or None.

    The line is for the correction of a hand that the questions of the form cannot describe.

    Args:
        what: "correct" to replace the hand, "void" to exclude it from the score (or to count it again if it
            is void), or "after" to insert a forgotten hand after it.
    """
    step = session.replay.step(n)

    def restart(later: Session) -> Draft:
        if later.replay.step(n).effective.written != step.effective.written:
            raise KeyError(n)
        return draft_correction(later, n, what)[0]

    draft = replace(_draft_about(session, step, what), restart=restart)
    if what != "correct":
        return draft, None
    former = _former_answers(session, step)
    if not former:
        return draft, session.line(step) or None
    return replace(draft, former=former).with_former_answers(), None


def _former_answers(session: Session, step: Step) -> Answers:
    entry, game, before = step.entry, session.game, step.before
    if entry is None:
        return {}
    if isinstance(entry, HandEntry) and entry.dealer not in (None, before.names[before.dealer]):
        return {}
    is_hand = entry.kind in game.hand_kinds
    answers = game.get_answers(before, entry) if is_hand else _answers_of_table_entry(session, step, entry)
    pending = game.ask(before, answers)
    if isinstance(pending, Question):
        return {}
    # With the same time, the two transitions can be compared.
    again = pending.model_copy(update={"at": entry.at})
    return answers if game.play(before, again) == game.play(before, entry) else {}


def _answers_of_table_entry(session: Session, step: Step, entry: Entry) -> Answers:
    fields = {"who": SOMETHING_ELSE.value, "fine": "yes", "other": entry.kind}
    for name, value in entry.model_dump(exclude_none=True).items():
        is_player = value in step.before.names and name in ("player", "on")
        fields[name] = str(step.before.names.index(value) if is_player else value)
    answers: dict[str, str] = {}
    while isinstance(pending := session.game.ask(step.before, answers), Question):
        value = fields.get(pending.field)
        if value is None or (pending.choices and value not in {choice.value for choice in pending.choices}):
            break
        answers[pending.field] = value
    return answers


def _draft_about(session: Session, step: Step, what: str) -> Draft:
    n = step.n
    if what == "after":
        there = _state_after_inserted(session, n)
        sentence = N_("Insert a forgotten hand after {entry}; {who} dealt it")
        about = text(sentence, entry=step.name, who=there.names[there.dealer])

        def place(hand: Entry) -> Entry:
            return hand.model_copy(update={"after": n}) if isinstance(hand, PlacedEntry) else hand

        return Draft(session, there, place, about, is_inserted=True)
    if what == "void":
        void, about = Void(entry=n), text(N_("Leave {entry} out of the score"), entry=step.name)
        if step.entry is None:
            void = Void(entry=step.effective.corrected_by)
            about = text(N_("Count {entry} again"), entry=step.name)
        return Draft(session, step.before, about=about, offered=void)
    amend = session.game.entries["amend"]
    about = text(N_("Correcting {entry}"), entry=step.name)
    if step.hand_number is None:  # the list shows numbers only for hands
        about = text(N_("Correcting: {entry}"), entry=describe_unmarked(session, step))
    return Draft(session, step.before, lambda hand: amend.model_validate({"entry": n, "with": hand}), about)


def _state_after_inserted(session: Session, n: int) -> State:
    state, inserted = session.replay.step(n).state, {n}
    for step in session.replay.steps:
        written = step.effective.written
        if isinstance(written, PlacedEntry) and written.after in inserted:
            inserted.add(step.n)
            state = step.state
    return state


class PendingInput(NamedTuple):
    """A draft with the text that is being typed.

    Attributes:
        typed: the unfinished line, or the unfinished answer to a question without choices, or None.
        notice: a sentence if earlier input was dropped because the game has changed, or "".
    """

    draft: Draft
    typed: str | None = None
    notice: str = ""

    @property
    def line(self) -> str:
        """The line that is being typed, or the complete line that waits for Enter, or ""."""
        return self.typed or self.draft.line

    @property
    def is_next(self) -> bool:
        """True for the next entry of the game, False for a change such as a correction."""
        return not self.draft.about

    @property
    def has_input(self) -> bool:
        """True if the player has given an answer, typed text, or begun a change."""
        return bool(self.draft.answers or self.line or self.draft.about)

    def moved_to(self, session: Session) -> "PendingInput":
        """Return this input for a later session of the same game.

        If some answers no longer fit, they are dropped, and the `notice` of the result says so.
        """
        begun = self.draft.restarted_in(session)
        if begun is None:
            notice = _("The game has moved on, and the hand you wanted to change is different now.")
            return PendingInput(draft_next_hand(session), notice=notice)
        if self.draft.line:
            return self._read_line_again(begun)
        draft = begun.with_answers(self.draft.answers)
        typed = self.typed
        if typed and _typed_field(self.draft) not in (None, _typed_field(draft)):
            typed = None
        whole = draft.answers == self.draft.answers and typed == self.typed
        notice = "" if whole else _("The game has moved on, and some of what you entered no longer fits.")
        return PendingInput(draft, typed, notice)

    def _read_line_again(self, begun: Draft) -> "PendingInput":
        try:
            return PendingInput(begun.with_line(self.draft.line), self.typed)
        except InvalidInput as refusal:
            return PendingInput(begun, self.line, explain_problems(refusal.problems))


def _typed_field(draft: Draft) -> str | None:
    pending = draft.pending
    return pending.field if isinstance(pending, Question) and not pending.choices else None


def _entry_names(session: Session, numbers: Iterable[int]) -> str:
    return ", ".join(name_entry(session, session.replay.step(n)) for n in numbers)


def _changes_text(changes: Iterable[tuple[str, Amount]]) -> str:
    return ", ".join(f"{name} {signed(change)}" for name, change in changes if change)
