"""The input of an entry at the table: its answers, its typed line and the form's text."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain, product
from typing import NamedTuple

from textual.actions import SkipAction, parse
from textual.content import Content
from textual.events import Key, Paste
from textual.style import Style

from prefcount.base.i18n import C_, N_, Text, _, ngettext, text
from prefcount.base.problems import InvalidInput, explain_problems, quote
from prefcount.entering import (
    Draft,
    PendingInput,
    displaced_preview_sentence,
    dropped_notice,
    preview_lines,
    score_rows,
)
from prefcount.entries.models import Entry
from prefcount.games.form import CORRECTED, ask_rename
from prefcount.games.game import FACTOR, Choice, Question
from prefcount.render.text import coin_sentence, payment_lines
from prefcount.render.text_cells import (
    clip,
    cut_off,
    join_with_dots,
    pad,
    shorten_names,
    signed,
    table_lines,
    width,
    wrap,
)
from prefcount.render.view import Figures, Preview, preview
from prefcount.session.outcome import settle_session
from prefcount.store.settings import saved_coin
from prefcount.tui.kit.keys import ENTRY_FORM, TABLE, key_of
from prefcount.tui.kit.widgets import EDITING, Field, left_out_text
from prefcount.tui.table.sheet_widget import Mark, initial_mark


class TypedLine(Field, can_focus=False):
    """The line in which a hand can be typed as a text, such as "anna 7h dp 1".

    It is a hidden input field without the focus. The form passes keys to it and shows its text.

    Attributes:
        is_open: whether a line is being typed.
        earlier: lines that were typed before, the newest last.
        wrong: words of the line that were not understood, until the line changes.
        pasted: further pasted lines, which are read one after the other.
        passes_over: whether Escape has just skipped a pasted line. Another Escape then skips all the others.
    """

    DEFAULT_CSS = "TypedLine { display: none; }"

    def __init__(self) -> None:
        super().__init__(select_on_focus=False)
        self.is_open = False
        self.earlier: list[str] = []
        self.wrong: tuple[str, ...] = ()
        self.pasted: list[str] = []
        self.passes_over = False
        self._index = 0
        self._newest = ""

    @property
    def typed(self) -> str | None:
        """The line that is being typed, or None."""
        return self.value if self.is_open else None

    def open(self, line: str) -> None:
        self.is_open, self._index, self._newest = True, len(self.earlier), ""
        self._put(line)

    def close(self) -> None:
        self.is_open = False
        self._put("")

    def discard(self) -> str:
        """Discard the typed line, open the next pasted line if there is one, and return a notice about this.

        A second call in a row discards all pasted lines.
        """
        left_out, left = self.value.strip(), len(self.pasted) + 1
        self.close()
        if self.passes_over:
            self.pasted, self.passes_over = [], False
            notice = ngettext("{n} pasted line is left out.", "{n} pasted lines are left out.", left)
            return notice.format(n=left)
        if not self.pasted:
            return ""
        self.open(self.pasted.pop(0))
        self.passes_over = True
        further = _("Enter checks the next pasted line, Esc leaves out all pasted lines.")
        notice = _("“{line}” is left out.").format(line=quote(left_out))
        return f"{notice} {further}" if left_out else further

    def keep(self) -> None:
        """Add the typed line to the end of `earlier`, and remove an equal line from its place there."""
        line = self.value.strip()
        if line:
            self.earlier = [earlier for earlier in self.earlier if earlier != line] + [line]
        self._index = len(self.earlier)

    def step(self, by: int) -> None:
        """Show an earlier typed line (`by` is -1) or a later one (1). The unfinished line comes last."""
        if self._index == len(self.earlier):
            self._newest = self.value
        self._index = max(0, min(len(self.earlier), self._index + by))
        self._put(self.earlier[self._index] if self._index < len(self.earlier) else self._newest)

    def edit(self, event: Key) -> bool:
        """Edit the line with a key. Return False if the key does nothing."""
        if event.character is not None and event.is_printable:
            self.insert_text(event.character)
            return True
        action = EDITING.get(event.key)
        if action is None:
            return False
        _namespace, name, parameters = parse(action)
        try:
            getattr(self, f"action_{name}")(*parameters)
        except SkipAction:
            return False
        return True

    def insert_text(self, typed: str) -> None:
        self.replace(typed, *self.selection)

    def shown(self) -> Content:
        """Return the line as it is shown, with its cursor and selection and with wrong words marked."""
        line = Content(self.value)
        for word in filter(None, self.wrong):
            for match in re.finditer(rf"(?<!\S){re.escape(word)}(?!\S)", self.value):
                line = line.stylize("bold underline $text-error", *match.span())
        start, end = sorted(self.selection)
        line = line.stylize("reverse", start, end)
        index = self.cursor_position
        if index == len(self.value):
            return line + Content.styled("▏", "bold")
        return line.stylize("reverse" if start == end else "bold", index, index + 1)

    def _put(self, line: str) -> None:
        self.value, self.wrong = line, ()
        self.cursor_position = len(self.value)


_SIGNS = {"minus": "-", "equals_sign": "="}
_STEPS = {"down": 1, "right": 1, "up": -1, "left": -1}
_PAGES = {"pagedown": 1, "pageup": -1}


class EntryInput:
    """The input of the form: the entry so far, the marked answer, and the typed line.

    Args:
        draft: the entry to ask for, with its answers so far.
        accept: called with an entry to be written.
        discard: called when a correction is cancelled.

    Attributes:
        notice: a sentence about the last change, such as a recorded hand, or "".
        reply: a sentence about the last key, such as an error, or "".
        asks_all: whether to ask also questions that change no score, such as the suit.
        is_read_only: whether another program writes the game, so that nothing can be recorded here.
        page: the number of rows by which Page Down scrolls the explanation of the scores in the preview.
        payments: the payments that were recorded since the game was over, or "".
    """

    def __init__(self, draft: Draft, accept: Callable[[Entry], None], discard: Callable[[], object]) -> None:
        self._accepted, self._left = accept, discard
        self.draft, self.mark, self.line = draft, Mark(), TypedLine()
        self.notice = self.reply = self.payments = ""
        self.asks_all, self.is_read_only, self.page = False, False, 0

    @property
    def escape_word(self) -> str:
        """A word or two about what Escape does now, for the bottom of the screen, marked for translation."""
        if self.mark.refused is not None:
            return N_("choose again")
        if self.line.is_open and not self._asks_for_text:
            return N_("discard the line")
        if self.draft.without_last_answer() is not None:
            return N_("one step back")
        return C_("an entry", "cancel") if self.draft.about else C_("evenings", "games")

    @property
    def _asks_for_text(self) -> bool:
        pending = self.draft.pending
        return isinstance(pending, Question) and not pending.choices

    # --- what is entered -------------------------------------------------------------------------

    def begin(self, draft: Draft, line: str | None = None) -> None:
        """Ask for an entry.

        Args:
            draft: the entry, with its answers so far.
            line: a typed line to open for editing. If it is None, the next pasted line is read.
        """
        self._ask(draft, line)
        if line is None and self.line.pasted and not PendingInput(self.draft).has_input:
            self.line.open(self.line.pasted.pop(0))
            self._read(self.line.value)

    def ask_all(self, *, wanted: bool) -> None:
        """Set whether to ask also questions that change no score, such as the suit."""
        self.asks_all = wanted
        draft, question = self.draft, self.draft.pending
        if self.mark.picked and isinstance(question, Question):
            answered = draft.with_answer(question, question.choices[self.mark.position].value)
            asks_more = isinstance(answered.with_questions(all_questions=wanted).pending, Question)
            draft = answered if asks_more else draft
        self.continue_in(draft)

    def continue_in(self, draft: Draft, line: str | None = None) -> None:
        """Go on with the entry after the game has changed. If possible, the marked answer stays marked.

        Args:
            draft: the entry as it is in the changed game.
            line: a typed line to open for editing, or None.
        """
        before, question = self.mark, self.draft.pending
        self._ask(draft, line)
        self.mark = self.mark._replace(refused=before.refused)
        pending = self.draft.pending
        if isinstance(question, Question) and isinstance(pending, Question) and before.position >= 0:
            marked = question.field, question.choices[before.position].value
            for index, choice in enumerate(pending.choices):
                if marked == (pending.field, choice.value):
                    self.mark = self.mark._replace(position=index, picked=before.picked)

    def retranslate(self) -> None:
        self.draft = replace(self.draft)

    def _ask(self, draft: Draft, line: str | None) -> None:
        self._go_on(draft.with_questions(all_questions=self.asks_all))
        self.reply = ""
        if line is not None:
            self.line.open(line)

    def _go_on(self, draft: Draft) -> None:
        self.draft = draft
        self.mark = initial_mark(self.draft.pending)
        pending = draft.pending
        if isinstance(pending, Question) and not pending.choices:
            self.line.open(draft.former.get(pending.field, pending.filled))
            if self.line.value == pending.filled:
                self.line.select_all()
        else:
            self.line.close()

    # --- a line ----------------------------------------------------------------------------------

    def take(self, event: Key | Paste) -> bool:
        """Handle a key or a pasted text. Return False if the form has no use for it."""
        if isinstance(event, Paste):
            return self._paste(event.text)
        return self._key_for_line(event) if self.line.is_open else self._key_for_question(event)

    def _paste(self, text: str) -> bool:
        if self.draft.pending is None or not text.strip():
            return False
        if self.mark.refused is not None:
            return True
        if not self.line.is_open:
            self.line.open("")
            text = text.lstrip()
        self.reply, self.line.wrong, self.line.passes_over = "", (), False
        if self._asks_for_text:
            first, *further = (line for line in text.splitlines() if line.strip())
            self.line.insert_text(first)
            if further:
                self.reply = left_out_text(further)
            return True
        first, *further = text.splitlines()
        self.line.insert_text(first)
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
                self.reply = line.discard()
            return True
        line.passes_over = False
        if event.key == "enter":
            self._read(before)
        elif event.key in ("up", "down") and not self._asks_for_text:
            line.step(_STEPS[event.key])
            self.reply = ""
        elif not line.edit(event):
            return False
        elif line.value != before:
            self.reply, line.wrong = "", ()
        return True

    def _read(self, typed: str) -> None:
        pending, unrecorded = self.draft.pending, self._unrecorded_hand
        try:
            if self._asks_for_text and isinstance(pending, Question):
                draft = self.draft.with_answer(pending, typed.strip())
            else:
                self.line.keep()
                draft = self.draft.with_line(typed)
            entry = draft.pending
            if isinstance(entry, Entry) and (problems := draft.proposal(entry).problems):
                raise InvalidInput(problems)
        except InvalidInput as refusal:
            found = refusal.problems
            if _asks_whom_to_rename(self.draft):
                self.reply, self.line.wrong = _choose_misspelled(), (typed.strip(),)
                return
            if self._asks_for_text:  # the question on the screen names the field
                found = tuple(problem._replace(field="") for problem in found)
            self.reply = explain_problems(found)
            self.line.wrong = tuple(problem.word for problem in found)
            return
        self.reply = ""
        self.notice = unrecorded
        self._go_on(draft)

    @property
    def unrecorded(self) -> str:
        """A notice that the hand or correction on the screen is not recorded, or "" if there is none."""
        typed = "" if self._asks_for_text else (self.line.typed or "").strip()
        entry = str(self.draft.about) or typed
        return _("Not recorded: {entry}").format(entry=entry) if entry else self._unrecorded_hand

    @property
    def _unrecorded_hand(self) -> str:
        pending = None if self.draft.about else self.draft.pending
        if isinstance(pending, Question) and self.mark.picked and self.draft.is_last:
            pending = self.draft.with_answer(pending, pending.choices[self.mark.position].value).pending
        return dropped_notice(self.draft.proposal(pending)) if isinstance(pending, Entry) else ""

    # --- a question ------------------------------------------------------------------------------

    def _key_for_question(self, event: Key) -> bool:
        pending = self.draft.pending
        if event.key in ("escape", "backspace"):
            return self.drop_refusal() or self._back()
        if event.key in _PAGES:
            self.mark = self.mark.with_page(_PAGES[event.key] * self.page)
            return True
        if self.mark.refused is not None:
            return event.is_printable or event.key == "enter" or event.key in _STEPS
        if isinstance(pending, Question):
            return self._question_key(pending, event)
        if isinstance(pending, Entry) and event.key == "enter":
            self._accept(pending)
            return True
        return self._begin_line(event)

    def _begin_line(self, event: Key) -> bool:
        sign = event.character
        if self.draft.pending is None or sign is None or not event.is_printable or sign.isspace():
            return False
        if sign.isdigit() or sign in "-=":
            self.mark = self.mark.with_refusal(self.draft.pending, sign)
        else:
            self.line.open(sign)
        self.reply = ""
        return True

    def drop_refusal(self) -> bool:
        """Clear the refusal of a typed digit that is not an answer. Return False if none was refused."""
        if self.mark.refused is None:
            return False
        self.mark = initial_mark(self.draft.pending)._replace(first=self.mark.first)
        return True

    def _back(self) -> bool:
        line, before = self.draft.line, self.draft.without_last_answer()
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
        if self.mark.is_rest(question, sign):
            self.mark = self.mark._replace(repeated=True)
            return True
        choices = enumerate(question.choices)
        picked = next((index for index, choice in choices if sign in (choice.key, choice.also)), None)
        if picked is not None:
            self._pick(question, picked)
        elif event.key == "enter":
            self._enter(question)
        elif event.key in _STEPS:
            self.mark, self.reply = self.mark.with_step(question, _STEPS[event.key]), ""
        else:
            return self._begin_line(event)
        return True

    def _pick(self, question: Question, index: int) -> None:
        # The answer to the last question is only marked, so that its preview is seen.
        if self.draft.is_last:
            self.mark, self.reply = self.mark.with_choice(question, index), ""
        else:
            self._answer(question, index)

    def _enter(self, question: Question, *, by_record: bool = False) -> None:
        if self.mark.position < 0:
            self.reply = _("Choose an answer first (digit or arrows).")
            return
        last = self.draft.is_last
        self._answer(question, self.mark.position)
        pending = self.draft.pending
        if last and isinstance(pending, Entry) and not self.draft.proposal(pending).problems:
            self._accept(pending, by_record=by_record)

    def _answer(self, question: Question, index: int) -> None:
        self.notice = self.reply = ""
        self._go_on(self.draft.with_answer(question, question.choices[index].value))

    # --- clicks and actions ----------------------------------------------------------------------

    def click(self, index: int) -> None:
        pending = self.draft.pending
        if isinstance(pending, Question) and 0 <= index < len(pending.choices):
            self.mark = initial_mark(pending)  # a click is never a second digit
            self._pick(pending, index)

    @property
    def _is_blocked(self) -> bool:
        return self.line.is_open or self.mark.refused is not None

    def record(self) -> None:
        pending = self.draft.pending
        if self._is_blocked:
            return
        if isinstance(pending, Entry):
            self._accept(pending, by_record=True)
        elif isinstance(pending, Question) and self.draft.is_last:
            self._enter(pending, by_record=True)

    def _accept(self, entry: Entry, *, by_record: bool = False) -> None:
        if self.draft.changes_nothing(entry):
            self.reply = _("The hand is already recorded like this. Choose the answer that was different.")
            return
        doubt = self.draft.proposal(entry).doubt
        if doubt and not (by_record and self.mark.doubted):
            question = _("Are you sure? {key} records it, Esc goes back.").format(
                key=key_of(ENTRY_FORM, "record")
            )
            self.reply, self.mark = f"{doubt} {question}", self.mark._replace(doubted=True)
            return
        self._accepted(entry)

    def count_more(self) -> None:
        """Give the hand the next factor for its scores, such as ×2. After the highest factor comes ×1."""
        if self._is_blocked:
            return
        draft = self.draft.with_next_factor()
        if draft is None:
            self.reply = _no_factor(self.draft)
        else:
            self.draft, self.reply, self.mark = draft, _factor_sentence(draft), self.mark._replace(first=0)


def _asks_whom_to_rename(draft: Draft) -> bool:
    pending = draft.pending
    renames = draft.form is ask_rename or draft.answers.get(CORRECTED) == "rename"
    return renames and isinstance(pending, Question) and pending.field == "player"


def _choose_misspelled() -> str:
    return _("First choose whose name is misspelled (digit), then type the right one.")


def _factor_sentence(draft: Draft) -> str:
    factor, further = draft.answers.get(FACTOR), draft.with_next_factor()
    if factor is None:
        return _("The hand counts once.")
    again = further.answers.get(FACTOR) if further is not None else None
    sentence = N_("The hand counts ×{factor}; press {key} again for ×{further}.")
    if again is None:
        sentence = N_("The hand counts ×{factor}; press {key} again to count it once.")
    return str(text(sentence, factor=factor, key=key_of(ENTRY_FORM, "count_more"), further=again or ""))


def _no_factor(draft: Draft) -> str:
    if not draft.session.game.factors:
        return _("In this game every hand counts once.")
    if draft.line:
        return _("In a typed line, write the multiplier after the contract, such as x2.")
    return _("Only a hand can be counted several times.")


CHOICE = "choice"
"""Metadata key of clickable cells, whose value is the index of an answer, or `RECORD`."""
RECORD = -1
"""Value of `CHOICE` on the button that records the hand."""
MIN_PREVIEW_ROWS = 4
"""Rows that are kept for a preview: the hand, what it gives, and the score after it."""
QUESTION_ROWS = 7
"""Rows that a question without a preview should not exceed."""
EXAMPLE_NAME_WIDTH = 10
"""Maximum width of a player's name in an example of a typed line."""
MIN_SCORE_LINES = 2
"""Minimum number of lines of the score table: the names, and what the hand gives."""


def muted(words: str) -> Content:
    """Return a text in the muted colour of explanations."""
    return Content.styled(words, "$foreground-muted")


class Space(NamedTuple):
    """The width (`cells`) and height (`rows`) on the terminal that the form may fill."""

    cells: int
    rows: int

    def below(self, lines: Sequence[Content]) -> "Space":
        return self._replace(rows=self.rows - self.height(lines))

    def height(self, lines: Sequence[Content]) -> int:
        """Return the number of rows that `lines` take after wrapping."""
        return sum(1 if line.cell_length <= self.cells else len(line.wrap(self.cells)) for line in lines)


def entry_lines(entry_input: EntryInput, size: Space, *, payoffs: bool) -> list[Content]:
    """Return all lines of the form.

    Args:
        entry_input: the input of the form.
        size: the width and height that the form may fill.
        payoffs: whether to show what each answer to the question would pay.
    """
    draft, refused, left = entry_input.draft, entry_input.mark.refused, len(entry_input.line.pasted)
    pending = draft.pending
    reply = entry_input.reply
    if refused is not None:
        reply = _("{refused} Press Esc, then choose another answer.").format(refused=refused)
    lines = [Content.styled(str(draft.about), "bold $text-accent")] if draft.about else []
    lines += [Content.styled(notice, "$text-warning") for notice in (entry_input.notice, reply) if notice]
    if left:
        more = ngettext("{n} more pasted line follows.", "{n} more pasted lines follow.", left)
        lines.append(muted(more.format(n=left)))
    if entry_input.line.is_open:
        return lines + _typed_lines(entry_input, size.cells)
    if pending is None:
        return lines + _end_lines(entry_input, size, len(lines))
    if entry_input.is_read_only and not PendingInput(draft).has_input:
        return [*lines, Content.styled(_("This is read-only."), "bold")]
    space = Space(max(20, size.cells), size.rows or 100).below(lines)
    if isinstance(pending, Entry):
        return lines + _preview_lines(entry_input, pending, space)
    return lines + _question_lines(entry_input, pending, space, payoffs=payoffs)


def _question_lines(
    entry_input: EntryInput, question: Question, space: Space, *, payoffs: bool
) -> list[Content]:
    draft, index = entry_input.draft, entry_input.mark.position
    last = index >= 0 and draft.is_last
    entry = draft.outcome(question, question.choices[index]) if last else None
    if payoffs:
        top = space if entry is None else space._replace(rows=space.rows - MIN_PREVIEW_ROWS)
        lines = payoff_lines(draft, question, index, top)
    elif entry is None:
        return question_lines(draft, question, index, space, max(0, space.rows - QUESTION_ROWS), whole=True)
    else:
        lines = question_lines(draft, question, index, space, MIN_PREVIEW_ROWS)
    return lines if entry is None else lines + _preview_lines(entry_input, entry, space.below(lines))


def _typed_lines(entry_input: EntryInput, cells: int) -> list[Content]:
    draft, typed, pending = entry_input.draft, entry_input.line.value, entry_input.draft.pending
    line = Content.styled("> ", "bold") + entry_input.line.shown()
    if isinstance(pending, Question) and not pending.choices:
        answered = [muted(" · ".join(draft.answer_labels()))] if draft.answers else []
        prompt = Content.styled(str(pending.prompt), "bold")
        hint = _("Enter confirms, Esc goes back")
        if entry_input.line.wrong:
            hint = _("Correct what you typed, or go back with Esc.")
        return [*answered, prompt, line, muted(hint)]
    explained = _("Enter checks the line, Esc discards it.")
    if entry_input.line.wrong:
        explained = _("Correct the line, or discard it with Esc.")
    if _asks_whom_to_rename(draft):
        choose = "" if entry_input.line.wrong else _choose_misspelled()  # else it is above the line
        return [line, *map(muted, wrap(f"{choose} {explained}".strip(), cells))]
    said, problem = draft.describe_line(typed)
    if said or len(typed.split()) > 1:
        hand = [Content.styled(said, "" if problem else "bold")] if said else []
        further = problem if problem and not entry_input.reply else explained
        return [line, *hand, *map(muted, wrap(further, cells))]
    state, game = draft.session.state, draft.session.game
    seats = game.get_playing_seats(state)
    playing = [state.names[player].casefold() for player in seats.active(state.dealer)]
    firsts = [name.split()[0] for name in playing]
    names = firsts if len(set(firsts)) == len(playing) else playing
    examples = game.guide.short([cut_off(name, EXAMPLE_NAME_WIDTH) for name in names])
    heading, order = " ".join((explained, _("Examples:"))), str(game.describe_line_order(state))
    below = [*wrap(heading, cells), *join_with_dots(examples, cells), *(wrap(order, cells) if order else ())]
    return [line, *map(muted, below)]


def _preview_lines(entry_input: EntryInput, entry: Entry, space: Space) -> list[Content]:
    session, proposal, mark = entry_input.draft.session, entry_input.draft.proposal(entry), entry_input.mark
    if proposal.problems:
        return [Content.styled(explain_problems(proposal.problems), "$text-error")]
    shown = preview(session, proposal)
    head = [Content.styled(sentence, "bold") for sentence in preview_lines(shown)]
    warnings = filter(None, (*shown.remarks, displaced_preview_sentence(session, shown)))
    head += [Content.styled(sentence, "$text-warning") for sentence in warnings]
    button = _("{key} records it, Esc goes back") if mark.refused is None else _("Esc chooses again")
    button = button.format(key=key_of(ENTRY_FORM, "record") if mark.doubted else "Enter")
    if entry_input.is_read_only:
        button = _("This is read-only.")
    enter = Content.styled(f" {button} ", "$block-cursor-foreground on $block-cursor-background")
    enter = enter.stylize(Style.from_meta({CHOICE: RECORD}))
    score = _score(shown, space.cells)
    reasons = [row for each in (*shown.reasons, *shown.columns) for row in Content(each).wrap(space.cells)]
    while len(score) > MIN_SCORE_LINES and space.below([*head, *score, enter]).rows < min(1, len(reasons)):
        score = score[:-1]
    if space.below([*head, *score, enter]).rows < 0:
        score = []
    reasons, enter = _reasons_page(entry_input, reasons, enter, space.below([*head, *score, enter]))
    return [*head, *reasons, *score, enter]


def _score(shown: Preview, cells: int) -> list[Content]:
    rows = score_rows(shown)
    if not rows:
        return [Content.styled(_("no result changes"), "bold $text-accent")]
    changed = [[signed(figure) if figure else "·" for _name, figure in of] for _label, of in rows[:-1]]
    figures = [*changed, [signed(figure) for _name, figure in rows[-1][1]]]  # a score may be 0
    names = [name for name, _figure in shown.after]
    labels = ("", *(label for label, _of in rows))
    label_cells = max(map(width, labels))
    least = 1 + max(map(width, chain(*figures)))
    widest = max(map(width, chain(names, *figures)))
    column = max(least, min(widest + 2, (cells - label_cells) // len(names)))
    heading, *lines = (
        pad(label, label_cells) + "".join(pad(cell, column, right=True) for cell in row)
        for label, row in zip(labels, [shorten_names(names, column - 1), *figures], strict=True)
    )
    return [
        muted(heading),
        *(Content.styled(line, "bold $text-accent") for line in lines[:-1]),
        Content(lines[-1]),
    ]


def _reasons_page(
    entry_input: EntryInput, reasons: list[Content], button: Content, space: Space
) -> tuple[list[Content], Content]:
    page, further = max(0, space.rows), list[Content]()
    if len(reasons) > page:
        more = _hidden_rows(len(reasons) - page)
        if button.cell_length + 2 + more.cell_length <= space.cells:
            button += Content("  ") + more
        elif page > 1:
            page -= 1
            further = [_hidden_rows(len(reasons) - page)]
    first = min(entry_input.mark.first, max(0, len(reasons) - page))
    entry_input.mark, entry_input.page = entry_input.mark._replace(first=first), page
    return [*reasons[first : first + page], *further], button


def _hidden_rows(hidden: int) -> Content:
    return muted(ngettext("… {n} more: PgDn, PgUp", "… {n} more: PgDn, PgUp", hidden).format(n=hidden))


def _end_lines(entry_input: EntryInput, space: Space, above: int) -> list[Content]:
    from prefcount.tui.results.report_lines import (
        announced_lines,
        large_results,
        recorded_payments,
        rounding_sentences,
    )

    session = entry_input.draft.session
    settled = settle_session(session, saved_coin(session.price.currency))
    large = large_results(settled, space.cells) if space.cells else []
    sentence = _("The game is over. {key} shows the settlement.")
    doubts = announced_lines(session, space.cells) if session.state.ended and space.cells else []
    if session.state.ended and not doubts:  # the end is written, so the file has a code
        sentence = _("The game is over. {key} shows the settlement and the check code.")
    end = Content.styled(sentence.format(key=key_of(TABLE, "settle")), "bold")
    goes_on = []
    if not session.state.ended:
        rules, goal = key_of(TABLE, "rules"), _(session.game.goal.label)
        goes_on = [muted(_("To play on, press {key} and change “{goal}”.").format(key=rules, goal=goal))]
    paid = list(map(Content, payment_lines(settled)))
    if settled.money is not None and settled.money.coin is not None:
        paid.append(Content(coin_sentence(settled.money)))
    paid += recorded_payments(entry_input.payments, space.cells) if space.cells else []
    whole = [*large, *rounding_sentences(settled, space.cells), Content(""), *doubts, *paid, end, *goes_on]
    return whole if large and above + len(whole) <= space.rows else [end, *goes_on, *doubts, *paid]


# --- a question ----------------------------------------------------------------------------------


def question_lines(
    draft: Draft, question: Question, index: int, space: Space, below: int = 0, *, whole: bool = False
) -> list[Content]:
    """Return the answers so far and a question with its choices.

    Args:
        draft: the entry, with its answers so far.
        index: the index of the choice that is highlighted.
        space: the width and height to fill.
        below: the number of rows to leave free below the choices if possible, for example for a preview.
        whole: whether full labels may also take these rows. By default, the labels are shortened first.
    """
    prompt = Content.styled(str(question.prompt), "bold")
    asked = f"{question.who} ?"  # one of several players in the question
    if question.who and asked in prompt.plain:
        start = prompt.plain.index(asked)
        prompt = prompt.stylize("underline $text-accent", start, start + len(asked))
    if question.pays:
        scores = _("what it scores")
        hint = prompt + muted(f"   {key_of(ENTRY_FORM, 'payoffs')} {scores}")
        prompt = hint if hint.cell_length <= space.cells else prompt
    rows = space.below([prompt]).rows
    labels = _labels(question, space.cells - 2)
    lines, marked = _whole_choices(labels, index, space.cells, rows - below)
    if not lines and not whole:
        lines, marked = _short_choices(question, index, space.cells, rows - below)
    if not lines:
        lines, marked = _whole_choices(labels, index, space.cells, rows)
    if not lines:
        lines, marked = _columns(labels, index, space.cells)
    if len(lines) > rows:
        lines, marked = _columns(_labels(question, space.cells // 2 - 2), index, space.cells)
    if len(lines) <= rows and not whole:
        space = space._replace(rows=max(space.rows - below, rows - len(lines) + 1))
    return _choice_lines(draft, question, index, [prompt], lines, marked, space)


def payoff_lines(draft: Draft, question: Question, index: int, space: Space) -> list[Content]:
    """Return a question with a table of what each answer would pay to each player.

    Args:
        draft: the entry, with its answers so far.
        index: the index of the choice that is highlighted.
        space: the width and height to fill.
    """
    payoffs = [_payoff(draft, question, choice) for choice in question.choices]
    names = next(([name for name, _change in changes] for changes in payoffs if changes), [])
    values = [[signed(change) for _name, change in changes] for changes in payoffs]
    supposed = ", ".join(_supposed(draft))
    words = _payoff_words(question, names, values, space.cells - 2)
    for (heads, labels), corner in product(words, (supposed, "")):
        rows = [(label, *row) for label, row in zip(labels, values, strict=True)]
        heading, *lines = table_lines([(corner, *heads), *rows])
        if max(map(width, (heading, *lines))) <= space.cells - 2:
            break
    top = _over_payoffs(str(question.prompt), heading, "" if corner else supposed)
    shown = [_marked(f" {line} ", position, index) for position, line in enumerate(lines)]
    return _choice_lines(draft, question, index, top, shown, index, space)


def _supposed(draft: Draft) -> Iterator[str]:
    if draft.former:
        yield _("changes by")
    if not draft.is_last:
        yield _("if nobody is short of tricks")


def _payoff_words(
    question: Question, names: Sequence[str], values: Sequence[Sequence[str]], cells: int
) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    abbreviated = shorten_names(names)
    pairs = sorted(zip(names, abbreviated, strict=True), key=lambda pair: -len(pair[0]))
    for forms in zip(*(choice.forms for choice in question.choices), strict=True):
        labels = [_with_key(choice, form) for choice, form in zip(question.choices, forms, strict=True)]
        yield names, labels
        yield (
            abbreviated,
            [reduce(lambda label, pair: label.replace(*pair), pairs, label) for label in labels],
        )
    column = max([4, *(width(value) for row in values for value in row)])
    yield shorten_names(names, column), _labels(question, max(6, cells - len(names) * (column + 2)))


def _payoff(draft: Draft, question: Question, choice: Choice) -> Figures:
    entry = draft.outcome(question, choice)
    proposal = draft.proposal(entry) if entry is not None else None
    return () if proposal is None or proposal.problems else preview(draft.session, proposal).changes


def _over_payoffs(prompt: str, heading: str, supposed: str) -> list[Content]:
    indent = width(heading) - width(heading.lstrip()) + 1
    if width(prompt) < indent and not supposed:
        return [Content.styled(pad(prompt, indent), "bold") + muted(heading.lstrip())]
    return [Content.styled(prompt, "bold") + muted(f" {supposed}"), muted(f" {heading}")]


def _choice_lines(
    draft: Draft,
    question: Question,
    index: int,
    prompt: list[Content],
    choices: list[Content],
    marked: int,
    space: Space,
) -> list[Content]:
    caution = question.choices[index].caution if index >= 0 else None
    below = [Content.styled(str(caution), "$text-warning")] if caution is not None else []
    answered = " · ".join(draft.answer_labels())
    above = [muted(answered)] if answered else []
    if space.below([*above, *prompt, *choices, *below]).rows < 0:
        above = []
    rows = max(1, space.below([*above, *prompt, *below]).rows)
    if 1 < rows < len(choices):
        rows -= 1
        below.insert(0, muted(_("… more answers: ↑ ↓")))
    first = max(0, min(marked - rows // 2, len(choices) - rows))
    return [*above, *prompt, *choices[first : first + rows], *below]


ChoiceLines = tuple[list[Content], int]
"""The lines of the choices, empty if they do not fit, and the index of the line with the marked choice."""


def _whole_choices(labels: Sequence[str], index: int, cells: int, rows: int) -> ChoiceLines:
    longest = max(map(width, labels)) + 2
    if cells // 4 < longest and len(labels) <= rows:
        return [_marked(f" {label} ", position, index) for position, label in enumerate(labels)], index
    lines, marked = _columns(labels, index, cells)
    return (lines, marked) if len(lines) <= rows and longest <= cells // 2 else ([], 0)


def _short_choices(question: Question, index: int, cells: int, rows: int) -> ChoiceLines:
    for labels in (_labels(question, cells - 2), _labels(question, cells // 2 - 2)):
        lines, marked = _columns(labels, index, cells)
        if len(lines) <= rows:
            return lines, marked
    return [], 0


def _columns(labels: Sequence[str], index: int, cells: int) -> ChoiceLines:
    longest = max(map(width, labels)) + 2
    column = next((cells // count for count in (3, 2) if cells // 4 < longest <= cells // count), 0)
    lines, line, marked = [], Content(""), 0
    for position, label in enumerate(labels):
        part = _marked(f" {label} ", position, index)
        if line.cell_length + part.cell_length > cells:
            lines.append(line)
            line = Content("")
        line += part + " " * (column - part.cell_length)
        marked = len(lines) if position == index else marked
    return [*lines, line], marked


def _marked(label: str, position: int, index: int) -> Content:
    style = Style.from_meta({CHOICE: position})
    return Content.styled(label, style + Style(reverse=True) if position == index else style)


def _labels(question: Question, cells: int) -> list[str]:
    labels: list[str] = []
    for shown in zip(*(choice.forms for choice in question.choices), strict=True):
        labels = [_with_key(choice, form) for choice, form in zip(question.choices, shown, strict=True)]
        if all(width(label) <= cells for label in labels):
            break
    return [clip(label, cells) for label in labels]


def _with_key(choice: Choice, label: Text | str) -> str:
    words = str(label)
    key = choice.key or " "
    return words if words == key else f"{key} {words}"
