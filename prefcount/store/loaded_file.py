"""A file as it was read: its session or book, its bytes, its faults and its hashes."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from pydantic import TypeAdapter

from prefcount.base.problems import Problem
from prefcount.entries.base import Entry
from prefcount.session.session import Session
from prefcount.store.file_faults import FileFault
from prefcount.store.payment_book import PaymentBook


class Stamp(NamedTuple):
    """Identity, size and times of a file; as long as they are equal, the file is taken to be unchanged."""

    device: int
    inode: int
    size: int
    changed: int
    touched: int

    @classmethod
    def of(cls, found: os.stat_result) -> "Stamp":
        """The stamp in a result of `stat`."""
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)

    @classmethod
    def at(cls, path: Path) -> "Stamp | None":
        """The stamp of the file under a name; None if there is none or it cannot be looked up."""
        try:
            return cls.of(path.stat())
        except (OSError, ValueError):
            return None


class EntryKinds(Protocol):
    """The models of the entries of a file: those of a game, or those of a book of payments."""

    @property
    def entries(self) -> Mapping[str, type[Entry]]:
        """The model of every kind of entry."""

    @property
    def adapter(self) -> TypeAdapter[Any]:
        """Reads any of them."""

    def unknown_words(self, entry: Entry) -> Sequence[Problem]:
        """The problems of what an entry names that this version has no word for."""


class Document(Protocol):
    """The content of a file: a session or a book, with its header and entries."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in the order of their numbers."""

    @property
    def entry_kinds(self) -> EntryKinds:
        """Their models."""

    def with_entries(self, entries: Sequence[Entry]) -> Self:
        """The same header with other entries."""


DocumentT = TypeVar("DocumentT", bound=Document)


class LoadedFile(NamedTuple, Generic[DocumentT]):
    """A file as it was read.

    Attributes:
        session: its header and every entry that could be read; of a book that is the book.
        faults: everything that is wrong with the lines.
        content: the bytes up to the end of the last whole line; the next append belongs there.
        last_hash: the first 16 hex digits of the SHA-256 of the last whole line.
        stamp: identity, size and times of the file before the first byte was read; None where there is no
            file yet.
        torn: the bytes of an incomplete last line.
    """

    session: DocumentT
    faults: tuple[FileFault, ...]
    content: bytes
    last_hash: str
    stamp: Stamp | None
    torn: bytes = b""

    def is_of(self, path: Path) -> bool:
        """Whether a file still looks as it did when this was read."""
        return Stamp.at(path) == self.stamp

    @property
    def file_hash(self) -> str:
        """The hash of the file as it was read, which players note; see `file_hash`."""
        return file_hash(self.content)

    @property
    def size(self) -> int:
        """How many bytes the whole lines have."""
        return len(self.content)

    @property
    def can_go_on(self) -> bool:
        """Whether lines that are added to the content can be read without those before them."""
        return self.content.endswith(b"\n") and not self.faults


Loaded = LoadedFile[Session]
"""The file of a session."""
LoadedBook = LoadedFile[PaymentBook]
"""The file of a book of payments."""


def line_hash(line: bytes) -> str:
    """The `prev` of the line that follows `line`: 16 hex digits, line end left out."""
    return hashlib.sha256(line.rstrip(b"\r\n")).hexdigest()[:16]


def file_hash(content: bytes | bytearray) -> str:
    """The hash that players note of a file: the first 128 bits of the SHA-256 of all its whole lines.

    Another file with the same 32 hex digits is out of reach, also for somebody who prepares both of them
    (2**64 trials). Of two with the same first eight a pair is made in a second, the other one to a given file
    in minutes: those rule out accidents, not cheating.
    """
    return hashlib.sha256(content).hexdigest()[:32]
