"""Every system call of one append is a place to be killed at, and a call that can fail."""

from functools import cache

import pytest

from tests.durability.report import Row, measured
from tests.durability.sweep import why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())


@cache
def rows() -> dict[str, Row]:
    """A sweep over the calls that make a session and append once."""
    return measured("sweep", "--count", 1)


@pytest.mark.parametrize("name", ["killed at every system call", "ENOSPC, and it cannot be cut back"])
def test_system_calls(name: str) -> None:
    """Nothing acknowledged is lost, and what failed is told in a sentence."""
    assert rows()[name].figures["faults"] > 0
    assert not rows()[name].fails, rows()[name]


@pytest.mark.xfail(reason="a close that fails is told as if nothing were written", strict=False)
def test_errors_of_every_call() -> None:
    """Every error is told in a sentence, and the next try succeeds; nothing stands in the file twice."""
    assert rows()["EIO at every system call"].figures["faults"] > 20
    assert not rows()["EIO at every system call"].fails, rows()["EIO at every system call"]
