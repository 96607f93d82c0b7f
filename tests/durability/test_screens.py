"""The screen killed at a few moments of a hand: no hand that it called recorded is lost, nor half a hand."""

import os

import pytest

from tests.durability.report import measured
from tests.durability.screens import BAD

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")


def test_screens() -> None:
    rows = measured("screens", "--count", 3)
    row, control = rows["screen killed"], rows["screen killed that keeps no half hand"]
    assert row.figures["kills"] == 3
    assert row.figures["recorded"] + row.figures["half entered"] > 0
    assert [row.figures[each] for each in BAD] == [0] * len(BAD)
    assert control.figures["half lost"] > 0
