"""The sample sessions of Prefa and Priffe: each is a test, and written a second time by hand.

That is done by `tests/games/prefa/score_by_hand.py` and `tests/games/priffe/score_by_hand.py`, which share no
code with the program.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from prefcount.render.data import settlement_object
from prefcount.store.reader import load
from tests.games.prefa import score_by_hand as prefa
from tests.games.priffe import score_by_hand as priffe
from tests.tables import each_line

FOLDER = Path(__file__).parents[1] / "sample_sessions"

Object = dict[str, Any]

PREFA, PRIFFE = (sorted(file.stem for file in FOLDER.glob(f"{game}-*.jsonl")) for game in ("prefa", "priffe"))


def path(name: str) -> Path:
    """The file of a sample."""
    return FOLDER / f"{name}.jsonl"


def lines(name: str) -> list[Object]:
    """The lines of a sample as plain objects."""
    return [json.loads(line) for line in path(name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", PREFA)
def test_prefa_by_hand(name: str) -> None:
    """Written by hand, the game comes to the same columns, pot and results."""
    header, *entries = lines(name)
    by_hand = prefa.ScoreByHand(header)
    for entry in entries:
        by_hand.write(entry)
    session = load(path(name)).session
    columns = settlement_object(session)["columns"]
    for player in by_hand.players:
        assert columns[player] == {"kasa": by_hand.taken[player], "cash": by_hand.cash[player]}
    assert columns.keys() == set(by_hand.players)
    assert session.state.pot == by_hand.pot  # type: ignore[attr-defined]  # the pot of Prefa
    assert by_hand.results() == dict(zip(by_hand.players, session.game.results(session.state), strict=True))


@pytest.mark.parametrize("name", PRIFFE)
def test_priffe_by_hand(name: str) -> None:
    """Written by hand, the session comes to the same points of finished rubbers, and the same results."""
    header, *entries = lines(name)
    by_hand = priffe.ScoreByHand(header)
    for entry in entries:
        by_hand.write(entry)
    session = load(path(name)).session
    columns = settlement_object(session)["columns"]
    assert {player: columns[player]["points"] for player in by_hand.players} == by_hand.score
    assert by_hand.results() == dict(zip(by_hand.players, session.game.results(session.state), strict=True))


@each_line(
    ("name", "rules"),
    [
        ("prefa-to-the-last-kapiki", {"partner_paid": 5, "short_twice_paid": 1, "aces_paid": 1, "down": 5}),
        ("prefa-four-players", {"ppp": 1, "add_stake": 1, "partner_paid": 2, "aces_paid": 2}),
        (
            "priffe-six-rubbers",
            {"little_slam": 1, "big_slam": 2, "honours": 14, "penalty": 9, "game_reset": 4},
        ),
        ("priffe-second-table", {"big_slam": 1, "honours": 1, "penalty": 4}),
    ],
)
def test_shows_what_it_is_named_for(name: str, rules: dict[str, int]) -> None:
    """At least so many entries write something by the rules that a sample is there to show."""
    steps = load(path(name)).session.replay.steps
    found = Counter(rule for step in steps for rule in {posting.reason.rule for posting in step.postings})
    assert {rule: found[rule] for rule in rules if found[rule] < rules[rule]} == {}
