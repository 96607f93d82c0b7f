"""Reading a session file: line by line, on bytes, within bounds, never changing it.

Source: file format; bounds before parsing, so that no file can make the reader slow or large.
"""

import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from pydantic import ValidationError
from pydantic_core import from_json

from prefcount.entries.base import Entry
from prefcount.entries.common import End
from prefcount.entries.header import Header
from prefcount.entries.sentences import problems_of
from prefcount.games.protocol import Game
from prefcount.i18n import N_, Text, text
from prefcount.problems import Problem, Refused, together
from prefcount.reasons import reason
from prefcount.session.faults import (
    BAD_ENTRY,
    CHAIN_BROKEN,
    NUMBER_GAP,
    SEAL_BROKEN,
    TORN_TAIL,
    UNREADABLE,
    Fault,
)
from prefcount.session.lines import LINE_LIMIT, crowded, line_problem, may_repeat
from prefcount.session.session import Session

FILE_LIMIT = 64 * 1024 * 1024
LINES_LIMIT = 250_000
_OPEN_ENDED = frozenset({"rules", "amend"})
"""Entries whose models do not look at every value; the game does that later."""
A_FOLDER = N_("this is a folder; name a session file in it")
NO_FILE = N_("this is not a regular file, so it is not read")
UNUSABLE_LIMIT = 100
"""A file with more lines that cannot be used is not searched for those that can."""
_READING = os.O_RDONLY
for _flag in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT"):
    _READING |= getattr(os, _flag, 0)


class Unreadable(Exception):
    """A file that is no session at all; its text says why."""

    def __init__(self, said: Text) -> None:
        self.text = said
        super().__init__(str(said))

    @property
    def fault(self) -> Fault:
        """The same as a fault of the file."""
        return Fault(UNREADABLE, 0, self.text)


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


class Loaded(NamedTuple):
    """A file as it was read.

    Attributes:
        session: its header and every entry that could be read.
        faults: everything that is wrong with the lines.
        content: the bytes up to the end of the last whole line; the next append belongs there.
        last_hash: the first 16 hex digits of the SHA-256 of the last whole line.
        stamp: what the folder said before the first byte was read.
        torn: the bytes of an incomplete last line.
    """

    session: Session
    faults: tuple[Fault, ...]
    content: bytes
    last_hash: str
    stamp: Stamp
    torn: bytes = b""

    def is_of(self, path: Path) -> bool:
        """Whether a file still looks as it did when this was read."""
        try:
            return Stamp.of(path.stat()) == self.stamp
        except (OSError, ValueError):
            return False

    @property
    def head(self) -> str:
        """The short name of the file as it stands: 8 hex digits that change with every entry."""
        return self.last_hash[:8]

    @property
    def size(self) -> int:
        """How many bytes the whole lines have."""
        return len(self.content)

    @property
    def ends_line(self) -> bool:
        """Whether the last whole line has its line end."""
        return self.content.endswith(b"\n")


def line_hash(line: bytes) -> str:
    """What the next line's `prev` says about `line`: 16 hex digits, line end left out."""
    return hashlib.sha256(line.rstrip(b"\r\n")).hexdigest()[:16]


def load(path: Path) -> Loaded:
    """Read a session file.

    Raises:
        Unreadable: if it is no regular file, too large, or its header cannot be used.
    """
    with opened(path) as file:
        return read(file)


def read(file: BinaryIO) -> Loaded:
    """Read a session from a file that `opened` gave, from where it stands. Raises Unreadable."""
    try:
        return _Reader(file).read()
    except OSError as error:
        raise unread(error) from None


def opened(path: Path, folder: str = A_FOLDER) -> BinaryIO:
    """A regular file of no more than 64 MiB, open for reading; nothing is ever waited for.

    The name is looked at first, so that no device is opened that does something when it is; what was opened
    is looked at again, because a name may lead elsewhere a moment later.

    Args:
        path: the name.
        folder: the sentence for a folder.

    Raises:
        Unreadable: if it is something else, or cannot be opened.
    """
    try:
        _regular(path.stat(), folder)
        descriptor = os.open(path, _READING)
    except FileNotFoundError:
        raise Unreadable(text(N_("there is no such file"))) from None
    except (OSError, ValueError) as error:
        raise Unreadable(text(N_("the file cannot be opened: {reason}"), reason=reason(error))) from None
    try:
        _regular(os.fstat(descriptor), folder)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _regular(found: os.stat_result, folder: str) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise Unreadable(text(folder))
    if not stat.S_ISREG(found.st_mode):
        raise Unreadable(text(NO_FILE))
    if found.st_size > FILE_LIMIT:
        raise too_large()


def too_large() -> Unreadable:
    """What is said of a file that is too large to be read."""
    return Unreadable(text(N_("the file is larger than 64 MiB, which no session is")))


def unread(error: OSError) -> Unreadable:
    """What is said of a file in the middle of which the disk failed."""
    said = N_("the file cannot be read to its end: {reason}")
    return Unreadable(text(said, reason=reason(error)))


def read_header(line: bytes) -> Header:
    """The header in the first line of a file. Raises Unreadable."""
    wrong = line_problem(line)
    if wrong is not None:
        raise _header_wrong([wrong])
    try:
        return Header.model_validate_json(line.rstrip(b"\r\n"))
    except ValidationError as error:
        raise _header_wrong(problems_of(error, Header)) from None


def _header_wrong(problems: Sequence[Problem]) -> Unreadable:
    said = together(problems)
    return Unreadable(text(N_("line 1 is no header of a session: {problems}"), problems=said))


def read_entry(game: Game[Any], line: bytes) -> Entry:
    """The entry in a line, not yet checked against the game. Raises Refused."""
    if crowded(line):
        _refuse_line(line)
    try:
        entry: Entry = game.adapter.validator.validate_json(line.rstrip(b"\r\n"))
    except ValidationError as error:
        _refuse_line(line)
        raise Refused(problems_of(error, game.entries)) from None
    if entry.kind in _OPEN_ENDED or may_repeat(line, entry):
        _refuse_line(line)
    return entry


def _refuse_line(line: bytes) -> None:
    """Raises Refused if something is wrong with a line as a line."""
    wrong = line_problem(line)
    if wrong is not None:
        raise Refused([wrong])


def _is_json(line: bytes) -> bool:
    """Whether a line is whole; a line that was cut off never is."""
    try:
        from_json(line)
    except ValueError:
        return False
    return True


class _Reader:
    """Reads one file; holds what is known so far."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.stamp = Stamp.of(os.fstat(file.fileno()))
        self.faults: list[Fault] = []
        self.entries: dict[int, Entry] = {}
        self.content = bytearray()
        self.length = self.unusable = 0
        self.above, self.expected = 0, 1
        self.before = b""
        self.torn = b""
        self.sealed = hashlib.sha256()
        self.sealed_to = 0

    def read(self) -> Loaded:
        lines = self._lines()
        header_line = next(lines, b"")
        if not header_line.strip():
            raise Unreadable(text(N_("the file is empty; line 1 must be the header of a session")))
        header = read_header(header_line)
        self._keep(header_line)
        try:
            session = Session(header)
        except Refused as refusal:
            raise _header_wrong(refusal.problems) from None
        for line in lines:
            self._entry(session.game, line)
        entries = [self.entries[n] for n in sorted(self.entries)]
        return Loaded(
            session.with_entries(entries),
            tuple(self.faults),
            bytes(self.content),
            line_hash(self.before),
            self.stamp,
            self.torn,
        )

    def _lines(self) -> Iterator[bytes]:
        for number in range(1, LINES_LIMIT + 2):
            line = self.file.readline(LINE_LIMIT + 1)
            if not line:
                return
            self.length += len(line)
            if self.length > FILE_LIMIT:  # it grew while it was read
                raise too_large()
            if len(line) > LINE_LIMIT:
                raise Unreadable(
                    text(N_("line {number} is longer than 64 KiB, which no entry is"), number=number)
                )
            if number > LINES_LIMIT:
                raise Unreadable(text(N_("the file has more than 250,000 lines, which no session has")))
            yield line

    def _keep(self, line: bytes) -> None:
        self.content += line
        self.before = line

    def _fault(self, code: str, entry: int, template: str, **values: object) -> None:
        self.faults.append(Fault(code, entry, text(template, **values)))

    def _entry(self, game: Game[Any], line: bytes) -> None:
        try:
            entry = read_entry(game, line)
        except Refused as refusal:
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

    def _unusable(self, line: bytes, refusal: Refused) -> None:
        self.unusable += 1
        if self.unusable > UNUSABLE_LIMIT:
            said = N_("more than {limit} lines cannot be used, so this is no session; the first: {fault}")
            first = next(fault for fault in self.faults if fault.code == BAD_ENTRY)
            raise Unreadable(text(said, limit=UNUSABLE_LIMIT, fault=first.text))
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
