"""A widget that draws everybody's result, hand after hand, as lines."""

from typing import ClassVar

from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from prefcount.render.canvas import Piece
from prefcount.render.chart import Course, chart
from prefcount.tui.kit.widgets import component_classes, styled_strip


class Chart(Widget):
    """Draws a `Course` as large as the widget is."""

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
    COMPONENT_CLASSES: ClassVar[set[str]] = component_classes(DEFAULT_CSS)

    course: reactive[Course | None] = reactive(None)
    _drawn: tuple[object, list[list[Piece]]] = (None, [])

    def retranslate(self) -> None:
        """Draw it again, for some of its words are of another language now."""
        self._drawn = (None, [])

    def lines(self, size: Size) -> list[list[Piece]]:
        """The rows of a size, drawn once for each course and size."""
        if self.course is not None and self._drawn[0] != (self.course, size):
            self._drawn = ((self.course, size), chart(self.course, size.width, size.height))
        return self._drawn[1] if self.course is not None else []

    def render_line(self, y: int) -> Strip:
        """One row of the chart."""
        lines = self.lines(self.content_size)
        return styled_strip(self, "chart", lines[y] if y < len(lines) else [], self.content_size.width)
