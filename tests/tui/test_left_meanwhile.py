"""A screen that is left while something is under way for it: what comes then shows nothing any more."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prefcount.tui.screens import conventions, paper, presets, settlement, stats, whatif
from tests.tui.evenings import game_file
from tests.tui.terminal import Terminal, running
from tests.waiting import quiet, until

PLACES: dict[str, tuple[object, str, tuple[str, ...], tuple[str, ...]]] = {
    "saving a page": (settlement, "keep_beside", ("f5",), ("h",)),
    "comparing rules": (whatif, "_replays", ("ctrl+r",), ("e",)),
    "comparing with paper": (paper, "marks", ("ctrl+o",), ("1",)),
    "keeping rules": (conventions, "keep_preset", ("f2", "f4", "x"), ("enter",)),
    "importing rules": (presets, "import_preset", ("f2", "f3", "f6", "x"), ("enter",)),
    "adding games up": (stats, "_add", ("escape", "f8"), ("r",)),
}
"""The function that is waited for, the keys that lead to the place, and those that begin it."""


@pytest.mark.parametrize("place", PLACES)
async def test_nothing_is_shown_where_nothing_is(
    place: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer comes in the very moment in which the screen is taken down."""
    module, name, way, begin = PLACES[place]
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running(path) as terminal:
        await terminal.press(*way)
        await terminal.app.workers.wait_for_complete()
        monkeypatch.setattr(module, name, leaving(terminal, getattr(module, name)))
        left = terminal.app.screen
        terminal.send(*begin)
        await until(terminal.pilot, lambda: left not in terminal.app.screen_stack, "the screen before")
        await quiet(terminal.pilot)
        assert terminal.app.is_running


def leaving(terminal: Terminal, done: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, that lets the screen be left before it returns."""

    def work(*given: Any, **named: Any) -> Any:
        try:
            return done(*given, **named)
        finally:
            app = terminal.app
            app.call_from_thread(app.screen.dismiss, None)

    return work
