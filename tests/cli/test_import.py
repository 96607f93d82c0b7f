"""`prefcount import`: what is written where, what is named, and how it ends."""

import json
from pathlib import Path
from typing import Any

import pytest

from prefcount.base.data_folder import FOLDER_VARIABLE
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.importing.written import miser, played, pulya, raspasy, sheet
from tests.tables import each_line


def given(path: Path, value: Any) -> Path:
    """A file with a JSON value."""
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of PrefAndroid."""
    return given(tmp_path / "pulya_20251129_3_20.json", pulya(raspasy(2, 3, 5, 2)))


def test_a_session_for_every_game(prefcount: Prefcount, game: Path, tmp_path: Path) -> None:
    """Recognised by its content, under the date and the players, and content with the audit."""
    other = given(tmp_path / "noname", sheet(pool=[4, 0, 0]))
    folder = tmp_path / "made" / "here"
    out = prefcount("import", game, other, "-o", folder).fine
    written = sorted(folder.glob("*.jsonl"))
    assert [path.name[11:27] for path in written] == ["anna-boris-vera-"] * 2
    assert all(str(path) in out for path in written)
    assert "(1 hand)" in out
    assert prefcount("audit", folder).code == 0


def test_nothing_is_overwritten(prefcount: Prefcount, game: Path, tmp_path: Path) -> None:
    """The same game always has the same name, and is there already."""
    assert prefcount("import", game, "-o", tmp_path / "made").code == 0
    [path] = (tmp_path / "made").glob("*.jsonl")
    before = path.read_bytes()
    again = prefcount("import", game, "-o", tmp_path / "made")
    assert again.code == 2
    assert "exists already" in again.err
    assert path.read_bytes() == before


def test_the_folder_of_the_games(
    prefcount: Prefcount, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without -o they are where the start screen looks."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "saved"))
    prefcount("import", game)
    assert len(list((tmp_path / "saved").glob("*.jsonl"))) == 1


def test_what_has_no_counterpart_is_named(prefcount: Prefcount, tmp_path: Path) -> None:
    """On the other stream, with the file and the hand; the game is imported all the same."""
    path = given(
        tmp_path / "a.json", pulya(played(2, 0, 7, {0: 7, 1: 1}, 1), raspasy(2, 3, 5, 2, multiplier=3))
    )
    done = prefcount("import", path, "-o", tmp_path / "made")
    assert done.code == 0
    assert done.err.splitlines() == [
        f"prefcount: {path}: hand 1: the tricks add up to 8, not 10",
        f"prefcount: {path}: hand 2: the multiplier is 3; after the raspasy before it should be 1",
    ]


def test_a_bad_file_among_good_ones(prefcount: Prefcount, game: Path, tmp_path: Path) -> None:
    """It is named, the others are done."""
    bad = tmp_path / "bad.json"
    bad.write_text("[1, 2", encoding="utf-8")
    none = tmp_path / "none.json"
    done = prefcount("import", bad, none, tmp_path, game, "-o", tmp_path / "made")
    assert done.code == 2
    assert [line.split(" is left out: ")[1] for line in done.err.splitlines()] == [
        "this is not a game of a known program: prefandroid, mathfewmatthews, csv; "
        "a table has a line with “date” and its players",
        "there is no such file",
        "this is not a regular file, so it is not read",
    ]
    assert len(list((tmp_path / "made").glob("*.jsonl"))) == 1


def test_a_format_by_its_name(prefcount: Prefcount, game: Path, tmp_path: Path) -> None:
    """Only that one is looked for; an unknown one is answered with those there are."""
    wrong = prefcount("import", game, "--from", "mathfewmatthews", "-o", tmp_path)
    assert (wrong.code, wrong.err) == (
        2,
        f"prefcount: {game}: this is not a game of a known program: mathfewmatthews\n",
    )
    assert "prefandroid" in prefcount("import", game, "--from", "prefandroit", "-o", tmp_path).err
    assert prefcount("import", game, "--from", "prefandroid", "-o", tmp_path / "made").code == 0


@each_line(
    ("content", "said"),
    [
        (b"[" * 100_000, "nested too deep"),
        (b'{"gameLog": [], "gameLog": []}', "a field twice in one place"),
        (b'{"gameLog": [], "limit": NaN}', "NaN is not the number of a game"),
        (b'{"gameLog": [], "limit": ' + b"9" * 5000 + b"}", "is not the number of a game"),
        (b'{"gameLog": [], "scores": [{"name": "\\ud800"}, {"name": "b"}]}', "valid Unicode"),
        (b"\xff\xfe{}", "not UTF-8 text"),
        (b"", "this is not a game"),
        (b"x" * (4 * 1024 * 1024 + 1), "larger than 4096 KiB"),
    ],
)
def test_files_of_strangers(prefcount: Prefcount, tmp_path: Path, content: bytes, said: str) -> None:
    """Refused in one line, whatever they are."""
    path = tmp_path / "given.json"
    path.write_bytes(content)
    done = prefcount("import", path, "-o", tmp_path / "made")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


# --- tables of evenings --------------------------------------------------------------------------------


def sessions(folder: Path) -> list[list[dict[str, Any]]]:
    """The lines of all sessions of a folder, by their names."""
    found = sorted(folder.glob("*.jsonl"))
    return [[json.loads(line) for line in path.read_text().splitlines()] for path in found]


def test_evenings_that_cannot_be(prefcount: Prefcount, tmp_path: Path) -> None:
    """They do not sum to zero, have six players, or figures beyond all bounds: named, and left out."""
    table = tmp_path / "season.csv"
    table.write_text(
        "date,a,b,c,d,e,f\n2026-01-01,5,-4\n2026-01-02,5,-5\n2026-01-03,5,-1,-1,-1,-1,-1\n"
        "2026-01-04,99999999999,-99999999999\nTotal,10,-9\n"
    )
    done = prefcount("import", table, "-o", tmp_path / "made")
    assert done.code == 2
    assert [
        each.removeprefix(f"prefcount: {table}: line ").partition(";")[0][:60]
        for each in done.err.splitlines()
    ] == [
        "2 is left out: the results add up to 1, not 0",
        "4 is left out: it cannot become a session: players: may have "[:60],
        "5 is left out: a: “99999999999” is no result"[:60],
        "6: totals, which cannot be compared",
    ]
    [[header, *entries]] = sessions(tmp_path / "made")
    assert header["started"].startswith("2026-01-02")
    assert [each["kind"] for each in entries] == ["result", "end"]


def test_equal_evenings_of_one_day(prefcount: Prefcount, tmp_path: Path) -> None:
    """Two games of the same players and results are two files; both are known when the table comes again."""
    table = tmp_path / "season.csv"
    table.write_text("date,Anna,Boris\n" + "2026-01-01,5,-5\n" * 2)
    assert prefcount("import", table, "-o", tmp_path / "made").code == 0
    table.write_text("date,Anna,Boris\n" + "2026-01-01,5,-5\n" * 2 + "2026-01-02,5,-5\n")
    again = prefcount("import", table, "-o", tmp_path / "made")
    assert (again.code, again.err.count("exists already")) == (2, 2)
    assert len(sessions(tmp_path / "made")) == 3


def test_tables_of_spreadsheets(prefcount: Prefcount, tmp_path: Path) -> None:
    """What can be read is read, whatever else stands in the table."""
    folder = ROOT / "tests" / "data" / "imported"
    done = prefcount("import", folder / "ru_bom.csv", "-o", tmp_path / "ru")
    assert (done.code, len(sessions(tmp_path / "ru"))) == (2, 3)
    assert (
        done.err
        == f"prefcount: {folder / 'ru_bom.csv'}: line 5 is left out: the results add up to 1, not 0\n"
    )
    price = ("--stake", "0,10 €")
    done = prefcount("import", folder / "de2.csv", "-o", tmp_path / "de", *price)
    assert (done.code, len(sessions(tmp_path / "de"))) == (2, 8)
    assert done.err.startswith(
        f"prefcount: {folder / 'de2.csv'}: line 8 is left out: “31.09.2025” is not a date"
    )
    assert done.err.count("\n") == 1
    [result] = [
        each[1]["results"] for each in sessions(tmp_path / "de") if "2025-10-10" in each[0]["started"]
    ]
    assert result == {"Anna": 50, "Boris": -50, "Vera": 0}


def test_what_a_whist_costs(prefcount: Prefcount, game: Path, tmp_path: Path) -> None:
    """Evenings with a price are owed; a price that is none makes nothing."""
    table = tmp_path / "season.csv"
    table.write_text("date,Anna,Boris\n2026-01-01,5,-5\n")
    done = prefcount("import", table, game, "-o", tmp_path / "made", "--stake", "0.10", "--currency", "EUR")
    assert done.code == 0
    assert {(each[0]["stake"], each[0]["currency"]) for each in sessions(tmp_path / "made")} == {
        ("0.10", "EUR")
    }
    [owed] = prefcount("debts", tmp_path / "made", "--json").objects
    assert '"0.50"' in json.dumps(owed)
    again = prefcount("import", game, "-o", tmp_path / "made")
    assert (again.code, "exists already, so the game is not written again" in again.err) == (2, True)
    for stake, currency in (("ten", "EUR"), ("0.10", "euro"), ("-1", "EUR")):
        done = prefcount("import", table, "-o", tmp_path / "other", "--stake", stake, "--currency", currency)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert not (tmp_path / "other").exists()


# --- rules found by the figures ------------------------------------------------------------------------

EVENING = (
    played(2, 0, 7, {0: 7, 1: 1, 2: 2}, 2),
    played(0, 1, 6, {1: 6, 2: 2, 0: 2}, 0, 2),
    played(1, 2, 8, {2: 6, 0: 3, 1: 1}, 0),
    raspasy(2, 3, 5, 2),
    raspasy(0, 0, 6, 4, multiplier=2),
    miser(1, 0, 1),
)


def figures_by(prefcount: Prefcount, folder: Path, *hands: Any, **rules: str) -> list[dict[str, Any]]:
    """Everybody's columns by these rules, as PrefAndroid keeps them."""
    prefcount("import", given(folder / "first.json", pulya(*hands, **rules)), "-o", folder / "first")
    [session] = (folder / "first").glob("*.jsonl")
    [told] = prefcount("settle", session, "--json").objects
    seats = told["players"]
    return [
        {
            "pulya": told["columns"][name]["pool"],
            "gora": told["columns"][name]["dump"],
            "visty": {str(seats.index(each)): n for each, n in told["columns"][name]["whists"].items()},
        }
        for name in seats
    ]


def test_the_rules_that_explain_its_figures(prefcount: Prefcount, tmp_path: Path) -> None:
    """A file that names others is imported by those that wrote its figures; a note keeps the others."""
    figures = figures_by(prefcount, tmp_path, *EVENING, gameType="Leningrad", scoring="Leningrad")
    path = given(tmp_path / "game.json", pulya(*EVENING, figures=figures))
    prefcount("import", path, "-o", tmp_path / "plain")
    assert prefcount("audit", tmp_path / "plain").code == 1
    [found, *_others, written] = prefcount(
        "import", path, "--fit", "-o", tmp_path / "fitted"
    ).fine.splitlines()
    assert found.startswith(f"{path}: Leningrad")
    assert found.endswith(": all 12 claimed figures agree")
    assert written.endswith("(6 hands)")
    assert prefcount("audit", tmp_path / "fitted").code == 0
    [session] = (tmp_path / "fitted").glob("*.jsonl")
    header, *entries = [json.loads(line) for line in session.read_text().splitlines()]
    note = next(each for each in reversed(entries) if each["kind"] == "note")
    assert header["rules"]["preset"] == "leningrad"
    assert header["rules"]["target"] == 20
    assert note["text"].startswith('rules by the figures: {"preset": "leningrad"')
    assert '"preset": "sochi"' in note["text"]


def test_its_own_rules_stay_where_no_others_explain_more(prefcount: Prefcount, tmp_path: Path) -> None:
    """Also where nothing explains all of it."""
    figures = figures_by(prefcount, tmp_path, *EVENING[:3])
    path = given(tmp_path / "game.json", pulya(*EVENING[:3], figures=figures))
    out = prefcount("import", path, "--fit", "-o", tmp_path / "fitted").fine
    assert out.splitlines()[0] == f"{path}: its own rules explain all 12 of its claimed figures"
    figures[0]["pulya"] += 1
    wrong = given(tmp_path / "wrong.json", pulya(*EVENING[:3], figures=figures))
    done = prefcount("import", wrong, "--fit", "-o", tmp_path / "wrong")
    said = "no rules explain more than its own; of 12 claimed figures or hands 1 do not agree"
    assert done.out.splitlines()[0] == f"{wrong}: {said}"
    pool = figures[0]["pulya"]
    assert done.err == f"prefcount: {wrong}: Anna, pool: {pool} in the file, {pool - 1} by its hands\n"
    assert done.code == 0


def test_nothing_to_find_rules_by(prefcount: Prefcount, tmp_path: Path) -> None:
    """A sheet without hands is as it is by any rules."""
    path = given(tmp_path / "sheet.json", sheet(pool=[4, 0, 0]))
    out = prefcount("import", path, "--fit", "-o", tmp_path / "made").fine
    said = "there are no hands or figures from which to find its rules"
    assert out.splitlines()[0] == f"{path}: {said}"
