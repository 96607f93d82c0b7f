"""`python -m tests.durability [NAME…]`: run all measures at full length, or the named ones; print one table.

With `--brief` each measure runs only a few times, as in `.ci/run`, and measures that pytest runs are left
out.

The exit code is 1 if anything was lost or if a control did not fail.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.durability import (
    damage,
    disk,
    fuzz,
    keys,
    kills,
    leaving,
    phones,
    power,
    rewriters,
    screens,
    surroundings,
    sweep,
    writers,
)
from tests.durability.report import Row, as_json, lines


class Measure(NamedTuple):
    """A measure with its usual number of rounds and the number for `--brief` (0 leaves it out)."""

    run: Callable[[Path, int], Iterator[Row]]
    often: int
    briefly: int = 0


MEASURES = {
    "kills": Measure(kills.run, 10_000, briefly=20),
    "power": Measure(power.run, 1, briefly=1),
    "disk": Measure(disk.run, 1, briefly=1),
    "damage": Measure(damage.run, 1),
    "writers": Measure(writers.run, 1000, briefly=25),
    "phones": Measure(phones.run, 1000),
    "leaving": Measure(leaving.run, 1000, briefly=6),
    "rewriters": Measure(rewriters.run, 10_000, briefly=40),
    "screens": Measure(screens.run, 300, briefly=3),
    "keys": Measure(keys.run, 100_000, briefly=400),
    "surroundings": Measure(surroundings.run, 500, briefly=10),
    "sweep": Measure(sweep.run, 20, briefly=1),
    "fuzz": Measure(fuzz.run, 1_000_000),
}


def main() -> int:
    """Run the measures and print the table; return 0 if every result is as expected, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.durability", description=__doc__)
    parser.add_argument("measures", nargs="*", metavar="NAME", help=f"one of {', '.join(MEASURES)}")
    parser.add_argument("--count", type=int, help="how often, instead of what is usual for the measure")
    parser.add_argument("--brief", action="store_true", help="a few of each")
    parser.add_argument("--json", action="store_true", help="print the figures for programs")
    options = parser.parse_args()
    if unknown := [name for name in options.measures if name not in MEASURES]:
        parser.error(f"no measure is called {unknown[0]}; there are {', '.join(MEASURES)}")
    if options.count and len(options.measures) != 1:
        parser.error("--count belongs to one measure; name it")
    rows: list[Row] = []
    for name in options.measures or MEASURES:
        measure = MEASURES[name]
        count = options.count or (measure.briefly if options.brief else measure.often)
        if not count:
            continue
        sys.stderr.write(f"{name} …\n")
        with TemporaryDirectory() as folder:
            for row in measure.run(Path(folder), count):
                rows.append(row)
                sys.stderr.write(f"{lines([row])[-1]}\n")
    sys.stdout.write((as_json(rows) if options.json else "\n".join(lines(rows))) + "\n")
    return 0 if all(row.as_expected for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
