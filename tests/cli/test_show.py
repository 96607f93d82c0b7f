"""Tests of `prefcount show`."""

from pathlib import Path

from tests.cli.conftest import Prefcount
from tests.store.files import EVERY_KIND, by_hand, by_program, fields, void


def test_json_has_settlement_rules_facts_and_entries(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl", "anna 7h wp 6")
    (shown,) = prefcount("show", path, "--json").objects
    (settled,) = prefcount("settle", path, "--json").objects
    assert {key: shown[key] for key in settled} == settled
    assert shown["rules"] == {"preset": "sochi", "target": 20}
    assert shown["facts"]["dealer"] == "Anna"
    assert shown["entries"] == [
        {
            "n": 1,
            "kind": "game",
            "line": "Anna 7h wp 6",
            "counts": True,
            "postings": [
                {
                    "player": "Anna",
                    "column": "dump",
                    "amount": 4,
                    "reason": "Anna: one down on 7♥, 4 in the dump",
                },
                {
                    "player": "Boris",
                    "column": "whists",
                    "on": "Anna",
                    "amount": 16,
                    "reason": "Boris: whist, 4 tricks × 4 = 16 on Anna",
                },
                {
                    "player": "Boris",
                    "column": "whists",
                    "on": "Anna",
                    "amount": 4,
                    "reason": "Boris: consolation, one undertrick, 4 on Anna",
                },
                {
                    "player": "Vera",
                    "column": "whists",
                    "on": "Anna",
                    "amount": 4,
                    "reason": "Vera: consolation, one undertrick, 4 on Anna",
                },
            ],
        }
    ]


def test_entries_that_do_not_count_give_the_reason(prefcount: Prefcount, tmp_path: Path) -> None:
    wrong = {**fields("anna 7h ww 7 2 1"), "tricks": {"Anna": 7, "Boris": 2, "Vera": 2}}
    path = by_hand(tmp_path / "evening.jsonl", "r 3 5 2", void(1), wrong)
    first, second, third = prefcount("show", path, "--json").objects[0]["entries"]
    assert (first["counts"], first["corrected_by"], first["postings"]) == (False, 2, [])
    assert (second["counts"], "corrected_by" in second, "problems" in second) == (True, False, False)
    assert (third["counts"], third["problems"]) == (False, ["tricks: add up to 11, not 10"])
    text = prefcount("show", path, "--all").fine
    assert " [1]  r 3 5 2 — void (entry 2)\n" in text
    assert " [2]  " in text
    text = prefcount("show", path).fine
    assert " [1]  " not in text
    assert " [2]  " not in text
    assert " [3]  Anna 7h ww 7 2 2 — does not count: tricks: add up to 11, not 10\n" in text


def test_every_kind_is_shown(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl", *EVERY_KIND)
    text = prefcount("show", path, "--why", "--all").fine
    for number in range(1, len(EVERY_KIND) + 1):
        assert f"\n{number:>4}  " in text or f"[{number}]" in text
    assert "{" not in text
    assert "\n        " in text
    assert "\n        " not in prefcount("show", path).fine


def test_a_damaged_file_is_shown_with_warnings(prefcount: Prefcount, session_file: Path) -> None:
    session_file.write_bytes(session_file.read_bytes() + b'oops\n{"kind')
    ran = prefcount("show", session_file)
    bad, torn = ran.warnings
    assert bad.startswith(f"{session_file}: entry 2 (line 3): is not JSON: ")
    assert torn == f"{session_file}: the last line, entry 3, is cut off; it does not count"
    assert "   1  Anna 7h wp 6\n" in ran.out


def test_reading_commands_change_nothing(prefcount: Prefcount, session_file: Path) -> None:
    session_file.write_bytes(session_file.read_bytes()[:-1] + b'\n{"kind')
    before, when = session_file.read_bytes(), session_file.stat().st_mtime_ns
    for command in ("show", "settle", "audit"):
        prefcount(command, session_file)
        assert session_file.read_bytes() == before
    assert session_file.stat().st_mtime_ns == when
    assert list(session_file.parent.iterdir()) == [session_file]
