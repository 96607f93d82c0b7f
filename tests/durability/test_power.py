"""Power cuts at many moments of a recorded session, with everything unsynced there, missing or in part."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="needs POSIX")
if sys.platform == "darwin":
    pytest.skip("macOS syncs by fcntl, which is not recorded", allow_module_level=True)

from tests.durability.power import BAD, EVENINGS, cut

SOME = 11
"""One of so many states is opened; `.ci/run` opens all."""


def test_power_cuts(tmp_path: Path) -> None:
    """Nothing acknowledged is lost, every file that was begun opens, and the game goes on in it."""
    figures = cut("", EVENINGS["power cuts"][0], tmp_path, every=SOME).figures
    assert figures["states"] > 100
    assert [figures[each] for each in BAD] == [0, 0, 0, 0]


def test_a_beginning_under_its_own_name_is_seen_to_be_half(tmp_path: Path) -> None:
    """Nothing is lost, for nobody was told yet, but the name is taken by a file that does not open."""
    figures = cut("", EVENINGS["power cuts, begun in place"][0], tmp_path).figures
    assert figures["begun half"] > 100
    assert figures["lost"] == 0


def test_a_wrong_way_to_write_is_seen_to_lose(tmp_path: Path) -> None:
    """The control: without fsync. Those in place, and without a synced folder, are for `.ci/run`."""
    figures = cut("", EVENINGS["power cuts, no fsync"][0], tmp_path, until_seen=True).figures
    assert figures["lost"] > 0
    assert figures["unreadable"] > 0
