"""`python -m tests.breadth`: measure how many other files a reader opens to understand one.

For every file in `prefcount/` it counts the modules and the names that the file imports from this program,
also inside functions and under `TYPE_CHECKING`. `--check` fails when a figure exceeds its limit, so that
files stay few and can be understood alone. `--list` prints the files with the most imports.
"""

import argparse
import ast
import sys
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

PROGRAM = Path(__file__).parents[1] / "prefcount"
MAX_FILES = 320
MAX_LINES = 48_500
MAX_LINES_OF_A_FILE = 900
MAX_MODULES, MAX_NAMES = 7, 13
"""Limits of the medians."""
MAX_MODULES_P90, MAX_NAMES_P90 = 15, 33
"""Limits of the 90th percentiles."""


class Breadth(NamedTuple):
    """The size of a file, and what it imports from this program."""

    path: Path
    lines: int
    modules: int
    names: int


def measure(path: Path) -> Breadth:
    """Count the lines of a file and its imports from `prefcount`."""
    source = path.read_text("utf-8")
    imported = [
        (node.module, alias.name)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "prefcount"
        for alias in node.names
    ]
    modules = {module for module, _name in imported}
    return Breadth(path.relative_to(PROGRAM.parent), source.count("\n"), len(modules), len(set(imported)))


def main() -> int:
    """Print the figures; with `--check` return 1 when one of them exceeds its limit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="fail when a figure exceeds its limit")
    parser.add_argument("--list", action="store_true", help="print the files with the most imports")
    options = parser.parse_args()
    files = [measure(path) for path in sorted(PROGRAM.rglob("*.py"))]
    rooms = [each for each in files if each.path.name != "__init__.py" or each.lines > 1]
    modules, names = [each.modules for each in rooms], [each.names for each in rooms]
    figures = {
        "files": (len(files), MAX_FILES),
        "lines": (sum(each.lines for each in files), MAX_LINES),
        "lines of the largest file": (max(each.lines for each in files), MAX_LINES_OF_A_FILE),
        "modules a file imports, median": (median(modules), MAX_MODULES),
        "names a file imports, median": (median(names), MAX_NAMES),
        "modules a file imports, 90th percentile": (quantiles(modules, n=10)[-1], MAX_MODULES_P90),
        "names a file imports, 90th percentile": (quantiles(names, n=10)[-1], MAX_NAMES_P90),
    }
    for name, (figure, limit) in figures.items():
        sys.stdout.write(f"{name}: {figure:g} (limit {limit:g})\n")
    if options.list:
        for each in sorted(rooms, key=lambda each: -each.names)[:30]:
            sys.stdout.write(f"{each.path}: {each.modules} modules, {each.names} names, {each.lines} lines\n")
    exceeded = [name for name, (figure, limit) in figures.items() if figure > limit]
    if options.check and exceeded:
        sys.stdout.write(f"too much: {', '.join(exceeded)}; merge what is read together\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
