"""A file as it was read: its session or book, its bytes, its hashes, and everything that is wrong with it."""

import hashlib
import os
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import Problem, together_in_file
from prefcount.entries.models import ClaimEntry, HandEntry
from prefcount.session.corrections import moves_others
from prefcount.session.session import Session
from prefcount.store.payment_book import PaymentBook

UNREADABLE = "unreadable"
BAD_ENTRY = "bad-entry"
NUMBER_GAP = "number-gap"
CHAIN_BROKEN = "chain-broken"
TORN_TAIL = "torn-tail"
SEAL_BROKEN = "seal-broken"
_SERIOUS = frozenset({BAD_ENTRY, NUMBER_GAP})


class FileFault(NamedTuple):
    """One thing that is wrong with a file.

    Attributes:
        code: what it is, for programs.
        entry: the number of the entry that it concerns; 0 for none.
        text: a sentence.
        newer: whether only a newer version can have written what stands there.
    """

    code: str
    entry: int
    text: Text
    newer: bool = False

    @property
    def serious(self) -> bool:
        """Whether something that belongs to the game is missing from its figures."""
        return self.code in _SERIOUS

    def __str__(self) -> str:
        return str(self.text)


class Stamp(NamedTuple):
    """Identity, size and times of a file; as long as they are equal, the file is taken to be unchanged."""

    device: int
    inode: int
    size: int
    changed: int
    touched: int

    @classmethod
    def of(cls, status: os.stat_result) -> "Stamp":
        """The stamp in a result of `stat`."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)

    @classmethod
    def at(cls, path: Path) -> "Stamp | None":
        """The stamp of the file under a name; None if there is none or it cannot be looked up."""
        try:
            return cls.of(path.stat())
        except (OSError, ValueError):
            return None


DocumentT = TypeVar("DocumentT", Session, PaymentBook)


@dataclass(frozen=True)
class LoadedFile(Generic[DocumentT]):
    """A file as it was read.

    Attributes:
        session: its header and every entry that could be read; of a book that is the book.
        faults: everything that is wrong with the lines.
        content: the bytes up to the end of the last whole line; the next append belongs there.
        last_hash: the first 16 hex digits of the SHA-256 of the last whole line.
        stamp: identity, size and times of the file before the first byte was read; None where there is no
            file yet.
        torn: the bytes of an incomplete last line.
        line_numbers: the lines of entries that are not where their numbers put them: entry 1 in line 2.
    """

    session: DocumentT
    faults: tuple[FileFault, ...]
    content: bytes
    last_hash: str
    stamp: Stamp | None
    torn: bytes = b""
    line_numbers: Mapping[int, int] = field(default_factory=dict[int, int])

    def line_of(self, n: int) -> int:
        """The number of the line of entry `n`."""
        return self.line_numbers.get(n, n + 1)

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


DISPLACED = "displaced"
"""The code of an entry that could count when it was written, and of one that stands behind the end."""


def figure_faults(loaded: Loaded) -> Iterator[FileFault]:
    """What is wrong with a file, and its entries that do not count.

    Serious are entries that cannot be read, are missing or doubled, or never could have counted; hands after
    the end and entries that a correction has displaced are not.
    """
    yield from loaded.faults
    yield from _not_counted(loaded)


def faults_by_any_rules(loaded: Loaded) -> Iterator[FileFault]:
    """The same without hands that do not count: the rules of the header may not be those of the table."""
    refused = {step.n for step in loaded.session.replay.steps if isinstance(step.entry, HandEntry)}
    yield from loaded.faults
    yield from (fault for fault in _not_counted(loaded) if fault.entry not in refused)


def not_counted(loaded: LoadedFile[DocumentT], n: int, problems: Sequence[Problem]) -> Text:
    """Return the sentence about an entry that cannot count."""
    sentence = N_("entry {n} (line {line}) does not count: {why}")
    return text(sentence, n=n, line=loaded.line_of(n), why=together_in_file(problems))


def _not_counted(loaded: Loaded) -> Iterator[FileFault]:
    session = loaded.session
    failed = [step for step in session.replay.steps if step.problems]
    if not failed:
        return
    early = [step.n for step in failed if not (isinstance(step.entry, ClaimEntry) or step.before.over)]
    never_counted = frozenset(_never_counted(session, early))
    for step in failed:
        sentence = not_counted(loaded, step.n, step.problems)
        yield FileFault(BAD_ENTRY if step.n in never_counted else DISPLACED, step.n, sentence)


def book_faults(loaded: LoadedBook) -> Iterator[FileFault]:
    """What is wrong with a book of payments, and its entries that do not count."""
    yield from loaded.faults
    for n, problems in loaded.session.problems.items():
        sentence = not_counted(loaded, n, problems)
        yield FileFault(BAD_ENTRY, n, sentence)


def _never_counted(session: Session, numbers: Iterable[int]) -> Iterator[int]:
    """Those of some entries that were impossible already when they were written.

    What was written after an entry decides about it only if it corrects, or takes an earlier place: the game
    is played again only as it stood before each such entry, and once for all numbers that come before it.
    """
    entries = session.entries
    corrections = [entry.n or 0 for entry in entries if moves_others(entry)]
    then = Session(session.header)
    for known, group in groupby(sorted(numbers), lambda n: bisect(corrections, n)):
        if known == len(corrections):
            yield from group
            return
        then = then.with_entries([entry for entry in entries if (entry.n or 0) < corrections[known]])
        failed = {step.n for step in then.replay.steps if step.problems}
        yield from failed.intersection(group)
