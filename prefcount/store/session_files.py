"""Finding the session files in folders, each once, and those that are copies of others.

Programs that synchronise folders, and people who keep copies, leave them beside the original. A file grows by
lines that are added at its end; so an older copy is a beginning of the newer one, and two copies into which
different things were written have a beginning in common.

Lines are compared by what they say: blanks, line ends, escapes and the order of fields make no difference. A
file with an entry that cannot count never takes the place of a sound one.
"""

import hashlib
import os
import re
import stat
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from json import dumps
from pathlib import Path
from typing import NamedTuple

from pydantic_core import from_json

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import quote
from prefcount.base.system import os_error_text
from prefcount.store.lines import LINE_LIMIT, BookNotSession, is_cut_off
from prefcount.store.loaded_file import FileFault, book_faults, figure_faults
from prefcount.store.open_file import ReadError, opened
from prefcount.store.reader import load, load_book

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


class Copied(NamedTuple):
    """A file that does not count because of another one; in doubt if only the owner knows which is right."""

    path: Path
    why: Text
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


def each_once(listed: Iterable[Path | UnreadablePath]) -> list[Path | UnreadablePath | Copied]:
    """Files in their order, those among them that are copies with the reason why they do not count."""
    files = list(listed)
    alike: defaultdict[tuple[bytes, bytes], dict[int, Path]] = defaultdict(dict)
    for at, path in enumerate(files):
        if isinstance(path, Path):
            header, *first_entry = _lines(path, 2)
            if header:
                alike[header, b"".join(first_entry)][at] = path
    copied: dict[int, Copied] = {}
    for group in alike.values():
        if len(group) > 1:
            copied |= _copied(group)
    return [copied.get(at, path) for at, path in enumerate(files)]


def _lines(path: Path, most: int | None = None) -> list[bytes]:
    """The first lines of a file, or all whole ones, without their ends; an empty one if it cannot be read."""
    try:
        with opened(path) as file:
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
            faults = figure_faults(load(path))
        except BookNotSession:
            faults = book_faults(load_book(path))
    except ReadError:
        return False
    return not any(fault.serious for fault in faults)


def _copied(group: dict[int, Path]) -> dict[int, Copied]:
    """Those of some files with the same first entry that are copies, by their places."""
    alike: defaultdict[bytes, dict[int, _Beginnings]] = defaultdict(dict)
    for at, path in group.items():
        read = _beginnings(path)
        alike[read.hashes[-1]][at] = read
    copied: dict[int, Copied] = {}
    sound, damaged = dict[int, _Beginnings](), dict[int, _Beginnings]()
    for same in alike.values():
        is_alone = len(alike) == 1 and len(set(map(_content, same.values()))) == 1
        counts = next((at for at, read in same.items() if is_alone or _is_sound(read.path)), None)
        chosen = next(iter(same)) if counts is None else counts
        (damaged if counts is None else sound)[chosen] = same[chosen]
        sentence = text(N_("the same file as {path}"), path=quote(same[chosen].path))
        for at in same.keys() - {chosen}:
            copied[at] = Copied(same[at].path, sentence, in_doubt=False)
    copied |= _older_or_parted(sound or damaged)
    for at, read in damaged.items() if sound else ():
        found = _damaged_copy(read, sound.values())
        if found is not None:
            copied[at] = found
    return copied


def _content(read: _Beginnings) -> bytes:
    """Return the hash of a file as it stands; of one that cannot be read that of nothing."""
    try:
        with opened(read.path) as file:
            return hashlib.sha256(file.read()).digest()
    except (OSError, ReadError):
        return b""


def _damaged_copy(read: _Beginnings, sound: Iterable[_Beginnings]) -> Copied | None:
    """Return a damaged file as the copy of a sound one, if it is one."""
    for other in sound:
        if len(read.hashes) > 1 and read.hashes[-1] in other.hashes:
            return Copied(read.path, text(_OLDER, path=quote(other.path)), in_doubt=False)
        if read.is_copy_of(other):
            sentence = N_(
                "a damaged copy of {path}, which counts; prefcount audit says what is wrong with it"
            )
            return Copied(read.path, text(sentence, path=quote(other.path)), in_doubt=True)
    return None


_OLDER = N_("an older copy of {path}, which has all its lines and more")


def _older_or_parted(distinct: dict[int, _Beginnings]) -> dict[int, Copied]:
    """Those of some files, no two of them alike, that are older copies, or have gone on differently."""
    copied: dict[int, Copied] = {}
    longest: dict[bytes, Path] = {}
    goes_on: defaultdict[bytes, dict[bytes, Path]] = defaultdict(dict)
    for path, hashes, _sure in sorted(distinct.values(), key=lambda read: len(read.hashes)):
        longest |= dict.fromkeys(hashes, path)
        for one, after in pairwise(hashes):
            goes_on[one].setdefault(after, path)
    for at, read in distinct.items():
        newer, other = longest[read.hashes[-1]], _parted(read, goes_on)
        if len(read.hashes) > 1 and newer != read.path:
            copied[at] = Copied(read.path, text(_OLDER, path=quote(newer)), in_doubt=False)
        elif other is not None:
            copied[at] = Copied(read.path, other, in_doubt=True)
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
