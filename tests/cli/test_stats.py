"""Tests of `stats`: sums, periods, and the evenings of a season as a table."""

import csv
import io
import json
import re
import unicodedata
from collections import defaultdict
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

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
    assert "total after each game" in out
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
    assert "Each player's total on each date" in out
    assert re.search(r"(?m)^1 Jan 2026 .*9 Jan 2026 date$", out)
    assert out.endswith("1 game has no date, so no period counts it.\n")
    assert prefcount("stats", season, "--since", "2027-01-01").fine == (
        "1 game has no date, so no period counts it.\nNo games in this period.\n"
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


GLEB = {"kind": "raspasy", "tricks": {"Anna": 3, "Boris": 5, "Gleb": 2}}
HANDS = ("anna 7h wp 6", "boris 6s pp", "r 3 5 2")


def evening(path: Path, day: str, *entries: Any, **header: Any) -> Path:
    return by_program(path, *entries, END, started=datetime.fromisoformat(f"{day}T19:00:00+01:00"), **header)


@pytest.fixture
def circle(tmp_path: Path) -> Path:
    """Write evenings with thirds, with halves, two on one day, and one with a newcomer."""
    folder = tmp_path / "season"
    folder.mkdir()
    price = {"stake": "0.10", "currency": "EUR"}
    evening(folder / "a.jsonl", "2025-08-30", HANDS[0], **price)
    evening(folder / "b.jsonl", "2025-09-01", *HANDS, **price)
    evening(folder / "c.jsonl", "2025-12-31", *HANDS[1:], stake="3", currency="JPY")
    halves = {"kind": "result", "results": {"Anna": "27 1/2", "Boris": -18, "Vera": "-19/2"}}
    evening(folder / "d.jsonl", "2026-01-01", halves)
    evening(folder / "e.jsonl", "2026-01-01", {"kind": "join", "player": "Gleb", "replaces": "Vera"}, GLEB)
    return folder


def table_rows(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table, newline="")))


def totals(prefcount: Prefcount, folder: Path) -> dict[str, Fraction]:
    [made] = prefcount("stats", folder, "--json").objects
    return {each["name"]: Fraction(each["result"]) for each in made["games"][0]["players"]}


def test_the_exported_table_is_imported_with_equal_results(
    prefcount: Prefcount, circle: Path, tmp_path: Path
) -> None:
    table = tmp_path / "season.csv"
    table.write_text(prefcount("stats", circle, "--csv", "--games").fine, encoding="utf-8")
    assert prefcount("import", table, "-o", tmp_path / "again").fine
    assert totals(prefcount, tmp_path / "again") == totals(prefcount, circle)
    days = [
        sorted(row["date"] for row in table_rows(prefcount("stats", each, "--csv", "--games").fine))
        for each in (circle, tmp_path / "again")
    ]
    assert days[0] == days[1]


def test_the_table_has_the_money_of_the_settlements(prefcount: Prefcount, circle: Path) -> None:
    found = table_rows(prefcount("stats", circle, "--csv", "--games").fine)
    assert ",".join(found[0]) == "date,file,game,player,whists,exact,money,currency,price"
    assert [row["date"] for row in found] == sorted(row["date"] for row in found)
    sums: defaultdict[str, Decimal] = defaultdict(Decimal)
    for row in found:
        Decimal(row["whists"])
        sums[row["file"]] += Decimal(row["money"] or 0)
    assert set(sums.values()) == {Decimal(0)}
    for path in sums:
        money = json.loads(prefcount("settle", path, "--json").fine)["money"]
        told = {row["player"]: row["money"] for row in found if row["file"] == path and row["money"]}
        assert told == ({} if money is None else money["amounts"])


def test_a_table_with_semicolons_and_decimal_commas(prefcount: Prefcount, circle: Path) -> None:
    told = prefcount("stats", circle / "d.jsonl", "--csv", "--games", "--wide", "--csv-style", "semicolon")
    assert told.fine.splitlines() == [
        "\ufeffdate;file;currency;price;Anna;Boris;Vera",
        f"2026-01-01;{circle / 'd.jsonl'};;;27,5;-18;-9,5",
    ]
    whole = prefcount("stats", circle / "a.jsonl", "--csv", "--games", "--csv-style", "semicolon").fine
    assert ";EUR;0,10" in whole
    report = ("report", circle / "d.jsonl", "--csv", "results", "--csv-style", "semicolon")
    assert ";27,5;" in prefcount(*report).fine
    for flags, sentence in (
        (("stats", circle, "--wide", "--csv"), "--wide needs --csv --games"),
        (("stats", circle, "--csv-style", "comma"), "--csv-style needs --csv"),
        (("report", circle / "d.jsonl", "--chat", "--csv-style", "comma"), "--csv-style needs --csv"),
    ):
        assert prefcount(*flags).complaint == sentence


def test_player_limits_the_table(prefcount: Prefcount, circle: Path) -> None:
    found = table_rows(prefcount("stats", circle, "--csv", "--games", "--player", "gleb").fine)
    assert {row["player"] for row in found} == {"Gleb"}
    assert prefcount("stats", circle, "--games", "--json").complaint.startswith("use --games alone")


def test_tables_of_other_games_are_refused(prefcount: Prefcount, tmp_path: Path) -> None:
    heading = "date,file,game,player,whists,exact,money,currency,price"
    crowd = [f"2026-01-01,a,preferans,P{each},0,,," for each in range(100)]
    for lines, sentence in (
        (["2026-01-01,a,balkan,Anna,1,,,", "2026-01-01,a,balkan,Boris,-1,,,"], "an evening of balkan"),
        (
            crowd,
            "line 2, is skipped: this evening cannot be imported: players: may have at most 5 "
            "values, but has 100",
        ),
        (
            [("2026-01-01,a,preferans,Anna,1,,,")] * 2,
            ("line 2, is skipped: the player “Anna” is in this evening twice"),
        ),
    ):
        table = tmp_path / "table.csv"
        table.write_text("\n".join([heading, *lines]), encoding="utf-8")
        assert sentence in prefcount("import", table, "-o", tmp_path / "out").complaint


def test_quarters_and_seasons_add_up_to_the_whole(prefcount: Prefcount, circle: Path) -> None:
    whole = totals(prefcount, circle)
    for by in (["quarter"], ["season"], ["season", "--season-from", "3"]):
        parts: defaultdict[str, Fraction] = defaultdict(Fraction)
        [made] = prefcount("stats", circle, "--json", "--by", *by).objects
        for period in made["periods"]:
            for each in period["games"][0]["players"]:
                parts[each["name"]] += Fraction(each["result"])
        assert parts == whole
    assert "\nseason 2025/2026      4 " in prefcount("stats", circle, "--by", "season").fine
    assert re.search(r"(?m)^Q1 2026 +2 ", prefcount("stats", circle, "--by", "quarter").fine)
    told = table_rows(prefcount("stats", circle, "--csv", "--by", "season").fine)
    assert {row["period"] for row in told} == {"2024/2025", "2025/2026"}
    for month in ("0", "13", "x", "²"):
        said = prefcount("stats", circle, "--by", "season", f"--season-from={month}").err
        assert "not a month, from 1" in said
    said = prefcount("stats", circle, "--season-from", "9").complaint
    assert said == "--season-from needs --by season"
