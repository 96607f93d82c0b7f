"""From files to sums: what is read, what is left out and why."""

import shutil
from pathlib import Path

from prefcount.stats.aliases import people_of
from prefcount.stats.gather_files import Statistics
from tests.session.files import by_hand, by_program

END = {"kind": "end", "reason": "agreed"}


def test_games_that_are_over(tmp_path: Path) -> None:
    """Those that go on are only counted on request, as they stand."""
    over = by_program(tmp_path / "over.jsonl", "anna 7h pp", END)
    running = by_program(tmp_path / "running.jsonl", "anna 7h pp")
    found, all_of_them = Statistics(), Statistics(running=True)
    for path in (over, running):
        assert found.add_file(path) == ""
        assert all_of_them.add_file(path) == ""
    assert (found.read, found.running, len(found.games["preferans"].evenings)) == (2, 1, 1)
    assert (all_of_them.running, len(all_of_them.games["preferans"].evenings)) == (0, 2)


def test_files_that_cannot_be_trusted(tmp_path: Path) -> None:
    """No session at all, a line that cannot be read, an entry that never could be."""
    found = Statistics(running=True)
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    assert "empty" in found.add_file(empty)
    impossible = by_hand(
        tmp_path / "impossible.jsonl", "anna 7h pp", {"kind": "raspasy", "tricks": {"Anna": 12}}
    )
    assert "tricks" in found.add_file(impossible)
    assert found.add_file(tmp_path / "none.jsonl") == "there is no such file"
    assert (found.read, found.games) == (0, {})


def test_a_copy_counts_once(tmp_path: Path) -> None:
    """Whatever it is called."""
    path = by_program(tmp_path / "friday.jsonl", "anna 7h pp", END)
    copy = tmp_path / "backup.jsonl"
    shutil.copyfile(path, copy)
    found = Statistics()
    assert found.add_file(path) == ""
    assert found.add_file(copy) == f"the same game as {path}"
    assert len(found.games["preferans"].evenings) == 1


def test_two_players_who_would_be_one_person(tmp_path: Path) -> None:
    """Such a game is left out: by a file of names, or by their spelling."""
    path = by_program(tmp_path / "friday.jsonl", "anna 7h pp", END)
    assert Statistics(people_of(["Anna = Vera"])).add_file(path) == (
        "these players would be one person: Anna, Vera"
    )


def test_memory_does_not_hold_the_games(tmp_path: Path) -> None:
    """Of each evening there is one record with a figure for each player, and nothing of its hands."""
    found = Statistics()
    for number in range(3):
        found.add_file(
            by_program(tmp_path / f"{number}.jsonl", "anna 7h pp", "boris 8n pp", END, note=str(number))
        )
    sums = found.games["preferans"]
    assert [(evening.hands, len(evening.results)) for evening in sums.evenings] == [(2, 3)] * 3
    assert len(sums.people) == 3
    assert len(sums.pairs) == 3
