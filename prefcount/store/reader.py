"""Reading a session file or a book of payments: line by line, on bytes, within bounds, never changing it.

Source: file format; bounds before parsing, so that no file can make the reader slow or large.
"""

import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from prefcount.base.i18n import N_, text
from prefcount.base.problems import InvalidInput, together_in_file
from prefcount.base.system import os_error_text
from prefcount.entries.models import BookKinds, End, Entry
from prefcount.games.game import Game
from prefcount.store.lines import (
    LINE_LIMIT,
    UNFINISHED,
    book_of,
    is_cut_off,
    json_error,
    read_entry,
    session_of,
)
from prefcount.store.loaded_file import (
    BAD_ENTRY,
    CHAIN_BROKEN,
    NUMBER_GAP,
    SEAL_BROKEN,
    TORN_TAIL,
    DocumentT,
    FileFault,
    Loaded,
    LoadedBook,
    LoadedFile,
    Stamp,
    line_hash,
)
from prefcount.store.open_file import (
    A_FOLDER_OF_BOOKS,
    FILE_LIMIT,
    LINES_LIMIT,
    ReadError,
    opened,
    too_large,
)

SPREAD_LIMIT = 200
"""The most lines in which one object is looked for that somebody spread over several."""
UNUSABLE_LIMIT = 100
"""A file with more lines that cannot be used is not searched for those that can."""


def load(path: Path) -> Loaded:
    """Read a session file.

    Raises:
        ReadError: if it is no regular file, too large, or its header cannot be used, or if a newer version
            wrote an entry in it.
    """
    return _understood(load_with_faults(path))


def load_book(path: Path) -> LoadedBook:
    """Read a book of payments. Raises ReadError as `load`."""
    return _understood(load_book_with_faults(path))


def load_with_faults(path: Path) -> Loaded:
    """Read a session file of which some entries may be beyond this version, to tell what is wrong with it.

    Raises:
        ReadError: if it is no regular file, too large, or its header cannot be used.
    """
    with opened(path) as file:
        return _read(file, session_of)


def load_book_with_faults(path: Path) -> LoadedBook:
    """Read a book of payments in the same way. Raises ReadError as `load_with_faults`."""
    with opened(path, A_FOLDER_OF_BOOKS) as file:
        return _read(file, book_of)


def _read(
    file: BinaryIO, begun: Callable[[bytes], DocumentT], known: LoadedFile[DocumentT] | None = None
) -> LoadedFile[DocumentT]:
    """Read a file, or what follows a content that is known. Raises ReadError."""
    try:
        reader = _Reader(file)
        return reader.read(begun) if known is None else reader.read_on(known)
    except OSError as error:
        sentence = N_("the file cannot be read to its end: {reason}")
        raise ReadError(text(sentence, reason=os_error_text(error))) from None


def _understood(loaded: LoadedFile[DocumentT]) -> LoadedFile[DocumentT]:
    """The file, unless a newer version wrote it: half of it is no game. Raises ReadError."""
    newer = next((fault for fault in loaded.faults if fault.newer), None)
    if newer is not None:
        raise ReadError(newer.text)
    return loaded


def read(file: BinaryIO, known: Loaded | None = None) -> Loaded:
    """Read a session from a file that `opened` gave, from its current position.

    Args:
        file: the file.
        known: what was read before of a file whose content stands unchanged before that place, if it does:
            only what follows is read, and the hands before it are not played again.

    Raises:
        ReadError: if that is no session, or a newer version wrote an entry in it.
    """
    return _understood(_read(file, session_of, known))


_BROKEN = N_(
    "the line before entry {n} is not the one it was written after: "
    "entry {above} was changed, or a line was lost or moved"
)
_BROKEN_AT_TOP = N_(
    "the line before entry {n} is not the one it was written after: "
    "the header was changed, or a line was lost or moved"
)


def _from_behind(content: bytes) -> Iterator[bytes]:
    """The lines of a content that ends with one, the last one first."""
    end = len(content)
    while end:
        start = content.rfind(b"\n", 0, end - 1) + 1
        yield content[start:end]
        end = start


class _Reader:
    """Reads one file, line by line."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.stamp = Stamp.of(os.fstat(file.fileno()))
        self.faults: list[FileFault] = []
        self.entries: dict[int, Entry] = {}
        self.content = bytearray()
        self.bytes_read = self.unusable = 0
        self.last_number, self.next_number = 0, 1
        self.line_numbers: dict[int, int] = {}
        self.line_number = 0
        self.pending = deque[bytes]()
        self.last_line = b""
        self.torn = b""
        self.hash_so_far = hashlib.sha256()
        self.hashed = 0

    def read_on(self, known: LoadedFile[DocumentT]) -> LoadedFile[DocumentT]:
        """Read what follows a content that is known, is whole and has no faults."""
        entries = known.session.entries
        self.entries = {entry.n: entry for entry in entries if entry.n is not None}
        self.last_number, self.next_number = len(entries), len(entries) + 1
        self.content += known.content
        self.bytes_read = known.size
        self.line_number = known.content.count(b"\n")
        self.line_numbers = dict(known.line_numbers)
        self.last_line = next(line for line in _from_behind(known.content) if line.strip())
        return self._read_entries(known.session, self._lines(known.content.count(b"\n") + 1))

    def read(self, begun: Callable[[bytes], DocumentT]) -> LoadedFile[DocumentT]:
        """Read a file from its first line, of which `begun` makes a session or a book."""
        lines = self._lines()
        header_line = next(lines, b"")
        if not header_line.strip():
            if any(line.strip() for line in lines):
                raise ReadError(
                    text(N_("line 1 is empty; take it out: line 1 must be the header of a session"))
                )
            raise ReadError(text(N_("the file is empty; line 1 must be the header of a session")))
        document = begun(header_line)
        self._keep(header_line)
        self.line_number = 1
        return self._read_entries(document, lines)

    def _read_entries(self, document: DocumentT, lines: Iterator[bytes]) -> LoadedFile[DocumentT]:
        """Read the entries after a header."""
        while line := self.pending.popleft() if self.pending else next(lines, b""):
            self.line_number += 1
            if not line.strip() and line.endswith(b"\n"):
                self.content += line  # a blank line has no entry, and the next `prev` does not name it
            elif line.rstrip().endswith(b"}") or not self._is_spread(line, lines):
                self._take(document.entry_kinds, line)
        entries = [self.entries[n] for n in sorted(self.entries)]
        return LoadedFile(
            document.with_entries(entries),
            tuple(self.faults),
            bytes(self.content),
            line_hash(self.last_line),
            self.stamp,
            self.torn,
            self.line_numbers,
        )

    def _is_spread(self, line: bytes, lines: Iterator[bytes]) -> bool:
        """Report an object that goes on in the lines after `line`; return whether it does.

        Lines that are read on the way and do not belong to it come next.
        """
        whole, count = line, 1
        while (wrong := json_error(whole)) and wrong.startswith(UNFINISHED) and count < SPREAD_LIMIT:
            if len(self.pending) < count:
                self.pending.extend(islice(lines, 1))
            if len(self.pending) < count or self.pending[count - 1].startswith(b'{"kind"'):
                return False
            whole += self.pending[count - 1]
            count += 1
        if wrong:
            return False
        first, last = self.line_number, self.line_number + count - 1
        sentence = N_(
            "entry {n} (lines {first} to {last}) is spread over several lines; an entry is one line: "
            "take out the line ends in it"
        )
        self._fault(BAD_ENTRY, self.next_number, sentence, n=self.next_number, first=first, last=last)
        self._skip(whole)
        while self.line_number < last:
            self.last_line = self.pending.popleft()
            self.line_number += 1
        return True

    def _lines(self, first: int = 1) -> Iterator[bytes]:
        """The lines that follow, the next of which has the number `first`."""
        for number in range(first, LINES_LIMIT + 2):
            line = self.file.readline(LINE_LIMIT + 1)
            if not line:
                return
            self.bytes_read += len(line)
            if self.bytes_read > FILE_LIMIT:  # it grew while it was read
                raise too_large()
            if len(line) > LINE_LIMIT:
                raise ReadError(
                    text(N_("line {number} is longer than 64 KiB; no entry is that long"), number=number)
                )
            if number > LINES_LIMIT:
                raise ReadError(text(N_("the file has more than 250,000 lines; no session has that many")))
            yield line

    def _keep(self, line: bytes) -> None:
        self.content += line
        self.last_line = line

    def _fault(self, code: str, entry: int, template: str, **values: object) -> None:
        self.faults.append(FileFault(code, entry, text(template, **values)))

    def _take(self, kinds: Game[Any] | BookKinds, line: bytes) -> None:
        try:
            entry = read_entry(kinds, line)
        except InvalidInput as refusal:
            self._unusable(line, refusal)
            return
        n = entry.n
        if n is None:
            sentence = N_('entry {expected} (line {line}): n is missing; write "n": {expected} into the line')
            self._fault(
                BAD_ENTRY, self.next_number, sentence, expected=self.next_number, line=self.line_number
            )
            self._skip(line)
            return
        if n in self.entries:
            self._fault(NUMBER_GAP, n, N_("entry {n} stands twice; the second one does not count"), n=n)
        else:
            self.entries[n] = entry
            if self.line_number != n + 1:
                self.line_numbers[n] = self.line_number
            if n != self.next_number:
                sentence = N_("entry {n} stands where entry {expected} should be; a line was lost or moved")
                self._fault(NUMBER_GAP, n, sentence, n=n, expected=self.next_number)
        if entry.prev is not None and entry.prev != line_hash(self.last_line):
            broken = _BROKEN if self.last_number else _BROKEN_AT_TOP
            self._fault(CHAIN_BROKEN, n, broken, above=self.last_number, n=n)
        if entry.kind == "end" and isinstance(entry, End) and entry.seal is not None:
            self._check_seal(entry.seal, n)
        self.last_number, self.next_number = n, n + 1
        self._keep(line)

    def _cut_off(self, line: bytes) -> bool:
        """Whether a line is the last one and came to the disk in part only."""
        if line.endswith(b"\n"):
            at = self.file.tell()
            further = self.file.read(1)
            self.file.seek(at)
            if further or self.pending:
                return False
        return is_cut_off(line)

    def _unusable(self, line: bytes, refusal: InvalidInput) -> None:
        self.unusable += 1
        if self.unusable > UNUSABLE_LIMIT:
            too_many = N_(
                "more than {limit} lines cannot be used, so this is not a session; the first: {fault}"
            )
            first = next(fault for fault in self.faults if fault.code == BAD_ENTRY)
            raise ReadError(text(too_many, limit=UNUSABLE_LIMIT, fault=first.text))
        if self._cut_off(line):
            self.torn = line
            cut_off = N_("the last line, entry {expected}, is cut off; it does not count")
            self._fault(TORN_TAIL, self.next_number, cut_off, expected=self.next_number)
        else:
            sentence = text(
                N_("entry {expected} (line {line}): {problems}"),
                expected=self.next_number,
                line=self.line_number,
                problems=together_in_file(refusal.problems),
            )
            newer = any(problem.newer for problem in refusal.problems)
            self.faults.append(FileFault(BAD_ENTRY, self.next_number, sentence, newer))
            self._skip(line)

    def _skip(self, line: bytes) -> None:
        self.last_number = self.next_number
        self.next_number += 1
        self._keep(line)

    def _check_seal(self, seal: str, n: int) -> None:
        """Compare a seal with all lines above it; each is hashed once, however many seals there are."""
        with memoryview(self.content) as content:
            self.hash_so_far.update(content[self.hashed :])
        self.hashed = len(self.content)
        if seal != self.hash_so_far.hexdigest():
            sentence = N_("the seal of entry {n} does not fit: a line above it was changed")
            self._fault(SEAL_BROKEN, n, sentence, n=n)
