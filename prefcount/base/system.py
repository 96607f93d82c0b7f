"""Operations that differ between operating systems.

`CURRENT` is the system of this machine. All special cases for Windows and macOS are in this module, so that
tests can replace the system. The program imports this module at every start, so it imports very little
itself.
"""

import errno
import os
import stat
import sys
import time
from contextlib import suppress
from errno import errorcode
from importlib import import_module
from typing import TYPE_CHECKING, Any

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import quote

if TYPE_CHECKING:
    from datetime import datetime

Name = str | os.PathLike[str]
_FLAGS = ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT")
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLOCK)
"""Error numbers of an attempt to lock a file that another program has locked."""
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)
"""Error numbers of network disks that cannot sync a folder."""


def close(descriptor: int) -> None:
    with suppress(OSError):  # synced data is already on the disk
        os.close(descriptor)


class Posix:
    """System calls for Linux and similar systems. Subclasses replace the calls that differ on other systems.

    Attributes:
        can_delete_open_files: whether an open file can be deleted at once.
        locks_block_reading: whether a lock prevents other programs from reading the locked bytes.
        has_owners: whether files have owners and permissions that can be copied.
        can_fork: whether worker processes may be started by a fork.
        console_is_file: whether Python writes to a terminal as to an ordinary file.
    """

    can_delete_open_files = True
    locks_block_reading = False
    has_owners = True
    can_fork = False
    console_is_file = True

    def lock(self, descriptor: int) -> bool:
        """Lock a file and return True, or False if another program holds the lock. Raises OSError."""
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
        """Wait until the data of a file is on the disk. Raises OSError."""
        os.fsync(descriptor)

    def sync_folder(self, folder: Name) -> None:
        """Wait until the names of new files in a folder are on the disk. Raises OSError."""
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in _NO_FOLDER_SYNC:
                raise
        finally:
            close(descriptor)

    def open(self, path: Name, access: int, rights: int = 0o600, *, follow_links: bool) -> int:
        """Open a file in binary mode and return its descriptor.

        Opening a pipe does not wait for its other end. Child processes do not inherit the descriptor.

        Args:
            access: the flags of `os.open`, such as `os.O_RDONLY`.
            rights: the permissions of a new file.
            follow_links: whether to follow a link at `path`.
        """
        for flag in _FLAGS:
            access |= getattr(os, flag, 0)
        if not follow_links:
            access |= self._unfollowed(path)
        return os.open(path, access, rights)

    def _unfollowed(self, _path: Name) -> int:
        return os.O_NOFOLLOW

    def check_name(self, _path: Name) -> None:
        """Raise ValueError if a new file cannot have this name on the system. Posix allows every name."""

    def replace(self, path: Name, to: Name) -> None:
        """Rename the file `path` to `to`, and replace a file that has this name. Raises OSError."""
        os.replace(path, to)  # noqa: PTH105 - pathlib loads slowly

    def ending_signals(self) -> tuple[int, ...]:
        """Return the signals that ask a program to end, such as SIGINT after Ctrl+C."""
        import signal

        names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
        return tuple(getattr(signal, name) for name in names if hasattr(signal, name))

    def hangup_signal(self) -> int:
        import signal

        return signal.SIGHUP

    def data_folder(self) -> str:
        """Return this user's folder for program data, which begins with ~ if the home folder is unknown."""
        from platformdirs import user_data_dir

        return user_data_dir(appauthor=False)

    def documents_folder(self) -> str:
        from platformdirs import user_documents_dir

        return user_documents_dir()

    def open_with_desktop(self, path: Name) -> bool:
        """Open a file in the usual program of the desktop, and return at once. Return False if that fails."""
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
        # Without a desktop, xdg-open may start a program in the terminal.
        shown = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
        return "xdg-open" if shown else None


class Linux(Posix):
    """Linux."""

    can_fork = True

    def data_folder(self) -> str:
        # This is the folder of `Posix`, without the slow import of platformdirs.
        return os.environ.get("XDG_DATA_HOME", "").strip() or os.path.expanduser("~/.local/share")  # noqa: PTH111


class Macos(Posix):
    """macOS."""

    def sync(self, descriptor: int) -> None:
        """Wait until data is on the disk itself, which takes more than `fsync` on macOS. Raises OSError."""
        fcntl: Any = import_module("fcntl")
        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)

    def _opener(self) -> str:
        return "open"


class Windows(Posix):
    """System calls for Windows, which cannot delete or replace an open file, or read its locked part."""

    can_delete_open_files = False
    locks_block_reading = True
    has_owners = False
    console_is_file = False

    PATIENCE = 1.0
    """Maximum number of seconds to wait while another program, such as a virus scanner, has a file open."""
    PAUSE = 0.02
    _FORBIDDEN = frozenset('<>:"|?*')
    _DEVICES = frozenset(
        {"con", "prn", "aux", "nul", "conin$", "conout$"}
        | {f"{port}{digit}" for port in ("com", "lpt") for digit in "123456789¹²³"}
    )

    def _lock(self, descriptor: int) -> None:
        msvcrt: Any = import_module("msvcrt")
        os.lseek(descriptor, 0, os.SEEK_SET)  # lock the first byte, not the byte at the current position
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def sync_folder(self, folder: Name) -> None:
        """Do nothing, because Windows writes names to the disk by itself."""

    def _unfollowed(self, path: Name) -> int:
        if os.path.islink(path):  # noqa: PTH114
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        return 0

    def check_name(self, path: Name) -> None:
        """Raise ValueError if Windows does not allow this name of a file, such as `aux` or `a:b`."""
        whole = os.fspath(path).replace("\\", "/")
        drive = whole[1:2] == ":" and whole[0].isalpha()
        name = whole[2 * drive :].rpartition("/")[2]
        stem = name.partition(".")[0].rstrip().casefold()
        if stem in self._DEVICES or name[-1:] in (".", " ") or not self._FORBIDDEN.isdisjoint(name):
            raise ValueError("a name that Windows gives no file")

    def replace(self, path: Name, to: Name) -> None:
        """Rename a file, and retry while another program has the old file open. Raises OSError."""
        until = time.monotonic() + self.PATIENCE
        while True:
            try:
                return os.replace(path, to)  # noqa: PTH105
            except PermissionError:
                if time.monotonic() >= until:
                    raise
            time.sleep(self.PAUSE)

    def open_with_desktop(self, path: Name) -> bool:
        startfile: Any = getattr(os, "startfile", None)
        try:
            startfile(path)
        except OSError:
            return False
        return True


def system_for_platform(platform: str) -> Posix:
    """Return the system calls for a value of `sys.platform`, such as "win32"."""
    return {"win32": Windows, "darwin": Macos, "linux": Linux}.get(platform, Posix)()


CURRENT = system_for_platform(sys.platform)
"""The system of this machine."""


class NotRegularFile(OSError):
    """Raised when a name leads to a pipe, a device, or a link that is not followed."""


class FileTooLarge(OSError):
    """Raised when a file is larger than allowed."""


def open_regular(path: Name, *, follow_links: bool) -> int:
    """Open a regular file for reading in binary mode, and return its descriptor. A pipe is refused at once.

    Args:
        follow_links: whether to follow a link at `path`. Links among its folders are always followed.

    Raises:
        IsADirectoryError: if `path` is a folder.
        NotRegularFile: if `path` is another kind of file, or a link that is not followed.
    """
    # Opening some devices has an effect, so the file is checked before it is opened.
    _check_regular(os.stat(path, follow_symlinks=follow_links))  # noqa: PTH116 - pathlib loads slowly
    descriptor = CURRENT.open(path, os.O_RDONLY, follow_links=follow_links)
    try:
        _check_regular(os.fstat(descriptor))  # another file may have taken the name meanwhile
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _check_regular(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode):
        raise NotRegularFile


def read_regular(path: Name, max_bytes: int, *, follow_links: bool = False) -> bytes:
    """Return the bytes of a small regular file.

    Args:
        max_bytes: the maximum size of the file.
        follow_links: whether to follow a link at `path`. If not, a link is refused.

    Raises:
        FileTooLarge: if the file has more than `max_bytes` bytes.
    """
    with os.fdopen(open_regular(path, follow_links=follow_links), "rb") as file:
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise FileTooLarge
    return content


def read_own_json(path: Name, max_bytes: int) -> object:
    """Return the JSON value in a small file that this program has written. Links are not followed.

    Raises:
        ValueError: if the system does not allow `path`, or the file is not JSON or has duplicate keys, NaN
            or unprintable characters.
    """
    content = read_regular(path, max_bytes)
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
    """Raised when a JSON object has the same key twice."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"{key} stands twice")


def refuse_duplicate_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the JSON object of `pairs`, for use as the `object_pairs_hook` of `json.loads`.

    Raises:
        DuplicateKey: if two pairs have the same key.
    """
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
    "EACCES EPERM": N_("you have no permission for this file or folder; ask its owner, or use another place"),
    "EAFNOSUPPORT": N_("this computer cannot use an address of this kind; choose another"),
    "EBADF": N_("the program's input or output was closed; start it again with both open"),
    "EBUSY ETXTBSY": N_("another program is using this file; close that program, and try again"),
    "EDQUOT": N_("your share of the disk is used up; make room, or use another place"),
    "EEXIST": N_("there is already a file or folder with this name; choose another name"),
    "EFBIG": N_("files here cannot be this large; use another place"),
    "EINVAL": N_("the system does not accept this name or place; choose another"),
    "EIO": N_("the disk failed; use another disk, and do not trust this one"),
    "EISDIR": N_("this is a folder, not a file; name a file"),
    "ELOOP": N_("this is a link that cannot be followed; name the file itself"),
    "EMFILE ENFILE": N_("too many files are open; close other programs, and try again"),
    "EMLINK ENOLCK ENOTSUP EOPNOTSUPP EXDEV": N_(
        "this disk cannot do what the program needs; use another disk"
    ),
    "ENAMETOOLONG": N_("the name is too long; choose a shorter one"),
    "ENETDOWN ENETUNREACH": N_("the network cannot be reached; connect this computer to it"),
    "ENODEV ENXIO": N_("the device is not there; connect it, or use another place"),
    "ENOENT": N_("there is no such file or folder; check the name"),
    "ENOMEM": N_("the memory is full; close other programs, and try again"),
    "ENOSPC": N_("the disk is full; make room on it, or use another place"),
    "ENOTCONN ETIMEDOUT": N_("the network disk does not answer; connect it, and try again"),
    "ENOTDIR": N_("a part of this path is a file, not a folder; check the path"),
    "ENOTEMPTY": N_("the folder is not empty; empty it, or choose another"),
    "EROFS": N_("the disk is read-only; use another place"),
    "ESTALE": N_("the server has lost this file; open it again, or use another place"),
}
"""Sentences for players about errors of the system, by the names of their error numbers."""


def os_error_text(error: OSError | ValueError) -> Text:
    """Return the reason of an error and what to do, or the system's own message for an unusual error."""
    if not isinstance(error, OSError):  # a ValueError is raised for a name with a zero byte, for example
        return text(N_("a file cannot have this name; choose another"))
    name = errorcode.get(error.errno or 0)
    for names, reason in _REASONS.items():
        if name in names.split():
            return text(reason)
    if error.errno is None:  # an error of this program, which is a sentence already
        return Text("{message}", {"message": quote(error)})
    return text(N_("the system says “{message}”"), message=quote(error.strerror or error))


def ignore_invalid_zone() -> None:
    """Set the variable `TZ` to UTC if it names a file that is not a time zone.

    Babel cannot be imported with such a `TZ`.
    """
    zone = os.environ.get("TZ", "").removeprefix(":")
    if os.path.exists(zone):  # noqa: PTH110 - pathlib loads slowly
        from zoneinfo import ZoneInfo

        try:
            with open(zone, "rb") as file:  # noqa: PTH123 - pathlib loads slowly
                ZoneInfo.from_file(file)
        except (OSError, ValueError):
            os.environ["TZ"] = "UTC"


def now() -> "datetime":
    """Return the current time without fractions of a second, in the time zone of this machine."""
    from datetime import UTC, datetime

    return to_local_time(datetime.now(UTC)).replace(microsecond=0)


def to_local_time(moment: "datetime") -> "datetime":
    """Convert a time to the time zone of this machine.

    If `TZ` is set to an impossible zone, such as UTC-24, the result is in UTC.

    Raises:
        OverflowError, OSError, ValueError: if the time is too long ago or too far ahead for this machine.
    """
    try:
        return moment.astimezone()
    except ValueError:
        from datetime import MAXYEAR, MINYEAR, UTC

        if not MINYEAR < moment.year < MAXYEAR:
            raise
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
