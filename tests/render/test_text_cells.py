"""Tests of text in terminal cells: widths, tables, and figures as people read them."""

import sys
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import iter_graphemes, wcswidth

from prefcount.ledger import FRACTION_SIGNS, Amount, format_amount
from prefcount.render.text_cells import (
    FRACTIONS,
    ONE_CELL_EACH,
    dotted_totals,
    figure,
    fit_table,
    join_with_dots,
    pad,
    shorten_names,
    signed,
    table_lines,
    width,
    wrap,
)
from tests import strategies
from tests.helpers import shown_amount
from tests.strategies import name
from tests.tables import each_line


@cache
def plain() -> list[str]:
    return [char for char in map(chr, range(sys.maxunicode + 1)) if ONE_CELL_EACH.fullmatch(char)]


def test_characters_of_the_quick_path_take_one_cell_each() -> None:
    assert len(plain()) > 900
    assert {wcswidth(char) for char in plain()} == {1}


def test_figures_are_on_the_quick_path() -> None:
    figures = [format_amount(sign + 7) for sign in FRACTION_SIGNS] + [format_amount(Fraction(-22, 7)), "±"]
    assert all(map(ONE_CELL_EACH.fullmatch, figures))


@given(st.text(st.deferred(lambda: st.sampled_from(plain()))))
def test_characters_of_the_quick_path_never_combine(text: str) -> None:
    assert width(text) == len(text) == wcswidth(text)


@given(st.text())
@example("⺀\U000116b6 1")
@example("漢\u094d")
def test_a_text_is_as_wide_as_its_graphemes(text: str) -> None:
    assert width(text) == sum(max(0, wcswidth(sign)) for sign in iter_graphemes(text))


@given(strategies.name(), strategies.name())
@example("⺀\U000116b6", "1")
@example("क्", "क")
def test_a_line_is_as_wide_as_its_parts(one: str, other: str) -> None:
    assert width(f"{one} {other}") == width(one) + 1 + width(other)


ALIKE = ("Анна", "Аннушка", "Анна-Мария", "Борис")


@each_line("cells", range(2, 12))
def test_short_names_are_different_and_fit(cells: int) -> None:
    short = shorten_names(ALIKE, cells)
    assert len(set(short)) == len(ALIKE)
    assert all(width(name) <= cells for name in short)


def test_names_that_would_look_alike_end_in_their_seat() -> None:
    assert shorten_names(ALIKE, 3) == ["Ан1", "Ан2", "А-М", "Бо."]
    assert shorten_names(("Анна", "Аннушка"), 1) == ["1", "2"]


DOUBLE = {1: "J", 2: "JP", 3: "J-P", 4: "J-P.", 6: "Jean-P", 8: "Jean-P.", 11: "Jean-Pierre"}


@each_line("cells", DOUBLE)
def test_of_a_double_name_something_of_each_part_is_seen(cells: int) -> None:
    assert shorten_names(["Jean-Pierre", "Vera"], cells)[0] == DOUBLE[cells]


def test_names_with_the_same_beginning_stay_apart_by_their_second_part() -> None:
    assert shorten_names(ALIKE, 4) == ["Анна", "Анн.", "А-М.", "Бор."]
    assert shorten_names(ALIKE, 6) == ["Анна", "Аннуш.", "Анна-М", "Борис"]
    assert shorten_names(["-", "Anna-", "A-B-C"], 3) == ["-", "An.", "ABC"]


def test_names_are_abbreviated_as_on_paper() -> None:
    long = ("Любовь Петровна", "Константин", "Александр", "Александра")
    assert shorten_names(long, 4) == ["Люб.", "Кон.", "Ал-р", "Ал-а"]
    assert shorten_names(long, 7) == ["Люб. П.", "Конст.", "Але-р", "Але-а"]
    assert shorten_names(long, 9) == ["Любовь П.", "Констант.", "Александр", "Александ."]


PAIRS = [
    ("", "the first writes", "the second writes", "for the first"),
    ("Anna – Boris", "0", "15 1/3", "−15 1/3"),
    ("Anna – Vera", "40", "3 1/3", "36 2/3"),
]


def lines(rows: Sequence[Sequence[str]], room: int) -> list[str]:
    return ["".join(line.cells).rstrip() for line in fit_table(rows, room)]


def test_a_table_that_fits_is_not_wrapped() -> None:
    assert lines(PAIRS, 80) == table_lines(PAIRS)


def test_headings_are_wrapped_before_names() -> None:
    assert lines(PAIRS, 50) == [
        "                 the first    the second   for the",
        "                    writes        writes     first",
        "Anna – Boris             0        15 1/3   −15 1/3",
        "Anna – Vera             40         3 1/3    36 2/3",
    ]
    assert lines(PAIRS, 40) == [
        "                  the       the",
        "                first    second  for the",
        "               writes    writes    first",
        "Anna – Boris        0    15 1/3  −15 1/3",
        "Anna – Vera        40     3 1/3   36 2/3",
    ]


def test_names_are_wrapped_next() -> None:
    rows = [("", "result"), ("Maximilian Alexander von Hohenstein", "−12 1/3"), ("Bo", "3")]
    assert lines(rows, 30) == [
        "                        result",
        "Maximilian Alexander   −12 1/3",
        "von Hohenstein",
        "Bo                           3",
    ]
    assert [line.row for line in fit_table(rows, 30)] == [0, 1, 1, 2]


def test_wrap_breaks_between_words_if_possible() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"]
    assert wrap("x abcdefghij", 4) == ["x", "abcd", "efgh", "ij"]
    assert wrap("日本語", 4) == ["日本", "語"]
    assert wrap("", 4) == [""]
    assert wrap("one two — three", 7) == ["one", "two —", "three"]
    assert wrap("(14 Feb 2026, 12 hands)", 16) == ["(14 Feb 2026,", "12 hands)"]
    assert wrap("likely, hand 8 (Boris)", 11) == ["likely,", "hand 8", "(Boris)"]
    assert wrap("at hand 8 (Boris)", 7) == ["at", "hand 8", "(Boris)"]
    assert wrap("likely hand 8 (Boris)", 5) == ["likel", "y", "hand", "8", "(Bori", "s)"]


def test_parts_with_dots_between_them_stay_whole_where_they_fit() -> None:
    assert join_with_dots(("Hand 15", "Anna deals", "bule left: 82"), 20) == [
        "Hand 15 · Anna deals",
        "bule left: 82",
    ]
    assert join_with_dots(("Hand 15", "Anna deals", "bule left: 82"), 10) == [
        "Hand 15",
        "Anna deals",
        "bule left:",
        "82",
    ]


@given(st.lists(name(), min_size=1, max_size=6), st.integers(2, 60))
def test_wrapping_keeps_every_character(words: list[str], room: int) -> None:
    said = " pays ".join(words)
    found = wrap(said, room)
    assert "".join(found).replace(" ", "") == said.replace(" ", "")
    assert all(width(line) <= room for line in found)


@given(st.lists(name(), min_size=2, max_size=4), st.integers(40, 120))
def test_every_name_and_figure_is_in_a_fitted_table(players: list[str], room: int) -> None:
    rows = [("", "whists", "exactly", "EUR"), *((each, "−1234", "−1234 1/3", "−123.40") for each in players)]
    found = fit_table(rows, room)
    for at, row in enumerate(rows):
        of_row = [line.cells for line in found if line.row == at]
        for column, cell in enumerate(row):
            shown = "".join(cells[column] for cells in of_row)
            assert shown.replace(" ", "") == cell.replace(" ", "")
    assert all(width("".join(line.cells)) <= room for line in found)


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
