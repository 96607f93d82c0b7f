"""The sheet on the screen with its cursor, and the mark on an answer."""

from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, NamedTuple

from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from prefcount.base.i18n import N_, Text, _, text
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
"""Number of reasons by which one key scrolls a long preview."""


class Mark(NamedTuple):
    """The marked answer of a question.

    Attributes:
        position: the index of the answer, or -1 if none is marked.
        picked: whether a digit chose the answer.
        repeated: whether a digit that follows from the answer was typed after it.
        doubted: whether the scorer was asked to confirm an unusual hand.
        refused: why a typed digit is not an answer, or None. Other keys are ignored until Escape is pressed.
        first: the index of the first reason that a preview shows.
    """

    position: int = -1
    picked: bool = False
    repeated: bool = False
    doubted: bool = False
    refused: Text | str | None = None
    first: int = 0

    def with_step(self, question: Question, by: int) -> "Mark":
        """Return a mark on the answer `by` places further, in a circle."""
        before = self.position if self.position >= 0 or by > 0 else 0
        return Mark((before + by) % len(question.choices))

    def with_page(self, pages: int) -> "Mark":
        """Return this mark with the preview scrolled by `pages` pages of reasons."""
        return self._replace(first=max(0, self.first + pages * REASONS_PER_PAGE))

    def is_rest(self, question: Question, sign: str) -> bool:
        """Return whether the chosen answer implies the digit `sign`, such as the third player's tricks."""
        return self.picked and not self.repeated and sign == question.choices[self.position].follows

    def with_choice(self, question: Question, position: int) -> "Mark":
        """Return a mark on an answer, or on an answer of two digits if the first digit was typed before.

        Any other second digit is refused, because it may be meant for a question that is not asked.
        """
        if not self.picked:
            return Mark(position, picked=True)
        before, choice = question.choices[self.position], question.choices[position]
        if question.two_digits:
            for tens, number in enumerate(question.choices):
                if number.value == f"{before.key}{choice.key}":
                    return Mark(tens, picked=True)
        reason = N_("{answer} is chosen; “{sign}” can't follow it.")
        return self._replace(refused=text(reason, answer=before.label, sign=choice.key))

    def with_refusal(self, pending: Question | Entry | None, sign: str) -> "Mark":
        """Return a copy of this mark with the reason why the digit `sign` is not a choice."""
        known = dict(pending.refused) if isinstance(pending, Question) else {}
        return self._replace(refused=known.get(sign) or text(N_("“{sign}” isn't a choice here."), sign=sign))


def initial_mark(pending: Question | Entry | None) -> Mark:
    """Return a mark on the usual answer of a question, or on none."""
    return Mark(pending.likely if isinstance(pending, Question) and pending.marked else -1)


class Sheet(Widget, can_focus=True):
    """Draws a `TableView`; with the focus a cursor moves over its totals and results."""

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
        """The cursor is on the total that entry `n` left in a column, or on a result after entry `n`."""

        account: Account
        n: int

    @dataclass
    class Opened(Message):
        """The scorer wants to see entry `n`, which wrote the figure under the cursor."""

        n: int

    @dataclass
    class Scrolled(Message):
        """The scorer wants to scroll the explanation by `pages` pages."""

        pages: int

    view: reactive[TableView | None] = reactive(None, layout=True)
    cursor: reactive[Cursor | None] = reactive(None)
    _drawn_rows: tuple[object, list[list[Piece]]] = (None, [])

    def retranslate(self) -> None:
        """Draw the sheet in the language in use."""
        self._drawn_rows = (None, [])

    def lines(self) -> list[list[Piece]]:
        """Return the rows for the current size, cached by view, size and cursor."""
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
        """Return the height of the compact table, which applies unless the style sets a height."""
        return compact_height(self.view) if self.view else 1

    def _columns(self) -> list[ColumnView]:
        rows = self.view.rows if self.view is not None else ()
        columns = [[column for column in row.columns if column.marks] for row in rows]
        newest = max((column.marks[-1].n for own in columns for column in own), default=None)
        if newest is not None:
            for row, own in zip(rows, columns, strict=True):
                if row.result is not None:
                    own.append(ColumnView(_("now"), row.account, (Total(newest, row.result),)))
        return list(chain.from_iterable(columns))

    def on_focus(self) -> None:
        """Put the cursor on the newest figure of the first column, or keep a cursor that is in the sheet."""
        columns = self._columns()
        if columns and (self.cursor is None or all(column.account != self.cursor[0] for column in columns)):
            self._set(columns[0], -1)
        elif self.cursor is not None:
            self.post_message(self.Marked(*self.cursor))

    def on_blur(self) -> None:
        """Remove the cursor."""
        self.cursor = None

    def _set(self, column: ColumnView, index: int) -> None:
        self.cursor = (column.account, column.marks[index].n)
        self.post_message(self.Marked(*self.cursor))

    def action_mark_total(self, step: int) -> None:
        """Move the cursor by `step` totals in its column, or from the end of the column to another column."""
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
        """Move the cursor to the newest total of the column `step` places further."""
        if self.cursor is None:
            return
        columns = self._columns()
        index = next(index for index, column in enumerate(columns) if column.account == self.cursor[0])
        self._set(columns[(index + step) % len(columns)], -1)

    def action_scroll_explanation(self, pages: int) -> None:
        """Scroll the explanation."""
        self.post_message(self.Scrolled(pages))

    def action_open(self) -> None:
        """Post `Opened` with the hand that wrote the figure under the cursor."""
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
        """Return whether `mark` is at `x`, `y`; in the compact table, older totals move with the cursor."""
        lines = self._draw((column.account, mark.n))
        if _figure_in_cell(lines, x, y, "cursor"):
            return True
        if self.view is None or len(lines) != compact_height(self.view):
            return False
        lined = [row for rows in group_rows(self.view) for row in rows_by_line(rows)]
        row = lined[y] if 0 <= y < len(lined) else None
        return row is not None and column in row.columns

    def render_line(self, y: int) -> Strip:
        """Return one row of the sheet."""
        lines = self.lines()
        return styled_strip(self, "sheet", lines[y] if y < len(lines) else [], self.content_size.width)


def _figure_in_cell(lines: list[list[Piece]], x: int, y: int, style: str = "") -> str:
    """Return the figure at `x`, `y`, or "" if there is none or it does not have the style `style`."""
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
    """Return the figure around a position in a line of totals."""
    if line[x : x + 1] in ("", ".", " "):
        return ""
    start = max(line.rfind(".", 0, x), line.rfind(" ", 0, x)) + 1
    ends = [end for end in (line.find(".", x), line.find(" ", x)) if end >= 0]
    return line[start : min(ends, default=len(line))].removeprefix(ELLIPSIS).strip(STRUCK_BRACKETS)
