"""Arguments that several commands have, and the types of arguments."""

import argparse
from typing import TYPE_CHECKING

from prefcount.base.i18n import _
from prefcount.base.problems import quote
from prefcount.games.titles import GAMES

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path


def as_path(given: str) -> "Path":
    """A path of the command line."""
    from pathlib import Path

    return Path(given)


def as_month(given: str) -> int:
    """The number of a month. Raises ArgumentTypeError."""
    if given.isascii() and given.isdecimal() and 1 <= int(given) <= 12:
        return int(given)
    said = _("{given} is not a month, from 1 for January to 12 for December")
    raise argparse.ArgumentTypeError(said.format(given=quote(given)))


def as_day(given: str) -> "date":
    """A day such as 2026-01-31. Raises ArgumentTypeError."""
    from datetime import date

    try:
        return date.fromisoformat(given)
    except ValueError:
        said = _("{given} is not a date such as 2026-01-31")
        raise argparse.ArgumentTypeError(said.format(given=quote(given))) from None


def as_seconds(given: str) -> int:
    """A number of seconds from 1 to those of a day. Raises ArgumentTypeError."""
    return _up_to(86_400, given, _("{given} is no number of seconds from 1 to 86400"))


def as_jobs(given: str) -> int:
    """A number of processes from 1 to 64. Raises ArgumentTypeError."""
    return _up_to(64, given, _("{given} is no number of processes from 1 to 64"))


def _up_to(most: int, given: str, said: str) -> int:
    """A whole number from 1 to `most`. Raises ArgumentTypeError, with what was given in the sentence."""
    if given.isdecimal() and len(given) <= len(str(most)) and 1 <= int(given) <= most:
        return int(given)
    raise argparse.ArgumentTypeError(said.format(given=quote(given)))


def describe_several(command: argparse.ArgumentParser) -> None:
    """The description of every command that takes several files."""
    command.description = _("Files that cannot be used are named and left out; the exit code is then 2.")


def add_game(command: argparse.ArgumentParser) -> None:
    """Add --game."""
    games = ", ".join(GAMES)
    said = _("the game: {games}; the first of them if left out").format(games=games)
    command.add_argument("--game", default=GAMES[0], help=said)


def add_json(command: argparse._ActionsContainer) -> None:
    """Add --json."""
    command.add_argument("--json", action="store_true", help=_("for programs"))


def add_file(command: argparse.ArgumentParser, what: str = "") -> None:
    """Add the file of one session; `what` is its help."""
    command.add_argument("file", type=as_path, help=what or _("a session file"))


def add_set(command: argparse.ArgumentParser) -> None:
    """Add --set, for options of the rules."""
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help=_("another option, e.g. style=gentleman or raspasy.cap=5; may be repeated"),
    )


def add_alias(command: argparse.ArgumentParser) -> None:
    """Add --alias, for a file of names."""
    command.add_argument(
        "--alias",
        type=as_path,
        metavar="FILE",
        help=_("who has several names, a line each: Anna = Anya, Аня"),
    )
