"""Figures that are too large or too fine for a sheet: commands say so of an entry, and do the rest."""

import json
from pathlib import Path

from tests.cli.conftest import Prefcount
from tests.session.test_bounds_of_figures import adjust
from tests.store.files import by_hand

PARTS = [adjust(f"1/{9_999_991 - 2 * n}") for n in range(700)]
"""As many different parts as there are; they are too fine for any sheet."""
COMMANDS = {
    ("show",): 0,
    ("audit", "--json"): 1,
    ("settle", "--json"): 2,
    ("report", "--csv", "postings"): 2,
    ("replay", "--all"): 2,
    ("stats",): 2,
}


def test_commands_read_what_an_older_program_has_written(prefcount: Prefcount, tmp_path: Path) -> None:
    """The file is shown and audited; like every one with entries that cannot be, it is not settled."""
    path = by_hand(tmp_path / "evening.jsonl", *PARTS, {"kind": "end", "reason": "agreed"})
    for (command, *further), code in COMMANDS.items():
        ran = prefcount(command, path, *further)
        assert (ran.code, " allowed is 1,000" in ran.out + ran.err) == (code, True), command


def test_an_entry_beyond_the_bounds_is_not_added(prefcount: Prefcount, tmp_path: Path) -> None:
    """It is refused like any other that cannot be."""
    path = by_hand(tmp_path / "evening.jsonl", *[adjust(1_000_000)] * 1000)
    said = prefcount("add", path, "--json", json.dumps(adjust(1))).complaint
    assert said == "Anna, dump: would be 1000000001; the largest figure allowed is 1,000,000,000"
