"""Cases from independent published scorers: hands, sheets and whole games."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from prefcount.games.state import State
from prefcount.ledger import amount_to_json
from tests.helpers import GAME, columns, entry, play, results, start, transition
from tests.tables import each_line

DATA = Path(__file__).parents[2] / "data"
FILES = [
    json.loads((DATA / name).read_text(encoding="utf-8"))
    for name in ("preferans.json", "preferans_more.json", "preferans_half.json")
]

Case = dict[str, Any]

TABLES = json.loads((DATA / "preferans_tables.json").read_text(encoding="utf-8"))["games"]


def cases(group: str) -> list[Case]:
    return [case for file in FILES for case in file.get(group, ())]


def whole_results(state: State) -> dict[str, int]:
    names = [state.names[player] for player in state.seats]
    return dict(zip(names, GAME.whole_results(state, GAME.scaled_results(state)), strict=True))


def settled(case: Case, state: State) -> None:
    assert {name: str(amount_to_json(result)) for name, result in results(state).items()} == case["exact"], (
        case["id"]
    )
    assert whole_results(state) == case.get("whole", whole_results(state)), case["id"]


def test_hands_write_the_columns_of_the_vectors() -> None:
    wrong = list(filter(None, map(difference, cases("hands"))))
    if wrong:
        pytest.fail("\n".join([f"{len(wrong)} hands have other figures", *wrong[:3]]), pytrace=False)


def difference(case: Case) -> str:
    done = transition(start(case["players"], **case["rules"]), entry(**case["entry"]))
    if not done.problems and columns(done.state) == case["columns"]:
        return ""
    rules = ", ".join(sorted({posting.reason.rule for posting in done.postings})) or list(
        map(str, done.problems)
    )
    return f"{case['id']} {case['rules']}: {columns(done.state)}, not {case['columns']}; written by {rules}"


def test_sheets_settle_as_in_the_vectors() -> None:
    for case in cases("sheets"):
        settled(case, play(start(case["players"], **case["rules"]), entry("sheet", columns=case["sheet"])))


@each_line("case", cases("sessions"))
def test_games_end_as_in_the_vectors(case: Case) -> None:
    state = play(
        start(case["players"], case["players"][0], **case["rules"]),
        *(entry(**each) for each in case["entries"]),
    )
    assert columns(state) == case["columns"]
    settled(case, state)
    assert bool(state.over) is case.get("over", bool(state.over))


@each_line("case", TABLES)
def test_tables_of_five_and_other_ends_go_as_in_the_vectors(case: Case) -> None:
    state = play(
        start(case["players"], case["dealer"], **case["rules"]), *(entry(**each) for each in case["entries"])
    )
    assert columns(state) == case["columns"]
    assert {name: amount_to_json(result) for name, result in results(state).items()} == {
        name: amount_to_json(Fraction(result)) for name, result in case["exact"].items()
    }
    assert whole_results(state) == case["whole"]
    assert bool(state.over) is case["over"]
    prizes = GAME.settle(state).prizes or (0,) * len(state.seats)
    assert [amount_to_json(each) for each in prizes] == [case["prizes"][name] for name in case["players"]]
