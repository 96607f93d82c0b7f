"""Games that were deleted: they lie in the folder `trash` beside the others, and can be taken back.

A file has both names for a moment: a program that is killed meanwhile leaves the game in both places, and the
next deletion, or taking back, ends what was begun.
"""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path

from prefcount.i18n import N_, text
from prefcount.problems import quote
from prefcount.session.disk import make_folder, named, sync_folder
from prefcount.session.folders import ENDING, TRASH
from prefcount.session.lock import Busy, WriterLock
from prefcount.session.write_errors import WriteError, write_error

MOST_OF_A_NAME = 1000
"""So many deleted games may have the same name."""
_BESIDE = re.compile(r"\.(half|(torn|written|new)\d+)")
"""What is behind the name of a game in the names of what belongs to it."""
_UP = os.path.join("..", "")  # noqa: PTH118 - the text of a link, which pathlib would change


def delete_game(path: Path) -> Path:
    """Move a game, and what lies beside it, into the folder `trash`; of a link only the link is moved.

    Returns:
        where the file is now; it never takes the place of another one.

    Raises:
        WriteError: if somebody is writing the game, or it cannot be moved; it stays where it is then.
    """
    return _moved(path, path.parent / TRASH, _UP)


def take_back(path: Path) -> Path:
    """Move a game out of the folder `trash`, beside the others; see `delete_game`."""
    return _moved(path, path.parent.parent, path.parent.name)


def _moved(path: Path, folder: Path, back: str) -> Path:
    """Move a file that nobody writes into a folder, under the first name that is free there.

    Args:
        path: the file.
        folder: where it goes to.
        back: what leads from there to where it was.
    """
    if not os.path.lexists(path):
        raise WriteError(text(N_("this game no longer exists")))
    with _lock(path):
        try:
            make_folder(folder)
            if not folder.is_dir() or folder.is_symlink():
                raise WriteError(text(N_("{name} is not a folder; move it away"), name=quote(folder.name)))
            to = _under_free_name(path, folder, back)
            for each in list(_beside(path)):
                with suppress(OSError):
                    _move(each, to.with_name(to.name + each.name.removeprefix(path.name)), back)
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


def _beside(path: Path) -> Iterator[Path]:
    """What is half entered in a game, and what was kept of it. Raises OSError."""
    for each in path.parent.iterdir():
        if each.name.startswith(path.name) and _BESIDE.fullmatch(each.name, len(path.name)):
            yield each


def _under_free_name(path: Path, folder: Path, back: str) -> Path:
    """Move a file under its own name, or with the first number that is free behind it. Raises OSError."""
    stem = path.name.removesuffix(ENDING)
    for number in range(1, MOST_OF_A_NAME):
        to = folder / (path.name if number == 1 else f"{stem}-{number}{ENDING}")
        try:
            _move(path, to, back)
        except FileExistsError:
            continue
        return to
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _move(path: Path, to: Path, back: str) -> None:
    """Give a file a name that is free, then take the old one from it.

    Raises:
        FileExistsError: if the name is that of another file.
        OSError: if it cannot be moved.
    """
    if path.is_symlink():
        _link(to, _text(path, back))
    elif not named(path, to):
        _rename(path, to)
        return
    try:
        sync_folder(to.parent)
        path.unlink()
    except OSError:
        to.unlink(missing_ok=True)
        raise


def _text(link: Path, back: str) -> str:
    """What a link has to say in another folder, from which `back` leads to its own. Raises OSError."""
    said = os.readlink(link)  # noqa: PTH115 - as it stands
    if os.path.isabs(said):  # noqa: PTH117
        return said
    if back != _UP and said.startswith(_UP):
        return said.removeprefix(_UP)
    return os.path.join(back, said)  # noqa: PTH118


def _link(to: Path, said: str) -> None:
    """Make a link, unless it is there. Raises OSError."""
    try:
        os.symlink(said, to)  # noqa: PTH211
    except FileExistsError:
        if not to.is_symlink() or os.readlink(to) != said:  # noqa: PTH115
            raise


def _rename(path: Path, to: Path) -> None:
    """The same where no file can have two names: an empty file keeps the new one free. Raises OSError."""
    os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        path.replace(to)
    except OSError:
        to.unlink(missing_ok=True)
        raise
