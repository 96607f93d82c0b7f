"""Commands with any streams, each in a process of its own that is begun as a copy of a warm one.

`python -m tests.cli.warm` is the warm one: it reads a request a line and answers each with an exit code.
"""

import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TextIO

from prefcount.__main__ import main
from prefcount.base import many_files
from prefcount.base.data_folder import FOLDER_VARIABLE
from prefcount.cli.main import run as command_line
from prefcount.cli.parser import COMMANDS, command_named
from prefcount.web.sharing import Sharing
from tests.cli.ran import ROOT

CLOSED, UNREAD, WRONG_WAY = "closed", "unread", "wrong way"
"""Instead of a file: a closed stream, a pipe that nobody reads, a file opened for the other direction."""
LONGEST = 20
"""So many seconds a command has; it is ended then, and its exit code is below zero."""
FLUSH_FAILED = 120
"""What Python itself ends with if it cannot write what was printed."""


class Warm:
    """The warm process, from the side of those who ask it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.warm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": ""},
        )

    def code(self, arguments: Sequence[str], folder: Path, streams: Sequence[str]) -> int:
        """The exit code of a command in a folder; its streams are files, or what stands instead of one."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps((list(arguments), str(folder), list(streams))).encode() + b"\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def stop(self) -> None:
        """Let the process end."""
        self._process.communicate()


def serve() -> None:
    """Answer requests until there are no more."""
    for command in COMMANDS:
        command_named(command)
    for each in (
        "show --why",
        "settle",
        "replay --all",
        "stats",
        "audit",
        "report --svg",
        "report --csv hands",
    ):
        with redirect_stdout(TextIOWrapper(BytesIO())):
            command_line([*each.split(), str(ROOT / "sample_sessions" / "first-example.jsonl")])
    for served_with in ("aiohttp.web", "segno", "prefcount.web.server", "prefcount.web.state_feed"):
        import_module(served_with)
    many_files.PORTION = 1  # so that a few files are enough for several processes
    Sharing.run = _for_a_moment  # type: ignore[method-assign]  # it would go on until it is ended
    gc.freeze()
    while request := os.read(0, 65536):
        child = os.fork()
        if not child:
            _command(*json.loads(request))
        _child, status = os.waitpid(child, 0)
        os.write(1, b"%d\n" % os.waitstatus_to_exitcode(status))


_served = Sharing.run


async def _for_a_moment(sharing: Sharing) -> None:
    """Begin to serve, and end at once."""
    sharing.close()
    await _served(sharing)


def _command(arguments: list[str], folder: str, streams: list[str]) -> None:
    """Begin and end as Python does, with the command in between."""
    code = FLUSH_FAILED
    try:
        signal.alarm(LONGEST)
        os.chdir(folder)
        os.environ[FOLDER_VARIABLE] = folder
        sys.argv = ["prefcount", *arguments]
        for number, how in enumerate(streams):
            _put(number, how)
        sys.stdin = sys.__stdin__ = _stream(0, "r")  # type: ignore[misc, assignment]
        sys.stdout = sys.__stdout__ = _stream(1, "w")  # type: ignore[misc, assignment]
        sys.stderr = sys.__stderr__ = _stream(2, "w")  # type: ignore[misc, assignment]
        ended = main()
        sys.stdout.flush()
        sys.stderr.flush()
        code = ended
    finally:
        os._exit(code)


def _put(number: int, how: str) -> None:
    """Put something in the place of a stream."""
    os.close(number)
    if how == UNREAD:
        reading, writing = os.pipe()
        os.dup2(writing, number)
        if number != reading:
            os.close(reading)
    elif how != CLOSED:
        writing = bool(number) != (how == WRONG_WAY)
        mode = os.O_WRONLY | os.O_CREAT if writing else os.O_RDONLY
        descriptor = os.open(os.devnull if how == WRONG_WAY else how, mode)
        if descriptor != number:
            os.dup2(descriptor, number)
            os.close(descriptor)


def _stream(number: int, mode: str) -> TextIO | None:
    """A stream as Python opens it at its start: none where it is closed, stderr by lines."""
    try:
        os.fstat(number)
    except OSError:
        return None
    return open(number, mode, buffering=1 if number == 2 else -1, encoding="utf-8", closefd=False)  # type: ignore[return-value]


if __name__ == "__main__":
    serve()
