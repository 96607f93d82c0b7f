"""The list of hands with what each was worth to each player, newest at the bottom."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

from textual.events import Click, Key
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from prefcount.ledger import Amount
from prefcount.render.sheet_drawing import Piece
from prefcount.render.text_cells import FRACTIONS, clip, pad, shorten_names, signed, width, wrap
from prefcount.render.view import EntryRow, TableView
from prefcount.tui.kit.keys import HAND_LIST, bindings
from prefcount.tui.kit.widgets import TypedSearch, component_classes, styled_strip

MIN_WORTH_WIDTH = 4
"""Minimum width of a column of amounts, without the blank before it."""

MIN_NUMBER_WIDTH = 2
"""Minimum width of the numbers of hands, without the blank after them."""

SHORT_HAND_WIDTH = 11
"""Width of a usual hand in short notation without the declarer's name, such as "6n ww 7 2 1"."""

MAX_NAME_LETTERS = 4
"""Letters of a name that must fit next to the amounts; if not, the amounts get a line of their own."""

WORDED_HAND_WIDTH = 32
"""Width of a usual hand in words, such as " 7♣, " and " вистует: сыграно, 1 сверху", without names."""

MIN_WORDS_WIDTH = 30
"""Minimum width of a line in which hands are shown in words, if need be with their amounts below."""

NOT_COUNTED = "–"
"""Shown in place of the number if a hand does not count; not every terminal strikes text through."""


class HandList(ScrollView, can_focus=True):
    """Lists entries, the newest at the bottom, with the amounts that each entry gave to the players.

    The marked entry can be corrected or voided, and a forgotten hand can be inserted after it.

    Args:
        find_figure: called when a digit is typed. Finds a figure on the score sheet that begins with it.
    """

    DEFAULT_CSS = """
    HandList { padding: 0 0 0 1; overflow-x: hidden; scrollbar-gutter: stable; }
    HandList .hands--line { color: $foreground; }
    HandList .hands--dead { color: $foreground-muted; text-style: dim strike; }
    HandList .hands--worth { color: $foreground-muted; }
    HandList .hands--marked { text-style: reverse; }
    HandList .hands--rule { color: $primary; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = component_classes(DEFAULT_CSS)
    BINDINGS = bindings(HAND_LIST)

    @dataclass
    class Marked(Message):
        """Posted when the entry with the number `n` was marked."""

        n: int

    @dataclass
    class Chosen(Message):
        """Posted when the scorer wants to change the list of hands.

        Attributes:
            n: the number of the marked entry.
            what: "correct" or "void" for this entry, or "after" to insert a hand after it.
        """

        n: int
        what: str

    index: reactive[int] = reactive(0)
    names: tuple[str, ...] = ()
    hands: tuple[EntryRow, ...] = ()
    letters = 1
    figures_below = in_words = False
    worth_width = _min_worth_width = 1 + MIN_WORTH_WIDTH
    number_width = MIN_NUMBER_WIDTH
    _behind_whole = ""

    def __init__(self, find_figure: Callable[[Key], None]) -> None:
        super().__init__()
        self._search, self._find_figure = TypedSearch(), find_figure
        self._newest: tuple[tuple[EntryRow, ...], int, int] = ((), 0, 0)
        self._strips: Sequence[Strip] = ()
        self._tops: list[int] = []

    def show(self, view: TableView, *, everything: bool = False) -> None:
        """Show the entries of a game.

        Args:
            view: the entries.
            everything: whether to show also entries that do not count, struck through.
        """
        self.names = tuple(row.name for row in view.rows if row.result is not None)
        hands = (hand for hand in view.hands if not hand.crosses_out)
        self.hands = tuple(hand for hand in hands if everything or not hand.is_past)
        self._measure()
        self._tops = []
        if self.size.width and self.display:
            self._fit()
        self.index = max(0, len(self.hands) - 1)
        self.call_after_refresh(self._scroll_to_marked)
        self.refresh()

    def _measure(self) -> None:
        worth = {amount for hand in self.hands for amount in hand.exact_worth}
        self._behind_whole = (
            " " if any(amount and signed(amount).endswith(FRACTIONS) for amount in worth) else ""
        )
        figures = [width(self._worth(amount)) for amount in worth]
        self._min_worth_width = 1 + max([MIN_WORTH_WIDTH, *figures])
        numbers = [len(str(hand.number)) for hand in self.hands if hand.number]
        self.number_width = max([MIN_NUMBER_WIDTH, *numbers])

    def _lay_out(self, cells: int) -> None:
        self.worth_width, self._tops = self._min_worth_width, []
        hand_width = self._hand_width(cells)
        longest = max(map(width, self.names), default=0)
        self.in_words = self._line_width(cells) >= MIN_WORDS_WIDTH
        beside = hand_width >= SHORT_HAND_WIDTH + min(longest, MAX_NAME_LETTERS)
        self.figures_below = not self.in_words and not beside
        left = cells - self.worth_width * len(self.names)
        if self.in_words:
            self.letters = longest
            left -= self.number_width + 1 + WORDED_HAND_WIDTH + sum(sorted(map(width, self.names))[-2:])
        elif self.figures_below:
            self.letters = longest
        else:
            self.letters = max(1, min(longest, hand_width - SHORT_HAND_WIDTH))
            left = hand_width - SHORT_HAND_WIDTH - self.letters
        wider = min(left // max(1, len(self.names)), 1 + longest - self.worth_width)
        self.worth_width += max(0, wider)

    def newest(self, cells: int, rows: int) -> Sequence[Strip]:
        """Return a horizontal line, the players' names, and as many of the newest entries as fit.

        Args:
            cells: the width.
            rows: the number of rows for the names and the entries.
        """
        newest = (self.hands, cells, rows)
        if self._newest != newest or not self._strips:
            self._lay_out(cells)
            lines = [[("─" * cells, "rule")], self._heading(cells)]
            for index in range(self._first_of_newest(cells, rows), len(self.hands)):
                lines += [self._line(index, row, cells) for row in range(self._height(index, cells))]
            self._strips = [styled_strip(self, "hands", line, cells) for line in lines[: rows + 1]]
            self._newest = newest
        return self._strips

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._strips = ()

    def mark_newest(self, row: int) -> None:
        """Mark an entry that is shown in the lines of `newest`.

        `row` is a row of these lines. Row 0 has the players' names, and the entries begin at row 1.
        """
        _hands, cells, rows = self._newest
        end = 1
        for index in range(self._first_of_newest(cells, rows), len(self.hands)):
            start, end = end, end + self._height(index, cells)
            if start <= row < end:
                self.index = index

    def _first_of_newest(self, cells: int, rows: int) -> int:
        first, left = len(self.hands), rows - 1
        while first and left >= (height := self._height(first - 1, cells)):
            first, left = first - 1, left - height
        return first

    def _height(self, index: int, cells: int) -> int:
        hand = self.hands[index]
        has_worth = any(hand.exact_worth)
        if has_worth and self.figures_below:
            return 2
        if not self.in_words or not (has_worth or hand.is_hand):
            return 1
        left, words = self._hand_width(cells) if has_worth else self._line_width(cells), _without_note(hand)
        fits = width(words) <= left or (
            hand.is_hand and width(self._with_names(words, MAX_NAME_LETTERS)) <= left
        )
        return 1 if fits else 2

    def _list_width(self, cells: int) -> int:
        longest = WORDED_HAND_WIDTH + 2 * self.number_width + sum(map(width, self.names))
        return min(cells, longest + (1 + self.worth_width) * len(self.names))

    def _line_width(self, cells: int) -> int:
        return self._list_width(cells) - self.number_width - 1

    def _hand_width(self, cells: int) -> int:
        return self._line_width(cells) - self.worth_width * len(self.names)

    @property
    def marked(self) -> int | None:
        """The number of the marked entry, or None in an empty list."""
        return self.hands[self.index].n if self.hands else None

    def mark(self, n: int | None) -> None:
        self.index = next((index for index, hand in enumerate(self.hands) if hand.n == n), self.index)

    def on_resize(self) -> None:
        self._fit()
        self._scroll_to_marked()
        self.refresh()  # lines may have been drawn with the layout of the old size

    def _fit(self) -> None:
        self._lay_out(self._cells)
        self.virtual_size = Size(0, 1 + self._find_tops()[-1])

    @property
    def _cells(self) -> int:
        return self.scrollable_content_region.width or self.size.width

    def _find_tops(self) -> list[int]:
        if not self._tops:
            heights = (self._height(index, self._cells) for index in range(len(self.hands)))
            self._tops = list(accumulate(heights, initial=0))
        return self._tops

    def _scroll_to_marked(self) -> None:
        if self.hands and self.display:
            top, end = self._find_tops()[self.index : self.index + 2]
            line = Region(0, top, 1, 1 + end - top)
            self.scroll_to_region(line, animate=False, force=True)  # also without a scroll bar yet

    def watch_index(self) -> None:
        self._scroll_to_marked()
        self.refresh()
        if self.has_focus:
            self.on_focus()

    def on_focus(self) -> None:
        if self.marked is not None:
            self.post_message(self.Marked(self.marked))

    def on_key(self, event: Key) -> None:
        lines = [f"{hand.line} {hand.in_words}" for hand in self.hands]
        position = self._search.find(event, lines, self.index)
        is_digit = (event.character or "").isdigit()
        if is_digit:
            self._find_figure(Key(event.key, event.character))
        elif position is not None:
            self.index = position
        if is_digit or position is not None:
            event.stop()
            event.prevent_default()

    def action_mark_hand(self, step: int) -> None:
        """Mark another entry, but do not move past the first or the last one.

        `step` is the number of entries to move down, or up if it is negative.
        """
        self.index = max(0, min(len(self.hands) - 1, self.index + step))

    def action_choose(self, what: str) -> None:
        if self.marked is not None:
            self.post_message(self.Chosen(self.marked, what))

    def render_line(self, y: int) -> Strip:
        cells = self.scrollable_content_region.width
        pieces: list[Piece] = []
        if y == 0:
            pieces = self._heading(cells)
        elif (place := self._find_row(y)) is not None:
            pieces = self._line(*place, cells)
        return styled_strip(self, "hands", pieces, cells)

    def _find_row(self, y: int) -> tuple[int, int] | None:
        tops, row = self._find_tops(), y + self.scroll_offset.y - 1
        index = bisect_right(tops, row) - 1
        return (index, row - tops[index]) if 0 <= row < tops[-1] else None

    def _heading(self, cells: int) -> list[Piece]:
        figures = self.worth_width * len(self.names)
        names = "".join(map(self._figure, shorten_names(self.names, self.worth_width - 1)))
        fits = self.hands and figures <= cells
        return [(pad("", self._list_width(cells) - figures) + names, "worth")] if fits else []

    def _line(self, index: int, row: int, cells: int) -> list[Piece]:
        hand = self.hands[index]
        worth = self._figures(hand)
        beside = self._height(index, cells) == 1
        hand_width = self._hand_width(cells) if worth and beside else self._line_width(cells)
        first, rest = (self._fitting(hand, hand_width), "") if beside else self._two_rows(hand, cells)
        number, style = (str(hand.number or ""), "line") if hand.counts else (NOT_COUNTED, "dead")
        if self.has_focus and index == self.index:
            style = "marked"
        if row:
            indent = " " * (self.number_width + 1)
            room = self._list_width(cells) - len(indent) - width(rest)
            return [
                (indent, "worth"),
                (rest, style),
                (pad(worth.lstrip() if width(worth) <= cells else "", room, right=True), "worth"),
            ]
        pieces = [(f"{number:>{self.number_width}} ", "worth"), (first, style)]
        if beside:
            pieces.append((" " * (hand_width - width(first)) + worth, "worth"))
        return pieces

    def _two_rows(self, hand: EntryRow, cells: int) -> tuple[str, str]:
        cells_left = self._line_width(cells) - width(self._figures(hand).lstrip()) - 1
        for letters in range(self.letters if self.in_words else 0, 0, -1):
            first, *rest = wrap(self._with_names(_without_note(hand), letters), self._line_width(cells))
            if not rest:
                break
            if len(rest) == 1 and width(rest[0]) <= cells_left:
                return first, rest[0]
        return self._fitting(hand, self._line_width(cells)), ""

    def _figures(self, hand: EntryRow) -> str:
        if not any(hand.exact_worth):
            return ""
        return "".join(self._figure(self._worth(amount)) for amount in hand.exact_worth)

    def _fitting(self, hand: EntryRow, hand_width: int) -> str:
        if (self.in_words or not hand.is_hand) and width(_without_note(hand)) <= hand_width:
            return clip(hand.in_words, hand_width)
        if not hand.is_hand:
            return clip(hand.brief, hand_width)
        note = hand.brief.removeprefix(hand.line)
        worded = [_without_note(hand)] if self.in_words else []
        shorter = ""
        for line in (*worded, hand.line):
            for letters in range(self.letters, 0, -1):
                shorter = self._with_names(line, letters)
                if width(shorter) <= hand_width:
                    return clip(shorter + (note if line == hand.line else ""), hand_width)
        return clip(shorter + note, hand_width)

    def _with_names(self, line: str, letters: int) -> str:
        # A seat number alone would look like one of the figures of the hand.
        initials = {name[:1] for name in self.names}
        shortened = shorten_names(
            self.names, letters if len(initials) == len(self.names) else max(2, letters)
        )
        pairs = zip(self.names, shortened, strict=True)
        for name, short in sorted(pairs, key=lambda pair: -len(pair[0])):
            line = line.replace(name, short)
        return line

    def _worth(self, amount: Amount | None) -> str:
        if amount is None:
            return ""
        figure = signed(amount) if amount else "·"
        return figure if figure.endswith(FRACTIONS) else figure + self._behind_whole

    def _figure(self, shown: str) -> str:
        return pad(shown, self.worth_width, right=True)

    def on_click(self, event: Click) -> None:
        """Mark the entry that was clicked; a double click corrects it."""
        place = self._find_row(event.get_content_offset_capture(self).y)
        if place is not None:
            self.index = place[0]
            if event.chain == 2:
                self.action_choose("correct")


def _without_note(hand: EntryRow) -> str:
    return hand.in_words.partition(" (")[0]
