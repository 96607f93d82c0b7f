"""The supported card games, each imported when it is first requested.

Each game is a package. For example, `prefa/game.py` defines `Prefa`, a subclass of `Game` in `game.py`.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput, unknown_code

if TYPE_CHECKING:
    from prefcount.games.game import Game

TITLES = {
    "preferans": N_("Preferans"),
    "balkan": N_("Balkan Preferans"),
    "prefa": N_("Greek Prefa"),
    "priffe": N_("Swedish Priffe"),
}
"""The title of each game, marked for translation. Lists show the games in this order."""

GAMES = (N_("preferans"), N_("balkan"), N_("prefa"), N_("priffe"))
"""The names of the games in files and on the command line, marked for translation."""


@cache
def get_game(name: str) -> "Game[Any]":
    """Return the game called `name`, or raise InvalidInput with the nearest name."""
    if name not in TITLES:
        raise InvalidInput([unknown_code("game", name, GAMES)])
    game: Game[Any] = getattr(import_module(f"prefcount.games.{name}.game"), name.capitalize())()
    return game
