"""An archive audited in turns with programs of plain-text accounting that balance the same hands.

Work of each program on 100,000 hands:

- prefcount audit: reads 2,500 files, validates every line, checks its hash chain, decides whether every hand
  can be played by the rules of its table, computes all its figures and its worth to each player, checks that
  the worth sums to zero, and runs every check of the audit;
- ledger bal, hledger check, bean-check: read one file in which all figures are already computed, check that
  the postings of each transaction sum to zero and that the totals asserted after every 50th hold; bal prints
  the balances.

All of them run on one processor, one after another in every round. Times are processor times.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tests.bench.archive import HANDS, archive
from tests.bench.journals import write_beancount, write_ledger
from tests.bench.report import Row, paired
from tests.bench.terminal import ROOT, environment

GAMES, FEW_GAMES = 2500, 250
MEGABYTE = 1024 * 1024
AUDIT = (sys.executable, "-m", "prefcount", "audit")
BARE = (sys.executable, "-m", "tests.bench.bare")


class Spent(NamedTuple):
    """The cost of a process: wall-clock seconds, processor seconds, peak memory in bytes."""

    seconds: float
    worked: float
    memory: float


def ledgers(folder: Path, rounds: int) -> Iterator[Row]:
    """Compare the audit of 100,000 hands with each installed program and with pydantic alone."""
    every, few, commands = _material(folder)
    one = next(iter(sorted(few.rglob("*.jsonl"))))
    processor = {min(os.sched_getaffinity(0))}
    measured = {
        "audit": (*AUDIT, str(every)),
        "few": (*AUDIT, str(few)),
        "one": (*AUDIT, str(one)),
        "models": BARE,
        "bare": (*BARE, str(every)),
        **commands,
    }
    runs = [
        {name: run_on_processors(each, processor) for name, each in measured.items()}
        for _round in range(rounds)
    ]
    hands = f"audit of {GAMES * HANDS:,} hands"
    for name, goal in (("ledger bal", 2), ("hledger check", 8), ("bean-check", 15)):
        if name in commands:
            yield paired(f"{hands}, to {name}", worked(runs, "audit", name), 1 / goal)
    yield paired(f"{hands}, to pydantic alone", worked(runs, "audit", "bare"), 2)
    yield paired("audit of one file, to loading the models", worked(runs, "one", "models"), 1.3)
    more, less = GAMES * HANDS, FEW_GAMES * HANDS
    each = [
        (run["audit"].worked - run["one"].worked, (run["few"].worked - run["one"].worked) * more / less)
        for run in runs
    ]
    yield paired(f"the hands of {more:,}, to as many at the cost of {less:,}", each, 1.05)
    memory = [min(run[name].memory for run in runs) / MEGABYTE for name in ("audit", "few")]
    yield Row(f"memory of {GAMES:,} files, to {FEW_GAMES}", *memory, 100, unit="MB")


def processors(folder: Path, rounds: int) -> Iterator[Row]:
    """Compare the audit on two processors with one, by wall-clock time on an idle machine."""
    every = folder / "every"
    every.mkdir()
    archive(every, GAMES)
    allowed = sorted(os.sched_getaffinity(0))[:2]
    runs = [
        [run_on_processors((*AUDIT, str(every)), set(allowed[:count])).seconds for count in (2, 1)]
        for _round in range(rounds)
    ]
    yield paired(
        f"audit of {GAMES:,} files, {len(allowed)} processors to 1", [(a, b) for a, b in runs], 1 / 1.7
    )


def _material(folder: Path) -> tuple[Path, Path, dict[str, tuple[str, ...]]]:
    every, few = folder / "every", folder / "few"
    every.mkdir()
    few.mkdir()
    paths = archive(every, GAMES)
    for path in paths[:FEW_GAMES]:
        shutil.copy(path, few)
    commands: dict[str, tuple[str, ...]] = {}
    journal, beans = folder / "hands.journal", folder / "hands.beancount"
    with journal.open("w") as file:
        write_ledger(paths, file)
    with beans.open("w") as file:
        write_beancount(paths, file)
    if shutil.which("ledger"):
        commands["ledger bal"] = ("ledger", "--args-only", "-f", str(journal), "bal")
    if shutil.which("hledger"):
        commands["hledger check"] = ("hledger", "-f", str(journal), "check")
    check = Path(sys.executable).with_name("bean-check")
    if check.exists():
        commands["bean-check"] = (str(check), "--no-cache", str(beans))
    return every, few, commands


def worked(runs: Sequence[dict[str, Spent]], ours: str, floor: str) -> list[tuple[float, float]]:
    return [(run[ours].worked, run[floor].worked) for run in runs]


def run_on_processors(command: Sequence[str], processors: set[int]) -> Spent:
    """Run a command on these processors. Raises CalledProcessError if it fails."""
    began = perf_counter()
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env=environment(),
        cwd=ROOT,
        preexec_fn=lambda: os.sched_setaffinity(0, processors),  # noqa: PLW1509 - no thread is running here
    )
    _pid, status, used = os.wait4(process.pid, 0)
    seconds = perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Spent(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024.0)
