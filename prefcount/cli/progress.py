"""The progress of a long command: one line on stderr, removed at the end."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from prefcount.base.i18n import _

FEW = 20
"""The number of files up to which no progress is shown."""
EVERY = 0.2
"""After so many seconds a count is shown again."""
_CLEAR = "\r\x1b[K"

T = TypeVar("T")


def watching() -> bool:
    """Whether stderr is a terminal, so that progress is shown."""
    return sys.stderr.isatty()


def watched(things: Iterable[T], total: int) -> Iterator[T]:
    """The same things; meanwhile stderr shows how many of `total` files are done.

    Of a few nothing is shown.
    """
    if total <= FEW:
        yield from things
        return
    shown = -1
    try:
        for done, thing in enumerate(things):
            percent = 100 * done // total
            if percent != shown:
                sentence = _("{done} of {total} files, {percent} %")
                _write(_CLEAR + sentence.format(done=done, total=total, percent=percent))
                shown = percent
            yield thing
    finally:
        _write(_CLEAR)


@contextmanager
def counting(count_text: Callable[[int], str]) -> Iterator[Callable[[int], bool]]:
    """A function to call with the number of things done: shows it on a terminal, returns False (go on)."""
    due = [monotonic() + EVERY]

    def show(done: int) -> bool:
        if monotonic() >= due[0]:
            due[0] = monotonic() + EVERY
            _write(_CLEAR + count_text(done))
        return False

    try:
        yield show if watching() else lambda _done: False
    finally:
        if watching():
            _write(_CLEAR)


def _write(line: str) -> None:
    sys.stderr.write(line)
    sys.stderr.flush()
