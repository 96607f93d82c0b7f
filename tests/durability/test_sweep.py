"""Every system call of one append is a place to be killed at, and a call that can fail."""

import pytest

from tests.durability.report import measured
from tests.durability.sweep import why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())


def test_system_calls() -> None:
    """Nothing acknowledged is lost, every error is told in a sentence, and the next try succeeds."""
    rows = measured("sweep", "--count", 1)
    assert set(rows) == {
        "killed at every system call",
        "EIO at every system call",
        "ENOSPC, and it cannot be cut back",
    }
    for row in rows.values():
        assert row.figures["faults"] > 0
        assert not row.fails, row
    assert rows["EIO at every system call"].figures["refused"] > 10
