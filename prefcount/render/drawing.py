"""Drawing a sheet with sectors as on paper, in terminal cells."""

from prefcount.render.canvas import Canvas, Piece
from prefcount.render.columns import Cursor, draw_column
from prefcount.render.figures import result_of
from prefcount.render.ruled_sheet import ruled
from prefcount.render.sheet_page import Area, Page, Sector, fits, page
from prefcount.render.text_cells import clipped, width
from prefcount.render.view import PlayerRow, TableView


def drawing(
    view: TableView, columns: int, rows: int, cursor: Cursor | None = None
) -> list[list[Piece]] | None:
    """The sheet as rows of styled text, or None where it does not fit.

    Styles are names: line, label, name, plus, minus, last, recent, old, struck, cursor, middle.
    """
    if view.panels:
        return ruled(view, columns, rows, cursor)
    if not fits(len(view.rows), columns, rows):
        return None
    canvas = Canvas(columns, rows)
    plan = page(len(view.rows), columns, rows)
    _lines(canvas, plan)
    for seat, (sector, row) in enumerate(zip(plan.sectors, view.rows, strict=True)):
        _player(canvas, sector, row)
        for column, area in zip(row.own, sector.own, strict=True):
            draw_column(canvas, area, column, column.heading, cursor)
        for clockwise, area in sector.on.items():
            other = (seat + clockwise) % len(view.rows)
            written_on = row.on[other]
            if written_on is not None:
                draw_column(canvas, area, written_on, view.rows[other].name, cursor)
    _middle(canvas, plan.middle, view.middle)
    return list(canvas.lines())


def _lines(canvas: Canvas, plan: Page) -> None:
    for left, right, y in plan.across:
        canvas.across(left, right, y)
    for x, top, bottom in plan.down:
        canvas.down(x, top, bottom)
    for x, y, rising in plan.diagonals:
        canvas.write(x, y, "╱" if rising else "╲", "line")


def _player(canvas: Canvas, sector: Sector, row: PlayerRow) -> None:
    area, result, style = sector.name, *result_of(row.result)
    if area.rows > 1:
        canvas.write(area.x, area.y, clipped(row.name, area.columns), "name")
        canvas.write(area.x, area.y + 1, clipped(result, area.columns), style)
        return
    name = clipped(row.name, max(1, area.columns - width(result) - 3))
    x = area.x + (area.columns - width(name) - width(result) - 3) // 2
    x = canvas.write(x, area.y, f" {name} ", "name")
    canvas.write(x, area.y, f"{result} ", style)


def _middle(canvas: Canvas, area: Area, said: str) -> None:
    shown = clipped(said, area.columns - 2)
    x = area.x + (area.columns - width(shown) - 2) // 2
    canvas.write(x, area.y + area.rows // 2, f"({shown})", "middle")
