"""Writing: one whole line, on disk before anybody is told so.

A session is only ever appended to. If a write fails, the file is cut back to the last good line, looked at
again through a descriptor of its own, and the caller is told; nothing is ever rewritten. What could not be
cut off is remembered, and goes before the next line is written.

Who may write at all is decided by `lock.Writer`, which a program holds for an evening. The short lock here
guards one append, from the look at the file to the end of the write, against everybody who comes by another
way: a second name of the file, an older version, a lock file that was deleted.
"""

import hashlib
import os
import stat
import time
from pathlib import Path

from prefcount.entries.base import Entry
from prefcount.entries.header import Header
from prefcount.i18n import N_, text
from prefcount.reasons import reason
from prefcount.session.disk import close, known_by_name, make_beside, make_file, sync, write_all
from prefcount.session.lines import LINE_LIMIT
from prefcount.session.lock import NO_LOCKS, flock
from prefcount.session.not_written import NO_FOLDER, NotWritten, not_written
from prefcount.session.reader import Loaded, line_hash

__all__ = ["Journal", "NotWritten", "entry_line", "header_line"]

PATIENCE = 5.0
"""So many seconds another program may be in the middle of a write; the next one waits so long."""
PAUSE = 0.01
READ_AT_ONCE = 1024 * 1024


def header_line(header: Header) -> bytes:
    """The first line of a file."""
    return header.model_dump_json(exclude_none=True).encode() + b"\n"


def entry_line(entry: Entry, prev: str) -> bytes:
    """The line of an entry that follows the line with the hash `prev`."""
    written = entry.model_copy(update={"prev": prev})
    return written.model_dump_json(exclude_none=True, exclude_defaults=False, by_alias=True).encode() + b"\n"


class Journal:
    """The place in a file where the next line belongs, and every byte before it.

    Attributes:
        path: the file.
        last_hash: the hash that the next line's `prev` will name.
    """

    def __init__(self, path: Path, content: bytes | bytearray, last_hash: str, torn: bytes = b"") -> None:
        self.path = path
        self.last_hash = last_hash
        self._content = bytearray(content)
        self._torn = torn
        self._left = b""

    @classmethod
    def of(cls, path: Path, loaded: Loaded) -> "Journal":
        """The journal of a file that was read."""
        return cls(path, loaded.content, loaded.last_hash, loaded.torn)

    @classmethod
    def create(cls, path: Path, header: Header) -> "Journal":
        """Begin a new file; an existing one is never touched.

        Raises:
            NotWritten: if the file exists or cannot be made; none is left then.
        """
        line = header_line(header)
        _begin(path, line)
        return cls(path, line, line_hash(line))

    @property
    def size(self) -> int:
        """How long the file is up to its last good line."""
        return len(self._content)

    def append(self, entry: Entry) -> None:
        """Put one entry on disk; when this returns it is there.

        Raises:
            NotWritten: if it is not, with what can be done; the file is as it was before, or the next
                append makes it so.
        """
        line = self._line(entry)
        try:
            descriptor = os.open(self.path, _writing_flags())
        except OSError as error:
            raise not_written(error) from None
        try:
            _alone(descriptor)
            self._clear_tail(descriptor)
            self._put(descriptor, line)
        except OSError as error:
            raise (_unsure(error) if self._left else not_written(error)) from None
        finally:
            close(descriptor)
        self._grow(line)

    def copy_to(self, path: Path, entry: Entry | None = None) -> "Journal":
        """Write the whole session into a new file, byte for byte as it was read and written so far.

        What stands in the old file does not matter: it may be gone, or on a disk that fails.

        Args:
            path: the new file; an existing one is never touched.
            entry: an entry that the old place did not take, to be the last one of the copy.

        Raises:
            NotWritten: if the file exists or cannot be made; none is left then.
        """
        copy = Journal(path, self._content, self.last_hash)
        if entry is not None:
            copy._grow(copy._line(entry))
        _begin(path, bytes(copy._content))
        return copy

    def seal(self) -> str:
        """SHA-256 of all bytes before the next line, as an `end` entry carries it."""
        return hashlib.sha256(self._content + self._lead).hexdigest()

    @property
    def _lead(self) -> bytes:
        """What has to come before the next line: the line end that the last one has not."""
        return b"" if self._content.endswith(b"\n") else b"\n"

    def _line(self, entry: Entry) -> bytes:
        """The bytes that an entry adds to the file. Raises NotWritten."""
        line = entry_line(entry, self.last_hash)
        if len(line) > LINE_LIMIT:
            raise NotWritten(text(N_("the entry is longer than 64 KiB; shorten its note")))
        return self._lead + line

    def _grow(self, line: bytes) -> None:
        self._content += line
        self.last_hash = line_hash(line.lstrip(b"\n"))
        self._left = b""

    def _clear_tail(self, descriptor: int) -> None:
        """Make sure that the file is the one that was read, and that nothing incomplete stands at its end.

        An incomplete line that was found there is kept beside the file. One of our own that failed is not:
        it was said not to be written, and is still at hand.
        """
        if not stat.S_ISREG(os.fstat(descriptor).st_mode) or not _holds(descriptor, self._content):
            raise _changed()
        tail = os.read(descriptor, LINE_LIMIT + 2)
        if tail == self._torn:
            if tail:
                known_by_name(make_beside(self.path, "torn", tail))
        elif not self._left.startswith(tail):
            raise _changed()
        if tail:
            os.ftruncate(descriptor, self.size)
        self._torn = self._left = b""

    def _put(self, descriptor: int, line: bytes) -> None:
        """Write and sync a line, or take it back. Raises NotWritten."""
        try:
            write_all(descriptor, line)
            sync(descriptor)
        except OSError as error:
            raise self._taken_back(descriptor, line, error) from None

    def _taken_back(self, descriptor: int, line: bytes, why: OSError) -> NotWritten:
        """Cut off what was begun, and look at the file again to know that it is what it was.

        After a failed sync the system may take what it could not write for written. So the descriptor is
        not synced again: the cut is brought to the disk, and the file is read, through a fresh one.
        """
        try:
            os.ftruncate(descriptor, self.size)
            fresh = os.open(self.path, _writing_flags())
            try:
                same = os.path.samestat(os.fstat(fresh), os.fstat(descriptor))
                whole = same and _holds(fresh, self._content) and not os.read(fresh, 1)
                sync(fresh)
            finally:
                close(fresh)
        except OSError:
            whole = False
        if whole:
            return not_written(why)
        self._left = line
        return _unsure(why)


def _writing_flags() -> int:
    """Flags of `open` for appending; a pipe in the place of the file is not waited for."""
    wanted = os.O_RDWR | os.O_APPEND
    return wanted | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


def _holds(descriptor: int, content: bytes | bytearray) -> bool:
    """Whether a file begins with these bytes; it stands right behind them then."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    at = 0
    while at < len(content):
        part = os.read(descriptor, min(len(content) - at, READ_AT_ONCE))
        if not part or part != content[at : at + len(part)]:
            return False
        at += len(part)
    return True


def _changed() -> NotWritten:
    return NotWritten(text(N_("the file has changed since it was read; open it again")), elsewhere=True)


def _begin(path: Path, content: bytes) -> None:
    """Make the file of a session, or leave none. Raises NotWritten."""
    try:
        make_file(path, content)
    except FileExistsError:
        raise NotWritten(text(N_("the file exists already; choose another name"))) from None
    except (FileNotFoundError, NotADirectoryError):
        raise NotWritten(text(NO_FOLDER), elsewhere=True) from None
    except OSError as error:
        raise not_written(error) from None
    except ValueError:  # a zero byte, or what this system's names cannot spell
        said = N_("nothing was written: no file can have this name; choose another")
        raise NotWritten(text(said)) from None


def _alone(descriptor: int) -> None:
    """Wait until no other program is between its look at the file and its write; closing lets go."""
    if os.name == "nt":
        return
    until = time.monotonic() + PATIENCE
    try:
        while not flock(descriptor):
            if time.monotonic() >= until:
                said = N_("nothing was written: another program keeps the file locked; close that program")
                raise NotWritten(text(said), elsewhere=True)
            time.sleep(PAUSE)
    except OSError as error:  # a file system without locks: the look at the file still guards
        if error.errno not in NO_LOCKS:
            raise


def _unsure(error: OSError) -> NotWritten:
    """What is said while something of a line that failed may still stand in the file."""
    said = N_(
        "the disk failed ({reason}), and it is not sure what is in the file now: the entry does not count; "
        "write to another place, or try again, which clears it away first"
    )
    return NotWritten(text(said, reason=reason(error)), elsewhere=True, certain=False)
