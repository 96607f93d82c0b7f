"""The form at the table: a question or a typed line, with a preview before an entry is written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Click, Key, Paste
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from prefcount.entering import Draft
from prefcount.entries.models import Entry
from prefcount.games.game import Question
from prefcount.session.session import Session
from prefcount.tui.table.entry_input import CHOICE, QUESTION_ROWS, RECORD, EntryInput, Space, entry_lines

PREVIEW_ROWS = 18
"""Number of rows in which most questions fit together with their preview."""
SHORT_PREVIEW_ROWS = 12
"""Number of rows in which a short preview fits, or a typed line with its examples."""
MIN_HANDS_ROWS, MIN_HANDS_WITH_PREVIEW = 4, 9
"""Minimum number of rows for the newest hands: below a question, and below a preview."""


class EntryForm(Widget, can_focus=True):
    """The form in which a hand or another entry is entered.

    The form posts `Accepted` once the scorer has confirmed the entry. Keys that are pressed while the entry
    is being written are kept until `begin` or `resume` is called.

    Args:
        draft: the entry to ask for, with its answers so far.
        hints_changed: called when the hints about keys and the facts next to the form must be updated.
        newest_hands: called with a width in cells and a number of rows. Returns lines of the newest hands.
        changed: called when an answer or the typed line has changed.

    Attributes:
        payoffs: whether to show what each answer would pay, for questions that can show this.
        is_holding: whether an entry is being written, so that keys are kept.
        held_events: the keys and pastes that are kept.
    """

    DEFAULT_CSS = """
    EntryForm { padding: 0 1; }
    """

    @dataclass
    class Accepted(Message):
        """Posted when the scorer has confirmed an entry. `seen` is the session that the screen showed."""

        entry: Entry
        seen: Session

    @dataclass
    class HandsClicked(Message):
        """Posted when the newest hands below the form were clicked.

        `row` is the clicked row. Row 0 has the players' names.
        """

        row: int

    class Cancelled(Message):
        """Posted when the scorer cancels the correction of an entry or the insertion of a forgotten hand."""

    def __init__(
        self,
        draft: Draft,
        hints_changed: Callable[[], None] = lambda: None,
        newest_hands: Callable[[int, int], Sequence[Strip]] = lambda _cells, _rows: (),
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self.entry_input = EntryInput(draft, self._accept, lambda: self.post_message(self.Cancelled()))
        self._hints_changed, self._newest_hands, self._changed = hints_changed, newest_hands, changed
        self.payoffs = self.is_holding = False
        self.held_events: list[Key | Paste] = []
        self._hand_rows = 0
        self._shown_hints: tuple[str, bool, bool, str] | None = None
        self._strips: Sequence[Strip] = ()

    def compose(self) -> ComposeResult:
        yield self.entry_input.line

    @property
    def shows_payoffs(self) -> bool:
        """True if the open question shows what each answer would pay."""
        return self.payoffs and self.has_payoffs

    @property
    def has_payoffs(self) -> bool:
        """True if the open question can show what each answer would pay."""
        pending = self.entry_input.draft.pending
        return not self.entry_input.line.is_open and isinstance(pending, Question) and pending.pays

    # --- what is asked ---------------------------------------------------------------------------

    def begin(self, draft: Draft, notice: str = "", line: str | None = None) -> None:
        """Ask for an entry, and handle the keys in `held_events`.

        Args:
            draft: the entry, with its answers so far.
            notice: a sentence to show above the question, or "".
            line: a typed line to open for editing, or None.
        """
        self.entry_input.begin(draft, line)
        self.resume(notice)

    def continue_in(self, draft: Draft, notice: str = "", line: str | None = None) -> None:
        """Go on with the unfinished entry after the game has changed. Keys in `held_events` stay there.

        Args:
            draft: the entry as it is in the changed game.
            notice: a sentence to show above the question, or "".
            line: a typed line to open for editing, or None.
        """
        self.entry_input.continue_in(draft, line)
        self.show_notice(notice)

    def show_notice(self, notice: str) -> None:
        """Show a sentence above the question, without handling the keys in `held_events`."""
        self.entry_input.notice, self.entry_input.reply = notice, ""
        if self.is_attached:
            self.redraw()

    def resume(self, notice: str = "") -> None:
        """Show a sentence above the question, and handle the keys in `held_events`."""
        self.entry_input.notice = notice
        held_events, self.held_events, self.is_holding = self.held_events, [], False
        for event in held_events:
            if not self._take(event) and isinstance(event, Key):
                self.app.post_message(Key(event.key, event.character))
        if self.is_attached:
            self.redraw()

    def _accept(self, entry: Entry) -> None:
        self.is_holding = True
        self.post_message(self.Accepted(entry, self.entry_input.draft.session))

    # --- keys ------------------------------------------------------------------------------------

    def on_key(self, event: Key | Paste) -> None:
        """Handle keys and pasted text that `entry_input` can use. The screen handles all other keys."""
        before = self.entry_input.draft, self.entry_input.line.typed
        if self._take(event):
            event.stop()
            event.prevent_default()
            if not self.is_holding:  # else the next question is drawn soon
                self.redraw()
            if before != (
                self.entry_input.draft,
                self.entry_input.line.typed,
            ):  # not if only the mark has moved
                self._changed()

    on_paste = on_key

    def _take(self, event: Key | Paste) -> bool:
        if self.is_holding:
            self.held_events.append(event)
            return True
        return self.entry_input.take(event)

    def on_click(self, event: Click) -> None:
        """Handle a click on an answer, on the button that records the hand, or on the newest hands."""
        chosen, rows = event.style.meta.get(CHOICE), self._hand_rows
        row = event.get_content_offset_capture(self).y - (self.content_size.height - rows)
        if rows and row >= 0:
            self.post_message(self.HandsClicked(row))
        elif chosen == RECORD:
            self.action_record()
        elif chosen is not None and not self.is_holding and not self.entry_input.line.is_open:
            self.entry_input.click(chosen)
            self.redraw()
            self._changed()

    def action_record(self) -> None:
        if not self.is_holding:
            self.entry_input.record()
            self.redraw()

    def action_payoffs(self) -> None:
        self.payoffs = not self.payoffs
        self.redraw()

    def action_count_more(self) -> None:
        if not self.is_holding:
            self.entry_input.count_more()
            self.redraw()
            self._changed()

    # --- what is shown -----------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw the lines that have changed, and update the hints about keys."""
        cells, before = self.content_size.width, self._strips
        self._strips = self.draw_lines()
        lines = enumerate(zip_longest(before, self._strips))
        if changed := [Region(0, y, cells, 1) for y, (old, new) in lines if old != new]:
            self.refresh(*changed)
        draft = self.entry_input.draft
        hints = self.entry_input.escape_word, bool(draft.about), self.shows_payoffs, draft.hidden_fact
        if hints != self._shown_hints:
            self._shown_hints = hints
            self._hints_changed()  # a message would be handled after the frame

    on_resize = redraw

    def render(self) -> Content:
        return Content("\n").join(
            entry_lines(self.entry_input, Space(*self.content_size), payoffs=self.shows_payoffs)
        )

    def draw_lines(self) -> Sequence[Strip]:
        (width, height), base = self.content_size, self.visual_style.rich_style
        if not width:
            return []
        lines = Visual.to_strips(self, self.render(), width, None, self.visual_style)[:height]
        lines = [line.extend_cell_length(width, base) for line in lines]
        own = _own_rows(len(lines), height)
        self._hand_rows = max(0, height - own - 1)
        if own == height:
            return lines
        blank = Strip.blank(width, base)
        return [*lines, *[blank] * (own - len(lines)), *self._newest_hands(width, self._hand_rows)]

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if self.is_attached and self.content_size:
            self._strips = ()
            self.redraw()
            self.refresh()
            self.call_next(self.redraw)  # the newest hands get their colours after the form

    def render_line(self, y: int) -> Strip:
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.content_size.width, self.visual_style.rich_style)


def _own_rows(used: int, height: int) -> int:
    has_room = height >= PREVIEW_ROWS + MIN_HANDS_WITH_PREVIEW
    steps = (PREVIEW_ROWS,) if has_room else (QUESTION_ROWS, SHORT_PREVIEW_ROWS, PREVIEW_ROWS)
    return next((rows for rows in steps if used <= rows <= height - MIN_HANDS_ROWS), height)
