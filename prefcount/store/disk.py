"""Safe operations on files: complete writes, cuts, and locks against a second writer.

Functions that write raise OSError if the disk fails, and ValueError if the system does not allow a name.
"""

import errno
import getpass
import hashlib
import os
import platform
import stat
import time
from contextlib import ExitStack, suppress
from datetime import datetime
from json import dumps
from pathlib import Path
from typing import NamedTuple

from pydantic_core import from_json

from prefcount.base import system
from prefcount.base.i18n import N_, Text, text
from prefcount.base.locale_format import Day
from prefcount.base.problems import SentenceError, quote
from prefcount.base.system import close, now, open_regular, os_error_text

PRIVATE, SHARED = 0o600, 0o666
"""Permissions of a new file: for the user alone, or for everyone whom the umask of the user allows."""
MAX_COPIES = 1000
SHORT_NAME = 60
"""Maximum number of bytes of a shortened name, which with an ending fits on every common file system."""
_NO_SUCH_NAME = (errno.ENAMETOOLONG, errno.ENOENT, errno.EINVAL)
"""Error numbers with which systems refuse a name that is too long."""
_NO_LINKS = (
    *(errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP),
    *(errno.EMLINK, errno.EXDEV),
)
"""Error numbers of disks on which a file cannot have two names (hard links), such as a memory stick."""


def write_all(descriptor: int, line: bytes) -> None:
    """Write all of `line` to an open file, in parts if necessary. Raises OSError."""
    view = memoryview(line)
    while view:
        view = view[os.write(descriptor, view) :]


def sync_folder(folder: Path) -> None:
    """Wait until the names of new files in `folder` are on the disk. Raises OSError."""
    system.CURRENT.sync_folder(folder)


def make_folder(folder: Path) -> None:
    """Create a folder and its missing parents, which only this user can open.

    The function returns when the new folders are on the disk.

    Raises:
        OSError: if a folder cannot be created.
    """
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for new in reversed(missing):
        new.mkdir(mode=0o700, exist_ok=True)
        sync_folder(new.parent)


def make_file(path: Path, content: bytes, mode: int = PRIVATE) -> os.stat_result:
    """Create a new file that is complete and on the disk, or leave no file at all.

    The content is first written to a file such as `NAME.new1`, which then gets the name `NAME`.

    Args:
        mode: the permissions of the new file: `PRIVATE` or `SHARED`.

    Returns:
        The status of the new file, by which the caller can recognize the file later.

    Raises:
        FileExistsError: if a file exists at `path`. That file stays unchanged.
        OSError: if the file cannot be written.
        WriteError: if a thousand files such as `NAME.new1` exist.
    """
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    fresh = make_numbered(path, "new", content, mode)
    try:
        made = fresh.lstat()
        if not link_file(fresh, path):
            _create(path, content, mode)
            made = path.lstat()
    finally:
        delete(fresh)
    sync_new_name(path)
    return made


def replace_file(path: Path, content: bytes, mode: int = PRIVATE, *, lasting: bool = True) -> None:
    """Replace the file at `path`, or create it. Readers see the old or the new content, never a part.

    A link at `path` is replaced, not followed.

    Args:
        mode: the permissions of a new file: `PRIVATE` or `SHARED`. With `SHARED`, a replaced file keeps its
            owner and permissions.
        lasting: whether to wait until the new file is on the disk.

    Raises:
        OSError: if the file cannot be written. The old file is unchanged then.
        WriteError: if a thousand files such as `NAME.new1` exist, or the new file may be lost in a power cut.
    """
    fresh = make_numbered(path, "new", content, mode, lasting=lasting)
    try:
        if mode != PRIVATE:
            _copy_permissions(fresh, path)
        system.CURRENT.replace(fresh, path)
    except OSError:
        delete(fresh)
        raise
    if not lasting:
        return
    try:
        sync_folder(path.parent)
    except OSError as error:
        sentence = N_(
            "the new file is there, but the disk did not confirm it ({reason}); after a power cut the"
            " old file may be back"
        )
        raise WriteError(sentence, reason=os_error_text(error), certain=False) from None


def make_numbered(
    path: Path, ending: str, content: bytes, mode: int = PRIVATE, *, lasting: bool = True
) -> Path:
    """Write a new file next to `path`, with a number at the end of its name, such as game.jsonl.torn1.

    The number is the first one that is free. A name that is too long for the disk is shortened.

    Args:
        ending: the word before the number, such as "torn".
        mode: the permissions of the new file: `PRIVATE` or `SHARED`.
        lasting: whether to wait until the content is on the disk. The name may still be lost in a power cut.

    Raises:
        WriteError: if a thousand such files exist.
    """
    system.CURRENT.check_name(path)
    try:
        return _make_first_free(path, ending, content, mode, lasting=lasting)
    except OSError as error:
        if error.errno not in _NO_SUCH_NAME:
            raise
        short = path.with_name(_short_name(path.name))
        return _make_first_free(short, ending, content, mode, lasting=lasting)


def _short_name(name: str) -> str:
    # The hash of the whole name keeps shortened names distinct.
    mark = "~" + hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
    while name and len(os.fsencode(name + mark)) > SHORT_NAME:
        name = name[:-1]
    return name + mark


def _make_first_free(path: Path, ending: str, content: bytes, mode: int, *, lasting: bool) -> Path:
    for number in range(1, MAX_COPIES):
        beside = path.with_name(f"{path.name}.{ending}{number}")
        try:
            _create(beside, content, mode, lasting=lasting)
        except FileExistsError:
            continue
        return beside
    sentence = N_("there are a thousand files such as {name} next to the session; move them away")
    raise WriteError(sentence, name=quote(f"{path.name}.{ending}1"))


def sync_new_name(path: Path) -> None:
    """Wait until the name of a new file is on the disk. If that fails, delete the file and raise OSError."""
    try:
        sync_folder(path.parent)
    except OSError:
        delete(path)
        raise


def link_file(file: Path, path: Path) -> bool:
    """Create `path` as a hard link to `file`. Return False if the disk does not support hard links."""
    try:
        os.link(file, path)
    except OSError as error:
        with suppress(OSError):
            if os.path.samestat(file.lstat(), path.lstat()):
                return True  # a file server made the link, but its first answer was lost
        if error.errno in _NO_LINKS:
            return False
        raise
    return True


def _create(path: Path, content: bytes, mode: int, *, lasting: bool = True) -> None:
    descriptor = system.CURRENT.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode, follow_links=True)
    try:
        write_all(descriptor, content)
        if lasting:
            system.CURRENT.sync(descriptor)
    except BaseException:
        close(descriptor)
        delete(path)
        raise
    close(descriptor)


def _copy_permissions(fresh: Path, path: Path) -> None:
    try:
        before = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(before.st_mode) or not system.CURRENT.has_owners:
        return
    with suppress(PermissionError):  # only root changes owners, and memory sticks have no permissions
        os.chown(fresh, before.st_uid, before.st_gid)
    with suppress(PermissionError):
        fresh.chmod(before.st_mode & 0o777)


def delete(path: Path) -> None:
    """Delete a file, and ignore errors."""
    with suppress(OSError):
        path.unlink()


READ_AT_ONCE = 1024 * 1024


def starts_with(descriptor: int, content: bytes | bytearray) -> bool:
    """Return whether the open file `descriptor` begins with `content`.

    If so, the next read from the file starts right after `content`.
    """
    os.lseek(descriptor, 0, os.SEEK_SET)
    position = 0
    while position < len(content):
        part = os.read(descriptor, min(len(content) - position, READ_AT_ONCE))
        if not part or part != content[position : position + len(part)]:
            return False
        position += len(part)
    return True


def cut_off_line(descriptor: int, line: bytes) -> bool:
    """Remove `line` from the end of the open file `descriptor`, and return True.

    If the file does not end with `line`, leave it unchanged and return False.
    """
    start = os.lseek(descriptor, 0, os.SEEK_END) - len(line)
    if start <= 0:  # another program has emptied the file and is about to write it again
        return False
    os.lseek(descriptor, start, os.SEEK_SET)
    if os.read(descriptor, len(line)) != line:
        return False
    os.ftruncate(descriptor, start)
    system.CURRENT.sync(descriptor)
    return True


def begins_with(path: Path, content: bytes | bytearray) -> bool:
    """Return whether `path` is a regular file, or a link to one, that begins with `content`."""
    try:
        descriptor = open_regular(path, follow_links=True)
    except (OSError, ValueError):
        return False
    try:
        return starts_with(descriptor, content)
    except OSError:
        return False
    finally:
        close(descriptor)


NO_FOLDER = N_("nothing was written: the folder does not exist; name one that does")


class WriteError(SentenceError):
    """Raised when a line or a file could not be written.

    Attributes:
        elsewhere: whether it makes sense to write to another file instead, such as a copy in another folder.
        certain: False if it is not known how much of the content was written.
    """

    def __init__(
        self, sentence: Text | str, *, elsewhere: bool = False, certain: bool = True, **values: object
    ) -> None:
        super().__init__(sentence, **values)
        self.elsewhere = elsewhere
        self.certain = certain


def write_error(error: OSError) -> WriteError:
    if error.errno == errno.ENOENT:
        gone = N_(
            "nothing was written: the file was moved or deleted; put it back, or write to another place"
        )
        return WriteError(gone, elsewhere=True)
    return WriteError(N_("nothing was written: {reason}"), reason=os_error_text(error), elsewhere=True)


ENDING = ".lock"
OWNER_LIMIT = 1024
WORD_LIMIT = 64
MAX_PID = 2**32
PATIENCE = 0.05
"""Seconds to wait for a lock. A program that only looks who has the lock releases it sooner."""
PAUSE = 0.01
MAX_TRIES = 20
_MARK = b'\n{"lock":"prefcount",'
"""The beginning of a lock file. Windows hides the first byte, a line end, while the file is locked."""
NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
"""Error numbers of disks that do not support locks."""
_NO_RIGHT = (errno.EACCES, errno.EPERM, errno.EROFS)


class LockSentences(NamedTuple):
    """Messages for the user, one for each reason why a file cannot be locked."""

    no_lock: str
    others: str
    taken: str
    owner: str
    no_right: str
    no_locks: str
    no_folder: str
    impossible: str


GAME_SENTENCES = LockSentences(
    no_lock=N_("{name} is not a lock file; move it away, because until then the game is read-only"),
    others=N_("{name} belongs to another user, who may be writing this game, so the game is read-only here"),
    taken=N_("another program is writing this game, so the game is read-only here for now"),
    owner=N_(
        "{user} on {host} has had this game open since {since} (process {pid}), so the game is read-only here"
    ),
    no_right=N_(
        "you have no permission to write in this folder, so the game is read-only; copy it to another place"
    ),
    no_locks=N_("this disk cannot lock files, so the game is read-only; copy it to another disk"),
    no_folder=N_("the folder of this game no longer exists; the game is read-only"),
    impossible=N_("no lock file can be created next to the game, so the game is read-only: {reason}"),
)
BOOK_SENTENCES = LockSentences(
    no_lock=N_("{name} is not a lock file; move it away, because until then the book is read-only"),
    others=N_("{name} belongs to another user, who may be writing to this book; try again in a moment"),
    taken=N_("another program is writing to this book of payments; try again in a moment"),
    owner=N_(
        "{user} on {host} has had this book of payments open since {since} (process {pid}); try "
        "again in a moment"
    ),
    no_right=N_(
        "you have no permission to write in this folder, so the book is read-only; copy it to another place"
    ),
    no_locks=N_("this disk cannot lock files, so the book is read-only; copy it to another disk"),
    no_folder=N_("the folder of this book no longer exists"),
    impossible=N_("no lock file can be created next to the book, so the book is read-only: {reason}"),
)


class LockOwner(NamedTuple):
    """The user and the process that write a session, as named in its lock file."""

    user: str
    host: str
    pid: int
    since: datetime


class LockRefusal(NamedTuple):
    """The reason why this program cannot write a session now.

    Attributes:
        is_held: whether another program has locked the session. The session may be free later.
    """

    text: Text
    is_held: bool = False


class WriterLock:
    """A lock on a session, held from `take` to `release`. Only its holder writes the session."""

    def __init__(self, path: Path, lock: Path, descriptor: int, *, own: bool) -> None:
        self.path = path
        self._lock = lock
        self._descriptor: int | None = descriptor
        self._own = own

    @classmethod
    def take(
        cls, path: Path, patience: float = PATIENCE, sentences: LockSentences = GAME_SENTENCES
    ) -> "WriterLock | LockRefusal":
        """Lock a session for writing, and return the lock, or the reason why that is not possible.

        Args:
            patience: the number of seconds to wait while another program has the lock.
            sentences: the messages about a game, or about a book of payments.
        """
        until = time.monotonic() + patience
        try:
            lock = _lock_path(path)
            while True:
                taken = _try_lock(lock, sentences)
                if isinstance(taken, int):
                    return cls(path, lock, taken, own=_write_owner(taken))
                if not taken.is_held or time.monotonic() >= until:
                    return taken
                time.sleep(PAUSE)
        except (OSError, ValueError) as error:
            return _lock_failure(error, path, sentences)

    @property
    def is_held(self) -> bool:
        """True if this program still has the lock, and its lock file was not replaced."""
        return self._descriptor is not None and is_same_file(self._lock, self._descriptor)

    def release(self) -> None:
        """Release the lock and delete the lock file, unless another program has replaced the lock file."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        remove = self._own and is_same_file(self._lock, descriptor)
        # Only the holder of the lock deletes its file, and a program that gets the lock checks that the name
        # still leads to the locked file. So two programs never lock different files of one name.
        if remove and system.CURRENT.can_delete_open_files:
            delete(self._lock)
        with suppress(OSError):
            os.close(descriptor)
        if remove and not system.CURRENT.can_delete_open_files:
            delete(self._lock)

    def __enter__(self) -> "WriterLock":
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()


def current_writer(path: Path) -> LockRefusal | None:
    """Return the `LockRefusal` about the program that is writing a session, or None if no program is."""
    try:
        descriptor = system.CURRENT.open(_lock_path(path), os.O_RDONLY, follow_links=False)
    except (OSError, ValueError):
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode) or system.CURRENT.lock(descriptor):
            return None
        return _refusal(descriptor, GAME_SENTENCES)
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _lock_path(path: Path) -> Path:
    # All links to a session share its lock file.
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + ENDING)


def _try_lock(lock: Path, sentences: LockSentences) -> int | LockRefusal:
    for _again in range(MAX_TRIES):
        with ExitStack() as stack:
            descriptor = _open(lock)
            stack.callback(os.close, descriptor)
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return LockRefusal(text(sentences.no_lock, name=quote(lock.name)))
            if not system.CURRENT.lock(descriptor):
                return _refusal(descriptor, sentences)
            if is_same_file(lock, descriptor):
                stack.pop_all()
                return descriptor
    return LockRefusal(text(sentences.taken), is_held=True)


def _open(lock: Path) -> int:
    try:
        return system.CURRENT.open(lock, os.O_RDWR | os.O_CREAT, _lock_permissions(lock), follow_links=False)
    except PermissionError:  # another user may have left the file behind
        with suppress(OSError):
            return system.CURRENT.open(lock, os.O_RDONLY, follow_links=False)
        raise


def _lock_permissions(lock: Path) -> int:
    try:
        return stat.S_IMODE(os.stat(lock.with_suffix("")).st_mode) & 0o666  # noqa: PTH116
    except OSError:
        return 0o600


def is_same_file(path: Path, descriptor: int, *, by_links: bool = False) -> bool:
    """Return whether the file at `path` is the file that is open as `descriptor`.

    Args:
        by_links: whether to follow a link at `path`. If not, a link is never the same file.
    """
    try:
        return os.path.samestat(os.stat(path, follow_symlinks=by_links), os.fstat(descriptor))  # noqa: PTH116
    except OSError:
        return False


def _write_owner(descriptor: int) -> bool:
    try:
        content = _read_lock(descriptor)
        if not (content.startswith(_MARK) or _MARK.startswith(content)):
            return False
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, _owner_line())
    except OSError:  # on a full disk, or with another user's file, the lock works without naming its owner
        pass
    return True


def _owner_line() -> bytes:
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = "?"
    owner = {
        "lock": "prefcount",
        "user": _harmless_word(user),
        "host": _harmless_word(platform.node()),
        "pid": os.getpid(),
        "since": now().isoformat(),
    }
    return f"\n{dumps(owner, separators=(',', ':'), ensure_ascii=False)}\n".encode()


def _read_lock(descriptor: int) -> bytes:
    if system.CURRENT.locks_block_reading:
        os.lseek(descriptor, 1, os.SEEK_SET)
        rest = os.read(descriptor, OWNER_LIMIT)
        return b"\n" + rest if rest else b""
    os.lseek(descriptor, 0, os.SEEK_SET)
    return os.read(descriptor, OWNER_LIMIT + 1)


def _refusal(descriptor: int, sentences: LockSentences) -> LockRefusal:
    owner = None
    with suppress(OSError):
        owner = parse_owner(_read_lock(descriptor))
    if owner is None:
        return LockRefusal(text(sentences.taken), is_held=True)
    since = Day(owner.since)
    sentence = text(sentences.owner, user=owner.user, host=owner.host, pid=owner.pid, since=since)
    return LockRefusal(sentence, is_held=True)


def parse_owner(content: bytes) -> LockOwner | None:
    """Return the owner named in a lock file, or None if the file is not valid."""
    try:
        owner = from_json(content[:OWNER_LIMIT], allow_inf_nan=False)
        pid, since = owner["pid"], datetime.fromisoformat(owner["since"])
        user, host = _harmless_word(owner["user"]), _harmless_word(owner["host"])
    except (ValueError, TypeError, KeyError):
        return None
    if type(pid) is not int or not 0 <= pid < MAX_PID:
        return None
    return LockOwner(user, host, pid, since)


def _harmless_word(word: str) -> str:
    if not isinstance(word, str):
        raise TypeError("no text")
    return quote(word)[:WORD_LIMIT] or "?"


def _lock_failure(error: OSError | ValueError, path: Path, sentences: LockSentences) -> LockRefusal:
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, PermissionError) and os.path.lexists(_lock_path(path)):
        return LockRefusal(text(sentences.others, name=quote(_lock_path(path).name)))
    if number == errno.EISDIR:
        return LockRefusal(text(sentences.no_lock, name=quote(_lock_path(path).name)))
    if number in _NO_RIGHT:
        return LockRefusal(text(sentences.no_right))
    if number in NO_LOCKS:
        return LockRefusal(text(sentences.no_locks))
    if number == errno.ENOENT:
        return LockRefusal(text(sentences.no_folder))
    return LockRefusal(text(sentences.impossible, reason=os_error_text(error)))
