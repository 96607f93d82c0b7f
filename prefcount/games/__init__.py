"""The games of the family, each behind the same protocol, loaded when first asked for.

A game stands in the package of its name: `prefa/game.py` has its class `Prefa`, `in_module` finds the rest.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from prefcount.base.problems import InvalidInput, unknown_code
from prefcount.games.titles import GAMES, TITLES

if TYPE_CHECKING:
    from prefcount.games.protocol.game import Game


@cache
def game_named(name: str) -> "Game[Any]":
    """The game called `name`. Raises InvalidInput, with the nearest known name, if there is none."""
    if name not in TITLES:
        raise InvalidInput([unknown_code("game", name, GAMES)])
    game: Game[Any] = getattr(import_module(f"prefcount.games.{name}.game"), name.capitalize())()
    return game
