"""Settlement: the closed form and the way it is done on paper (rule book, section 6)."""

from typing import Any

import pytest
from hypothesis import given

from prefcount.entries.models import Entry
from prefcount.games.game import SettlementTable
from prefcount.ledger import round_to_whole
from tests.helpers import GAME, brought, play, results, start
from tests.strategies import Played, games
from tests.tables import each_line

PAPER: Entry = brought(
    Anna={"pool": 20, "dump": 10, "whists": {"Boris": 40, "Vera": 12}},
    Boris={"pool": 20, "dump": 22, "whists": {"Anna": 30, "Vera": 50}},
    Vera={"pool": 14, "dump": 4, "whists": {"Anna": 20, "Boris": 6}},
)
"""Net whists: Anna 2, Boris 34, Vera −36."""


@each_line(
    ("rules", "expected"),
    [
        # D = −10, 2, −10; their mean is −6; ten times the distance is 40, −80, 40
        ({}, {"Anna": 42, "Boris": -46, "Vera": 4}),
        # D = −30, −18, −24; mean −24; 60, −60, 0
        ({"doubled": True}, {"Anna": 62, "Boris": -26, "Vera": -36}),
        # 40, −80, 40 are multiplied by 3/2
        ({"dump_divisor": "n_minus_1"}, {"Anna": 62, "Boris": -86, "Vera": 24}),
        # 60, −60, 0 by 3/2
        ({"doubled": True, "dump_divisor": "n_minus_1"}, {"Anna": 92, "Boris": -56, "Vera": -36}),
    ],
)
def test_results_follow_the_closed_form(rules: dict[str, Any], expected: dict[str, int]) -> None:
    """R = 10·(mean(D) − D) plus the net whists."""
    assert results(play(start(**rules), PAPER)) == expected


class TestOnPaper:
    """The traditional way, step by step: equal pools, amnesty, dump into whists, pairs, sums."""

    def steps(self, **rules: Any) -> dict[str, SettlementTable]:
        return {str(table.title): table for table in GAME.settle(play(start(**rules), PAPER)).steps}

    def test_the_steps_in_their_order(self) -> None:
        assert list(self.steps()) == ["Equal pools", "Amnesty", "Dump into whists", "Pairs", "Results"]

    def test_missing_pool_points_go_into_the_dump(self) -> None:
        """Vera's pool is six points short, so her dump grows by six, and by twelve in Leningrad."""
        rows = (("Anna", 20, 10, 10), ("Boris", 20, 22, 22), ("Vera", 14, 4, 10))
        assert self.steps()["Equal pools"].rows == rows
        assert self.steps(doubled=True)["Equal pools"].rows[2] == ("Vera", 14, 4, 16)

    def test_the_smallest_dump_is_taken_off(self) -> None:
        rows = (("Anna", 10, 0), ("Boris", 22, 12), ("Vera", 10, 0))
        assert self.steps()["Amnesty"].rows == rows

    def test_dumps_become_whists(self) -> None:
        """Twelve points of Boris are 120 whists, divided by three or by two."""
        assert self.steps()["Dump into whists"].rows == (("Anna", 0, 0), ("Boris", 12, 40), ("Vera", 0, 0))
        by_two = self.steps(dump_divisor="n_minus_1")["Dump into whists"]
        assert by_two.rows[1] == ("Boris", 12, 60)

    def test_pairs_have_their_differences(self) -> None:
        assert self.steps()["Pairs"].rows == (
            ("Anna – Boris", 40 + 40, 30, 50),
            ("Anna – Vera", 12, 20, -8),
            ("Boris – Vera", 50, 6 + 40, 4),
        )

    def test_results_are_the_sums_of_pairs(self) -> None:
        assert self.steps()["Results"].rows == (("Anna", 42), ("Boris", -46), ("Vera", 4))


@given(games())
def test_both_ways_give_the_same(played: Played) -> None:
    state = played.state
    settlement = GAME.settle(state)
    names = [state.names[player] for player in state.seats]
    pairs = next(table for table in settlement.steps if str(table.title) == "Pairs")
    sums: dict[str, Any] = dict.fromkeys(names, 0)
    couples = [(one, other) for at, one in enumerate(names) for other in names[at + 1 :]]
    for (one, other), row in zip(couples, pairs.rows, strict=True):
        sums[one] += row[-1]
        sums[other] -= row[-1]
    for table in settlement.steps:
        if str(table.title).startswith("Prize for"):
            for name, won in table.rows:
                sums[name] += won
    assert settlement.results == GAME.results(state)
    if state.rules.rounding == "paper":  # type: ignore[attr-defined]
        assert round_to_whole(tuple(sums.values())) == GAME.whole_results(state, GAME.scaled_results(state))
    else:
        assert tuple(sums.values()) == settlement.results


def test_whole_whists_keep_their_sum() -> None:
    """−20/3, 10/3, 10/3 rounded down sum to −1. All fractions are 1/3, so the first seat gets the whist."""
    exact = GAME.results(play(start(), brought(Anna={"dump": 1})))
    assert round_to_whole(exact) == (-6, 3, 3)


@pytest.mark.parametrize(("rounding", "by_whole"), [("exact", False), ("whole", True), ("paper", True)])
def test_money_follows_the_exact_results_by_default(rounding: str, by_whole: bool) -> None:
    assert GAME.whole_money(start(rounding=rounding)) is by_whole
    assert GAME.whole_money(start()) is False
