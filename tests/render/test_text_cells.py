"""Widths of text in terminal cells."""

import sys
from fractions import Fraction
from functools import cache

from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import iter_graphemes, wcswidth

from prefcount.ledger.amount import FRACTION_SIGNS, spoken
from prefcount.render.text_cells import ONE_CELL_EACH, short_names, width
from tests import strategies
from tests.tables import each_line


@cache
def plain() -> list[str]:
    """Every character that is counted by its length."""
    return [char for char in map(chr, range(sys.maxunicode + 1)) if ONE_CELL_EACH.fullmatch(char)]


def test_what_is_counted_by_its_length_takes_a_cell_each() -> None:
    """Every such character by itself: the tables of all characters say the same."""
    assert len(plain()) > 900
    assert {wcswidth(char) for char in plain()} == {1}


def test_figures_need_no_tables() -> None:
    """Neither do fractions: statistics are full of them."""
    figures = [spoken(sign + 7) for sign in FRACTION_SIGNS] + [spoken(Fraction(-22, 7)), "±"]
    assert all(map(ONE_CELL_EACH.fullmatch, figures))


@given(st.text(st.deferred(lambda: st.sampled_from(plain()))))
def test_and_none_of_them_joins_another(text: str) -> None:
    """In any order."""
    assert width(text) == len(text) == wcswidth(text)


@given(st.text())
@example("⺀\U000116b6 1")
@example("漢\u094d")
def test_any_text_is_as_wide_as_its_signs(text: str) -> None:
    """As the tables have each; what cannot be shown at all takes no cell."""
    assert width(text) == sum(max(0, wcswidth(sign)) for sign in iter_graphemes(text))


@given(strategies.name(), strategies.name())
@example("⺀\U000116b6", "1")
@example("क्", "क")
def test_a_blank_parts_what_stands_beside_each_other(one: str, other: str) -> None:
    """A line is as wide as its parts, so that columns are where they were meant to be."""
    assert width(f"{one} {other}") == width(one) + 1 + width(other)


ALIKE = ("Анна", "Аннушка", "Анна-Мария", "Борис")


@each_line("cells", range(2, 12))
def test_short_names_are_different_and_fit(cells: int) -> None:
    short = short_names(ALIKE, cells)
    assert len(set(short)) == len(ALIKE)
    assert all(width(name) <= cells for name in short)


def test_names_that_would_look_alike_end_in_their_seat() -> None:
    assert short_names(ALIKE, 3) == ["Ан1", "Ан2", "А-М", "Бор"]
    assert short_names(("Анна", "Аннушка", "Аннуля"), 4) == ["Анна", "Анн2", "Анн3"]


DOUBLE = {1: "J", 2: "JP", 3: "J-P", 4: "Je-P", 6: "Jean-P", 8: "Jean-Pi…", 11: "Jean-Pierre"}


@each_line("cells", DOUBLE)
def test_of_a_double_name_something_of_each_part_is_seen(cells: int) -> None:
    assert short_names(["Jean-Pierre", "Vera"], cells)[0] == DOUBLE[cells]


def test_names_with_the_same_beginning_stay_apart_by_their_second_part() -> None:
    assert short_names(ALIKE, 4) == ["Анна", "Анну", "Ан-М", "Бори"]
    assert short_names(ALIKE, 6) == ["Анна", "Аннуш…", "Анна-М", "Борис"]
    assert short_names(["-", "Anna-", "A-B-C"], 3) == ["-", "Ann", "ABC"]
