"""Every command with streams that are closed, full, unread, endless or no text.

Its exit code stays one of those that are documented, what it has to do is done, and nothing comes on the
wrong stream. What a command does with sound streams is the measure of that.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests.cli.ran import ROOT
from tests.cli.warm import CLOSED, UNREAD, WRONG_WAY, Warm
from tests.store.files import by_program
from tests.tables import each_line

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")

COMMANDS = {
    "new n.jsonl --players Anna Boris Vera": 0,
    "add game.jsonl r 3 5 2": 0,
    "add game.jsonl r 3 5 3": 2,
    "add torn.jsonl r 3 5 2": 0,
    "add other.jsonl --sheet -": 0,
    "show torn.jsonl --why": 0,
    "settle game.jsonl empty.jsonl other.jsonl": 2,
    "replay game.jsonl --preset rostov": 0,
    "stats .": 2,
    "debts over.jsonl": 0,
    "report game.jsonl --svg": 0,
    "report game.jsonl -o made.svg": 0,
    "audit .": 1,
    "audit . none": 2,
    "paper game.jsonl --says -": 1,
    "fit game.jsonl": 2,
    "share game.jsonl": 0,
    "rules": 0,
    "schema": 0,
    "where": 0,
    "import season.csv -o .": 0,
    "completion bash": 0,
    "open game.jsonl": 2,
    "setle": 2,
    "settle --help": 0,
    "--version": 0,
    "--lang xx rules": 2,
}
"""Commands, and how they end where nothing is wrong with the streams."""
TYPED = "anna dump 40\n"
READING = [command for command in COMMANDS if " - " in f"{command} "]
NOT_PRINTED = {
    "/dev/full": "prefcount: the output cannot be written: No space left on device",
    CLOSED: "prefcount: the output cannot be written: Bad file descriptor",
}

one_of_each_kind = each_line(
    "command",
    [
        "add game.jsonl r 3 5 2",
        "add other.jsonl --sheet -",
        "settle game.jsonl empty.jsonl other.jsonl",
        "report game.jsonl -o made.svg",
        "import season.csv -o .",
        "completion bash",
        "settle --help",
        "setle",
    ],
)
"""Those that write a game, read or print much, make files, print nothing, or end before they begin."""


class Done(NamedTuple):
    """What a command did: its exit code, what it printed where, and the lines of every file that it left."""

    code: int
    out: str
    err: str
    left: dict[str, int]


Do = Callable[..., Done]


@pytest.fixture(scope="module")
def do() -> Iterator[Do]:
    """Does a command in a fresh folder with streams as they are named, else with sound ones."""
    warm = Warm()
    with TemporaryDirectory() as name:
        top = Path(name)
        template = top / "template"
        template.mkdir()
        by_program(template / "game.jsonl", "anna 7h wp 6", "r 3 5 2")
        by_program(template / "other.jsonl")
        (template / "season.csv").write_text("date,Anna,Boris\n2026-01-01,5,-5\n")
        by_program(template / "over.jsonl", "boris 8n pp", {"kind": "end", "reason": "agreed"})
        torn = by_program(template / "torn.jsonl", "anna m 0")
        torn.write_bytes(torn.read_bytes() + b'{"kind')
        (template / "empty.jsonl").write_bytes(b"")
        files = {stream: top / stream for stream in ("stdin", "stdout", "stderr")}
        files["stdin"].write_text(TYPED, encoding="utf-8")

        @cache
        def done(command: str, **streams: str) -> Done:
            folder = top / "folder"
            shutil.copytree(template, folder)
            for stream in ("stdout", "stderr"):
                files[stream].write_bytes(b"")
            code = warm.code(
                command.split(), folder, [streams.get(stream, str(path)) for stream, path in files.items()]
            )
            left = {path.name: path.read_bytes().count(b"\n") for path in folder.iterdir()}
            shutil.rmtree(folder)
            out, err = (_fixed(files[stream].read_text(encoding="utf-8")) for stream in ("stdout", "stderr"))
            return Done(code, out, err, left)

        yield done
        warm.stop()


def _fixed(printed: str) -> str:
    """What was printed, but for the address of a page, which is another one each time."""
    return re.sub(r"http://\S+", "LINK", printed)


@each_line("command", COMMANDS)
def test_sound_streams(do: Do, command: str) -> None:
    """The measure: the exit code is the documented one, and there is something to compare."""
    done = do(command)
    assert done.code == COMMANDS[command]
    assert all(line.startswith(("prefcount", "usage")) for line in done.err.splitlines())
    assert done.err or done.code != 2
    assert not [name for name in done.left if name.startswith("crash")]


@one_of_each_kind
def test_stdout_that_nobody_reads(do: Do, command: str) -> None:
    """Everything else is as ever; the exit code is that of the whole work."""
    assert do(command, stdout=UNREAD) == do(command)._replace(out="")


@pytest.mark.parametrize("how", NOT_PRINTED)
@one_of_each_kind
def test_stdout_that_takes_nothing(do: Do, command: str, how: str) -> None:
    """One sentence more, and the command ends as one that could not do its work; unless it prints nothing."""
    sound, done = do(command), do(command, stdout=how)
    expected = (2, f"{sound.err}{NOT_PRINTED[how]}\n") if sound.out else (sound.code, sound.err)
    assert (done.code, done.err, done.left) == (*expected, sound.left)


@pytest.mark.parametrize("how", [CLOSED, UNREAD, "/dev/full"])
@one_of_each_kind
def test_stderr_that_takes_nothing(do: Do, command: str, how: str) -> None:
    """What would have been said there is said nowhere, and everything else is as ever."""
    assert do(command, stderr=how) == do(command)._replace(err="")


@pytest.fixture(scope="module")
def garbage() -> Iterator[str]:
    """A file of bytes that are no text."""
    with TemporaryDirectory() as name:
        path = Path(name) / "garbage"
        path.write_bytes(bytes(range(256)) * 100)
        yield str(path)


@pytest.mark.parametrize("how", [CLOSED, "garbage"])
@each_line("command", ["add game.jsonl r 3 5 2", "audit .", "open game.jsonl", "rules"])
def test_stdin_of_commands_that_read_none(do: Do, garbage: str, command: str, how: str) -> None:
    """It is nothing to them."""
    assert do(command, stdin=garbage if how == "garbage" else how) == do(command)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (CLOSED, "say what"),
        ("/dev/null", "say what"),
        ("garbage", "the standard input is not UTF-8 text"),
        ("/dev/zero", "the standard input is larger than 256 KiB; no paper sheet is that large"),
        (WRONG_WAY, "the standard input cannot be read: Bad file descriptor"),
    ],
)
@each_line("command", READING)
def test_stdin_without_lines(do: Do, garbage: str, command: str, how: str, said: str) -> None:
    """One sentence, and nothing is printed or written."""
    done = do(command, stdin=garbage if how == "garbage" else how)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"prefcount: {said}")
    assert done.left == {**do(command).left, "other.jsonl": 1}


@one_of_each_kind
def test_no_stream_at_all(do: Do, command: str) -> None:
    """A job without any does what it was told; what it should have printed is missing."""
    done = do(command, stdin=CLOSED, stdout=CLOSED, stderr=CLOSED)
    sound = do(command, stdin=CLOSED)
    assert (done.code, done.left) == (2 if sound.out else sound.code, sound.left)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a pipe that holds less than is printed")
def test_a_pipe_that_does_not_wait(do: Do) -> None:
    """Another program may have set it so: everything comes through, however slowly it is read."""
    expected = do("rules").out
    import fcntl

    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    command = [sys.executable, "-m", "prefcount", "rules"]
    with subprocess.Popen(command, stdout=writing, cwd=ROOT) as program, os.fdopen(reading, "rb") as pipe:
        os.close(writing)
        printed = pipe.read().decode()
    assert (program.returncode, printed) == (0, expected)
