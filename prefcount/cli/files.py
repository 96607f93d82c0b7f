"""What several commands do with a file: read it, say what is wrong with it, print."""

import sys
from pathlib import Path
from typing import Any

from prefcount.cli.main import Unusable
from prefcount.entries.common import Check
from prefcount.i18n import _
from prefcount.problems import quote, together
from prefcount.session.faults import BAD_ENTRY, NUMBER_GAP
from prefcount.session.reader import Loaded, Unreadable, load


def say(line: str) -> None:
    """Print for the user."""
    print(line)  # noqa: T201


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
    for fault in loaded.faults:
        if fault.code in (BAD_ENTRY, NUMBER_GAP):
            raise Unusable(f"{quote(path)}: {fault}")
        warn(f"{quote(path)}: {fault}")
    for step in loaded.session.replay.steps:
        if step.problems:
            said = _("{path}: entry {n} does not count: {why}")
            line = said.format(path=quote(path), n=step.n, why=together(step.problems))
            if not isinstance(step.entry, Check) and not step.before.over and _never_counted(loaded, step.n):
                raise Unusable(line)
            warn(line)
    return loaded


def _never_counted(loaded: Loaded, n: int) -> bool:
    """Whether an entry was impossible already when it was written."""
    from prefcount.session.session import Session

    session = loaded.session
    then = Session(session.header, [entry for entry in session.entries if (entry.n or 0) <= n])
    return bool(then.replay.step(n).problems)
