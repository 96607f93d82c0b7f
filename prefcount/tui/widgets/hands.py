"""The list of hands with what each was worth to everybody, newest at the bottom, drawn line by line."""

from typing import ClassVar

from rich.segment import Segment
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from prefcount.render.figures import signed
from prefcount.render.layout import clipped, pad, width
from prefcount.render.view import HandLine, TableView

WORTH_CELLS = 5
LEAST_SAID = 14


class HandList(ScrollView, can_focus=False):
    """Every entry in one line; those that do not count are struck through."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"hands--line", "hands--dead", "hands--worth"}
    DEFAULT_CSS = """
    HandList { padding: 0 1; overflow-x: hidden; }
    HandList .hands--line { color: $foreground; }
    HandList .hands--dead { color: $foreground-muted; text-style: strike; }
    HandList .hands--worth { color: $foreground-muted; }
    """

    names: tuple[str, ...] = ()
    hands: tuple[HandLine, ...] = ()

    def show(self, view: TableView) -> None:
        """Show the entries of a view, scrolled to the newest."""
        self.names, self.hands = tuple(row.name for row in view.rows), view.hands
        self.virtual_size = Size(0, 1 + len(self.hands))
        self.scroll_end(animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the visible part; the names over the columns stay at the top."""
        cells = self.scrollable_content_region.width
        worth = WORTH_CELLS * len(self.names)
        wide = cells >= 4 + LEAST_SAID + worth
        at = y + self.scroll_offset.y - 1
        if y == 0:
            names = "".join(
                pad(clipped(name, WORTH_CELLS - 1), WORTH_CELLS, right=True) for name in self.names
            )
            return self._strip([(pad("", cells - worth) + names, "hands--worth")] if wide else [], cells)
        if not 0 <= at < len(self.hands):
            return self._strip([], cells)
        hand = self.hands[at]
        style = "hands--line" if hand.counts else "hands--dead"
        room = cells - 4 - (worth if wide else 0)
        pieces = [(f"{hand.n:>3} ", "hands--worth"), (clipped(hand.said, room), style)]
        if wide:
            figures = (signed(each) if each else "·" for each in hand.worth)
            shown = "".join(pad(each, WORTH_CELLS, right=True) for each in figures)
            pieces.append((" " * (room - width(clipped(hand.said, room))) + shown, "hands--worth"))
        return self._strip(pieces, cells)

    def _strip(self, pieces: list[tuple[str, str]], cells: int) -> Strip:
        segments = [
            Segment(text, self.rich_style + self.get_component_rich_style(style, partial=True))
            for text, style in pieces
        ]
        return Strip(segments).adjust_cell_length(cells, self.rich_style)
