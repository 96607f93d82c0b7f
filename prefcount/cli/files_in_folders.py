"""The session files that a command finds in folders, what it leaves out of them, and its work on each."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from prefcount.base.many_files import map_files
from prefcount.cli.command_io import LeftOut, UnusableFile, is_there, people_of
from prefcount.store.session_files import Copied, UnreadablePath, each_once, find_session_files

if TYPE_CHECKING:
    from prefcount.stats.aliases import People

T = TypeVar("T")


def usable_in(paths: Sequence[Path], left_out: LeftOut) -> Iterator[Path]:
    """The files themselves, and the session files in the folders; what cannot be looked into is left out.

    Raises UnusableFile if there is nothing by the only path.
    """
    for path in find_session_files(paths):
        if isinstance(path, UnreadablePath):
            _leave_out(path, paths, left_out)
        else:
            yield path


class Found(NamedTuple):
    """The paths that a command was given, and the files found there, copies among them.

    Attributes:
        people: who goes by several names: by --alias, or by `people.txt` in the same folders.
    """

    paths: Sequence[Path]
    files: list[Path | UnreadablePath | Copied]
    people: "People"


def find_all(options: argparse.Namespace) -> Found:
    """Find the files of `options.paths`, and who goes by several names there. Raises UsageError."""
    listed = list(find_session_files(options.paths))
    people = people_of(
        options.alias,
        (path for path in listed if isinstance(path, Path)),
        (path for path in options.paths if is_there(path) and path.is_dir()),
    )
    return Found(options.paths, each_once(listed), people)


def add_usable(
    add: Callable[[Path, T], str], work: Callable[[Path], T], found: Found, left_out: LeftOut
) -> None:
    """Add up the files in their order; what cannot be looked into or added, and copies, are left out.

    What `work` makes of a file, in several processes where there are many, `add` adds; that returns "" or why
    the file is left out.

    Raises:
        UnusableFile: if there is nothing by the only path.
        ChildProcessError: if one of the processes was ended from outside.
    """
    made = map_files(work, [file for file in found.files if isinstance(file, Path)])
    for file in found.files:
        match file:
            case UnreadablePath():
                _leave_out(file, found.paths, left_out)
            case Copied(path, why, in_doubt):
                left_out.add(path, why, missed=in_doubt)
            case _:
                path, read = next(made)
                if reason := add(path, read):
                    left_out.add(path, reason)


def _leave_out(unreadable: UnreadablePath, paths: Sequence[Path], left_out: LeftOut) -> None:
    """Leave out what cannot be looked into. Raises UnusableFile if there is nothing by the only path."""
    if len(paths) == 1 and unreadable.path == paths[0] and not is_there(unreadable.path):
        raise UnusableFile(unreadable.path, unreadable.why)
    left_out.add(unreadable.path, unreadable.why)
