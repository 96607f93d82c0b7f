"""Tests of `prefcount fit`."""

from pathlib import Path

from tests.cli.conftest import Prefcount
from tests.store.files import by_hand


def test_fit_prints_rules_and_remaining_figures(tmp_path: Path, prefcount: Prefcount) -> None:
    check = {
        "kind": "check",
        "columns": {"Anna": {"dump": "8.", "whists": {"Boris": "0."}}, "Boris": {"whists": {"Anna": "40."}}},
    }
    path = by_hand(tmp_path / "game.jsonl", "anna 7h wp 6", check)
    ran = prefcount("fit", path)
    assert ran.out.splitlines()[0] == "Leningrad, but Style of whisting: greedy: all 3 claimed figures agree"
    assert f"{path}: changes compared with its own rules: Anna −50⅔, Boris +33⅓" in ran.out
    ran = prefcount("fit", "--json", path)
    (found,) = ran.objects
    assert (ran.code, found["ok"], found["figures"], found["fits"][0]["preset"]) == (0, True, 3, "leningrad")


def test_fit_needs_a_claim(tmp_path: Path, prefcount: Prefcount) -> None:
    path = by_hand(tmp_path / "game.jsonl", "anna 7h wp 6")
    assert prefcount("fit", path).complaint.startswith("there are no figures to compare with")


def test_hands_that_no_rules_allow_are_named(tmp_path: Path, prefcount: Prefcount) -> None:
    ten = {
        "kind": "game",
        "declarer": "Anna",
        "contract": "10S",
        "tricks": {"Anna": 9, "Boris": 1, "Vera": 0},
    }
    eleven = {"kind": "raspasy", "tricks": {"Anna": 5, "Boris": 5, "Vera": 1}}
    check = {"kind": "check", "columns": {"Anna": {"dump": 10}, "Boris": {"whists": {"Anna": 20}}}}
    path = by_hand(tmp_path / "game.jsonl", ten, eleven, check)
    ran = prefcount("fit", path)
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "Sochi, but Ten: checked: all 2 claimed figures agree"
    assert f"{path}, entry 2 does not count by these rules" in ran.out
    assert "1 hand counts by these rules, but not by the game's own" in ran.out
    assert f"{path}: changes compared with its own rules: Anna −" in ran.out
    (found,) = prefcount("fit", "--json", path).objects
    assert found["refused"] == [{"path": str(path), "entry": 2}]
