"""Two programs that append to one file at the same time."""

import os

import pytest

from tests.durability.material import MATERIALS
from tests.durability.report import measured

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def test_two_writers() -> None:
    """Who is not refused in a sentence finds his entry in the file, once; without a lock entries are lost."""
    rows = measured("writers", "--count", 25)
    for ending in MATERIALS:
        for name in ("two writers", "two writers, file read before"):
            real = rows[f"{name}{ending}"]
            assert not real.fails, real
            assert real.figures["entries"] + real.figures["refused"] == 100
        assert rows[f"two writers, no lock{ending}"].figures["lost"] > 0
