"""Tests of the results hand by hand, of round numbers for a chart, and of brief descriptions."""

import csv
from collections import defaultdict
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from prefcount.ledger import Amount
from prefcount.render.chart import round_ticks, score_history
from prefcount.render.data import session_csv
from prefcount.render.text import describe, describe_briefly
from prefcount.render.view import exact_changes, table_view
from prefcount.session.outcome import settle_session
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.store.files import Fields, What, after, amend, session, void
from tests.strategies import Played, games, session_of
from tests.tables import each_line

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
ANNA_GAINS: Fields = {
    "kind": "adjust",
    "player": "Anna",
    "column": "whists",
    "on": "Vera",
    "amount": 5,
    "reason": "cheered",
}


@each_line("path", sorted(SAMPLES.glob("*.jsonl")))
def test_the_history_ends_with_the_results(path: Path) -> None:
    sample = load(path).session
    found = score_history(sample)
    assert found.players == sample.players
    assert found.hands == sample.state.hands
    assert tuple(results[-1] for results in found.results) == settle_session(sample).counted
    for point in zip(*found.results, strict=True):
        assert sum(result or 0 for result in point) == 0


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
    assert describe_briefly(game, step) == "Anna dump 5"
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
