"""Drawing: colours of every theme, partial updates, cells sent to the terminal, and few replays."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.color import Color
from textual.geometry import Region
from textual.strip import Strip
from textual.theme import BUILTIN_THEMES

from prefcount.base.i18n import _, override_language
from prefcount.render.text_cells import graphemes, width
from prefcount.session import session
from prefcount.tui.app import (
    ANSI_DARK,
    HIGH_CONTRAST,
    MIN_CONTRAST,
    TEXTS,
    PrefcountApp,
    color_on,
    contrast,
    readable,
)
from prefcount.tui.kit.widgets import MAX_GAP, ShownCells
from prefcount.tui.table.entry_form import EntryForm
from tests.counting import counted
from tests.tui.terminal import apply_anew, running, strips

TUI = Path(__file__).parents[2] / "prefcount" / "tui"
THEMES = {**BUILTIN_THEMES, HIGH_CONTRAST.name: HIGH_CONTRAST}
ON_BLACK = {
    f"ansi_{name}" for name in ("default", "bright_cyan", "bright_green", "bright_yellow", "bright_red")
}
ON_WHITE = {"ansi_default", "ansi_blue", "ansi_red", "ansi_magenta"}
PAIRS = {"ansi_black on ansi_white", "ansi_bright_white on ansi_blue"}
"""Colours that can be read in a terminal with the usual 16 colours."""


@pytest.mark.parametrize("name", THEMES)
def test_texts_have_enough_contrast(name: str) -> None:
    theme = THEMES[name]
    generated = theme.to_color_system().generate() | theme.variables
    variables = readable(generated, dark=theme.dark, ansi=theme.ansi)
    for text, grounds in TEXTS.items():
        for ground in grounds:
            if not theme.ansi:
                below = color_on(variables, ground)
                assert contrast(color_on(variables, text, below), below) > MIN_CONTRAST - 0.05, (text, ground)
            elif variables[ground] in ("ansi_default", "transparent"):
                assert variables[text].removesuffix(" 50%") in (ON_BLACK if theme.dark else ON_WHITE), text
            else:
                assert f"{variables[text]} on {variables[ground]}" in PAIRS


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast(Color.parse("#fff"), Color.parse("#000")) == pytest.approx(21)
    assert contrast(Color.parse("#767676"), Color.parse("#fff")) == pytest.approx(4.54, abs=0.01)


def test_no_text_is_on_a_colour_that_is_not_checked() -> None:
    source = "\n".join(path.read_text("utf-8") for path in TUI.rglob("*.py"))
    grounds = set(re.findall(r"(?:background: |[ \"]on )\$([a-z0-9-]+)", source))
    assert grounds <= {*(each for of in TEXTS.values() for each in of), "boost", "surface-lighten-2"}


@pytest.mark.parametrize(("system", "is_ansi"), [("standard", True), ("truecolor", False)])
def test_a_terminal_of_16_colours_has_its_own_theme(
    monkeypatch: pytest.MonkeyPatch, system: str, is_ansi: bool
) -> None:
    monkeypatch.setattr("rich.console.Console.color_system", system)
    assert (PrefcountApp().terminal_theme == ANSI_DARK) is is_ansi


@pytest.mark.parametrize(
    ("code", "typed"), [("en", "color"), ("en", "colour"), ("ru", "цвет"), ("ru", "тема")]
)
async def test_the_palette_finds_themes_by_colour(code: str, typed: str) -> None:
    with override_language(code):
        title = _("Colour theme")
        async with running() as terminal:
            await terminal.press("ctrl+p")
            await terminal.write(typed, shows=title)


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
    for drawn, cut in further:
        update = parts(drawn, cut)
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


async def test_partial_drawing_equals_full_drawing(game: Path) -> None:
    async with running(game) as terminal:
        # After every key the screen is the same as after a full redraw.
        for key in (*"17", "f6", "down", "f6", "3", "escape", *"anna 8", "escape", "9", "3", "1", "2"):
            await terminal.press(key)
            before = terminal.frame
            form = terminal.app.screen.query_one(EntryForm)
            form.notify_style_update()
            await terminal.quiet()
            assert terminal.frame == before
        await terminal.drop_all()
        # Every cell has the colours of the theme, before and after keys and another theme.
        await terminal.press("1", "7")
        terminal.app.theme = "high-contrast"
        await terminal.quiet()
        form = terminal.app.screen.query_one(EntryForm)
        await terminal.press("escape")
        wanted = form.rich_style.bgcolor
        for y in range(form.region.y, form.region.bottom):
            line = strips(terminal.app)[y].crop(form.region.x, form.region.right)
            assert {style.bgcolor for _text, style, _ in line if style and not style.reverse} == {wanted}
        # The newest hands below the form get the colours of a new theme, too.
        await terminal.shows("1 Boris 8NT")
        terminal.app.theme = "textual-light"
        await terminal.quiet()
        for y in range(form.region.y, form.region.bottom):
            for segment in strips(terminal.app)[y].crop(form.region.x, form.region.right):
                assert not segment.text.strip() or segment.style.color != segment.style.bgcolor


async def test_control_styles_found_earlier_are_as_textual_finds_them(game: Path) -> None:
    async def compare(*keys: str) -> None:
        for key in keys:
            await terminal.press(key)
            for node in terminal.app.screen.walk_children(with_self=True):
                parts = list(node._component_styles.values())
                before = [dict(each.base._rules) for each in (node.styles, *parts)]
                apply_anew(terminal.app.stylesheet, node)
                parts = list(node._component_styles.values())
                assert [dict(each.base._rules) for each in (node.styles, *parts)] == before, (key, node)

    async with running(game) as terminal:
        terminal.app.theme = "high-contrast"
        await compare("1", "7", "f6", "down", "f6", "escape", "escape", "tab", "up", "shift+tab", "left")
        await compare("escape", "f5", "escape", "ctrl+r", "down", "right", "escape", "escape", "f2", "tab")


async def test_wide_windows_show_the_chart_and_keep_figures_next_to_their_hands(game: Path) -> None:
    async with running(game, size=(200, 24)) as terminal:
        assert re.fullmatch(
            r"1 Boris 8NT, both pass {1,50}−20 {1,12}\+40 {1,12}−20", terminal.line("1 Boris")
        )
        await terminal.resize(120, 41)
        assert "● Anna" not in terminal.frame
        await terminal.resize(120, 42)
        await terminal.shows("● Anna −20", "■ Boris +40")
        await terminal.press(*"anna 6s pp", "enter", "enter", shows="■ Boris +33")


async def test_drawing_replays_few_hands(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(game) as terminal:
        # Moving the mark over the last answers plays each answer once.
        await terminal.press("1", "6", "3")
        plays = counted(monkeypatch, session, "play_step")
        await terminal.press("f6")
        answers = len(plays)
        await terminal.press("down", "down", "up", "up", "f6", "f6")
        assert 1 < len(plays) == answers
        await terminal.drop_all()
        # A typed hand is played after each word that changes it, and when it is written; not for the preview.
        plays = counted(monkeypatch, session, "play_step")
        words = ("anna 7", "anna 7h", "anna 7h wp", "anna 7h wp 6")
        await terminal.write(words[-1], shows="Anna 7♥, Boris whists: 1 down")
        assert len(plays) == len(words)
        await terminal.press("enter", shows="Enter records")
        async for _size in terminal.sizes():
            await terminal.shows("this hand ")
        assert len(plays) == len(words)
        await terminal.press("enter", shows="Recorded: hand 2.")
        assert len(plays) == len(words) + 1
