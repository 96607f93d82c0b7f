"""Tests of commands with streams that are closed, full, unread, endless or binary.

The command does its work, the exit code stays a documented one, and no output appears on the wrong stream.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.store.files import by_program
from tests.tables import each_line

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")

FULL = "the output cannot be written: the disk is full; make room on it, or use another place"
CLOSED = (
    "the output cannot be written: the program's input or output was closed; start it again with both open"
)
PROGRAM = (sys.executable, "-m", "prefcount")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    by_program(tmp_path / "game.jsonl", "anna 7h wp 6")
    (tmp_path / "garbage").write_bytes(bytes(range(256)) * 100)
    return tmp_path


@each_line(
    ("command", "streams", "code", "said"),
    [
        ("rules", ">&-", 2, CLOSED),
        ("--version", ">/dev/full", 2, FULL),
        ("settle game.jsonl none.jsonl", "2>&-", 2, ""),
        ("setle", ">&-", 2, "setle is neither a file nor a command; "),
        ("report game.jsonl -o made.svg", ">&- 2>&-", 0, ""),
        ("add game.jsonl r 3 5 2", "<&- >&- 2>&-", 0, ""),
        ("audit game.jsonl", "<garbage", 0, ""),
        ("paper game.jsonl --says -", "<&-", 2, "write what"),
        ("add game.jsonl --sheet -", "<garbage", 2, "the standard input is not UTF-8 text"),
        ("add game.jsonl --sheet -", "</dev/zero", 2, "the standard input is larger than 256 KiB; "),
        (
            "add game.jsonl --sheet -",
            "0>/dev/null",
            2,
            "the standard input cannot be read: the program's input or output",
        ),
    ],
)
def test_broken_streams_do_no_harm(folder: Path, command: str, streams: str, code: int, said: str) -> None:
    game = folder / "game.jsonl"
    before = game.read_bytes().count(b"\n")
    shell = ("sh", "-c", f'exec "$@" {streams}', "sh", *PROGRAM, *command.split())
    done = subprocess.run(shell, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (code, bool(said))
    assert done.stderr.startswith(f"prefcount: {said}" if said else "")
    assert bool(done.stdout) == command.startswith(("audit", "settle"))
    assert game.read_bytes().count(b"\n") - before == (command.startswith("add") and not code)
    assert not list(folder.glob("crash*"))


def test_a_closed_pipe_is_not_an_error(folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    program = [*PROGRAM, "settle", "game.jsonl"]
    done = subprocess.run(program, cwd=folder, env=ENVIRONMENT, stdout=writing, stderr=-1, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform != "linux", reason="needs a pipe that holds less than is printed")
def test_a_non_blocking_pipe_gets_everything(prefcount: Prefcount) -> None:
    import fcntl

    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    with (
        subprocess.Popen([*PROGRAM, "rules"], stdout=writing, cwd=ROOT) as program,
        os.fdopen(reading, "rb") as pipe,
    ):
        os.close(writing)
        printed = pipe.read().decode()
    assert (program.returncode, printed) == (0, prefcount("rules").fine)
