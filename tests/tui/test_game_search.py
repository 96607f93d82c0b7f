"""Tests of the search in the list of games: words, and limits of dates."""

from datetime import date
from pathlib import Path

from prefcount.base.i18n import override_language
from prefcount.store.session_folder import read_listed
from prefcount.tui.games.saved_list import SavedGame, parse_search, saved_game
from tests.tables import each_line, load_table
from tests.tui.game_files import game_file

TRIO = ("Anna", "Boris", "Vera")


@each_line(*load_table("searches"))
def test_a_search_matches_every_word_and_every_bound(search: str, fits: str) -> None:
    game = SavedGame(Path("friday.jsonl"), began=date(2026, 3, 14), players=TRIO, rules_name="Sochi to 20")
    assert parse_search(search, date(2026, 5, 1)).matches(game) is (fits == "yes")


def test_a_preset_is_found_by_its_name_in_either_language(tmp_path: Path) -> None:
    path = game_file(tmp_path / "one.jsonl", preset="leningrad")
    with override_language("ru"):
        game = saved_game(read_listed(path))
        assert [parse_search(word, date.today()).matches(game) for word in ("leningrad", "ленинград")] == [
            True
        ] * 2


def test_a_game_without_a_date_is_in_no_period() -> None:
    game = SavedGame(Path("old.jsonl"), players=TRIO)
    assert parse_search("anna", date.today()).matches(game)
    assert not parse_search("anna since:1900", date.today()).matches(game)


@each_line(
    ("typed", "said"),
    [
        ("anna since:2026-13", "“since:2026-13” is not a date; write a year, a month or a day"),
        ("до:31.02.2026", "“до:31.02.2026” is not a date"),
        ("last:month", "“last:month” is not a period"),
        ("since: last:", ""),
        ("since:2026 last:2y", ""),
    ],
)
def test_an_invalid_bound_is_reported(typed: str, said: str) -> None:
    doubts = " ".join(map(str, parse_search(typed, date(2026, 5, 1)).doubts))
    assert doubts.startswith(said)
    assert bool(doubts) == bool(said)
