"""A widget that draws itself line by line, and anew only the lines that have changed."""

from collections.abc import Sequence
from itertools import zip_longest

from textual.events import Resize
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class LineDrawn(Widget):
    """The base of such widgets: call `redraw` after a change."""

    _strips: Sequence[Strip] = ()

    def draw_lines(self) -> Sequence[Strip]:
        """The lines to be shown now, for the current size."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw the lines anew, those that differ."""
        cells, base = self.content_size.width, self.rich_style
        before, self._strips = (
            self._strips,
            [line.extend_cell_length(cells, base) for line in self.draw_lines()],
        )
        lines = enumerate(zip_longest(before, self._strips))
        if changed := [Region(0, y, cells, 1) for y, (old, new) in lines if old != new]:
            self.refresh(*changed)

    def on_resize(self, _event: Resize) -> None:
        """Draw the lines for the new size."""
        self.redraw()

    def notify_style_update(self) -> None:
        """Draw the lines in the new colours."""
        super().notify_style_update()
        if self.is_attached and self.content_size:
            self._strips = ()
            self.redraw()
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of what was drawn last."""
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.content_size.width, self.rich_style)
