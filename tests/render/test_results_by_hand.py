"""The results over the evening, and the round numbers beside a chart."""

import csv
from collections import defaultdict
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from prefcount.ledger.sheet import Amount
from prefcount.render.chart import round_ticks, score_history
from prefcount.render.report.csv import session_csv
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
def test_it_ends_with_the_results(path: Path) -> None:
    """One point before the first hand and one after each; the last ones are what is settled."""
    sample = load(path).session
    found = score_history(sample)
    assert found.players == sample.players
    assert found.hands == sample.state.hands
    assert tuple(results[-1] for results in found.results) == settle_session(sample).whole
    for point in zip(*found.results, strict=True):
        assert sum(result or 0 for result in point) == 0


def test_every_point_is_the_result_at_that_time() -> None:
    """After each hand stands what would have been settled then."""
    hands = ("anna 7h wp 6", "boris m 0", "r 3 5 2")
    then = [settle_session(session(*hands[:count])).whole for count in range(4)]
    assert list(zip(*score_history(session(*hands)).results, strict=True)) == then


def test_what_is_no_hand_belongs_to_the_hand_before() -> None:
    """A penalty moves the point it comes after; no point is made by it, a note or a misdeal."""
    others = (ANNA_GAINS, {"kind": "note", "text": "tea"})
    plain, moved = score_history(session("anna 7h wp 6")), score_history(session("anna 7h wp 6", *others))
    assert plain.results[0] == (0, -50)
    assert moved.results[0] == (0, -45)
    assert score_history(session(ANNA_GAINS, "anna 7h wp 6")).results[0] == (5, -45)
    assert score_history(session("anna 7h wp 6", {"kind": "misdeal"})).hands == 1


def test_corrections_are_as_if_they_had_been_played() -> None:
    """A void hand is no point, a corrected one is what it became, a forgotten one stands where it counts."""
    corrected = session("r 3 5 2", "boris m 0", void(1), amend(2, "boris m 1"), after(2, "anna 7h wp 6"))
    assert score_history(corrected) == score_history(session("boris m 1", "anna 7h wp 6"))


def test_who_comes_later_begins_later() -> None:
    """A newcomer has no result before; who takes a place over goes on with its results."""
    grown = score_history(
        session("anna 7h wp 6", "boris m 0", {"kind": "join", "player": "Gleb"}, "anna 6s wp 6")
    )
    assert [None not in results for results in grown.results].count(False) == 1
    assert grown.results[grown.players.index("Gleb")][:2] == (None, None)
    taken = score_history(session("anna 7h wp 6", {"kind": "join", "player": "Dora", "replaces": "Vera"}))
    assert taken.players == ("Anna", "Boris", "Dora")
    assert taken.results[2] == (0, 17)


def test_what_a_hand_was_worth_stands_below_the_names_of_those_who_played_it() -> None:
    """Gleb sits down between Boris and Vera; the hand before is nothing of his."""
    played = session("anna 6h pp", {"kind": "join", "player": "Gleb"}, dealer="Boris")
    view = table_view(played)
    assert [row.name for row in view.rows] == ["Anna", "Boris", "Gleb", "Vera"]
    assert view.hands[0].exact_worth == (Fraction(40, 3), Fraction(-20, 3), None, Fraction(-20, 3))
    assert view.hands[1].exact_worth == exact_changes(played, played.replay.steps[1])


@given(games())
def test_what_all_entries_changed_adds_up_to_the_results(played: Played) -> None:
    """Also where nothing was written: prizes come with the end, and other rules make figures worth more."""
    session = session_of(played)
    sums: defaultdict[int, Amount] = defaultdict(int)
    for step in session.replay.steps:
        for player, change in zip(step.state.seats, exact_changes(session, step), strict=True):
            sums[player] += change
    results = zip(session.state.seats, session.game.results(session.state), strict=True)
    assert all(sums[player] == result for player, result in results)


def test_prizes_stand_in_the_row_of_the_end() -> None:
    """Anna pays for her misère, and the others share what the smallest dump is paid."""
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
def test_ticks(least: int, most: int, count: int, expected: tuple[int, ...]) -> None:
    """Ones, twos, fours and fives with noughts behind, as many as have room."""
    assert round_ticks(least, most, count) == expected


@given(st.integers(-(10**7), 0), st.integers(0, 10**7), st.integers(1, 30))
def test_ticks_are_few_even_and_between(least: int, most: int, count: int) -> None:
    """Never more than there is room for, equally far apart, zero always among them."""
    found = round_ticks(least, most, count)
    assert 1 <= len(found) <= count
    assert 0 in found
    assert least <= found[0]
    assert found[-1] <= most
    assert len({later - earlier for earlier, later in pairwise(found)}) <= 1


CLAIM: What = {"kind": "check", "columns": {"Anna": {"pool": 0}, "Boris": {"pool": 2}}}


def briefly(game: Session) -> list[str]:
    """What is said of every entry."""
    return [describe_briefly(game, step) for step in game.replay.steps]


def test_a_correction_names_its_hand_which_says_that_it_was_corrected() -> None:
    """The hand stands in both lines; a void one says so, for not every terminal strikes it through."""
    game = session("anna 7h wp 6", "r 3 5 2", amend(1, "anna 7h wp 7"), void(2))
    assert briefly(game)[:3] == ["Anna 7h wp 7 — corrected", "r 3 5 2 — void", "1 → Anna 7h wp 7"]


def test_a_penalty_without_a_reason_says_so() -> None:
    """In the list and among the figures that it wrote."""
    game = session({"kind": "adjust", "player": "Anna", "column": "dump", "amount": 5, "reason": ""})
    (step,) = game.replay.steps
    assert describe_briefly(game, step) == "Anna dump 5"
    (posting,) = step.postings
    said = game.game.sentence(posting, step.state.names)
    assert str(said) == "Anna: 5 in the dump"


@each_line(
    ("what", "said"),
    [
        (CLAIM, "claims: Anna, Boris"),
        ({"kind": "sheet", "columns": {"Anna": {"pool": 4}}}, "paper: Anna"),
        (
            {"kind": "rules", "set": {"style": "gentleman", "raspasy": {"amnesty": True}}},
            "rules: style, raspasy",
        ),
        ({"kind": "note", "text": "pizza"}, "pizza"),
        ({"kind": "end", "reason": "agreed"}, "end (by agreement)"),
    ],
)
def test_what_is_no_hand(what: What, said: str) -> None:
    """The names and the options, not the words around them."""
    assert briefly(session(what)) == [said]


def test_what_cannot_be_shown_briefly_is_shown_as_ever() -> None:
    """An entry that does not count, and one about an entry that is not there, even if it is void itself."""
    assert briefly(session(amend(9, "anna 7h wp 7"))) == [
        "entry 9 is corrected:  — does not count: entry: there is no earlier entry 9 to correct"
    ]
    gone = session(amend(9, "anna 7h wp 7"), void(1))
    assert briefly(gone)[0] == "entry 9 is corrected:  — void"
    assert describe(gone, gone.replay.step(1)) == briefly(gone)[0]
