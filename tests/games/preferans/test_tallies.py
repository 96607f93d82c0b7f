"""Tallies of the statistics: contracts, whists, and raspasy."""

from collections import Counter
from fractions import Fraction
from typing import Any

from hypothesis import given

from prefcount.ledger import Amount
from tests.helpers import GAME, Players, entry, start, transition
from tests.strategies import Played, games

Counts = dict[str, dict[str, Amount]]


def counted(*hands: Any, players: Players = 3, **rules: Any) -> Counts:
    state, found = start(players, **rules), Counts()
    for hand in hands:
        played = GAME.parse(state, hand) if isinstance(hand, str) else hand
        done = transition(state, played)
        assert not done.problems
        for player, key, amount in GAME.tallies(state, played, done):
            mine = found.setdefault(state.names[player], {})
            mine[key] = mine.get(key, 0) + amount
        state = done.state
    return found


def test_contracts_are_counted_by_level() -> None:
    found = counted("anna 7h wp 7", "anna 7s pp", "anna 7d wp 5", "anna 6h -3")["Anna"]
    assert found == {
        "made": 2,
        "made_7": 2,
        "passed": 1,
        "passed_7": 1,
        "failed": 2,
        "failed_7": 1,
        "failed_6": 1,
        "left": 1,
        "left_6": 1,
    }


def test_a_lone_whister_plays_both_hands() -> None:
    found = counted("anna 6c wp 8")
    assert found["Boris"] == {"whisted": 1, "whist_tricks": 2, "whist_undertricks": 2}
    assert "Vera" not in found


def test_two_whisters_have_their_own_tricks() -> None:
    """Together they are one trick short of four. Vera took fewer than her two, so she pays for it."""
    found = counted("anna 6c ww 7 3 0")
    assert found["Boris"] == {"whisted": 1, "whist_tricks": 3}
    assert found["Vera"] == {"whisted": 1, "whist_tricks": 0, "whist_undertricks": 1}


def test_undertricks_are_counted_once_where_no_dump_is_kept() -> None:
    found = counted("anna 7c wp 9", preset="rostov-whists")
    assert found["Boris"]["whist_undertricks"] == 1


def test_raspasy_are_counted_with_their_results() -> None:
    """In the first hand, the tricks 3, 5 and 2 are dump points, worth ten whists each."""
    found = counted("r 3 5 2", "r 0 8 2", preset="sochi")
    anna, boris = found["Anna"], found["Boris"]
    assert (anna["raspasy"], anna["raspasy_played"], anna["raspasy_tricks"]) == (2, 2, 3)
    assert (anna["raspasy_zero"], boris.get("raspasy_zero")) == (1, None)
    # 10 × (mean − own), then at 2 a trick with two points in Anna's pool: mean 18/3, own −2
    assert anna["raspasy_result"] == Fraction(10, 3) + 80


def test_a_dealer_who_sits_out_has_the_result_without_tricks() -> None:
    """In Rostov the dealer gets a pool point, but has no tricks to count."""
    raspasy = entry("raspasy", tricks={"Anna": 4, "Boris": 5, "Vera": 1})
    found = counted(raspasy, players=4, preset="rostov")["Gleb"]
    assert found == {"raspasy": 1, "raspasy_result": Fraction(15, 2)}
    for taken in range(3):
        raspasy = entry("raspasy", tricks={"Anna": 8 - taken, "Boris": 2, "Vera": 0, "Gleb": taken})
        found = counted(raspasy, players=4, preset="sochi", raspasy={"dealer": "plays_talon"})
        assert not {"raspasy_played", "raspasy_tricks", "raspasy_zero"} & found["Gleb"].keys()
        assert found["Gleb"]["raspasy"] == found["Vera"]["raspasy_zero"] == 1


@given(games())
def test_every_contract_is_made_or_failed_and_raspasy_sum_to_zero(played: Played) -> None:
    sums: Counter[str] = Counter()
    state = played.first
    for each, done in zip(played.entries, played.turns, strict=True):
        tallies = list(GAME.tallies(state, each, done))
        assert each.kind in GAME.hand_kinds or not tallies
        results = [tally.amount for tally in tallies if tally.key == "raspasy_result"]
        assert sum(results) == 0
        sums.update({tally.key: 1 for tally in tallies if tally.key in ("made", "failed")})
        state = done.state
    assert sums["made"] + sums["failed"] == sum(each.kind == "game" for each in played.entries)


def test_columns_of_a_group_follow_each_other() -> None:
    groups = [str(measure.group) for measure in GAME.measures]
    assert [each for at, each in enumerate(groups) if each not in groups[:at]] == [
        each for at, each in enumerate(groups) if at == 0 or groups[at - 1] != each
    ]
    names = [measure.name or measure.key for measure in GAME.measures]
    assert len(set(names)) == len(names)
