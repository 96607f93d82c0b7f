"""Where sessions live when nobody names a file, and what the start screen tells about each."""

import os
import re
import secrets
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from prefcount.entries.header import Header
from prefcount.session.journal import Journal
from prefcount.session.reader import Loaded, Unreadable, load

FOLDER_VARIABLE = "PREFCOUNT_SESSIONS"
_LATIN = {
    **dict(zip("абвгдеёзийклмнопрстуфыэ", "abvgdeeziiklmnoprstufye", strict=True)),
    **{"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "iu", "я": "ia"},
}


def sessions_folder() -> Path:
    """The folder of this user's sessions; PREFCOUNT_SESSIONS names another."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("prefcount", appauthor=False) / "sessions"


def slug(name: str) -> str:
    """A name as part of a file name: only a-z, 0-9 and -, so that it cannot leave its folder."""
    latin = "".join(_LATIN.get(letter, letter) for letter in name.casefold())
    plain = unicodedata.normalize("NFKD", latin)
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"[^a-z0-9 -]", "", plain)).strip("-")[:20]


def new_path(folder: Path, players: Sequence[str], when: datetime) -> Path:
    """A fresh file name: the date, the players, and a short random part."""
    parts = [when.date().isoformat(), *filter(None, map(slug, players)), secrets.token_hex(3)]
    return folder / f"{'-'.join(parts)}.jsonl"


def create(folder: Path, header: Header, when: datetime) -> Journal:
    """Begin a session in `folder`, which is made if it is not there. Raises NotWritten or OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    return Journal.create(new_path(folder, header.players, when), header)


class Saved(NamedTuple):
    """A session file in the folder; `loaded` is None where it cannot be read, and `why` says so."""

    path: Path
    loaded: Loaded | None
    why: str = ""


def saved(folder: Path) -> Iterator[Saved]:
    """The sessions of a folder, the last one touched first."""
    if not folder.is_dir():
        return
    files = [path for path in folder.iterdir() if path.suffix == ".jsonl" and path.is_file()]
    for path in sorted(files, key=lambda path: (path.stat().st_mtime, path.name), reverse=True):
        try:
            yield Saved(path, load(path))
        except Unreadable as error:
            yield Saved(path, None, str(error))
