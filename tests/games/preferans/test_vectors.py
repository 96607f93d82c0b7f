"""What independent published scorers write for the same hands, sheets and whole games."""

import json
from pathlib import Path
from typing import Any

import pytest

from prefcount.ledger.amount import written
from tests.helpers import columns, entry, play, results, start

CASES = json.loads((Path(__file__).parents[2] / "data" / "preferans.json").read_text(encoding="utf-8"))

Case = dict[str, Any]


def cases(group: str) -> pytest.MarkDecorator:
    """One test for each case of a group, by its id."""
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES[group]])


@cases("hands")
def test_hand(case: Case) -> None:
    """One hand on an empty sheet gives these columns."""
    state = play(start(case["players"], **case["rules"]), entry(**case["entry"]))
    assert columns(state) == case["columns"]


@cases("sheets")
def test_sheet(case: Case) -> None:
    """A sheet filled on paper is settled with these exact results."""
    state = play(start(case["players"], **case["rules"]), entry("sheet", columns=case["sheet"]))
    assert {name: str(written(result)) for name, result in results(state).items()} == case["exact"]


@cases("sessions")
def test_session(case: Case) -> None:
    """A whole game ends with these columns and results, and is over or not."""
    state = play(start(case["players"], **case["rules"]), *(entry(**each) for each in case["entries"]))
    assert columns(state) == case["columns"]
    assert {name: str(written(result)) for name, result in results(state).items()} == case["exact"]
    assert bool(state.over) is case["over"]
