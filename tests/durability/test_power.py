"""Power cuts at many moments of a recorded session, with unsynced data there, missing or in part."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="needs POSIX")
if sys.platform == "darwin":
    pytest.skip("macOS syncs by fcntl, which is not recorded", allow_module_level=True)

from tests.durability.power import BAD, EVENINGS, cut

SOME = 11
"""One state in this many is opened; `.ci/run` opens all."""


def test_power_cuts_lose_nothing_acknowledged(tmp_path: Path) -> None:
    """Nothing acknowledged is lost, every begun file opens, and the game goes on in it."""
    figures = cut("", EVENINGS["power cuts"][0], tmp_path, every=SOME).figures
    assert figures["states"] > 100
    assert [figures[each] for each in BAD] == [0, 0, 0, 0]


def test_a_header_written_in_place_may_be_half(tmp_path: Path) -> None:
    """Nothing acknowledged is lost, but a file that does not open has the name."""
    figures = cut("", EVENINGS["power cuts, begun in place"][0], tmp_path).figures
    assert figures["begun half"] > 100
    assert figures["lost"] == 0


def test_writing_without_fsync_loses_entries(tmp_path: Path) -> None:
    """The control without fsync; `.ci/run` runs the other controls."""
    figures = cut("", EVENINGS["power cuts, no fsync"][0], tmp_path, until_seen=True).figures
    assert figures["lost"] > 0
    assert figures["unreadable"] > 0
