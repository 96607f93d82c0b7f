"""Commands of the command line: the modules they load, and their cost as separate processes."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.material import evening, line, save
from tests.bench.report import Row
from tests.bench.terminal import ROOT, environment

HANDS = 40
COUNTED = """
import sys
from prefcount.__main__ import main
code = main()
print(len(sys.modules), file=sys.stderr)
sys.exit(code)
"""
SLOWER = 5
BARE = "import sys; print(len(sys.modules), file=sys.stderr)"


class Commands:
    """The arguments of the measured commands, each for a fresh run."""

    def __init__(self, folder: Path) -> None:
        session = evening(HANDS)
        self._path = save(session, folder / "evening.jsonl")
        self._bytes = self._path.read_bytes()
        self._line = line(session).split()

    def help(self) -> list[str]:
        return ["--help"]

    def settle(self) -> list[str]:
        self._path.write_bytes(self._bytes)
        return ["settle", str(self._path)]

    def show(self) -> list[str]:
        return ["show", *self.settle()[1:]]

    def add(self) -> list[str]:
        self._path.write_bytes(self._bytes)
        return ["add", str(self._path), *self._line]


def modules(folder: Path, _rounds: int) -> Iterator[Row]:
    """Count the modules loaded by a command, and those loaded by an empty program."""
    commands, bare = Commands(folder), _loaded(BARE)
    yield Row("modules of --help", _loaded(COUNTED, *commands.help()), bare, 90, counted=True)
    yield Row("modules of settle", _loaded(COUNTED, *commands.settle()), bare, 270, counted=True)
    yield Row("modules of add", _loaded(COUNTED, *commands.add()), bare, counted=True)


def small_machine(folder: Path, rounds: int) -> Iterator[Row]:
    """Estimate the seconds on one core at a fifth of the speed: five times the processor time."""
    commands = Commands(folder)
    for arguments in (commands.add, commands.settle, commands.show):
        worked = min(_worked("-m", "prefcount", *arguments()) for _round in range(rounds))
        yield Row(f"{arguments.__name__}, at a fifth of the speed", SLOWER * worked, unit="s", decimals=1)


def _loaded(code: str, *arguments: str) -> int:
    return int(_run("-c", code, *arguments).stderr.split()[-1])


def _worked(*arguments: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=environment(), cwd=ROOT, check=True
    )
