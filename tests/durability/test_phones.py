"""Phones that write, a few times over: the same that is measured at length."""

from pathlib import Path

from tests.durability import phones

ROUNDS = 12


def test_phones_and_a_laptop(tmp_path: Path) -> None:
    """None lost, none doubled, nothing written by strangers; a naive phone is seen to double its notes."""
    rows = list(phones.run(tmp_path, ROUNDS))
    assert [row.name for row in rows if not row.as_expected] == [], rows
    assert sum(row.control for row in rows) == 1
