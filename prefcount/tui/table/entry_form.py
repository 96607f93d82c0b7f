"""Entering a hand: questions answered by digits, or a typed line; a preview before it is written.

Digits, - and =, arrows, Enter, Escape and Backspace are the same on every keyboard layout; any
letter begins a line of the short notation.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Click, Key, Paste
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual

from prefcount.base.i18n import C_, N_, Text, _, ngettext, text
from prefcount.base.problems import InvalidInput, in_plain_words, quote
from prefcount.entering.draft import Draft, PendingInput
from prefcount.entries.common import Entry
from prefcount.games.protocol.entry import FACTOR, Question
from prefcount.session.session import Session
from prefcount.tui.kit.command import key_of
from prefcount.tui.kit.key_table import ENTRY_FORM
from prefcount.tui.kit.line_drawn import LineDrawn
from prefcount.tui.table import entry_lines
from prefcount.tui.table.typed_line import TypedLine

LEAST = 4
"""Rows that a preview needs below its question: the hand, what it gives, and the score after it."""

USUAL, ENTERING = 7, 18
"""Rows that are enough for a question, and for any question with its preview."""
HANDS_BELOW, HANDS_ALWAYS = 4, 9
"""Rows below that are worth showing the newest hands in, also while a hand is previewed."""

_SIGNS = {"minus": "-", "equals_sign": "="}
_STEPS = {"down": 1, "right": 1, "up": -1, "left": -1}
_PAGES = {"pagedown": 1, "pageup": -1}


class EntryForm(LineDrawn, can_focus=True):
    """Asks for an entry and posts it once the scorer has accepted its preview.

    Keys that are pressed while the entry is being written are held, and handled as soon as `begin` or
    `resume` is called.

    Attributes:
        draft: the entry, with the answers so far.
        at: the position of the marked answer, or -1 while none is marked.
        line: the line that is typed, with those typed before it.
        notice: what was done last, such as a hand recorded; it stands above the question until an answer is
            taken, whatever other keys are pressed.
        said: what the form says to the last key.
        asks_all: whether questions that no figure depends on are asked too.
        payoffs: whether every answer says what it would pay.
        first: the position of the first reason that is shown of a preview.
    """

    DEFAULT_CSS = """
    EntryForm { padding: 0 1; }
    """

    @dataclass
    class Accepted(Message):
        """The scorer accepts `entry` for the game `seen`, which was on the screen."""

        entry: Entry
        seen: Session

    class Changed(Message):
        """The pending input has changed."""

    @dataclass
    class HandsClicked(Message):
        """A row of those for the newest hands was clicked."""

        row: int
        rows: int

    class Left(Message):
        """The scorer gives a correction or insertion up."""

    def __init__(
        self,
        keys_changed: Callable[[], None] = lambda: None,
        newest_hands: Callable[[int, int], Sequence[Strip]] = lambda _cells, _rows: (),
    ) -> None:
        """A form without a draft.

        Args:
            keys_changed: called when some keys do something else.
            newest_hands: from cells and rows to the hands that stand below the form where it has room left.
        """
        super().__init__()
        self._keys_changed, self._newest_hands = keys_changed, newest_hands
        self.draft: Draft | None = None
        self.at = -1
        self.line = TypedLine()
        self.notice = self.said = ""
        self.asks_all = False
        self.payoffs = False
        self.first = 0
        self._waiting: list[Key | Paste] | None = None
        self._picked = self._repeated = self._doubted = False
        self._refused: Text | str | None = None
        self._wrong: tuple[str, ...] = ()
        self._pasted: list[str] = []
        self._passes_over = False
        self._hand_rows = 0
        self._shown_keys: tuple[str, bool, bool] | None = None

    def compose(self) -> ComposeResult:
        """The line is edited by a widget that is not on the screen."""
        yield self.line

    @property
    def typed(self) -> str | None:
        """What is being typed, or None."""
        return self.line.value if self.line.is_open else None

    @property
    def escape_word(self) -> str:
        """What Escape does now, marked: the smallest step back."""
        draft = self.draft
        if self._refused is not None:
            return N_("choose again")
        if self.typed is not None and not self._asks_for_text:
            return N_("discard the line")
        if draft is not None and draft.back() is not None:
            return N_("one step back")
        return C_("an entry", "cancel") if self.is_about_another else C_("evenings", "games")

    @property
    def is_about_another(self) -> bool:
        """Whether it corrects a hand, inserts one, or the like; not the entry that simply comes next."""
        return self.draft is not None and bool(self.draft.about)

    @property
    def shows_payoffs(self) -> bool:
        """Whether the open question says what each answer would pay."""
        pending = self.pending
        return self.payoffs and self.typed is None and isinstance(pending, Question) and pending.pays

    def redraw(self) -> None:
        """Draw the lines anew, and tell if some keys do something else now."""
        super().redraw()
        keys = self.escape_word, self.is_about_another, self.shows_payoffs
        if keys != self._shown_keys:
            self._shown_keys = keys
            self._keys_changed()  # a message would come after the frame

    def begin(self, draft: Draft, notice: str = "", line: str | None = None) -> None:
        """Ask the questions of `draft` below `notice`; with `line`, edit that line."""
        self.draft = draft.with_questions(all_questions=self.asks_all)
        self._moved()
        self.said = ""
        if line is not None:
            self.line.open(line)
        elif self._pasted and not PendingInput(self.draft).is_something:
            self._read_pasted()
        self.resume(notice)

    def ask_all(self, *, wanted: bool) -> None:
        """Turn questions that no figure depends on, such as the suit, on or off."""
        self.asks_all = wanted
        if self.draft is None:
            return
        draft, question = self.draft, self.pending
        if self._picked and isinstance(question, Question):
            said = draft.answered(question, question.choices[self.at].value)
            asks_more = isinstance(said.with_questions(all_questions=wanted).pending, Question)
            draft = said if asks_more else draft
        self.continue_in(draft, self.notice)

    def continue_in(self, draft: Draft, notice: str = "", line: str | None = None) -> None:
        """Go on with `draft`, the same entry in a game that has gone on meanwhile.

        What is marked stays marked if it is asked for still, and what was refused goes on waiting for Escape.
        Keys that wait go on waiting.
        """
        marked, picked, refused = self._marked, self._picked, self._refused
        self.draft = draft.with_questions(all_questions=self.asks_all)
        self._moved()
        self._refused = refused
        if line is not None:
            self.line.open(line)
        pending = self.pending
        if isinstance(pending, Question):
            same = [
                at for at, choice in enumerate(pending.choices) if (pending.field, choice.value) == marked
            ]
            if same:
                self.at, self._picked = same[0], picked
        self.show_notice(notice)

    def show_notice(self, notice: str) -> None:
        """Show another notice; held keys stay held."""
        self.notice, self.said = notice, ""
        if self.is_attached:
            self.redraw()

    def forget_held_keys(self) -> None:
        """Drop the held keys, which were meant for another game than the one on the screen."""
        if self._waiting is not None:
            self._waiting = []

    def hold_keys(self) -> None:
        """Hold the keys from now on, while an entry is being written."""
        if self._waiting is None:
            self._waiting = []

    @property
    def held_keys(self) -> Sequence[Key | Paste]:
        """The keys that are held."""
        return tuple(self._waiting or ())

    def resume(self, notice: str = "") -> None:
        """Show a notice, and handle the held keys."""
        self.notice = notice
        held, self._waiting = self._waiting or [], None
        for event in held:
            if not self._held(event) and not self._used(event) and isinstance(event, Key):
                self.app.post_message(Key(event.key, event.character))
        if self.is_attached:
            self.redraw()

    @property
    def pending(self) -> Question | Entry | None:
        """The open question, the entry that only waits for Enter, or None."""
        return self.draft.pending if self.draft is not None else None

    @property
    def _marked(self) -> tuple[str, str] | None:
        """The question and the answer to it that is marked, or None."""
        pending = self.pending
        if not isinstance(pending, Question) or not 0 <= self.at < len(pending.choices):
            return None
        return pending.field, pending.choices[self.at].value

    def _moved(self) -> None:
        """The question is another one now: mark what goes without saying, or let it be typed."""
        self._mark_first(self.pending)
        self._wrong = ()
        if self._asks_for_text:
            self.line.open("")
        else:
            self.line.close()
        self.first = 0

    def _mark_first(self, pending: Question | Entry | None) -> None:
        """Mark what goes without saying, as before any key was pressed here."""
        self.at = pending.likely if isinstance(pending, Question) and pending.marked else -1
        self._picked = self._repeated = self._doubted = False
        self._refused = None

    # --- keys ------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Take the keys of the form; leave all others to the screen."""
        self._handle(event)

    def on_paste(self, event: Paste) -> None:
        """Take pasted lines as if they were typed, one hand after the other."""
        self._handle(event)

    def _handle(self, event: Key | Paste) -> None:
        if self._held(event) or self._used(event):
            event.stop()
            event.prevent_default()
            if self._waiting is None:  # else the next question is there in a moment
                self.redraw()
            self.post_message(self.Changed())
        elif isinstance(event, Key) and event.key == "escape":
            self.hold_keys()  # the table is left: what comes next is not meant for this game

    def _held(self, event: Key | Paste) -> bool:
        """Whether an entry is being written, so that a key has to wait."""
        if self._waiting is None:
            return False
        self._waiting.append(event)
        return True

    def _used(self, event: Key | Paste) -> bool:
        """Whether the form has a use for a key, or for what was pasted."""
        if isinstance(event, Paste):
            return self._paste(event.text)
        return self._key_for_line(event) if self.typed is not None else self._key_for_question(event)

    def _paste(self, text: str) -> bool:
        """Put a text into the line; of several lines the first is read, the others wait for its Enter."""
        if self.pending is None or not text.strip():
            return False
        if self._refused is not None:
            return True
        if self.typed is None:
            self.line.open("")
            text = text.lstrip()
        first, *further = text.splitlines()
        self.line.put_in(first)
        self.said, self._wrong, self._passes_over = "", (), False
        if self._asks_for_text:
            return True
        self._pasted = [line.strip() for line in further if line.strip()] + self._pasted
        if further or text != first:
            self._read(self.line.value)
        return True

    def _read_pasted(self) -> None:
        """Read the next of the lines that were pasted."""
        self.line.open(self._pasted.pop(0))
        self._read(self.line.value)

    @property
    def _asks_for_text(self) -> bool:
        """Whether the open question is answered by typing."""
        pending = self.pending
        return isinstance(pending, Question) and not pending.choices

    def _key_for_line(self, event: Key) -> bool:
        if event.key == "escape":
            self._leave_line()
            return True
        self._passes_over = False
        match event.key:
            case "enter":
                self._read(self.line.value)
            case "up" | "down" if not self._asks_for_text:
                self.line.step(_STEPS[event.key])
                self.said, self._wrong = "", ()
            case _:
                before = self.line.value
                if not self.line.take(event):
                    return False
                if self.line.value != before:
                    self.said, self._wrong = "", ()
        return True

    def _leave_line(self) -> None:
        left_out = self.line.value.strip()
        self.line.close()
        self.said, self._wrong = "", ()
        if self._asks_for_text:
            self._back()
        elif self._passes_over:
            self.said = self._without_pasted(1)
        elif self._pasted:
            self._pass_over(left_out)

    def _pass_over(self, left_out: str) -> None:
        """Go on with the next pasted line, unread; Escape once more leaves all of them out."""
        said = [_("“{line}” is left out.").format(line=quote(left_out))] if left_out else []
        said.append(_("Enter checks the next pasted line, Esc leaves them all out."))
        self.line.open(self._pasted.pop(0))
        self.said, self._passes_over = " ".join(said), True

    def _without_pasted(self, more: int) -> str:
        """Leave out the pasted lines still to come, and say how many they are with so many `more`."""
        left, self._pasted, self._passes_over = len(self._pasted) + more, [], False
        said = ngettext("{n} pasted line is left out.", "{n} pasted lines are left out.", left)
        return said.format(n=left)

    def _read(self, typed: str) -> None:
        """Take what was typed as the answer to the question, or as a hand in one line."""
        assert self.draft is not None
        pending = self.pending
        try:
            if isinstance(pending, Question) and not pending.choices:
                self.draft = self.draft.answered(pending, typed.strip())
            else:
                self.line.keep()
                draft = self.draft.read(typed)
                if draft.offered is not None and (problems := draft.proposal(draft.offered).problems):
                    raise InvalidInput(problems)
                self.draft = draft
        except InvalidInput as refusal:
            self.said = in_plain_words(refusal.problems)
            self._wrong = tuple(problem.word for problem in refusal.problems)
            return
        self.notice = self.said = ""
        self._moved()

    def _key_for_question(self, event: Key) -> bool:
        pending = self.pending
        if event.key in ("escape", "backspace"):
            return self._lifted() or self._back()
        if event.key in _PAGES:
            self.first = max(0, self.first + _PAGES[event.key] * entry_lines.PAGE)
            return True
        if self._refused is not None:
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
        if self.pending is None or sign is None or not event.is_printable or sign.isspace():
            return False
        if sign.isdigit() or sign in "-=":
            self._refuse(sign)
        else:
            self.line.open(sign)
            self.said = ""
        return True

    def _refuse(self, sign: str) -> None:
        """Say that a digit is no answer, and take nothing more: what follows may answer other questions."""
        pending = self.pending
        known = dict(pending.refused) if isinstance(pending, Question) else {}
        self._refused = known.get(sign) or text(N_("“{sign}” is no answer here."), sign=sign)
        self.said = ""

    def _lifted(self) -> bool:
        """Go on after what was no answer, with nothing chosen here; whether there was any."""
        if self._refused is None:
            return False
        self._mark_first(self.pending)
        return True

    def _back(self) -> bool:
        assert self.draft is not None
        line, before = self.draft.line, self.draft.back()
        if before is not None:
            self.draft = before
            self._moved()
            if line:
                self.line.open(line)
        elif self.draft.about:
            self.post_message(self.Left())
        else:
            return False
        self.said = ""
        return True

    def _question_key(self, question: Question, event: Key) -> bool:
        sign = _SIGNS.get(event.key, event.key)
        if self._says_the_rest(question, sign):
            self._repeated = True
            return True
        picked = next((at for at, choice in enumerate(question.choices) if choice.key == sign), None)
        if picked is not None:
            self._pick(question, picked)
        elif event.key == "enter":
            self._enter(question)
        elif event.key in _STEPS:
            self._step(question, _STEPS[event.key])
        else:
            return self._begins_line(event)
        return True

    def _step(self, question: Question, by: int) -> None:
        """Mark the next answer; from none it is the first one, or the last one upwards."""
        before = self.at if self.at >= 0 or by > 0 else 0
        at = (before + by) % len(question.choices)
        self._mark_first(question)
        self.at, self.first, self.said = at, 0, ""

    def _says_the_rest(self, question: Question, sign: str) -> bool:
        """Whether a digit after the last answer is what follows from it, as the third player's tricks do."""
        return self._picked and not self._repeated and sign == question.choices[self.at].follows

    def _pick(self, question: Question, at: int) -> None:
        """Mark an answer, and go on from it unless it is the last one: that is seen before it is written.

        A second digit for the last question is no answer: it may be meant for a question that is not asked.
        """
        if not self._last(question):
            self.at, self.first = at, 0
            self._answer(question)
            return
        both = self._picked and question.two_digits
        typed = f"{question.choices[self.at].key}{question.choices[at].key}" if both else ""
        tens = [number for number, choice in enumerate(question.choices) if typed and choice.value == typed]
        if self._picked and not tens:
            said = N_("{answer} is chosen; “{sign}” after it is no answer.")
            self._refused = text(said, answer=question.choices[self.at].label, sign=question.choices[at].key)
            return
        self._mark_first(question)
        self.at, self.first, self.said, self._picked = (tens or [at])[0], 0, "", True

    def _last(self, question: Question) -> bool:
        return self.draft is not None and self.draft.is_last(question)

    def _enter(self, question: Question, *, sure: bool = False) -> None:
        """Answer; the last answer of all writes, for its preview is on the screen already."""
        assert self.draft is not None
        if self.at < 0:
            if self.draft.answers:
                self._refused = text(N_("Nothing is chosen yet."))
            self.said = "" if self.draft.answers else _("Choose an answer first (digit or arrows).")
            return
        last = self._last(question)
        self._answer(question)
        pending = self.pending
        if last and isinstance(pending, Entry) and not self.draft.proposal(pending).problems:
            self._accept(pending, sure=sure)

    def _accept(self, entry: Entry, *, sure: bool = False) -> None:
        """Post an entry; one that hardly happens only if the scorer is sure, and has been asked."""
        assert self.draft is not None
        if self.draft.changes_nothing(entry):
            self.said = _("This is the hand as it stands; choose what was different.")
            return
        doubt = self.draft.doubt(entry)
        if doubt and not (sure and self._doubted):
            question = _("Really? {key} records it, Esc goes back.").format(key=key_of(ENTRY_FORM, "record"))
            self.said, self._doubted = f"{doubt} {question}", True
            return
        self.hold_keys()
        self.post_message(self.Accepted(entry, self.draft.session))

    def _answer(self, question: Question) -> None:
        assert self.draft is not None
        self.notice = self.said = ""
        self.draft = self.draft.answered(question, question.choices[self.at].value)
        self._moved()

    def on_click(self, event: Click) -> None:
        """Take the answer that was clicked, or record the hand; one that is chosen already stays so."""
        chosen, rows = event.style.meta.get(entry_lines.CHOICE), self._hand_rows
        row = event.get_content_offset_capture(self).y - (self.content_size.height - rows)
        if rows and row >= 0:
            self.post_message(self.HandsClicked(row, rows))
            return
        pending = self.pending
        if chosen is None or self._waiting is not None or self.typed is not None:
            return
        if chosen == entry_lines.RECORD:
            self.action_record()
        elif isinstance(pending, Question) and 0 <= chosen < len(pending.choices):
            self._mark_first(pending)  # what is clicked is seen
            self._pick(pending, chosen)
        self.redraw()
        self.post_message(self.Changed())

    @property
    def _takes_no_action(self) -> bool:
        """Whether something is being written or typed, or a digit that is no answer was not taken back."""
        return self._waiting is not None or self.typed is not None or self._refused is not None

    def action_record(self) -> None:
        """Record the hand whose preview is shown; anything less is not recorded."""
        pending = self.pending
        if self._takes_no_action:
            return
        if isinstance(pending, Entry):
            self._accept(pending, sure=True)
        elif isinstance(pending, Question) and self._last(pending):
            self._enter(pending, sure=True)
        self.redraw()

    def action_payoffs(self) -> None:
        """Show or hide what each answer would pay."""
        self.payoffs = not self.payoffs
        self.redraw()

    def action_count_more(self) -> None:
        """Let the hand count one time more, and once again after the last; all that was entered stays."""
        assert self.draft is not None
        if self._takes_no_action:
            return
        draft = self.draft.counting_more()
        if draft is None:
            self.said = _no_factor(self.draft)
        else:
            self.draft, self.said, self.first = draft, _factor_said(draft), 0
        self.redraw()
        self.post_message(self.Changed())

    # --- what is shown -----------------------------------------------------------------------------

    def render(self) -> Content:
        """The question with its answers, the typed line, or the preview."""
        return Content("\n").join(self._lines())

    def draw_lines(self) -> Sequence[Strip]:
        """The same in lines of the width at hand."""
        width, height = self.content_size
        if not width:
            return []
        lines = Visual.to_strips(self, self.render(), width, None, self.visual_style)[:height]
        own = self._own_rows(len(lines), height)
        self._hand_rows = max(0, height - own - 1)
        if own == height:
            return lines
        rule = Visual.to_strips(self, Content.styled("─" * width, "$primary"), width, 1, self.visual_style)
        blank = Strip.blank(width, self.rich_style)
        hands = self._newest_hands(width, self._hand_rows)
        return [*lines, *[blank] * (own - len(lines)), *rule, *hands]

    @staticmethod
    def _own_rows(used: int, height: int) -> int:
        """The rows for what is entered, of which so many are used; the newest hands stand below them."""
        if height >= ENTERING + HANDS_ALWAYS and used <= ENTERING:
            return ENTERING
        return USUAL if height >= USUAL + HANDS_BELOW and used <= USUAL else height

    @property
    def _reply(self) -> str:
        """What the form says to the last key; of what was no answer, how to go on."""
        if self._refused is None:
            return self.said
        return _("{refused} Esc, then the answer; no key counts before.").format(refused=self._refused)

    def _lines(self) -> list[Content]:
        draft, pending = self.draft, self.pending
        if draft is None:
            return []
        lines = [Content.styled(str(draft.about), "bold $text-accent")] if draft.about else []
        lines += [Content.styled(said, "$text-warning") for said in (self.notice, self._reply) if said]
        if self._pasted:
            left = len(self._pasted)
            said = ngettext("{n} more pasted line follows.", "{n} more pasted lines follow.", left)
            lines.append(entry_lines.muted(said.format(n=left)))
        if self.typed is not None:
            return lines + entry_lines.typed_lines(draft, self.line.shown(self._wrong))
        if pending is None:
            return lines + entry_lines.end_lines(
                draft.session, entry_lines.Space(*self.content_size), len(lines)
            )
        size = self.content_size
        room = entry_lines.Space(max(20, size.width), size.height or 100).less(lines)
        if isinstance(pending, Entry):
            return lines + self._preview(draft, pending, room)
        return lines + self._question(draft, pending, room)

    def _question(self, draft: Draft, question: Question, room: entry_lines.Space) -> list[Content]:
        last = self.at >= 0 and self._last(question)
        entry = draft.outcome(question, question.choices[self.at]) if last else None
        if self.shows_payoffs:
            top = room if entry is None else room._replace(rows=room.rows - LEAST)
            lines = entry_lines.payoff_lines(draft, question, self.at, top)
        elif entry is None:
            spare = max(0, room.rows - USUAL)
            lines = entry_lines.question_lines(draft, question, self.at, room, spare, whole=True)
        else:
            lines = entry_lines.question_lines(draft, question, self.at, room, LEAST)
        return lines if entry is None else lines + self._preview(draft, entry, room.less(lines))

    def _preview(self, draft: Draft, entry: Entry, room: entry_lines.Space) -> list[Content]:
        button = _("{key} records it, Esc goes back")
        if self._refused is not None:
            button = _("Esc goes on")
        button = button.format(key=key_of(ENTRY_FORM, "record") if self._doubted else "Enter")
        return entry_lines.preview_lines(draft.session, draft.proposal(entry), room, button, self.first)


def _factor_said(draft: Draft) -> str:
    """How many times the hand counts now."""
    factor = draft.answers.get(FACTOR)
    if factor is None:
        return _("The hand counts once.")
    key, further = key_of(ENTRY_FORM, "count_more"), draft.counting_more()
    said = text(N_("The hand counts ×{factor}; {key} again: once."), factor=factor, key=key)
    if further is not None and FACTOR in further.answers:
        more = N_("The hand counts ×{factor}; {key} again: ×{further}.")
        said = text(more, factor=factor, key=key, further=further.answers[FACTOR])
    return str(said)


def _no_factor(draft: Draft) -> str:
    """Why nothing here counts several times."""
    if not draft.session.game.factors:
        return _("In this game every hand counts once.")
    if draft.line:
        return _("In a line the hand itself says it: x2 after the contract.")
    return _("Only a hand can count several times.")
