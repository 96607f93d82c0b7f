"""A disk that fails, and another user, for tests of writing."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from prefcount.base import system
from prefcount.store import disk, journal


class FaultyOs:
    """The `os` module with some of its functions replaced."""

    def __init__(self, **replaced: Callable[..., Any]) -> None:
        self.__dict__.update(replaced)

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)


def faulty(patch: pytest.MonkeyPatch, **replaced: Callable[..., Any]) -> None:
    """Return a fixture function that replaces functions of `os` in all code that writes."""
    for module in (disk, journal, system):
        patch.setattr(module, "os", FaultyOs(**replaced))


def failing(error: int) -> Callable[..., Any]:
    def fail(*_arguments: object, **_named: object) -> None:
        raise OSError(error, os.strerror(error))

    return fail


def writing_only(*sizes: int, then: int) -> Callable[[int, memoryview], int]:
    """Return an `os.write` that takes some bytes at a time, and then fails with the error `then`."""
    left = list(sizes)

    def write(descriptor: int, data: memoryview) -> int:
        if not left:
            raise OSError(then, os.strerror(then))
        return os.write(descriptor, data[: left.pop(0)])

    return write


def recording(calls: list[str], *names: str) -> dict[str, Callable[..., Any]]:
    """Return working functions of `os` that add their names to `calls`."""

    def recorder(name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            calls.append(name)
            return getattr(os, name)(*arguments)

        return call

    return {name: recorder(name) for name in names}


@contextmanager
def nobody() -> Iterator[None]:
    """Drop the rights of root, who may write everywhere."""
    before = os.geteuid()
    os.seteuid(before or 65534)
    try:
        yield
    finally:
        os.seteuid(before)
