"""The sheet on the screen with its cursor, and the mark on an answer."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual.events import Click, Key
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.models import Entry
from prefcount.games.game import Question
from prefcount.ledger import Account
from prefcount.render.sheet_drawing import (
    Figures,
    Piece,
    compact_height,
    draw_compact,
    draw_sheet,
    find_shown,
    next_figure,
)
from prefcount.render.view import CHANGE, Cursor, FoundFigures, TableView
from prefcount.tui.kit.keys import SHEET, bindings
from prefcount.tui.kit.widgets import component_classes, styled_strip

NEXT_NUMBER_SECONDS = 1.5
"""After this pause a digit that does not continue the typed number begins another number."""

SEPARATORS = (".", ",")
"""Characters between the digits of an amount of money."""


class Mark(NamedTuple):
    """The marked answer of a question.

    Attributes:
        position: the index of the answer, or -1 if no answer is marked.
        picked: whether the scorer typed the digit of the answer.
        repeated: whether a digit typed after the answer was ignored, as `is_rest` allows.
        doubted: whether the scorer was asked to confirm an unusual hand.
        refused: why a typed digit is not an answer, or None. Other keys are ignored until Escape is pressed.
        first: the index of the first visible row of the explanation in the preview.
    """

    position: int = -1
    picked: bool = False
    repeated: bool = False
    doubted: bool = False
    refused: Text | str | None = None
    first: int = 0

    def with_step(self, question: Question, by: int) -> "Mark":
        """Return a mark on another answer. After the last answer comes the first.

        `by` is 1 for the next answer, -1 for the previous one.
        """
        before = self.position if self.position >= 0 or by > 0 else 0
        return Mark((before + by) % len(question.choices))

    def with_page(self, rows: int) -> "Mark":
        """Return this mark with the explanation in the preview scrolled by a number of rows."""
        return self._replace(first=max(0, self.first + rows))

    def is_rest(self, question: Question, sign: str) -> bool:
        """Return whether the digit `sign` only states what the typed answer implies, and can be ignored.

        For example, two defenders took 5 tricks in all. After a 3 for the first, a 2 can be ignored.
        """
        return self.picked and not self.repeated and sign == question.choices[self.position].follows

    def with_choice(self, question: Question, position: int) -> "Mark":
        """Return the mark after the digit of the answer with the index `position` was typed.

        A second digit is refused, unless both together are the key of an answer: 1 and 0 for 10.
        """
        if not self.picked:
            return Mark(position, picked=True)
        before, choice = question.choices[self.position], question.choices[position]
        if question.two_digits:
            for tens, number in enumerate(question.choices):
                if number.value == f"{before.key}{choice.key}":
                    return Mark(tens, picked=True)
        reason = N_("{answer} is already chosen, so “{sign}” is not possible.")
        return self._replace(refused=text(reason, answer=before.label, sign=choice.key))

    def with_refusal(self, pending: Question | Entry | None, sign: str) -> "Mark":
        """Return this mark with a reason why the typed digit `sign` is not an answer.

        `pending` is the question, or the complete entry if all questions are answered.
        """
        known = dict(pending.refused) if isinstance(pending, Question) else {}
        return self._replace(
            refused=known.get(sign) or text(N_("“{sign}” is not one of the answers here."), sign=sign)
        )


def initial_mark(pending: Question | Entry | None) -> Mark:
    """Return a mark on the usual answer of a question. If no answer is usual, no answer is marked."""
    return Mark(pending.likely if isinstance(pending, Question) and pending.marked else -1)


class Sheet(Widget, can_focus=True):
    """Draws the score sheet. While the sheet has the focus, a cursor moves over its figures."""

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
        """Posted when the cursor was moved to a figure.

        Attributes:
            account: the column of the figure.
            n: the number of the entry that led to the figure, or 0 for a player's current result.
            number: the number that the scorer typed to find the figure, or "".
            found: all figures with this number, or None if no number was typed.
        """

        account: Account
        n: int
        number: str = ""
        found: FoundFigures | None = None

    @dataclass
    class NotFound(Message):
        """Posted when no figure begins with the digits `typed`."""

        typed: str

    @dataclass
    class Opened(Message):
        """Posted when the scorer wants to see the entry `n`, which led to the figure under the cursor."""

        n: int

    view: reactive[TableView | None] = reactive(None, layout=True)
    cursor: reactive[Cursor | None] = reactive(None)
    _drawn: tuple[object, list[list[Piece]], Figures] = (None, [], [])
    _typed = ""
    _typed_at = 0.0
    _found_before: Cursor | None = None

    def retranslate(self) -> None:
        self._drawn = (None, [], [])

    def _draw(self) -> tuple[object, list[list[Piece]], Figures]:
        key = (self.view, self.content_size, self.cursor)
        if self.view is not None and self._drawn[0] != key:
            cells, rows = self.content_size
            drawn = draw_sheet(self.view, cells, rows, self.cursor) if rows > 0 else None
            canvas = drawn or draw_compact(self.view, cells, self.cursor)
            self._drawn = (key, list(canvas.lines()), canvas.figures)
        return self._drawn

    def lines(self) -> list[list[Piece]]:
        return self._draw()[1]

    @property
    def figures(self) -> Figures:
        """The figures that are shown, with their places on the screen."""
        return self._draw()[2]

    def get_content_height(self, _container: Size, _viewport: Size, _width: int) -> int:
        return compact_height(self.view) if self.view else 1

    def on_focus(self) -> None:
        """Put the cursor on the current total of the first column, unless a figure is marked already."""
        cursors = [figure.cursor for figure in self.figures]
        totals = [cursor for cursor in cursors if cursor[1] and cursor[0].column != CHANGE]
        if self.cursor is not None and find_shown(self.figures, self.cursor) in cursors:
            self._set(self.cursor)
        elif totals and self.view is not None:
            account, n = totals[0]
            self._set((account, self.view.current_number(account) or n))

    def on_show(self) -> None:
        if self.has_focus:
            self.on_focus()

    def on_blur(self) -> None:
        self.cursor = self._found_before = None
        self._typed = ""

    def _set(self, cursor: Cursor, found: FoundFigures | None = None) -> None:
        self.cursor = cursor
        self.post_message(self.Marked(*cursor, self._typed, found))

    def on_key(self, event: Key) -> None:
        sign, is_space = event.character or "", event.key == "space"
        if self._typed and sign in SEPARATORS:  # money is found by its digits
            event.stop()
            return
        if not sign.isdigit() and not (self._typed and is_space):
            self._typed, self._found_before = "", None
            return
        if self.view is None or self.cursor is None:
            return
        event.stop()
        if is_space:
            self._mark_next(self.view.find_number(self._typed), self.cursor)
            return
        pause, self._typed_at = event.time - self._typed_at, event.time
        found, has_paused = self.view.find_number(self._typed + sign), pause > NEXT_NUMBER_SECONDS
        if self._typed and not (found.is_on_sheet or (found.all and not has_paused)):
            is_whole = bool(self.view.find_number(self._typed).equal)
            if has_paused or (is_whole and self._typed.startswith(sign)):
                self._found_before = self.cursor if is_whole else None
                self._typed = ""
                found = self.view.find_number(sign)
        self._typed += sign
        self._mark_next(found, self._found_before)

    def _mark_next(self, found: FoundFigures, before: Cursor | None) -> None:
        matches = found.equal or found.all
        if not matches:
            self.post_message(self.NotFound(self._typed))
            return
        self._set(matches[(matches.index(before) + 1) % len(matches) if before in matches else 0], found)

    def action_move(self, right: int, down: int) -> None:
        """Move the cursor to the next figure. `right` or `down` is 1, or -1 for the opposite direction.

        When the cursor enters another column, it goes to the current total there.
        """
        if self.cursor is not None and self.view is not None:
            shown = find_shown(self.figures, self.cursor) or self.cursor
            account, n = next_figure(self.figures, shown, right, down)
            if account != self.cursor[0]:
                n = self.view.current_number(account) or n
            self._set((account, n))

    def action_open(self) -> None:
        """Show the entry that led to the figure under the cursor. For a result, show the newest entry."""
        if self.cursor is not None:
            newest = max(figure.cursor[1] for figure in self.figures)
            self.post_message(self.Opened(self.cursor[1] or newest))

    def on_click(self, event: Click) -> None:
        x, y = event.get_content_offset_capture(self)
        for _text, area, cursor in self.figures:
            if area.y == y and area.x <= x < area.x + area.columns:
                self._set(cursor)

    def render_line(self, y: int) -> Strip:
        lines = self.lines()
        return styled_strip(self, "sheet", lines[y] if y < len(lines) else [], self.content_size.width)
