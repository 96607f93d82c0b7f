"""Writing: one whole line, on disk before anybody is told so.

A session is only ever appended to. If a write fails, the file is cut back to the last good
line and the caller is told; nothing is ever rewritten.
"""

import errno
import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from prefcount.entries.base import Entry
from prefcount.entries.header import Header
from prefcount.i18n import N_, Text, text
from prefcount.problems import quote
from prefcount.session.reader import LINE_LIMIT, Loaded, line_hash


class NotWritten(Exception):
    """A line that could not be put on disk; the file is as it was."""

    def __init__(self, said: Text) -> None:
        self.text = said
        super().__init__(str(said))


def header_line(header: Header) -> bytes:
    """The first line of a file."""
    return header.model_dump_json(exclude_none=True).encode() + b"\n"


def entry_line(entry: Entry, prev: str) -> bytes:
    """The line of an entry that follows the line with the hash `prev`."""
    written = entry.model_copy(update={"prev": prev})
    return written.model_dump_json(exclude_none=True, exclude_defaults=False, by_alias=True).encode() + b"\n"


class Journal:
    """The place in a file where the next line belongs.

    Attributes:
        path: the file.
        size: how long it is up to its last good line.
        last_hash: the hash that the next line's `prev` will name.
    """

    def __init__(self, path: Path, size: int, last_hash: str, digest: "hashlib._Hash") -> None:
        self.path = path
        self.size = size
        self.last_hash = last_hash
        self._digest = digest
        self._torn = b""
        self._ends_line = True

    @classmethod
    def of(cls, path: Path, loaded: Loaded) -> "Journal":
        """The journal of a file that was read."""
        journal = cls(path, loaded.size, loaded.last_hash, loaded.digest.copy())
        journal._torn, journal._ends_line = loaded.torn, loaded.ends_line
        return journal

    @classmethod
    def create(cls, path: Path, header: Header) -> "Journal":
        """Begin a new file; an existing one is never touched.

        Raises:
            NotWritten: if the file exists or cannot be made.
        """
        line = header_line(header)
        try:
            descriptor = os.open(
                path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o644
            )
        except FileExistsError:
            raise NotWritten(text(N_("the file exists already; choose another name"))) from None
        except OSError as error:
            raise not_written(error) from None
        try:
            _fill(descriptor, line)
            sync_folder(path.parent)
        except OSError as error:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            raise not_written(error) from None
        return cls(path, len(line), line_hash(line), hashlib.sha256(line))

    def append(self, entry: Entry) -> None:
        """Put one entry on disk; when this returns it is there.

        Raises:
            NotWritten: if it is not; the file is as it was before.
        """
        line = entry_line(entry, self.last_hash)
        if len(line) > LINE_LIMIT:
            raise NotWritten(text(N_("the entry is longer than 64 KiB; shorten its note")))
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise not_written(error) from None
        try:
            _alone(descriptor)
            self._clear_tail(descriptor)
            lead = b"" if self._ends_line else b"\n"
            self._put(descriptor, lead + line)
        except OSError as error:
            raise not_written(error) from None
        finally:
            os.close(descriptor)
        self.size += len(lead) + len(line)
        self._digest.update(lead + line)
        self.last_hash, self._ends_line = line_hash(line), True

    def seal(self) -> str:
        """SHA-256 of all bytes before the next line, as an `end` entry carries it."""
        digest = self._digest.copy()
        if not self._ends_line:
            digest.update(b"\n")
        return digest.hexdigest()

    def _clear_tail(self, descriptor: int) -> None:
        """Make sure that the file is the one that was read; keep an incomplete last line beside it."""
        found = os.fstat(descriptor).st_size
        with open(descriptor, "rb", closefd=False) as file:
            read = hashlib.sha256(file.read(self.size)).digest()
        if found != self.size + len(self._torn) or read != self._digest.digest():
            raise NotWritten(text(N_("the file has changed since it was read; open it again")))
        if self._torn:
            _keep_beside(self.path, self._torn)
            os.ftruncate(descriptor, self.size)
            self._torn = b""

    def _put(self, descriptor: int, line: bytes) -> None:
        try:
            write_all(descriptor, line)
            sync(descriptor)
        except OSError:
            os.ftruncate(descriptor, self.size)
            with suppress(OSError):
                sync(descriptor)
            raise


def _keep_beside(path: Path, torn: bytes) -> None:
    for number in range(1, 1000):
        beside = path.with_name(f"{path.name}.torn{number}")
        try:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError:
            continue
        _fill(descriptor, torn)
        sync_folder(path.parent)
        return
    raise NotWritten(text(N_("a thousand torn lines lie beside the file; move them away")))


def _fill(descriptor: int, content: bytes) -> None:
    """Write and sync a fresh file, and close it however that ends."""
    try:
        write_all(descriptor, content)
        sync(descriptor)
    finally:
        os.close(descriptor)


def write_all(descriptor: int, line: bytes) -> None:
    """Write all of it, however little the system takes at a time."""
    view = memoryview(line)
    while view:
        view = view[os.write(descriptor, view) :]


def _alone(descriptor: int) -> None:
    """Wait until no other program is between its look at the file and its write; closing lets go."""
    if os.name != "nt":
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except OSError as error:  # a file system without locks: the look at the file still guards
            if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS):
                raise


def sync(descriptor: int) -> None:
    """Return when what was written is on the disk itself."""
    if sys.platform == "darwin":
        import fcntl

        full_sync: Any = fcntl.F_FULLFSYNC
        fcntl.fcntl(descriptor, full_sync)
    else:
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Return when the names of new files in a folder are on the disk."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def not_written(error: OSError) -> NotWritten:
    """What the system says about a write that failed, in a sentence."""
    return NotWritten(text(N_("nothing was written: {reason}"), reason=quote(error.strerror or error)))
