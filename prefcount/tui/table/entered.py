"""What is entered at the table so far, and what keys and pasted lines do to it. Knows no screen.

Digits, - and =, arrows, Enter, Escape and Backspace are the same on every keyboard layout; any
letter begins a line of the short notation.
"""

from collections.abc import Callable
from dataclasses import replace

from textual.events import Key, Paste

from prefcount.base.i18n import C_, N_, _, text
from prefcount.base.problems import InvalidInput, in_plain_words
from prefcount.entering.draft import Draft, PendingInput
from prefcount.entering.words import dropped_notice
from prefcount.entries.models import Entry
from prefcount.games.game import FACTOR, Question
from prefcount.tui.kit.command import key_of
from prefcount.tui.kit.key_table import ENTRY_FORM
from prefcount.tui.table.mark import Mark, first_mark
from prefcount.tui.table.typed_line import TypedLine

_SIGNS = {"minus": "-", "equals_sign": "="}
_STEPS = {"down": 1, "right": 1, "up": -1, "left": -1}
_PAGES = {"pagedown": 1, "pageup": -1}


class Entered:
    """The entry that is asked for, as far as it was said.

    Attributes:
        line: the line that is typed, with those typed before it.
        notice: what was done last, such as a hand recorded; it stands above the question until an answer is
            taken, whatever other keys are pressed.
        reply: what the form says to the last key.
        asks_all: whether questions that no figure depends on are asked too.
    """

    def __init__(self, draft: Draft, accept: Callable[[Entry], None], leave: Callable[[], object]) -> None:
        """Nothing is entered yet; `leave` is called when a correction or insertion is given up."""
        self._accepted, self._left = accept, leave
        self.draft, self.mark, self.line = draft, Mark(), TypedLine()
        self.notice = self.reply = ""
        self.asks_all = False

    @property
    def escape_word(self) -> str:
        """What Escape does now, marked: the smallest step back."""
        if self.mark.refused is not None:
            return N_("choose again")
        if self.line.is_open and not self._asks_for_text:
            return N_("discard the line")
        if self.draft.back() is not None:
            return N_("one step back")
        return C_("an entry", "cancel") if self.draft.about else C_("evenings", "games")

    @property
    def _asks_for_text(self) -> bool:
        pending = self.draft.pending
        return isinstance(pending, Question) and not pending.choices

    # --- what is entered -------------------------------------------------------------------------

    def begin(self, draft: Draft, line: str | None = None) -> None:
        """Ask the questions of `draft`; with `line`, edit that line; else the next pasted one is read."""
        self._ask(draft, line)
        if line is None and self.line.pasted and not PendingInput(self.draft).is_something:
            self.line.open(self.line.pasted.pop(0))
            self._read(self.line.value)

    def ask_all(self, *, wanted: bool) -> None:
        """Turn questions that no figure depends on, such as the suit, on or off."""
        self.asks_all = wanted
        draft, question = self.draft, self.draft.pending
        if self.mark.picked and isinstance(question, Question):
            answered = draft.answered(question, question.choices[self.mark.at].value)
            asks_more = isinstance(answered.with_questions(all_questions=wanted).pending, Question)
            draft = answered if asks_more else draft
        self.continue_in(draft)

    def continue_in(self, draft: Draft, line: str | None = None) -> None:
        """Go on with `draft`, the same entry in a game that has gone on meanwhile.

        What is marked stays marked if it is asked for still, and what was refused goes on waiting for Escape.
        """
        before, question = self.mark, self.draft.pending
        self._ask(draft, line)
        self.mark = self.mark._replace(refused=before.refused)
        pending = self.draft.pending
        if isinstance(question, Question) and isinstance(pending, Question) and before.at >= 0:
            marked = question.field, question.choices[before.at].value
            for at, choice in enumerate(pending.choices):
                if marked == (pending.field, choice.value):
                    self.mark = self.mark._replace(at=at, picked=before.picked)

    def retranslate(self) -> None:
        """Ask the same once more, in the language in use."""
        self.draft = replace(self.draft)

    def _ask(self, draft: Draft, line: str | None) -> None:
        self._go_on(draft.with_questions(all_questions=self.asks_all))
        self.reply = ""
        if line is not None:
            self.line.open(line)

    def _go_on(self, draft: Draft) -> None:
        """Another question is open now: mark what goes without saying, or let it be typed."""
        self.draft = draft
        self.mark = first_mark(self.draft.pending)
        pending = draft.pending
        if isinstance(pending, Question) and not pending.choices:
            self.line.open(draft.former.get(pending.field, ""))
        else:
            self.line.close()

    # --- a line ----------------------------------------------------------------------------------

    def takes(self, event: Key | Paste) -> bool:
        """Take a key, or what was pasted; whether there is a use for it."""
        if isinstance(event, Paste):
            return self._paste(event.text)
        return self._key_for_line(event) if self.line.is_open else self._key_for_question(event)

    def _paste(self, text: str) -> bool:
        """Put a text into the line; of several lines the first is read, the others wait for its Enter."""
        if self.draft.pending is None or not text.strip():
            return False
        if self.mark.refused is not None:
            return True
        if not self.line.is_open:
            self.line.open("")
            text = text.lstrip()
        first, *further = text.splitlines()
        self.line.put_in(first)
        self.reply, self.line.wrong, self.line.passes_over = "", (), False
        if self._asks_for_text:
            return True
        self.line.pasted[:0] = [line.strip() for line in further if line.strip()]
        if further or text != first:
            self._read(self.line.value)
        return True

    def _key_for_line(self, event: Key) -> bool:
        line, before = self.line, self.line.value
        if event.key == "escape":
            if self._asks_for_text:
                line.close()
                self._back()
            else:
                self.reply = line.leave()
            return True
        line.passes_over = False
        if event.key == "enter":
            self._read(before)
        elif event.key in ("up", "down") and not self._asks_for_text:
            line.step(_STEPS[event.key])
            self.reply = ""
        elif not line.take(event):
            return False
        elif line.value != before:
            self.reply, line.wrong = "", ()
        return True

    def _read(self, typed: str) -> None:
        """Take what was typed as the answer to the question, or as a hand in one line."""
        pending, waiting = self.draft.pending, self._waiting
        try:
            if isinstance(pending, Question) and not pending.choices:
                draft = self.draft.answered(pending, typed.strip())
            else:
                self.line.keep()
                draft = self.draft.read(typed)
                if draft.offered is not None and (problems := draft.proposal(draft.offered).problems):
                    raise InvalidInput(problems)
        except InvalidInput as refusal:
            self.reply = in_plain_words(refusal.problems)
            self.line.wrong = tuple(problem.word for problem in refusal.problems)
            return
        self.reply = ""
        self.notice = "" if waiting is None else dropped_notice(self.draft.proposal(waiting))
        self._go_on(draft)

    @property
    def _waiting(self) -> Entry | None:
        """The whole entry that only waits for Enter, if another line would be another entry."""
        pending = None if self.draft.about else self.draft.pending
        if isinstance(pending, Question) and self.mark.picked and self.draft.is_last:
            pending = self.draft.answered(pending, pending.choices[self.mark.at].value).pending
        return pending if isinstance(pending, Entry) else None

    # --- a question ------------------------------------------------------------------------------

    def _key_for_question(self, event: Key) -> bool:
        pending = self.draft.pending
        if event.key in ("escape", "backspace"):
            return self._lifted() or self._back()
        if event.key in _PAGES:
            self.mark = self.mark.turned(_PAGES[event.key])
            return True
        if self.mark.refused is not None:
            return event.is_printable or event.key == "enter" or event.key in _STEPS
        if isinstance(pending, Question):
            return self._question_key(pending, event)
        if isinstance(pending, Entry) and event.key == "enter":
            self._accept(pending)
            return True
        return self._begins_line(event)

    def _begins_line(self, event: Key) -> bool:
        """Begin a line of the notation with a letter or a sign; refuse a digit that is no answer."""
        sign = event.character
        if self.draft.pending is None or sign is None or not event.is_printable or sign.isspace():
            return False
        if sign.isdigit() or sign in "-=":
            self.mark = self.mark.refusing(self.draft.pending, sign)
        else:
            self.line.open(sign)
        self.reply = ""
        return True

    def _lifted(self) -> bool:
        """Go on after what was no answer, with nothing chosen here; whether there was any."""
        if self.mark.refused is None:
            return False
        self.mark = first_mark(self.draft.pending)._replace(first=self.mark.first)
        return True

    def _back(self) -> bool:
        line, before = self.draft.line, self.draft.back()
        if before is not None:
            self._go_on(before)
            if line:
                self.line.open(line)
        elif self.draft.about:
            self._left()
        else:
            return False
        self.reply = ""
        return True

    def _question_key(self, question: Question, event: Key) -> bool:
        sign = _SIGNS.get(event.key, event.key)
        if self.mark.says_the_rest(question, sign):
            self.mark = self.mark._replace(repeated=True)
            return True
        picked = next((at for at, choice in enumerate(question.choices) if choice.key == sign), None)
        if picked is not None:
            self._pick(question, picked)
        elif event.key == "enter":
            self._enter(question)
        elif event.key in _STEPS:
            self.mark, self.reply = self.mark.stepped(question, _STEPS[event.key]), ""
        else:
            return self._begins_line(event)
        return True

    def _pick(self, question: Question, at: int) -> None:
        """Mark an answer, and go on from it unless it is the last one: that is seen before it is written."""
        if self.draft.is_last:
            self.mark, self.reply = self.mark.chosen(question, at), ""
        else:
            self._answer(question, at)

    def _enter(self, question: Question, *, sure: bool = False) -> None:
        """Answer; the last answer of all writes, for its preview is on the screen already."""
        if self.mark.at < 0:
            if self.draft.answers:
                self.mark = self.mark._replace(refused=text(N_("Nothing is chosen yet.")))
            self.reply = "" if self.draft.answers else _("Choose an answer first (digit or arrows).")
            return
        last = self.draft.is_last
        self._answer(question, self.mark.at)
        pending = self.draft.pending
        if last and isinstance(pending, Entry) and not self.draft.proposal(pending).problems:
            self._accept(pending, sure=sure)

    def _answer(self, question: Question, at: int) -> None:
        self.notice = self.reply = ""
        self._go_on(self.draft.answered(question, question.choices[at].value))

    # --- clicks and actions ----------------------------------------------------------------------

    def click(self, at: int) -> None:
        """Take the answer that was clicked; one that is chosen already stays so."""
        pending = self.draft.pending
        if isinstance(pending, Question) and 0 <= at < len(pending.choices):
            self.mark = first_mark(pending)  # what is clicked is seen
            self._pick(pending, at)

    @property
    def _takes_no_action(self) -> bool:
        """Whether something is being typed, or a digit that is no answer was not taken back."""
        return self.line.is_open or self.mark.refused is not None

    def record(self) -> None:
        """Record the hand whose preview is shown; anything less is not recorded."""
        pending = self.draft.pending
        if self._takes_no_action:
            return
        if isinstance(pending, Entry):
            self._accept(pending, sure=True)
        elif isinstance(pending, Question) and self.draft.is_last:
            self._enter(pending, sure=True)

    def _accept(self, entry: Entry, *, sure: bool = False) -> None:
        """Hand an entry on; one that hardly happens only if the scorer is sure, and has been asked."""
        if self.draft.changes_nothing(entry):
            self.reply = _("This is the hand as it stands; choose what was different.")
            return
        doubt = self.draft.proposal(entry).doubt
        if doubt and not (sure and self.mark.doubted):
            question = _("Really? {key} records it, Esc goes back.").format(key=key_of(ENTRY_FORM, "record"))
            self.reply, self.mark = f"{doubt} {question}", self.mark._replace(doubted=True)
            return
        self._accepted(entry)

    def count_more(self) -> None:
        """Let the hand count one time more, and once again after the last; all that was entered stays."""
        if self._takes_no_action:
            return
        draft = self.draft.counting_more()
        if draft is None:
            self.reply = _no_factor(self.draft)
        else:
            self.draft, self.reply, self.mark = draft, _factor_sentence(draft), self.mark._replace(first=0)


def _factor_sentence(draft: Draft) -> str:
    factor, further = draft.answers.get(FACTOR), draft.counting_more()
    if factor is None:
        return _("The hand counts once.")
    again = further.answers.get(FACTOR) if further is not None else None
    sentence = N_("The hand counts ×{factor}; {key} again: ×{further}.")
    if again is None:
        sentence = N_("The hand counts ×{factor}; {key} again: once.")
    return str(text(sentence, factor=factor, key=key_of(ENTRY_FORM, "count_more"), further=again or ""))


def _no_factor(draft: Draft) -> str:
    if not draft.session.game.factors:
        return _("In this game every hand counts once.")
    if draft.line:
        return _("In a line the hand itself says it: x2 after the contract.")
    return _("Only a hand can count several times.")
