"""Everything that this program asks of the system and that systems answer differently.

`CURRENT` is the system that it runs on. What Windows and macOS do otherwise stands here and nowhere else, so
that tests can put another system in its place. Settings are read through it at every start, so this module
imports next to nothing.
"""

import errno
import os
import stat
import sys
import time
from contextlib import suppress
from errno import errorcode
from importlib import import_module
from typing import Any

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import quote

Name = str | os.PathLike[str]
_FLAGS = ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT")
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLOCK)
"""What systems answer where another program holds a lock."""
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)
"""What some network disks answer, which know no such thing."""


def close(descriptor: int) -> None:
    """Close a file; errors are ignored, since what was synced is on the disk already."""
    with suppress(OSError):
        os.close(descriptor)


class Posix:
    """Linux, and every other system that is like it.

    Attributes:
        can_delete_open_files: whether a file that is open loses its name at once.
        locks_block_reading: whether nobody else can read what is locked.
        has_owners: whether files have owners and rights to be taken over.
        can_fork: whether a process may begin as a copy of this one.
        console_is_file: whether what is printed on a terminal goes through an ordinary file.
    """

    can_delete_open_files = True
    locks_block_reading = False
    has_owners = True
    can_fork = False
    console_is_file = True

    def lock(self, descriptor: int) -> bool:
        """Lock a file for this program, or find it locked by another; never waits. Raises OSError."""
        try:
            self._lock(descriptor)
        except OSError as error:
            if error.errno in _TAKEN:
                return False
            raise
        return True

    def _lock(self, descriptor: int) -> None:
        fcntl: Any = import_module("fcntl")
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def sync(self, descriptor: int) -> None:
        """Return when what was written is on the disk itself. Raises OSError."""
        os.fsync(descriptor)

    def sync_folder(self, folder: Name) -> None:
        """Return when the names of new files in a folder are on the disk. Raises OSError."""
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in _NO_FOLDER_SYNC:
                raise
        finally:
            close(descriptor)

    def open(self, path: Name, access: int, rights: int = 0o600, *, follow_links: bool) -> int:
        """Open a file in binary: no pipe is waited for, no other program inherits it.

        Returns:
            its descriptor.

        Raises:
            OSError: if it cannot be opened.
            ValueError: if no file can have this name.
        """
        for flag in _FLAGS:
            access |= getattr(os, flag, 0)
        if not follow_links:
            access |= self._unfollowed(path)
        return os.open(path, access, rights)

    def _unfollowed(self, _path: Name) -> int:
        return os.O_NOFOLLOW

    def check_name(self, _path: Name) -> None:
        """Raise ValueError if a new file with this name would be something else, or have another name."""

    def replace(self, path: Name, to: Name) -> None:
        """Give a file a name, in the place of another file if there is one. Raises OSError."""
        os.replace(path, to)  # noqa: PTH105 - pathlib loads slowly

    def ending_signals(self) -> tuple[int, ...]:
        """The signals by which a program is asked to end: from the keyboard, by the system, by a window."""
        import signal

        names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
        return tuple(getattr(signal, name) for name in names if hasattr(signal, name))

    def hangup_signal(self) -> int:
        """Return the signal by which the system says that a terminal is gone."""
        import signal

        return signal.SIGHUP

    def data_folder(self) -> str:
        """Where programs keep what belongs to this user; it begins with ~ where no home folder is known."""
        from platformdirs import user_data_dir

        return user_data_dir(appauthor=False)

    def documents_folder(self) -> str:
        """The folder where people look for what they have written."""
        from platformdirs import user_documents_dir

        return user_documents_dir()

    def open_with_desktop(self, path: Name) -> bool:
        """Ask the desktop to show a file, and do not wait; False where there is none to ask."""
        command = self._opener()
        if command is None:
            return False
        from subprocess import DEVNULL, Popen

        try:
            Popen([command, path], stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)
        except OSError:
            return False
        return True

    def _opener(self) -> str | None:
        """The command that shows a file; None without a desktop, where it would take the terminal."""
        shown = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
        return "xdg-open" if shown else None


class Linux(Posix):
    """Linux."""

    can_fork = True

    def data_folder(self) -> str:
        """The same as platformdirs has it, without loading a library for it."""
        return os.environ.get("XDG_DATA_HOME", "").strip() or os.path.expanduser("~/.local/share")  # noqa: PTH111


class Macos(Posix):
    """macOS."""

    def sync(self, descriptor: int) -> None:
        """Return when the disk itself has written; `fsync` only hands it over. Raises OSError."""
        fcntl: Any = import_module("fcntl")
        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)

    def _opener(self) -> str:
        return "open"


class Windows(Posix):
    """Windows: no file that is open is deleted or replaced, a lock hides what it locks, links are rare."""

    can_delete_open_files = False
    locks_block_reading = True
    has_owners = False
    console_is_file = False

    PATIENCE = 1.0
    """The seconds for which another program, such as a virus scanner, may keep a file open."""
    PAUSE = 0.02
    _FORBIDDEN = frozenset('<>:"|?*')
    _DEVICES = frozenset(
        {"con", "prn", "aux", "nul", "conin$", "conout$"}
        | {f"{port}{digit}" for port in ("com", "lpt") for digit in "123456789¹²³"}
    )

    def _lock(self, descriptor: int) -> None:
        msvcrt: Any = import_module("msvcrt")
        os.lseek(descriptor, 0, os.SEEK_SET)  # the first byte is locked, not the one that is read next
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def sync_folder(self, folder: Name) -> None:
        """Nothing: folders cannot be opened, and the system brings names to the disk by itself."""

    def _unfollowed(self, path: Name) -> int:
        if os.path.islink(path):  # noqa: PTH114
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        return 0

    def check_name(self, path: Name) -> None:
        """Raise ValueError for `aux`, `con.jsonl` and such, which are devices, and for `friday.` or `a:b`."""
        whole = os.fspath(path).replace("\\", "/")
        drive = whole[1:2] == ":" and whole[0].isalpha()
        name = whole[2 * drive :].rpartition("/")[2]
        stem = name.partition(".")[0].rstrip().casefold()
        if stem in self._DEVICES or name[-1:] in (".", " ") or not self._FORBIDDEN.isdisjoint(name):
            raise ValueError("a name that Windows gives no file")

    def replace(self, path: Name, to: Name) -> None:
        """The same; it is tried again while another program has the other file open. Raises OSError."""
        until = time.monotonic() + self.PATIENCE
        while True:
            try:
                return os.replace(path, to)  # noqa: PTH105
            except PermissionError:
                if time.monotonic() >= until:
                    raise
            time.sleep(self.PAUSE)

    def open_with_desktop(self, path: Name) -> bool:
        """Ask the desktop to show a file."""
        startfile: Any = getattr(os, "startfile", None)
        try:
            startfile(path)
        except OSError:
            return False
        return True


def system_for_platform(platform: str) -> Posix:
    """The system that Python calls so in `sys.platform`."""
    return {"win32": Windows, "darwin": Macos, "linux": Linux}.get(platform, Posix)()


CURRENT = system_for_platform(sys.platform)
"""The system that this program runs on."""


class NotRegularFile(OSError):
    """What lies under a name is no regular file: a pipe, a device, or a link where none is followed."""


class FileTooLarge(OSError):
    """A file has more bytes than anything of its kind."""


def open_regular(path: Name, *, follow_links: bool) -> int:
    """Open a regular file for reading, in binary; never waits.

    The name is looked at first, so that no device is opened that does something when it is; what was opened
    is looked at again, because a name may lead elsewhere a moment later. Folders above it may be links in any
    case.

    Returns:
        its descriptor.

    Raises:
        IsADirectoryError: if it is a folder.
        NotRegular: if it is no regular file either.
        OSError: if it is not there or cannot be opened.
        ValueError: if no file can have this name.
    """
    _look(os.stat(path, follow_symlinks=follow_links))  # noqa: PTH116 - pathlib loads slowly
    descriptor = CURRENT.open(path, os.O_RDONLY, follow_links=follow_links)
    try:
        _look(os.fstat(descriptor))
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _look(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode):
        raise NotRegularFile


def read_regular(path: Name, most: int, *, follow_links: bool = False) -> bytes:
    """Return the bytes of a small regular file; a typed name may be a link.

    Raises:
        TooLarge: if it has more bytes.
        OSError: if it cannot be read, as `open_regular` says.
        ValueError: if no file can have this name.
    """
    with os.fdopen(open_regular(path, follow_links=follow_links), "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise FileTooLarge
    return content


def read_own_json(path: Name, most: int) -> object:
    """The JSON value in a small file that this program has written, if that is what it is.

    No link is followed. As in a line of a session there is no other encoding than UTF-8, no key that stands
    twice, no NaN, and no text that a terminal would obey.

    Raises:
        OSError: if it cannot be read.
        ValueError: if it is none, or no file can have this name.
    """
    content = read_regular(path, most)
    import json

    try:
        value: object = json.loads(
            content.decode(), object_pairs_hook=refuse_duplicate_keys, parse_constant=_refuse
        )
        _refuse_unprintable(value)
    except RecursionError:
        raise ValueError("nested too deep") from None
    return value


class DuplicateKey(ValueError):
    """A key stands twice in an object of JSON."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"{key} stands twice")


def refuse_duplicate_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON, as the hook of a parser. Raises DoubledKey."""
    value: dict[str, object] = {}
    for key, inner in pairs:
        if key in value:
            raise DuplicateKey(key)
        value[key] = inner
    return value


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def _refuse_unprintable(value: object) -> None:
    if isinstance(value, str) and not value.isprintable():
        raise ValueError("a text cannot be printed")
    if isinstance(value, dict | list):
        for item in (*value, *(value.values() if isinstance(value, dict) else ())):
            _refuse_unprintable(item)


_REASONS = {
    "EACCES": N_("Permission denied"),
    "EAFNOSUPPORT": N_("Address family not supported by protocol"),
    "EBADF": N_("Bad file descriptor"),
    "EBUSY": N_("Device or resource busy"),
    "EDQUOT": N_("Disk quota exceeded"),
    "EEXIST": N_("File exists"),
    "EFBIG": N_("File too large"),
    "EINVAL": N_("Invalid argument"),
    "EIO": N_("Input/output error"),
    "EISDIR": N_("Is a directory"),
    "ELOOP": N_("Too many levels of symbolic links"),
    "EMFILE": N_("Too many open files"),
    "EMLINK": N_("Too many links"),
    "ENAMETOOLONG": N_("File name too long"),
    "ENETDOWN": N_("Network is down"),
    "ENETUNREACH": N_("Network is unreachable"),
    "ENFILE": N_("Too many open files in system"),
    "ENODEV": N_("No such device"),
    "ENOENT": N_("No such file or directory"),
    "ENOLCK": N_("No locks available"),
    "ENOMEM": N_("Cannot allocate memory"),
    "ENOSPC": N_("No space left on device"),
    "ENOTCONN": N_("Transport endpoint is not connected"),
    "ENOTDIR": N_("Not a directory"),
    "ENOTEMPTY": N_("Directory not empty"),
    "ENOTSUP": N_("Operation not supported"),
    "ENXIO": N_("No such device or address"),
    "EOPNOTSUPP": N_("Operation not supported"),
    "EPERM": N_("Operation not permitted"),
    "EROFS": N_("Read-only file system"),
    "ESTALE": N_("Stale file handle"),
    "ETIMEDOUT": N_("Connection timed out"),
    "ETXTBSY": N_("Text file busy"),
    "EXDEV": N_("Invalid cross-device link"),
}
"""What a file, a disk or a network may answer, by the name of its number, which systems give differently."""


def os_error_text(error: OSError | ValueError) -> Text | str:
    """Why something was refused, as part of a sentence: the usual reasons in our words, others as they come.

    A name that no file can have, such as one with a zero byte, is a ValueError.
    """
    if not isinstance(error, OSError):
        return text(N_("this name is not possible for a file"))
    reason = _REASONS.get(errorcode.get(error.errno or 0, ""))
    return text(reason) if reason else quote(error.strerror or error)
