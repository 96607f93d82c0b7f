"""Random keys: the session on the screen is always the one on the disk."""

import random
from pathlib import Path

import pytest

from prefcount.store.reader import load
from prefcount.tui.table.table_screen import TableScreen
from tests.tui.game_files import game_file
from tests.tui.terminal import Terminal, running
from tests.waiting import work_done_aside

KEYS = (
    *"0123456789-=" * 3,
    *("enter",) * 24,
    *("escape", "backspace", "up", "down", "left", "right") * 2,
    *("f1", "f2", "f3", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "delete", "tab", "tab", "shift+tab"),
    *("home", "end", "pageup", *"amwpr7hs /+.,яп"),
)
AT_ONCE = 12
"""Number of keys in one burst."""


def at_the_table(terminal: Terminal, path: Path) -> bool:
    """Return whether the same table is still open."""
    tables = [screen for screen in terminal.app.screen_stack if isinstance(screen, TableScreen)]
    return [table.open_session.path for table in tables] == [path]


async def press_anything(terminal: Terminal, path: Path, fate: random.Random, handfuls: int) -> None:
    """Press random keys while they do not leave the table."""
    pressed: list[str] = []
    for _ in range(handfuls):
        keys = fate.choices(KEYS, k=AT_ONCE)
        pressed += keys
        await terminal.burst(*keys)
        assert not terminal.app.return_code, pressed
        await work_done_aside(terminal.pilot)  # in the list a question may wait for its answer
        loaded = load(path)
        assert loaded.faults == (), pressed
        if not at_the_table(terminal, path):
            return
        known = [(entry.n, entry.kind) for entry in terminal.open_session.session.entries]
        assert known == [(entry.n, entry.kind) for entry in loaded.session.entries], pressed


@pytest.mark.parametrize("seed", range(2))
async def test_random_keys_leave_table_and_disk_equal(folder: Path, seed: int) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 0", "r 3 5 2")
    fate = random.Random(seed)
    for _ in range(2):
        async with running(path) as terminal:
            await press_anything(terminal, path, fate, handfuls=3)
