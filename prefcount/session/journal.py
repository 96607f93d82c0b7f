"""Writing: one whole line, on disk before anybody is told so.

A session is only ever appended to. If a write fails, the file is cut back to the last good
line and the caller is told; nothing is ever rewritten.
"""

import hashlib
import os
import sys
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

    def __init__(
        self, path: Path, size: int, last_hash: str, torn: bytes = b"", ends_line: bool = True
    ) -> None:
        self.path = path
        self.size = size
        self.last_hash = last_hash
        self._torn = torn
        self._ends_line = ends_line

    @classmethod
    def of(cls, path: Path, loaded: Loaded) -> "Journal":
        """The journal of a file that was read."""
        return cls(path, loaded.size, loaded.last_hash, loaded.torn, loaded.ends_line)

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
            raise _not_written(error) from None
        try:
            _write(descriptor, line)
            _sync(descriptor)
            _sync_folder(path.parent)
        except OSError as error:
            path.unlink(missing_ok=True)
            raise _not_written(error) from None
        finally:
            os.close(descriptor)
        return cls(path, len(line), line_hash(line))

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
            raise _not_written(error) from None
        try:
            _alone(descriptor)
            self._clear_tail(descriptor)
            lead = b"" if self._ends_line else b"\n"
            self._put(descriptor, lead + line)
        except OSError as error:
            raise _not_written(error) from None
        finally:
            os.close(descriptor)
        self.size += len(lead) + len(line)
        self.last_hash, self._ends_line = line_hash(line), True

    def seal(self) -> str:
        """SHA-256 of all bytes before the next line, as an `end` entry carries it."""
        with self.path.open("rb") as file:
            content = file.read(self.size)
        return hashlib.sha256(content if self._ends_line else content + b"\n").hexdigest()

    def _clear_tail(self, descriptor: int) -> None:
        """Move an incomplete last line into a file beside before anything is written after it."""
        found = os.fstat(descriptor).st_size
        if found != self.size + len(self._torn):
            raise NotWritten(text(N_("the file has changed since it was read; open it again")))
        if self._torn:
            _keep_beside(self.path, self._torn)
            os.ftruncate(descriptor, self.size)
            self._torn = b""

    def _put(self, descriptor: int, line: bytes) -> None:
        try:
            _write(descriptor, line)
            _sync(descriptor)
        except OSError:
            os.ftruncate(descriptor, self.size)
            raise


def _keep_beside(path: Path, torn: bytes) -> None:
    for number in range(1, 1000):
        beside = path.with_name(f"{path.name}.torn{number}")
        try:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError:
            continue
        try:
            _write(descriptor, torn)
            _sync(descriptor)
        finally:
            os.close(descriptor)
        _sync_folder(path.parent)
        return
    raise NotWritten(text(N_("a thousand torn lines lie beside the file; move them away")))


def _write(descriptor: int, line: bytes) -> None:
    view = memoryview(line)
    while view:
        view = view[os.write(descriptor, view) :]


def _alone(descriptor: int) -> None:
    """Wait until no other program is between its look at the file and its write; closing lets go."""
    if os.name != "nt":
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX)


def _sync(descriptor: int) -> None:
    if sys.platform == "darwin":
        import fcntl

        full_sync: Any = fcntl.F_FULLFSYNC
        fcntl.fcntl(descriptor, full_sync)
    else:
        os.fsync(descriptor)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _not_written(error: OSError) -> NotWritten:
    return NotWritten(text(N_("nothing was written: {reason}"), reason=quote(error.strerror or error)))
