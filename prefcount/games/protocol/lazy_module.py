"""Functions of a game that stand in modules of its package, imported when they are first asked for."""

from collections.abc import Callable
from importlib import import_module
from types import MethodType
from typing import Any, TypeVar, cast

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
        package = type(game).__module__.rpartition(".")[0]
        function = self._function(f"{package}.{self.module}") or MethodType(self.body, game)
        game.__dict__[self.body.__name__] = function
        return function

    def _function(self, path: str) -> Any:
        """The function in the module with this path; None if it is optional and not there."""
        module, name = import_module(path), self.body.__name__
        return getattr(module, name, None) if self.optional else getattr(module, name)
