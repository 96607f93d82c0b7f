"""What independent published scorers write for the same hands, sheets and whole games."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from prefcount.games.protocol.state import State
from prefcount.ledger.amount import written
from tests.helpers import GAME, columns, entry, play, results, start

DATA = Path(__file__).parents[2] / "data"
FILES = [
    json.loads((DATA / name).read_text(encoding="utf-8"))
    for name in ("preferans.json", "preferans_more.json")
]

Case = dict[str, Any]


TABLES = json.loads((DATA / "preferans_tables.json").read_text(encoding="utf-8"))["games"]


def cases(group: str) -> pytest.MarkDecorator:
    """One test for each case of a group, by its id."""
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=case["id"]) for file in FILES for case in file[group]]
    )


def whole_results(state: State) -> dict[str, int]:
    """Everybody's result in whole whists."""
    names = [state.names[player] for player in state.seats]
    return dict(zip(names, GAME.whole_results(state, GAME.scaled_results(state)), strict=True))


@cases("hands")
def test_hand(case: Case) -> None:
    """One hand on an empty sheet gives these columns."""
    state = play(start(case["players"], **case["rules"]), entry(**case["entry"]))
    assert columns(state) == case["columns"]


@cases("sheets")
def test_sheet(case: Case) -> None:
    """A sheet filled on paper is settled with these exact results, and whole ones where they are given."""
    state = play(start(case["players"], **case["rules"]), entry("sheet", columns=case["sheet"]))
    assert {name: str(written(result)) for name, result in results(state).items()} == case["exact"]
    assert whole_results(state) == case.get("whole", whole_results(state))


@cases("sessions")
def test_session(case: Case) -> None:
    """A whole game ends with these columns and results, and is over or not."""
    state = play(
        start(case["players"], case["players"][0], **case["rules"]),
        *(entry(**each) for each in case["entries"]),
    )
    assert columns(state) == case["columns"]
    assert {name: str(written(result)) for name, result in results(state).items()} == case["exact"]
    assert whole_results(state) == case.get("whole", whole_results(state))
    assert bool(state.over) is case.get("over", bool(state.over))


@pytest.mark.parametrize("case", TABLES, ids=range(len(TABLES)))
def test_table(case: Case) -> None:
    """Five players, other ends, whole circles and prizes: all figures, and whether it is over."""
    state = play(
        start(case["players"], case["dealer"], **case["rules"]), *(entry(**each) for each in case["entries"])
    )
    assert columns(state) == case["columns"]
    assert {name: written(result) for name, result in results(state).items()} == {
        name: written(Fraction(result)) for name, result in case["exact"].items()
    }
    assert whole_results(state) == case["whole"]
    assert bool(state.over) is case["over"]
    prizes = GAME.settle(state).prizes or (0,) * len(state.seats)
    assert [written(each) for each in prizes] == [case["prizes"][name] for name in case["players"]]
