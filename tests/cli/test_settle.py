"""Tests of `show` and `settle`: the JSON contract, and the text for people."""

import hashlib
from pathlib import Path

from prefcount.store.settings import save_settings
from tests.cli.conftest import Prefcount
from tests.store.files import EVERY_KIND, HEADER, by_hand, by_program, fields, line, void
from tests.tables import each_line


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
    assert (third["counts"], third["problems"]) == (False, ["tricks: the tricks add up to 11, not 10"])
    text = prefcount("show", path, "--all").fine
    assert " [1]  r 3 5 2 — voided by entry 2\n" in text
    assert " [2]  " in text
    text = prefcount("show", path).fine
    assert " [1]  " not in text
    assert " [2]  " not in text
    assert " [3]  Anna 7h ww 7 2 2 — does not count: tricks: the tricks add up to 11, not 10\n" in text


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
    assert bad.startswith(f"{session_file}: entry 2 (line 3): is not valid JSON, because ")
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


MONEY = {"stake": "0.10", "currency": "EUR"}


def test_json_has_its_exact_form(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl", "anna 7h wp 6", "boris m 0", **MONEY)
    assert prefcount("settle", path, "--json").fine == (
        '{"game": "preferans", "players": ["Anna", "Boris", "Vera"], "hands": 2, "over": false, '
        '"columns": {"Anna": {"pool": 0, "dump": 4, "whists": {"Boris": 0, "Vera": 0}}, '
        '"Boris": {"pool": 10, "dump": 0, "whists": {"Vera": 0, "Anna": 20}}, '
        '"Vera": {"pool": 0, "dump": 0, "whists": {"Anna": 4, "Boris": 0}}}, '
        '"results": {"exact": {"Anna": "-84", "Boris": "100", "Vera": "-16"}, '
        '"whole": {"Anna": -84, "Boris": 100, "Vera": -16}}, '
        '"money": {"currency": "EUR", "amounts": {"Anna": "-8.40", "Boris": "10.00", "Vera": "-1.60"}, '
        '"payments": [{"from": "Anna", "to": "Boris", "amount": "8.40"}, '
        '{"from": "Vera", "to": "Boris", "amount": "1.60"}]}}\n'
    )


def test_hash_is_printed_only_on_request(prefcount: Prefcount, session_file: Path) -> None:
    digits = hashlib.sha256(session_file.read_bytes()).hexdigest()[:32]
    plain, asked = (prefcount("settle", session_file, "--json", *more).fine for more in ((), ("--hash",)))
    assert asked == plain.replace("}\n", f', "hash": "{digits}"}}\n')
    plain, asked = (prefcount("settle", session_file, *more).fine for more in ((), ("--hash",)))
    assert asked == f"{plain}\nCheck code: {digits[:8]} {digits[8:16]} {digits[16:24]} {digits[24:]}\n"


def test_fractions_are_strings(prefcount: Prefcount, tmp_path: Path) -> None:
    half = {
        "kind": "adjust",
        "player": "Vera",
        "column": "whists",
        "on": "Anna",
        "amount": "5/2",
        "reason": "x",
    }
    path = by_hand(tmp_path / "evening.jsonl", "anna 7h wp 6", half)
    (settled,) = prefcount("settle", path, "--json").objects
    assert settled["columns"]["Vera"]["whists"] == {"Anna": "13/2", "Boris": 0}
    assert settled["results"] == {
        "exact": {"Anna": "-319/6", "Boris": "100/3", "Vera": "119/6"},
        "whole": {"Anna": -53, "Boris": 33, "Vera": 20},
    }


def test_without_a_stake_money_is_null(prefcount: Prefcount, session_file: Path) -> None:
    (settled,) = prefcount("settle", session_file, "--json").objects
    assert settled["money"] is None
    by_hand(session_file, "anna 7h wp 6", stake="1")
    (settled,) = prefcount("settle", session_file, "--json").objects
    assert settled["money"]["currency"] is None
    assert settled["money"]["amounts"] == {"Anna": "-50.66", "Boris": "33.33", "Vera": "17.33"}


def test_a_sheet_without_hands_is_settled(prefcount: Prefcount, tmp_path: Path) -> None:
    columns = {
        "Anna": {"pool": "2.6.12", "dump": 4, "whists": {"Boris": 20}},
        "Boris": {"pool": 12},
        "Vera": {"pool": 12, "dump": "10.14."},
    }
    path = by_hand(tmp_path / "paper.jsonl", {"kind": "sheet", "columns": columns})
    (settled,) = prefcount("settle", path, "--json").objects
    assert settled["hands"] == 0
    assert settled["columns"]["Anna"] == {"pool": 12, "dump": 4, "whists": {"Boris": 20, "Vera": 0}}
    assert settled["results"]["exact"] == {"Anna": "40", "Boris": "40", "Vera": "-80"}


# --- files that are not settled ------------------------------------------------------------------


def test_a_file_with_an_unreadable_line_is_not_settled(prefcount: Prefcount, session_file: Path) -> None:
    session_file.write_bytes(session_file.read_bytes() + b"oops\n")
    said = prefcount("settle", session_file).complaint
    assert said.startswith(f"{session_file}: entry 2 (line 3): is not valid JSON, because ")
    ran = prefcount("settle", "--json", session_file)
    assert ran.code == 2
    (refusal,) = ran.objects
    assert f"{refusal['path']}: {refusal['error']}" == said


def test_a_file_with_an_impossible_hand_is_not_settled(prefcount: Prefcount, tmp_path: Path) -> None:
    wrong = {**fields("anna 7h ww 7 2 1"), "tricks": {"Anna": 7, "Boris": 2, "Vera": 2}}
    path = by_hand(tmp_path / "evening.jsonl", "r 3 5 2", wrong)
    assert prefcount("settle", path).complaint == (
        f"{path}: entry 2 (line 3) does not count: tricks: the tricks add up to 11, not 10"
    )
    assert prefcount("settle", by_hand(path, "r 3 5 2", wrong, void(2))).fine


def test_harmless_faults_are_warnings(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_hand(
        tmp_path / "evening.jsonl", "anna 7h wp 6", {"kind": "end", "reason": "agreed"}, "boris m 0"
    )
    path.write_bytes(path.read_bytes() + b'{"kind":"mis')
    ran = prefcount("settle", "--json", path)
    torn, late = ran.warnings
    assert torn == f"{path}: the last line, entry 4, is cut off; it does not count"
    assert late.startswith(f"{path}: entry 3 (line 4) does not count: the game is over (")
    assert ran.objects[0]["results"]["whole"] == {"Anna": -50, "Boris": 33, "Vera": 17}
    rules = {"kind": "rules", "set": {"half_whist": True}}
    header = {"rules": {"half_whist": False}}
    by_hand(path, rules, "anna 6c ph", void(1), **header)
    assert prefcount("settle", path).warnings == [
        f"{path}: entry 2 (line 3) does not count: calls.Vera: this table does not play half-whist"
    ]


def test_a_misspelled_last_line_is_not_skipped_silently(prefcount: Prefcount, tmp_path: Path) -> None:
    path = tmp_path / "paper.jsonl"
    slip = line({"kind": "sheet", "n": 1, "colums": {"Anna": {"pool": 12}}})
    path.write_bytes(line(HEADER) + slip[:-1])
    assert prefcount("settle", path).complaint == (
        f"{path}: entry 1 (line 2): columns: is missing; colums: “colums” is not known; did you mean "
        "“columns”, or did a newer version of prefcount write the file?"
    )


def test_the_last_step_turns_whists_into_money(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl", "anna 7h wp 6", "boris m 0", **MONEY)
    steps = prefcount("settle", path, "--steps").fine.split("\n\n")
    assert steps[4].startswith("Results\n")
    assert steps[5].splitlines() == [
        "Money",
        "Price per whist: €0.10. The money is the result times the price.",
        "       whists    money",
        "Anna      −84   −€8.40",
        "Boris    +100  +€10.00",
        "Vera      −16   −€1.60",
    ]
    free = by_program(tmp_path / "free.jsonl", "anna 7h wp 6")
    assert "Money" not in prefcount("settle", free, "--steps").fine


def test_payments_are_rounded_to_coins(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl", "anna 7h wp 6", "boris m 0", **MONEY)
    (found,) = prefcount("settle", path, "--coin", "1", "--json").objects
    assert found["money"] == {
        "currency": "EUR",
        "amounts": {"Anna": "-8.40", "Boris": "10.00", "Vera": "-1.60"},
        "payments": [
            {"from": "Anna", "to": "Boris", "amount": "8.00"},
            {"from": "Vera", "to": "Boris", "amount": "2.00"},
        ],
        "coin": "1.00",
        "in_coins": {"Anna": "-8.00", "Boris": "10.00", "Vera": "-2.00"},
    }
    said = prefcount("settle", path, "--coin", "5").fine
    assert "to €5" in said
    assert said.endswith("Anna pays Boris €10\n")
    assert "the smallest coin is 0.01" in prefcount("settle", path, "--coin", "0.001").complaint
    plain = prefcount("settle", path).fine
    assert prefcount("settle", path, "--coin", "10 RUB").fine == plain
    # The command says it if the screen rounds payments and the command does not.
    shown = prefcount("settle", path, "--json").objects
    save_settings(coin="5 EUR")
    hint = "Payments are exact. The screen rounds the payments; to round them here, add --coin 5."
    assert prefcount("settle", path).fine == f"{plain}\n{hint}\n"
    assert prefcount("settle", path, "--coin", "5").fine == said
    assert prefcount("settle", path, "--json").objects == shown
    save_settings(coin="5 USD")
    assert prefcount("settle", path).fine == plain
    free = by_program(tmp_path / "free.jsonl", "anna 7h wp 6")
    assert "nothing is rounded" in prefcount("settle", free, "--coin", "10").fine


@each_line("coin", ["0", "-1", "x", "1.2345", "10 EURO", "", "1e3", "0.00"])
def test_impossible_coins_are_refused(prefcount: Prefcount, session_file: Path, coin: str) -> None:
    assert "is not a coin" in prefcount("settle", session_file, f"--coin={coin}").complaint
