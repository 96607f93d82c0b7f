"""Where the sessions, the presets and the settings of this user lie."""

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FOLDER_VARIABLE = "PREFCOUNT_SESSIONS"
LINUX = sys.platform == "linux"


def sessions_folder() -> "Path":
    """The folder of this user's sessions; PREFCOUNT_SESSIONS names another."""
    from pathlib import Path

    return Path(folder_name())


def folder_name() -> str:
    """The same as a name: the language of help is looked up there, which should wait for nothing."""
    return os.environ.get(FOLDER_VARIABLE) or os.path.join(_data_folder(), "prefcount", "sessions")  # noqa: PTH118


def _data_folder() -> str:
    """Where programs keep what belongs to a user, as platformdirs has it; for Linux that takes no library."""
    if LINUX:
        return os.environ.get("XDG_DATA_HOME", "").strip() or os.path.expanduser("~/.local/share")  # noqa: PTH111
    from platformdirs import user_data_dir

    return user_data_dir(appauthor=False)
