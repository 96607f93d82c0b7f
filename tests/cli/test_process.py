"""Every command as users run it: a process, its exit code, and what it prints where."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from prefcount import __version__
from prefcount.store.reader import load
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT, process
from tests.store.files import by_hand, by_program

posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX")


def test_an_evening(tmp_path: Path) -> None:
    """Begin, play, look, settle, audit; a file that changes underneath is found."""
    begun = process("new", "e.jsonl", "--players", "Анна", "Boris", "Vera", "--dealer", "Vera", cwd=tmp_path)
    assert begun == (0, "", "")
    assert process("add", "e.jsonl", "ан", "7♥", "wp", "6", cwd=tmp_path) == (0, "", "")
    assert "Анна 7h wp 6" in process("show", "e.jsonl", cwd=tmp_path).fine
    (settled,) = process("settle", "e.jsonl", "--json", cwd=tmp_path).objects
    assert settled["results"]["whole"] == {"Анна": -50, "Boris": 33, "Vera": 17}
    assert process("audit", ".", cwd=tmp_path).fine == "1 file, 1 hand: nothing found\n"
    path = tmp_path / "e.jsonl"
    path.write_bytes(path.read_bytes().replace(b"7H", b"8H") + b'{"kind')
    found = process("audit", path)
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


def test_bad_input(tmp_path: Path) -> None:
    """Exit code 2, nothing on stdout, one line on stderr, never a traceback."""
    assert process(cwd=tmp_path).complaint
    (tmp_path / "bad.jsonl").write_bytes(b"\xff\xfe")
    assert process("settle", "bad.jsonl", cwd=tmp_path).complaint


@pytest.mark.parametrize(
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
    ids=lambda arguments: " ".join(arguments) or "nothing",
)
def test_bad_input_of_any_kind(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """The same of everything that can be wrong, in this process."""
    monkeypatch.chdir(tmp_path)
    by_program(tmp_path / "good.jsonl", "r 3 5 2")
    (tmp_path / "bad.jsonl").write_bytes(b"\xff\xfe")
    assert prefcount(*arguments).complaint


@pytest.mark.parametrize("command", ["rules", "schema"])
def test_what_needs_no_file(command: str) -> None:
    """Rules and schema are printed whole."""
    assert len(process(command).fine) > 5000


def test_version_and_help() -> None:
    """What people try first."""
    assert process("--version").fine == f"prefcount {__version__}\n"
    assert process("--help").fine.startswith("usage: prefcount ")


@posix
def test_any_locale(tmp_path: Path) -> None:
    """Names and suits are printed as they are, whatever the terminal is said to understand."""
    path = by_hand(tmp_path / "e.jsonl", "r 3 5 2", players=["Anna", "Boris", "Vera"], note="у Веры")
    by_program(tmp_path / "f.jsonl", "anna 7h wp 6")
    ran = process("show", tmp_path / "f.jsonl", "--why", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert "7♥" in ran.fine
    assert process("settle", path, LC_ALL="POSIX").fine


@posix
def test_names_of_files_that_are_no_text(tmp_path: Path) -> None:
    """A file system may hold any bytes."""
    path = tmp_path / os.fsdecode(b"a\xff.jsonl")
    try:
        by_program(path, "r 3 5 2")
    except OSError:
        pytest.skip("this file system takes text only")
    (settled,) = process("settle", path, "--json").objects
    assert settled["hands"] == 1
    path.write_bytes(b"")
    assert process("settle", path).complaint.endswith("line 1 must be the header of a session")
    (report,) = process("audit", "--json", path).objects if process("audit", path).code == 1 else ({},)
    assert report["reports"][0]["findings"][0]["code"] == "unreadable"


@posix
def test_arguments_that_are_no_text(tmp_path: Path) -> None:
    """Bytes that no encoding gives are refused as any wrong name."""
    path = by_program(tmp_path / "e.jsonl", "r 3 5 2")
    broken = os.fsdecode(b"A\xff")
    assert process("add", path, broken, "7h", "wp", "6").complaint.startswith("“A�”: no such player")
    assert process("new", tmp_path / "n.jsonl", "--players", broken, "Boris", "Vera").complaint.startswith(
        "players.0: "
    )
    assert process("add", path, "--json", f'{{"kind": "note", "text": "{broken}"}}').complaint


@posix
@pytest.mark.parametrize("command", ["settle", "schema"])
def test_a_reader_that_has_gone(tmp_path: Path, command: str) -> None:
    """`prefcount … | head` ends quietly."""
    path = by_program(tmp_path / "e.jsonl", "r 3 5 2")
    read_end, write_end = os.pipe()
    os.close(read_end)
    arguments = [command, str(path)] if command == "settle" else [command]
    with os.fdopen(write_end, "wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", "prefcount", *arguments],
            stdout=out,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")


@posix
def test_without_stdout(tmp_path: Path) -> None:
    """A job that prints nothing does what it was told, also where its output was closed."""
    path = by_program(tmp_path / "e.jsonl", "r 3 5 2")
    arguments = ["add", str(path), "r", "3", "5", "2"]
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "prefcount", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(closed, stderr=subprocess.PIPE, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert load(path).session.state.hands == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["settle", "schema"])
def test_output_that_cannot_be_written(tmp_path: Path, command: str) -> None:
    """A full disk under stdout is unusable, not a finding of an audit, and no traceback."""
    path = by_program(tmp_path / "e.jsonl", "r 3 5 2")
    arguments = [command, str(path)] if command == "settle" else [command]
    with Path("/dev/full").open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", "prefcount", *arguments],
            stdout=out,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def test_an_entry_as_json(tmp_path: Path) -> None:
    """Quotes and braces survive the shell's way in."""
    path = by_program(tmp_path / "e.jsonl", "r 3 5 2")
    entry = {"kind": "check", "columns": {"Anna": {"dump": 3, "whists": {"Boris": 0}}}}
    assert process("add", path, "--json", json.dumps(entry)) == (0, "", "")
    assert process("audit", path).fine
