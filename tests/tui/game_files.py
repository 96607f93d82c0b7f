"""Session files for the screens: games, another table that writes to them, and a slow disk."""

import threading
from pathlib import Path
from typing import Any

import pytest

from prefcount.entries.models import Entry
from prefcount.session.session import Session
from prefcount.store.journal import Journal
from prefcount.store.reader import load
from prefcount.tui.table.table_screen import TableScreen
from tests.helpers import GAME, Players, header
from tests.tui.terminal import Terminal
from tests.waiting import LONGEST

SAMPLES = Path(__file__).parents[2] / "sample_sessions"


def game_file(path: Path, *hands: str | Entry, players: Players = 3, **options: Any) -> Path:
    """Write a session with hands given as lines or entries, and return its path.

    `options` are rules, and the fields of the header `dealer`, `started`, `stake` and `currency`.
    """
    fields: dict[str, Any] = {key: options.pop(key) for key in ("stake", "currency") if key in options}
    first = header(players, **options).model_copy(update=fields)
    session, journal = Session(first), Journal.create(path, first)
    for hand in hands:
        entry = GAME.parse(session.state, hand) if isinstance(hand, str) else hand
        session = session.accept(entry).session
        journal.append(session.entries[-1])
    return path


def on_disk(path: Path) -> Session:
    loaded = load(path)
    assert loaded.faults == ()
    return loaded.session


def lines_on_disk(path: Path) -> list[str]:
    session = on_disk(path)
    return [session.line(step) for step in session.replay.steps]


def shortened(path: Path, sample: str, entries: int) -> Path:
    """Copy the beginning of a sample."""
    lines = (SAMPLES / f"{sample}.jsonl").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: entries + 1]))
    return path


def without(entry: Entry, *fields: str) -> dict[str, Any]:
    """Return an entry as an object, without fields that differ from game to game."""
    return entry.model_dump(by_alias=True, exclude_none=True, exclude=set(fields))


def appended(path: Path, line: str) -> None:
    loaded = load(path)
    entry = loaded.session.accept(GAME.parse(loaded.session.state, line)).session.entries[-1]
    Journal.from_loaded(path, loaded).append(entry)


async def looks(terminal: Terminal) -> None:
    """Let the table check its file once."""
    screen = terminal.app.screen
    assert isinstance(screen, TableScreen)
    await screen.show_file_changes().wait()
    await terminal.quiet()


class SlowDisk:
    """A disk that writes an entry only after `go_on`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Entry] = []
        self.answered = 0
        self._free = threading.Event()
        append = Journal.append

        def slow(journal: Journal, entry: Entry) -> None:
            self.asked.append(entry)
            self._free.wait(LONGEST)
            try:
                append(journal, entry)
            finally:
                self.answered += 1

        monkeypatch.setattr(Journal, "append", slow)

    @property
    def busy(self) -> bool:
        """True while a write is waiting."""
        return self.answered < len(self.asked)

    def go_on(self) -> None:
        """Finish the waiting writes, and write at once from now on."""
        self._free.set()
