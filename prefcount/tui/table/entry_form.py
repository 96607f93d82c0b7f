"""The form of the table: what is entered, a question or a line, with a preview before it is written."""

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

from prefcount.entering.draft import Draft
from prefcount.entries.models import Entry
from prefcount.games.game import Question
from prefcount.session.session import Session
from prefcount.tui.table.entry_input import CHOICE, QUESTION_ROWS, RECORD, EntryInput, Space, entry_lines

PREVIEW_ROWS = 18
"""Rows that are enough for any question with its preview."""
MIN_HANDS_ROWS, MIN_HANDS_WITH_PREVIEW = 4, 9
"""Rows below that are worth showing the newest hands in, also while a hand is previewed."""


class EntryForm(Widget, can_focus=True):
    """Asks for an entry and posts it once the scorer has accepted its preview; draws only lines that differ.

    Keys that are pressed while the entry is being written are held, and handled as soon as `begin` or
    `resume` is called.

    Attributes:
        payoffs: whether every answer says what it would pay.
        holds_keys: whether keys are held from now on.
        held: those that are.
    """

    DEFAULT_CSS = """
    EntryForm { padding: 0 1; }
    """

    @dataclass
    class Accepted(Message):
        """The scorer accepts `entry` for the game `seen`, which was on the screen."""

        entry: Entry
        seen: Session

    @dataclass
    class HandsClicked(Message):
        """A row of those for the newest hands was clicked."""

        row: int
        rows: int

    class Cancelled(Message):
        """The scorer gives a correction or insertion up."""

    def __init__(
        self,
        draft: Draft,
        keys_changed: Callable[[], None] = lambda: None,
        newest_hands: Callable[[int, int], Sequence[Strip]] = lambda _cells, _rows: (),
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """A form in which nothing is entered; `keys_changed` is called when some keys do something else.

        Below it, where it has room left, stand the `newest_hands` in so many cells, and in so many rows below
        a rule. When the pending input has `changed`, that is called before the frame which shows it.
        """
        super().__init__()
        self.entry_input = EntryInput(draft, self._accept, lambda: self.post_message(self.Cancelled()))
        self._keys_changed, self._newest_hands, self._changed = keys_changed, newest_hands, changed
        self.payoffs = self.is_holding = False
        self.held_events: list[Key | Paste] = []
        self._hand_rows = 0
        self._shown_keys: tuple[str, bool, bool] | None = None
        self._strips: Sequence[Strip] = ()

    def compose(self) -> ComposeResult:
        """The line is edited by a widget that is not on the screen."""
        yield self.entry_input.line

    @property
    def shows_payoffs(self) -> bool:
        """Whether the open question says what each answer would pay."""
        if not self.payoffs or self.entry_input.line.is_open:
            return False
        pending = self.entry_input.draft.pending
        return isinstance(pending, Question) and pending.pays

    # --- what is asked ---------------------------------------------------------------------------

    def begin(self, draft: Draft, notice: str = "", line: str | None = None) -> None:
        """Ask the questions of `draft` below `notice`; with `line`, edit that line."""
        self.entry_input.begin(draft, line)
        self.resume(notice)

    def continue_in(self, draft: Draft, notice: str = "", line: str | None = None) -> None:
        """Go on with `draft`, the same entry in a game that has gone on; held keys stay held."""
        self.entry_input.continue_in(draft, line)
        self.show_notice(notice)

    def show_notice(self, notice: str) -> None:
        """Show another notice; held keys stay held."""
        self.entry_input.notice, self.entry_input.reply = notice, ""
        if self.is_attached:
            self.redraw()

    def resume(self, notice: str = "") -> None:
        """Show a notice, and handle the held keys."""
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
        """Take the keys of the form, and pasted lines as if they were typed; leave others to the screen."""
        before = self.entry_input.draft, self.entry_input.line.typed
        if self._take(event):
            event.stop()
            event.prevent_default()
            if not self.is_holding:  # else the next question is there in a moment
                self.redraw()
            if before != (
                self.entry_input.draft,
                self.entry_input.line.typed,
            ):  # not if only the mark has moved
                self._changed()
        elif isinstance(event, Key) and event.key == "escape":
            self.is_holding = True  # the table is left: what comes next is not meant for this game

    on_paste = on_key

    def _take(self, event: Key | Paste) -> bool:
        """Take a key, or hold it while an entry is being written; whether there is a use for it."""
        if self.is_holding:
            self.held_events.append(event)
            return True
        return self.entry_input.take(event)

    def on_click(self, event: Click) -> None:
        """Take the answer that was clicked, or record the hand."""
        chosen, rows = event.style.meta.get(CHOICE), self._hand_rows
        row = event.get_content_offset_capture(self).y - (self.content_size.height - rows)
        if rows and row >= 0:
            self.post_message(self.HandsClicked(row, rows))
        elif chosen == RECORD:
            self.action_record()
        elif chosen is not None and not self.is_holding and not self.entry_input.line.is_open:
            self.entry_input.click(chosen)
            self.redraw()
            self._changed()

    def action_record(self) -> None:
        """Record the hand whose preview is shown."""
        if not self.is_holding:
            self.entry_input.record()
            self.redraw()

    def action_payoffs(self) -> None:
        """Show or hide what each answer would pay."""
        self.payoffs = not self.payoffs
        self.redraw()

    def action_count_more(self) -> None:
        """Let the hand count one time more."""
        if not self.is_holding:
            self.entry_input.count_more()
            self.redraw()
            self._changed()

    # --- what is shown -----------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw the lines anew, those that differ, and tell if some keys do something else now."""
        cells, before = self.content_size.width, self._strips
        self._strips = self.draw_lines()
        lines = enumerate(zip_longest(before, self._strips))
        if changed := [Region(0, y, cells, 1) for y, (old, new) in lines if old != new]:
            self.refresh(*changed)
        keys = self.entry_input.escape_word, bool(self.entry_input.draft.about), self.shows_payoffs
        if keys != self._shown_keys:
            self._shown_keys = keys
            self._keys_changed()  # a message would come after the frame

    on_resize = redraw

    def render(self) -> Content:
        """The question with its answers, the typed line, or the preview."""
        return Content("\n").join(
            entry_lines(self.entry_input, Space(*self.content_size), payoffs=self.shows_payoffs)
        )

    def draw_lines(self) -> Sequence[Strip]:
        """The same in lines of the width at hand."""
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
        """Draw the lines in the new colours."""
        super().notify_style_update()
        if self.is_attached and self.content_size:
            self._strips = ()
            self.redraw()
            self.refresh()
            self.call_next(self.redraw)  # the newest hands have their colours after the form

    def render_line(self, y: int) -> Strip:
        """One line of what was drawn last."""
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.content_size.width, self.visual_style.rich_style)


def _own_rows(used: int, height: int) -> int:
    """The rows for what is entered, of which so many are used; the newest hands stand below them."""
    if height >= PREVIEW_ROWS + MIN_HANDS_WITH_PREVIEW and used <= PREVIEW_ROWS:
        return PREVIEW_ROWS
    return QUESTION_ROWS if height >= QUESTION_ROWS + MIN_HANDS_ROWS and used <= QUESTION_ROWS else height
