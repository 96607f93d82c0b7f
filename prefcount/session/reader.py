"""Reading a session file: line by line, on bytes, within bounds, never changing it.

Source: file format; bounds before parsing, so that no file can make the reader slow or large.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Generic, NamedTuple, Protocol, Self, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from prefcount.entries.base import Entry
from prefcount.entries.common import End
from prefcount.entries.header import Header
from prefcount.entries.payments import BookHeader
from prefcount.entries.validation_messages import problems_of
from prefcount.i18n import N_, Text, text
from prefcount.os_errors import os_error_text
from prefcount.problems import InvalidInput, Problem, together
from prefcount.regular_files import NotRegular, TooLarge, open_regular, read_regular
from prefcount.session.file_faults import (
    BAD_ENTRY,
    CHAIN_BROKEN,
    NUMBER_GAP,
    SEAL_BROKEN,
    TORN_TAIL,
    UNREADABLE,
    FileFault,
)
from prefcount.session.line_checks import LINE_LIMIT, crowded, line_problem, may_repeat
from prefcount.session.payment_book import PaymentBook
from prefcount.session.session import Session

FILE_LIMIT = 64 * 1024 * 1024
LINES_LIMIT = 250_000
_OPEN_ENDED = frozenset({"rules", "amend"})
"""Entries whose models do not look at every value; the game does that later."""
A_FOLDER = N_("this is a folder; name a session file in it")
A_FOLDER_OF_BOOKS = N_("this is a folder; name a book of payments in it")
BOOK = "payments"
"""The kind of the header of a book of payments."""
NO_FILE = N_("this is not a regular file, so it is not read")
UNUSABLE_LIMIT = 100
"""A file with more lines that cannot be used is not searched for those that can."""


class ReadError(Exception):
    """A file that is no session at all; its text says why."""

    def __init__(self, said: Text) -> None:
        self.text = said
        super().__init__(str(said))

    @property
    def fault(self) -> FileFault:
        """The same as a fault of the file."""
        return FileFault(UNREADABLE, 0, self.text)


class Stamp(NamedTuple):
    """What a folder says about a file; another one tells that the file is not as it was."""

    device: int
    inode: int
    size: int
    changed: int
    touched: int

    @classmethod
    def of(cls, found: os.stat_result) -> "Stamp":
        """The stamp of a file that was asked for."""
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)

    @classmethod
    def at(cls, path: Path) -> "Stamp | None":
        """The stamp of the file that has a name; None if there is none, or it cannot be asked for."""
        try:
            return cls.of(path.stat())
        except (OSError, ValueError):
            return None


class EntryKinds(Protocol):
    """What reads the entries of a file: a game, or what knows a book."""

    @property
    def entries(self) -> Mapping[str, type[Entry]]:
        """The model of every kind of entry."""

    @property
    def adapter(self) -> TypeAdapter[Any]:
        """Reads any of them."""


class Held(Protocol):
    """What a file holds: a header and entries."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in the order of their numbers."""

    @property
    def entry_kinds(self) -> EntryKinds:
        """What reads them."""

    def with_entries(self, entries: Sequence[Entry]) -> Self:
        """The same header with other entries."""


HeldT = TypeVar("HeldT", bound=Held)


class LoadedFile(NamedTuple, Generic[HeldT]):
    """A file as it was read.

    Attributes:
        session: its header and every entry that could be read; of a book that is the book.
        faults: everything that is wrong with the lines.
        content: the bytes up to the end of the last whole line; the next append belongs there.
        last_hash: the first 16 hex digits of the SHA-256 of the last whole line.
        stamp: what the folder said before the first byte was read.
        torn: the bytes of an incomplete last line.
    """

    session: HeldT
    faults: tuple[FileFault, ...]
    content: bytes
    last_hash: str
    stamp: Stamp
    torn: bytes = b""

    def is_of(self, path: Path) -> bool:
        """Whether a file still looks as it did when this was read."""
        return Stamp.at(path) == self.stamp

    @property
    def file_hash(self) -> str:
        """The hash of the file as it stands, by which players know it; see `file_hash`."""
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


class IsBook(ReadError):
    """A file that is no session, but a book of payments."""


def line_hash(line: bytes) -> str:
    """What the next line's `prev` says about `line`: 16 hex digits, line end left out."""
    return hashlib.sha256(line.rstrip(b"\r\n")).hexdigest()[:16]


def file_hash(content: bytes | bytearray) -> str:
    """By what players know a file: the first 128 bits of the SHA-256 of every byte of its whole lines.

    Another file with the same 32 hex digits is out of reach, also for somebody who prepares both of them
    (2**64 trials). Of two with the same first eight a pair is made in a second, the other one to a given file
    in minutes: those rule out accidents, not cheating.
    """
    return hashlib.sha256(content).hexdigest()[:32]


def load(path: Path) -> Loaded:
    """Read a session file.

    Raises:
        ReadError: if it is no regular file, too large, or its header cannot be used.
    """
    with opened(path) as file:
        return read(file)


def load_book(path: Path) -> LoadedBook:
    """Read a book of payments.

    Raises:
        ReadError: if it is no regular file, too large, or its header cannot be used.
    """
    with opened(path, A_FOLDER_OF_BOOKS) as file:
        try:
            return _Reader(file, _book_of).read()
        except OSError as error:
            raise read_error(error) from None


def read(file: BinaryIO, known: Loaded | None = None) -> Loaded:
    """Read a session from a file that `opened` gave, from where it stands.

    Args:
        file: the file.
        known: what was read before of a file whose content stands unchanged before that place, if it does:
            only what follows is read, and the hands before it are not played again.

    Raises:
        ReadError: if that is no session.
    """
    try:
        reader = _Reader(file, _session_of)
        return reader.read() if known is None else reader.read_on(known)
    except OSError as error:
        raise read_error(error) from None


def opened(path: Path, folder: str = A_FOLDER) -> BinaryIO:
    """A regular file of no more than 64 MiB, open for reading; nothing is ever waited for.

    Args:
        path: the name, which may be a link.
        folder: the sentence for a folder.

    Raises:
        ReadError: if it is something else, or cannot be opened.
    """
    try:
        descriptor = open_regular(path, follow_links=True)
    except (OSError, ValueError) as error:
        raise _not_opened(error, folder) from None
    file = os.fdopen(descriptor, "rb")
    if os.fstat(descriptor).st_size > FILE_LIMIT:
        file.close()
        raise too_large()
    return file


def read_small(path: Path, most: int, *, follow_links: bool = False) -> bytes:
    """All bytes of a small file that is no session, such as a preset.

    Args:
        path: the name.
        most: so many bytes it may have.
        follow_links: whether the name may be a link, as one that somebody typed may be.

    Raises:
        ReadError: if it is no regular file, too large, or cannot be read.
    """
    try:
        return read_regular(path, most, follow_links=follow_links)
    except TooLarge:
        said = N_("the file is larger than {most} KiB, which no such file is")
        raise ReadError(text(said, most=most // 1024)) from None
    except (OSError, ValueError) as error:
        raise _not_opened(error, NO_FILE) from None


def _not_opened(error: OSError | ValueError, folder: str) -> ReadError:
    """What is said of a name under which nothing can be read."""
    if isinstance(error, FileNotFoundError):
        return ReadError(text(N_("there is no such file")))
    if isinstance(error, IsADirectoryError):
        return ReadError(text(folder))
    if isinstance(error, NotRegular):
        return ReadError(text(NO_FILE))
    return ReadError(text(N_("the file cannot be opened: {reason}"), reason=os_error_text(error)))


def too_large() -> ReadError:
    """What is said of a file that is too large to be read."""
    return ReadError(text(N_("the file is larger than 64 MiB, which no session is")))


def read_error(error: OSError) -> ReadError:
    """What is said of a file in the middle of which the disk failed."""
    said = N_("the file cannot be read to its end: {reason}")
    return ReadError(text(said, reason=os_error_text(error)))


def read_header(line: bytes) -> Header:
    """The header in the first line of a file. Raises ReadError."""
    wrong = line_problem(line)
    if wrong is not None:
        raise _header_wrong([wrong])
    try:
        return Header.model_validate_json(line.rstrip(b"\r\n"))
    except ValidationError as error:
        if _kind(line) == BOOK:
            raise IsBook(text(N_("this is a book of payments, no game; prefcount debts reads it"))) from None
        raise _header_wrong(problems_of(error, Header)) from None


def _session_of(line: bytes) -> Session:
    """The session that a header begins. Raises ReadError."""
    header = read_header(line)
    try:
        return Session(header)
    except InvalidInput as refusal:
        raise _header_wrong(refusal.problems) from None


def _book_of(line: bytes) -> PaymentBook:
    """The book that a header begins. Raises ReadError."""
    wrong = line_problem(line)
    if wrong is None and _kind(line) == "session":
        raise ReadError(text(N_("this is a game, no book of payments")))
    if wrong is not None:
        raise _book_header_wrong([wrong])
    try:
        return PaymentBook(BookHeader.model_validate_json(line.rstrip(b"\r\n")))
    except ValidationError as error:
        raise _book_header_wrong(problems_of(error, BookHeader)) from None


def _kind(line: bytes) -> object:
    """What a line says that it is; None if it says nothing."""
    try:
        said = from_json(line)
    except ValueError:
        return None
    return said.get("kind") if isinstance(said, dict) else None


def _header_wrong(problems: Sequence[Problem]) -> ReadError:
    said = together(problems)
    return ReadError(text(N_("line 1 is no header of a session: {problems}"), problems=said))


def _book_header_wrong(problems: Sequence[Problem]) -> ReadError:
    said = together(problems)
    return ReadError(text(N_("line 1 is no header of a book of payments: {problems}"), problems=said))


def read_entry(kinds: EntryKinds, line: bytes) -> Entry:
    """The entry in a line, not yet checked against the game or the book. Raises InvalidInput."""
    if crowded(line):
        _refuse_line(line)
    try:
        entry: Entry = kinds.adapter.validator.validate_json(line.rstrip(b"\r\n"))
    except ValidationError as error:
        _refuse_line(line)
        raise InvalidInput(problems_of(error, kinds.entries)) from None
    if entry.kind in _OPEN_ENDED or may_repeat(line, entry):
        _refuse_line(line)
    return entry


def _refuse_line(line: bytes) -> None:
    """Raises InvalidInput if something is wrong with a line as a line."""
    wrong = line_problem(line)
    if wrong is not None:
        raise InvalidInput([wrong])


def _is_json(line: bytes) -> bool:
    """Whether a line is whole; a line that was cut off never is."""
    try:
        from_json(line)
    except ValueError:
        return False
    return True


class _Reader(Generic[HeldT]):
    """Reads one file; holds what is known so far."""

    def __init__(self, file: BinaryIO, begun: Callable[[bytes], HeldT]) -> None:
        """Read a file of which `begun` makes what its header begins, or raises ReadError."""
        self.file, self.begun = file, begun
        self.stamp = Stamp.of(os.fstat(file.fileno()))
        self.faults: list[FileFault] = []
        self.entries: dict[int, Entry] = {}
        self.content = bytearray()
        self.length = self.unusable = 0
        self.above, self.expected = 0, 1
        self.before = b""
        self.torn = b""
        self.sealed = hashlib.sha256()
        self.sealed_to = 0

    def read_on(self, known: LoadedFile[HeldT]) -> LoadedFile[HeldT]:
        """Read what follows a content that is known, is whole and has no faults."""
        entries = known.session.entries
        self.entries = {entry.n: entry for entry in entries if entry.n is not None}
        self.above, self.expected = len(entries), len(entries) + 1
        self.content += known.content
        self.length = known.size
        self.before = known.content[known.content.rfind(b"\n", 0, -1) + 1 :]
        return self._rest(known.session, self._lines(known.content.count(b"\n") + 1))

    def read(self) -> LoadedFile[HeldT]:
        """Read a file from its first line."""
        lines = self._lines()
        header_line = next(lines, b"")
        if not header_line.strip():
            raise ReadError(text(N_("the file is empty; line 1 must be the header of a session")))
        held = self.begun(header_line)
        self._keep(header_line)
        return self._rest(held, lines)

    def _rest(self, held: HeldT, lines: Iterator[bytes]) -> LoadedFile[HeldT]:
        """Read the entries after a header."""
        for line in lines:
            self._entry(held.entry_kinds, line)
        entries = [self.entries[n] for n in sorted(self.entries)]
        return LoadedFile(
            held.with_entries(entries),
            tuple(self.faults),
            bytes(self.content),
            line_hash(self.before),
            self.stamp,
            self.torn,
        )

    def _lines(self, first: int = 1) -> Iterator[bytes]:
        """The lines that follow, the next of which has the number `first`."""
        for number in range(first, LINES_LIMIT + 2):
            line = self.file.readline(LINE_LIMIT + 1)
            if not line:
                return
            self.length += len(line)
            if self.length > FILE_LIMIT:  # it grew while it was read
                raise too_large()
            if len(line) > LINE_LIMIT:
                raise ReadError(
                    text(N_("line {number} is longer than 64 KiB, which no entry is"), number=number)
                )
            if number > LINES_LIMIT:
                raise ReadError(text(N_("the file has more than 250,000 lines, which no session has")))
            yield line

    def _keep(self, line: bytes) -> None:
        self.content += line
        self.before = line

    def _fault(self, code: str, entry: int, template: str, **values: object) -> None:
        self.faults.append(FileFault(code, entry, text(template, **values)))

    def _entry(self, kinds: EntryKinds, line: bytes) -> None:
        try:
            entry = read_entry(kinds, line)
        except InvalidInput as refusal:
            self._unusable(line, refusal)
            return
        n = entry.n
        if n is None:
            self._fault(
                BAD_ENTRY, self.expected, N_("entry {expected}: n is missing"), expected=self.expected
            )
            self._skip(line)
            return
        if (n == self.expected and n not in self.entries) or self._numbered(n):
            self.entries[n] = entry
        if entry.prev is not None and entry.prev != line_hash(self.before):
            self._unchained(n)
        if entry.kind == "end" and isinstance(entry, End) and entry.seal is not None:
            self._seal(entry.seal, n)
        self.above, self.expected = n, n + 1
        self._keep(line)

    def _cut_off(self, line: bytes) -> bool:
        """Whether a line is the last one and came to the disk in part only.

        After a power cut a file may have its full length while the beginning of its last line was never
        written: zeros stand in its place, and the line end behind them says nothing.
        """
        if line.endswith(b"\n"):
            return b"\0\0" in line and self._at_end()
        return not _is_json(line)

    def _at_end(self) -> bool:
        at = self.file.tell()
        more = self.file.read(1)
        self.file.seek(at)
        return not more

    def _unusable(self, line: bytes, refusal: InvalidInput) -> None:
        self.unusable += 1
        if self.unusable > UNUSABLE_LIMIT:
            said = N_("more than {limit} lines cannot be used, so this is no session; the first: {fault}")
            first = next(fault for fault in self.faults if fault.code == BAD_ENTRY)
            raise ReadError(text(said, limit=UNUSABLE_LIMIT, fault=first.text))
        if self._cut_off(line):
            self.torn = line
            said = N_("the last line, entry {expected}, is cut off; it does not count")
            self._fault(TORN_TAIL, self.expected, said, expected=self.expected)
        elif not line.strip():
            said = N_("the line where entry {expected} should be is empty")
            self._fault(BAD_ENTRY, self.expected, said, expected=self.expected)
            self._keep(line)
        else:
            problems = together(refusal.problems)
            said = N_("entry {expected}: {problems}")
            self._fault(BAD_ENTRY, self.expected, said, expected=self.expected, problems=problems)
            self._skip(line)

    def _skip(self, line: bytes) -> None:
        self.above = self.expected
        self.expected += 1
        self._keep(line)

    def _numbered(self, n: int) -> bool:
        """Whether an entry counts under its number; a number that does not follow is a fault."""
        if n in self.entries:
            self._fault(NUMBER_GAP, n, N_("entry {n} stands twice; the second one does not count"), n=n)
            return False
        if n != self.expected:
            self._fault(
                NUMBER_GAP,
                n,
                N_("entry {n} stands where entry {expected} should be; a line was lost or moved"),
                n=n,
                expected=self.expected,
            )
        return True

    def _unchained(self, n: int) -> None:
        said = N_(
            "the line before entry {n} is not the one it was written after: "
            "the header was changed, or a line was lost or moved"
        )
        if self.above:
            said = N_(
                "the line before entry {n} is not the one it was written after: "
                "entry {above} was changed, or a line was lost or moved"
            )
        self._fault(CHAIN_BROKEN, n, said, above=self.above, n=n)

    def _seal(self, seal: str, n: int) -> None:
        """Compare a seal with all lines above it; each is hashed once, however many seals there are."""
        with memoryview(self.content) as content:
            self.sealed.update(content[self.sealed_to :])
        self.sealed_to = len(self.content)
        if seal != self.sealed.hexdigest():
            self._fault(
                SEAL_BROKEN, n, N_("the seal of entry {n} does not fit: a line above it was changed"), n=n
            )
