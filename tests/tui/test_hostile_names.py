"""Legal names that look like something else to a terminal are shown as they are."""

import tempfile
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from prefcount.entries.models import NAME_LENGTH
from prefcount.entries.names_and_figures import fold
from prefcount.render.text_cells import width
from prefcount.store.settings import FOLDER_VARIABLE
from tests.helpers import entry
from tests.strategies import name
from tests.tables import each_line
from tests.tui.game_files import game_file, on_disk
from tests.tui.terminal import Terminal, running, strips, texts

VAST = (260, 40)
NARROW = (60, 20)
SHORT = 20
"""Characters of a name that are shown wherever it is cut on a wide screen."""

NAMES = (
    *("[/", "[/]", "[@click=app.quit]x[/]", "[link=file:///x]y[/link]", "[red]", "\\[", "[", "]", ":smile:"),
    *("7h 7h", "m 0", "r 3 5 2", "#1", "wp", "{0}", "%s", "$text", "&amp;", "<b>", "a ¦ b", "│", "─" * 40),
    *("日本語の名前", "漢" * NAME_LENGTH, "ｗｉｄｅ", "한국어", "नमस्ते", "ไทยกำ", "مرحبا", "שלום", "Ὀδυσσεύς"),
    *(
        "x" * NAME_LENGTH,
        "e\u0301\u0302\u0303\u0304",
        "Z\u0351\u036b\u0343a",
        "a" + "\u0300" * 39,
        "👨",
        "🂡🂱",
    ),
)

tables = st.lists(st.one_of(st.sampled_from(NAMES), name()), min_size=3, max_size=3, unique_by=fold).map(
    tuple
)


def solid(text: str) -> str:
    return "".join(text.split())


def check(terminal: Terminal) -> None:
    """Check that lines are aligned and have no control characters."""
    for strip in strips(terminal.app):
        assert strip.cell_length == terminal.app.size.width, strip.text
        assert all(char.isprintable() for char in strip.text), strip.text


def check_names(terminal: Terminal, players: tuple[str, ...]) -> None:
    """Check that all names are shown in full, or cut with an ellipsis."""
    check(terminal)
    shown = [solid(text) for text in texts(terminal.app)]
    for player in players:
        cut = {f"{solid(player[:length])}…" for length in range(SHORT, len(player))}
        assert any(each in text for text in shown for each in (solid(player), *cut)), (
            f"{player} is not on\n{terminal.frame}"
        )


async def evening(path: Path, players: tuple[str, ...], size: tuple[int, int]) -> None:
    """Play a hand of a game, and check each screen that shows names."""
    path.unlink(missing_ok=True)
    game_file(path, players=players)
    look = partial(check_names, players=players) if size == VAST else check
    async with running(size=size) as terminal:
        look(terminal)  # the list of games
        await terminal.press("enter", shows="Who plays?")
        await terminal.press(*"1635")
        look(terminal)
        await terminal.press("3")
        look(terminal)  # the preview
        await terminal.press("enter", shows="Recorded: hand ")
        look(terminal)
        for keys in (("tab",), ("tab", "left")):  # the list of hands, and the sheet
            await terminal.press(*keys)
            check(terminal)
        await terminal.press("escape", "f5", shows="If the game ended now:")
        look(terminal)
    assert len(on_disk(path).entries) == 1


WIDEST = ("漢" * NAME_LENGTH, "字" * NAME_LENGTH, "名" * NAME_LENGTH)


@settings(max_examples=1)
@given(tables)
@example(("[/", "[@click=app.quit]x[/]", "[/red]"))
@example(WIDEST)
async def test_names_are_shown_as_they_are_and_break_no_small_screen(players: tuple[str, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as environment:
        environment.setenv(FOLDER_VARIABLE, folder)
        await evening(Path(folder) / "game.jsonl", players, VAST)
        if players == WIDEST:
            await evening(Path(folder) / "game.jsonl", players, NARROW)


MARKUP = ("[@click=app.quit]Anna[/]", "[/", "{n} [red]")


async def test_no_name_is_a_link_or_a_style(folder: Path) -> None:
    end = entry("end", reason="agreed")
    path = game_file(folder / "game.jsonl", "r 3 5 2", "r 0 4 6", end, players=MARKUP, stake="1")
    async with running(path, size=(120, 60)) as terminal:
        for keys in (("f5",), ("escape", "ctrl+g"), ("escape", "escape", "f5"), ("escape", "ctrl+d")):
            await terminal.press(*keys)
            await terminal.work_done()
            for name in MARKUP:
                assert name in terminal.flowing, keys
            assert terminal.app.is_running


@each_line("player", NAMES)
def test_the_program_and_the_terminal_agree_how_wide_a_name_is(player: str) -> None:
    """Textual has its own table of widths, and the sheet uses wcwidth."""
    from rich.cells import cell_len

    assert cell_len(player) == width(player)
