"""Payments that settle a circle: as few as possible, and the same when some have been made."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefcount.debts.balances import MAX_EXACT_PEOPLE, minimize_transfers
from prefcount.ledger import IndexedTransfer, Unbalanced, find_transfers
from tests.tables import each_line


def balances(people: int, most: int) -> st.SearchStrategy[list[int]]:
    some = st.lists(st.integers(-most, most), min_size=1, max_size=people - 1)
    return some.map(lambda amounts: [*amounts, -sum(amounts)])


def after(before: Sequence[int], payment: IndexedTransfer) -> list[int]:
    left = list(before)
    left[payment.payer] += payment.amount
    left[payment.receiver] -= payment.amount
    return left


@settings(max_examples=60)
@given(st.one_of(balances(8, 6), balances(8, 100_000)), st.data())
def test_a_payment_made_leaves_the_others_as_they_are(given_balances: list[int], data: st.DataObject) -> None:
    left, suggested = given_balances, minimize_transfers(given_balances)
    while suggested:
        made = data.draw(st.sampled_from(suggested))
        left = after(left, made)
        rest = tuple(each for each in suggested if each != made)
        assert minimize_transfers(left) == rest
        suggested = rest
    assert not any(left)


@given(balances(40, 1000), st.data())
def test_in_a_large_circle_payments_stay_as_they_are(given_balances: list[int], data: st.DataObject) -> None:
    left = [*given_balances, *([0] * (MAX_EXACT_PEOPLE + 1 - len(given_balances)))]
    suggested = minimize_transfers(left)
    assert len(suggested) < max(2, sum(map(bool, left)))
    while suggested:
        made = data.draw(st.sampled_from(suggested))
        left, suggested = after(left, made), tuple(each for each in suggested if each != made)
        assert minimize_transfers(left) == suggested
    assert not any(left)


@settings(max_examples=60)
@given(st.one_of(balances(7, 4), balances(7, 100_000)))
def test_payments_are_as_few_as_possible(given_balances: list[int]) -> None:
    suggested = minimize_transfers(given_balances)
    assert len(suggested) == len(find_transfers(given_balances))
    for each in suggested:
        assert given_balances[each.payer] < 0 < given_balances[each.receiver]
        assert 0 < each.amount <= min(-given_balances[each.payer], given_balances[each.receiver])


@each_line(
    ("given_balances", "expected"),
    [
        ([], []),
        ([0, 0], []),
        ([-5, 5], [(0, 1, 5)]),
        ([120, -100, -50, 30], [(1, 0, 100), (2, 0, 20), (2, 3, 30)]),
        ([-7, 3, 7, -3], [(0, 2, 7), (3, 1, 3)]),
    ],
)
def test_examples_of_payments(given_balances: list[int], expected: list[tuple[int, int, int]]) -> None:
    assert [tuple(each) for each in minimize_transfers(given_balances)] == expected


def test_balances_have_to_sum_to_zero() -> None:
    with pytest.raises(Unbalanced):
        minimize_transfers([1, -2])
