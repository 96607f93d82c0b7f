"""Session files for the screens, and the keys that enter hands."""

from pathlib import Path
from typing import Any

from prefcount.entries.models import Entry
from prefcount.session.session import Session
from prefcount.store.journal import Journal
from prefcount.store.reader import load
from tests.helpers import GAME, Players, header


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


def shortened(path: Path, source: Path, entries: int) -> Path:
    """Copy the beginning of another session file."""
    lines = source.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: entries + 1]))
    return path


def without(entry: Entry, *fields: str) -> dict[str, Any]:
    """Return an entry as an object, without fields that differ from game to game."""
    return entry.model_dump(by_alias=True, exclude_none=True, exclude=set(fields))
