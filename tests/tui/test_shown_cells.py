"""The terminal is sent only the cells that differ, and shows the same as if all were sent."""

import re

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from prefcount.render.text_cells import graphemes, width
from prefcount.tui.kit.widgets import MAX_GAP, ShownCells

CELLS = 40
STYLES = (Style(), Style(color="red"), Style(color="red", bold=True), Style(bgcolor="blue"))
CONSOLE = Console(color_system="truecolor", force_terminal=True)
WRITTEN = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|([^\x1b\n]+)")

Screen = list[list[tuple[str, str]]]
"""The cells of each line with their colours."""


def line(pieces: list[tuple[str, Style]]) -> Strip:
    return Strip(Segment(text, style) for text, style in pieces).adjust_cell_length(CELLS, Style())


lines = st.lists(st.tuples(st.text("aB7ж │♠漢🂡", max_size=9), st.sampled_from(STYLES)), max_size=9).map(line)
screens = st.lists(lines, min_size=3, max_size=3)


def written(on: Screen, sequences: str) -> None:
    """Return what a terminal shows after these sequences."""
    x = y = 0
    colours = ""
    for row, column, rendition, text in WRITTEN.findall(sequences):
        if row:
            x, y = int(column) - 1, int(row) - 1
        elif text:
            for sign in graphemes(text):
                on[y][x : x + width(sign)] = [(sign, colours), *[("", colours)] * (width(sign) - 1)]
                x += width(sign)
        else:
            colours = "" if rendition == "0" else rendition


def rendered(update: object) -> str:
    """Return the sequences of an update, or ""."""
    return "" if update is None else update.render_segments(CONSOLE)


def whole(strips: list[Strip]) -> LayoutUpdate:
    """Return an update of all lines, as when a screen is shown."""
    return LayoutUpdate([[each] for each in strips], Region(0, 0, CELLS, len(strips)))


def parts(strips: list[Strip], cut: int) -> ChopsUpdate:
    """Return an update of all lines, as when two widgets side by side are drawn."""
    chops = [dict(zip((0, cut), each.divide([cut, CELLS]), strict=True)) for each in strips]
    return ChopsUpdate(chops, [(y, 0, CELLS) for y in range(len(strips))], [[cut, CELLS]] * len(strips))


def blank() -> Screen:
    return [[(" ", "")] * CELLS for _line in range(3)]


@given(screens, st.lists(st.tuples(screens, st.integers(1, CELLS - 1)), min_size=1, max_size=3))
def test_the_terminal_shows_what_was_drawn(
    first: list[Strip], further: list[tuple[list[Strip], int]]
) -> None:
    shown, terminal = ShownCells(), blank()
    written(terminal, rendered(shown.changes(whole(first))))
    for strips, cut in further:
        update = parts(strips, cut)
        expected = blank()
        written(expected, rendered(update))
        written(terminal, rendered(shown.changes(update)))
        assert terminal == expected


def test_unchanged_cells_are_not_sent() -> None:
    before = line([("Anna", STYLES[1]), (" pool 12 ", STYLES[0]), ("dump 4", STYLES[0])])
    after = line([("Anna", STYLES[1]), (" pool 14 ", STYLES[0]), ("dump 4", STYLES[0])])
    shown = ShownCells()
    shown.changes(whole([before] * 3))
    assert shown.changes(parts([before] * 3, 20)) is None
    assert rendered(shown.changes(parts([before, after, before], 20))) == "\x1b[2;12H4"
    assert shown.changes(parts([before, after, before], 20)) is None
    shown.forget()
    assert rendered(shown.changes(parts([before] * 3, 20))).count("Anna") == 3


def test_drawing_a_part_leaves_its_neighbours() -> None:
    shown = ShownCells()
    shown.changes(whole([line([("Anna", STYLES[0]), (" " * 20, STYLES[0]), ("hand 4", STYLES[0])])]))
    update = parts([line([("Boris", STYLES[0])])], 20)
    sent = shown.changes(ChopsUpdate(update.chops, [(0, 0, 20)], update.chop_ends))
    assert rendered(sent) == "\x1b[1;1HBoris"


def test_close_changes_are_sent_as_one() -> None:
    blanks = line([])
    for gap, moves in ((MAX_GAP - 1, 1), (MAX_GAP + 1, 2)):
        shown = ShownCells()
        shown.changes(whole([blanks]))
        changed = line([("x" + " " * gap + "x", STYLES[0])])
        assert rendered(shown.changes(parts([changed], 39))).count("H") == moves
