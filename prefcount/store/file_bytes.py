"""Comparing the bytes of a file, and cutting a line off its end."""

import os
from pathlib import Path

from prefcount.base.regular_files import open_regular
from prefcount.store.disk import close, sync

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
    """Cut a line off the end of a file; whether it was there."""
    end = os.lseek(descriptor, 0, os.SEEK_END)
    start = os.lseek(descriptor, max(0, end - len(line)), os.SEEK_SET)
    if os.read(descriptor, len(line)) != line:
        return False
    os.ftruncate(descriptor, start)
    sync(descriptor)
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
