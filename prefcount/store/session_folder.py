"""The folder of saved games: its files, copies among them, names for new files, and the folder `trash`.

Functions that write raise WriteError, for example if another program is writing the game.
"""

import errno
import hashlib
import json
import os
import re
import stat
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from datetime import datetime
from heapq import heappop, heappush
from itertools import chain, pairwise
from json import dumps
from pathlib import Path
from typing import NamedTuple

from pydantic_core import from_json

from prefcount.base import system
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import quote
from prefcount.base.system import os_error_text, read_own_json
from prefcount.entries.models import Header, Join, RenameEntry
from prefcount.entries.names_and_figures import fold, transliterate
from prefcount.games.notation import PlayerSpelling
from prefcount.session.session import Session
from prefcount.store.disk import (
    NO_FOLDER,
    LockRefusal,
    WriteError,
    WriterLock,
    link_file,
    make_folder,
    replace_file,
    sync_folder,
    write_error,
)
from prefcount.store.journal import prepare_file
from prefcount.store.reader import (
    LINE_LIMIT,
    BookNotSession,
    FileFault,
    LoadedSession,
    ReadError,
    find_book_faults,
    find_faults,
    is_cut_off,
    load,
    load_book,
    open_file,
    read_header,
)

ENDING = ".jsonl"
TRASH = "trash"
"""Name of the folder for deleted games."""


class SkippedPath(NamedTuple):
    """A file or folder that is not read, with the reason.

    Attributes:
        in_doubt: whether results may be missing because the file is skipped. This is False for a copy of a
            file that is read.
    """

    path: Path
    reason: Text
    in_doubt: bool = True


ListedFile = Path | SkippedPath


def find_session_files(paths: Iterable[Path]) -> Iterator[ListedFile]:
    """Yield each file in `paths`, and for each folder in `paths` the session files in it, sorted by path.

    A path that cannot be read is yielded as a `SkippedPath`. Links to folders are followed. Folders called
    `trash` are skipped.
    """
    seen: set[object] = set()
    for path in paths:
        try:
            is_folder = stat.S_ISDIR(path.stat().st_mode)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            yield SkippedPath(path, text(N_("there is no such file or folder")))
        except OSError as error:
            yield _unreadable(path, error)
        else:
            found = _search_folder(path, seen) if is_folder else (path,)
            yield from sorted(found, key=lambda each: each.path if isinstance(each, SkippedPath) else each)


def _unreadable(path: Path, error: OSError) -> SkippedPath:
    return SkippedPath(path, text(N_("this cannot be read: {reason}"), reason=os_error_text(error)))


def _search_folder(top: Path, seen: set[object]) -> Iterator[ListedFile]:
    folders, links = [str(top)], list[str]()  # a folder is best searched by a path without links
    while folders or links:
        folder = folders.pop() if folders else heappop(links)
        try:
            status = os.stat(folder)  # noqa: PTH116 - strings are faster for very many folders
            identity = (status.st_dev, status.st_ino) if status.st_ino else os.path.realpath(folder)
            if identity in seen:
                continue
            seen.add(identity)
            with os.scandir(folder) as entries:
                for entry in entries:
                    if _is_folder(entry):
                        if entry.name == TRASH:
                            continue
                        if entry.is_symlink():
                            heappush(links, entry.path)
                        else:
                            folders.append(entry.path)
                    elif entry.name.endswith(ENDING):
                        path = Path(entry.path)
                        broken = entry.is_symlink() and not path.exists()
                        yield (
                            SkippedPath(path, text(N_("this is a link to a file that does not exist")))
                            if broken
                            else path
                        )
        except OSError as error:
            yield _unreadable(Path(folder), error)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # reading it as a folder will report the error
        return True


_NOTE = re.compile(rb'"kind"\s*:\s*"note"')
_UNMISTAKABLE = 2
"""Number of equal entries by which two files must be copies. An entry with a time counts as two."""


class _Beginnings(NamedTuple):
    path: Path
    hashes: tuple[bytes, ...]
    sure: int

    def is_copy_of(self, other: "_Beginnings") -> bool:
        if len(self.hashes) >= self.sure and self.hashes[self.sure - 1] in other.hashes:
            return True
        return len(other.hashes) > 1 and other.hashes[-1] in self.hashes


def mark_copies(listed: Iterable[ListedFile]) -> list[ListedFile]:
    """Return `listed` with a `SkippedPath` in place of each file that is a copy of another listed file.

    A copy has the same lines as the other file, or fewer of them at the end. Files with the same first entry
    that differ later are both skipped.
    """
    files = list(listed)
    alike: defaultdict[tuple[bytes, bytes], dict[int, Path]] = defaultdict(dict)
    for index, path in enumerate(files):
        if isinstance(path, Path):
            header, *first_entry = _lines(path, 2)
            if header:
                alike[header, b"".join(first_entry)][index] = path
    copied: dict[int, SkippedPath] = {}
    for group in alike.values():
        if len(group) > 1:
            copied |= _find_copies(group)
    return [copied.get(index, path) for index, path in enumerate(files)]


def _lines(path: Path, max_lines: int | None = None) -> list[bytes]:
    try:
        with open_file(path) as file:
            lines = (
                file.readlines()
                if max_lines is None
                else [file.readline(LINE_LIMIT) for _line in range(max_lines)]
            )
    except (OSError, ReadError):
        return [b""]
    if max_lines is None and len(lines) > 1 and is_cut_off(lines[-1]):
        del lines[-1]
    return [_comparable_line(line) for line in lines if max_lines is not None or line.strip()]


_HASH_FIELDS = ("prev", "seal")
"""Fields that depend on the spelling of earlier lines."""


def _comparable_line(line: bytes) -> bytes:
    try:
        value = from_json(line) if len(line) <= LINE_LIMIT else None
    except ValueError:
        value = None
    if not isinstance(value, dict):
        return line.strip()
    fields = {name: given for name, given in value.items() if name not in _HASH_FIELDS and given is not None}
    spelled = dumps(fields, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return unicodedata.normalize("NFC", spelled).encode(errors="surrogatepass")


def _is_sound(path: Path) -> bool:
    faults: Iterable[FileFault]
    try:
        try:
            faults = find_faults(load(path))
        except BookNotSession:
            faults = find_book_faults(load_book(path))
    except ReadError:
        return False
    return not any(fault.is_serious for fault in faults)


def _find_copies(group: dict[int, Path]) -> dict[int, SkippedPath]:
    alike: defaultdict[bytes, dict[int, _Beginnings]] = defaultdict(dict)
    for index, path in group.items():
        read = _beginnings(path)
        alike[read.hashes[-1]][index] = read
    copied: dict[int, SkippedPath] = {}
    sound, damaged = dict[int, _Beginnings](), dict[int, _Beginnings]()
    for same in alike.values():
        is_alone = len(alike) == 1 and len(set(map(_content_hash, same.values()))) == 1
        counts = next((index for index, read in same.items() if is_alone or _is_sound(read.path)), None)
        chosen = next(iter(same)) if counts is None else counts
        (damaged if counts is None else sound)[chosen] = same[chosen]
        sentence = text(N_("this is the same file as {path}"), path=quote(same[chosen].path))
        for index in same.keys() - {chosen}:
            copied[index] = SkippedPath(same[index].path, sentence, in_doubt=False)
    copied |= _find_older_or_diverged(sound or damaged)
    for index, read in damaged.items() if sound else ():
        found = _damaged_copy(read, sound.values())
        if found is not None:
            copied[index] = found
    return copied


def _content_hash(read: _Beginnings) -> bytes:
    try:
        with open_file(read.path) as file:
            return hashlib.sha256(file.read()).digest()
    except (OSError, ReadError):
        return b""


def _damaged_copy(read: _Beginnings, sound: Iterable[_Beginnings]) -> SkippedPath | None:
    for other in sound:
        if len(read.hashes) > 1 and read.hashes[-1] in other.hashes:
            return SkippedPath(read.path, text(_OLDER, path=quote(other.path)), in_doubt=False)
        if read.is_copy_of(other):
            sentence = N_(
                "this is a damaged copy of {path}; only that file counts, and prefcount audit says what "
                "is wrong with this copy"
            )
            return SkippedPath(read.path, text(sentence, path=quote(other.path)), in_doubt=True)
    return None


_OLDER = N_("this is an older copy of {path}, which has all these lines and more")


def _find_older_or_diverged(distinct: dict[int, _Beginnings]) -> dict[int, SkippedPath]:
    copied: dict[int, SkippedPath] = {}
    longest: dict[bytes, Path] = {}
    goes_on: defaultdict[bytes, dict[bytes, Path]] = defaultdict(dict)
    for path, hashes, _sure in sorted(distinct.values(), key=lambda read: len(read.hashes)):
        longest |= dict.fromkeys(hashes, path)
        for one, after in pairwise(hashes):
            goes_on[one].setdefault(after, path)
    for index, read in distinct.items():
        newer, other = longest[read.hashes[-1]], _find_divergence(read, goes_on)
        if len(read.hashes) > 1 and newer != read.path:
            copied[index] = SkippedPath(read.path, text(_OLDER, path=quote(newer)), in_doubt=False)
        elif other is not None:
            copied[index] = SkippedPath(read.path, other, in_doubt=True)
    return copied


def _find_divergence(read: _Beginnings, goes_on: dict[bytes, dict[bytes, Path]]) -> Text | None:
    _path_of, hashes, sure = read
    for count, (one, after) in enumerate(pairwise(hashes), 1):
        others = [other for next_one, other in goes_on[one].items() if next_one != after]
        if others and count >= sure:
            sentence = N_(
                "the first {count} lines are the same as in {path}, but then the two files differ; neither "
                "file counts until you take one of them out of the folder"
            )
            return text(sentence, count=count, path=quote(others[0]))
    return None


def _beginnings(path: Path) -> _Beginnings:
    lines = _lines(path)
    so_far, hashes = hashlib.sha256(), list[bytes]()
    sure = same = 0
    for count, line in enumerate(lines, 1):
        so_far.update(line + b"\n")
        hashes.append(so_far.copy().digest()[:16])
        if count > 1 and not _NOTE.search(line):
            same += _UNMISTAKABLE if b'"at"' in line else 1
        if same < _UNMISTAKABLE:
            sure = count + 1
    return _Beginnings(path, tuple(hashes), sure)


BOOK_NAME = "payments.jsonl"
"""Name of the book of payments in a folder of games."""
MAX_SEARCHED_FILES = 1000
"""Maximum number of files that are searched for the names of players."""


def slugify(name: str) -> str:
    """Return a name for use in a file name: at most 20 characters from a-z, 0-9 and -."""
    plain = unicodedata.normalize("NFKD", transliterate(name.casefold()))
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"[^a-z0-9 -]", "", plain)).strip("-")[:20]


def make_path(folder: Path, players: Sequence[str], when: datetime | None, last: str = "") -> Path:
    """Return the path of a new session file, such as 2026-11-26-anna-vera-3fa9c1.jsonl.

    Args:
        when: the time whose date begins the name, or None for no date.
        last: the end of the name, by default random characters such as 3fa9c1.
    """
    date = [] if when is None else [when.date().isoformat()]
    parts = [*date, *filter(None, map(slugify, players)), last or os.urandom(3).hex()]
    return folder / f"{'-'.join(parts)}{ENDING}"


def correct_file_name(path: Path, session: Session) -> Path:
    """Return `path` with the new names of renamed players in its file name."""
    stem = f"-{path.stem}-"
    for step in session.replay.steps:
        if isinstance(step.entry, RenameEntry) and step.counts:
            stem = stem.replace(f"-{slugify(step.entry.player)}-", f"-{slugify(step.entry.to)}-", 1)
    return path.with_stem(stem[1:-1])


class NewGame(NamedTuple):
    """A new game without entries. The first entry creates its file.

    Attributes:
        from_paper: whether the players first enter figures from a paper sheet.
    """

    path: Path
    loaded: LoadedSession
    from_paper: bool = False


def begin_game(folder: Path, header: Header, when: datetime) -> NewGame:
    """Begin a game, and create its `folder`. Raises OSError, or InvalidInput if its game is unknown."""
    make_folder(folder)
    if not folder.is_dir():
        raise WriteError(NO_FOLDER, elsewhere=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return NewGame(make_path(folder, header.players, when), prepare_file(Session(header)))


class SessionFile(NamedTuple):
    """A session file in a folder.

    Attributes:
        touched: the time of its last change in nanoseconds.
    """

    path: Path
    touched: int
    size: int


class ListedSession(NamedTuple):
    """A session file with its content, or the `reason` why it cannot be read."""

    path: Path
    loaded: LoadedSession | None
    reason: Text | str = ""


def list_session_files(folder: Path, others: Iterable[Path] = ()) -> list[SessionFile]:
    """Return the session files of a folder, beginning with the file that was changed last.

    Args:
        others: files in other folders, which are added to the list if they still exist.
    """
    entries: list[os.DirEntry[str] | Path] = []
    with suppress(FileNotFoundError), os.scandir(folder) as inside:
        entries += [entry for entry in inside if entry.name.endswith(ENDING) and entry.name != BOOK_NAME]
    entries += [path for path in others if path.parent != folder.absolute()]
    files = []
    for entry in entries:
        with suppress(OSError):  # the file may be gone by now
            if entry.is_file():
                status = entry.stat()
                files.append(SessionFile(Path(entry), status.st_mtime_ns, status.st_size))
    return sorted(files, key=lambda file: (file.touched, file.path.name), reverse=True)


def read_listed(path: Path) -> ListedSession:
    try:
        return ListedSession(path, load(path))
    except ReadError as error:
        return ListedSession(path, None, error.text)


def find_last_played(folder: Path) -> Session | None:
    """Return the most recently changed session that can be read, or None. Raises OSError."""
    files = list_session_files(folder) if folder.is_dir() else ()
    listed = (read_listed(file.path) for file in files)
    return next((session.loaded.session for session in listed if session.loaded is not None), None)


def find_known_names(folder: Path) -> tuple[str, ...]:
    """Return all names in the newest 1000 games of a folder, newest first. Raises OSError."""
    return merge_spellings(find_known_tables(folder))


def find_known_tables(folder: Path) -> list[tuple[str, ...]]:
    """Return the players of each of the newest 1000 games in a folder, newest first. Raises OSError."""
    return [_players(file.path) for file in list_session_files(folder)[:MAX_SEARCHED_FILES]]


def merge_spellings(tables: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return each name in `tables` once, ignoring case.

    A renamed player's name is a `PlayerSpelling`: a string with the earlier names, which are kept.

    Args:
        tables: the names of the players of each game.
    """
    names: dict[str, str] = {}
    for name in chain.from_iterable(tables):
        known = names.setdefault(fold(name), name)
        if isinstance(name, PlayerSpelling) and known is not name:
            earlier = known.earlier if isinstance(known, PlayerSpelling) else ()
            names[fold(name)] = PlayerSpelling(known, (*earlier, *name.earlier))
    return tuple(names.values())


def _players(path: Path) -> tuple[str, ...]:
    try:
        with open_file(path) as file:
            players = read_header(file.readline(LINE_LIMIT)).players
            rest = file.read()
        if not any(kind in rest for kind in (b'"rename"', b'"join"')):
            return players
        replay = load(path).session.replay
    except (OSError, ReadError):
        return ()
    joined = (step.entry.player for step in replay.steps if isinstance(step.entry, Join) and step.counts)
    return tuple(dict.fromkeys(replay.spellings.respell_names((*players, *joined))))


MAX_SAME_NAMES = 1000
"""Maximum number of deleted games with the same name."""
_BESIDE = re.compile(r"\.(half|(torn|written|new)\d+)")
"""Pattern of the endings of other files of a game, such as `.torn1` in `game.jsonl.torn1`."""
_UP = os.path.join("..", "")  # noqa: PTH118 - the text of a link, which pathlib would change


def delete_game(path: Path) -> Path:
    """Move a game into the folder `trash`, and return its new path.

    Files that this program wrote next to the game, such as `game.jsonl.torn1`, are moved with it. If `path`
    is a link, only the link is moved.
    """
    return _move_game(path, path.parent / TRASH, _UP)


def restore_game(path: Path) -> Path:
    """Move a game from the folder `trash` back to the other games, and return its new path.

    If `path` is a link, only the link is moved.
    """
    return _move_game(path, path.parent.parent, path.parent.name)


def _move_game(path: Path, folder: Path, back: str) -> Path:
    # Relative links keep their targets: the path `back` leads from the new folder to the old one.
    if not os.path.lexists(path):
        raise WriteError(N_("this game no longer exists"))
    lock = WriterLock.take(path) if path.exists() else nullcontext()  # a broken link cannot be locked
    if isinstance(lock, LockRefusal):
        raise WriteError(lock.text)
    with lock:
        try:
            make_folder(folder)
            if not folder.is_dir() or folder.is_symlink():
                raise WriteError(N_("{name} is not a folder; move this file away"), name=quote(folder.name))
            to = _move_to_free_name(path, folder, back)
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


def _move_to_free_name(path: Path, folder: Path, back: str) -> Path:
    stem = path.name.removesuffix(ENDING)
    for number in range(1, MAX_SAME_NAMES):
        to = folder / (path.name if number == 1 else f"{stem}-{number}{ENDING}")
        try:
            _move(path, to, back)
        except FileExistsError:
            continue
        return to
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _move(path: Path, to: Path, back: str) -> None:
    if path.is_symlink():
        _make_link(to, _link_target(path, back))
    elif not link_file(path, to):
        _move_without_links(path, to)
        return
    try:
        sync_folder(to.parent)
        path.unlink()
    except OSError:
        to.unlink(missing_ok=True)
        raise


def _link_target(link: Path, back: str) -> str:
    target = os.readlink(link)  # noqa: PTH115 - pathlib would change it
    if os.path.isabs(target):  # noqa: PTH117
        return target
    if back != _UP and target.startswith(_UP):
        return target.removeprefix(_UP)
    return os.path.join(back, target)  # noqa: PTH118


def _make_link(to: Path, target: str) -> None:
    try:
        os.symlink(target, to)  # noqa: PTH211
    except FileExistsError:
        if not to.is_symlink() or os.readlink(to) != target:  # noqa: PTH115
            raise


def _move_without_links(path: Path, to: Path) -> None:
    # An empty file takes the name first, so that no other file is replaced.
    os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        system.CURRENT.replace(path, to)
    except OSError:
        to.unlink(missing_ok=True)
        raise


MOVES_NAME = "moved.json"
"""Name of the file that says which games continue in another file."""
MOVES_LIMIT = 100_000
MAX_REMEMBERED_MOVES = 100

_unsaved_moves: dict[Path, Path | None] = {}
"""Moves that could not be saved, for example because the disk is full."""


def load_moves(folder: Path) -> Mapping[Path, Path]:
    """Return the new path of each game that continues in another file, by its old path.

    Args:
        folder: the folder with the file `moved.json`, in which `remember_move` saves these paths.
    """
    try:
        moves = read_own_json(folder / MOVES_NAME, MOVES_LIMIT)
    except (OSError, ValueError):
        moves = {}
    moves = moves if isinstance(moves, dict) else {}
    known = {Path(before): Path(after) for before, after in moves.items() if isinstance(after, str)}
    return {before: after for before, after in (known | _unsaved_moves).items() if after is not None}


def remember_move(folder: Path, before: Path, after: Path | None) -> None:
    """Save that a game continues in another file.

    Args:
        folder: the folder with the file `moved.json`, in which this is saved.
        before: the old file of the game.
        after: the new file, or None if the game continues in the old file again.
    """
    _unsaved_moves[before.absolute()] = after.absolute() if after is not None else None
    moves = [*load_moves(folder).items()][-MAX_REMEMBERED_MOVES:]
    with suppress(OSError, ValueError, WriteError):
        make_folder(folder)
        content = json.dumps({str(old): str(new) for old, new in moves})
        replace_file(folder / MOVES_NAME, content.encode(), lasting=False)
        _unsaved_moves.clear()


def find_newest_file(moved: Mapping[Path, Path], path: Path) -> Path | None:
    """Return the newest path of the game that was at `path`, or None if the game never moved.

    Args:
        moved: the new paths by old path, from `load_moves`.
    """
    seen = [path]
    while (after := moved.get(seen[-1])) is not None and after not in seen:
        seen.append(after)
    return seen[-1] if len(seen) > 1 else None
