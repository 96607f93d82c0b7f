"""A disk that is full at any byte of the next line, and an output that is full."""

from pathlib import Path

import pytest

from tests.durability.report import measured

pytest.importorskip("resource", reason="needs POSIX")
if not Path("/dev/full").exists():
    pytest.skip("needs /dev/full", allow_module_level=True)


def test_full_disk() -> None:
    """The file stays as it was, a sentence says why, and the next line fits; else half a line stays."""
    rows = measured("disk")
    real, control = rows["full disk"], rows["full disk, file not cut back"]
    assert real.figures["rooms"] == real.figures["refused"] > 80
    assert (real.figures["damaged"], real.figures["without a sentence"]) == (0, 0)
    assert real.figures["stuck afterwards"] == 0
    assert control.figures["damaged"] == control.figures["rooms"] - 1
    output, device = rows["full output"], rows["session on a full device"]
    assert output.figures["refused"] == output.figures["commands"] == 3
    assert not output.fails
    assert not device.fails
