"""A screen that is left while something is under way for it: what comes then shows nothing any more."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from prefcount.session.not_written import NotWritten
from prefcount.tui.screens import settlement
from prefcount.tui.there import is_there, while_there
from tests.tui.evenings import game_file
from tests.tui.terminal import running
from tests.waiting import quiet, until

SCREENS = Path(settlement.__file__).parent
REAL = settlement.keep_beside


async def test_what_comes_in_time_is_taken(folder: Path) -> None:
    """The result, or what went wrong."""

    async def failing() -> None:
        raise NotWritten

    async with running(game_file(folder / "game.jsonl")) as terminal:
        await terminal.press("f5")
        assert is_there(terminal.app.screen)
        assert await while_there(terminal.app.screen, asyncio.sleep(0, "found")) == "found"
        with pytest.raises(TypeError):
            await while_there(terminal.app.screen, failing())


@pytest.mark.parametrize("fails", [False, True])
async def test_what_comes_too_late_ends_what_waited_for_it(folder: Path, fails: bool) -> None:
    """Whatever it is."""
    async with running(game_file(folder / "game.jsonl")) as terminal:
        await terminal.press("f5")
        left = terminal.app.screen

        async def late() -> None:
            await terminal.press("escape")
            if fails:
                raise OSError

        with pytest.raises(asyncio.CancelledError):
            await while_there(left, late())
        assert not is_there(left)
        assert is_there(terminal.app.screen)


@pytest.mark.parametrize("moment", [6, 9, 12, 15])
async def test_a_page_is_saved_while_the_settlement_is_left(
    folder: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """At each of these moments of taking the screen down; at some of them parts of it are gone already."""
    under_way, go = threading.Event(), threading.Event()

    def slow(*given: Any) -> Path:
        under_way.set()
        assert go.wait(5)
        return REAL(*given)

    monkeypatch.setattr(settlement, "keep_beside", slow)
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running(path) as terminal:
        await terminal.press("f5", "h")
        await until(terminal.pilot, under_way.is_set, "the page to be under way")
        terminal.send("escape")
        for _moment in range(moment):
            await asyncio.sleep(0)
        go.set()
        await until(terminal.pilot, path.with_suffix(".html").exists, "the page")
        await quiet(terminal.pilot)
        assert terminal.app.is_running


@pytest.mark.parametrize("source", sorted(SCREENS.glob("*.py")), ids=lambda source: source.stem)
def test_no_screen_waits_for_a_thread_on_its_own(source: Path) -> None:
    """Every screen asks whether it is still there."""
    assert "await asyncio.to_thread" not in source.read_text(encoding="utf-8")
