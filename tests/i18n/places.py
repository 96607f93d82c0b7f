"""Every place of the terminal program, and the way to it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from inspect import getsource
from pathlib import Path
from shutil import copytree
from typing import Any

from textual.screen import Screen

from prefcount.games import GAMES
from prefcount.tui.games.start_screen import StartScreen
from prefcount.tui.kit.keys import GAMES as START_KEYS
from prefcount.tui.kit.keys import TABLE, Commands
from prefcount.tui.table.table_screen import TableScreen
from tests.games.brought import BROUGHT
from tests.tui.game_files import shortened
from tests.tui.terminal import NORMAL, Size, Terminal, running

SAMPLES = Path(__file__).parents[2] / "sample_sessions"

TABLE_SAMPLE = "leningrad-four-players"
SEASON = "season"
"""Sessions of a season with their payments, for statistics and debts."""

REST = ""
"""Marks a pause between keys, in which the program reads the files."""

PLACES: dict[str, tuple[str, tuple[str, ...]]] = {
    "the games": ("", ()),
    "no games": ("empty", ()),
    "searching": ("", ("slash", "x")),
    "a new game": ("", ("f2",)),
    "a question": ("", ("f8",)),
    "deleted games": ("", ("f3",)),
    "debts": (SEASON, ("ctrl+d",)),
    "the table": (TABLE_SAMPLE, ()),
    "a half-entered hand": (TABLE_SAMPLE, ("1", "6")),
    "what it scores": (TABLE_SAMPLE, ("1", "6", "3", "f6")),
    "a typed line": (TABLE_SAMPLE, ("x", "y")),
    "a correction": (TABLE_SAMPLE, ("tab", "up", "f8")),
    "the list of hands": (TABLE_SAMPLE, ("tab", "up")),
    "the sheet": (TABLE_SAMPLE, ("shift+tab", "left")),
    "help": (TABLE_SAMPLE, ("f1",)),
    "another place": (TABLE_SAMPLE, ("f12", "f2")),
    "whether another place": (TABLE_SAMPLE, ("f12",)),
    "settlement": (TABLE_SAMPLE, ("f5",)),
    "keys of the settlement": (TABLE_SAMPLE, ("f5", "f1")),
    "rules": (TABLE_SAMPLE, ("ctrl+r", "down")),
    "presets": (TABLE_SAMPLE, ("ctrl+r", "f9")),
    "a name for rules": (TABLE_SAMPLE, ("ctrl+r", "ctrl+s")),
    "paper": (TABLE_SAMPLE, ("ctrl+o", "1", "2")),
    "what if": (TABLE_SAMPLE, ("ctrl+g",)),
    "sharing": (TABLE_SAMPLE, ("ctrl+l",)),
    "a link that reads": (TABLE_SAMPLE, ("ctrl+l", "0", REST)),
    "links that read and write": (TABLE_SAMPLE, ("ctrl+l", "0", REST, "f9", REST)),
    "statistics": (SEASON, ("f5",)),
    "statistics of a player": (SEASON, ("f5", REST, "right")),
    "no statistics": ("empty", ("f5",)),
    "no debts": ("empty", ("ctrl+d",)),
    **{name: (BROUGHT[name].sample, ("1",)) for name in GAMES[1:]},
}
"""Each place with its file and the keys that lead to it."""


def opening_keys(screen: type[Screen[Any]], commands: Commands) -> Iterator[str]:
    """Yield the keys of a screen that open another screen, as the code of their actions says."""
    for command in commands:
        action = getattr(screen, f"action_{command.action}", None)
        if action is not None and "push_screen" in getsource(action):
            yield command.keys.split(",")[0]


for sample, screen, commands in (("", StartScreen, START_KEYS), (TABLE_SAMPLE, TableScreen, TABLE)):
    tried = {way[0] for file, way in PLACES.values() if way and file in (sample, SEASON)}
    PLACES |= {
        f"opened by {key}": (sample, (key,)) for key in opening_keys(screen, commands) if key not in tried
    }


async def at_rest(terminal: Terminal) -> None:
    """Wait until background work is done and the frame no longer changes."""
    seen, now = "", terminal.frame
    while seen != now:
        await terminal.work_done()
        seen, now = now, terminal.frame


@asynccontextmanager
async def at(place: str, folder: Path, size: Size = NORMAL) -> AsyncIterator[Terminal]:
    """Run the program, and go to a place."""
    file, way = PLACES[place]
    folder.mkdir()
    path = None
    if file == "":
        shortened(folder / "one.jsonl", "sochi-american-aid", 12)
    elif file == SEASON:
        copytree(SAMPLES / SEASON, folder, dirs_exist_ok=True)
    elif file != "empty":
        path = shortened(folder / "game.jsonl", file, 14)
    async with running(path, size) as terminal:
        for key in way:
            await (at_rest(terminal) if key == REST else terminal.press(key))
        await at_rest(terminal)
        yield terminal
