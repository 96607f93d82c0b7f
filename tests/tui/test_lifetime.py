"""Results that come after a screen was closed, or while the program ends."""

import asyncio
import threading
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from prefcount.store.disk import WriteError
from prefcount.tui.kit.screens import await_while_showing, is_showing, save_file
from prefcount.tui.results import settlement_screen as settlement
from tests.tui.game_files import game_file
from tests.tui.terminal import running
from tests.waiting import quiet, until

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
    """While the screen is being removed, and some of its parts are gone."""
    under_way, go = threading.Event(), threading.Event()

    def slow(*given: Any) -> Path:
        under_way.set()
        assert go.wait(5)
        return REAL(*given)

    monkeypatch.setattr(settlement, "save_file", slow)
    async with running(game_file(folder / "game.jsonl", "anna 7h wp 6")) as terminal:
        await terminal.press("f5")
        await terminal.press_meanwhile("f12")
        await until(terminal.pilot, under_way.is_set, "the page to be under way")
        terminal.send("escape")
        for _moment in range(6):
            await asyncio.sleep(0)
        go.set()
        await until(terminal.pilot, (documents / "game.html").exists, "the page")
        await quiet(terminal.pilot)
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
