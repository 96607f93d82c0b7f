"""Tests of `prefcount stats`."""

import csv
import io
import re
import unicodedata
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.store.files import by_program

SAMPLES = ROOT / "sample_sessions"
END = {"kind": "end", "reason": "agreed"}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    (folder / "2025").mkdir(parents=True)
    by_program(folder / "2025" / "one.jsonl", "anna 7h wp 7", END)
    by_program(folder / "two.jsonl", "boris 8n pp", "r 3 5 2", END)
    by_program(folder / "three.jsonl", "anna 7h wp 6")
    return folder


def test_folders_are_added_up(prefcount: Prefcount, archive: Path) -> None:
    out = prefcount("stats", archive).fine
    assert out.startswith("Preferans · 2 games, 3 hands\n")
    assert out.endswith("1 game is not over and not counted; --running counts it.\n")
    assert "added up, game by game" in out
    assert prefcount("stats", archive, "--running").fine.startswith("Preferans · 3 games, 4 hands\n")


def test_totals_are_those_of_settle(prefcount: Prefcount) -> None:
    paths = [path for path in sorted(SAMPLES.glob("*.jsonl")) if path.stem != "faulty"]
    totals: dict[tuple[str, str], Fraction] = {}
    running = 0
    for each in prefcount("settle", *paths, "--json").objects:
        running += not each["over"]
        for name, result in each["results"]["exact"].items() if each["over"] else ():
            totals[each["game"], name] = totals.get((each["game"], name), Fraction(0)) + Fraction(result)
    [made] = prefcount("stats", *paths, "--json").objects
    players = [(game["game"], each) for game in made["games"] for each in game["players"]]
    assert {
        (game, each["name"]): Fraction(each["result"]) for game, each in players if each["games"]
    } == totals
    assert sum(Fraction(each["result"]) for _game, each in players) == 0
    assert made["running"] == running


def test_statistics_need_a_readable_session(prefcount: Prefcount, session_file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"")
    ran = prefcount("stats", bad)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines() == [
        f"prefcount: {bad} is skipped: the file is empty; line 1 must be the session header",
        "prefcount: no session can be read",
    ]
    (tmp_path / "empty").mkdir()
    assert prefcount("stats", tmp_path / "empty").complaint == "no session can be read"
    said = "1 game is not over and not counted; --running counts it.\n"
    assert prefcount("stats", session_file).fine == said


def test_player_is_found_by_any_spelling(prefcount: Prefcount, archive: Path) -> None:
    out = prefcount("stats", archive, "--player", " ANNA").fine
    assert "\nAnna " in out
    assert "\nBoris " not in out
    assert "Boris – Vera" not in out
    assert prefcount("stats", archive, "--player", "Ana").complaint == (
        "--player: “Ana” is not known; did you mean “Anna”?"
    )


def test_alias_joins_names(prefcount: Prefcount, archive: Path, tmp_path: Path) -> None:
    by_program(
        archive / "four.jsonl",
        {"kind": "raspasy", "tricks": {"Anya": 3, "Боря": 5, "Vera": 2}},
        END,
        players=("Anya", "Боря", "Vera"),
    )
    names = tmp_path / "names.txt"
    names.write_text("Anna P. = Anna, Anya\nBoris = Боря\n", encoding="utf-8")
    [made] = prefcount("stats", archive, "--alias", names, "--json").objects
    assert {each["name"]: each["games"] for each in made["games"][0]["players"]} == {
        "Anna P.": 3,
        "Boris": 3,
        "Vera": 3,
    }
    names.write_text("Anna = Anya\nBoris\n", encoding="utf-8")
    assert prefcount("stats", archive, "--alias", names).complaint.startswith(f"{names}: line 2 needs a name")
    assert "there is no such file" in prefcount("stats", archive, "--alias", tmp_path / "no").complaint


def test_csv_has_a_line_for_each_player(prefcount: Prefcount, archive: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(prefcount("stats", archive, "--csv").fine)))
    assert {row["player"]: row["games"] for row in rows} == {"Anna": "2", "Boris": "2", "Vera": "2"}
    assert {row["player"]: row["made"] for row in rows} == {"Anna": "1", "Boris": "1", "Vera": "0"}
    ran = prefcount("stats", archive, "--csv", "--json")
    assert ran.code == 2
    assert "not allowed with" in ran.err


def test_each_game_has_its_own_tables(prefcount: Prefcount, tmp_path: Path) -> None:
    by_program(tmp_path / "a.jsonl", "anna 7h pp", END)
    other = tmp_path / "b.jsonl"
    prefcount("new", other, "--game", "prefa", "--players", "Anna", "Gleb", "Vera")
    prefcount("add", other, "anna", "6h", "dd", "2", "2")
    out = prefcount("stats", tmp_path, "--running").fine
    assert [line.split(" · ")[0] for line in out.splitlines() if " · 1 game, 1 hand" in line] == [
        "Greek Prefa",
        "Preferans",
    ]
    by_program(tmp_path / "c.jsonl", "anna 8h pp", END)
    assert prefcount("stats", tmp_path, "--running").fine.startswith("Preferans · 2 games, 2 hands")
    assert prefcount("stats", tmp_path, "--running", "--player", "gleb").fine.startswith("Greek Prefa · ")


# --- periods and strength ------------------------------------------------------------------------------


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """Write four evenings of two years; Boris wins all but one."""
    folder = tmp_path / "season"
    folder.mkdir()
    for day, hand in (
        ("2025-12-30", "boris 8n pp"),
        ("2026-01-02", "anna 7h pp"),
        ("2026-01-09", "boris 8n pp"),
        ("2026-02-06", "boris 7h pp"),
    ):
        by_program(
            folder / f"{day}.jsonl", hand, END, started=datetime.fromisoformat(f"{day}T19:00:00+01:00")
        )
    by_program(folder / "undated.jsonl", "vera 7h pp", END)
    return folder


def test_a_period_includes_both_days(prefcount: Prefcount, season: Path) -> None:
    out = prefcount("stats", season, "--since", "2026-01-02", "--until", "2026-01-09").fine
    assert out.startswith("Preferans · 2 games, 2 hands · 2 Jan 2026 – 9 Jan 2026\n")
    assert "Results added up, by date" in out
    assert re.search(r"(?m)^1 Jan 2026 .*9 Jan 2026 date$", out)
    assert out.endswith("1 game has no date and is in no period.\n")
    assert prefcount("stats", season, "--since", "2027-01-01").fine == (
        "1 game has no date and is in no period.\nNo games in this period.\n"
    )
    assert prefcount("stats", season, "--last", "1d", "--until", "2020-01-01").code == 2


def test_months_add_up_to_the_whole(prefcount: Prefcount, season: Path) -> None:
    out = prefcount("stats", season, "--by", "month").fine
    assert re.findall(r"(?m)^(.*\w) +(\d)  +[+−]", out.split("\n\n")[1]) == [
        ("without a date", "1"),
        ("December 2025", "1"),
        ("January 2026", "2"),
        ("February 2026", "1"),
        ("in all", "5"),
    ]
    assert re.findall(r"(?m)^(20\d+) +(\d)", prefcount("stats", season, "--by", "year").fine) == [
        ("2025", "1"),
        ("2026", "3"),
    ]
    [told] = prefcount("stats", season, "--json").objects
    results = {each["name"]: Fraction(each["result"]) for each in told["games"][0]["players"]}
    for option in (("--by", "month"), ("--by", "year"), ("--games",)):
        table = prefcount("stats", season, *option).fine.split("\n\n")[1].splitlines()
        assert table[0] == "Whists"
        people = table[1].split()[1:]
        rows = [[fraction(cell) for cell in line.split()[-len(people) :]] for line in table[2:]]
        if option != ("--games",):
            assert rows.pop() == [results[name] for name in people]
        assert [sum(column) for column in zip(*rows, strict=True)] == [results[name] for name in people]
    days = [line[:11].rstrip() for line in table[2:]]
    assert days[0] == "without a d"
    assert days[1:] == ["30 Dec 2025", "2 Jan 2026", "9 Jan 2026", "6 Feb 2026"]


def fraction(cell: str) -> Fraction:
    [(whole, part)] = re.findall(r"^[+−–]?(\d*)(\D?)$", cell)
    amount = int(whole or 0) + (Fraction(unicodedata.numeric(part)).limit_denominator(99) if part else 0)
    return Fraction(-amount if cell[0] == "−" else amount)


def test_json_has_periods_of_the_same_form(prefcount: Prefcount, season: Path) -> None:
    [plain] = prefcount("stats", season, "--json").objects
    [told] = prefcount("stats", season, "--json", "--by", "year", "--until", "2026-01-31").objects
    assert set(told) - set(plain) == {"since", "until", "undated", "periods"}
    assert (told["since"], told["until"], told["undated"]) == (None, "2026-01-31", 1)
    assert [(each["period"], each["games"][0]["games"]) for each in told["periods"]] == [
        ("2025", 1),
        ("2026", 2),
    ]
    assert told["periods"][0]["games"][0].keys() == plain["games"][0].keys()
    rows = list(csv.DictReader(io.StringIO(prefcount("stats", season, "--csv", "--by", "year").fine)))
    assert [(row["period"], row["games"]) for row in rows] == [("", "1")] * 3 + [("2025", "1")] * 3 + [
        ("2026", "3")
    ] * 3


def test_without_hides_a_guest(prefcount: Prefcount, archive: Path) -> None:
    [whole] = prefcount("stats", archive, "--json").objects
    [found] = prefcount("stats", archive, "--json", "--without", "VERA").objects
    for all_of_game, game in zip(whole["games"], found["games"], strict=True):
        assert game["players"] == [each for each in all_of_game["players"] if each["name"] != "Vera"]
        assert game["pairs"] == [each for each in all_of_game["pairs"] if "Vera" not in each["players"]]
        assert len(game["players"]) < len(all_of_game["players"])
    assert "Vera" not in prefcount("stats", archive, "--without", "Vera").fine.split("Best")[0]
    assert "nobody" in prefcount("stats", archive, "--without", "Nobody").complaint.lower()
