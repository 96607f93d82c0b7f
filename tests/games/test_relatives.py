"""Properties of every game of Prefa and Priffe."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.games.prefa.game import pot_columns
from tests.games.family import Table
from tests.games.relatives import games
from tests.tables import each_line


@given(data=st.data())
def test_the_pot_is_conserved(data: st.DataObject) -> None:
    for done in data.draw(games("prefa")):
        state = done.state
        stakes = sum(state.paid(player) for player in state.seats)
        assert sum(state.kasa(player) for player in state.seats) + state.pot == stakes
        assert sum(state.cash(player) for player in state.seats) == 0
        shown = pot_columns(state)
        assert sum(shown) * 10 == state.pot
        assert min(shown) >= 0 or max(shown) <= 0
        if isinstance(state.over, str) and state.over == "pool":
            assert state.pot <= 0


@given(data=st.data())
def test_rubbers_keep_their_limits(data: st.DataObject) -> None:
    for done in data.draw(games("priffe")):
        state = done.state
        for side in (-2, -3):
            assert 0 <= state.line(side) < state.limit(side)
            assert state.won(side) in (0, 1)
        assert sum(posting.reason.rule == "game" and posting.amount == 1 for posting in done.postings) <= 1
        assert sum(state.points(player) for player in state.seats) == 0


@pytest.mark.parametrize(
    ("name", "lines", "made", "passed"),
    [
        ("prefa", ["anna 6h dd 2 2", "anna 6s dd 3 3", "anna 6n pp"], "2/3", {"made_6": 2, "passed_6": 1}),
        ("balkan", ["anna herc 2 2", "anna herc 5 -", "anna herc - -"], "2/3", {"passed_herc": 2}),
    ],
)
def test_contracts_are_counted_of_those_played(
    name: str, lines: list[str], made: str, passed: dict[str, int]
) -> None:
    table = Table.of(name)
    state, counted = table.start(("Anna", "Boris", "Vera"), dealer="Vera"), Counter[str]()
    for line in lines:
        done = table.transition(state, line)
        for player, key, amount in table.game.tallies(state, table.game.parse(state, line), done):
            if player == 0:
                counted[key] += int(amount)
        state = done.state
    parts = [measure for measure in table.game.measures if measure.out_of]
    whole = next(measure for measure in parts if str(measure.label) == "all")
    assert f"{counted[whole.key]}/{sum(counted[key] for key in whole.out_of)}" == made
    assert passed.items() <= counted.items()
    assert all(measure.group == whole.group for measure in parts)


@each_line(
    ("name", "line", "same"),
    [
        ("balkan", "b 7, 2, 2", "boris sans 2 2"),
        ("balkan", "anna, b, 0", "anna betl 0"),
        ("balkan", "pass, dealer anna", "pass dealer anna"),
        ("prefa", "anna 6h, dd, 2, 2", "anna 6h dd 2 2"),
        ("prefa", "pass, 3, 4, 3", "pass 3 4 3"),
        ("priffe", "x, h, 9", "x h 9"),
        ("priffe", "anna h x9, y4", "x h x9 y4"),
        # The comma may also be the letter б of a Russian keyboard.
        ("prefa", "фттф 6, ll 2 2", "anna 6d dd 2 2"),
        ("prefa", "anna 6h d, 2 2", "anna 6h вб 2 2"),
    ],
)
def test_commas_may_separate_words(name: str, line: str, same: str) -> None:
    table = Table.of(name)
    state = table.start(("Anna", "Boris", "Vera", "Gleb")[: 4 if name == "priffe" else 3])
    assert table.game.parse(state, line) == table.game.parse(state, same)
