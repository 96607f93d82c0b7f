"""`python -m tests.breadth`: measure how much of other files a reader needs to understand the code.

For every file in `prefcount/` it counts the modules and the names that the file imports from this program,
also inside functions and under `TYPE_CHECKING`. Merging files lowers the sums, although each larger file
imports more. `--check` fails when a figure exceeds its limit. `--list` shows the files with most imports.
"""

import argparse
import ast
import sys
from pathlib import Path
from typing import NamedTuple

PROGRAM = Path(__file__).parents[1] / "prefcount"
MAX_FILES = 145
MAX_LINES = 51_600
MAX_LINES_OF_A_FILE = 900
MAX_MODULES, MAX_NAMES = 1_150, 3_530
"""Limits of the modules and names that all files together import."""


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
    languages = PROGRAM / "languages"  # words and letters of one language, which no other file explains
    paths = (path for path in sorted(PROGRAM.rglob("*.py")) if languages not in path.parents[1:])
    files = [measure(path) for path in paths]
    rooms = [each for each in files if each.path.name != "__init__.py" or each.lines > 1]
    modules, names = sum(each.modules for each in rooms), sum(each.names for each in rooms)
    figures = {
        "files": (len(files), MAX_FILES),
        "lines": (sum(each.lines for each in files), MAX_LINES),
        "lines of the largest file": (max(each.lines for each in files), MAX_LINES_OF_A_FILE),
        "modules imported": (modules, MAX_MODULES),
        "names imported": (names, MAX_NAMES),
    }
    for name, (figure, limit) in figures.items():
        sys.stdout.write(f"{name}: {figure:,} (limit {limit:,})\n")
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
