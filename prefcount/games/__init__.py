"""The games of the family, each behind the same protocol, loaded when first asked for.

A game stands in the package of its name: `prefa/game.py` has its class `Prefa`, `in_module` finds the rest.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import MethodType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput, unknown_code

if TYPE_CHECKING:
    from prefcount.games.shared.game import Game

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
    """The game called `name`. Raises InvalidInput, with the nearest known name, if there is none."""
    if name not in TITLES:
        raise InvalidInput([unknown_code("game", name, GAMES)])
    game: Game[Any] = getattr(import_module(f"prefcount.games.{name}.game"), name.capitalize())()
    return game


FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


def in_module(module: str, *, optional: bool = False) -> Callable[[FunctionT], FunctionT]:
    """A method of a game that is the function of the same name in a module of its package.

    The function takes what the method takes, but for the game itself. A game that is asked for it again finds
    it among its own attributes.

    Args:
        module: the module, such as "notation".
        optional: whether the body of the method holds for a game that has no such function; else asking for
            it raises AttributeError. A function whose name is misspelt is one that nothing uses, which
            vulture finds.
    """

    def decorate(body: FunctionT) -> FunctionT:
        return cast(FunctionT, _InModule(module, body, optional=optional))

    return decorate


class _InModule:
    """What `in_module` puts in the place of a method."""

    def __init__(self, module: str, body: Callable[..., Any], *, optional: bool) -> None:
        self.module, self.body, self.optional = module, body, optional
        self.__doc__ = body.__doc__

    def __get__(self, game: Any, owner: type) -> Any:
        if game is None:
            return self
        package, name = type(game).__module__.rpartition(".")[0], self.body.__name__
        loaded = import_module(f"{package}.{self.module}")
        function = getattr(loaded, name, None) if self.optional else getattr(loaded, name)
        game.__dict__[name] = function = function or MethodType(self.body, game)
        return function
