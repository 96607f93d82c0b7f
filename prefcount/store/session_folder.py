"""The folder of the saved games: finding files, leaving copies out, new names and the trash."""

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
from itertools import pairwise
from json import dumps
from pathlib import Path
from typing import NamedTuple

from pydantic_core import from_json

from prefcount.base import system
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import quote
from prefcount.base.system import os_error_text, read_own_json
from prefcount.entries.models import Header, Join
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
"""The folder beside the games in which the deleted ones lie; it is looked into only if it is named."""


class UnreadablePath(NamedTuple):
    """A place that may hold sessions and cannot be looked into, and why."""

    path: Path
    reason: Text


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


def _path(listed: Path | UnreadablePath) -> Path:
    return listed.path if isinstance(listed, UnreadablePath) else listed


def _below(top: Path, seen: set[object]) -> Iterator[Path | UnreadablePath]:
    """What is in a folder and in those below it, in any order; links wait until real folders are known."""
    folders, links = [str(top)], list[str]()
    while folders or links:
        folder = folders.pop() if folders else heappop(links)
        try:
            status = os.stat(folder)  # noqa: PTH116 - of very many folders, as strings
            identity = (status.st_dev, status.st_ino) if status.st_ino else os.path.realpath(folder)
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
                        path = Path(entry.path)
                        broken = entry.is_symlink() and not path.exists()
                        yield UnreadablePath(path, text(N_("the link no longer works"))) if broken else path
        except OSError as error:
            yield _unseen(Path(folder), error)


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a folder or a link to one; what cannot be asked is looked into to hear why not."""
    try:
        return entry.is_dir()
    except OSError:
        return True


_NOTE = re.compile(rb'"kind"\s*:\s*"note"')
_UNMISTAKABLE = 2
"""So much has to be the same in two files that one is a copy: an entry with its time, or two without."""


class ExcludedCopy(NamedTuple):
    """A file that does not count because of another one; in doubt if only the owner knows which is right."""

    path: Path
    reason: Text
    in_doubt: bool


class _Beginnings(NamedTuple):
    """A file by the hashes of its beginnings: of its first line, of two, and so on to the whole of it.

    Another file begins with `sure` of its lines only if it is a copy.
    """

    path: Path
    hashes: tuple[bytes, ...]
    sure: int

    def is_copy_of(self, other: "_Beginnings") -> bool:
        """Return whether the two files have so much in common that one is a copy of the other."""
        if len(self.hashes) >= self.sure and self.hashes[self.sure - 1] in other.hashes:
            return True
        return len(other.hashes) > 1 and other.hashes[-1] in self.hashes


def mark_copies(listed: Iterable[Path | UnreadablePath]) -> list[Path | UnreadablePath | ExcludedCopy]:
    """Files in their order, those among them that are copies with the reason why they do not count."""
    files = list(listed)
    alike: defaultdict[tuple[bytes, bytes], dict[int, Path]] = defaultdict(dict)
    for at, path in enumerate(files):
        if isinstance(path, Path):
            header, *first_entry = _lines(path, 2)
            if header:
                alike[header, b"".join(first_entry)][at] = path
    copied: dict[int, ExcludedCopy] = {}
    for group in alike.values():
        if len(group) > 1:
            copied |= _copied(group)
    return [copied.get(at, path) for at, path in enumerate(files)]


def _lines(path: Path, most: int | None = None) -> list[bytes]:
    """The first lines of a file, or all whole ones, without their ends; an empty one if it cannot be read."""
    try:
        with open_file(path) as file:
            lines = file.readlines() if most is None else [file.readline(LINE_LIMIT) for _line in range(most)]
    except (OSError, ReadError):
        return [b""]
    if most is None and len(lines) > 1 and is_cut_off(lines[-1]):
        del lines[-1]
    return [_meaning(line) for line in lines if most is not None or line.strip()]


_OF_THE_BYTES = ("prev", "seal")
"""Fields that depend on how the lines before are spelled."""


def _meaning(line: bytes) -> bytes:
    """Return a line as it is compared; one that is not JSON is compared as it stands."""
    try:
        value = from_json(line) if len(line) <= LINE_LIMIT else None
    except ValueError:
        value = None
    if not isinstance(value, dict):
        return line.strip()
    fields = {name: given for name, given in value.items() if name not in _OF_THE_BYTES and given is not None}
    spelled = dumps(fields, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return unicodedata.normalize("NFC", spelled).encode(errors="surrogatepass")


def _is_sound(path: Path) -> bool:
    """Return whether every entry of a session or book can count."""
    faults: Iterable[FileFault]
    try:
        try:
            faults = find_faults(load(path))
        except BookNotSession:
            faults = find_book_faults(load_book(path))
    except ReadError:
        return False
    return not any(fault.is_serious for fault in faults)


def _copied(group: dict[int, Path]) -> dict[int, ExcludedCopy]:
    """Those of some files with the same first entry that are copies, by their places."""
    alike: defaultdict[bytes, dict[int, _Beginnings]] = defaultdict(dict)
    for at, path in group.items():
        read = _beginnings(path)
        alike[read.hashes[-1]][at] = read
    copied: dict[int, ExcludedCopy] = {}
    sound, damaged = dict[int, _Beginnings](), dict[int, _Beginnings]()
    for same in alike.values():
        is_alone = len(alike) == 1 and len(set(map(_content, same.values()))) == 1
        counts = next((at for at, read in same.items() if is_alone or _is_sound(read.path)), None)
        chosen = next(iter(same)) if counts is None else counts
        (damaged if counts is None else sound)[chosen] = same[chosen]
        sentence = text(N_("the same file as {path}"), path=quote(same[chosen].path))
        for at in same.keys() - {chosen}:
            copied[at] = ExcludedCopy(same[at].path, sentence, in_doubt=False)
    copied |= _older_or_parted(sound or damaged)
    for at, read in damaged.items() if sound else ():
        found = _damaged_copy(read, sound.values())
        if found is not None:
            copied[at] = found
    return copied


def _content(read: _Beginnings) -> bytes:
    """Return the hash of a file as it stands; of one that cannot be read that of nothing."""
    try:
        with open_file(read.path) as file:
            return hashlib.sha256(file.read()).digest()
    except (OSError, ReadError):
        return b""


def _damaged_copy(read: _Beginnings, sound: Iterable[_Beginnings]) -> ExcludedCopy | None:
    """Return a damaged file as the copy of a sound one, if it is one."""
    for other in sound:
        if len(read.hashes) > 1 and read.hashes[-1] in other.hashes:
            return ExcludedCopy(read.path, text(_OLDER, path=quote(other.path)), in_doubt=False)
        if read.is_copy_of(other):
            sentence = N_(
                "a damaged copy of {path}, which counts; prefcount audit says what is wrong with it"
            )
            return ExcludedCopy(read.path, text(sentence, path=quote(other.path)), in_doubt=True)
    return None


_OLDER = N_("an older copy of {path}, which has all its lines and more")


def _older_or_parted(distinct: dict[int, _Beginnings]) -> dict[int, ExcludedCopy]:
    """Those of some files, no two of them alike, that are older copies, or have gone on differently."""
    copied: dict[int, ExcludedCopy] = {}
    longest: dict[bytes, Path] = {}
    goes_on: defaultdict[bytes, dict[bytes, Path]] = defaultdict(dict)
    for path, hashes, _sure in sorted(distinct.values(), key=lambda read: len(read.hashes)):
        longest |= dict.fromkeys(hashes, path)
        for one, after in pairwise(hashes):
            goes_on[one].setdefault(after, path)
    for at, read in distinct.items():
        newer, other = longest[read.hashes[-1]], _parted(read, goes_on)
        if len(read.hashes) > 1 and newer != read.path:
            copied[at] = ExcludedCopy(read.path, text(_OLDER, path=quote(newer)), in_doubt=False)
        elif other is not None:
            copied[at] = ExcludedCopy(read.path, other, in_doubt=True)
    return copied


def _parted(read: _Beginnings, goes_on: dict[bytes, dict[bytes, Path]]) -> Text | None:
    """Why a file and another one that goes on otherwise cannot both count, if there is such a one."""
    _path, hashes, sure = read
    for count, (one, after) in enumerate(pairwise(hashes), 1):
        others = [other for next_one, other in goes_on[one].items() if next_one != after]
        if others and count >= sure:
            sentence = N_(
                "its first {count} lines are those of {path}, which then goes on otherwise; neither counts "
                "until one of them is taken out of the folder"
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
"""The book of payments among the games of a folder."""
MAX_SEARCHED_FILES = 1000
"""How many files are searched for the names of players."""


def slugify(name: str) -> str:
    """A name as part of a file name: only a-z, 0-9 and -, so that it cannot leave its folder."""
    plain = unicodedata.normalize("NFKD", transliterate(name.casefold()))
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"[^a-z0-9 -]", "", plain)).strip("-")[:20]


def make_path(folder: Path, players: Sequence[str], when: datetime | None, last: str = "") -> Path:
    """A file name: the date if there is one, the players, and a last part, by default a short random one."""
    date = [] if when is None else [when.date().isoformat()]
    parts = [*date, *filter(None, map(slugify, players)), last or os.urandom(3).hex()]
    return folder / f"{'-'.join(parts)}{ENDING}"


class NewGame(NamedTuple):
    """A game that is begun; `path` is where its first entry will make the file.

    With `from_paper` an old sheet, or only a result, is what it begins with.
    """

    path: Path
    loaded: LoadedSession
    from_paper: bool = False


def begin_game(folder: Path, header: Header, when: datetime) -> NewGame:
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
    return NewGame(make_path(folder, header.players, when), prepare_file(Session(header)))


class SessionFile(NamedTuple):
    """A session file as its folder lists it, not read yet; touched last in so many nanoseconds."""

    path: Path
    touched: int
    size: int


class ListedSession(NamedTuple):
    """A session file in the folder; `loaded` is None where it cannot be read, and `reason` says so."""

    path: Path
    loaded: LoadedSession | None
    reason: Text | str = ""


def list_session_files(folder: Path, others: Iterable[Path] = ()) -> list[SessionFile]:
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


def read_listed(path: Path) -> ListedSession:
    """A session file read, or why it cannot be."""
    try:
        return ListedSession(path, load(path))
    except ReadError as error:
        return ListedSession(path, None, error.text)


def find_last_played(folder: Path) -> Session | None:
    """The session that was touched last, of those that can be read. Raises OSError."""
    files = list_session_files(folder) if folder.is_dir() else ()
    listed = (read_listed(file.path) for file in files)
    return next((session.loaded.session for session in listed if session.loaded is not None), None)


def find_known_names(folder: Path) -> tuple[str, ...]:
    """The names of all players of the games in this folder, those of the last one first. Raises OSError.

    A name that was spelled otherwise in any of them is a `PlayerSpelling`.
    """
    names: dict[str, str] = {}
    for file in list_session_files(folder)[:MAX_SEARCHED_FILES]:
        for name in _players(file.path):
            known = names.setdefault(fold(name), name)
            if isinstance(name, PlayerSpelling) and known is not name:
                earlier = known.earlier if isinstance(known, PlayerSpelling) else ()
                names[fold(name)] = PlayerSpelling(known, (*earlier, *name.earlier))
    return tuple(names.values())


def _players(path: Path) -> tuple[str, ...]:
    """Everybody who played in the game of a file, as they are spelled now; nobody if it has no header."""
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


def restore_game(path: Path) -> Path:
    """Move a game out of the folder `trash`, beside the others; see `delete_game`."""
    return _moved(path, path.parent.parent, path.parent.name)


def _moved(path: Path, folder: Path, back: str) -> Path:
    """Move a file that nobody writes into a folder, from which `back` leads to where it was."""
    if not os.path.lexists(path):
        raise WriteError(text(N_("this game no longer exists")))
    lock = WriterLock.take(path) if path.exists() else nullcontext()  # a link that leads nowhere has none
    if isinstance(lock, LockRefusal):
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
    for number in range(1, MAX_SAME_NAMES):
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
    elif not link_file(path, to):
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
        system.CURRENT.replace(path, to)
    except OSError:
        to.unlink(missing_ok=True)
        raise


MOVES_NAME = "moved.json"
"""Says which games went on in another file, for the list of games to know both; losing it changes no game."""
MOVES_LIMIT = 100_000
MAX_REMEMBERED_MOVES = 100
"""So many games are remembered, the ones that moved last."""

_unkept: dict[Path, Path | None] = {}
"""What the folder does not know yet, because a full disk did not take it."""


def load_moves(folder: Path) -> Mapping[Path, Path]:
    """The files of games that went on elsewhere, with the files in which they did."""
    try:
        moves = read_own_json(folder / MOVES_NAME, MOVES_LIMIT)
    except (OSError, ValueError):
        moves = {}
    moves = moves if isinstance(moves, dict) else {}
    known = {Path(before): Path(after) for before, after in moves.items() if isinstance(after, str)}
    return {before: after for before, after in (known | _unkept).items() if after is not None}


def remember_move(folder: Path, before: Path, after: Path | None) -> None:
    """Remember that a game went on in another file, or with None that it goes on where it was."""
    _unkept[before.absolute()] = after.absolute() if after is not None else None
    moves = [*load_moves(folder).items()][-MAX_REMEMBERED_MOVES:]
    with suppress(OSError, ValueError, WriteError):
        make_folder(folder)
        content = json.dumps({str(old): str(new) for old, new in moves})
        replace_file(folder / MOVES_NAME, content.encode(), lasting=False)
        _unkept.clear()


def find_newest_file(moved: Mapping[Path, Path], path: Path) -> Path | None:
    """The file in which a game goes on in the end, or None if it never moved."""
    seen = [path]
    while (after := moved.get(seen[-1])) is not None and after not in seen:
        seen.append(after)
    return seen[-1] if len(seen) > 1 else None
