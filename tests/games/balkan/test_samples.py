"""The sample sessions of Balkan Preferans, worked out a second time by a score keeper of the tests."""

import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.render.data import settlement_object
from prefcount.store.reader import load
from tests.games.balkan.paper import Paper

FOLDER = Path(__file__).parents[3] / "sample_sessions"
RESULTS: dict[str, dict[str, int]] = {
    "balkan-to-the-last-bula": {"Milena": -532, "Dragan": -294, "Zoran": 826},
    "balkan-four-players-written-off": {"Ђорђе": -736, "Љиљана": 654, "Ненад": 318, "Ведрана": -236},
}
OVER = {"balkan-to-the-last-bula": "pool", "balkan-four-players-written-off": "agreed"}

each_sample = pytest.mark.parametrize("name", RESULTS)


def path(name: str) -> Path:
    """The file of a sample."""
    return FOLDER / f"{name}.jsonl"


def on_paper(name: str) -> Paper:
    """The hands of a sample as they count, written down once more, corrections and penalties too."""
    header, *entries = [json.loads(line) for line in path(name).read_text(encoding="utf-8").splitlines()]
    paper = Paper(header["players"], {"pik_needs_kontra": True, **effective(header["rules"])})
    void = {each["entry"] for each in entries if each["kind"] == "void"}
    instead = {each["entry"]: each["with"] for each in entries if each["kind"] == "amend"}
    for entry in entries:
        counts: dict[str, Any] = instead.get(entry["n"], entry)
        if entry["n"] in void:
            continue
        if counts["kind"] in ("hand", "all_pass"):
            paper.hand(counts)
        elif counts["kind"] == "adjust":
            paper.bule[counts["player"]] += counts["amount"]
    return paper


def effective(rules: dict[str, Any]) -> dict[str, Any]:
    """The options of a header; of the presets only one that changes anything is used."""
    vojvodina = {"pik_needs_kontra": False} if rules["preset"] == "vojvodina" else {}
    return {**vojvodina, **rules}


@each_sample
def test_nothing_is_wrong(name: str) -> None:
    """The file reads without faults, and every claim in it holds."""
    assert load(path(name)).faults == ()
    assert audit_file(path(name)).errors == ()


@each_sample
def test_columns_and_results(name: str) -> None:
    """Both score keepers come to the same figures, and to these results."""
    session = load(path(name)).session
    found, paper = settlement_object(session), on_paper(name)
    assert found["columns"] == paper.columns()
    assert {player: Fraction(each) for player, each in found["results"]["exact"].items()} == paper.results()
    assert found["results"]["whole"] == RESULTS[name]
    assert session.state.over == OVER[name]


@each_sample
def test_it_is_sealed(name: str) -> None:
    """The last entry announces the results, and its seal is the hash of all bytes before it."""
    *above, last = path(name).read_bytes().splitlines(keepends=True)
    end = json.loads(last)
    assert (end["kind"], end["reason"], end["results"]) == ("end", OVER[name], RESULTS[name])
    assert end["seal"] == hashlib.sha256(b"".join(above)).hexdigest()


def test_the_long_one_shows_what_it_is_named_for() -> None:
    """Refe, a kontra, a caller, a betl that fell, a hat, and a last hand that is limited."""
    session = load(path("balkan-to-the-last-bula")).session
    rules = {posting.reason.rule for step in session.replay.steps for posting in step.postings}
    assert rules >= {
        "refa",
        "refa_used",
        "pik_uncontested",
        "kontra_fell",
        "caller_fell",
        "follower_fell",
        "betl_supe",
        "passed_last",
    }
