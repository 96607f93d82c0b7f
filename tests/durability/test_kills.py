"""Kill -9 twenty times: nothing acknowledged is lost, and the wrong way to write loses."""

import os

import pytest

from tests.durability.kills import BAD
from tests.durability.material import MATERIALS
from tests.durability.report import measured

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def test_kills() -> None:
    """Every acknowledged entry is there, at most one more; a file that is rewritten in place loses."""
    rows = measured("kills", "--count", 20)
    for ending in MATERIALS:
        real, control = rows[f"kills{ending}"], rows[f"kills, file rewritten in place{ending}"]
        assert real.figures["kills"] == 20
        assert real.figures["acknowledged"] > 5  # half of the children are killed after their first line
        assert [real.figures[each] for each in BAD] == [0, 0, 0, 0]
        assert control.figures["lost"] > 0
        assert control.figures["unreadable"] > 0
