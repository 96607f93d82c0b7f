"""Tests of the evenings of a season as a table, and of quarters and seasons."""

import csv
import io
import json
import re
from collections import defaultdict
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Prefcount
from tests.store.files import by_program

END = {"kind": "end", "reason": "agreed"}
GLEB = {"kind": "raspasy", "tricks": {"Anna": 3, "Boris": 5, "Gleb": 2}}
HANDS = ("anna 7h wp 6", "boris 6s pp", "r 3 5 2")


def evening(path: Path, day: str, *entries: Any, **header: Any) -> Path:
    return by_program(path, *entries, END, started=datetime.fromisoformat(f"{day}T19:00:00+01:00"), **header)


@pytest.fixture
def season(tmp_path: Path) -> Path:
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


def rows(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table, newline="")))


def totals(prefcount: Prefcount, folder: Path) -> dict[str, Fraction]:
    [made] = prefcount("stats", folder, "--json").objects
    return {each["name"]: Fraction(each["result"]) for each in made["games"][0]["players"]}


def test_the_exported_table_is_imported_with_equal_results(
    prefcount: Prefcount, season: Path, tmp_path: Path
) -> None:
    table = tmp_path / "season.csv"
    table.write_text(prefcount("stats", season, "--csv", "--games").fine, encoding="utf-8")
    assert prefcount("import", table, "-o", tmp_path / "again").fine
    assert totals(prefcount, tmp_path / "again") == totals(prefcount, season)
    days = [
        sorted(row["date"] for row in rows(prefcount("stats", each, "--csv", "--games").fine))
        for each in (season, tmp_path / "again")
    ]
    assert days[0] == days[1]


def test_the_table_has_the_money_of_the_settlements(prefcount: Prefcount, season: Path) -> None:
    found = rows(prefcount("stats", season, "--csv", "--games").fine)
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


def test_a_table_with_semicolons_and_decimal_commas(prefcount: Prefcount, season: Path) -> None:
    told = prefcount("stats", season / "d.jsonl", "--csv", "--games", "--wide", "--csv-style", "semicolon")
    assert told.fine.splitlines() == [
        "\ufeffdate;file;currency;price;Anna;Boris;Vera",
        f"2026-01-01;{season / 'd.jsonl'};;;27,5;-18;-9,5",
    ]
    whole = prefcount("stats", season / "a.jsonl", "--csv", "--games", "--csv-style", "semicolon").fine
    assert ";EUR;0,10" in whole
    report = ("report", season / "d.jsonl", "--csv", "results", "--csv-style", "semicolon")
    assert ";27,5;" in prefcount(*report).fine
    for flags, sentence in (
        (("stats", season, "--wide", "--csv"), "--wide needs --csv --games"),
        (("stats", season, "--csv-style", "comma"), "--csv-style needs --csv"),
        (("report", season / "d.jsonl", "--chat", "--csv-style", "comma"), "--csv-style needs --csv"),
    ):
        assert prefcount(*flags).complaint == sentence


def test_player_limits_the_table(prefcount: Prefcount, season: Path) -> None:
    found = rows(prefcount("stats", season, "--csv", "--games", "--player", "gleb").fine)
    assert {row["player"] for row in found} == {"Gleb"}
    assert prefcount("stats", season, "--games", "--json").complaint.startswith("--games goes alone")


def test_tables_of_other_games_are_refused(prefcount: Prefcount, tmp_path: Path) -> None:
    heading = "date,file,game,player,whists,exact,money,currency,price"
    crowd = [f"2026-01-01,a,preferans,P{each},0,,," for each in range(100)]
    for lines, sentence in (
        (["2026-01-01,a,balkan,Anna,1,,,", "2026-01-01,a,balkan,Boris,-1,,,"], "an evening of balkan"),
        (crowd, "line 2 is skipped: it cannot become a session: players: may have at most 5, has 100"),
        (["2026-01-01,a,preferans,Anna,1,,,"] * 2, "line 2 is skipped: “Anna” appears twice"),
    ):
        table = tmp_path / "table.csv"
        table.write_text("\n".join([heading, *lines]), encoding="utf-8")
        assert sentence in prefcount("import", table, "-o", tmp_path / "out").complaint


def test_quarters_and_seasons_add_up_to_the_whole(prefcount: Prefcount, season: Path) -> None:
    whole = totals(prefcount, season)
    for by in (["quarter"], ["season"], ["season", "--season-from", "3"]):
        parts: defaultdict[str, Fraction] = defaultdict(Fraction)
        [made] = prefcount("stats", season, "--json", "--by", *by).objects
        for period in made["periods"]:
            for each in period["games"][0]["players"]:
                parts[each["name"]] += Fraction(each["result"])
        assert parts == whole
    assert "\nseason 2025/2026      4 " in prefcount("stats", season, "--by", "season").fine
    assert re.search(r"(?m)^Q1 2026 +2 ", prefcount("stats", season, "--by", "quarter").fine)
    told = rows(prefcount("stats", season, "--csv", "--by", "season").fine)
    assert {row["period"] for row in told} == {"2024/2025", "2025/2026"}
    for month in ("0", "13", "x", "²"):
        said = prefcount("stats", season, "--by", "season", f"--season-from={month}").err
        assert "not a month, from 1" in said
    said = prefcount("stats", season, "--season-from", "9").complaint
    assert said == "--season-from needs --by season"
