"""Slips with the figures of one hand, also where bombs or a table without a dump rewrite what rules wrote."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from prefcount.games.preferans.state import WHISTS
from prefcount.ledger import Account, Amount, normalize_amount
from prefcount.paper.known_games import Slip, slips
from prefcount.paper.preferans.slips import sum_by_account
from tests.helpers import GAME, entry, play, start, transition
from tests.strategies import Played, games

TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"bombs": True},
    {"dump_points": "whists"},
    {"bombs": True, "dump_points": "whists"},
)
"""Every way in which the figures of a contract are written again by another rule."""
VALUES = {6: 2, 7: 4, 8: 6}


def slips_of(line: str, **rules: Any) -> tuple[list[Slip], dict[Account, Amount]]:
    state = play(start(end="manual", **rules), "r 3 3 4")
    return list(slips(GAME, state, GAME.parse(state, line))), sum_by_account(transition(state, line).postings)


@pytest.mark.parametrize("rules", TABLES, ids=str)
@pytest.mark.parametrize("level", [6, 8])
def test_the_value_of_another_level_is_in_every_figure(rules: dict[str, Any], level: int) -> None:
    found, right = slips_of("anna 7h wp 6", **rules)
    (written,) = [slip.amounts for slip in found if slip.key == f"level-{level}"]
    factor = Fraction(VALUES[level], VALUES[7])
    assert written == {account: normalize_amount(amount * factor) for account, amount in right.items()}


@pytest.mark.parametrize("bombs", [False, True])
def test_a_misplaced_consolation_is_not_a_common_slip(bombs: bool) -> None:
    found, right = slips_of("anna 7h wp 6", bombs=bombs)
    (consoled,) = [account for account in right if account.column == WHISTS and account.owner == 2]
    first = [slip.key for slip in found].index("level-8")
    assert first
    assert all(slip.amounts.get(consoled) == right[consoled] for slip in found[:first])


@given(games())
def test_every_slip_of_any_entry_has_a_sentence(played: Played) -> None:
    state = played.first
    for each, done in zip(played.entries, played.turns, strict=True):
        assert all(str(slip.text) for slip in slips(GAME, state, each))
        state = done.state


def test_a_newcomer_has_a_name_in_slips() -> None:
    state = play(start(4), "boris 7h wp 7")
    told = {slip.key: str(slip.text) for slip in slips(GAME, state, entry("join", player="Dasha"))}
    assert (
        told["forgotten-newcomer"]
        == "this was forgotten: Dasha: newcomer starts with 1 in the pool, the average of the others"
    )


def test_a_bomb_may_be_invented_for_any_of_five() -> None:
    state = start(5, dealer="Boris", bombs=True)
    assert "bomb-invented" in {slip.key for slip in slips(GAME, state, GAME.parse(state, "elena m 1"))}
