"""Damage to a file at rest is found, except for damage that no file can show."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.store.reader import load
from tests.durability.damage import (
    LAST,
    Damage,
    audit_damages,
    ended,
    flip_bits,
    lines_of,
    paid,
    remove_chain,
    renumber_lines,
)

SOME = 7
"""One damaged file in this many is audited; `python -m tests.durability damage` audits all."""


def some(damages: Iterator[Damage]) -> Iterator[Damage]:
    return islice(damages, 0, None, SOME)


@pytest.fixture
def short(tmp_path: Path) -> bytes:
    path = ended(tmp_path / "short.jsonl")
    assert not audit_file(path).errors
    return path.read_bytes()


def test_flipped_bits_above_the_last_line_are_found(tmp_path: Path, short: bytes) -> None:
    row = audit_damages("", some(flip_bits(short, 1)), tmp_path / "damaged.jsonl")
    assert row.figures["damaged"] >= len(short) // SOME
    assert row.figures["missed"] == 0


def test_damage_to_a_book_is_found(tmp_path: Path) -> None:
    """The audit misses no damage above the last line but a cut at the end of a line."""
    path = paid(tmp_path / "payments.jsonl")
    assert not audit_file(path).errors
    content = path.read_bytes()
    room = tmp_path / "damaged.jsonl"
    rows = [audit_damages("", some(flip_bits(content, 1)), room), *lines_of([content], room)]
    assert [row.figures["missed"] for row in rows] == [0] * 5
    assert all(row.figures["found"] > 3 for row in rows)


def test_flipped_bits_of_the_last_line_are_found(tmp_path: Path, short: bytes) -> None:
    """Every flipped bit of the sealed `end` line is found, except in its note and time.

    A result that is off by one, as by rounding, is reported as a remark.
    """
    path = tmp_path / "damaged.jsonl"
    whole = load(tmp_path / "short.jsonl").session.entries[-1]
    for content, exception in some(flip_bits(short, 8)):
        if exception == LAST:
            path.write_bytes(content)
            audited = audit_file(path)
            if not audited.findings:
                read = load(path).session.entries[-1]
                assert read.model_copy(update={"at": whole.at, "note": whole.note}) == whole


def test_without_a_chain_damage_is_missed(tmp_path: Path, short: bytes) -> None:
    """The control: schema, numbers and sums alone do not show every change."""
    lines = renumber_lines(remove_chain(short).splitlines(keepends=True))
    assert audit_damages("", lines, tmp_path / "damaged.jsonl").figures["missed"] > 0
