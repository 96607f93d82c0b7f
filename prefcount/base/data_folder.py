"""The folder with the sessions, the presets and the settings of this user."""

import os
import sys
from typing import TYPE_CHECKING

from prefcount.base.i18n import _

if TYPE_CHECKING:
    from pathlib import Path

FOLDER_VARIABLE = "PREFCOUNT_SESSIONS"
LINUX = sys.platform == "linux"


class NoHome(OSError):
    """The home folder of this user is not known."""

    def __init__(self) -> None:
        super().__init__(_("your home folder is not known; set HOME, or PREFCOUNT_SESSIONS to a folder"))


def sessions_folder() -> "Path":
    """The folder of this user's sessions; PREFCOUNT_SESSIONS names another. Raises NoHome."""
    from pathlib import Path

    return Path(folder_name())


def folder_name() -> str:
    """The same as a name: the language of help is looked up there, which should wait for nothing.

    Raises:
        NoHome: if it would be in a home folder that is not known; in the current folder it never is.
    """
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return named
    data = _data_folder()
    if data.startswith("~"):
        raise NoHome
    return os.path.join(data, "prefcount", "sessions")  # noqa: PTH118


def _data_folder() -> str:
    """Where programs keep what belongs to a user, as platformdirs has it; for Linux that takes no library."""
    if LINUX:
        return os.environ.get("XDG_DATA_HOME", "").strip() or os.path.expanduser("~/.local/share")  # noqa: PTH111
    from platformdirs import user_data_dir

    return user_data_dir(appauthor=False)
