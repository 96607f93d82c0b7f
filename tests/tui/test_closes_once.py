"""Palettes, and keys and clicks faster than the program can follow: each screen is opened and closed once."""

from pathlib import Path

from prefcount.store.reader import load
from tests.tui.terminal import Terminal, running
from tests.waiting import quiet, until

SEVERAL = 3
"""So often somebody clicks or presses who thinks that nothing happens."""
BESIDE = (0, 23)
"""A place of the screen that no palette and no page covers."""


def stack(terminal: Terminal) -> list[str]:
    """The screens one above the other, by what they are."""
    return [type(screen).__name__ for screen in terminal.app.screen_stack]


async def test_clicks_beside_a_palette_leave_the_palette_alone(game: Path) -> None:
    """However many: the table stays, and so does the program."""
    async with running(game) as terminal:
        below = stack(terminal)
        await terminal.press("ctrl+p")
        assert stack(terminal) == [*below, "Palette"]
        terminal.click(*BESIDE, SEVERAL)
        await quiet(terminal.pilot)
        assert stack(terminal) == below
        await terminal.press("f5")
        assert stack(terminal) == [*below, "SettlementScreen"]


async def test_a_command_is_run_once(game: Path) -> None:
    """Enter once too often undoes no second hand, and takes no screen away."""
    async with running(game) as terminal:
        await terminal.write("a 7h wp 7")
        await terminal.press("enter", "enter")
        await terminal.shows("Recorded: hand 2")
        below = stack(terminal)
        await terminal.press("ctrl+p")
        await terminal.write("undo")
        await terminal.shows("Undo (F3)")
        terminal.send(*["enter"] * SEVERAL)
        await quiet(terminal.pilot)
        await terminal.shows("Undone: Anna 7h wp 7")
        assert stack(terminal) == below
    assert [each.kind for each in load(game).session.entries] == ["game", "game", "void"]


WAYS: dict[str, list[str]] = {
    "help": ["f1"],
    "keys of the settlement": ["f5", "f1"],
    "keys of what if": ["ctrl+g", "f1"],
    "presets": ["ctrl+r", "f9"],
    "keys of the rules": ["ctrl+r", "f1"],
    "paper": ["ctrl+o"],
    "share": ["ctrl+l"],
}
"""The keys that lead from the table to each page above it."""


async def test_escape_leaves_a_screen_for_each_press(game: Path) -> None:
    """As if it was pressed slowly: one page after the other, then the table, and once more the games.

    Our pages are left by keys alone: below them nothing is clicked.
    """
    async with running(game) as terminal:
        table = stack(terminal)
        for keys in WAYS.values():
            await terminal.press(*keys)
            opened = stack(terminal)
            assert len(opened) - len(table) == len(keys)
            terminal.click(*BESIDE, SEVERAL)
            await quiet(terminal.pilot)
            assert stack(terminal) == opened
            terminal.send(*["escape"] * len(keys))
            await until(terminal.pilot, lambda: stack(terminal) == table, "the table")
        await terminal.press("f1")
        terminal.send("escape", "escape")
        games = [*table[:-1], "StartScreen"]
        await until(terminal.pilot, lambda: stack(terminal) == games, "the list of games")
        await quiet(terminal.pilot)  # the list of games is whole before the program ends


async def test_the_presets_are_listed_once(game: Path) -> None:
    """Enter on the convention, and once more before the list is there."""
    async with running(game) as terminal:
        await terminal.press("ctrl+r")
        opened = stack(terminal)
        terminal.send(*["enter"] * SEVERAL)
        await quiet(terminal.pilot)
        assert stack(terminal) == [*opened, "PresetScreen"]


async def test_a_command_is_offered_once_with_its_key() -> None:
    """As the hints call it; what moves within a list is no command."""
    async with running() as terminal:
        await terminal.press("ctrl+p")
        await terminal.shows("Search commands…")
        for typed, offered in (("new game", "New game (F2)"), ("quit", "Quit (F10)")):
            await terminal.write(typed)
            await terminal.shows(offered)
            assert terminal.flowing.count(f"{offered.partition('(')[0]}(") == 1
            await terminal.press("ctrl+u")
        await terminal.write("page down")
        await terminal.shows("No matches found")
        await terminal.press("enter")
        await terminal.shows("Search commands…")


async def test_a_theme_is_chosen_by_its_name() -> None:
    async with running() as terminal:
        await terminal.press("ctrl+p")
        await terminal.write("theme")
        await terminal.shows("Colour themes")
        await terminal.press("enter")
        await terminal.shows("Search themes…")
        await terminal.write("high")
        await terminal.shows("high-contrast")
        await terminal.press("enter")
        assert terminal.app.theme == "high-contrast"
