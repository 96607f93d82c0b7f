"""A session whose every entry is known beforehand, so that whatever is found on disk can be compared."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from prefcount.entries.base import Entry
from prefcount.session.faults import TORN_TAIL
from prefcount.session.journal import Journal
from prefcount.session.reader import Loaded, Unreadable, load
from prefcount.session.session import Session
from tests import helpers

HEADER = helpers.header(target=1000)
LINES = (
    "anna 7h wp 6",
    "boris 6s ww 5 3 2",
    "r 3 5 2",
    "vera m 0",
    "anna 8n pp",
    "note",
    "boris 7d wp 8",
    "anna 7h -3",
)
NOTE = "he counted the trumps twice and was wrong both times "


def what(n: int) -> Entry:
    """Entry number `n` as it is typed: hands of every kind, and notes of any length."""
    line = LINES[(n - 1) % len(LINES)]
    if line == "note":
        return helpers.entry("note", text=(NOTE * 10)[: 37 * n % 480 + 1].strip())
    return helpers.GAME.parse(helpers.start(target=1000), line)


@cache
def expected(count: int) -> tuple[Entry, ...]:
    """The first `count` entries as they are read back, but for `prev` and `at`."""
    session = Session(HEADER)
    for n in range(1, count + 1):
        session = session.accepted(what(n)).session
    return session.entries


def resumed(path: Path) -> tuple[Session, Journal]:
    """A session file opened to go on with."""
    loaded = load(path)
    return loaded.session, Journal.of(path, loaded)


def begun(path: Path, count: int) -> Path:
    """A file with the first `count` entries, written by the real code."""
    session, journal = Session(HEADER), Journal.create(path, HEADER)
    while len(session.entries) < count:
        session = appended(session, journal)
    return path


def appended(session: Session, journal: Journal) -> Session:
    """One entry more, checked and written by the real code."""
    after = session.accepted(what(session.next_number)).session
    journal.append(after.entries[-1])
    return after


class Found(NamedTuple):
    """What a file holds after something happened to it.

    Attributes:
        entries: how many of the expected entries stand in it, in order.
        sound: whether nothing but a torn tail is wrong with it, and everything in it is as it was written.
        readable: whether it opens.
    """

    entries: int
    sound: bool
    readable: bool


UNREADABLE = Found(0, sound=False, readable=False)


def found(path: Path) -> Found:
    """What the real reader finds in a file."""
    try:
        loaded = load(path)
    except Unreadable:
        return UNREADABLE
    return compared(loaded)


def compared(loaded: Loaded) -> Found:
    """A file that was read, side by side with what was written."""
    entries = bare(loaded.session.entries)
    wanted = expected(max(len(entries), 1))[: len(entries)]
    same = [read == written for read, written in zip(entries, wanted, strict=True)]
    good = same.index(False) if False in same else len(same)
    torn_only = all(fault.code == TORN_TAIL for fault in loaded.faults)
    return Found(good, torn_only and good == len(entries), readable=True)


def bare(entries: Sequence[Entry]) -> list[Entry]:
    """Entries as they were before they were chained and timed."""
    return [entry.model_copy(update={"prev": None, "at": None}) for entry in entries]
