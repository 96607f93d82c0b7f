"""Figures that are the same in every run: function calls, modules, bytes and frames."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from prefcount.session.session import Session
from tests.bench.commands import Commands, modules
from tests.bench.material import ENTER, entered, evening, save
from tests.bench.report import Row
from tests.bench.screens import HANDS, ON_THE_SHEET, recorded
from tests.bench.terminal import FRAME, ROOT, Terminal, environment, running

HANDS_COUNTED = 6
LONG = 1000


class Done(NamedTuple):
    """Functions called and modules loaded since the program started, and its output to the terminal."""

    calls: int
    modules: int
    bytes: int = 0
    frames: int = 0

    def since(self, before: "Done") -> "Done":
        """Return the difference to an earlier moment."""
        return Done(*(now - then for now, then in zip(self, before, strict=True)))

    @classmethod
    def said(cls, path: Path) -> "Done":
        """Read the figures that a program wrote into a file, and delete the file."""
        calls, modules = path.read_text().split()
        path.unlink()
        return cls(int(calls), int(modules))


def counts(folder: Path, rounds: int) -> Iterator[Row]:
    """Count the work of commands, the first frame, a key, an Enter and a replay."""
    yield from modules(folder, rounds)
    commands, said = Commands(folder), folder / "said"
    yield Row("function calls of add", _command(said, *commands.add()).calls, counted=True)
    yield from _at_the_table(folder, said)
    session = evening(LONG)
    yield Row(f"function calls of a replay of {LONG:,} hands", _count_replay_calls(session), counted=True)


def _command(said: Path, *arguments: str) -> Done:
    command = [sys.executable, "-m", "tests.bench.counted", str(said), *arguments]
    subprocess.run(command, capture_output=True, env=environment(PYTHONHASHSEED="0"), cwd=ROOT, check=True)
    return Done.said(said)


def _at_the_table(folder: Path, said: Path) -> Iterator[Row]:
    session, random = evening(HANDS), Random(0)
    path = save(session, folder / "evening.jsonl")
    more = {"PREFCOUNT_SESSIONS": str(folder), "PYTHONHASHSEED": "0"}
    with running("tests.bench.counted", str(said), str(path), **more) as terminal:
        terminal.shown(*ON_THE_SHEET)
        first = _read_counts(terminal, said)
        yield Row("modules of the first frame", first.modules, counted=True)
        yield Row("function calls of the first frame", first.calls, counted=True)
        keys, of_keys, of_enters = 0, list[Done](), list[Done]()
        for _hand in range(HANDS_COUNTED):
            hand = entered(session, random)
            before = _read_counts(terminal, said)
            for key in hand.keys:
                terminal.press(key)
            previewed = _read_counts(terminal, said)
            terminal.press(ENTER, recorded(session))
            of_keys.append(previewed.since(before))
            of_enters.append(_read_counts(terminal, said).since(previewed))
            keys += len(hand.keys)
            session = session.accept(hand.entry).session
    for what, done, times in (("a key", of_keys, keys), ("an Enter", of_enters, HANDS_COUNTED)):
        calls, _modules, sent, frames = (sum(each) / times for each in zip(*done, strict=True))
        yield Row(f"function calls of {what}", calls, counted=True)
        yield Row(f"bytes of {what}", sent, counted=True)
        yield Row(f"frames of {what}", frames, decimals=2, counted=True)


def _read_counts(terminal: Terminal, said: Path) -> Done:
    terminal.calm()
    terminal.ask_counts(said.exists)
    written = b"".join(terminal.written)
    return Done.said(said)._replace(bytes=len(written), frames=written.count(FRAME))


def _count_replay_calls(session: Session) -> int:
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    again = Session(session.header, session.entries)
    sys.setprofile(count)
    try:
        assert again.state == session.state
    finally:
        sys.setprofile(None)
    return calls
