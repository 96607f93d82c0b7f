"""The games of the family, each loaded when first asked for.

A game is the package of its name: `prefa/game.py` has its class `Prefa`, a `Game` of `game.py`.
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
"""Names that people use for the games, known before any game is loaded. Lists begin with the first one."""

GAMES = (N_("preferans"), N_("balkan"), N_("prefa"), N_("priffe"))
"""Names that files and the command line use, marked for translation."""


@cache
def get_game(name: str) -> "Game[Any]":
    """Return the game called `name`, or raise InvalidInput with the nearest known name."""
    if name not in TITLES:
        raise InvalidInput([unknown_code("game", name, GAMES)])
    game: Game[Any] = getattr(import_module(f"prefcount.games.{name}.game"), name.capitalize())()
    return game
