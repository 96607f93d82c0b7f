"""A session and a book of payments whose every entry is known, so that a file can be compared with them."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from prefcount.entries.models import Entry, NoteEntry, PaidEntry, Void
from prefcount.session.session import Session
from prefcount.store.journal import Journal, new_book, write_book_entry
from prefcount.store.payment_book import PaymentBook
from prefcount.store.reader import TORN_TAIL, LoadedBook, LoadedSession, ReadError, load, load_book
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
    """Return entry `n` before it is recorded: hands of every kind, and notes of any length."""
    line = LINES[(n - 1) % len(LINES)]
    if line == "note":
        return helpers.entry("note", text=(NOTE * 10)[: 37 * n % 480 + 1].strip())
    return helpers.GAME.parse(helpers.start(target=1000), line)


@cache
def expected(count: int) -> tuple[Entry, ...]:
    """Return the first `count` entries of the session as they are read back, without `prev` and `at`."""
    session = Session(HEADER)
    for n in range(1, count + 1):
        session = session.accept(what(n)).session
    return session.entries


def begun(path: Path, count: int) -> Path:
    """Write a file with the first `count` entries, using the real code."""
    session, journal = Session(HEADER), Journal.create(path, HEADER)
    while len(session.entries) < count:
        session = appended(session, journal)
    return path


def appended(session: Session, journal: Journal) -> Session:
    """Check and write the next entry, using the real code."""
    after = session.accept(what(session.next_number)).session
    journal.append(after.entries[-1])
    return after


class Found(NamedTuple):
    """The content of a file after something happened to it.

    Attributes:
        entries: number of expected entries in the file, up to the first difference.
        sound: whether every entry is as it was written, with no fault except a torn tail.
        readable: whether the file opens.
    """

    entries: int
    sound: bool
    readable: bool


UNREADABLE = Found(0, sound=False, readable=False)


Append = Callable[[], object]
"""Appends the next known entry with the real code. Raises WriteError."""


class Material:
    """A session, as the kind of file to write."""

    header: BaseModel = HEADER

    def expected(self, count: int) -> tuple[Entry, ...]:
        """Return the first `count` entries as they are read back, without `prev` and `at`."""
        return expected(count)

    def begin(self, path: Path) -> Append:
        """Create a file that holds only its header."""
        return _append_to(Session(HEADER), Journal.create(path, HEADER))

    def resume(self, path: Path) -> Append:
        loaded = load(path)
        return _append_to(loaded.session, Journal.from_loaded(path, loaded))

    def load(self, path: Path) -> LoadedSession | LoadedBook:
        """Read a file with the real reader. Raises ReadError."""
        return load(path)

    def adding(self, path: Path, note: str) -> list[str]:
        """Return the command that adds an entry with this note."""
        return ["add", str(path), "--json", f'{{"kind":"note","text":"{note}"}}']

    def noted(self, n: int, note: str) -> Entry:
        """Return the entry that the command would write as number `n`."""
        return NoteEntry(n=n, text=note)

    def note_of(self, entry: Entry) -> str | None:
        """Return the note of an entry that such a command wrote, else None."""
        return entry.text if isinstance(entry, NoteEntry) else None


def _append_to(session: Session, journal: Journal) -> Append:
    def append() -> None:
        nonlocal session
        session = appended(session, journal)

    return append


class _Book(Material):
    header = new_book("EUR").header

    def expected(self, count: int) -> tuple[Entry, ...]:
        return payments(count)

    def begin(self, path: Path) -> Append:
        Journal.create(path, self.header)
        return self.resume(path)

    def resume(self, path: Path) -> Append:
        load_book(path)
        return partial(write_book_entry, path, lambda book: payment(len(book.entries) + 1))

    def load(self, path: Path) -> LoadedBook:
        return load_book(path)

    def adding(self, path: Path, note: str) -> list[str]:
        return ["paid", str(path), "Anna Boris 1", "--new", "--note", note]

    def noted(self, n: int, note: str) -> Entry:
        return _paid("Anna", "Boris", "1", note).model_copy(update={"n": n})

    def note_of(self, entry: Entry) -> str | None:
        return entry.note if isinstance(entry, PaidEntry) else None


SESSION, BOOK = Material(), _Book()
MATERIALS = {"": SESSION, ", book of payments": BOOK}
"""Kinds of files, by the text that their names of measures end with."""


def payment(n: int) -> Entry:
    """Return entry `n` of the book: payments with notes of any length, some of them taken back."""
    if n % 5 == 0:
        return Void(entry=n - 1)
    payer, receiver = ("Anna", "Boris") if n % 2 else ("Вера", "Anna")
    return _paid(payer, receiver, f"{n}.{n % 100:02}", (NOTE * 10)[: 37 * n % 480 + 1].strip())


def _paid(payer: str, receiver: str, amount: str, note: str) -> Entry:
    return PaidEntry.model_validate({"from": payer, "to": receiver, "amount": amount, "note": note})


@cache
def payments(count: int) -> tuple[Entry, ...]:
    """Return the first `count` entries of the book as they are read back, without `prev` and `at`."""
    book = new_book("EUR")
    for n in range(1, count + 1):
        book = PaymentBook(book.header, (*book.entries, book.accept(payment(n))))
    return book.entries


def found(path: Path, material: Material = SESSION) -> Found:
    """Compare a file, as the real reader reads it, with the entries that were written."""
    try:
        loaded = material.load(path)
    except ReadError:
        return UNREADABLE
    entries = bare(loaded.session.entries)
    wanted = material.expected(max(len(entries), 1))[: len(entries)]
    same = [read == written for read, written in zip(entries, wanted, strict=True)]
    good = same.index(False) if False in same else len(same)
    torn_only = all(fault.code == TORN_TAIL for fault in loaded.faults)
    return Found(good, torn_only and good == len(entries), readable=True)


def bare(entries: Sequence[Entry]) -> list[Entry]:
    return [entry.model_copy(update={"prev": None, "at": None}) for entry in entries]
