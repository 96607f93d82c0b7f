"""The sheet: drawn as on paper where there is room, else as a compact table. One widget, one draw."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from prefcount.render.canvas import Piece
from prefcount.render.compact import compact
from prefcount.render.drawing import Cursor, drawing
from prefcount.render.view import TableView

STYLES = ("line", "label", "name", "plus", "minus", "last", "recent", "old", "struck", "cursor", "middle")


class Sheet(Widget):
    """Draws a `TableView` in one piece."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"sheet--{style}" for style in STYLES}
    DEFAULT_CSS = """
    Sheet { height: auto; padding: 0 1; }
    Sheet .sheet--line { color: $primary; }
    Sheet .sheet--label { color: $foreground-muted; }
    Sheet .sheet--name { text-style: bold; }
    Sheet .sheet--plus { color: $text-success; text-style: bold; }
    Sheet .sheet--minus { color: $text-error; text-style: bold; }
    Sheet .sheet--last { text-style: bold; }
    Sheet .sheet--recent { color: $foreground; }
    Sheet .sheet--old { color: $foreground-muted; }
    Sheet .sheet--struck { color: $foreground-muted; text-style: strike; }
    Sheet .sheet--cursor { text-style: reverse bold; }
    Sheet .sheet--middle { color: $text-accent; text-style: bold; }
    """

    view: reactive[TableView | None] = reactive(None, layout=True)
    cursor: reactive[Cursor | None] = reactive(None)
    _shown: tuple[object, list[list[Piece]]] = (None, [])

    def lines(self) -> list[list[Piece]]:
        """The rows for the room at hand, drawn once for each view, size and cursor."""
        if self.view is None:
            return []
        size = self.content_size
        key = (self.view, size, self.cursor)
        if self._shown[0] != key:
            drawn = drawing(self.view, size.width, size.height, self.cursor) if size.height > 0 else None
            self._shown = (key, drawn or compact(self.view, size.width, self.cursor))
        return self._shown[1]

    def get_content_height(self, _container: Size, _viewport: Size, _width: int) -> int:
        """The height of the compact table; the drawing takes what its container gives it."""
        return 1 + len(self.view.rows) if self.view else 1

    def render_line(self, y: int) -> Strip:
        """One row of the sheet."""
        lines, cells = self.lines(), self.content_size.width
        if y >= len(lines):
            return Strip.blank(cells, self.rich_style)
        segments = [Segment(text, self._style(style)) for text, style in lines[y]]
        return Strip(segments).adjust_cell_length(cells, self.rich_style)

    def _style(self, name: str) -> Style:
        return self.rich_style + self.get_component_rich_style(f"sheet--{name}", partial=True)
