"""Writing to the disk itself: complete and synced writes, new files that are complete or not there, errors.

A new file never existed before, so nothing is ever written through a link or into a pipe under its name.
"""

import errno
import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path

from prefcount.base import system
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import quote
from prefcount.base.system import close, open_regular, os_error_text

PRIVATE, SHARED = 0o600, 0o666
"""The rights of a new file: for the user alone, or as the umask of the user has them."""
MOST_BESIDE = 1000
SHORT_NAME = 60
"""Maximum bytes of a shortened name; with an ending it fits on every file system in use."""
_NO_SUCH_NAME = (errno.ENAMETOOLONG, errno.ENOENT, errno.EINVAL)
"""What systems answer when a name is too long."""
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


def sync_folder(folder: Path) -> None:
    """Return when the names of new files in a folder are on the disk. Raises OSError."""
    system.HERE.sync_folder(folder)


def make_folder(folder: Path) -> None:
    """Make a folder for this user alone, and those above it; they outlast a power cut. Raises OSError."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for new in reversed(missing):
        new.mkdir(mode=0o700, exist_ok=True)
        sync_folder(new.parent)


def make_file(path: Path, content: bytes, mode: int = PRIVATE) -> os.stat_result:
    """Put a new file on the disk, whole and known by its name, or leave none.

    It is written under another name first and gets its own when it is complete, so that a program killed at
    any moment leaves no half file under `path`; what it may leave beside, `NAME.new1`, is never read.

    Returns:
        what tells the new file from another one that gets its name later.

    Raises:
        FileExistsError: if something is there already; it is not touched.
        OSError: if the file cannot be made.
        ValueError: if no file can have this name.
        WriteError: if a thousand such files were left beside.
    """
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    fresh = make_numbered(path, "new", content, mode)
    try:
        made = fresh.lstat()
        if not named(fresh, path):
            _create(path, content, mode)
            made = path.lstat()
    finally:
        delete(fresh)
    known_by_name(path)
    return made


def replace_file(path: Path, content: bytes, mode: int = PRIVATE, *, lasting: bool = True) -> None:
    """Put a file in the place of the one that is there, if any: what is read is the old or the new one.

    What is no regular file there, such as a link, just goes.

    One that is SHARED may be used by those who could use the old one. With `lasting` it outlasts a power cut,
    which takes time.

    Raises:
        OSError: if it cannot be made; the old one is there still.
        ValueError: if no file can have this name.
        WriteError: if a thousand new files were left beside, or if the new one is there and not sure to last.
    """
    fresh = make_numbered(path, "new", content, mode, lasting=lasting)
    try:
        if mode != PRIVATE:
            _take_rights(fresh, path)
        system.HERE.replace(fresh, path)
    except OSError:
        delete(fresh)
        raise
    if not lasting:
        return
    try:
        sync_folder(path.parent)
    except OSError as error:
        sentence = N_(
            "the new file is there, but the disk did not confirm it ({reason}): "
            "after a power cut the old one may be back"
        )
        raise WriteError(text(sentence, reason=os_error_text(error)), certain=False) from None


def make_numbered(
    path: Path, ending: str, content: bytes, mode: int = PRIVATE, *, lasting: bool = True
) -> Path:
    """Write a new file next to another: `NAME.ending1`, or the first number that is free.

    A name that is too long with the ending is shortened, see `short_name`. The new name may not outlast a
    power cut before the folder is synced, nor without `lasting` its content.

    Raises:
        OSError: if it cannot be made; none is left then.
        ValueError: if no file can have the name of the other one.
        WriteError: if there are a thousand of them.
    """
    system.HERE.check_name(path)
    try:
        return _make_first_free(path, ending, content, mode, lasting=lasting)
    except OSError as error:
        if error.errno not in _NO_SUCH_NAME:
            raise
        short = path.with_name(short_name(path.name))
        return _make_first_free(short, ending, content, mode, lasting=lasting)


def short_name(name: str) -> str:
    """Return the beginning of a file name, and a hash of all of it: of every long name another short one."""
    mark = "~" + hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
    while name and len(os.fsencode(name + mark)) > SHORT_NAME:
        name = name[:-1]
    return name + mark


def _make_first_free(path: Path, ending: str, content: bytes, mode: int, *, lasting: bool) -> Path:
    for number in range(1, MOST_BESIDE):
        beside = path.with_name(f"{path.name}.{ending}{number}")
        try:
            _create(beside, content, mode, lasting=lasting)
        except FileExistsError:
            continue
        return beside
    sentence = N_("a thousand files such as {name} lie beside the session; move them away")
    raise WriteError(text(sentence, name=quote(f"{path.name}.{ending}1")))


def known_by_name(path: Path) -> None:
    """Bring the name of a new file to the disk, or leave no file. Raises OSError."""
    try:
        sync_folder(path.parent)
    except OSError:
        delete(path)
        raise


def named(file: Path, path: Path) -> bool:
    """Give a file a second name, free or its own; False where no file can have two. Raises OSError."""
    try:
        os.link(file, path)
    except OSError as error:
        with suppress(OSError):
            if os.path.samestat(file.lstat(), path.lstat()):
                return True  # a server did it at once, and was asked again when its answer got lost
        if error.errno in _NO_LINKS:
            return False
        raise
    return True


def _create(path: Path, content: bytes, mode: int, *, lasting: bool = True) -> None:
    """Write a file that is not there yet, or leave none. Raises OSError."""
    descriptor = system.HERE.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode, follow_links=True)
    try:
        write_all(descriptor, content)
        if lasting:
            system.HERE.sync(descriptor)
    except BaseException:
        close(descriptor)
        delete(path)
        raise
    close(descriptor)


def _take_rights(fresh: Path, path: Path) -> None:
    """Give a file the owner and the rights of the regular one that it will replace. Raises OSError."""
    try:
        before = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(before.st_mode) or not system.HERE.has_owners:
        return
    with suppress(PermissionError):  # only root gives files away; memory sticks know no rights
        os.chown(fresh, before.st_uid, before.st_gid)
    with suppress(PermissionError):
        fresh.chmod(before.st_mode & 0o777)


def delete(path: Path) -> None:
    """Take the name of a file from it; errors are ignored."""
    with suppress(OSError):
        path.unlink()


READ_AT_ONCE = 1024 * 1024


def holds(descriptor: int, content: bytes | bytearray) -> bool:
    """Whether a file begins with these bytes; its position is right behind them then."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    at = 0
    while at < len(content):
        part = os.read(descriptor, min(len(content) - at, READ_AT_ONCE))
        if not part or part != content[at : at + len(part)]:
            return False
        at += len(part)
    return True


def cut_off(descriptor: int, line: bytes) -> bool:
    """Cut a line off the end of a file; whether it was there, behind anything.

    Where nothing stands before it, another program has emptied the file and is about to fill it again: to cut
    then could take away what it writes.
    """
    start = os.lseek(descriptor, 0, os.SEEK_END) - len(line)
    if start <= 0:
        return False
    os.lseek(descriptor, start, os.SEEK_SET)
    if os.read(descriptor, len(line)) != line:
        return False
    os.ftruncate(descriptor, start)
    system.HERE.sync(descriptor)
    return True


def begins_with(path: Path, content: bytes | bytearray) -> bool:
    """Whether a name leads to a regular file that begins with these bytes."""
    try:
        descriptor = open_regular(path, follow_links=True)
    except (OSError, ValueError):
        return False
    try:
        return holds(descriptor, content)
    except OSError:
        return False
    finally:
        close(descriptor)


_REASONS = {
    errno.ENOSPC: N_("nothing was written: the disk is full; make room on it, or write to another place"),
    errno.EDQUOT: N_(
        "nothing was written: your share of the disk is used up; make room, or write to another place"
    ),
    errno.EFBIG: N_("nothing was written: files here cannot be this large; write to another place"),
    errno.EACCES: N_("nothing was written: you have no permission to write here; write to another place"),
    errno.EPERM: N_("nothing was written: you have no permission to write here; write to another place"),
    errno.EROFS: N_("nothing was written: the disk is read-only; write to another place"),
    errno.ENOENT: N_(
        "nothing was written: the file was moved or deleted; put it back, or write to another place"
    ),
    errno.EIO: N_("nothing was written: the disk failed; write to another place, and do not trust this disk"),
    errno.ESTALE: N_(
        "nothing was written: the server has lost the file; open it again, or write to another place"
    ),
}
"""What the errors of the system mean for a game, and what can be done."""
NO_FOLDER = N_("nothing was written: the folder does not exist; name one that does")


class WriteError(Exception):
    """A line or a file could not be written.

    Attributes:
        text: why, and what can be done.
        elsewhere: whether writing to another place would help, see `Journal.copy_to`.
        certain: whether the file is as it was before; if not, the next append clears it first.
    """

    def __init__(self, sentence: Text, *, elsewhere: bool = False, certain: bool = True) -> None:
        self.text = sentence
        self.elsewhere = elsewhere
        self.certain = certain
        super().__init__(str(sentence))


def write_error(error: OSError) -> WriteError:
    """The error for a write that the system refused."""
    sentence = _REASONS.get(error.errno or 0, N_("nothing was written: {reason}"))
    return WriteError(text(sentence, reason=os_error_text(error)), elsewhere=True)
