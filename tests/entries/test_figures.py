"""Figures of a file as exact amounts, and the nearest known word for an unknown one."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from prefcount.base.problems import find_nearest, quote
from prefcount.entries.names_and_figures import normalize_figure, parse_amount, parse_history
from prefcount.ledger import Amount, format_amount
from tests.tables import each_line

KINDS = ("game", "misere", "raspasy", "misdeal", "note")


@given(st.fractions(-1000, 1000, max_denominator=12))
def test_figures_from_the_screen_can_be_typed(amount: Fraction) -> None:
    assert parse_amount(normalize_figure(format_amount(amount))) == amount


@each_line(
    ("written", "totals"),
    [
        (12, (12,)),
        ("12", (12,)),
        ("2.6.12", (2, 6, 12)),
        ("2.6.12.", (2, 6, 12)),
        ("1/2.3.-1", (Fraction(1, 2), 3, -1)),
        ("0", (0,)),
    ],
)
def test_a_column_is_all_its_totals(written: int | str, totals: tuple[Amount, ...]) -> None:
    assert parse_history(written) == totals


@each_line(
    ("word", "meant"),
    [
        ("gmae", "game"),
        ("GAME", "game"),
        ("missere", "misere"),
        ("raspas", "raspasy"),
        ("xyz", None),
        ("", None),
    ],
)
def test_the_nearest_known_word_is_found(word: str, meant: str | None) -> None:
    assert find_nearest(word, KINDS) == meant


@each_line(
    ("value", "shown"),
    [
        ("Anna", "Anna"),
        ("a\x1b[31m\nb\u202ec", "a�[31m�b�c"),
        (5, "5"),
        ("x" * 200, "x" * 200),
        ("x" * 201, "x" * 199 + "…"),
    ],
)
def test_quotes_are_printable_and_short(value: object, shown: str) -> None:
    assert quote(value) == shown
