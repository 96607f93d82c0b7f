"""Balkan Preferans against a second score keeper: games with any rules, and the sample sessions."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefcount.render.data import columns_object, settlement_object
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.games.balkan.paper import BALKAN, PEOPLE, RULES, Paper, hands

FOLDER = Path(__file__).parents[3] / "sample_sessions"
each_sample = pytest.mark.parametrize("name", sorted(file.stem for file in FOLDER.glob("balkan-*.jsonl")))


def game(data: st.DataObject, most: int = 6) -> tuple[Session, Paper]:
    people, rules = PEOPLE[: data.draw(st.integers(3, 4))], data.draw(RULES)
    session, paper = Session(BALKAN.header(people, **rules)), Paper(list(people), rules)
    for _each in range(data.draw(st.integers(0, most))):
        if session.state.over:
            break
        hand = data.draw(hands(session.state))
        session = session.accept(hand).session
        paper.hand(hand.model_dump(exclude_none=True))
    return session, paper


@settings(max_examples=60)
@given(st.data())
def test_columns_and_results_equal_those_on_paper(data: st.DataObject) -> None:
    session, paper = game(data)
    assert columns_object(session) == paper.columns()
    assert BALKAN.results(session.state) == paper.results()
    assert bool(session.state.over) == (paper.left <= 0)


def path(name: str) -> Path:
    return FOLDER / f"{name}.jsonl"


def on_paper(name: str) -> Paper:
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
    vojvodina = {"pik_needs_kontra": False} if rules["preset"] == "vojvodina" else {}
    return {**vojvodina, **rules}


@each_sample
def test_samples_equal_the_figures_on_paper(name: str) -> None:
    session = load(path(name)).session
    found, paper = settlement_object(session), on_paper(name)
    assert found["columns"] == paper.columns()
    assert {player: Fraction(each) for player, each in found["results"]["exact"].items()} == paper.results()


def test_the_long_sample_has_every_kind_of_hand() -> None:
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
