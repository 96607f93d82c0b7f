"""Whole whists, money, and the fewest transfers (rule book of Preferans, section 6)."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise
from math import floor

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from prefcount.ledger import (
    Amount,
    ScaledResults,
    Unbalanced,
    check_balanced,
    find_transfers,
    minor_digits,
    round_to_whole,
    scale_to_units,
)
from tests.tables import each_line

THIRD = Fraction(1, 3)


@st.composite
def exact_results(draw: st.DrawFn) -> list[Amount]:
    """Draw results of two to six people that sum to zero, with fractions that occur in games."""
    free = draw(st.lists(st.fractions(-500, 500, max_denominator=12), min_size=1, max_size=5))
    return [*free, -sum(free)]


@st.composite
def debts(draw: st.DrawFn, most: int = 4) -> list[int]:
    """Draw amounts that sum to zero, small enough that groups often cancel."""
    free = draw(st.lists(st.integers(-6, 6), min_size=1, max_size=most))
    return [*free, -sum(free)]


class TestBalanced:
    """Results that do not sum to zero are a bug of the program."""

    @each_line("results", [[1], [1, -2], [THIRD, -THIRD, Fraction(1, 1000)]])
    def test_unbalanced_results_are_refused(self, results: list[Amount]) -> None:
        for refuse in (check_balanced, find_transfers):
            with pytest.raises(Unbalanced, match="do not sum to zero"):
                refuse(results)


class TestWhole:
    """The largest-remainder method."""

    @each_line(
        ("exact", "expected"),
        [
            ([7, -3, -4], (7, -3, -4)),
            ([2 * THIRD, -THIRD, -THIRD], (1, 0, -1)),
            ([THIRD, THIRD, -2 * THIRD], (1, 0, -1)),
            ([-2 * THIRD, THIRD, THIRD], (0, 0, 0)),
            ([Fraction(22, 3), Fraction(-22, 3), 0], (7, -7, 0)),
            ([Fraction(5, 2), Fraction(-5, 2)], (3, -3)),
            ([Fraction(-5, 2), Fraction(5, 2)], (-2, 2)),
            ([Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(-3, 2)], (0, 1, 1, -2)),
        ],
    )
    def test_examples_are_settled(self, exact: Sequence[Amount], expected: tuple[int, ...]) -> None:
        assert round_to_whole(exact) == expected

    @given(exact_results())
    def test_nobody_is_rounded_by_a_whole_unit(self, exact: list[Amount]) -> None:
        for result, rounded in zip(exact, round_to_whole(exact), strict=True):
            assert -1 < rounded - result < 1

    @given(exact_results())
    def test_more_stays_at_least_as_much(self, exact: list[Amount]) -> None:
        pairs = sorted(zip(exact, round_to_whole(exact), strict=True))
        for (less, rounded_less), (more, rounded_more) in pairwise(pairs):
            assert less == more or rounded_less <= rounded_more


class TestShares:
    """Results over a common divisor."""

    @given(exact_results())
    def test_scaled_results_equal_exact_results(self, exact: list[Amount]) -> None:
        scaled_results = ScaledResults.from_results(exact)
        assert scaled_results.exact == tuple(exact)
        assert all(isinstance(part, int) for part in scaled_results.parts)

    @given(exact_results(), st.integers(1, 12))
    def test_parts_may_be_fractions(self, exact: list[Amount], divisor: int) -> None:
        scaled_results = ScaledResults(tuple(result * divisor for result in exact), divisor)
        assert scaled_results.exact == tuple(exact)
        assert scaled_results.whole == round_to_whole(exact)


class TestMoney:
    """Exact results times the price of a whist, in the smallest units of the currency."""

    @each_line(
        ("currency", "digits"), [("EUR", 2), ("RUB", 2), ("JPY", 0), ("KWD", 3), (None, 2), ("XXX", 2)]
    )
    def test_currencies_have_their_smallest_units(self, currency: str | None, digits: int) -> None:
        assert minor_digits(currency) == digits

    @each_line(
        ("results", "price", "digits", "expected"),
        [
            ([Fraction(22, 3), Fraction(-22, 3), 0], "0.10", 2, (73, -73, 0)),
            ([100, -40, -60], "0.10", 2, (1000, -400, -600)),
            ([1, -1], "0.005", 2, (1, -1)),
            ([1, 1, -2], "0.005", 2, (1, 0, -1)),
            ([7, -7], "0.5", 0, (4, -4)),
            ([1, -1], "0.001", 3, (1, -1)),
            ([5, -5], "0", 2, (0, 0)),
        ],
    )
    def test_money_is_rounded_by_the_largest_remainders(
        self, results: Sequence[Amount], price: str, digits: int, expected: tuple[int, ...]
    ) -> None:
        assert scale_to_units(ScaledResults.from_results(results), Decimal(price), digits).whole == expected

    @given(exact_results(), st.decimals(0, 1000, places=3), st.integers(0, 3))
    def test_money_keeps_its_sum(self, results: list[Amount], price: Decimal, digits: int) -> None:
        units = scale_to_units(ScaledResults.from_results(results), price, digits).whole
        assert sum(units) == 0
        for result, amount in zip(results, units, strict=True):
            assert abs(amount - Fraction(result) * Fraction(price) * 10**digits) < 1

    @given(exact_results(), st.sampled_from(["0.10", "0.05", "0.005", "0.333"]))
    def test_leftover_units_are_reported(self, results: list[Amount], price: str) -> None:
        scaled = scale_to_units(ScaledResults.from_results(results), Decimal(price), 2)
        odd, units = scaled.leftover_units, scaled.whole
        usual = tuple(floor(Fraction(part, scaled.divisor) + Fraction(1, 2)) for part in scaled.parts)
        if odd is None:
            assert units == usual
            return
        assert all(units[at] > scaled.parts[at] // scaled.divisor for at in odd.receivers)
        assert units != usual or odd.equal
        assert set(odd.receivers) < set(odd.equal) or not odd.equal
        for one, other in combinations(range(len(results)), 2):
            if results[one] == results[other] and units[one] != units[other]:
                assert {one, other} <= set(odd.equal)
                assert one in odd.receivers


def fewest(amounts: Sequence[int]) -> int:
    """Return the number of transfers of the shortest list, by trying everything."""
    open_amounts = [amount for amount in amounts if amount]
    if not open_amounts:
        return 0
    first, *others = open_amounts
    return 1 + min(
        fewest([*others[:at], other + first, *others[at + 1 :]])
        for at, other in enumerate(others)
        if (other < 0) != (first < 0)
    )


class TestPayments:
    """The list of transfers is as short as possible."""

    @each_line(
        ("amounts", "expected"),
        [
            ([0, 0, 0], []),
            ([5, -5], [(1, 0, 5)]),
            ([-5, 5], [(0, 1, 5)]),
            ([10, 5, -10, -5], [(2, 0, 10), (3, 1, 5)]),
            ([7, -3, -4], [(2, 0, 4), (1, 0, 3)]),
        ],
    )
    def test_examples_are_settled(self, amounts: list[int], expected: list[tuple[int, int, int]]) -> None:
        assert sorted(find_transfers(amounts)) == sorted(expected)

    @given(debts(most=9))
    def test_transfers_settle_everything(self, amounts: list[int]) -> None:
        left = list(amounts)
        for payer, receiver, amount in find_transfers(amounts):
            assert amount > 0
            assert amounts[payer] < 0 < amounts[receiver]
            left[payer] += amount
            left[receiver] -= amount
        assert not any(left)

    @given(debts())
    def test_there_is_no_shorter_list(self, amounts: list[int]) -> None:
        assert len(find_transfers(amounts)) == fewest(amounts)

    @given(debts(most=3))
    def test_two_tables_that_settle_apart_need_no_payment_across(self, amounts: list[int]) -> None:
        assume(any(amounts))
        double = [*amounts, *(100 * amount for amount in amounts)]
        assert len(find_transfers(double)) <= 2 * len(find_transfers(amounts))
