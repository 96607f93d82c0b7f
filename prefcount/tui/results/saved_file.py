"""Files saved from a screen: texts, pages, pictures and tables."""

from contextlib import suppress
from pathlib import Path

from prefcount.base.i18n import N_, text
from prefcount.base.system import os_error_text
from prefcount.store.disk import SHARED, WriteError, make_file, make_folder
from prefcount.store.settings import export_folder

MAX_NUMBER = 1000


def save_file(session: Path, ending: str, content: bytes) -> Path:
    """Save a file made from a session file, and return its path. Raises WriteError.

    The file has the name of the session with another ending, such as "-settlement.txt", and a number if
    that name is taken.
    """
    more, dot, kind = ending.rpartition(".")
    try:
        folder = export_folder(session)
        if folder != session.parent:
            make_folder(folder)
        for number in range(1, MAX_NUMBER):
            path = folder / f"{session.stem}{more}{f'-{number}' if number > 1 else ''}{dot}{kind}"
            with suppress(FileExistsError):
                make_file(path, content, SHARED)
                return path.absolute()
    except (OSError, ValueError) as error:
        raise WriteError(text(N_("not saved: {reason}"), reason=os_error_text(error))) from None
    raise WriteError(text(N_("there are already a thousand such files; move some elsewhere")))
