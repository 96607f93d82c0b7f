"""The lock of a session: a file beside it, locked as long as a program may write into the session.

Two locks guard a file, against two different things:

- The lock of this module is a file of its own, `NAME.jsonl.lock`. A program takes it before it reads a
  session that it means to write, and keeps it until it leaves. It keeps two people from entering the same
  evening at two tables; everybody else reads along.
- `Journal.append` locks the session itself for the moment between its look at the file and its write. It
  guards the bytes, also where the first lock cannot: a file with two names, a lock file that was deleted.

The system takes both away from a process that is killed, so a lock file that was left behind says nothing
and blocks nobody. Who holds the lock stands in its file, for people to read; no decision depends on it.
"""

import errno
import getpass
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
from prefcount.base.clock import now
from prefcount.base.i18n import N_, Text, text
from prefcount.base.locale_format import Moment
from prefcount.base.problems import quote
from prefcount.base.system import os_error_text
from prefcount.store.disk import delete

ENDING = ".lock"
WHO_LIMIT = 1024
WORD_LIMIT = 64
LARGEST_PID = 2**32
PATIENCE = 0.05
"""The seconds that another program's look at the lock may take; a writer is not waited for."""
PAUSE = 0.01
MOST_TRIES = 20
_MARK = b'\n{"lock":"prefcount",'
"""How the text of a lock file begins. Windows lets nobody read the locked first byte."""
NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
"""What systems answer where a disk has no locks."""
_NO_RIGHT = (errno.EACCES, errno.EPERM, errno.EROFS)


class Sentences(NamedTuple):
    """The sentences for the reasons why a file cannot be locked.

    What only another user may open is of `others`; somebody unknown has `taken` the lock, or an `owner`.
    """

    no_lock: str
    others: str
    taken: str
    owner: str
    no_right: str
    no_locks: str
    no_folder: str
    impossible: str


GAME_SENTENCES = Sentences(
    no_lock=N_("{name} is not a lock file; move it away; until then the game is read-only"),
    others=N_("{name} belongs to another user, who may be writing this game; it is read-only here"),
    taken=N_("another program is writing this game; it is read-only here meanwhile"),
    owner=N_("{user} on {host} has had this game open since {since} (process {pid}); read-only here"),
    no_right=N_(
        "you have no permission to write in this folder, so the game is read-only; copy it to another place"
    ),
    no_locks=N_("this disk has no locks to keep a second writer away, so the game is read-only; copy it"),
    no_folder=N_("the folder of this game no longer exists; the game is read-only"),
    impossible=N_("no lock can be kept beside the file, so the game is read-only: {reason}"),
)
BOOK_SENTENCES = Sentences(
    no_lock=N_("{name} is not a lock file; move it away; until then the book is read-only"),
    others=N_("{name} belongs to another user, who may be writing to this book; try again in a moment"),
    taken=N_("another program is writing to this book of payments; try again in a moment"),
    owner=N_(
        "{user} on {host} has had this book of payments open since {since} (process {pid}); try "
        "again in a moment"
    ),
    no_right=N_(
        "you have no permission to write in this folder, so the book is read-only; copy it to another place"
    ),
    no_locks=N_("this disk has no locks to keep a second writer away, so the book is read-only; copy it"),
    no_folder=N_("the folder of this book no longer exists"),
    impossible=N_("no lock can be kept beside the file, so the book is read-only: {reason}"),
)


class LockOwner(NamedTuple):
    """The writer of a session by their own words: harmless text, to be shown and never to be trusted."""

    user: str
    host: str
    pid: int
    since: datetime


class Busy(NamedTuple):
    """Why a session cannot be written by this program now.

    Attributes:
        text: the sentence for the user.
        who: who is writing, where that is known.
        held: whether somebody holds the lock, so that it may be free later.
    """

    text: Text
    who: LockOwner | None = None
    held: bool = False


class WriterLock:
    """The right to write into one session, from `take` to `release`.

    Attributes:
        path: the session.
    """

    def __init__(self, path: Path, lock: Path, descriptor: int, *, own: bool) -> None:
        self.path = path
        self._lock = lock
        self._descriptor: int | None = descriptor
        self._own = own

    @classmethod
    def take(
        cls, path: Path, patience: float = PATIENCE, sentences: Sentences = GAME_SENTENCES
    ) -> "WriterLock | Busy":
        """The only writer of a session, or why that is not possible.

        Another program that holds the lock is waited for so many seconds.
        """
        until = time.monotonic() + patience
        try:
            lock = _beside(path)
            while True:
                taken = _attempt(lock, sentences)
                if isinstance(taken, int):
                    return cls(path, lock, taken, own=_sign(taken))
                if not taken.held or time.monotonic() >= until:
                    return taken
                time.sleep(PAUSE)
        except (OSError, ValueError) as error:
            return _impossible(error, path, sentences)

    @property
    def held(self) -> bool:
        """Whether the lock file is still there; without it another program may write, too."""
        return self._descriptor is not None and leads_to(self._lock, self._descriptor)

    def release(self) -> None:
        """Release the lock, and remove the lock file unless it was replaced by another."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        remove = self._own and leads_to(self._lock, descriptor)
        # Only who holds the lock deletes its file, and who gets the lock looks whether the name still leads
        # to what he has locked: so no two programs ever lock two files of one name.
        if remove and system.HERE.deletes_open_files:
            delete(self._lock)
        with suppress(OSError):
            os.close(descriptor)
        if remove and not system.HERE.deletes_open_files:
            delete(self._lock)

    def __enter__(self) -> "WriterLock":
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()


def current_writer(path: Path) -> Busy | None:
    """The writer of a session at this moment; None without one, or if that cannot be found out."""
    try:
        descriptor = system.HERE.open(_beside(path), os.O_RDONLY, follow_links=False)
    except (OSError, ValueError):
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode) or system.HERE.lock(descriptor):
            return None
        return _busy(descriptor, GAME_SENTENCES)
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _beside(path: Path) -> Path:
    """The lock of a session, the same one for every link that leads to it. Raises OSError or ValueError."""
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + ENDING)


def _attempt(lock: Path, sentences: Sentences) -> int | Busy:
    """The descriptor of the locked file, or why not. Raises OSError."""
    for _again in range(MOST_TRIES):
        with ExitStack() as stack:
            descriptor = _open(lock)
            stack.callback(os.close, descriptor)
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return Busy(text(sentences.no_lock, name=quote(lock.name)))
            if not system.HERE.lock(descriptor):
                return _busy(descriptor, sentences)
            if leads_to(lock, descriptor):
                stack.pop_all()
                return descriptor
    return Busy(text(sentences.taken), held=True)


def _open(lock: Path) -> int:
    try:
        return system.HERE.open(lock, os.O_RDWR | os.O_CREAT, _rights(lock), follow_links=False)
    except PermissionError:  # the file of another user, who may have left it behind
        with suppress(OSError):
            return system.HERE.open(lock, os.O_RDONLY, follow_links=False)
        raise


def _rights(lock: Path) -> int:
    """Who may use a new lock: those who may use the file that it guards, else this user alone."""
    try:
        return stat.S_IMODE(os.stat(lock.with_suffix("")).st_mode) & 0o666  # noqa: PTH116
    except OSError:
        return 0o600


def leads_to(path: Path, descriptor: int, *, by_links: bool = False) -> bool:
    """Whether a name still leads to the file that is open, by links too if that is allowed."""
    try:
        return os.path.samestat(os.stat(path, follow_symlinks=by_links), os.fstat(descriptor))  # noqa: PTH116
    except OSError:
        return False


def _sign(descriptor: int) -> bool:
    """Write the owner into the lock file; False where the file has something else in it, which is kept."""
    try:
        content = _content(descriptor)
        if not (content.startswith(_MARK) or _MARK.startswith(content)):
            return False
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, _signature())
    except OSError:  # a full disk, or another user's file: the lock holds without a name
        pass
    return True


def _signature() -> bytes:
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = "?"
    owner = {
        "lock": "prefcount",
        "user": _word(user),
        "host": _word(platform.node()),
        "pid": os.getpid(),
        "since": now().isoformat(),
    }
    return f"\n{dumps(owner, separators=(',', ':'), ensure_ascii=False)}\n".encode()


def _content(descriptor: int) -> bytes:
    """The text of a lock file, a little more than it may have."""
    if system.HERE.locks_hide:
        os.lseek(descriptor, 1, os.SEEK_SET)
        rest = os.read(descriptor, WHO_LIMIT)
        return b"\n" + rest if rest else b""
    os.lseek(descriptor, 0, os.SEEK_SET)
    return os.read(descriptor, WHO_LIMIT + 1)


def _busy(descriptor: int, sentences: Sentences) -> Busy:
    owner = None
    with suppress(OSError):
        owner = owner_in(_content(descriptor))
    if owner is None:
        return Busy(text(sentences.taken), held=True)
    since = Moment(owner.since)
    sentence = text(sentences.owner, user=owner.user, host=owner.host, pid=owner.pid, since=since)
    return Busy(sentence, owner, held=True)


def owner_in(content: bytes) -> LockOwner | None:
    """The owner that a lock file names, made harmless; None if it names none."""
    try:
        owner = from_json(content[:WHO_LIMIT], allow_inf_nan=False)
        pid, since = owner["pid"], datetime.fromisoformat(owner["since"])
        user, host = _word(owner["user"]), _word(owner["host"])
    except (ValueError, TypeError, KeyError):
        return None
    if type(pid) is not int or not 0 <= pid < LARGEST_PID:
        return None
    return LockOwner(user, host, pid, since)


def _word(word: str) -> str:
    if not isinstance(word, str):
        raise TypeError("no text")
    return quote(word)[:WORD_LIMIT] or "?"


def _impossible(error: OSError | ValueError, path: Path, sentences: Sentences) -> Busy:
    """Why there can be no lock: the session is only read then."""
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, PermissionError) and os.path.lexists(_beside(path)):
        return Busy(text(sentences.others, name=quote(_beside(path).name)))
    if number in _NO_RIGHT:
        return Busy(text(sentences.no_right))
    if number in NO_LOCKS:
        return Busy(text(sentences.no_locks))
    if number == errno.ENOENT:
        return Busy(text(sentences.no_folder))
    return Busy(text(sentences.impossible, reason=os_error_text(error)))
