"""The sample sessions of Prefa and Priffe: each is a test, and written a second time by hand.

That is done by `tests/games/prefa/score_by_hand.py` and `tests/games/priffe/score_by_hand.py`, which share no
code with the program.
"""

import hashlib
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.render.data import settlement_object
from prefcount.store.reader import load
from tests.games.prefa import score_by_hand as prefa
from tests.games.priffe import score_by_hand as priffe

FOLDER = Path(__file__).parents[1] / "sample_sessions"

Object = dict[str, Any]

RESULTS: dict[str, dict[str, int]] = {
    "prefa-to-the-last-kapiki": {"Eleni": 186, "Nikos": -339, "Kostas": 153},
    "prefa-four-players": {"Άννα": -119, "Μαρία": -63, "Γιώργος": 217, "Πέτρος": -35},
    "priffe-six-rubbers": {"Astrid": 31, "Bertil": -105, "Cecilia": 75, "David": -1},
    "priffe-second-table": {"Nora": 11, "Elsa": -25, "Sven": 25, "Wilma": -11},
}
OVER = {
    "prefa-to-the-last-kapiki": "pool",
    "prefa-four-players": "agreed",
    "priffe-six-rubbers": "hands",
    "priffe-second-table": "agreed",
}
PREFA = [name for name in RESULTS if name.startswith("prefa")]
PRIFFE = [name for name in RESULTS if name.startswith("priffe")]

each_sample = pytest.mark.parametrize("name", RESULTS)


def path(name: str) -> Path:
    """The file of a sample."""
    return FOLDER / f"{name}.jsonl"


def lines(name: str) -> list[Object]:
    """The lines of a sample as plain objects."""
    return [json.loads(line) for line in path(name).read_text(encoding="utf-8").splitlines()]


def test_every_file_is_here() -> None:
    """No sample of these games is left out."""
    found = {file.stem for file in FOLDER.glob("*.jsonl") if file.stem.startswith(("prefa-", "priffe-"))}
    assert found == set(RESULTS)


@each_sample
def test_nothing_is_wrong(name: str) -> None:
    """The file reads without faults, every entry counts, and every claim in it holds."""
    assert load(path(name)).faults == ()
    assert audit_file(path(name)).errors == ()


@each_sample
def test_results(name: str) -> None:
    """Whole results, why the game is over, and exact results that sum to zero."""
    session = load(path(name)).session
    found = settlement_object(session)["results"]
    assert (session.state.over, found["whole"]) == (OVER[name], RESULTS[name])
    assert sum(map(Fraction, found["exact"].values())) == 0


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


@each_sample
def test_end_is_announced_and_sealed(name: str) -> None:
    """The last entry ends the game and announces the results; its seal is the hash of all bytes before it."""
    *above, last = path(name).read_bytes().splitlines(keepends=True)
    end = json.loads(last)
    assert (end["kind"], end["reason"], end["results"]) == ("end", OVER[name], RESULTS[name])
    assert end["seal"] == hashlib.sha256(b"".join(above)).hexdigest()


@pytest.mark.parametrize("name", ["prefa-to-the-last-kapiki", "priffe-six-rubbers"])
def test_over_with_the_last_hand(name: str) -> None:
    """The rules end the game with its last hand and not before; the `end` entry only says so."""
    steps = load(path(name)).session.replay.steps
    assert (steps[-2].before.over, steps[-2].state.over) == ("", OVER[name])


@pytest.mark.parametrize(
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
