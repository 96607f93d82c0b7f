"""The lifetime of a screen: a screen is left once, and acts only while it is on the screen."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

from textual._context import active_message_pump
from textual.await_complete import AwaitComplete
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget
from textual.widgets import OptionList
from textual.worker import NoActiveWorker, WorkerFailed, get_current_worker

ResultT = TypeVar("ResultT")
ParamsT = ParamSpec("ParamsT")


def is_showing(screen: Screen[Any]) -> bool:
    """Return whether a screen can show anything: it was not left, and the program does not end.

    A screen that is being taken down loses some parts before others, and before its workers are told to stop.
    To show anything on it would end the program.
    """
    return screen.app.is_running and screen.is_attached and screen in screen.app.screen_stack


def uncover(screen: Screen[Any]) -> bool:
    """Take all screens above a screen away; return False if the screen itself was left meanwhile."""
    if not is_showing(screen):
        return False
    while screen.app.screen is not screen:
        screen.app.pop_screen()
    return True


class ProgramScreen(Screen[ScreenResultType]):
    """A screen of this program: left once, and acting only while it is on the screen.

    Textual's `dismiss` takes the topmost screen away, whichever that is. A screen that is taken away before
    it was mounted is asked to mount all the same, without its parts.
    """

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave this screen with a result, and whatever screens lie above it; only the first time counts."""
        return super().dismiss(result) if uncover(self) else AwaitComplete.nothing()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works: only between mounting and leaving the screen."""
        return self.is_mounted and is_showing(self)

    def _screen_resized(self, _size: Size) -> None:
        """Lay the screen out for the window as it is now, not as it was when the message was sent.

        A screen that changes its size sends itself a message about it. Two messages with different sizes
        would follow each other for ever; the event loop would wait for them, and all signals for the loop.
        """
        super()._screen_resized(self.app.size)

    def _get_dispatch_methods(
        self, method_name: str, message: Message
    ) -> Iterable[tuple[type, Callable[[Message], Awaitable[Any]]]]:
        """Yield the handlers of a message; of a screen that was left only those that take it down."""
        for kind, method in super()._get_dispatch_methods(method_name, message):
            if kind in Screen.__mro__ or method_name == "on_unmount" or is_showing(self):
                yield kind, method


def is_of_left_screen(error: Exception) -> bool:
    """Return whether an error is that of a part of a screen that was left: its own parts are gone.

    Textual lets timers, workers and queued messages of such a part go on until its own turn to be removed.
    """
    missing = error.error if isinstance(error, WorkerFailed) else error
    if not isinstance(missing, (NoMatches, NoScreen)):
        return False
    node = active_message_pump.get(None)
    with suppress(NoActiveWorker):
        node = get_current_worker().node
    if not isinstance(node, Widget):
        return False
    screens = [screen for screen in node.ancestors_with_self if isinstance(screen, Screen)]
    return not any(map(is_showing, screens))


def has_page(listed: OptionList) -> bool:
    """Return whether a list knows its lines; until it has a width Textual's Page Up and Down fail in it."""
    return (listed.highlighted or 0) in listed._index_to_line


# --- waiting for a disk or a long computation, which answer when they like -----------------------


async def await_while_showing(screen: Screen[Any], awaited: Awaitable[ResultT]) -> ResultT:
    """Return the awaited result, in a worker of a screen that is cancelled if the screen was left by then."""
    try:
        return await awaited
    finally:
        if not is_showing(screen):
            raise asyncio.CancelledError


async def in_thread(
    screen: Screen[Any], work: Callable[ParamsT, ResultT], *args: ParamsT.args, **named: ParamsT.kwargs
) -> ResultT:
    """Return the result of a function that runs in its own thread, as `await_while_showing` does."""
    return await await_while_showing(screen, asyncio.to_thread(work, *args, **named))
