"""The results over the evening, and the round numbers beside a chart."""

from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from prefcount.render.chart import course, ticks
from prefcount.session.outcome import outcome
from prefcount.store.reader import load
from tests.store.files import Fields, after, amend, session, void
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
    found = course(sample)
    assert found.players == sample.players
    assert found.hands == sample.state.hands
    assert tuple(results[-1] for results in found.results) == outcome(sample).whole
    for point in zip(*found.results, strict=True):
        assert sum(result or 0 for result in point) == 0


def test_every_point_is_the_result_at_that_time() -> None:
    """After each hand stands what would have been settled then."""
    hands = ("anna 7h wp 6", "boris m 0", "r 3 5 2")
    then = [outcome(session(*hands[:count])).whole for count in range(4)]
    assert list(zip(*course(session(*hands)).results, strict=True)) == then


def test_what_is_no_hand_belongs_to_the_hand_before() -> None:
    """A penalty moves the point it comes after; no point is made by it, a note or a misdeal."""
    others = (ANNA_GAINS, {"kind": "note", "text": "tea"})
    plain, moved = course(session("anna 7h wp 6")), course(session("anna 7h wp 6", *others))
    assert plain.results[0] == (0, -50)
    assert moved.results[0] == (0, -45)
    assert course(session(ANNA_GAINS, "anna 7h wp 6")).results[0] == (5, -45)
    assert course(session("anna 7h wp 6", {"kind": "misdeal"})).hands == 1


def test_corrections_are_as_if_they_had_been_played() -> None:
    """A void hand is no point, a corrected one is what it became, a forgotten one stands where it counts."""
    corrected = session("r 3 5 2", "boris m 0", void(1), amend(2, "boris m 1"), after(2, "anna 7h wp 6"))
    assert course(corrected) == course(session("boris m 1", "anna 7h wp 6"))


def test_who_comes_later_begins_later() -> None:
    """A newcomer has no result before; who takes a place over goes on with its results."""
    grown = course(session("anna 7h wp 6", "boris m 0", {"kind": "join", "player": "Gleb"}, "anna 6s wp 6"))
    assert [None not in results for results in grown.results].count(False) == 1
    assert grown.results[grown.players.index("Gleb")][:2] == (None, None)
    taken = course(session("anna 7h wp 6", {"kind": "join", "player": "Dora", "replaces": "Vera"}))
    assert taken.players == ("Anna", "Boris", "Dora")
    assert taken.results[2] == (0, 17)


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
    assert ticks(least, most, count) == expected


@given(st.integers(-(10**7), 0), st.integers(0, 10**7), st.integers(1, 30))
def test_ticks_are_few_even_and_between(least: int, most: int, count: int) -> None:
    """Never more than there is room for, equally far apart, zero always among them."""
    found = ticks(least, most, count)
    assert 1 <= len(found) <= count
    assert 0 in found
    assert least <= found[0]
    assert found[-1] <= most
    assert len({later - earlier for earlier, later in pairwise(found)}) <= 1
