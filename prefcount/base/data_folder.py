"""The folders of this user: for sessions with presets and settings, for exported files, and home."""

import os
from typing import TYPE_CHECKING

from prefcount.base import system
from prefcount.base.i18n import _

if TYPE_CHECKING:
    from pathlib import Path

FOLDER_VARIABLE = "PREFCOUNT_SESSIONS"


class NoHomeFolder(OSError):
    """Raised when the home folder of this user is not known."""

    def __init__(self) -> None:
        super().__init__(_("your home folder is not known; set HOME, or PREFCOUNT_SESSIONS to a folder"))


def sessions_folder() -> "Path":
    """Return the folder of this user's sessions, which PREFCOUNT_SESSIONS can set. Raises NoHomeFolder."""
    from pathlib import Path

    return Path(sessions_folder_name())


def export_folder(session: "Path | None" = None) -> "Path":
    """Return the folder for reports about a session.

    This is the documents folder. For a session file outside the sessions folder, it is the folder of that
    file.

    Raises:
        NoHomeFolder: if the documents folder is needed and the home folder is not known.
    """
    from pathlib import Path

    if session is not None and not _among_games(session):
        return session.parent
    documents = system.CURRENT.documents_folder()
    if documents.startswith("~"):
        raise NoHomeFolder
    return Path(documents)


def _among_games(session: "Path") -> bool:
    try:
        return os.path.samefile(session.parent, sessions_folder())  # noqa: PTH121
    except (OSError, ValueError):
        return False


def sessions_folder_name() -> str:
    """Return the path of the sessions folder as a string, without loading pathlib.

    The path is absolute unless PREFCOUNT_SESSIONS is relative.

    Raises:
        NoHomeFolder: if the home folder is needed and not known.
    """
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return named
    data = system.CURRENT.data_folder()
    if data.startswith("~"):
        raise NoHomeFolder
    return os.path.join(data, "prefcount", "sessions")  # noqa: PTH118


def expand_path(typed: str) -> "Path":
    """Return the path that a user typed, without blanks around it and with ~ expanded."""
    from pathlib import Path

    path = Path(typed.strip())
    try:
        return path.expanduser()
    except RuntimeError:  # the user does not exist
        return path


def home_folder() -> "Path":
    """Return the home folder of this user, or the current folder if the home folder is not known."""
    from pathlib import Path

    try:
        return Path.home()
    except RuntimeError:
        return Path()
