"""A text that is laid out anew for each width."""

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

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
