"""Tests of `prefcount import`."""

import csv
import json
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from prefcount.base.i18n import text
from prefcount.base.system import to_local_time
from prefcount.entries.models import Price
from prefcount.importing import evenings_table
from prefcount.importing.evenings_table import Evening, make_session, write_session
from prefcount.store.settings import FOLDER_VARIABLE
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.tables import each_line


@pytest.fixture
def season(tmp_path: Path) -> Path:
    path = tmp_path / "season.csv"
    path.write_text("date,Anna,Boris,Vera\n2026-01-01,5,-5,\n2026-01-02,,7,-7\n")
    return path


def test_a_session_for_every_evening(prefcount: Prefcount, season: Path, tmp_path: Path) -> None:
    folder = tmp_path / "made" / "here"
    out = prefcount("import", season, "--from", "csv", "-o", folder).fine
    written = sorted(folder.glob("*.jsonl"))
    assert [path.name[:22] for path in written] == ["2026-01-01-anna-boris-", "2026-01-02-boris-vera-"]
    assert out.splitlines() == [f"{season} → {path} (only the result, no hands)" for path in written]
    assert prefcount("audit", folder).code == 0


def test_a_second_import_overwrites_nothing(prefcount: Prefcount, season: Path, tmp_path: Path) -> None:
    assert prefcount("import", season, "-o", tmp_path / "made").code == 0
    before = [path.read_bytes() for path in sorted((tmp_path / "made").glob("*.jsonl"))]
    again = prefcount("import", season, "-o", tmp_path / "made", "--stake", "1 EUR")
    assert (again.code, again.err.count("exists already")) == (2, 2)
    assert [path.read_bytes() for path in sorted((tmp_path / "made").glob("*.jsonl"))] == before


def test_without_out_sessions_go_to_the_saved_games(
    prefcount: Prefcount, season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "saved"))
    prefcount("import", season)
    assert len(list((tmp_path / "saved").glob("*.jsonl"))) == 2


def test_a_bad_file_is_named_and_others_are_imported(
    prefcount: Prefcount, season: Path, tmp_path: Path
) -> None:
    bad, none = tmp_path / "bad.json", tmp_path / "none.json"
    bad.write_text("[1, 2", encoding="utf-8")
    done = prefcount("import", bad, none, tmp_path, season, "-o", tmp_path / "made")
    assert done.code == 2
    assert [line.split(" is skipped: ")[1] for line in done.err.splitlines()] == [
        "this is not a table of evenings: such a table has a line with “date” and the names of players",
        "there is no such file",
        "this is not an ordinary file (it may be a device or a pipe), so it is not read",
    ]
    assert len(list((tmp_path / "made").glob("*.jsonl"))) == 2


@each_line(
    ("content", "flags"),
    [
        (b'{"limit": 20, "scores": [{"name": "a"}], "gameLog": []}', ()),
        (b'\xef\xbb\xbf { "scores": [], "limit": 20}', ()),
        (b'{\n  "format": "preferans-game-v2", "state": {}}', ()),
        (b'{"players": ["a", "b"], "mountain": [0, 0], "poolTarget": 10}', ()),
        (b"date,Anna,Boris\n2026-01-01,5,-5\n", ("--from", "prefandroid")),
        (b"date,Anna,Boris\n2026-01-01,5,-5\n", ("--from", "mathfewmatthews")),
    ],
)
def test_removed_formats_are_refused(
    prefcount: Prefcount, tmp_path: Path, content: bytes, flags: tuple[str, ...]
) -> None:
    path = tmp_path / "given"
    path.write_bytes(content)
    done = prefcount("import", path, *flags, "-o", tmp_path / "made")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "no longer reads games of other programs; import them with prefcount 1.0.0" in done.err


@each_line(
    ("content", "flags", "said"),
    [
        (b"[" * 100_000, (), "is not a table"),
        (b"\xff\xfe{}", (), "not UTF-8 text"),
        (b"", (), "is not a table"),
        (b"x" * (4 * 1024 * 1024 + 1), (), "too large; at most 4096 KiB"),
        (b"date,Anna,Boris\n2026-01-01,5,-5\n", ("--from", "cvs"), "did you mean “csv”?"),
        (b"date,Anna,Boris\n2026-01-01,5,-5\n", ("--fit",), "--fit was removed"),
    ],
)
def test_other_files_are_refused(
    prefcount: Prefcount, tmp_path: Path, content: bytes, flags: tuple[str, ...], said: str
) -> None:
    path = tmp_path / "given"
    path.write_bytes(content)
    done = prefcount("import", path, *flags, "-o", tmp_path / "made")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def sessions(folder: Path) -> list[list[dict[str, Any]]]:
    found = sorted(folder.glob("*.jsonl"))
    return [[json.loads(line) for line in path.read_text().splitlines()] for path in found]


def test_impossible_evenings_are_skipped(prefcount: Prefcount, tmp_path: Path) -> None:
    table = tmp_path / "season.csv"
    table.write_text(
        "date,a,b,c,d,e,f\n2026-01-01,5,-4\n2026-01-02,5,-5\n2026-01-03,5,-1,-1,-1,-1,-1\n"
        "2026-01-04,99999999999,-99999999999\nTotal,10,-9\n"
    )
    done = prefcount("import", table, "-o", tmp_path / "made")
    assert done.code == 2
    assert [
        each.removeprefix(f"prefcount: {table}")
        .removeprefix(", line ")
        .removeprefix(": line ")
        .partition(";")[0][:60]
        for each in done.err.splitlines()
    ] == [
        "2, is skipped: the results add up to 1, not 0",
        "4, is skipped: this evening cannot be imported: players: may have "[:60],
        "5, is skipped: a: “99999999999” is not a result"[:60],
        "6: this is a line of totals, which could not be checked",
    ]
    [[header, *entries]] = sessions(tmp_path / "made")
    assert header["started"].startswith("2026-01-02")
    assert [each["kind"] for each in entries] == ["result", "end"]


def test_evenings_of_one_day_get_different_names(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evenings_table, "NAME_DIGITS", (1, 32))  # 16 short names for 40 evenings
    table, folder = tmp_path / "season.csv", tmp_path / "made"
    rows = [f"2026-01-01,{won},{-won}\n" for won in range(1, 41)]
    table.write_text("date,Anna,Boris\n" + "".join(rows))
    assert prefcount("import", table, "-o", folder).code == 0
    assert len(sessions(folder)) == 40
    changed, removed, *_ = sorted(folder.glob("*-boris-?.jsonl"))
    changed.write_text(changed.read_text().replace("csv", "by hand"))
    removed.unlink()
    again = prefcount("import", table, "-o", folder, "--stake", "1 EUR")
    assert (again.code, again.err.count("exists already")) == (2, 39)
    assert len(sessions(folder)) == 40


def test_spreadsheet_dialects_are_read(prefcount: Prefcount, tmp_path: Path) -> None:
    folder = ROOT / "tests" / "data" / "imported"
    done = prefcount("import", folder / "ru_bom.csv", "-o", tmp_path / "ru")
    assert (done.code, len(sessions(tmp_path / "ru"))) == (2, 3)
    assert done.err == (
        f"prefcount: {folder / 'ru_bom.csv'}, line 5, is skipped: the results add up to 1, not 0; "
        "counted as players: Анна, Борис, Вера\n"
    )
    price = ("--stake", "0,10 €", "--whists")
    done = prefcount("import", folder / "de2.csv", "-o", tmp_path / "de", *price)
    assert (done.code, len(sessions(tmp_path / "de"))) == (2, 8)
    left_out, zeros = sorted(done.err.splitlines())
    assert left_out.startswith(
        f"prefcount: {folder / 'de2.csv'}, line 8, is skipped: “31.09.2025” is not a date"
    )
    assert "“Vera” is 0 in every line and is not counted as a player" in zeros
    [result] = [
        each[1]["results"] for each in sessions(tmp_path / "de") if "2025-10-10" in each[0]["started"]
    ]
    assert result == {"Anna": 50, "Boris": -50}


# --- there and back ------------------------------------------------------------------------------

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dina", "Egor")
PRICES = (
    None,
    ("0.10", "EUR"),
    ("0.25", "GEL"),
    ("5", "RUB"),
    ("0.005", "KWD"),
    ("3", "JPY"),
    ("0.07", None),
)


def random_season(folder: Path, random: Random) -> None:
    folder.mkdir()
    for day in range(1, random.randint(3, 8)):
        names = random.sample(NAMES, random.randint(2, 5))
        divisor = random.choice((1, 2, 3, 4))
        results = [Fraction(random.randint(-400, 400), divisor) for _name in names[1:]]
        results.append(-sum(results, Fraction(0)))
        price = Price.from_fields(*(random.choice(PRICES) or (None, "")))
        started = to_local_time(datetime(2026, 1, day, 19))
        evening = Evening(dict(zip(names, results, strict=True)), started, text(""), price=price)
        write_session(folder, make_session(evening))


@pytest.mark.parametrize("seed", range(6))
def test_export_and_import_keep_results_and_prices(prefcount: Prefcount, tmp_path: Path, seed: int) -> None:
    season, back = tmp_path / "season", tmp_path / "back"
    random_season(season, Random(seed))
    table = tmp_path / "season.csv"
    table.write_text(prefcount("stats", season, "--csv", "--games").fine, encoding="utf-8")
    assert prefcount("import", table, "-o", back).code == 0
    again = prefcount("stats", back, "--csv", "--games").fine

    def figures(printed: str) -> list[list[str]]:
        rows = [[*row[:1], *row[2:]] for row in csv.reader(printed.splitlines())]
        return sorted([*row[:-1], str(Decimal(row[-1] or 0))] for row in rows[1:])

    assert figures(again) == figures(table.read_text("utf-8"))
    owed, owed_again = (prefcount("debts", each, "--json").objects[0] for each in (season, back))
    assert owed["currencies"] == owed_again["currencies"]
    # A table of version 1.0 has no prices: they follow from the money, or the line is named.
    rows = list(csv.reader(table.read_text("utf-8").splitlines()))
    table.write_text("\n".join(",".join(row[:-1]) for row in rows), encoding="utf-8")
    done = prefcount("import", table, "-o", tmp_path / "old")
    old = figures(prefcount("stats", tmp_path / "old", "--csv", "--games").fine)
    money = [row[:-1] for row in figures(again)]
    assert all(row[:-1] in money for row in old)
    lost = done.err.count("the price of a whist cannot be computed")
    assert done.code == (2 if lost else 0)
    assert len({row[0] for row in old}) == len({row[0] for row in money}) - lost


@each_line(
    ("flags", "code", "evenings"),
    [
        ((), 0, 2),
        (("--stake", "0.10", "--currency", "EUR"), 2, 1),
        (("--stake", "0.25", "--currency", "GEL"), 2, 1),
        (("--currency", "EUR"), 2, 1),
        (("--stake", "0.10"), 2, 1),
    ],
)
def test_a_price_in_a_line_counts_for_its_evening(
    prefcount: Prefcount, tmp_path: Path, flags: tuple[str, ...], code: int, evenings: int
) -> None:
    table, folder = tmp_path / "season.csv", tmp_path / "".join(("made", *flags))
    table.write_text(
        "date,file,game,player,whists,exact,money,currency\n"
        "2026-01-01,a.jsonl,preferans,Anna,5,,0.50,EUR\n2026-01-01,a.jsonl,preferans,Boris,-5,,-0.50,EUR\n"
        "2026-01-02,b.jsonl,preferans,Anna,6,,1.50,GEL\n2026-01-02,b.jsonl,preferans,Boris,-6,,-1.50,GEL\n"
    )
    done = prefcount("import", table, *flags, "-o", folder)
    made = {(each[0]["stake"], each[0]["currency"]) for each in sessions(folder)}
    assert (done.code, len(made)) == (code, evenings)
    assert made <= {("0.1", "EUR"), ("0.10", "EUR"), ("0.25", "GEL")}
