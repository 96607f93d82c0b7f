"""The folders and settings of this user. Every start of the program reads them, so no models are loaded."""

import os
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from prefcount.base import system
from prefcount.base.i18n import _
from prefcount.base.system import read_own_json

if TYPE_CHECKING:
    from pathlib import Path

    from prefcount.ledger import Coin

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
    """Return the folder for reports.

    This is the folder of `session` if that file is outside the sessions folder. Otherwise it is the
    documents folder of the user.

    Raises:
        NoHomeFolder: if the documents folder is not known.
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
    """Return `sessions_folder()` as a string, without the slow import of pathlib. Raises NoHomeFolder."""
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


NAME = "settings.json"
LIMIT = 10_000
SUITS_ASKED = "asked"


class Settings(NamedTuple):
    """The settings of this user. A setting that was never chosen is "".

    Attributes:
        game: the name of the game that was started last.
        suits: "asked" if the player is asked for the trump suit of each contract.
        coin: the coin to which screens round payments, and its currency, such as "10 EUR".
    """

    theme: str = ""
    game: str = ""
    language: str = ""
    suits: str = ""
    coin: str = ""


def load_settings() -> Settings:
    """Return the saved settings, with defaults for those that are missing or damaged."""
    try:
        kept = read_own_json(os.path.join(sessions_folder_name(), NAME), LIMIT)  # noqa: PTH118 - pathlib loads slowly
    except (OSError, ValueError):
        return Settings()
    if not isinstance(kept, dict):
        return Settings()
    return Settings(**{name: kept[name] for name in Settings._fields if isinstance(kept.get(name), str)})


def saved_coin(currency: str) -> "Coin | None":
    """Return the coin from the settings to which screens round payments in `currency`, or None."""
    from decimal import Decimal

    from prefcount.ledger import Coin, usual_coins

    coins = (Coin(Decimal(amount), currency) for amount in usual_coins(currency))
    saved = load_settings().coin
    return next((coin for coin in coins if saved == f"{coin.amount} {currency}"), None)


def save_settings(**changed: str) -> None:
    """Save the `changed` settings, and leave the others unchanged. A failure to write is ignored."""
    import json

    from prefcount.store.disk import WriteError, make_folder, replace_file

    settings = load_settings()._replace(**changed)
    with suppress(OSError, ValueError, WriteError):
        path = sessions_folder() / NAME
        make_folder(path.parent)
        replace_file(path, json.dumps(settings._asdict()).encode(), lasting=False)
