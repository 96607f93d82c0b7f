"""Stopped writers, a clock that is set back, another user, a disk without locks."""

import os

import pytest

from tests.durability.material import MATERIALS
from tests.durability.report import measured

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def test_surroundings() -> None:
    """Whatever is the matter, nothing acknowledged is lost; and without a lock it would be."""
    rows = measured("surroundings", "--count", 10)
    assert [row for row in rows.values() if not row.as_expected] == []
    for ending in MATERIALS:
        assert rows[f"clock set back{ending}"].figures["entries"] == 10
        assert rows[f"writers stopped{ending}"].figures["entries"] >= 20
