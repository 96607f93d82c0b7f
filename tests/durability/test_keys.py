"""Random keys in bursts, a few: the same that is measured at length."""

import os
from pathlib import Path

import pytest

from tests.durability import keys

KEYS = 200


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_random_keys(tmp_path: Path) -> None:
    """No crash, no hang, nothing lost; without the guards something fails."""
    rows = list(keys.run(tmp_path, KEYS))
    assert [row for row in rows if not row.as_expected] == []
    assert rows[0].figures["keys"] >= KEYS
