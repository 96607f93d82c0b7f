"""A widget that draws itself line by line and sends the terminal only what has changed."""

from collections.abc import Sequence

from textual.events import Resize
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from wcwidth import iter_graphemes

from prefcount.render.text_cells import width


class LineDrawn(Widget):
    """The base of such widgets: call `redraw` after a change."""

    _strips: Sequence[Strip] = ()

    def draw_lines(self) -> Sequence[Strip]:
        """The lines to be shown now, for the current size."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw the lines anew; the terminal gets only the cells that differ."""
        cells, base = self.content_size.width, self.rich_style
        before, self._strips = (
            self._strips,
            [line.extend_cell_length(cells, base) for line in self.draw_lines()],
        )
        blank = Strip.blank(cells, base)
        changed: list[Region] = []
        for y in range(max(len(before), len(self._strips))):
            old = before[y] if y < len(before) else blank
            new = self._strips[y] if y < len(self._strips) else blank
            if old != new:
                left, right = _clusters(old), _clusters(new)
                start = _cells_in_common(left, right)
                end = cells - _cells_in_common(left[::-1], right[::-1])
                changed.append(Region(start, y, max(0, end - start), 1))
        if changed:
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


def _clusters(strip: Strip) -> list[tuple[str, object, int]]:
    """The grapheme clusters of a line with their style and cells, so that two lines can be compared."""
    return [
        (cluster, style, width(cluster))
        for text, style, _control in strip
        for cluster in iter_graphemes(text)
    ]


def _cells_in_common(one: Sequence[tuple[str, object, int]], other: Sequence[tuple[str, object, int]]) -> int:
    """The cells of the common beginning of two lines."""
    cells = 0
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            break
        cells += mine[2]
    return cells
