"""The replay: steps are reused from an earlier one, and results stay balanced."""

from typing import Any

import pytest

from prefcount.entries.models import Entry
from prefcount.games.state import State, Transition
from prefcount.ledger import Unbalanced
from prefcount.session.replay import replay
from prefcount.session.session import Session
from tests.helpers import GAME
from tests.store.files import amend, entry, session, void

EVENING = ("anna 7h wp 6", "boris 6s pp", "vera 8c ww 7 2 1", "r 3 5 2")


@pytest.mark.parametrize(("what", "kept"), [(void(4), 3), (amend(2, "boris 6d pp"), 1), (void(1), 0)])
def test_steps_before_a_correction_are_reused(what: dict[str, Any], kept: int) -> None:
    before = session(*EVENING)
    after = before.accept(entry(what)).session
    same = [new is old for new, old in zip(after.replay.steps, before.replay.steps, strict=False)]
    assert same == [True] * kept + [False] * (len(EVENING) - kept)
    assert after.replay == Session(after.header, after.entries).replay


def test_steps_of_another_start_are_not_reused() -> None:
    one, other = session(*EVENING), session(*EVENING, style="gentleman", doubled=True)
    played = replay(GAME, other.replay.start, one.entries, one.replay)
    assert played == replay(GAME, other.replay.start, one.entries)
    assert played.state != one.state


class _Loser:
    """A game that loses a whist with every entry."""

    def play(self, state: State, _entry: Entry) -> Transition[State]:
        return Transition(state, (), (), (4, 4, -9))


def test_a_game_that_loses_a_whist_is_stopped() -> None:
    evening = session(EVENING[0])
    with pytest.raises(Unbalanced):
        replay(_Loser(), evening.replay.start, evening.entries)  # type: ignore[arg-type]


def followed(evening: Session) -> bool:
    start, *after = evening.replay.scaled_results(GAME)
    return start == GAME.scaled_results(evening.replay.start) and after == [
        GAME.scaled_results(step.state) for step in evening.replay.steps
    ]


def test_prizes_are_gone_from_the_results_of_a_game_that_goes_on() -> None:
    back = {"kind": "adjust", "player": "Anna", "column": "pool", "amount": -1, "reason": "no"}
    assert followed(session("anna 6h pp", back, "boris m 3", end="any", target=2, prize_first=30))
