"""Widths of text in terminal cells."""

import sys
from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from prefcount.render.layout import ONE_CELL_EACH, width


@cache
def plain() -> list[str]:
    """Every character that is counted by its length."""
    return [char for char in map(chr, range(sys.maxunicode + 1)) if ONE_CELL_EACH.fullmatch(char)]


def test_what_is_counted_by_its_length_takes_a_cell_each() -> None:
    """Every such character by itself: the tables of all characters say the same."""
    assert len(plain()) > 900
    assert {wcswidth(char) for char in plain()} == {1}


@given(st.text(st.deferred(lambda: st.sampled_from(plain()))))
def test_and_none_of_them_joins_another(text: str) -> None:
    """In any order."""
    assert width(text) == len(text) == wcswidth(text)


@given(st.text())
def test_any_text_is_as_wide_as_the_tables_say(text: str) -> None:
    """What cannot be shown at all takes no cell."""
    assert width(text) == max(0, wcswidth(text))
