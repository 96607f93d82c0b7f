"""Session files for the screens, written by the real journal, and hands as the keys that enter them."""

from pathlib import Path
from typing import Any

from prefcount.entries.models import Entry
from prefcount.session.session import Session
from prefcount.store.journal import Journal
from prefcount.store.reader import load
from tests.helpers import GAME, Players, header


def game_file(path: Path, *hands: str | Entry, players: Players = 3, **options: Any) -> Path:
    """A session in `path` with hands given as lines or entries, as the program would have written it.

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
    """The session in a file in which nothing may be wrong."""
    loaded = load(path)
    assert loaded.faults == ()
    return loaded.session


def lines_on_disk(path: Path) -> list[str]:
    """The entries of a file, each in one line."""
    session = on_disk(path)
    return [session.line(step) for step in session.replay.steps]


def shortened(path: Path, source: Path, entries: int) -> Path:
    """The beginning of another session file."""
    lines = source.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: entries + 1]))
    return path


def without(entry: Entry, *fields: str) -> dict[str, Any]:
    """An entry as an object, without the fields that differ from game to game."""
    return entry.model_dump(by_alias=True, exclude_none=True, exclude=set(fields))
