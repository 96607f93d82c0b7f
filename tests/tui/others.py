"""Somebody else at another table, who writes the game that this one has open."""

from pathlib import Path

from prefcount.session.journal import Journal
from prefcount.session.reader import load
from prefcount.tui.screens.table import TableScreen
from tests.helpers import GAME
from tests.tui.evenings import on_disk
from tests.tui.terminal import Terminal
from tests.waiting import quiet


def appended(path: Path, line: str) -> None:
    """Whoever writes the game writes a hand."""
    loaded = load(path)
    entry = loaded.session.accepted(GAME.parse(loaded.session.state, line)).session.entries[-1]
    Journal.of(path, loaded).append(entry)


def hands(path: Path) -> list[str]:
    """The entries of a file, each in one line."""
    session = on_disk(path)
    return [session.line(step) for step in session.replay.steps]


async def looks(terminal: Terminal) -> None:
    """Let the table look once at what others write, as it does every second."""
    screen = terminal.app.screen
    assert isinstance(screen, TableScreen)
    await screen._show_file_changes().wait()
    await quiet(terminal.pilot)
