"""The games of the family, each behind the same protocol, loaded when first asked for."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from prefcount.problems import Refused, unknown

if TYPE_CHECKING:
    from prefcount.games.protocol import Game

_WHERE = {
    "preferans": ("prefcount.games.preferans.game", "Preferans"),
    "balkan": ("prefcount.games.balkan.game", "Balkan"),
    "prefa": ("prefcount.games.prefa.game", "Prefa"),
    "priffe": ("prefcount.games.priffe.game", "Priffe"),
}

GAMES = tuple(_WHERE)


@cache
def game_named(name: str) -> "Game[Any]":
    """The game called `name`. Raises Refused, with the nearest known name, if there is none."""
    if name not in _WHERE:
        raise Refused([unknown("game", name, GAMES)])
    module, attribute = _WHERE[name]
    game: Game[Any] = getattr(import_module(module), attribute)()
    return game
