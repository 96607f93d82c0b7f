"""Whether many games are being read, so that it pays to score equal hands once."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_remembered: ContextVar[bool] = ContextVar("equal hands", default=False)


@contextmanager
def equal_hands_scored_once() -> Iterator[None]:
    """Let games remember what hands write, within this block: for those who read archives."""
    before = _remembered.set(True)
    try:
        yield
    finally:
        _remembered.reset(before)


def are_equal_hands_scored_once() -> bool:
    """Whether it was asked for here."""
    return _remembered.get()
