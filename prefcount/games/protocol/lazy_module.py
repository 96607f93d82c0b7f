"""Functions of a game that stand in modules of its package, imported when they are first asked for."""

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from types import MethodType
from typing import Any, TypeVar, cast

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


def in_module(
    module: str, *, optional: bool = False, unless: Callable[..., Any] | None = None
) -> Callable[[FunctionT], FunctionT]:
    """A method of a game that is the function of the same name in a module of its package.

    The function takes what the method takes, but for the game itself. A game that is asked for it again finds
    it among its own attributes.

    Args:
        module: the module, such as "notation", or "paper.slips" in a package of its own.
        optional: whether the body of the method holds for a game that has no such module or function; else
            asking for it raises ImportError or AttributeError.
        unless: what is asked first, the same for all games; what it answers holds if that is not None.
    """

    def decorate(body: FunctionT) -> FunctionT:
        return cast(FunctionT, _InModule(module, body, optional=optional, unless=unless))

    return decorate


class _InModule:
    """What `in_module` puts in the place of a method."""

    def __init__(
        self,
        module: str,
        body: Callable[..., Any],
        *,
        optional: bool,
        unless: Callable[..., Any] | None = None,
    ) -> None:
        self.module, self.body, self.optional, self.unless = module, body, optional, unless
        self.__doc__ = body.__doc__

    def __get__(self, game: Any, owner: type) -> Any:
        if game is None:
            return self
        package = type(game).__module__.rpartition(".")[0]
        found = self._function(f"{package}.{self.module}") or MethodType(self.body, game)
        if self.unless is not None:
            found = _asked_first(self.unless, found)
        game.__dict__[self.body.__name__] = found
        return found

    def _function(self, path: str) -> Any:
        """The function in the module with this path; None if it is optional and not there."""
        if not self.optional:
            return getattr(import_module(path), self.body.__name__)
        try:
            found = find_spec(path)
        except ModuleNotFoundError:  # the package of the module is not there
            return None
        return getattr(import_module(path), self.body.__name__, None) if found else None


def _asked_first(unless: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose answer another one may give instead."""

    @wraps(function)
    def asked(*given: Any) -> Any:
        answer = unless(*given)
        return function(*given) if answer is None else answer

    return asked
