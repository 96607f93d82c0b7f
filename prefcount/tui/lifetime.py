"""What is waited for on behalf of a screen, which may be left meanwhile."""

from asyncio import CancelledError
from collections.abc import Awaitable
from typing import Any, TypeVar

from textual.screen import Screen

ResultT = TypeVar("ResultT")


def is_showing(screen: Screen[Any]) -> bool:
    """Whether anything can be shown on a screen: it was not left, nor does the program end.

    Of a screen that is being taken down some parts are gone before the rest, and before its workers are told
    to stop; to show anything on it would end the program.
    """
    return screen.app.is_running and screen.is_attached and screen in screen.app.screen_stack


async def await_while_showing(screen: Screen[Any], awaited: Awaitable[ResultT]) -> ResultT:
    """What is awaited by a worker of a screen, which ends there if the screen was left by then.

    A disk or a long computation answers when it likes.

    Raises:
        CancelledError: if the screen was left, whatever came of what was awaited.
        Exception: what was awaited raised.
    """
    try:
        return await awaited
    finally:
        if not is_showing(screen):
            raise CancelledError
