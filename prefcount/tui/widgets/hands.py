"""The list of hands with what each was worth to everybody, newest at the bottom, drawn line by line."""

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from prefcount.i18n import N_
from prefcount.render.figures import signed
from prefcount.render.layout import beginning, clipped, pad, width
from prefcount.render.view import HandLine, TableView

LEAST_WORTH = 3
"""Cells of the narrowest column of what hands were worth, without the blank before it."""

LEAST_SAID = 12
SHORT_NAME = 6
"""Cells of a name where a hand does not fit with the whole of it."""


class HandList(ScrollView, can_focus=True):
    """Every entry in one line; those that do not count are struck through.

    With the focus a line is marked; its entry can be corrected, voided, or followed by a forgotten hand.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"hands--line", "hands--dead", "hands--worth", "hands--marked"}
    DEFAULT_CSS = """
    HandList { padding: 0 0 0 1; overflow-x: hidden; scrollbar-size-vertical: 1; }
    HandList .hands--line { color: $foreground; }
    HandList .hands--dead { color: $foreground-muted; text-style: strike; }
    HandList .hands--worth { color: $foreground-muted; }
    HandList .hands--marked { text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "mark(-1)", show=False),
        Binding("down", "mark(1)", show=False),
        Binding("pageup", "mark(-10)", show=False),
        Binding("pagedown", "mark(10)", show=False),
        Binding("home", "mark(-1000000)", show=False),
        Binding("end", "mark(1000000)", show=False),
        Binding("f7,enter", "choose('correct')", N_("Correct")),
        Binding("f8,delete", "choose('void')", N_("Void")),
        Binding("f9,insert", "choose('after')", N_("Put a hand in after it")),
    ]

    @dataclass
    class Marked(Message):
        """Another entry is marked."""

        n: int

    @dataclass
    class Chosen(Message):
        """Something is to be done about entry `n`: "correct", "void" or "after"."""

        n: int
        what: str

    at: reactive[int] = reactive(0)
    names: tuple[str, ...] = ()
    hands: tuple[HandLine, ...] = ()
    worth_cells = 1 + LEAST_WORTH

    def show(self, view: TableView) -> None:
        """Show the entries of a view, scrolled to the newest."""
        self.names = tuple(row.name for row in view.rows if row.result is not None)
        self.hands = tuple(hand for hand in view.hands if not hand.crosses_out)
        figures = (width(signed(each)) for hand in view.hands for each in hand.worth)
        self.worth_cells = 1 + max(LEAST_WORTH, *figures, 0)
        self.virtual_size = Size(0, 1 + len(self.hands))
        self.at = max(0, len(self.hands) - 1)
        self.call_after_refresh(self.scroll_end, animate=False)
        self.refresh()

    @property
    def marked(self) -> int | None:
        """The number of the marked entry, or None in an empty list."""
        return self.hands[self.at].n if self.hands else None

    def mark(self, n: int | None) -> None:
        """Mark entry number `n`, if it is there."""
        self.at = next((at for at, hand in enumerate(self.hands) if hand.n == n), self.at)

    def on_resize(self) -> None:
        """The marked entry stays in sight, the newest one to begin with."""
        self.scroll_to_region(Region(0, self.at, 1, 2), animate=False)

    def watch_at(self) -> None:
        """Keep the marked line in sight and tell which it is."""
        self.scroll_to_region(Region(0, self.at, 1, 2), animate=False)
        self.refresh()
        if self.marked is not None and self.has_focus:
            self.post_message(self.Marked(self.marked))

    def on_focus(self) -> None:
        """Tell which line is marked when the keys come here."""
        if self.marked is not None:
            self.post_message(self.Marked(self.marked))

    def action_mark(self, step: int) -> None:
        """Move the mark by some lines."""
        self.at = max(0, min(len(self.hands) - 1, self.at + step))

    def action_choose(self, what: str) -> None:
        """Ask for something to be done about the marked entry."""
        if self.marked is not None:
            self.post_message(self.Chosen(self.marked, what))

    def render_line(self, y: int) -> Strip:
        """One line of the visible part; the names over the columns stay at the top."""
        cells = self.scrollable_content_region.width
        worth = self.worth_cells * len(self.names)
        wide = cells >= 4 + LEAST_SAID + worth
        at = y + self.scroll_offset.y - 1
        if y == 0:
            names = "".join(self._figure(beginning(name, self.worth_cells - 1)) for name in self.names)
            return self._strip([(pad("", cells - worth) + names, "hands--worth")] if wide else [], cells)
        if not 0 <= at < len(self.hands):
            return self._strip([], cells)
        return self._strip(self._line(at, cells, worth if wide else 0), cells)

    def _line(self, at: int, cells: int, worth: int) -> list[tuple[str, str]]:
        hand = self.hands[at]
        style = "hands--line" if hand.counts else "hands--dead"
        if self.has_focus and at == self.at:
            style = "hands--marked"
        room = cells - 4 - worth
        said = hand.said
        if width(said) > room:
            said = hand.brief
        if width(said) > room:
            for name in self.names:
                said = said.replace(name, beginning(name, SHORT_NAME))
        said = clipped(said, room)
        pieces = [(f"{hand.n:>3} ", "hands--worth"), (said, style)]
        if worth:
            figures = (signed(each) if each else "·" for each in hand.worth)
            shown = "".join(map(self._figure, figures))
            pieces.append((" " * (room - width(said)) + shown, "hands--worth"))
        return pieces

    def _figure(self, shown: str) -> str:
        return pad(shown, self.worth_cells, right=True)

    def on_click(self, event: Click) -> None:
        """Mark the entry that was clicked; a double click corrects it."""
        at = event.get_content_offset_capture(self).y + self.scroll_offset.y - 1
        if 0 <= at < len(self.hands):
            self.at = at
            if event.chain == 2:
                self.action_choose("correct")

    def _strip(self, pieces: list[tuple[str, str]], cells: int) -> Strip:
        base = self.rich_style
        segments = [
            Segment(text, base + self.get_component_rich_style(style, partial=True)) for text, style in pieces
        ]
        return Strip(segments).adjust_cell_length(cells, base)
