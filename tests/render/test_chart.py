"""Tests of the chart as plain text, at every size."""

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
    return ["".join(text for text, _style in line) for line in drawn]


def text(drawn: Sequence[Sequence[Piece]]) -> str:
    return "\n".join(row.rstrip() for row in rows(drawn))


def test_lines_end_at_marker_name_and_result() -> None:
    assert (
        text(draw_chart(score_history(SMALL), 50, 12))
        == """\
Results in whists after each hand
100┤                   ⡠⠔■⠉⠑⠒⠒⠒⠤⠤⠤⠤⣀■ ■ Boris +83⅓
   │               ⢀⡠⠔⠉
 50┤            ⢀⡠⠒⠁
   │      ⢀⣀⡠⠤⠔■⠁
  0┤▲⣤⠤⠶⠶⠭⠓⠒⠒⠊⠉▲⠒⠒⠤⢄⣀⡀┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈
   │ ⠉⠒⠤⣀            ⠈⠉⠒⠒▲⠤⠤⠔⠒⠒⠒⠒⠒⠉⠉▲ ▲ Vera −2⅔
   │     ⠉⠑⠢⢄⡀
−50┤         ⠈⠑●⠤⠤⣀⡀
   │               ⠈⠉⠑⠒⠤⠤●⣀⣀⣀⣀⣀⡠⠤⠤⠤⠤● ● Anna −80⅔
   └┴──────────┴─────────┴──────────┴
    0          1         2          3 hand"""
    )


@each_line("columns", [MIN_COLUMNS, 30, 40, 60])
def test_names_that_begin_alike_stay_different_next_to_the_lines(columns: int) -> None:
    people = ("Анна", "Аннушка", "Анна-Мария")
    shown = draw_chart(ScoreHistory(TITLE, people, ((0, 2), (0, 10), (0, -12))), columns, 12)
    labels = [piece for line in shown for piece, style in line if style.startswith("player") and "А" in piece]
    assert len({label.split()[1] for label in labels}) == len(people)


@pytest.mark.parametrize("size", [(60, 14), (MIN_COLUMNS - 1, 20), (80, MIN_ROWS - 1), (10, 3), (1, 1)])
@pytest.mark.parametrize("played", [SMALL, session()])
def test_a_chart_that_is_too_small_shows_only_names_and_results(
    size: tuple[int, int], played: Session
) -> None:
    drawn = rows(draw_chart(score_history(played), *size))
    assert [width(row) for row in drawn] == [size[0]] * size[1]


def test_results_of_zero_have_no_scale_and_no_lines() -> None:
    still = ScoreHistory(TITLE, ("Anna", "Boris"), ((0, 0, 0), (0, 0, 0)))
    assert text(draw_chart(still, 60, 12)).rstrip().splitlines()[1:] == ["● Anna 0", "■ Boris 0"]


@given(RESULTS, RESULTS, st.integers(3, 12))
def test_a_scale_never_has_only_zero(one: int, other: int, count: int) -> None:
    least, most = min(0, one, other), max(0, one, other)
    found = round_ticks(least, most, count)
    assert 0 in found
    assert len(found) <= count
    assert len(found) > 1 or least == most


def test_a_newcomer_has_a_shorter_line() -> None:
    late = ScoreHistory(
        TITLE, ("Anna", "Boris", "Gleb"), ((0, 10, 20, 30), (0, -10, -30, -50), (None, None, 10, 20))
    )
    drawn = draw_chart(late, 60, 16)
    first = min(row.index("▲") for row in rows(drawn) if "▲" in row)
    middle = rows(drawn)[-1].index("2")
    assert first >= middle


def test_labels_of_equal_results_do_not_overlap() -> None:
    same = ScoreHistory(TITLE, ("Anna", "Boris", "Vera", "Gleb"), ((0, -3), (0, 1), (0, 1), (0, 1)))
    for lines in range(MIN_ROWS, 30):
        drawn = text(draw_chart(same, 60, lines))
        marked = zip(MARKERS, same.players, strict=False)  # of five markers
        assert all(f"{marker} {name}" in drawn for marker, name in marked)


@st.composite
def courses(draw: st.DrawFn) -> ScoreHistory:
    players, hands = draw(st.integers(2, 5)), draw(st.integers(1, 40))
    lines = [draw(st.lists(RESULTS, min_size=hands + 1, max_size=hands + 1)) for _ in range(players)]
    return ScoreHistory(TITLE, tuple(draw(names(players))), tuple(map(tuple, lines)))


@given(courses(), st.integers(1, 130), st.integers(1, 40))
def test_every_row_has_the_given_width(drawn: ScoreHistory, columns: int, lines: int) -> None:
    found = rows(draw_chart(drawn, columns, lines))
    assert [width(row) for row in found] == [columns] * lines


@given(courses(), st.integers(60, 130), st.integers(10, 40))
def test_every_player_has_a_marker_a_name_and_a_result(drawn: ScoreHistory, columns: int, lines: int) -> None:
    ends = [row for row in rows(draw_chart(drawn, columns, lines)) if row.rstrip()]
    for marker, results in zip(MARKERS, drawn.results, strict=False):
        result = signed(results[-1] or 0)
        assert any(f"{marker} " in row and row.rstrip().endswith(f" {result}") for row in ends)


def test_a_player_keeps_one_style() -> None:
    drawn = draw_chart(score_history(SMALL), 70, 16)
    for player, marker in enumerate(MARKERS[:3]):
        styles = {style for line in drawn for piece, style in line if marker in piece}
        assert styles == {f"player{player}"}
