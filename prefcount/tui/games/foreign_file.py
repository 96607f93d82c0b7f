"""A file that is named on the start screen: a session, or games of another program, which become some."""

from pathlib import Path
from typing import NamedTuple

from prefcount.base.data_folder import sessions_folder
from prefcount.base.i18n import ngettext
from prefcount.base.problems import quote
from prefcount.importing.as_session import FileImport, import_file
from prefcount.store.disk import write_error
from prefcount.store.open_file import ReadError
from prefcount.store.reader import load

MOST_NOTES = 3
"""So much is said of a file that was imported; its sessions have all of it, as notes."""


class Found(NamedTuple):
    """The session, or the first of several, or None; what is said; whether to open it at once."""

    path: Path | None
    said: str
    opens: bool = False


def opened_or_imported(path: Path) -> Found:
    """The session that a file is, or those that become of it in the folder of the games."""
    try:
        load(path)
    except ReadError:
        pass
    else:
        return Found(path, "", opens=True)
    try:
        file_import = import_file(path, sessions_folder())
    except (ReadError, OSError) as error:
        why = write_error(error) if isinstance(error, OSError) else error
        return Found(None, f"{quote(path.name)}: {why}")
    single = len(file_import.written) == 1 and not file_import.notes
    return Found(next(iter(file_import.written), None), f"{quote(path.name)}: {_became(file_import)}", single)


def _became(file_import: FileImport) -> str:
    """How many games a file of another program had, and the first things that are to be said of it."""
    games, left = len(file_import.written), len(file_import.notes) - MOST_NOTES
    imported = ngettext("{n} game is imported", "{n} games are imported", games).format(n=games)
    more = ngettext("{n} more note", "{n} more notes", left).format(n=left)
    return "; ".join(
        [imported] * bool(games) + [*map(str, file_import.notes[:MOST_NOTES])] + [more] * (left > 0)
    )
