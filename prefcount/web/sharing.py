"""Sharing a game: the server of its pages, and the watcher of its file."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from prefcount.base.i18n import N_
from prefcount.base.problems import invalid
from prefcount.entering.draft import Draft
from prefcount.store.reader import Loaded
from prefcount.web.address import Address, listening

if TYPE_CHECKING:
    from prefcount.web.writing import Writing

EACH = 1.0
"""The seconds between two looks at the file."""
FAREWELL = 1.0
"""The seconds for requests that are still being answered at the end."""


class Sharing:
    """A page about a game, served from `run` until it is closed or cancelled.

    Attributes:
        address: where it is served to those who read.
        tells: whether they see what is played before the hand is written.
    """

    def __init__(
        self,
        where: Callable[[], Path],
        loaded: Loaded,
        host: str,
        port: int = 0,
        token: str | None = None,
        screen: Callable[[], Sequence[Draft]] = tuple,
    ) -> None:
        """Take an address for the game in the file at the path that `where` returns, as it was just read.

        Nobody writes before `let_write`; `screen` returns what is half entered on the screen.

        Raises:
            InvalidInput: if nothing can be served there, or what is needed for it is not installed.
        """
        try:
            import aiohttp  # noqa: F401
            import segno  # noqa: F401
        except ImportError:
            needed = N_("sharing needs aiohttp and segno; install them with: pip install 'prefcount[share]'")
            raise invalid(needed) from None
        from prefcount.web.writing import Door

        self._where, self._loaded, self._screen = where, loaded, screen
        self._socket, self.address = listening(host, port, token)
        self._door = Door(self.address.access)
        self._closing = asyncio.Event()
        self._writings: list[Writing] = []
        self.tells = True

    @property
    def writing(self) -> "Writing | None":
        """What phones enter; None while none may."""
        return self._door.writing

    @property
    def entering(self) -> Sequence[Draft]:
        """The hands that are half entered on phones."""
        return () if self.writing is None else self.writing.entering

    @property
    def writing_address(self) -> Address | None:
        """Where phones write; None while none may."""
        return None if self.writing is None else self.address._replace(access=self._door.access)

    def let_write(self, writing: "Writing", token: str | None = None) -> None:
        """Let those write who have a further link, which is a new one each time."""
        self._writings.append(writing)
        self._door.open(writing, token)

    def stop_writing(self) -> None:
        """Let nobody write any more; the game is read as before."""
        self._door.close()

    def played(self) -> Sequence[Draft]:
        """The hands that are half entered, as far as those who read are told."""
        return (*self._screen(), *self.entering) if self.tells else ()

    def close(self) -> None:
        """Let `run` end; nobody writes any more."""
        self._door.close()
        self._closing.set()

    async def run(self) -> None:
        """Serve the page and follow the file, until closed; nothing is left of it then."""
        from aiohttp.web import ServerRunner, SockSite

        from prefcount.web.server import LiveServer
        from prefcount.web.state_feed import Feed, Watcher

        with self._socket:
            watcher = Watcher(self._where, self._loaded)
            feed = Feed((await asyncio.to_thread(watcher.first)).shot)
            runner = ServerRunner(
                LiveServer(self.address.access, feed, self._door),
                handle_signals=False,
                shutdown_timeout=FAREWELL,
            )
            await runner.setup()
            try:
                await SockSite(runner, self._socket).start()
                while not await self._closed():
                    moment = await asyncio.to_thread(watcher.look, self.played())
                    if moment is not None:
                        feed.show(moment.shot)
            finally:
                feed.close()
                for writing in self._writings:
                    await writing.finish()
                await runner.cleanup()

    async def _closed(self) -> bool:
        """Wait until it is time for the next look; whether none is wanted any more."""
        try:
            await asyncio.wait_for(self._closing.wait(), EACH)
        except TimeoutError:
            return False
        return True
