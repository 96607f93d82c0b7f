"""The folder of the saved sessions: what the start screen lists, deleted ones, those that moved."""

import errno
import json
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from prefcount.base import system
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import quote
from prefcount.base.system import read_own_json
from prefcount.entries.models import Header, Join
from prefcount.entries.names_and_figures import fold, in_latin
from prefcount.games.notation import PlayerSpelling
from prefcount.session.session import Session
from prefcount.store.disk import (
    NO_FOLDER,
    WriteError,
    make_folder,
    named,
    replace_file,
    sync_folder,
    write_error,
)
from prefcount.store.journal import unwritten
from prefcount.store.lines import LINE_LIMIT, read_header
from prefcount.store.loaded_file import Loaded
from prefcount.store.lock import Busy, WriterLock
from prefcount.store.open_file import ReadError, opened
from prefcount.store.reader import load
from prefcount.store.session_files import ENDING, TRASH

BOOK_NAME = "payments.jsonl"
"""The book of payments among the games of a folder."""
MOST_ASKED = 1000
"""How many files are searched for the names of players."""


def slug(name: str) -> str:
    """A name as part of a file name: only a-z, 0-9 and -, so that it cannot leave its folder."""
    plain = unicodedata.normalize("NFKD", in_latin(name.casefold()))
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"[^a-z0-9 -]", "", plain)).strip("-")[:20]


def new_path(folder: Path, players: Sequence[str], when: datetime | None, last: str = "") -> Path:
    """A file name: the date if there is one, the players, and a last part, by default a short random one."""
    date = [] if when is None else [when.date().isoformat()]
    parts = [*date, *filter(None, map(slug, players)), last or os.urandom(3).hex()]
    return folder / f"{'-'.join(parts)}{ENDING}"


class NewGame(NamedTuple):
    """A game that is begun; `path` is where its first entry will make the file.

    With `from_paper` an old sheet, or only a result, is what it begins with.
    """

    path: Path
    loaded: Loaded
    from_paper: bool = False


def begun(folder: Path, header: Header, when: datetime) -> NewGame:
    """Begin a game in `folder`, which is made if it is not there.

    There is no file before the first entry, so that a game in which nothing is entered leaves nothing behind.

    Raises:
        OSError: if the folder cannot be made, or nothing can be written into it.
        InvalidInput: if there is no such game.
        WriteError: if something else lies where the folder should be.
    """
    make_folder(folder)
    if not folder.is_dir():
        raise WriteError(text(NO_FOLDER), elsewhere=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return NewGame(new_path(folder, header.players, when), unwritten(Session(header)))


class SessionFile(NamedTuple):
    """A session file as its folder lists it, not read yet; touched last in so many nanoseconds."""

    path: Path
    touched: int
    size: int


class ListedSession(NamedTuple):
    """A session file in the folder; `loaded` is None where it cannot be read, and `why` says so."""

    path: Path
    loaded: Loaded | None
    why: Text | str = ""


def session_files(folder: Path, others: Iterable[Path] = ()) -> list[SessionFile]:
    """The session files of a folder, the last one touched first, without the book. Raises OSError.

    Others, of other folders, are listed with them as far as they are there.
    """
    entries: list[os.DirEntry[str] | Path] = []
    with suppress(FileNotFoundError), os.scandir(folder) as inside:
        entries += [entry for entry in inside if entry.name.endswith(ENDING) and entry.name != BOOK_NAME]
    entries += [path for path in others if path.parent != folder.absolute()]
    files = []
    for entry in entries:
        with suppress(OSError):  # it may have gone away meanwhile
            if entry.is_file():
                status = entry.stat()
                files.append(SessionFile(Path(entry), status.st_mtime_ns, status.st_size))
    return sorted(files, key=lambda file: (file.touched, file.path.name), reverse=True)


def read_saved(path: Path) -> ListedSession:
    """A session file read, or why it cannot be."""
    try:
        return ListedSession(path, load(path))
    except ReadError as error:
        return ListedSession(path, None, error.text)


def last_played(folder: Path) -> Session | None:
    """The session that was touched last, of those that can be read. Raises OSError."""
    files = session_files(folder) if folder.is_dir() else ()
    listed = (read_saved(file.path) for file in files)
    return next((session.loaded.session for session in listed if session.loaded is not None), None)


def known_names(folder: Path) -> tuple[str, ...]:
    """The names of all players of the games in this folder, those of the last one first. Raises OSError.

    A name that was spelled otherwise in any of them is a `PlayerSpelling`.
    """
    names: dict[str, str] = {}
    for file in session_files(folder)[:MOST_ASKED]:
        for name in _players(file.path):
            known = names.setdefault(fold(name), name)
            if isinstance(name, PlayerSpelling) and known is not name:
                earlier = known.earlier if isinstance(known, PlayerSpelling) else ()
                names[fold(name)] = PlayerSpelling(known, (*earlier, *name.earlier))
    return tuple(names.values())


def _players(path: Path) -> tuple[str, ...]:
    """Everybody who played in the game of a file, as they are spelled now; nobody if it has no header."""
    try:
        with opened(path) as file:
            players = read_header(file.readline(LINE_LIMIT)).players
            rest = file.read()
        if not any(kind in rest for kind in (b'"rename"', b'"join"')):
            return players
        replay = load(path).session.replay
    except (OSError, ReadError):
        return ()
    joined = (step.entry.player for step in replay.steps if isinstance(step.entry, Join) and step.counts)
    return tuple(dict.fromkeys(replay.spelled.names((*players, *joined))))


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
    """Move a file that nobody writes into a folder, from which `back` leads to where it was."""
    if not os.path.lexists(path):
        raise WriteError(text(N_("this game no longer exists")))
    lock = WriterLock.take(path) if path.exists() else nullcontext()  # a link that leads nowhere has none
    if isinstance(lock, Busy):
        raise WriteError(lock.text)
    with lock:
        try:
            make_folder(folder)
            if not folder.is_dir() or folder.is_symlink():
                raise WriteError(text(N_("{name} is not a folder; move it away"), name=quote(folder.name)))
            to = _under_free_name(path, folder, back)
            for beside in [*path.parent.iterdir()]:
                behind = beside.name.removeprefix(path.name)
                if behind != beside.name and _BESIDE.fullmatch(behind):
                    with suppress(OSError):
                        _move(beside, to.with_name(to.name + behind), back)
            sync_folder(folder)
            sync_folder(path.parent)
        except OSError as error:
            raise write_error(error) from None
    return to


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
    """Give a file a name that is free, then take the old one from it. Raises OSError."""
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
    """The target of a link moved to another folder, from which `back` leads to its own. Raises OSError."""
    target = os.readlink(link)  # noqa: PTH115 - as it stands
    if os.path.isabs(target):  # noqa: PTH117
        return target
    if back != _UP and target.startswith(_UP):
        return target.removeprefix(_UP)
    return os.path.join(back, target)  # noqa: PTH118


def _link(to: Path, target: str) -> None:
    """Make a link, unless it is there. Raises OSError."""
    try:
        os.symlink(target, to)  # noqa: PTH211
    except FileExistsError:
        if not to.is_symlink() or os.readlink(to) != target:  # noqa: PTH115
            raise


def _rename(path: Path, to: Path) -> None:
    """The same where no file can have two names: an empty file keeps the new one free. Raises OSError."""
    os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        system.HERE.replace(path, to)
    except OSError:
        to.unlink(missing_ok=True)
        raise


MOVES_NAME = "moved.json"
"""Says which games went on in another file, for the list of games to know both; losing it changes no game."""
MOVES_LIMIT = 100_000
MOST_MOVES = 100
"""So many games are remembered, the ones that moved last."""

_unkept: dict[Path, Path | None] = {}
"""What the folder does not know yet, because a full disk did not take it."""


def moved_games(folder: Path) -> Mapping[Path, Path]:
    """The files of games that went on elsewhere, with the files in which they did."""
    try:
        moves = read_own_json(folder / MOVES_NAME, MOVES_LIMIT)
    except (OSError, ValueError):
        moves = {}
    moves = moves if isinstance(moves, dict) else {}
    known = {Path(before): Path(after) for before, after in moves.items() if isinstance(after, str)}
    return {before: after for before, after in (known | _unkept).items() if after is not None}


def keep_move(folder: Path, before: Path, after: Path | None) -> None:
    """Remember that a game went on in another file, or with None that it goes on where it was."""
    _unkept[before.absolute()] = after.absolute() if after is not None else None
    moves = [*moved_games(folder).items()][-MOST_MOVES:]
    with suppress(OSError, ValueError, WriteError):
        make_folder(folder)
        content = json.dumps({str(old): str(new) for old, new in moves})
        replace_file(folder / MOVES_NAME, content.encode(), lasting=False)
        _unkept.clear()


def newest(moved: Mapping[Path, Path], path: Path) -> Path | None:
    """The file in which a game goes on in the end, or None if it never moved."""
    seen = [path]
    while (after := moved.get(seen[-1])) is not None and after not in seen:
        seen.append(after)
    return seen[-1] if len(seen) > 1 else None
