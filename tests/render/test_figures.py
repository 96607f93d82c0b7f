"""Tests of figures as people read them, and of aligned columns."""

import unicodedata
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from prefcount.ledger import Amount
from prefcount.render.text_cells import FRACTIONS, dotted_totals, figure, pad, signed, table_lines, width
from tests.helpers import shown_amount
from tests.tables import each_line

AMOUNTS = st.one_of(st.integers(-999, 999), st.fractions(-999, 999, max_denominator=12))


@each_line(
    ("amount", "shown"),
    [
        (0, "0"),
        (12, "12"),
        (-12, "−12"),
        (Fraction(22, 3), "7⅓"),
        (Fraction(-22, 3), "−7⅓"),
        (Fraction(1, 2), "½"),
        (Fraction(29, 6), "4⅚"),
        (Fraction(-16, 7), "−2 2/7"),
        (Fraction(2, 7), "2/7"),
        (Fraction(-1, 2), "−½"),
        (Fraction(6, 3), "2"),
        (Fraction(-4, 4), "−1"),
        ("–", "–"),
    ],
)
def test_figure_shows_whole_and_fraction(amount: Amount | str, shown: str) -> None:
    assert figure(amount) == shown


@each_line(
    ("amount", "shown"),
    [(0, "0"), (12, "+12"), (-12, "−12"), (Fraction(1, 3), "+⅓"), (Fraction(-10, 3), "−3⅓")],
)
def test_signed_shows_a_sign_except_for_zero(amount: Amount, shown: str) -> None:
    assert signed(amount) == shown


@given(AMOUNTS)
def test_figures_are_read_back_as_the_amount(amount: Amount) -> None:
    assert shown_amount(signed(amount)) == amount


@each_line(
    ("totals", "shown"),
    [([], "–"), ([0], "0"), ([2, 6, 12], "2.6.12"), ([4, 2, -1], "4.2.−1"), ([Fraction(1, 2), 3], "½.3")],
)
def test_totals_have_dots_between_them(totals: list[Amount], shown: str) -> None:
    column = [figure(total) for total in totals]
    assert dotted_totals(column) == dotted_totals(tuple(column)) == shown


@each_line(
    ("text", "cells"),
    [
        ("", 0),
        ("Anna", 4),
        ("Анна", 4),
        ("日本", 4),
        ("Zoë", 3),
        ("Zoe\u0308", 3),
        ("7♠", 2),
        ("👨", 2),
        ("−5", 2),
    ],
)
def test_width_counts_terminal_cells(text: str, cells: int) -> None:
    assert width(text) == cells


def test_names_are_aligned_left_and_figures_right() -> None:
    rows = [
        ("", "whists", "money"),
        ("Anna", "−50", "−5.06"),
        ("日本", "+33", "+3.33"),
        ("Zoe\u0308", "+17", ""),
    ]
    assert table_lines(rows) == [
        "      whists  money",
        "Anna     −50  −5.06",
        "日本     +33  +3.33",
        "Zoe\u0308      +17",
    ]
    assert table_lines([("a", "1"), ("bcd", "1000")], left=2) == ["a    1", "bcd  1000"]
    assert table_lines([]) == []
    assert table_lines([("a",), ("b", "1"), ("c", "1000", "x")]) == ["a", "b     1", "c  1000  x"]
    assert pad("日本", 6) == "日本  "
    assert pad("日本", 6, right=True) == "  日本"
    assert pad("日本", 1) == "日本"


NAMES = st.text(st.characters(categories=["Lu", "Ll", "Lo", "Mn", "Nd", "So"]), min_size=1, max_size=8)


@given(
    st.lists(st.tuples(NAMES.map(lambda name: "x" + unicodedata.normalize("NFC", name)), AMOUNTS), min_size=1)
)
def test_figures_of_a_column_end_in_the_same_cell(rows: list[tuple[str, Amount]]) -> None:
    figures = [signed(amount) for _name, amount in rows]
    fractions = any(each.endswith(FRACTIONS) for each in figures)
    lines = table_lines([(name, each) for (name, _amount), each in zip(rows, figures, strict=True)])
    assert (
        len(
            {
                width(line) + (fractions and amount == int(amount))
                for line, (_name, amount) in zip(lines, rows, strict=True)
            }
        )
        == 1
    )
