"""Bringing bytes to the disk itself: whole writes, synced, and new files that are whole or not there."""

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from prefcount.i18n import N_, text
from prefcount.problems import quote
from prefcount.session.not_written import NotWritten

MOST_BESIDE = 1000
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)
_NO_LINKS = (
    *(errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP),
    *(errno.EMLINK, errno.EXDEV),
)
"""What systems answer where a file cannot have two names, such as on a memory stick."""


def write_all(descriptor: int, line: bytes) -> None:
    """Write all of it, however little the system takes at a time. Raises OSError."""
    view = memoryview(line)
    while view:
        view = view[os.write(descriptor, view) :]


def sync(descriptor: int) -> None:
    """Return when what was written is on the disk itself. Raises OSError."""
    if sys.platform == "darwin":
        import fcntl

        full_sync: Any = fcntl.F_FULLFSYNC
        fcntl.fcntl(descriptor, full_sync)
    else:
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Return when the names of new files in a folder are on the disk. Raises OSError."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:  # some network disks know no such thing
            raise
    finally:
        close(descriptor)


def close(descriptor: int) -> None:
    """Close a file. What was synced is on the disk by then, so an error tells nothing about it any more."""
    with suppress(OSError):
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, so that their names outlast a power cut. Raises OSError."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        each.mkdir(exist_ok=True)
        sync_folder(each.parent)


def make_file(path: Path, content: bytes) -> None:
    """Put a new file on the disk, whole and known by its name, or leave none.

    It is written under another name first and gets its own when it is complete, so that a program killed at
    any moment leaves no half file under `path`; what it may leave beside, `NAME.new1`, is never read.

    Raises:
        FileExistsError: if something is there already; it is not touched.
        OSError: if the file cannot be made.
        ValueError: if no file can have this name.
        NotWritten: if a thousand such files were left beside.
    """
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    fresh = make_beside(path, "new", content)
    try:
        if not _named(fresh, path):
            _create(path, content)
    finally:
        _delete(fresh)
    known_by_name(path)


def replace_file(path: Path, content: bytes) -> None:
    """Put a file on the disk in the place of the one that is there: what is read is the old or the new one.

    Raises:
        OSError: if it cannot be made; the old one is there still.
        ValueError: if no file can have this name.
        NotWritten: if a thousand new files were left beside.
    """
    fresh = make_beside(path, "new", content)
    try:
        fresh.replace(path)
    except OSError:
        _delete(fresh)
        raise
    sync_folder(path.parent)


def make_beside(path: Path, ending: str, content: bytes) -> Path:
    """Write and sync a new file beside another: `NAME.ending1`, or the first number that is free.

    Its name may not outlast a power cut before the folder is synced.

    Raises:
        OSError: if it cannot be made; none is left then.
        NotWritten: if there are a thousand of them.
    """
    for number in range(1, MOST_BESIDE):
        beside = path.with_name(f"{path.name}.{ending}{number}")
        try:
            _create(beside, content)
        except FileExistsError:
            continue
        return beside
    said = N_("a thousand files such as {name} lie beside the session; move them away")
    raise NotWritten(text(said, name=quote(f"{path.name}.{ending}1")))


def known_by_name(path: Path) -> None:
    """Bring the name of a new file to the disk, or leave no file. Raises OSError."""
    try:
        sync_folder(path.parent)
    except OSError:
        _delete(path)
        raise


def _named(fresh: Path, path: Path) -> bool:
    """Give a file a second name that nobody has; False where no file can have two. Raises OSError."""
    try:
        os.link(fresh, path)
    except OSError as error:
        if _same(fresh, path):  # a server that did it at once, and was asked again when its answer got lost
            return True
        if error.errno in _NO_LINKS:
            return False
        raise
    return True


def _same(one: Path, other: Path) -> bool:
    try:
        return os.path.samestat(one.lstat(), other.lstat())
    except OSError:
        return False


def _create(path: Path, content: bytes) -> None:
    """Write and sync a file that is not there yet, or leave none. Raises OSError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o644)
    try:
        write_all(descriptor, content)
        sync(descriptor)
    except BaseException:
        close(descriptor)
        _delete(path)
        raise
    close(descriptor)


def _delete(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
