"""The list of hands, newest at the bottom, drawn line by line."""

from typing import ClassVar

from rich.segment import Segment
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from prefcount.tui.view import HandLine


class HandList(ScrollView, can_focus=False):
    """Every entry in one line; those that do not count are struck through."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"hands--line", "hands--dead"}
    DEFAULT_CSS = """
    HandList { padding: 0 1; }
    HandList .hands--line { color: $foreground; }
    HandList .hands--dead { color: $text-muted; text-style: strike; }
    """

    hands: tuple[HandLine, ...] = ()

    def show(self, hands: tuple[HandLine, ...]) -> None:
        """Show these entries, scrolled to the newest."""
        self.hands = hands
        longest = max((len(hand.said) + 5 for hand in hands), default=0)
        self.virtual_size = Size(longest, len(hands))
        self.scroll_end(animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the visible part."""
        scroll_x, scroll_y = self.scroll_offset
        at = y + scroll_y
        cells = self.scrollable_content_region.width
        if at >= len(self.hands):
            return Strip.blank(cells, self.rich_style)
        hand = self.hands[at]
        style = self.get_component_rich_style("hands--line" if hand.counts else "hands--dead")
        strip = Strip([Segment(f"{hand.n:>3} ", self.rich_style), Segment(hand.said, style)])
        return strip.crop(scroll_x, scroll_x + cells).extend_cell_length(cells, self.rich_style)
