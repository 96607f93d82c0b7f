"""Opening regular files only: no pipe is waited for, no device is opened, no link is followed by mistake.

In a folder that others can write into, a name may stand for anything. Settings are read this way at every
start, so this module imports next to nothing.
"""

import os
import stat

from prefcount.base import system
from prefcount.base.system import Name


class NotRegular(OSError):
    """What lies under a name is no regular file: a pipe, a device, or a link where none is followed."""


class TooLarge(OSError):
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
    descriptor = system.HERE.open(path, os.O_RDONLY, follow_links=follow_links)
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
        raise NotRegular


def read_regular(path: Name, most: int, *, follow_links: bool = False) -> bytes:
    """All bytes of a small regular file; a name that somebody typed may be a link.

    Raises:
        TooLarge: if it has more bytes.
        OSError: if it cannot be read, as `open_regular` says.
        ValueError: if no file can have this name.
    """
    with os.fdopen(open_regular(path, follow_links=follow_links), "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise TooLarge
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
        value: object = json.loads(content.decode(), object_pairs_hook=once, parse_constant=_refuse)
        _refuse_unprintable(value)
    except RecursionError:
        raise ValueError("nested too deep") from None
    return value


class DoubledKey(ValueError):
    """A key stands twice in an object of JSON."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"{key} stands twice")


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON, as the hook of a parser. Raises DoubledKey."""
    value: dict[str, object] = {}
    for key, inner in pairs:
        if key in value:
            raise DoubledKey(key)
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
