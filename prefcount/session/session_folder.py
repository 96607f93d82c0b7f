"""The folder of the saved sessions, and what the start screen lists of each."""

import errno
import os
import re
import secrets
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from prefcount.entries.common import Join
from prefcount.entries.header import Header
from prefcount.entries.text import fold, in_latin
from prefcount.games.player_names import PlayerSpelling
from prefcount.i18n import Text, text
from prefcount.session.disk import make_folder
from prefcount.session.folders import ENDING
from prefcount.session.line_checks import LINE_LIMIT
from prefcount.session.line_models import read_header
from prefcount.session.loaded_file import Loaded, line_hash
from prefcount.session.open_file import ReadError, opened
from prefcount.session.reader import load
from prefcount.session.session import Session
from prefcount.session.write_errors import NO_FOLDER, WriteError
from prefcount.session.written_lines import header_line

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
    parts = [*date, *filter(None, map(slug, players)), last or secrets.token_hex(3)]
    return folder / f"{'-'.join(parts)}{ENDING}"


class NewGame(NamedTuple):
    """A game that is begun; `path` is where its first entry will make the file."""

    path: Path
    loaded: Loaded


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
    content = header_line(header)
    loaded = Loaded(Session(header), (), content, line_hash(content), None)
    return NewGame(new_path(folder, header.players, when), loaded)


class SessionFile(NamedTuple):
    """A session file as its folder lists it, not read yet.

    Attributes:
        path: the file.
        touched: when it was written last, in nanoseconds.
        size: its bytes.
    """

    path: Path
    touched: int
    size: int


class Saved(NamedTuple):
    """A session file in the folder; `loaded` is None where it cannot be read, and `why` says so."""

    path: Path
    loaded: Loaded | None
    why: Text | str = ""


def session_files(folder: Path) -> list[SessionFile]:
    """The session files of a folder, the last one touched first, without the book. Raises OSError."""
    try:
        entries = os.scandir(folder)
    except FileNotFoundError:
        return []
    with entries:
        found = [
            _listed(entry) for entry in entries if entry.name.endswith(ENDING) and entry.name != BOOK_NAME
        ]
    files = [each for each in found if each is not None]
    return sorted(files, key=lambda each: (each.touched, each.path.name), reverse=True)


def _listed(entry: os.DirEntry[str]) -> SessionFile | None:
    """A file of a folder, unless it went away meanwhile or is none."""
    try:
        if not entry.is_file():
            return None
        found = entry.stat()
    except OSError:
        return None
    return SessionFile(Path(entry.path), found.st_mtime_ns, found.st_size)


def read_saved(path: Path) -> Saved:
    """A session file read, or why it cannot be."""
    try:
        return Saved(path, load(path))
    except ReadError as error:
        return Saved(path, None, error.text)


def saved(folder: Path) -> Iterator[Saved]:
    """The sessions of a folder, the last one touched first, each read when it is asked for."""
    if folder.is_dir():
        yield from (read_saved(each.path) for each in session_files(folder))


def last_played(folder: Path) -> Session | None:
    """The session that was touched last, of those that can be read. Raises OSError."""
    return next((each.loaded.session for each in saved(folder) if each.loaded is not None), None)


def known_names(folder: Path) -> tuple[str, ...]:
    """The names of all players of the games in this folder, those of the last one first. Raises OSError.

    A name that was spelled otherwise in any of them is a `PlayerSpelling`.
    """
    found: dict[str, str] = {}
    for each in session_files(folder)[:MOST_ASKED]:
        for name in _players(each.path):
            known = found.setdefault(fold(name), name)
            if isinstance(name, PlayerSpelling) and known is not name:
                earlier = known.earlier if isinstance(known, PlayerSpelling) else ()
                found[fold(name)] = PlayerSpelling(known, (*earlier, *name.earlier))
    return tuple(found.values())


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


def typed_path(typed: str) -> Path:
    """A typed path: blanks around it do not count, and ~ is the home folder."""
    path = Path(typed.strip())
    try:
        return path.expanduser()
    except RuntimeError:  # there is no such user
        return path


def home_folder() -> Path:
    """The home folder of this user, or the current folder if it is not known."""
    try:
        return Path.home()
    except RuntimeError:
        return Path()
