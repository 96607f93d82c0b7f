"""Keys, clicks and results that come too fast or too late: each screen is opened and closed once."""

import asyncio
import threading
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from prefcount.store.disk import LockRefusal, WriteError, WriterLock
from prefcount.store.reader import load
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.screens import ProgramScreen, await_while_showing, is_showing, save_file
from prefcount.tui.results import settlement_screen as settlement
from tests.tui.game_files import game_file
from tests.tui.terminal import Terminal, running

SEVERAL = 3
"""Number of clicks or presses of an impatient user."""
BESIDE = (0, 23)
"""A place of the screen that no palette and no page covers."""


def stack(terminal: Terminal) -> list[str]:
    return [type(screen).__name__ for screen in terminal.app.screen_stack]


WAYS: dict[str, list[str]] = {
    "help": ["f1"],
    "keys of the settlement": ["f5", "f1"],
    "keys of what if": ["ctrl+g", "f1"],
    "presets": ["ctrl+r", "f9"],
    "keys of the rules": ["ctrl+r", "f1"],
    "paper": ["ctrl+o"],
    "share": ["ctrl+l"],
}
"""The keys that open each page above the table."""

BURSTS = (
    ("ctrl+p", "pagedown"),
    ("ctrl+p", "escape", "ctrl+p", "pageup", "escape"),
    ("escape", "ctrl+p"),
    ("escape", "escape", "escape", "enter"),
    ("pagedown", "ctrl+p", "enter", "enter"),
)
"""Keys in one write, after those that open a screen."""


async def test_keys_in_one_burst_meet_no_unfinished_screen(game: Path) -> None:
    openings = [(game, keys) for keys in (["escape"], *WAYS.values(), ["f5", "f12"], ["ctrl+d"])]
    openings += [(None, [key]) for key in ("f2", "f3", "f5", "f8", "f12", "ctrl+o", "ctrl+d", "enter")]
    for (path, keys), burst in zip(openings, cycle(BURSTS), strict=False):
        async with running(path) as terminal:
            await terminal.burst(*keys, *burst)
            assert not terminal.app.return_code, keys


async def test_keys_pressed_while_a_table_is_left_are_for_the_list_of_games(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = asyncio.Event()
    check = OpenSession.check_file

    async def slow(open_session: OpenSession) -> bool:
        await free.wait()
        return await check(open_session)

    monkeypatch.setattr(OpenSession, "check_file", slow)
    async with running(game) as terminal:
        await terminal.becomes_writer()
        await terminal.press_meanwhile("escape", "ctrl+d")
        assert stack(terminal)[-1] == "TableScreen"
        free.set()
        await terminal.until(lambda: stack(terminal)[-2:] == ["StartScreen", "DebtsScreen"], "the debts")
        assert "TableScreen" not in stack(terminal)
        await terminal.until(lambda: not isinstance(lock_of(game), LockRefusal), "the lock to be free")


async def test_messages_about_two_sizes_do_not_loop(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out: list[Size | None] = []
    lay_out = Screen._refresh_layout

    def counted(screen: Screen[object], size: Size | None = None, scroll: bool = False) -> None:
        laid_out.append(size)
        assert len(laid_out) < 50, laid_out
        lay_out(screen, size, scroll)

    async with running(game) as terminal:
        await terminal.press("ctrl+p")
        monkeypatch.setattr(Screen, "_refresh_layout", counted)
        assert all(isinstance(screen, ProgramScreen) for screen in terminal.app.screen_stack)
        for screen in terminal.app.screen_stack[:-1]:
            laid_out.clear()
            with terminal.app.batch_update():
                for size in (Size(100, 30), Size(70, 20)):
                    screen.post_message(Resize(size, size))
                    screen.call_later(lambda: None)
                await terminal.quiet()
            assert laid_out


def lock_of(path: Path) -> WriterLock | LockRefusal:
    taken = WriterLock.take(path)
    if isinstance(taken, WriterLock):
        taken.release()
    return taken


async def test_each_escape_leaves_one_screen(game: Path) -> None:
    async with running(game) as terminal:
        table = stack(terminal)
        for keys in WAYS.values():
            await terminal.press(*keys)
            opened = stack(terminal)
            assert len(opened) - len(table) == len(keys)
            terminal.click(*BESIDE, SEVERAL)
            await terminal.quiet()
            assert stack(terminal) == opened
            terminal.send(*["escape"] * len(keys))
            await terminal.until(lambda: stack(terminal) == table, "the table")
        await terminal.press("f1")
        terminal.send("escape", "escape")
        games = [*table[:-1], "StartScreen"]
        await terminal.until(lambda: stack(terminal) == games, "the list of games")
        await terminal.quiet()  # the list of games is whole before the program ends


async def test_screens_and_palettes_are_opened_and_closed_once(game: Path) -> None:
    async with running(game) as terminal:
        # A double Enter on the preset opens the list of presets once.
        await terminal.press("ctrl+r")
        opened = stack(terminal)
        await terminal.burst(*["enter"] * SEVERAL)
        assert stack(terminal) == [*opened, "PresetScreen"]
        await terminal.press("escape", "escape")
        # A double Enter in the palette runs a command once, and closes no other screen.
        await terminal.enter("a 7h wp 7", "enter", shows="Recorded: hand 2")
        below = stack(terminal)
        await terminal.press("ctrl+p")
        await terminal.write("undo", shows="Undo (F3)")
        await terminal.burst(*["enter"] * SEVERAL, shows="Undone: Anna 7♥, Boris whists: made")
        assert stack(terminal) == below
        assert [each.kind for each in load(game).session.entries] == ["game", "game", "void"]
        # Clicks outside of a palette close nothing but the palette.
        below = stack(terminal)
        await terminal.press("ctrl+p")
        assert stack(terminal) == [*below, "Palette"]
        terminal.click(*BESIDE, SEVERAL)
        await terminal.quiet()
        assert stack(terminal) == below
        await terminal.press("f5")
        assert stack(terminal) == [*below, "SettlementScreen"]


async def test_the_palette_offers_a_command_once_and_the_themes() -> None:
    async with running() as terminal:
        # The palette offers each command once, with its key, and none that moves in a list.
        await terminal.press("ctrl+p", shows="Search commands…")
        for typed, offered in (("new game", "New game (F2)"), ("quit", "Quit (F10)")):
            await terminal.write(typed, shows=offered)
            assert terminal.flowing.count(f"{offered.partition('(')[0]}(") == 1
            await terminal.press("ctrl+u")
        await terminal.write("all evenings", shows="Debts (Ctrl+D)")  # a word of the explanation
        await terminal.press("ctrl+u")
        await terminal.write("page down", shows="No matches found")
        await terminal.press("enter", shows="Search commands…")
        # A theme is chosen by its name.
        await terminal.press("ctrl+u")
        await terminal.write("theme", shows="Colour themes")
        await terminal.press("enter", shows="Search themes…")
        await terminal.write("high", shows="high-contrast")
        await terminal.press("enter")
        assert terminal.app.theme == "high-contrast"


REAL = save_file

AT_TABLE = "f1", "ctrl+r f9", "f5", "f12 f2", "ctrl+g", "ctrl+o"
AT_GAMES = "f2", "f5", "f8", "ctrl+d"


async def test_a_result_in_time_is_returned_and_a_late_one_cancels_its_worker(folder: Path) -> None:
    async def failing() -> None:
        raise WriteError

    async def late(error: type[Exception] | None) -> None:
        await terminal.press("escape")
        if error is not None:
            raise error

    async with running(game_file(folder / "game.jsonl")) as terminal:
        await terminal.press("f5")
        assert is_showing(terminal.app.screen)
        assert await await_while_showing(terminal.app.screen, asyncio.sleep(0, "found")) == "found"
        with pytest.raises(TypeError):
            await await_while_showing(terminal.app.screen, failing())
        for error in (None, OSError):
            left = terminal.app.screen
            with pytest.raises(asyncio.CancelledError):
                await await_while_showing(left, late(error))
            assert not is_showing(left)
            assert is_showing(terminal.app.screen)
            await terminal.press("f5")


async def test_a_page_is_saved_while_the_settlement_is_left(
    folder: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is saved while the screen is being removed and some of its parts are gone."""
    under_way, go = threading.Event(), threading.Event()

    def slow(*given: Any) -> Path:
        under_way.set()
        assert go.wait(5)
        return REAL(*given)

    monkeypatch.setattr(settlement, "save_file", slow)
    async with running(game_file(folder / "game.jsonl", "anna 7h wp 6")) as terminal:
        await terminal.press("f5")
        await terminal.press_meanwhile("f12")
        await terminal.until(under_way.is_set, "the page to be under way")
        terminal.send("escape")
        for _moment in range(6):
            await asyncio.sleep(0)
        go.set()
        await terminal.until((documents / "game.html").exists, "the page")
        await terminal.quiet()
        assert terminal.app.is_running


async def test_quitting_while_a_screen_opens_does_not_crash(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "boris 8n pp")
    ways = [*((path, each) for each in AT_TABLE), *((None, each) for each in AT_GAMES)]
    for (where, keys), rounds in zip(ways, cycle((3, 8, 5)), strict=False):
        async with running(where) as terminal:
            await terminal.press(*keys.split()[:-1])
            terminal.send(keys.split()[-1])
            for _round in range(rounds):
                await asyncio.sleep(0)
            terminal.app.exit()
        assert terminal.app.return_code == 0, keys
