"""Tests of results hand by hand, their chart, and brief descriptions."""

import csv
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from io import StringIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.ledger import Amount
from prefcount.render.chart import (
    MARKERS,
    MIN_COLUMNS,
    MIN_ROWS,
    ScoreHistory,
    draw_chart,
    round_ticks,
    score_history,
)
from prefcount.render.data import session_csv
from prefcount.render.sheet_drawing import Piece
from prefcount.render.text import describe, describe_briefly
from prefcount.render.text_cells import signed, width
from prefcount.render.view import exact_changes, table_view
from prefcount.session.outcome import settle_session
from prefcount.session.session import Session
from tests.store.files import Fields, What, after, amend, session, void
from tests.strategies import Played, games, names, session_of
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


ANNA_GAINS: Fields = {
    "kind": "adjust",
    "player": "Anna",
    "column": "whists",
    "on": "Vera",
    "amount": 5,
    "reason": "cheered",
}


def test_every_point_is_the_result_after_that_hand() -> None:
    hands = ("anna 7h wp 6", "boris m 0", "r 3 5 2")
    then = [settle_session(session(*hands[:count])).counted for count in range(4)]
    assert list(zip(*score_history(session(*hands)).results, strict=True)) == then


def test_other_entries_count_to_the_hand_before() -> None:
    others = (ANNA_GAINS, {"kind": "note", "text": "tea"})
    plain, moved = score_history(session("anna 7h wp 6")), score_history(session("anna 7h wp 6", *others))
    assert plain.results[0] == (0, Fraction(-152, 3))
    assert moved.results[0] == (0, Fraction(-137, 3))
    assert score_history(session(ANNA_GAINS, "anna 7h wp 6")).results[0] == (5, Fraction(-137, 3))
    assert score_history(session("anna 7h wp 6", {"kind": "misdeal"})).hands == 1


def test_corrected_hands_are_points_as_if_played_so() -> None:
    corrected = session("r 3 5 2", "boris m 0", void(1), amend(2, "boris m 1"), after(2, "anna 7h wp 6"))
    assert score_history(corrected) == score_history(session("boris m 1", "anna 7h wp 6"))


def test_a_newcomer_has_no_results_before_joining() -> None:
    grown = score_history(
        session("anna 7h wp 6", "boris m 0", {"kind": "join", "player": "Gleb"}, "anna 6s wp 6")
    )
    assert [None not in results for results in grown.results].count(False) == 1
    assert grown.results[grown.players.index("Gleb")][:2] == (None, None)
    taken = score_history(session("anna 7h wp 6", {"kind": "join", "player": "Dora", "replaces": "Vera"}))
    assert taken.players == ("Anna", "Boris", "Dora")
    assert taken.results[2] == (0, Fraction(52, 3))


def test_the_worth_of_a_hand_is_listed_under_its_players() -> None:
    played = session("anna 6h pp", {"kind": "join", "player": "Gleb"}, dealer="Boris")
    view = table_view(played)
    assert [row.name for row in view.rows] == ["Anna", "Boris", "Gleb", "Vera"]
    assert view.hands[0].exact_worth == (Fraction(40, 3), Fraction(-20, 3), None, Fraction(-20, 3))
    assert view.hands[1].exact_worth == exact_changes(played, played.replay.steps[1])


@given(games())
def test_changes_of_all_entries_add_up_to_the_results(played: Played) -> None:
    session = session_of(played)
    sums: defaultdict[int, Amount] = defaultdict(int)
    for step in session.replay.steps:
        for player, change in zip(step.state.seats, exact_changes(session, step), strict=True):
            sums[player] += change
    results = zip(session.state.seats, session.game.results(session.state), strict=True)
    assert all(sums[player] == result for player, result in results)


def test_prizes_are_in_the_row_of_the_end() -> None:
    played = session("anna m 1", {"kind": "end", "reason": "agreed"}, prize_dump=200)
    rows = list(csv.reader(StringIO(session_csv(played, "hands"))))
    assert rows[2][-3:] == ["-200", "100", "100"]


@each_line(
    ("least", "most", "count", "expected"),
    [
        (0, 10, 11, tuple(range(11))),
        (0, 10, 6, (0, 2, 4, 6, 8, 10)),
        (-153, 224, 5, (-100, 0, 100, 200)),
        (-7, 0, 3, (-4, 0)),
        (0, 1_000_000, 3, (0, 400_000, 800_000)),
        (-1, 1, 1, (0,)),
    ],
)
def test_ticks_are_multiples_of_round_numbers(
    least: int, most: int, count: int, expected: tuple[int, ...]
) -> None:
    assert round_ticks(least, most, count) == expected


@given(st.integers(-(10**7), 0), st.integers(0, 10**7), st.integers(1, 30))
def test_ticks_are_few_even_and_between(least: int, most: int, count: int) -> None:
    found = round_ticks(least, most, count)
    assert 1 <= len(found) <= count
    assert 0 in found
    assert least <= found[0]
    assert found[-1] <= most
    assert len({later - earlier for earlier, later in pairwise(found)}) <= 1


CLAIM: What = {"kind": "check", "columns": {"Anna": {"pool": 0}, "Boris": {"pool": 2}}}


def briefly(game: Session) -> list[str]:
    return [describe_briefly(game, step) for step in game.replay.steps]


def test_a_correction_and_its_hand_name_each_other() -> None:
    game = session("anna 7h wp 6", "r 3 5 2", amend(1, "anna 7h wp 7"), void(2))
    assert briefly(game)[:3] == ["Anna 7h wp 7 — corrected", "r 3 5 2 — void", "1 → Anna 7h wp 7"]


def test_a_penalty_without_a_reason_is_listed() -> None:
    game = session({"kind": "adjust", "player": "Anna", "column": "dump", "amount": 5, "reason": ""})
    (step,) = game.replay.steps
    assert describe_briefly(game, step) == "Anna's dump changed by 5"
    (posting,) = step.postings
    said = game.game.sentence(posting, step.state.names)
    assert str(said) == "Anna: 5 in the dump"


@each_line(
    ("what", "said"),
    [
        (CLAIM, "on paper: Anna, Boris"),
        ({"kind": "sheet", "columns": {"Anna": {"pool": 4}}}, "paper: Anna"),
        (
            {"kind": "rules", "set": {"style": "gentleman", "raspasy": {"amnesty": True}}},
            "rules: Style of whisting, Raspasy: fewest tricks off all",
        ),
        ({"kind": "note", "text": "pizza"}, "pizza"),
        ({"kind": "end", "reason": "agreed"}, "the game ends: by agreement"),
    ],
)
def test_other_entries_are_described_briefly(what: What, said: str) -> None:
    assert briefly(session(what)) == [said]


def test_entries_without_a_short_form_are_described_in_full() -> None:
    assert briefly(session(amend(9, "anna 7h wp 7"))) == [
        "entry 9 is corrected:  — does not count: entry: there is no earlier entry 9 to correct"
    ]
    gone = session(amend(9, "anna 7h wp 7"), void(1))
    assert briefly(gone)[0] == "entry 9 is corrected:  — void"
    assert describe(gone, gone.replay.step(1)) == briefly(gone)[0]
