"""The folder with the sessions, the presets and the settings of this user."""

import os
from typing import TYPE_CHECKING

from prefcount.base import system
from prefcount.base.i18n import _

if TYPE_CHECKING:
    from pathlib import Path

FOLDER_VARIABLE = "PREFCOUNT_SESSIONS"


class NoHomeFolder(OSError):
    """The home folder of this user is not known."""

    def __init__(self) -> None:
        super().__init__(_("your home folder is not known; set HOME, or PREFCOUNT_SESSIONS to a folder"))


def sessions_folder() -> "Path":
    """The folder of this user's sessions; PREFCOUNT_SESSIONS names another. Raises NoHome."""
    from pathlib import Path

    return Path(sessions_folder_name())


def export_folder(session: "Path | None" = None) -> "Path":
    """Where pages and texts made of a session are saved: where people look for what they have written.

    What is made of one that does not lie among the games is put beside its file. Raises NoHome.
    """
    from pathlib import Path

    if session is not None and not _among_games(session):
        return session.parent
    documents = system.CURRENT.documents_folder()
    if documents.startswith("~"):
        raise NoHomeFolder
    return Path(documents)


def _among_games(session: "Path") -> bool:
    """Whether a session lies in the folder of the games."""
    try:
        return os.path.samefile(session.parent, sessions_folder())  # noqa: PTH121
    except (OSError, ValueError):
        return False


def sessions_folder_name() -> str:
    """The same as a name: the language of help is looked up there, which should wait for nothing.

    It is never in the current folder. Raises NoHome.
    """
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return named
    data = system.CURRENT.data_folder()
    if data.startswith("~"):
        raise NoHomeFolder
    return os.path.join(data, "prefcount", "sessions")  # noqa: PTH118


def expand_path(typed: str) -> "Path":
    """A typed path: blanks around it do not count, and ~ is the home folder."""
    from pathlib import Path

    path = Path(typed.strip())
    try:
        return path.expanduser()
    except RuntimeError:  # there is no such user
        return path


def home_folder() -> "Path":
    """The home folder of this user, or the current folder if it is not known."""
    from pathlib import Path

    try:
        return Path.home()
    except RuntimeError:
        return Path()
