"""Columns from paper without hands: what is right is never doubted, what no hand can write is found."""

from collections.abc import Mapping
from typing import Any

from prefcount.ledger import Account
from prefcount.paper.known_games import SearchGuard, find_impossible_figures
from tests.bench.material import evening
from tests.helpers import GAME, start


def said(columns: Mapping[Account, Any], **rules: Any) -> list[str]:
    return [str(each.text) for each in find_impossible_figures(GAME, start(**rules), columns, SearchGuard())]


def test_a_pool_grows_by_contracts_and_bonuses_only() -> None:
    assert said({Account("pool", 0): [2, 6, 13]}) == [
        "6 → 13: no hand at this table writes 7 here; possible totals are, among others, 10, 12, 14, 16"
    ]
    assert said({Account("pool", 0): [6, 2]}) == [
        "6 → 2: no hand at this table writes −4 here; possible totals are, among others, 7, 8, 9, 10, 12"
    ]
    assert said({Account("pool", 0): [2, 6, 12]}) == []


def test_a_step_given_as_aid_needs_a_full_pool_and_whists() -> None:
    helped = {Account("pool", 0): [7], Account("pool", 1): [10, 20], Account("whists", 1, 0): [70]}
    assert said(helped, target=20) == []
    assert len(said({**helped, Account("pool", 1): [10, 18]}, target=20)) == 1
    assert len(said({**helped, Account("whists", 1, 0): [60]}, target=20)) == 1


def test_with_aid_no_pool_grows_past_its_target() -> None:
    columns = {Account("pool", 0): [10, 18, 22]}
    assert said(columns, target=20) == ["18 → 22: a pool is full at 20; the rest goes to others as aid"]
    assert said(columns, target=20, aid=False) == []


def test_whists_need_a_contract() -> None:
    columns = {Account("pool", 0): [2], Account("whists", 1, 0): [4, 8]}
    assert said(columns) == [
        "the columns about Anna contradict each other: they agree up to pool 2, dump 0, whists of "
        "Boris 4, whists of Vera 0, but no hand at this table leads from there to whists of Boris 8"
    ]
    assert said({**columns, Account("pool", 0): [2, 4]}) == []


def test_each_opponent_gets_the_consolation() -> None:
    """Anna's nine failed by two: sixteen in the dump, and sixteen for each opponent besides their tricks."""
    columns = {Account("dump", 0): [16], Account("whists", 1, 0): [40], Account("whists", 2, 0): [16]}
    assert said(columns) == []
    assert len(said({**columns, Account("whists", 2, 0): [8]})) == 1
    in_two = {**columns, Account("whists", 1, 0): [24, 40]}
    assert said(in_two) == []


def test_unknown_columns_make_nothing_impossible() -> None:
    columns = {Account("pool", 0): None, Account("whists", 1, 0): [4, 8], Account("whists", 2, 0): None}
    assert said({**columns, Account("dump", 0): None}) == []


def test_pools_do_not_grow_after_the_end() -> None:
    columns = {Account("pool", player): [10, 20, 30] for player in range(3)}
    assert said(columns, preset="leningrad", target=30) == []
    assert said(columns, preset="leningrad", target=20) == [
        "the pools add up to 90, but the game ends when they add up to 60"
    ]


def test_where_a_raspasy_is_worth_thousands_nothing_is_impossible() -> None:
    rules = {"raspasy": {"progression": "geometric", "cap": 0}}
    assert said({Account("pool", 0): [7, 7000]}, **rules) == []


def test_most_single_slips_are_found() -> None:
    session = evening(30)
    columns = {
        each: [total.amount for total in totals] for each, totals in session.replay.histories().items()
    }
    assert list(find_impossible_figures(GAME, session.replay.start, columns, SearchGuard())) == []
    changed = [
        {**columns, each: [*totals[:at], totals[at] + 2, *totals[at + 1 :]]}
        for each, totals in columns.items()
        for at in range(0, len(totals), 8)
    ]
    found = [
        bool(list(find_impossible_figures(GAME, session.replay.start, each, SearchGuard())))
        for each in changed
    ]
    assert sum(found) > len(found) / 2
