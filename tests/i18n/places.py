"""Every place of the terminal program, and the way to it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copytree

from prefcount.games import GAMES
from tests.games.brought import BROUGHT
from tests.tui.game_files import shortened
from tests.tui.terminal import Terminal, running

SAMPLES = Path(__file__).parents[2] / "sample_sessions"

SEASON = "season"
"""Sessions of a season with their payments, for statistics and debts."""

REST = ""
"""Marks a pause between keys, in which the program reads the files."""

Way = Callable[[Terminal], Awaitable[None]]


def keys(*pressed: str) -> Way:
    """Return a way to a place by keys."""

    async def go(terminal: Terminal) -> None:
        for key in pressed:
            await (at_rest(terminal) if key == REST else terminal.press(key))

    return go


PLACES: dict[str, tuple[str, Way]] = {
    "the games": ("", keys()),
    "no games": ("empty", keys()),
    "searching": ("", keys("slash", "x")),
    "a new game": ("", keys("f2")),
    "a question": ("", keys("f8")),
    "deleted games": ("", keys("f3")),
    "debts": (SEASON, keys("ctrl+d")),
    "the table": ("leningrad-four-players", keys()),
    "a half-entered hand": ("leningrad-four-players", keys("1", "6")),
    "what it scores": ("leningrad-four-players", keys("1", "6", "3", "f6")),
    "a typed line": ("leningrad-four-players", keys("x", "y")),
    "a correction": ("leningrad-four-players", keys("tab", "up", "f8")),
    "the list of hands": ("leningrad-four-players", keys("tab", "up")),
    "the sheet": ("leningrad-four-players", keys("shift+tab", "left")),
    "help": ("leningrad-four-players", keys("f1")),
    "another place": ("leningrad-four-players", keys("f12", "f2")),
    "whether another place": ("leningrad-four-players", keys("f12")),
    "settlement": ("leningrad-four-players", keys("f5")),
    "keys of the settlement": ("leningrad-four-players", keys("f5", "f1")),
    "rules": ("leningrad-four-players", keys("ctrl+r", "down")),
    "presets": ("leningrad-four-players", keys("ctrl+r", "f9")),
    "a name for rules": ("leningrad-four-players", keys("ctrl+r", "ctrl+s")),
    "paper": ("leningrad-four-players", keys("ctrl+o", "1", "2")),
    "what if": ("leningrad-four-players", keys("ctrl+g")),
    "sharing": ("leningrad-four-players", keys("ctrl+l")),
    "a link that reads": ("leningrad-four-players", keys("ctrl+l", "0", REST)),
    "links that read and write": ("leningrad-four-players", keys("ctrl+l", "0", REST, "f9", REST)),
    "statistics": (SEASON, keys("f5")),
    "statistics of a player": (SEASON, keys("f5", REST, "right")),
    "no statistics": ("empty", keys("f5")),
    "no debts": ("empty", keys("ctrl+d")),
    **{name: (BROUGHT[name].sample, keys("1")) for name in GAMES[1:]},
}


async def at_rest(terminal: Terminal) -> None:
    """Wait until background work is done and the frame no longer changes."""
    seen, now = "", terminal.frame
    while seen != now:
        await terminal.work_done()
        seen, now = now, terminal.frame


@asynccontextmanager
async def at(place: str, folder: Path) -> AsyncIterator[Terminal]:
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
    async with running(path) as terminal:
        await way(terminal)
        await at_rest(terminal)
        yield terminal
