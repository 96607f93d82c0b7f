"""Finding the session files in folders, each once, and the places that cannot be looked into."""

import os
import stat
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from pathlib import Path
from typing import NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.base.os_errors import os_error_text

ENDING = ".jsonl"
TRASH = "trash"
"""The folder beside the games in which the deleted ones lie; it is looked into only if it is named."""


class UnreadablePath(NamedTuple):
    """A place that may hold sessions and cannot be looked into, and why."""

    path: Path
    why: Text


def find_session_files(paths: Iterable[Path]) -> Iterator[Path | UnreadablePath]:
    """The files themselves, and every session file in the folders, in the order of their names.

    Links to folders are followed, deleted games in `trash` are left out. A folder that is reached in several
    ways is looked into once, by its own name where it has one below the same path.
    """
    seen: set[object] = set()
    for path in paths:
        try:
            is_folder = stat.S_ISDIR(path.stat().st_mode)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            yield UnreadablePath(path, text(N_("there is no such file or folder")))
        except OSError as error:
            yield _unseen(path, error)
        else:
            yield from sorted(_below(path, seen), key=_path) if is_folder else (path,)


def _unseen(path: Path, error: OSError) -> UnreadablePath:
    return UnreadablePath(path, text(N_("it cannot be read: {reason}"), reason=os_error_text(error)))


def _path(found: Path | UnreadablePath) -> Path:
    return found.path if isinstance(found, UnreadablePath) else found


def _below(top: Path, seen: set[object]) -> Iterator[Path | UnreadablePath]:
    """What is in a folder and in those below it, in any order; links wait until real folders are known."""
    folders, links = [str(top)], list[str]()
    while folders or links:
        folder = folders.pop() if folders else heappop(links)
        try:
            identity = _identity(folder)
            if identity in seen:
                continue
            seen.add(identity)
            with os.scandir(folder) as entries:
                for entry in entries:
                    if _leads_to_folder(entry):
                        if entry.name == TRASH:
                            continue
                        if entry.is_symlink():
                            heappush(links, entry.path)
                        else:
                            folders.append(entry.path)
                    elif entry.name.endswith(ENDING):
                        yield _file(entry)
        except OSError as error:
            yield _unseen(Path(folder), error)


def _identity(folder: str) -> object:
    """The identity of a folder, whatever its name; None on file systems that have no numbers."""
    found = os.stat(folder)  # noqa: PTH116 - of very many folders, as strings
    return (found.st_dev, found.st_ino) if found.st_ino else os.path.realpath(folder)


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a folder or a link to one; what cannot be asked is looked into to hear why not."""
    try:
        return entry.is_dir()
    except OSError:
        return True


def _file(entry: os.DirEntry[str]) -> Path | UnreadablePath:
    path = Path(entry.path)
    if entry.is_symlink() and not path.exists():
        return UnreadablePath(path, text(N_("the link no longer works")))
    return path
