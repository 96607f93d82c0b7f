"""Files and folders that disappear while a game is open: a few rounds of the measure `leaving`."""

import os
from pathlib import Path

import pytest

from tests.durability import leaving

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")

ROUNDS, PROGRAMS = 40, 3


def test_every_acknowledged_hand_is_in_a_named_file(tmp_path: Path) -> None:
    row = leaving.played("sessions", tmp_path / "sessions", ROUNDS, [leaving.WITHOUT_SCREEN], seed=1)
    assert row.as_expected, row
    assert row.figures["copies"] > 0
    assert row.figures["printed"] > 0


def test_a_repaint_acknowledges_nothing() -> None:
    """The report of a hand may be painted again after the keys of the next hand."""
    before, after = b"\x1b[9;2HRecorded: hand 1.\r\n", b"\x1b[9;2HRecorded: hand 2.\r\n"
    assert leaving.find_new_number(before, b"") == b"1"
    assert leaving.find_new_number(before + b"\x1b[2J" + before, b"1") == b""
    assert leaving.find_new_number(before + after, b"1") == b"2"


def test_programs_that_are_left_name_the_file(tmp_path: Path) -> None:
    """Screen, `share --write` and a phone at the table. The control, which keeps no copy, loses hands."""
    rows = list(leaving.run(tmp_path, PROGRAMS))
    assert [row.name for row in rows if not row.as_expected] == [], rows
