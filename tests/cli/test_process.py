"""Tests of commands as processes: exit codes, locales, time zones and bytes that are not UTF-8."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from prefcount.base.system import to_local_time
from prefcount.store.reader import load, load_book
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT, process
from tests.store.files import by_hand, by_program

posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX")


def test_a_session_is_begun_played_and_audited(tmp_path: Path) -> None:
    begun = process("new", "e.jsonl", "--players", "Анна", "Boris", "Vera", "--dealer", "Vera", cwd=tmp_path)
    assert begun == (0, "", "")
    assert process("add", "e.jsonl", "ан", "7♥", "wp", "6", cwd=tmp_path) == (0, "", "")
    (settled,) = process("settle", "e.jsonl", "--json", cwd=tmp_path).objects
    assert settled["results"]["whole"] == {"Анна": -50, "Boris": 33, "Vera": 17}
    path = tmp_path / "e.jsonl"
    path.write_bytes(path.read_bytes().replace(b"7H", b"8H") + b'{"kind')
    found = process("audit", ".", cwd=tmp_path)
    assert (found.code, found.err) == (1, "")
    assert found.out.endswith("1 file, 1 hand: 1 finding\n")


@posix
def test_files_are_usable_under_any_umask(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "e.jsonl"
    path.parent.mkdir()
    new = [sys.executable, "-m", "prefcount", "new", path, "--players", "Anna", "Boris", "Vera"]
    done = subprocess.run(new, cwd=ROOT, umask=0o777, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert path.stat().st_mode & 0o777 == 0o600


@posix
def test_suits_and_names_are_printed_under_any_locale(tmp_path: Path) -> None:
    path = by_hand(tmp_path / "f.jsonl", "anna 7h wp 6", note="у Веры")
    ran = process("show", path, "--why", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert "7♥" in ran.fine


@posix
def test_file_names_that_are_not_utf8_work(prefcount: Prefcount, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"a\xff.jsonl")
    try:
        by_program(path, "r 3 5 2")
    except OSError:
        pytest.skip("this file system takes text only")
    (settled,) = process("settle", path, "--json").objects
    assert settled["hands"] == 1
    path.write_bytes(b"")
    assert prefcount("settle", path).complaint.endswith("line 1 must be the session header")
    (report,) = prefcount("audit", "--json", path).objects
    assert report["reports"][0]["findings"][0]["code"] == "unreadable"


@posix
def test_arguments_that_are_not_utf8_are_refused(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_program(tmp_path / "e.jsonl", "r 3 5 2")
    broken = os.fsdecode(b"A\xff")
    assert process("add", path, broken, "7h", "wp", "6").complaint.startswith("“A�”: no player has this name")
    new = prefcount("new", tmp_path / "n.jsonl", "--players", broken, "Boris", "Vera")
    assert new.complaint.startswith("players.0: ")
    assert prefcount("add", path, "--json", f'{{"kind": "note", "text": "{broken}"}}').complaint


@pytest.fixture(params=["UTC-24:59:59", "UTC+24", "Europe/Nowhere"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return a time zone in which no player lives."""
    if not hasattr(time, "tzset"):
        pytest.skip("needs a clock whose zone can be set")
    with monkeypatch.context() as patched:
        patched.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()


@pytest.mark.usefixtures("zone")
def test_any_time_zone_gives_the_true_moment() -> None:
    moment = datetime(2026, 1, 31, 12, tzinfo=UTC)
    assert to_local_time(moment) == moment
    assert to_local_time(datetime(2026, 1, 31)).isoformat().startswith("2026-01-31T00:00:00")


@pytest.mark.usefixtures("zone")
def test_every_writing_command_works_in_any_time_zone(prefcount: Prefcount, tmp_path: Path) -> None:
    game, book, season = tmp_path / "game.jsonl", tmp_path / "payments.jsonl", tmp_path / "season.csv"
    season.write_text("date,Anna,Boris\n2026-01-01,5,-5\n")
    done = [
        prefcount("new", game, "--players", "Anna", "Boris", "Vera"),
        prefcount("new", tmp_path / "old.jsonl", "--players", "Anna", "Boris", "--date", "2020-02-29"),
        prefcount("add", game, "r", "3", "5", "2"),
        prefcount("add", game, "--end", "agreed"),
    ]
    assert [each.fine for each in done] == [""] * len(done)
    assert "Anna paid Boris €3.00" in prefcount("paid", book, "anna boris 3", "--currency", "EUR").fine
    assert "2026" in prefcount("import", season, "-o", tmp_path).fine
    assert len(load(game).session.entries) == 2
    assert len(load_book(book).session.payments) == 1
    assert prefcount("show", game).fine


@pytest.mark.parametrize("zone", ["/", ":/dev/null", __file__, f":{__file__}"])
def test_money_is_printed_with_a_broken_time_zone(tmp_path: Path, zone: str) -> None:
    paid = process("paid", tmp_path / "payments.jsonl", "A B 3", "--currency", "EUR", "--new", TZ=zone)
    assert "A paid B €3.00" in paid.fine
