"""Tables and sentences in little room: nothing is left out, nothing is wider than it may be."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from prefcount.render.tables import fitted, flowing, wrap
from prefcount.render.text_cells import table, width
from tests.strategies import name

PAIRS = [
    ("", "the first writes", "the second writes", "for the first"),
    ("Anna – Boris", "0", "15 1/3", "−15 1/3"),
    ("Anna – Vera", "40", "3 1/3", "36 2/3"),
]


def lines(rows: Sequence[Sequence[str]], room: int) -> list[str]:
    """A fitted table as plain text."""
    return ["".join(line.cells).rstrip() for line in fitted(rows, room)]


def test_with_room_enough_it_is_a_plain_table() -> None:
    """The same lines as `table` makes."""
    assert lines(PAIRS, 80) == table(PAIRS)


def test_headings_go_below_each_other_first() -> None:
    """In a narrow terminal the words of the headings stand at the foot of their columns."""
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


def test_then_names_wrap_and_stay_whole() -> None:
    """A long name goes on below, the figures stand beside its beginning."""
    rows = [("", "result"), ("Maximilian Alexander von Hohenstein", "−12 1/3"), ("Bo", "3")]
    assert lines(rows, 30) == [
        "                        result",
        "Maximilian Alexander   −12 1/3",
        "von Hohenstein",
        "Bo                           3",
    ]
    assert [line.row for line in fitted(rows, 30)] == [0, 1, 1, 2]


def test_wrap() -> None:
    """Between words, and inside a word only where it has no room on a line of its own."""
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"]
    assert wrap("x abcdefghij", 4) == ["x", "abcd", "efgh", "ij"]
    assert wrap("日本語", 4) == ["日本", "語"]
    assert wrap("", 4) == [""]
    assert wrap("one two — three", 7) == ["one", "two —", "three"]


def test_parts_with_dots_between_them_stay_whole_where_they_fit() -> None:
    assert flowing(("Hand 15", "Anna deals", "bule left: 82"), 20) == [
        "Hand 15 · Anna deals",
        "bule left: 82",
    ]
    assert flowing(("Hand 15", "Anna deals", "bule left: 82"), 10) == [
        "Hand 15",
        "Anna deals",
        "bule left:",
        "82",
    ]


@given(st.lists(name(), min_size=1, max_size=6), st.integers(2, 60))
def test_wrapping_loses_nothing(words: list[str], room: int) -> None:
    """Every character is there in its order, and no line is too wide."""
    said = " pays ".join(words)
    found = wrap(said, room)
    assert "".join(found).replace(" ", "") == said.replace(" ", "")
    assert all(width(line) <= room for line in found)


@given(st.lists(name(), min_size=2, max_size=4), st.integers(40, 120))
def test_every_name_and_figure_is_in_the_table(players: list[str], room: int) -> None:
    """In forty cells and more no line is too wide, and every row keeps all its text."""
    rows = [("", "whists", "exactly", "EUR"), *((each, "−1234", "−1234 1/3", "−123.40") for each in players)]
    found = fitted(rows, room)
    for at, row in enumerate(rows):
        of_row = [line.cells for line in found if line.row == at]
        for column, cell in enumerate(row):
            shown = "".join(cells[column] for cells in of_row)
            assert shown.replace(" ", "") == cell.replace(" ", "")
    assert all(width("".join(line.cells)) <= room for line in found)
