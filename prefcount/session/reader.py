"""Reading a session file: line by line, on bytes, within bounds, never changing it.

Source: file format; bounds before parsing, so that no file can make the reader slow or large.
"""

import hashlib
import stat
from collections.abc import Iterator
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
from prefcount.problems import Problem, Refused, quote, together
from prefcount.session.faults import (
    BAD_ENTRY,
    CHAIN_BROKEN,
    NUMBER_GAP,
    SEAL_BROKEN,
    TORN_TAIL,
    UNREADABLE,
    Fault,
)
from prefcount.session.session import Session

LINE_LIMIT = 64 * 1024
FILE_LIMIT = 64 * 1024 * 1024
LINES_LIMIT = 250_000


class Unreadable(Exception):
    """A file that is no session at all; its text says why."""

    def __init__(self, said: Text) -> None:
        self.text = said
        super().__init__(str(said))

    @property
    def fault(self) -> Fault:
        """The same as a fault of the file."""
        return Fault(UNREADABLE, 0, self.text)


class Loaded(NamedTuple):
    """A file as it was read.

    Attributes:
        session: its header and every entry that could be read.
        faults: everything that is wrong with the lines.
        size: bytes that were read; the next append belongs there.
        last_hash: the first 16 hex digits of the SHA-256 of the last whole line.
        digest: SHA-256 over those bytes.
        torn: the bytes of an incomplete last line.
        ends_line: whether the last whole line has its line end.
    """

    session: Session
    faults: tuple[Fault, ...]
    size: int
    last_hash: str
    digest: "hashlib._Hash"
    torn: bytes = b""
    ends_line: bool = True


def line_hash(line: bytes) -> str:
    """What the next line's `prev` says about `line`: 16 hex digits, line end left out."""
    return hashlib.sha256(line.rstrip(b"\r\n")).hexdigest()[:16]


def load(path: Path) -> Loaded:
    """Read a session file.

    Raises:
        Unreadable: if it is no regular file, too large, or its header cannot be used.
    """
    with _opened(path) as file:
        return _Reader(file).read()


def _opened(path: Path) -> BinaryIO:
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise Unreadable(text(N_("this is a folder; name a session file in it")))
        if not stat.S_ISREG(found.st_mode):
            raise Unreadable(text(N_("this is not a regular file, so it is not read")))
        if found.st_size > FILE_LIMIT:
            raise Unreadable(text(N_("the file is larger than 64 MiB, which no session is")))
        return path.open("rb")
    except FileNotFoundError:
        raise Unreadable(text(N_("there is no such file"))) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Unreadable(text(N_("the file cannot be opened: {reason}"), reason=quote(reason))) from None


def read_header(line: bytes) -> Header:
    """The header in the first line of a file. Raises Unreadable."""
    try:
        return Header.model_validate_json(line)
    except ValidationError as error:
        raise Unreadable(_header_wrong(problems_of(error, Header))) from None


def _header_wrong(problems: list[Problem]) -> Text:
    said = together(problems)
    return text(N_("line 1 is no header of a session: {problems}"), problems=said)


def read_entry(game: Game[Any], line: bytes | str) -> Entry:
    """The entry in a line, not yet checked against the game. Raises Refused."""
    try:
        entry: Entry = game.adapter.validate_json(line)
    except ValidationError as error:
        raise Refused(problems_of(error, game.entries)) from None
    return entry


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
        self.faults: list[Fault] = []
        self.entries: dict[int, Entry] = {}
        self.size = 0
        self.expected = 1
        self.before = b""
        self.torn = b""
        self.sealed = hashlib.sha256()

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
            raise Unreadable(_header_wrong(list(refusal.problems))) from None
        for line in lines:
            self._entry(session.game, line)
        entries = [self.entries[n] for n in sorted(self.entries)]
        return Loaded(
            Session(header, entries),
            tuple(self.faults),
            self.size,
            line_hash(self.before),
            self.sealed,
            self.torn,
            self.before.endswith(b"\n"),
        )

    def _lines(self) -> Iterator[bytes]:
        for number in range(1, LINES_LIMIT + 2):
            line = self.file.readline(LINE_LIMIT + 1)
            if not line:
                return
            if len(line) > LINE_LIMIT:
                raise Unreadable(
                    text(N_("line {number} is longer than 64 KiB, which no entry is"), number=number)
                )
            if number > LINES_LIMIT:
                raise Unreadable(text(N_("the file has more than 250,000 lines, which no session has")))
            yield line

    def _keep(self, line: bytes) -> None:
        self.size += len(line)
        self.before = line
        self.sealed.update(line)

    def _fault(self, code: str, entry: int, template: str, **values: object) -> None:
        self.faults.append(Fault(code, entry, text(template, **values)))

    def _entry(self, game: Game[Any], line: bytes) -> None:
        try:
            entry = read_entry(game, line)
        except Refused as refusal:
            self._unusable(line, refusal)
            return
        if entry.n is None:
            self._fault(
                BAD_ENTRY, self.expected, N_("entry {expected}: n is missing"), expected=self.expected
            )
            self._skip(line)
            return
        if self._numbered(entry.n):
            self.entries[entry.n] = entry
        self._chain(entry, entry.n)
        self._seal(entry, entry.n)
        self.expected = entry.n + 1
        self._keep(line)

    def _unusable(self, line: bytes, refusal: Refused) -> None:
        if not line.endswith(b"\n") and not _is_json(line):
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

    def _chain(self, entry: Entry, n: int) -> None:
        if entry.prev is not None and entry.prev != line_hash(self.before):
            self._fault(
                CHAIN_BROKEN,
                n,
                N_("the line before entry {n} is not the one it was written after: changed, lost or moved"),
                n=n,
            )

    def _seal(self, entry: Entry, n: int) -> None:
        if isinstance(entry, End) and entry.seal is not None and entry.seal != self.sealed.hexdigest():
            self._fault(
                SEAL_BROKEN, n, N_("the seal of entry {n} does not fit: a line above it was changed"), n=n
            )
