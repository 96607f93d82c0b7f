"""A widget that draws everybody's result, hand after hand, as lines."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from prefcount.render.canvas import Piece
from prefcount.render.chart import MARKERS, Course, chart

STYLES = ("title", "line", "label", "zero", *(f"player{at}" for at in range(len(MARKERS))))


class Chart(Widget):
    """Draws a `Course` as large as the widget is."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"chart--{style}" for style in STYLES}
    DEFAULT_CSS = """
    Chart { height: 12; padding: 0 1; }
    Chart .chart--title { color: $text-accent; text-style: bold; }
    Chart .chart--line { color: $primary; }
    Chart .chart--label { color: $foreground-muted; }
    Chart .chart--zero { color: $foreground-muted; }
    Chart .chart--player0 { color: $text-primary; text-style: bold; }
    Chart .chart--player1 { color: $text-warning; text-style: bold; }
    Chart .chart--player2 { color: $text-success; text-style: bold; }
    Chart .chart--player3 { color: $text-error; text-style: bold; }
    Chart .chart--player4 { color: $text-secondary; text-style: bold; }
    """

    course: reactive[Course | None] = reactive(None)
    _drawn_rows: tuple[object, list[list[Piece]]] = (None, [])

    def retranslate(self) -> None:
        """Draw it again, for some of its words are of another language now."""
        self._drawn_rows = (None, [])

    def lines(self, size: Size) -> list[list[Piece]]:
        """The rows of a size, drawn once for each course and size."""
        if self.course is None:
            return []
        if self._drawn_rows[0] != (self.course, size):
            self._drawn_rows = ((self.course, size), chart(self.course, size.width, size.height))
        return self._drawn_rows[1]

    def render_line(self, y: int) -> Strip:
        """One row of the chart."""
        size = self.content_size
        lines = self.lines(size)
        if y >= len(lines):
            return Strip.blank(size.width, self.rich_style)
        segments = [Segment(text, self._style(style)) for text, style in lines[y]]
        return Strip(segments).adjust_cell_length(size.width, self.rich_style)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"chart--{name}")
