"""A text that is laid out anew for each width, and lines that are drawn piece by piece."""

import re
from collections.abc import Callable, Iterable, Sequence

from rich.segment import Segment
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from prefcount.render.canvas import Piece

Written = Callable[[int], Sequence[Content]]
"""From a width to lines that fit it."""


class WrappedText(Widget):
    """Shows the lines that a function makes for the width, without wrapping them again."""

    DEFAULT_CSS = """
    WrappedText { height: auto; padding: 0 1; text-wrap: nowrap; }
    """

    _written: Written | None = None

    def show(self, written: Written) -> None:
        """Show the lines of another function."""
        self._written = written
        self.refresh(layout=True)

    def render(self) -> Content:
        """The lines for the width at hand."""
        return Content("\n").join(self.lines(self.content_size.width))

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        """As many rows as there are lines for a width."""
        return len(self.lines(width))

    def lines(self, width: int) -> Sequence[Content]:
        """The lines for a width."""
        return self._written(width) if self._written and width > 0 else []


def component_classes(css: str) -> set[str]:
    """The names with two dashes that rules of a widget give to styles of parts which it draws itself."""
    return set(re.findall(r"\w+--\w+", css))


def styled_strip(widget: Widget, prefix: str, pieces: Iterable[Piece], cells: int) -> Strip:
    """A line of so many cells: texts, each with the name of its style among those of `component_classes`."""
    base = widget.rich_style
    segments = [
        Segment(text, base + widget.get_component_rich_style(f"{prefix}--{style}", partial=True))
        for text, style in pieces
    ]
    return Strip(segments).adjust_cell_length(cells, base)
