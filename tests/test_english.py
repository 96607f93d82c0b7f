"""Docstrings and comments are written in plain English."""

from collections import Counter
from pathlib import Path

import pytest

from tests.english import HABITS, ROOT, find_habits

ALLOWED = {"prefcount": 0, "tests": 0}
"""Docstrings and comments of each habit, by folder."""


@pytest.mark.parametrize("folder", ALLOWED)
def test_docstrings_and_comments_avoid_habits_that_make_readers_read_twice(folder: str) -> None:
    found = Counter(offence.habit for offence in find_habits([ROOT / folder]))
    assert {habit: count for habit, count in found.items() if count > ALLOWED[folder]} == {}


def test_every_habit_is_found(tmp_path: Path) -> None:
    examples = {
        "opens with a question word": "What follows.",
        "stands": "It stands there.",
        "is said": "A name that was said.",
        "is no": "This is no name.",
        "that of": "A price and that of a whist.",
        "everybody, somebody, nobody": "Nobody plays.",
        "anew": "Begin anew.",
        "beside": "A file beside another.",
        "otherwise": "Written otherwise.",
        "; it": "A name is missing; it is left out.",
        "so many": "After so many seconds.",
        "where for if": "Written, where a name is missing.",
        "whoever": "Tell whoever asks.",
    }
    for habit, text in examples.items():
        file = tmp_path / "example.py"
        file.write_text(f'"""{text}"""\n')
        assert [offence.habit for offence in find_habits([file])] == [habit], text
    assert set(examples) == set(HABITS)
