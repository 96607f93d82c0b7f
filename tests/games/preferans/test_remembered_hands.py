"""Hands from the cache have the same effect as computed hands, and the worth of postings adds up."""

from collections.abc import Callable
from itertools import product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.entries.models import Entry
from prefcount.games.preferans import play
from prefcount.games.state import State, Transition
from tests.helpers import GAME, entry, problems, start, transition
from tests.strategies import Played, games


def played_again(
    played: Played, entries: list[Entry], play_one: Callable[[State, Entry], Transition[State]] = transition
) -> list[Transition[State]]:
    state, turns = played.first, []
    for each in entries:
        turns.append(play_one(state, each))
        state = turns[-1].state
    return turns


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    play._remembered.clear()


def played_afresh(state: State, each: Entry) -> Transition[State]:
    with patch.object(play, "_remembered", {}):
        return transition(state, each)


def copied(entries: tuple[Entry, ...]) -> list[Entry]:
    return [each.model_copy(deep=True) for each in entries]


@given(games())
def test_hands_write_the_same_whether_they_were_met_before_or_not(played: Played) -> None:
    again = [played_again(played, list(played.entries)) for _time in range(3)]
    elsewhere = played_again(played, copied(played.entries))
    afresh = played_again(played, copied(played.entries), played_afresh)
    assert again == [afresh] * 3
    assert elsewhere == afresh == list(played.turns)


@given(games(most=3), st.data())
def test_the_same_hand_at_another_table_is_another_hand(played: Played, data: st.DataObject) -> None:
    states = [played.first, *(each.state for each in played.turns)]
    for each in played.entries:
        state = data.draw(st.sampled_from(states))
        assert transition(state, each) == played_afresh(state, each)


def test_a_legal_hand_is_not_taken_for_one_with_a_stranger_in_it() -> None:
    state = start()
    fields = {"declarer": "Anna", "contract": "7H", "calls": {"Boris": "whist", "Vera": "pass"}}
    assert not problems(state, entry("game", **fields, tricks={"Anna": 6}))
    assert problems(state, entry("game", **fields, tricks={"Anna": 6, "Nobody": 4}))
    strange = {**fields, "calls": {"Boris": "whist", "Vera": "pass", "Nobody": "pass"}}
    assert problems(state, entry("game", **strange, tricks={"Anna": 6}))
    assert problems(state, entry("game", **{**fields, "declarer": "Nobody"}, tricks={"Anna": 6}))


@pytest.mark.parametrize("line", ["anna 7h wp 6", "anna m 0"])
@pytest.mark.parametrize("size", [3, 4])
def test_a_hand_met_on_other_chairs_is_resolved_for_those_who_play_it(line: str, size: int) -> None:
    for declarer, dealer, suit in product(range(1, size + 1), range(size), "hsn"):
        state = start(size, leave_without=3)._replace(dealer=dealer)
        if size == 3 or dealer != declarer - 1:
            hand = GAME.parse(state, line.replace("anna", f"#{declarer}").replace("h", suit))
            assert transition(state, hand) == played_afresh(state, hand)


def test_a_hand_is_scored_by_the_rules_of_its_table() -> None:
    hand = GAME.parse(start(), "anna 7h wp 5")
    figures = [GAME.play(start(**rules), hand).worth for rules in ({}, {"consolation": "none"}, {})]
    assert figures[0] == figures[2] != figures[1]


def test_a_full_memory_is_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MAX_REMEMBERED", 2)
    state = start()
    for line in ("anna 7h wp 6", "anna 7h wp 7", "anna 7h wp 5"):
        GAME.play(state, GAME.parse(state, line))
    assert len(play._remembered) == 1


@pytest.mark.parametrize("line", ["anna 7h wp 6", "anna m 0", "r 3 5 2"])
def test_a_hand_of_an_unknown_dealer_is_not_taken_for_one_that_was_played(line: str) -> None:
    state = start()
    hand = GAME.parse(state, line)
    assert not GAME.play(state, hand).problems
    (problem,) = GAME.play(state, hand.model_copy(update={"dealer": "Gleb"})).problems
    assert problem.field == "dealer"
