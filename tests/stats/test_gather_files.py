"""From files to sums: what is read, what is left out and why."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from prefcount.stats.report import statistics_csv, statistics_object
from prefcount.stats.sums import Statistics
from tests.debts.test_balances import EVENINGS, Evening, written
from tests.stats.test_aliases import people_in
from tests.store.files import by_hand, by_program

END = {"kind": "end", "reason": "agreed"}


def test_untrusted_files_are_left_out(tmp_path: Path) -> None:
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


def test_a_game_with_one_person_on_two_seats_is_left_out(tmp_path: Path) -> None:
    path = by_program(tmp_path / "friday.jsonl", "anna 7h pp", END)
    assert Statistics(people_in(["Anna = Vera"])).add_file(path) == (
        "Anna, Vera would count as one person, although they played in the same game"
    )


def test_games_are_not_kept_in_memory(tmp_path: Path) -> None:
    found = Statistics()
    for number in range(3):
        found.add_file(
            by_program(tmp_path / f"{number}.jsonl", "anna 7h pp", "boris 8n pp", END, note=str(number))
        )
    sums = found.games["preferans"]
    assert [(evening.hands, len(evening.results)) for evening in sums.evenings] == [(2, 3)] * 3
    assert len(sums.people) == 3
    assert len(sums.pairs) == 3


@given(st.lists(EVENINGS, min_size=1, max_size=5), st.data())
def test_the_order_of_the_files_changes_nothing(evenings: list[Evening], data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        *paths, _book = written(Path(folder), evenings, ())
        told = []
        for order in (paths, data.draw(st.permutations(paths))):
            found = Statistics(by="year")
            assert [found.add_file(path) for path in order] == [""] * len(paths)
            told.append((statistics_object(found, ()), statistics_csv(found)))
    assert told[0] == told[1]
