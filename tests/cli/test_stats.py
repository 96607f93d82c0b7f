"""`prefcount stats`: many sessions added up, what is left out named, and one player alone."""

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.session.files import by_program

SAMPLES = ROOT / "sample_sessions"
END = {"kind": "end", "reason": "agreed"}
LEFT_OUT = "where entry 11 should be; a line was lost or moved"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A folder with two games that are over and one that goes on."""
    folder = tmp_path / "archive"
    (folder / "2025").mkdir(parents=True)
    by_program(folder / "2025" / "one.jsonl", "anna 7h wp 7", END)
    by_program(folder / "two.jsonl", "boris 8n pp", "r 3 5 2", END)
    by_program(folder / "three.jsonl", "anna 7h wp 6")
    return folder


def test_a_folder(prefcount: Prefcount, archive: Path) -> None:
    """With its folders; a game that goes on is said not to be counted."""
    out = prefcount("stats", archive).fine
    assert out.startswith("Preferans · 2 games, 3 hands\n")
    assert out.endswith("1 game is not over and not counted; --running counts it.\n")
    assert "added up, game by game" in out
    assert prefcount("stats", archive, "--running").fine.startswith("Preferans · 3 games, 4 hands\n")


def test_totals_are_those_of_settle(prefcount: Prefcount) -> None:
    """Over all samples, name by name, from what the other command says of each file."""
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


def test_unreadable_files_are_named_and_left_out(prefcount: Prefcount) -> None:
    """The others count, and the command is fine."""
    ran = prefcount("stats", SAMPLES, "--json")
    [warning] = ran.warnings
    assert warning.startswith(f"{SAMPLES / 'faulty.jsonl'} is left out: ")
    assert warning.endswith(LEFT_OUT)
    [left_out] = ran.objects[0]["left_out"]
    assert left_out["why"].endswith(LEFT_OUT)


def test_nothing_to_read(prefcount: Prefcount, tmp_path: Path) -> None:
    """One bad file, a folder without any, a path that is not there."""
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"")
    ran = prefcount("stats", bad)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines() == [
        f"prefcount: {bad} is left out: the file is empty; line 1 must be the header of a session",
        "prefcount: there is no session that can be read",
    ]
    (tmp_path / "empty").mkdir()
    assert prefcount("stats", tmp_path / "empty").complaint == "there is no session that can be read"
    assert prefcount("stats", tmp_path / "none").complaint.endswith("there is no such file or folder")


def test_only_games_that_go_on(prefcount: Prefcount, session_file: Path) -> None:
    """They could be read, so this is no mistake."""
    assert (
        prefcount("stats", session_file).fine == "1 game is not over and not counted; --running counts it.\n"
    )


def test_one_player(prefcount: Prefcount, archive: Path) -> None:
    """By any spelling of the name; somebody unknown is named."""
    out = prefcount("stats", archive, "--player", " ANNA").fine
    assert "\nAnna " in out
    assert "\nBoris " not in out
    assert "Boris – Vera" not in out
    assert prefcount("stats", archive, "--player", "Ana").complaint == (
        "--player: “Ana” is not known; did you mean “Anna”?"
    )


def test_a_file_of_names(prefcount: Prefcount, archive: Path, tmp_path: Path) -> None:
    """Its first name is shown; a mistake in it is said with its line."""
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


def test_comma_separated(prefcount: Prefcount, archive: Path) -> None:
    """A heading and a line for each player."""
    rows = list(csv.DictReader(io.StringIO(prefcount("stats", archive, "--csv").fine)))
    assert {row["player"]: row["games"] for row in rows} == {"Anna": "2", "Boris": "2", "Vera": "2"}
    assert {row["player"]: row["made"] for row in rows} == {"Anna": "1", "Boris": "1", "Vera": "0"}
    ran = prefcount("stats", archive, "--csv", "--json")
    assert ran.code == 2
    assert "not allowed with" in ran.err


def test_the_files_are_only_read(prefcount: Prefcount, archive: Path) -> None:
    """Not a byte changes, and nothing is left beside them."""
    before = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
    prefcount("stats", archive, "--running")
    assert {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()} == before


def test_several_games(prefcount: Prefcount, tmp_path: Path) -> None:
    """Each has tables of its own; one player's begin with the first game that he played."""
    by_program(tmp_path / "a.jsonl", "anna 7h pp", END)
    other = tmp_path / "b.jsonl"
    prefcount("new", other, "--game", "prefa", "--players", "Anna", "Gleb", "Vera")
    prefcount("add", other, "anna", "6h", "dd", "2", "2")
    out = prefcount("stats", tmp_path, "--running").fine
    assert [line.split(" · ")[0] for line in out.splitlines() if " · 1 game, 1 hand" in line] == [
        "Preferans",
        "Greek Prefa",
    ]
    assert prefcount("stats", tmp_path, "--running", "--player", "gleb").fine.startswith("Greek Prefa · ")
