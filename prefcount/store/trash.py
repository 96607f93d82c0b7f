"""Games that were deleted: they lie in the folder `trash` beside the others, and can be taken back."""

import errno
import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from prefcount.base.i18n import N_, text
from prefcount.base.problems import quote
from prefcount.store.disk import make_folder, sync_folder
from prefcount.store.folders import ENDING, TRASH
from prefcount.store.lock import Busy, WriterLock
from prefcount.store.write_errors import WriteError, write_error

MOST_OF_A_NAME = 1000
"""So many deleted games may have the same name."""


def delete_game(path: Path) -> Path:
    """Move the file of a game into the folder `trash` beside it; of a link only the link is moved.

    Returns:
        where the file is now; it never takes the place of another one.

    Raises:
        WriteError: if somebody is writing the game, or it cannot be moved; it stays where it is then.
    """
    return _moved(path, path.parent / TRASH)


def take_back(path: Path) -> Path:
    """Move the file of a game out of the folder `trash`, beside the others; see `delete_game`."""
    return _moved(path, path.parent.parent)


def _moved(path: Path, folder: Path) -> Path:
    """Move a file that nobody writes into a folder, under the first name that is free there."""
    if not os.path.lexists(path):
        raise WriteError(text(N_("this game no longer exists")))
    with _lock(path):
        try:
            make_folder(folder)
            if not folder.is_dir() or folder.is_symlink():
                raise WriteError(text(N_("{name} is not a folder; move it away"), name=quote(folder.name)))
            to = _free_name(folder, path)
            _rename(path, to)
            for each in (folder, path.parent):
                sync_folder(each)
        except OSError as error:
            raise write_error(error) from None
    return to


def _lock(path: Path) -> AbstractContextManager[object]:
    """Nobody else writes a game meanwhile; a link that leads nowhere has none. Raises WriteError."""
    if not path.exists():
        return nullcontext()
    lock = WriterLock.take(path)
    if isinstance(lock, Busy):
        raise WriteError(lock.text)
    return lock


def _free_name(folder: Path, path: Path) -> Path:
    """An empty file under the name of another one, or with the first number that is free behind it."""
    stem = path.name.removesuffix(ENDING)
    for number in range(1, MOST_OF_A_NAME):
        to = folder / (path.name if number == 1 else f"{stem}-{number}{ENDING}")
        try:
            os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            continue
        return to
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _rename(path: Path, to: Path) -> None:
    """Put a file in the place of the empty one that keeps its new name; that one goes if it fails."""
    try:
        path.replace(to)
    except OSError:
        to.unlink(missing_ok=True)
        raise
