"""A comparison of two versions of the program, measured in turns, each by its own measures.

Figures are matched by name. Therefore a measure may find its code in another place in the other version.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from prefcount.render.text_cells import table_lines
from tests.bench.report import Row
from tests.bench.terminal import ROOT, environment
from tests.documents import sections

WEIGHT = ROOT / ".ci" / "weight.toml"
"""File with the reasons why figures may be heavier than in the last release."""
ROUNDS_AT_ONCE = 3
HEAVIER = 1.1


class Tree(NamedTuple):
    """A version of the program in a folder, and the interpreter of its environment."""

    folder: Path
    python: str

    def measured(self, measure: str) -> dict[str, Row]:
        """Return the rows of a measure by full name. Raises ValueError if this version lacks the measure."""
        command = [self.python, "-m", "tests.bench", "--json", "--rounds", str(ROUNDS_AT_ONCE), measure]
        more = {**environment(), "PYTHONPATH": str(self.folder)}
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.folder, env=more)
        if done.returncode:
            raise ValueError(done.stderr.strip().rpartition("\n")[2])
        return dict(_named(Row(**fields) for fields in json.loads(done.stdout)))


class Compared(NamedTuple):
    """A figure of both versions: the median of all rounds (for counts the minimum), and the ratio."""

    name: str
    old: Row
    new: Row
    ratio: float

    @property
    def is_heavier(self) -> bool:
        """True for a count that is more than a tenth worse."""
        return self.new.counted and self.ratio > HEAVIER


def compare(revision: str | None, measures: Sequence[str], rounds: int, *, check: bool) -> int:
    """Print the figures of both versions; with `check` return 1 for an unexplained or stale count, else 0."""
    weight = tomllib.loads(WEIGHT.read_text(encoding="utf-8"))
    found: list[Compared] = []
    with _worktree(revision or _last_release()) as old:
        new = Tree(ROOT, sys.executable)
        for measure in measures:
            sys.stderr.write(f"{measure} …\n")
            try:
                turns = [(old.measured(measure), new.measured(measure)) for _round in range(rounds)]
            except ValueError as error:
                sys.stderr.write(f"{measure} cannot be compared: {error}\n")
                if check:
                    return 1
                continue
            found += _compared(turns)
    sys.stdout.write("\n".join(table_lines([("measure", "old", "new", "ratio"), *map(_cells, found)])) + "\n")
    if not check:
        return 0
    stale = list(stale_in_document(each.new for each in found))
    sys.stdout.write("".join(f"{each}: not what docs/measurements.md says\n" for each in stale))
    return _judged(found, weight["heavier"]) or int(bool(stale))


def _last_release() -> str:
    """Return the commit that last changed the version number."""
    command = ("git", "log", "-1", "--format=%H", "--", "prefcount/__init__.py")
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


@contextmanager
def _worktree(revision: str) -> Iterator[Tree]:
    """Check out another version with its own environment; a very old one gets the measures of this one."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "old"
        _run("git", "worktree", "add", "--quiet", "--detach", str(folder), revision)
        try:
            if not (folder / "tests" / "bench" / "against.py").exists():  # too old to have measures
                shutil.rmtree(folder / "tests")
                unwanted = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / "tests", folder / "tests", ignore=unwanted)
            _run("uv", "sync", "--quiet", "--no-dev", "--directory", str(folder))
            yield Tree(folder, str(folder / ".venv" / "bin" / "python"))
        finally:
            _run("git", "worktree", "remove", "--force", str(folder))


def _run(*command: str) -> None:
    kept = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    subprocess.run(command, cwd=ROOT, check=True, env=kept)


def _named(rows: Iterable[Row]) -> Iterator[tuple[str, Row]]:
    """Yield rows with their full names; an indented name is prefixed with the name of the row above it."""
    under = ""
    for row in rows:
        if not row.name.startswith(" "):
            under = row.name
        if not isnan(row.value):
            yield (row.name if row.name == under else f"{under}: {row.name.strip()}"), row


def _compared(turns: Sequence[tuple[Mapping[str, Row], Mapping[str, Row]]]) -> Iterator[Compared]:
    for name in (name for name in turns[0][1] if name in turns[0][0]):
        sides = [(old[name], new[name]) for old, new in turns]
        old, new = (_take_median(rows) for rows in zip(*sides, strict=True))
        ratio = median(_divide_by_floor(new) / _divide_by_floor(old) for old, new in sides)
        yield Compared(name, old, new, new.value / old.value if new.counted else ratio)


def _divide_by_floor(row: Row) -> float:
    """Return a time as a multiple of its floor, if it has one: a busy machine slows both down."""
    return row.times if row.relative and row.times is not None else row.value


def _take_median(rows: Sequence[Row]) -> Row:
    values = [row.value for row in rows]
    times = [row.times for row in rows if row.times is not None]
    return rows[0]._replace(
        value=min(values) if rows[0].counted else median(values),
        ratio=median(times) if times else None,
        floor=None,
    )


def _cells(each: Compared) -> tuple[str, ...]:
    return (each.name, _shown(each.old), _shown(each.new), f"{each.ratio:.2f}")


def _shown(row: Row) -> str:
    times = f" ({row.ratio:.2f} ×)" if row.ratio is not None and not row.counted else ""
    return f"{row.value:,.{row.decimals}f} {row.unit}".rstrip() + times


def stale_in_document(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the counts that differ from the table in docs/measurements.md by more than a tenth.

    Function calls are not compared, because they depend on the version of Python.
    """
    (section,) = [each for each in sections("docs/measurements.md") if each.anchor == "counts"]
    documented = {row[0]: float(row[1].replace(",", "")) for row in section.tables[0][1:]}
    for row in rows:
        if row.counted and not row.name.startswith("function calls"):
            value = documented.get(row.name, 0)
            if not value / HEAVIER <= row.value <= value * HEAVIER:
                yield row.name


def _judged(found: Sequence[Compared], reasons: Mapping[str, str]) -> int:
    """Print the heavier counts with their reasons; return 1 if a reason is missing, else 0."""
    heavier = [each for each in found if each.is_heavier]
    for each in heavier:
        why = reasons.get(
            each.name, f"heavier by more than a tenth; {WEIGHT.relative_to(ROOT)} does not say why"
        )
        sys.stdout.write(f"{each.name}: {why}\n")
    return int(any(each.name not in reasons for each in heavier))
