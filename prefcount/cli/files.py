"""What several commands do with a file: read it, say what is wrong with it, print."""

import argparse
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path
from typing import Any

from prefcount.cli.main import Unusable
from prefcount.i18n import _, language, speaking
from prefcount.problems import quote
from prefcount.session.faults import doubts
from prefcount.session.reader import Loaded, Unreadable, load

STDIN = "-"
"""Stands for the lines of the standard input."""
MOST_LINES = 1000
"""A paper sheet has a line for each column; nobody types more."""


def say(line: str) -> None:
    """Print for the user."""
    print(line)  # noqa: T201


def spoken_for(options: argparse.Namespace) -> AbstractContextManager[None]:
    """Within this block sentences are made in English if a command prints --json, else as they are read."""
    return speaking("en" if options.json else language())


def warn(line: str) -> None:
    """Print a warning that does not stop the command."""
    print(f"prefcount: {line}", file=sys.stderr)  # noqa: T201


def as_json(value: Any) -> str:
    """An object on one line, for programs; what cannot be printed, as in a path, is spelled by its number."""
    from json import dumps

    said = dumps(value, ensure_ascii=False)
    return said if said.isprintable() else "".join(map(_spelled, said))


def _spelled(char: str) -> str:
    """A character of JSON as a terminal can bear it; outside texts there are only printable ones."""
    from json import dumps

    return char if char.isprintable() else dumps(char)[1:-1]


def lines_typed(given: Iterable[str]) -> list[str]:
    """What the paper says, line by line, as an option was given it; “-” stands for the standard input.

    Raises:
        Unusable: if there are more lines than a paper sheet can have.
    """
    found: list[str] = []
    for line in given:
        found += islice(sys.stdin, MOST_LINES + 1) if line == STDIN else [line]
    lines = [line.strip() for line in found if line.strip()]
    if len(lines) > MOST_LINES:
        raise Unusable(_("more than {most} lines are no paper sheet").format(most=MOST_LINES))
    return lines


def look_for(paths: Iterable[Path]) -> None:
    """Raises Unusable if one of the paths names no file or folder."""
    for path in paths:
        if not is_there(path):
            raise Unusable(_("{path}: there is no such file or folder").format(path=quote(path)))


def is_there(path: Path) -> bool:
    """Whether a path names a file or folder; a name that none can have names none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def read(path: Path) -> Loaded:
    """A session file. Raises Unusable if it is none."""
    try:
        return load(path)
    except Unreadable as error:
        raise Unusable(f"{quote(path)}: {error}") from None


def read_for_money(path: Path) -> Loaded:
    """A session whose figures may be paid on: nothing that belongs to the game is missing from it.

    Raises:
        Unusable: if an entry cannot be read, is missing or doubled, or never could have counted.
    """
    loaded = read(path)
    for doubt in doubts(loaded):
        if doubt.serious:
            raise Unusable(f"{quote(path)}: {doubt.said}")
        warn(f"{quote(path)}: {doubt.said}")
    return loaded
