"""Settlement: the closed form and the way it is done on paper (rule book, section 6)."""

from typing import Any

import pytest
from hypothesis import given

from prefcount.ledger import round_to_whole
from tests.helpers import GAME, start
from tests.strategies import Played, games


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


@pytest.mark.parametrize(("rounding", "by_whole"), [("exact", False), ("whole", True), ("paper", True)])
def test_money_follows_the_exact_results_by_default(rounding: str, by_whole: bool) -> None:
    assert GAME.whole_money(start(rounding=rounding)) is by_whole
    assert GAME.whole_money(start()) is False
