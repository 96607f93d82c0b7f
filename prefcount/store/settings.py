"""The settings of a user: theme, language, and the game that was started last.

The file can be lost without harm. It is read before anything else, so this module loads no models.
"""

from contextlib import suppress
from os.path import join
from typing import NamedTuple

from prefcount.base.data_folder import sessions_folder, sessions_folder_name
from prefcount.base.system import read_own_json

NAME = "settings.json"
LIMIT = 10_000
SUITS_ASKED = "asked"
"""The value of `Settings.suits` of users who want to be asked for the trump suit."""


class Settings(NamedTuple):
    """The settings of this user.

    Attributes:
        theme: the name of the theme.
        game: the name of the game that was started last.
        language: the code of the language.
        suits: "asked" if the form asks for trump suits.
    """

    theme: str = ""
    game: str = ""
    language: str = ""
    suits: str = ""


def load_settings() -> Settings:
    """Return the saved settings, with defaults for those that are missing or damaged."""
    try:
        kept = read_own_json(join(sessions_folder_name(), NAME), LIMIT)  # noqa: PTH118 - before pathlib is loaded
    except (OSError, ValueError):
        return Settings()
    if not isinstance(kept, dict):
        return Settings()
    return Settings(**{name: kept[name] for name in Settings._fields if isinstance(kept.get(name), str)})


def save_settings(**changed: str) -> None:
    """Save the `changed` settings, and leave the others unchanged. A failure to write is ignored."""
    import json

    from prefcount.store.disk import WriteError, make_folder, replace_file

    settings = load_settings()._replace(**changed)
    with suppress(OSError, ValueError, WriteError):
        path = sessions_folder() / NAME
        make_folder(path.parent)
        replace_file(path, json.dumps(settings._asdict()).encode(), lasting=False)
