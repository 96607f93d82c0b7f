"""Another table that writes the game that is open at this one."""

from pathlib import Path

from prefcount.store.journal import Journal
from prefcount.store.reader import load
from prefcount.tui.table.table_screen import TableScreen
from tests.helpers import GAME
from tests.tui.terminal import Terminal
from tests.waiting import quiet


def appended(path: Path, line: str) -> None:
    loaded = load(path)
    entry = loaded.session.accept(GAME.parse(loaded.session.state, line)).session.entries[-1]
    Journal.from_loaded(path, loaded).append(entry)


async def looks(terminal: Terminal) -> None:
    """Let the table check its file once."""
    screen = terminal.app.screen
    assert isinstance(screen, TableScreen)
    await screen.show_file_changes().wait()
    await quiet(terminal.pilot)
