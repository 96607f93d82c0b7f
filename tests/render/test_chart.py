"""The chart as plain text: where things stand, at every size, without a screen."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.render.chart import (
    MARKERS,
    MIN_COLUMNS,
    MIN_ROWS,
    ScoreHistory,
    draw_chart,
    round_ticks,
    score_history,
)
from prefcount.render.sheet_drawing import Piece
from prefcount.render.text_cells import signed, width
from prefcount.session.session import Session
from tests.store.files import session
from tests.strategies import names
from tests.tables import each_line

SMALL = session("anna 7h wp 6", "boris m 0", "r 3 5 2")
TITLE = score_history(SMALL).title
RESULTS = st.integers(-(10**6), 10**6)


def rows(drawn: Sequence[Sequence[Piece]]) -> list[str]:
    """The plain text of a drawing."""
    return ["".join(text for text, _style in line) for line in drawn]


def text(drawn: Sequence[Sequence[Piece]]) -> str:
    """The plain text of a drawing, without the blanks at the right."""
    return "\n".join(row.rstrip() for row in rows(drawn))


def test_a_small_evening() -> None:
    """Three lines with a marker at each hand; at their ends marker, name and result."""
    assert (
        text(draw_chart(score_history(SMALL), 50, 12))
        == """\
Results in whists after each hand
100┤                   ⢀⡠⠔■⠉⠑⠒⠒⠒⠤⠤⠤⠤⣀■ ■ Boris +83
   │                ⣀⠤⠒⠁
 50┤            ⢀⡠⠔⠉
   │      ⢀⣀⡠⠤⠔■⠁
  0┤▲⣤⠤⠶⠶⠭⠓⠒⠒⠊⠉▲⠒⠒⠤⠤⣀⣀┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈
   │ ⠉⠒⠤⣀             ⠉⠉⠒⠒▲⠤⠤⠔⠒⠒⠒⠒⠒⠉⠉▲ ▲ Vera −3
   │     ⠉⠑⠢⢄⡀
−50┤         ⠈⠑●⠤⠤⣀⣀
   │                ⠉⠉⠒⠒⠤⠤●⣀⣀⣀⣀⣀⡠⠤⠤⠤⠤● ● Anna −80
   └┴──────────┴──────────┴──────────┴
    0          1          2          3 hand"""
    )


@each_line("columns", [MIN_COLUMNS, 30, 40, 60])
def test_names_that_begin_alike_stay_different(columns: int) -> None:
    """In the few cells behind the lines."""
    people = ("Анна", "Аннушка", "Анна-Мария")
    shown = draw_chart(ScoreHistory(TITLE, people, ((0, 2), (0, 10), (0, -12))), columns, 12)
    labels = [piece for line in shown for piece, style in line if style.startswith("player") and "А" in piece]
    assert len({label.split()[1] for label in labels}) == len(people)


@pytest.mark.parametrize("size", [(60, 14), (MIN_COLUMNS - 1, 20), (80, MIN_ROWS - 1), (10, 3), (1, 1)])
@pytest.mark.parametrize("played", [SMALL, session()])
def test_without_lines_or_without_room_the_names_are_left(size: tuple[int, int], played: Session) -> None:
    """Nothing fails where nothing can be drawn."""
    drawn = rows(draw_chart(score_history(played), *size))
    assert [width(row) for row in drawn] == [size[0]] * size[1]


def test_results_that_never_moved() -> None:
    """An evening of zeros has no scale and draws no line."""
    still = ScoreHistory(TITLE, ("Anna", "Boris"), ((0, 0, 0), (0, 0, 0)))
    assert text(draw_chart(still, 60, 12)).rstrip().splitlines()[1:] == ["● Anna 0", "■ Boris 0"]


@given(RESULTS, RESULTS, st.integers(3, 12))
def test_a_scale_has_more_than_zero(one: int, other: int, count: int) -> None:
    """However the results lie around it."""
    least, most = min(0, one, other), max(0, one, other)
    found = round_ticks(least, most, count)
    assert 0 in found
    assert len(found) <= count
    assert len(found) > 1 or least == most


def test_who_comes_later_has_a_shorter_line() -> None:
    """No marker of the newcomer stands before he came."""
    late = ScoreHistory(
        TITLE, ("Anna", "Boris", "Gleb"), ((0, 10, 20, 30), (0, -10, -30, -50), (None, None, 10, 20))
    )
    drawn = draw_chart(late, 60, 16)
    first = min(row.index("▲") for row in rows(drawn) if "▲" in row)
    middle = rows(drawn)[-1].index("2")
    assert first >= middle


def test_equal_results_have_a_row_each() -> None:
    """Names never lie on each other, wherever the lines end."""
    same = ScoreHistory(TITLE, ("Anna", "Boris", "Vera", "Gleb"), ((0, -3), (0, 1), (0, 1), (0, 1)))
    for lines in range(MIN_ROWS, 30):
        drawn = text(draw_chart(same, 60, lines))
        marked = zip(MARKERS, same.players, strict=False)  # of five markers
        assert all(f"{marker} {name}" in drawn for marker, name in marked)


@st.composite
def courses(draw: st.DrawFn) -> ScoreHistory:
    """Evenings of up to forty hands with any results."""
    players, hands = draw(st.integers(2, 5)), draw(st.integers(1, 40))
    lines = [draw(st.lists(RESULTS, min_size=hands + 1, max_size=hands + 1)) for _ in range(players)]
    return ScoreHistory(TITLE, tuple(draw(names(players))), tuple(map(tuple, lines)))


@given(courses(), st.integers(1, 130), st.integers(1, 40))
def test_it_fills_exactly_the_room_it_is_given(drawn: ScoreHistory, columns: int, lines: int) -> None:
    """Every row has its width in cells, whatever the names and the results are."""
    found = rows(draw_chart(drawn, columns, lines))
    assert [width(row) for row in found] == [columns] * lines


@given(courses(), st.integers(60, 130), st.integers(10, 40))
def test_everybody_is_named_with_marker_and_result(drawn: ScoreHistory, columns: int, lines: int) -> None:
    """Colour is not the only sign."""
    ends = [row for row in rows(draw_chart(drawn, columns, lines)) if row.rstrip()]
    for marker, results in zip(MARKERS, drawn.results, strict=False):
        result = signed(results[-1] or 0)
        assert any(f"{marker} " in row and row.rstrip().endswith(f" {result}") for row in ends)


def test_a_player_keeps_one_style() -> None:
    """Line, markers and name of a player have the same style, so the same colour."""
    drawn = draw_chart(score_history(SMALL), 70, 16)
    for player, marker in enumerate(MARKERS[:3]):
        styles = {style for line in drawn for piece, style in line if marker in piece}
        assert styles == {f"player{player}"}
