"""The cells that the terminal shows, so that it is sent only what changes.

Textual repaints whole widgets, which is slow over a slow line, because most of their cells do not change.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from prefcount.render.text_cells import ONE_CELL_EACH, graphemes, width

Cell = tuple[str, Style | None]
"""A character and its style. The second cell of a wide character has "" as its character."""
_sign = itemgetter(0)

MAX_GAP = 12
"""Changes with fewer cells between them are sent as one, because moving the cursor takes more bytes."""


class RowCompositor(Compositor):
    """Renders only the rows to be drawn, while Textual's own class renders all widgets of a container."""

    def _get_renders(self, crop: Region | None = None) -> Iterator[tuple[Region, Region, list[Strip]]]:
        rows = self.size.region if crop is None else Region(0, crop.y, self.size.width, crop.height)
        for widget, (region, clip) in self.visible_widgets.items():
            if part := region.intersection(clip).intersection(rows):
                yield region, part, widget.render_lines(part.translate(-region.offset))


class ShownCells:
    """The cells that were sent to the terminal."""

    def __init__(self) -> None:
        self._lines: dict[int, list[Cell | None]] = {}  # None: unknown

    def forget(self) -> None:
        """Forget what the terminal shows, because it may have changed."""
        self._lines.clear()

    def changes(self, update: RenderableType | None) -> RenderableType | None:
        """Return the part of an update that the terminal does not show yet, or None."""
        if isinstance(update, ChopsUpdate):
            return self._of_parts(update)
        self.forget()
        if isinstance(update, LayoutUpdate) and not update.region.x:
            for y, strips in enumerate(update.strips, update.region.y):
                self._lines[y] = [cell for strip in strips for cell in _known(strip)]
        return update

    def _of_parts(self, update: ChopsUpdate) -> ChopsUpdate | None:
        chops: list[dict[int, Strip]] = [{} for _line in update.chops]
        for y, left, right in update.spans:
            line = self._lines.setdefault(y, [])
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x < right and end > left:
                    chops[y].update(_changed(line, x, strip))
        return _update(chops)


def _update(chops: list[dict[int, Strip]]) -> ChopsUpdate | None:
    ends = [[x + strip.cell_length for x, strip in line.items()] for line in chops]
    spans = [(y, 0, max(line)) for y, line in enumerate(ends) if line]
    return ChopsUpdate(chops, spans, ends) if spans else None


def _changed(line: list[Cell | None], x: int, strip: Strip) -> Iterator[tuple[int, Strip]]:
    """Yield the parts of a strip at `x` that differ from `line`, and update `line`."""
    cells, length = _cells(strip), strip.cell_length
    line += [None] * (x + length - len(line))
    if len(cells) != length:
        line[x : x + length] = [None] * length
        yield x, strip
        return
    differing = [index for index, cell in enumerate(cells) if cell != line[x + index]]
    line[x : x + length] = cells
    for begin, end in _together(differing):
        runs = groupby(cells[begin:end], key=itemgetter(1))
        yield x + begin, Strip([Segment("".join(map(_sign, run)), style) for style, run in runs], end - begin)


def _together(differing: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the begin and the end of each run of indexes. Runs with a short gap between them are joined."""
    begin = end = None
    for index in differing:
        if begin is not None and end is not None and index - end >= MAX_GAP:
            yield begin, end
            begin = None
        begin, end = index if begin is None else begin, index + 1
    if begin is not None and end is not None:
        yield begin, end


def _cells(strip: Strip) -> list[Cell]:
    """Return the cells of a strip. Textual measures some signs wrong, so its count may differ."""
    cells: list[Cell] = []
    for text, style, _control in strip:
        if ONE_CELL_EACH.fullmatch(text):
            cells += [(sign, style) for sign in text]
            continue
        for sign in graphemes(text):
            cells.append((sign, style))
            cells += [("", style)] * (width(sign) - 1)
    return cells


def _known(strip: Strip) -> Sequence[Cell | None]:
    cells = _cells(strip)
    return cells if len(cells) == strip.cell_length else [None] * strip.cell_length
