"""The sheet on the screen, and the figure that is marked on it."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.models import Entry
from prefcount.games.game import Question
from prefcount.ledger.sheet import Account
from prefcount.render.sheet_drawing import (
    ELLIPSIS,
    STRUCK_BRACKETS,
    Cursor,
    Piece,
    compact_height,
    draw_compact,
    draw_sheet,
    group_rows,
    rows_by_line,
)
from prefcount.render.text_cells import figure
from prefcount.render.text_cells import width as cells_of
from prefcount.render.view import ColumnView, TableView
from prefcount.session.replay import Total
from prefcount.tui.kit.keys import SHEET, bindings
from prefcount.tui.kit.widgets import component_classes, styled_strip

REASONS_PER_PAGE = 3
"""So many reasons of a long preview one key goes on."""


class Mark(NamedTuple):
    """The marked answer, and what was typed since the question stands there.

    Attributes:
        position: the position of the answer, or -1 while none is marked.
        picked: whether a digit chose it.
        repeated: whether what follows from it was typed behind it.
        doubted: whether it was asked if the hand is really so.
        refused: why what was typed is no answer, or None; no key counts before Escape.
        first: the position of the first reason that is shown of a preview.
    """

    position: int = -1
    picked: bool = False
    repeated: bool = False
    doubted: bool = False
    refused: Text | str | None = None
    first: int = 0

    def with_step(self, question: Question, by: int) -> "Mark":
        """The next answer; from none it is the first one, or the last one upwards."""
        before = self.position if self.position >= 0 or by > 0 else 0
        return Mark((before + by) % len(question.choices))

    def with_page(self, pages: int) -> "Mark":
        """So many pages further in a preview."""
        return self._replace(first=max(0, self.first + pages * REASONS_PER_PAGE))

    def is_rest(self, question: Question, sign: str) -> bool:
        """Whether a digit after the last answer is what follows from it, as the third player's tricks do."""
        return self.picked and not self.repeated and sign == question.choices[self.position].follows

    def with_choice(self, question: Question, position: int) -> "Mark":
        """The answer at a position, or one of two digits if its first was chosen before.

        Any other second digit is no answer: it may be meant for a question that is not asked.
        """
        if not self.picked:
            return Mark(position, picked=True)
        before, choice = question.choices[self.position], question.choices[position]
        if question.two_digits:
            for tens, number in enumerate(question.choices):
                if number.value == f"{before.key}{choice.key}":
                    return Mark(tens, picked=True)
        reason = N_("{answer} is chosen; “{sign}” after it is no answer.")
        return self._replace(refused=text(reason, answer=before.label, sign=choice.key))

    def with_refusal(self, pending: Question | Entry | None, sign: str) -> "Mark":
        """Say that a digit is no answer, and take nothing more: what follows may answer other questions."""
        known = dict(pending.refused) if isinstance(pending, Question) else {}
        return self._replace(refused=known.get(sign) or text(N_("“{sign}” is no answer here."), sign=sign))


def initial_mark(pending: Question | Entry | None) -> Mark:
    """What goes without saying, as before any key was pressed."""
    return Mark(pending.likely if isinstance(pending, Question) and pending.marked else -1)


class Sheet(Widget, can_focus=True):
    """Draws a `TableView`; with the focus a cursor moves over its figures."""

    DEFAULT_CSS = """
    Sheet { height: auto; padding: 0 1; }
    Sheet .sheet--line { color: $primary; }
    Sheet .sheet--label { color: $foreground-muted; }
    Sheet .sheet--name { text-style: bold; }
    Sheet .sheet--plus { color: $text-success; text-style: bold; }
    Sheet .sheet--minus { color: $text-error; text-style: bold; }
    Sheet .sheet--last { text-style: bold; }
    Sheet .sheet--full { color: $text-success; text-style: bold underline; }
    Sheet .sheet--recent { color: $foreground; }
    Sheet .sheet--old { color: $foreground-muted; }
    Sheet .sheet--struck { color: $foreground-muted; text-style: dim strike; }
    Sheet .sheet--cursor { text-style: reverse bold; }
    Sheet .sheet--middle { color: $text-accent; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = component_classes(DEFAULT_CSS)

    BINDINGS = bindings(SHEET)

    @dataclass
    class Marked(Message):
        """The cursor stands on the total that entry `n` left in a column."""

        account: Account
        n: int

    @dataclass
    class Opened(Message):
        """The hand behind the figure under the cursor is wanted."""

        n: int

    view: reactive[TableView | None] = reactive(None, layout=True)
    cursor: reactive[Cursor | None] = reactive(None)
    _drawn_rows: tuple[object, list[list[Piece]]] = (None, [])

    def retranslate(self) -> None:
        """Draw it again, for some of its words are of another language now."""
        self._drawn_rows = (None, [])

    def lines(self) -> list[list[Piece]]:
        """The rows for the room at hand, drawn once for each view, size and cursor."""
        if self.view is None:
            return []
        key = (self.view, self.content_size, self.cursor)
        if self._drawn_rows[0] != key:
            self._drawn_rows = (key, self._draw(self.cursor))
        return self._drawn_rows[1]

    def _draw(self, cursor: Cursor | None) -> list[list[Piece]]:
        assert self.view is not None
        cells, rows = self.content_size
        drawn = draw_sheet(self.view, cells, rows, cursor) if rows > 0 else None
        return drawn or draw_compact(self.view, cells, cursor)

    def get_content_height(self, _container: Size, _viewport: Size, _width: int) -> int:
        """The height of the compact table; the drawing takes what its container gives it."""
        return compact_height(self.view) if self.view else 1

    def _columns(self) -> list[ColumnView]:
        """Every column that has a figure, player by player."""
        rows = self.view.rows if self.view is not None else ()
        return [column for row in rows for column in row.columns if column.marks]

    def on_focus(self) -> None:
        """The cursor begins on the newest figure of the first column, or stays where it was."""
        columns = self._columns()
        if columns and (self.cursor is None or all(column.account != self.cursor[0] for column in columns)):
            self._set(columns[0], -1)
        elif self.cursor is not None:
            self.post_message(self.Marked(*self.cursor))

    def on_blur(self) -> None:
        """Without the focus there is no cursor."""
        self.cursor = None

    def _set(self, column: ColumnView, index: int) -> None:
        self.cursor = (column.account, column.marks[index].n)
        self.post_message(self.Marked(*self.cursor))

    def action_mark_total(self, step: int) -> None:
        """To the total before or after this one in its column; from the last one to the column beside it."""
        if self.cursor is None:
            return
        account, n = self.cursor
        column = next(column for column in self._columns() if column.account == account)
        positions = [index for index, mark in enumerate(column.marks) if mark.n == n]
        index = (positions[-1] if step > 0 else positions[0]) + step
        if 0 <= index < len(column.marks):
            self._set(column, index)
        else:
            self.action_mark_column(step)

    def action_mark_column(self, step: int) -> None:
        """To the newest total of another column."""
        if self.cursor is None:
            return
        columns = self._columns()
        index = next(index for index, column in enumerate(columns) if column.account == self.cursor[0])
        self._set(columns[(index + step) % len(columns)], -1)

    def action_open(self) -> None:
        """Ask for the hand behind the figure."""
        if self.cursor is not None:
            self.post_message(self.Opened(self.cursor[1]))

    def on_click(self, event: Click) -> None:
        """Put the cursor on the total that was clicked."""
        x, y = event.get_content_offset_capture(self)
        clicked = _figure_in_cell(self.lines(), x, y)
        for column in self._columns():
            for index, mark in enumerate(column.marks):
                if figure(mark.amount) == clicked and self._stands(column, mark, x, y):
                    self._set(column, index)
                    return

    def _stands(self, column: ColumnView, mark: Total, x: int, y: int) -> bool:
        """Whether a total stands in a cell; in the compact table older ones move with the cursor."""
        lines = self._draw((column.account, mark.n))
        if _figure_in_cell(lines, x, y, "cursor"):
            return True
        if self.view is None or len(lines) != compact_height(self.view):
            return False
        lined = [row for rows in group_rows(self.view) for row in rows_by_line(rows)]
        row = lined[y] if 0 <= y < len(lined) else None
        return row is not None and column in row.columns

    def render_line(self, y: int) -> Strip:
        """One row of the sheet."""
        lines = self.lines()
        return styled_strip(self, "sheet", lines[y] if y < len(lines) else [], self.content_size.width)


def _figure_in_cell(lines: list[list[Piece]], x: int, y: int, style: str = "") -> str:
    """The figure in a cell, if it has that style; totals in one stretch are parted by dots."""
    if not 0 <= y < len(lines):
        return ""
    left = 0
    for words, drawn in lines[y]:
        right = left + cells_of(words)
        if left <= x < right:
            return _figure_at(words, x - left) if style in ("", drawn) else ""
        left = right
    return ""


def _figure_at(line: str, x: int) -> str:
    """The figure around a position of a stretch of totals."""
    if line[x : x + 1] in ("", ".", " "):
        return ""
    start = max(line.rfind(".", 0, x), line.rfind(" ", 0, x)) + 1
    ends = [end for end in (line.find(".", x), line.find(" ", x)) if end >= 0]
    return line[start : min(ends, default=len(line))].removeprefix(ELLIPSIS).strip(STRUCK_BRACKETS)
