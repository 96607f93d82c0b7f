"""The session files that a command finds in folders, what it leaves out of them, and its work on each."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from prefcount.base.many_files import map_files
from prefcount.cli.command_io import LeftOut, UnusableFile, is_there
from prefcount.store.session_files import Copied, UnreadablePath, each_once, find_session_files

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


def add_usable(
    add: Callable[[Path, T], str], work: Callable[[Path], T], paths: Sequence[Path], left_out: LeftOut
) -> None:
    """Add up the same files, in their order; what cannot be looked into or added, and copies, are left out.

    What `work` makes of a file, in several processes where there are many, `add` adds; that returns "" or why
    the file is left out.

    Raises:
        UnusableFile: if there is nothing by the only path.
        ChildProcessError: if one of the processes was ended from outside.
    """
    files = each_once(find_session_files(paths))
    made = map_files(work, [file for file in files if isinstance(file, Path)])
    for file in files:
        match file:
            case UnreadablePath():
                _leave_out(file, paths, left_out)
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
