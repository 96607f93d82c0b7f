"""`python -m tests.bench [MEASURE…]`: the quick measures, or the named ones, in one table. No gate."""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.circle import circle
from tests.bench.commands import modules, processes
from tests.bench.correction import correction
from tests.bench.fitting import fitting
from tests.bench.ledgers import ledgers, processors
from tests.bench.long import long
from tests.bench.report import Row, lines
from tests.bench.screens import first_frame, keys_to_frames
from tests.bench.sheets import sheets, sheets_by_hand, sheets_with_aid
from tests.bench.slips import slips

MEASURES: dict[str, Callable[[Path, int], Iterator[Row]]] = {
    "first-frame": first_frame,
    "keys": keys_to_frames,
    "correction": correction,
    "long": long,
    "modules": modules,
    "processes": processes,
    "ledgers": ledgers,
    "processors": processors,
    "circle": circle,
    "slips": slips,
    "sheets": sheets,
    "sheets-with-aid": sheets_with_aid,
    "sheets-by-hand": sheets_by_hand,
    "fit": fitting,
}

SLOW = frozenset(
    {"ledgers", "processors", "circle", "sheets", "sheets-with-aid", "sheets-by-hand", "slips", "fit"}
)
"""Measures that take minutes, so they are made only when they are named."""


def main() -> int:
    """Measure and print; always 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=f"one of {', '.join(MEASURES)}")
    parser.add_argument("--rounds", type=int, default=10, help="how often each is measured (10)")
    options = parser.parse_args()
    if unknown := [name for name in options.measures if name not in MEASURES]:
        parser.error(f"no measure is called {unknown[0]}; there are {', '.join(MEASURES)}")
    rows: list[Row] = []
    for name in options.measures or [name for name in MEASURES if name not in SLOW]:
        sys.stderr.write(f"{name} …\n")
        with TemporaryDirectory() as folder:
            rows += MEASURES[name](Path(folder), options.rounds)
    sys.stdout.write("\n".join(lines(rows)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
