"""What the program remembers from one start to the next: theme, language, and which game was begun last.

Losing it costs nothing. It is read before anything else is, so it needs none of the models.
"""

from os.path import join
from typing import NamedTuple

from prefcount.folder import folder_name, sessions_folder

NAME = "settings.json"
LIMIT = 10_000


class Settings(NamedTuple):
    """The settings of this user; what is unknown or damaged is as if it were not there."""

    theme: str = ""
    game: str = ""
    language: str = ""


def load_settings() -> Settings:
    """The settings as they were kept last, or the defaults."""
    try:
        with open(join(folder_name(), NAME), "rb") as file:  # noqa: PTH118, PTH123 - before pathlib is loaded
            written = file.read(LIMIT)
    except OSError:
        return Settings()
    import json

    try:
        kept = json.loads(written)
    except (ValueError, RecursionError):
        return Settings()
    if not isinstance(kept, dict):
        return Settings()
    return Settings(**{name: kept[name] for name in Settings._fields if isinstance(kept.get(name), str)})


def remember(**changed: str) -> None:
    """Keep some settings; the others stay as they are."""
    save_settings(load_settings()._replace(**changed))


def save_settings(settings: Settings) -> None:
    """Keep the settings; a folder that cannot be written is no reason to stop."""
    import json

    path = sessions_folder() / NAME
    fresh = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(settings._asdict()), encoding="utf-8")
        fresh.replace(path)
    except OSError:
        return
