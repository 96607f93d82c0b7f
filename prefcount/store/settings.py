"""The settings of a user: theme, language, and the game that was started last.

The file can be lost without harm. It is read before anything else, so this module loads no models.
"""

from contextlib import suppress
from os.path import join
from typing import TYPE_CHECKING, NamedTuple

from prefcount.base.data_folder import sessions_folder, sessions_folder_name
from prefcount.base.system import read_own_json

if TYPE_CHECKING:
    from prefcount.ledger import Coin

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
        coin: the coin to which screens round payments, and its currency, such as "10 EUR", or "".
    """

    theme: str = ""
    game: str = ""
    language: str = ""
    suits: str = ""
    coin: str = ""


def load_settings() -> Settings:
    """Return the saved settings, with defaults for those that are missing or damaged."""
    try:
        kept = read_own_json(join(sessions_folder_name(), NAME), LIMIT)  # noqa: PTH118 - before pathlib is loaded
    except (OSError, ValueError):
        return Settings()
    if not isinstance(kept, dict):
        return Settings()
    return Settings(**{name: kept[name] for name in Settings._fields if isinstance(kept.get(name), str)})


def saved_coin(currency: str) -> "Coin | None":
    """Return the coin to which screens round payments in `currency`, or None for exact payments."""
    from decimal import Decimal

    from prefcount.ledger import USUAL_COINS, Coin

    coins = (Coin(Decimal(amount), currency) for amount in USUAL_COINS)
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
