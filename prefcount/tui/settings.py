"""What the program remembers from one start to the next: the theme, and which game was begun last.

Losing it costs nothing.
"""

from pathlib import Path

from pydantic import BaseModel, ValidationError

from prefcount.session.store import sessions_folder

LIMIT = 10_000


class Settings(BaseModel):
    """The settings of this user; what is unknown or damaged is as if it were not there."""

    theme: str = ""
    game: str = ""


def _path() -> Path:
    return sessions_folder() / "settings.json"


def load_settings() -> Settings:
    """The settings as they were kept last, or the defaults."""
    try:
        with _path().open("rb") as file:
            return Settings.model_validate_json(file.read(LIMIT))
    except (OSError, ValidationError):
        return Settings()


def remember(**changed: str) -> None:
    """Keep some settings; the others stay as they are."""
    save_settings(load_settings().model_copy(update=changed))


def save_settings(settings: Settings) -> None:
    """Keep the settings; a folder that cannot be written is no reason to stop."""
    path = _path()
    fresh = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(settings.model_dump_json(), encoding="utf-8")
        fresh.replace(path)
    except OSError:
        return
