"""`python -m tests.bench [MEASURE…]`: run the quick measures, or the named ones, and print one table.

With `--against REVISION` this version and the named one are measured in turns. With `--check` the other
version is
the last release. A count that is more than a tenth worse is then an error, unless `.ci/weight.toml` has a
reason.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.report import Row, lines

MEASURES = {
    "first-frame": "screens.first_frame",
    "keys": "screens.keys_to_frames",
    "counts": "counts.counts",
    "correction": "correction.correction",
    "long": "long.long",
    "evening": "screens.whole_evening",
    "small-machine": "commands.small_machine",
    "first-frame-of-a-small-machine": "screens.first_frame_of_a_small_machine",
    "ledgers": "ledgers.ledgers",
    "processors": "ledgers.processors",
    "slips": "slips.slips",
    "sheets": "sheets.sheets",
    "sheets-with-aid": "sheets.sheets_with_aid",
    "sheets-by-hand": "sheets.sheets_by_hand",
    "sheets-of-finished-games": "sheets.sheets_of_finished_games",
    "fit": "fitting.fitting",
}
"""The functions that measure. Only the module of a measure is imported: others may not fit the version."""

SLOW = frozenset(
    {
        "evening",
        "small-machine",
        "first-frame-of-a-small-machine",
        "ledgers",
        "processors",
        "sheets",
        "sheets-with-aid",
        "sheets-by-hand",
        "sheets-of-finished-games",
        "slips",
        "fit",
    }
)
"""Measures that take minutes and therefore run only when named."""

COMPARED = ("first-frame", "keys", "correction", "counts")
"""Measures by which two versions are compared unless others are named."""


def main() -> int:
    """Run the measures and print the table; return 1 if a comparison found something wrong, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=f"one of {', '.join(MEASURES)}")
    parser.add_argument(
        "--rounds", type=int, help="how often each is measured (10), or both are compared (3)"
    )
    parser.add_argument("--against", metavar="REVISION", help="compare with this version")
    parser.add_argument("--check", action="store_true", help="compare as .ci/weight.toml says")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    options = parser.parse_args()
    if unknown := [name for name in options.measures if name not in MEASURES]:
        parser.error(f"no measure is called {unknown[0]}; there are {', '.join(MEASURES)}")
    if options.check or options.against:
        from tests.bench.against import compare

        return compare(
            options.against, options.measures or COMPARED, options.rounds or 3, check=options.check
        )
    rows: list[Row] = []
    for name in options.measures or [name for name in MEASURES if name not in SLOW]:
        sys.stderr.write(f"{name} …\n")
        with TemporaryDirectory() as folder:
            rows += _measured(name, Path(folder), options.rounds or 10)
    said = json.dumps([row._asdict() for row in rows]) if options.json else "\n".join(lines(rows))
    sys.stdout.write(f"{said}\n")
    return 0


def _measured(name: str, folder: Path, rounds: int) -> Iterator[Row]:
    module, function = MEASURES[name].split(".")
    found: Iterator[Row] = getattr(import_module(f"tests.bench.{module}"), function)(folder, rounds)
    return found


if __name__ == "__main__":
    sys.exit(main())
