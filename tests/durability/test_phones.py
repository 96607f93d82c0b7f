"""Phones that write: a few rounds of the measure `phones`."""

from pathlib import Path

from tests.durability import phones

ROUNDS = 12


def test_phones_and_a_laptop_neither_lose_nor_double_notes(tmp_path: Path) -> None:
    """No note is lost, doubled or written by a stranger. The control, a naive phone, doubles its notes."""
    rows = list(phones.run(tmp_path, ROUNDS))
    assert [row.name for row in rows if not row.as_expected] == [], rows
    assert sum(row.control for row in rows) == 1
