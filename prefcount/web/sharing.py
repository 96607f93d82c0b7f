"""Sharing a game: the server of its page, and the watcher of its file."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput, problem
from prefcount.store.loaded_file import Loaded
from prefcount.web.address import listening

EACH = 1.0
"""The seconds between two looks at the file."""
FAREWELL = 1.0
"""The seconds for requests that are still being answered at the end."""


class Sharing:
    """A page about a game, served from `run` until it is closed or cancelled.

    Attributes:
        address: where it is served.
    """

    def __init__(
        self, where: Callable[[], Path], loaded: Loaded, host: str, port: int = 0, token: str | None = None
    ) -> None:
        """Take an address for the game in the file at the path that `where` returns, as it was just read.

        Raises:
            InvalidInput: if nothing can be served there, or what is needed for it is not installed.
        """
        _installed()
        self._where, self._loaded = where, loaded
        self._socket, self.address = listening(host, port, token)
        self._closing = asyncio.Event()

    def close(self) -> None:
        """Let `run` end."""
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
                LiveServer(self.address.access, feed), handle_signals=False, shutdown_timeout=FAREWELL
            )
            await runner.setup()
            try:
                await SockSite(runner, self._socket).start()
                while not await self._closed():
                    moment = await asyncio.to_thread(watcher.look)
                    if moment is not None:
                        feed.show(moment.shot)
            finally:
                feed.close()
                await runner.cleanup()

    async def _closed(self) -> bool:
        """Wait until it is time for the next look; whether none is wanted any more."""
        try:
            await asyncio.wait_for(self._closing.wait(), EACH)
        except TimeoutError:
            return False
        return True


def _installed() -> None:
    """Raises InvalidInput if what serves pages is not installed."""
    try:
        import aiohttp
        import segno  # noqa: F401
    except ImportError:
        said = N_("sharing needs aiohttp and segno; install them with: pip install 'prefcount[share]'")
        raise InvalidInput([problem("", said)]) from None
    assert aiohttp
