"""The games of the family, each behind the same protocol, loaded when first asked for."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from prefcount.i18n import N_
from prefcount.problems import Refused, unknown

if TYPE_CHECKING:
    from prefcount.games.protocol import Game

_WHERE = {
    "preferans": ("prefcount.games.preferans.game", "Preferans"),
    "balkan": ("prefcount.games.balkan.game", "Balkan"),
    "prefa": ("prefcount.games.prefa.game", "Prefa"),
    "priffe": ("prefcount.games.priffe.game", "Priffe"),
}

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
def game_named(name: str) -> "Game[Any]":
    """The game called `name`. Raises Refused, with the nearest known name, if there is none."""
    if name not in _WHERE:
        raise Refused([unknown("game", name, GAMES)])
    module, attribute = _WHERE[name]
    game: Game[Any] = getattr(import_module(module), attribute)()
    return game
