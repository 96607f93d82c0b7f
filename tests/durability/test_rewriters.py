"""A program that saves the file anew while hands are added to it."""

import os

import pytest

from tests.durability.material import MATERIALS
from tests.durability.report import measured

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def test_rewriters() -> None:
    """What was acknowledged stays; a program that does not look at the name again loses it."""
    rows = measured("rewriters", "--count", 40)
    for ending in MATERIALS:
        for name in ("rewritten with the lock", "rewritten without the lock"):
            real = rows[f"{name}{ending}"]
            assert not real.fails, real
            assert real.figures["acknowledged"] >= 20
            assert real.figures["rewritings"] > 5
        assert rows[f"rewritten, name not looked at{ending}"].figures["lost"] > 0
