"""Wait for results on behalf of a screen that may be closed meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

from textual.screen import Screen

ResultT = TypeVar("ResultT")
ParamsT = ParamSpec("ParamsT")


def is_showing(screen: Screen[Any]) -> bool:
    """Whether a screen can show anything: it is not closed, and the program does not end.

    Of a screen that is being taken down some parts are gone before the rest, and before its workers are told
    to stop; to show anything on it would end the program.
    """
    return screen.app.is_running and screen.is_attached and screen in screen.app.screen_stack


async def await_while_showing(screen: Screen[Any], awaited: Awaitable[ResultT]) -> ResultT:
    """The awaited result, in a worker of a screen; the worker is cancelled if the screen was closed by then.

    A disk or a long computation answers when it likes.

    Raises:
        CancelledError: if the screen was left, whatever came of what was awaited.
        Exception: what was awaited raised.
    """
    try:
        return await awaited
    finally:
        if not is_showing(screen):
            raise asyncio.CancelledError


async def in_thread(
    screen: Screen[Any], work: Callable[ParamsT, ResultT], *args: ParamsT.args, **named: ParamsT.kwargs
) -> ResultT:
    """What a function returns, called in a thread of its own, as `await_while_showing` says."""
    return await await_while_showing(screen, asyncio.to_thread(work, *args, **named))
