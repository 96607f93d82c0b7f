"""The sheet as a compact table: running totals with dots as on paper, the last one bold."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from prefcount.i18n import _
from prefcount.ledger.amount import Amount
from prefcount.render.figures import figure, signed
from prefcount.render.layout import pad, width
from prefcount.tui.view import Row, TableView

RESULT_CELLS = 8
CHANGE_CELLS = 7
NAME_CELLS = 12


class SheetTable(Widget):
    """Draws a `TableView` in one piece."""

    DEFAULT_CSS = """
    SheetTable { height: auto; padding: 0 1; }
    """

    view: reactive[TableView | None] = reactive(None, layout=True)

    def render(self) -> Content:
        """All lines of the sheet for the width at hand."""
        if self.view is None:
            return Content("")
        return Content("\n").join(sheet_lines(self.view, self.content_size.width))

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """A heading and a line for each player."""
        return 1 + len(self.view.rows) if self.view else 1


def sheet_lines(view: TableView, cells: int) -> list[Content]:
    """The heading and every player's line, fitted into `cells`."""
    names = min(NAME_CELLS, max(width(row.name) for row in view.rows))
    columns = (cells - names - RESULT_CELLS - CHANGE_CELLS) // len(view.headings)
    heading = pad("", names) + "".join(_right(heading, columns) for heading in view.headings)
    heading += _right(_("now"), RESULT_CELLS) + _right(_("last"), CHANGE_CELLS)
    return [Content.styled(heading, "$foreground-muted"), *(_line(row, names, columns) for row in view.rows)]


def _line(row: Row, names: int, columns: int) -> Content:
    parts = [Content.styled(pad(clipped(row.name, names), names), "bold")]
    parts += [_column(column, columns) for column in row.columns]
    parts.append(Content.styled(_right(signed(row.result), RESULT_CELLS), _style(row.result)))
    parts.append(
        Content.styled(_right(signed(row.change) if row.change else "·", CHANGE_CELLS), "$foreground-muted")
    )
    return Content("").join(parts)


def _style(result: int) -> str:
    return "bold $text-success" if result > 0 else "bold $text-error" if result < 0 else "bold"


def _column(history: tuple[Amount, ...] | None, cells: int) -> Content:
    """The last total bold, as many older ones before it as there is room for."""
    if history is None:
        return Content.styled(_right("╲", cells), "$foreground-disabled")
    if not history:
        return Content.styled(_right("–", cells), "$foreground-muted")
    last = figure(history[-1])
    older = ""
    for amount in reversed(history[:-1]):
        longer = f"{figure(amount)}.{older}"
        if width(longer) + width(last) > cells - 2:
            break
        older = longer
    blanks = " " * max(1, cells - width(older) - width(last))
    return Content.assemble(blanks, (older, "$foreground-muted"), (last, "bold"))


def _right(text: str, cells: int) -> str:
    return pad(" " + clipped(text, cells - 1), cells, right=True)


def clipped(text: str, cells: int) -> str:
    """`text` cut to `cells`, with an ellipsis where something is missing."""
    if width(text) <= cells:
        return text
    while text and width(text) > cells - 1:
        text = text[:-1]
    return text + "…"
