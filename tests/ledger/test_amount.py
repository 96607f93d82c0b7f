"""Exact amounts, which are ints if they are whole."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from prefcount.ledger import Amount, amount_to_json, divide_amount, normalize_amount
from tests.tables import each_line


@each_line(
    ("amount", "shown"), [(7, 7), (Fraction(14, 2), 7), (Fraction(22, 3), "22/3"), (Fraction(-5, 2), "-5/2")]
)
def test_json_has_a_number_or_a_fraction(amount: Amount, shown: int | str) -> None:
    assert amount_to_json(amount) == shown
    assert type(amount_to_json(amount)) is type(shown)


@given(st.fractions(max_denominator=12))
def test_normalized_amounts_are_equal(amount: Fraction) -> None:
    assert normalize_amount(amount) == amount
    assert isinstance(normalize_amount(amount), int) is (amount.denominator == 1)


@given(st.fractions(max_denominator=6), st.integers(1, 9))
def test_division_loses_nothing(amount: Fraction, parts: int) -> None:
    assert parts * divide_amount(amount, parts) == amount
