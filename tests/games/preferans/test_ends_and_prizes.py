"""The first full pool, whole circles and prizes (rule book, section 14)."""

from typing import Any

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.entries.models import Void
from prefcount.games.state import State
from prefcount.session.session import Session
from tests.helpers import GAME, brought, columns, entry, header, play, problems, results, start

PAPER = "results of five players cannot be rounded as on paper; choose the rounding “exact” or “whole”"


def prizes(state: State) -> dict[str, Any]:
    names = (state.names[player] for player in state.seats)
    return dict(zip(names, GAME.settle(state).prizes, strict=False))


def all_full(state: State) -> bool:
    return {name: column["pool"] for name, column in columns(state).items()} == dict.fromkeys(
        columns(state), 2
    )


def test_full_pools_wait_for_the_end_of_the_circle() -> None:
    state = start(end="each", target=2, finish_circle=True)
    state = play(state, "anna 8h pp")
    assert all_full(state)
    assert not state.over
    state = play(state, "boris 6h pp", "vera 6h pp")
    assert all_full(state)
    assert state.over == "pool"


def test_a_timed_game_waits_for_the_end_of_the_circle() -> None:
    def at(minutes: int, line: str, state: State) -> Any:
        return GAME.parse(state, line).model_copy(
            update={"at": entry("note", text="x", at=moment(minutes)).at}
        )

    state = start(started=moment(0), end="time", minutes=30, finish_circle=True)
    state = play(state, at(31, "anna 6h pp", state))
    assert not state.over
    state = play(state, at(40, "boris 6h pp", state), "vera 6h pp")
    assert state.over == "time"


def moment(minutes: int) -> str:
    return f"2026-11-14T20:{minutes:02}:00+00:00"


def test_a_misdeal_does_not_close_the_circle() -> None:
    state = play(
        start(end="any", target=2, finish_circle=True), "anna 6h pp", entry("misdeal", dealer="Vera")
    )
    assert not state.over


def test_a_game_reopens_when_its_last_hand_is_taken_back() -> None:
    session = Session(header(end="any", target=2, finish_circle=True, prize_first=30))
    for line in ("anna 6h pp", "boris 6h pp", "vera 6h pp"):
        session = session.accept(GAME.parse(session.state, line)).session
    assert prizes(session.state) == {"Anna": 60, "Boris": -30, "Vera": -30}
    session = session.accept(Void(entry=3)).session
    assert (session.state.over, prizes(session.state)) == ("", {})
    session = session.accept(Void(entry=1)).session
    for line in ("anna 6h pp", "anna 6h pp"):
        session = session.accept(GAME.parse(session.state, line)).session
    assert prizes(session.state) == {"Anna": -30, "Boris": 60, "Vera": -30}


def test_a_game_that_ends_when_a_player_leaves_has_prizes() -> None:
    """Gleb leaves with all pools full, so that only the prize changes the results of the three others."""
    state = play(start(4, dealer="Gleb", target=2, prize_first=30), "anna 6h pp", "boris 6h pp", "vera 6h pp")
    assert (state.over, results(state)) == ("", {"Anna": 5, "Boris": 5, "Vera": 5, "Gleb": -15})
    state = play(state, entry("leave", player="Gleb"))
    assert (state.over, prizes(state)) == ("pool", {"Anna": 60, "Boris": -30, "Vera": -30, "Gleb": 0})
    assert results(state) == {"Anna": 65, "Boris": -25, "Vera": -25, "Gleb": -15}


def test_an_adjustment_after_the_end_moves_the_prize() -> None:
    state = play(start(prize_dump=20), brought(Anna={"dump": 2}, Boris={"dump": 1}), "anna 6h pp")
    state = play(state, entry("end", reason="agreed"))
    assert prizes(state)["Vera"] == 40
    fine = entry("adjust", player="Vera", column="dump", amount=9, reason="late")
    assert prizes(play(state, fine)) == {"Anna": -20, "Boris": 40, "Vera": -20}


def test_five_players_cannot_round_as_on_paper() -> None:
    """The table may start with five, change its rules, or be joined by the fifth."""
    with pytest.raises(InvalidInput, match=PAPER):
        start(5, rounding="paper")
    assert problems(start(5), entry("rules", set={"rounding": "paper"})) == [f"set.rounding: {PAPER}"]
    assert problems(start(4, rounding="paper"), entry("join", player="Dora")) == [PAPER]
