"""Every command as users run it: a process, its exit code, and what it prints where."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT, process
from tests.store.files import by_hand, by_program
from tests.tables import each_line

posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX")


def test_an_evening(tmp_path: Path) -> None:
    """Begin, play, look; a file that changes underneath is found."""
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
def test_a_umask_that_takes_the_rights_of_the_user(tmp_path: Path) -> None:
    """What they make they can use, and nobody else can."""
    path = tmp_path / "folder" / "e.jsonl"
    path.parent.mkdir()
    new = [sys.executable, "-m", "prefcount", "new", path, "--players", "Anna", "Boris", "Vera"]
    done = subprocess.run(new, cwd=ROOT, umask=0o777, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert path.stat().st_mode & 0o777 == 0o600


@each_line(
    "arguments",
    [
        ("settle",),
        ("settle", "no.jsonl"),
        ("show", "."),
        ("setle",),
        ("new", "x.jsonl", "--players", "A", "B", "--preset", "sochy"),
        ("add", "good.jsonl", "borys", "7h"),
        ("settle", "bad.jsonl"),
        (),
    ],
)
def test_bad_input_of_any_kind(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """Whatever is wrong: one line, and the same exit code, in this process."""
    monkeypatch.chdir(tmp_path)
    by_hand(tmp_path / "good.jsonl", "r 3 5 2")
    (tmp_path / "bad.jsonl").write_bytes(b"\xff\xfe")
    assert prefcount(*arguments).complaint


def test_the_language_of_the_system(tmp_path: Path) -> None:
    """A program of its own hears it from the environment."""
    said = process("settle", "no.jsonl", cwd=tmp_path, LANGUAGE="ru").complaint
    assert said == "no.jsonl: нет такого файла"


@posix
def test_any_locale(tmp_path: Path) -> None:
    """Names and suits are printed as they are, whatever the terminal is said to understand."""
    path = by_hand(tmp_path / "f.jsonl", "anna 7h wp 6", note="у Веры")
    ran = process("show", path, "--why", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert "7♥" in ran.fine


@posix
def test_names_of_files_that_are_no_text(prefcount: Prefcount, tmp_path: Path) -> None:
    """A file system may hold any bytes."""
    path = tmp_path / os.fsdecode(b"a\xff.jsonl")
    try:
        by_program(path, "r 3 5 2")
    except OSError:
        pytest.skip("this file system takes text only")
    (settled,) = process("settle", path, "--json").objects
    assert settled["hands"] == 1
    path.write_bytes(b"")
    assert prefcount("settle", path).complaint.endswith("line 1 must be the header of a session")
    (report,) = prefcount("audit", "--json", path).objects
    assert report["reports"][0]["findings"][0]["code"] == "unreadable"


@posix
def test_arguments_that_are_no_text(prefcount: Prefcount, tmp_path: Path) -> None:
    """Bytes that no encoding gives are refused as any wrong name."""
    path = by_program(tmp_path / "e.jsonl", "r 3 5 2")
    broken = os.fsdecode(b"A\xff")
    assert process("add", path, broken, "7h", "wp", "6").complaint.startswith("“A�”: no such player")
    new = prefcount("new", tmp_path / "n.jsonl", "--players", broken, "Boris", "Vera")
    assert new.complaint.startswith("players.0: ")
    assert prefcount("add", path, "--json", f'{{"kind": "note", "text": "{broken}"}}').complaint
