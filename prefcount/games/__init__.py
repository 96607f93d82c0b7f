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
"""What people call the games, known before any of them is loaded; the first one is where a list begins."""

GAMES = (N_("preferans"), N_("balkan"), N_("prefa"), N_("priffe"))
"""What files and the command line call them; in a text for people the name is translated."""


@cache
def get_game(name: str) -> "Game[Any]":
    """The game called `name`. Raises InvalidInput, with the nearest known name, if there is none."""
    if name not in TITLES:
        raise InvalidInput([unknown_code("game", name, GAMES)])
    game: Game[Any] = getattr(import_module(f"prefcount.games.{name}.game"), name.capitalize())()
    return game
