"""Facts next to the sheet: who deals, the price of the next raspasy, the progress of the game."""

from typing import Any

from prefcount.entries.models import Entry
from tests.helpers import GAME, entry, fact, play, pools, start
from tests.tables import each_line


def shown(*entries: str | Entry, players: int = 3, **rules: Any) -> dict[str, str]:
    state = play(start(players, **rules), *entries)
    return {each.key: str(each.value) for each in GAME.facts(state)}


def test_dealer_and_eldest_hand_are_shown() -> None:
    facts = shown(players=4)
    assert (facts["dealer"], facts["first"], facts["idle"]) == ("Gleb", "Anna", "Gleb")
    facts = shown("anna 6h pp", players=3)
    assert (facts["dealer"], facts["first"]) == ("Anna", "Boris")
    assert "idle" not in facts


@each_line(
    ("rules", "progress"),
    [
        ({}, "27 of 60 pool points"),
        ({"end": "manual"}, "27 of 60 pool points"),
        ({"end": "total"}, "32 of 60 pool points"),
        ({"end": "hands", "hands": 12}, "1 of 12 hands"),
        ({"end": "time", "minutes": 90}, "0 of 90 minutes"),
    ],
)
def test_progress_is_shown_by_the_end_of_the_game(rules: dict[str, Any], progress: str) -> None:
    assert shown(pools(Anna=25, Boris=5), "vera 6h pp", aid=False, **rules)["progress"] == progress


def test_closed_pools_are_shown() -> None:
    assert shown(pools(Anna=20, Boris=19, Vera=23))["closed"] == "Anna, Vera"
    assert shown(pools(Anna=20), end="total")["closed"] == "Anna"
    assert "closed" not in shown()


@each_line("reason", ["agreed", "resigned", "pool", "hands", "time"])
def test_each_end_has_its_words(reason: str) -> None:
    state = play(start(), entry("end", reason=reason))
    assert fact(state, "over") not in {"", reason}
    assert fact(state, "hand") == ""
    assert fact(start(), "over") == ""


def test_the_played_minutes_are_shown() -> None:
    hand = entry("raspasy", tricks={"Anna": 3, "Boris": 3, "Vera": 4}, at="2026-11-14T20:30:59+03:00")
    state = play(start(started="2026-11-14T19:05:00+03:00", end="time", minutes=90), hand)
    assert fact(state, "progress") == "85 of 90 minutes"
