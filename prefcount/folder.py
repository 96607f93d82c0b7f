"""Where the sessions, the presets and the settings of this user lie."""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FOLDER_VARIABLE = "PREFCOUNT_SESSIONS"


def sessions_folder() -> "Path":
    """The folder of this user's sessions; PREFCOUNT_SESSIONS names another."""
    from pathlib import Path

    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("prefcount", appauthor=False) / "sessions"
