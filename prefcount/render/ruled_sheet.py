"""Drawing a ruled sheet in terminal cells: rows of boxes with columns beside each other."""

from itertools import pairwise

from prefcount.render.canvas import Canvas, Piece
from prefcount.render.columns import Cursor, draw_column
from prefcount.render.figures import result_of
from prefcount.render.sheet_page import Area
from prefcount.render.text_cells import clipped, width
from prefcount.render.view import Panel, TableView

LEAST_COLUMN = 7
LEAST_ROWS = 3
"""The smallest column with its heading: cells across, and lines inside the box."""


def ruled(view: TableView, columns: int, rows: int, cursor: Cursor | None = None) -> list[list[Piece]] | None:
    """The sheet as rows of styled text, styles as in `drawing`, or None where the room does not allow it."""
    room = rows - len(view.lines)
    if not _fits(view.panels, columns, room):
        return None
    canvas = Canvas(columns, rows)
    for panels, (top, bottom) in zip(view.panels, pairwise(_cuts(room, len(view.panels))), strict=True):
        for panel, (left, right) in zip(panels, pairwise(_cuts(columns, len(panels))), strict=True):
            _panel(canvas, panel, Area(left, top, right - left, bottom - top), cursor)
    for at, line in enumerate(view.lines):
        canvas.write(1, room + at, clipped(line, columns - 2), "label")
    return list(canvas.lines())


def _fits(panels: tuple[tuple[Panel, ...], ...], columns: int, rows: int) -> bool:
    if rows < 1 + len(panels) * (LEAST_ROWS + 1):
        return False
    return all(
        columns // len(row) >= 1 + (LEAST_COLUMN + 1) * max(len(panel.columns) for panel in row)
        for row in panels
    )


def _cuts(length: int, parts: int) -> list[int]:
    """Where the lines are that part a length of cells, the first and the last one at its edges."""
    return [(length - 1) * part // parts for part in range(parts + 1)]


def _panel(canvas: Canvas, panel: Panel, box: Area, cursor: Cursor | None) -> None:
    """A box from line to line with its heading in the upper one, and its columns."""
    right, bottom = box.x + box.columns, box.y + box.rows
    canvas.box(box.x, box.y, right, bottom)
    cuts = [box.x + cut for cut in _cuts(box.columns + 1, len(panel.columns))]
    for column, (left, end) in zip(panel.columns, pairwise(cuts), strict=True):
        if end < right:
            canvas.down(end, box.y, bottom)
        inside = Area(left + 1, box.y + 1, end - left - 1, box.rows - 1)
        draw_column(canvas, inside, column, column.heading, cursor, part=2)
    _heading(canvas, panel, box)


def _heading(canvas: Canvas, panel: Panel, box: Area) -> None:
    """Name, result and signs in the upper line; of a long name the beginning."""
    result, style = result_of(panel.result)
    taken = width(result) + width(panel.signs) + 6
    x = canvas.write(box.x + 2, box.y, f" {clipped(panel.heading, max(1, box.columns - taken))} ", "name")
    if result:
        x = canvas.write(x, box.y, f"{result} ", style)
    if panel.signs:
        canvas.write(x, box.y, f"{panel.signs} ", "middle")
