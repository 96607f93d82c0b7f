"""What a circle asks of its archive, to the audit of the same files: debts, statistics, and strength."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from prefcount.session.ending import end_entry
from prefcount.store.journal import Journal, entry_line
from prefcount.store.reader import load
from tests.bench.archive import HANDS, archive
from tests.bench.ledgers import AUDIT, GAMES, run_on, worked
from tests.bench.report import Row, paired

COMMANDS = {"debts": ("debts",), "stats": ("stats",), "stats --rating": ("stats", "--rating")}


def circle(folder: Path, rounds: int) -> Iterator[Row]:
    """Each command over an archive of games that have ended, to the audit of it, on one processor and on all.

    On all of them it is the time by the clock, so the machine must have nothing else to do.
    """
    for path in archive(folder, GAMES):
        end(path)
    everywhere = os.sched_getaffinity(0)
    program = (sys.executable, "-m", "prefcount")
    measured = {
        "audit": (*AUDIT, str(folder)),
        **{name: (*program, *words, str(folder)) for name, words in COMMANDS.items()},
    }
    alone, together = (
        [{name: run_on(each, processors) for name, each in measured.items()} for _round in range(rounds)]
        for processors in ({min(everywhere)}, everywhere)
    )
    for name in COMMANDS:
        what = f"{name} of {GAMES * HANDS:,} hands, to their audit"
        yield paired(what, worked(alone, name, "audit"), 1)
        seconds = [(run[name].seconds, run["audit"].seconds) for run in together]
        yield paired(f"{what}, on all processors", seconds, 1)


def end(path: Path) -> None:
    """End a game by agreement, or as it has ended by its rules."""
    loaded = load(path)
    journal = Journal.of(path, loaded)
    entry = loaded.session.accepted(end_entry(loaded.session, journal.seal())).session.entries[-1]
    with path.open("ab") as file:
        file.write(entry_line(entry, journal.last_hash))
