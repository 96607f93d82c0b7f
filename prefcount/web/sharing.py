"""Sharing a game: the address is opened, the pages are served, and the file is followed."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from prefcount.base.i18n import N_
from prefcount.base.problems import invalid
from prefcount.entering import Draft
from prefcount.store.reader import LoadedSession
from prefcount.web.address import Address, listen

if TYPE_CHECKING:
    from prefcount.web.writing import PhoneEntries

POLL_SECONDS = 1.0
"""Seconds between two checks of the file."""
SHUTDOWN_SECONDS = 1.0
"""Maximum time to finish the last requests when sharing ends."""


class Sharing:
    """Web server for the pages about a game, from `run` until `close`.

    Attributes:
        address: the link for readers.
        shows_drafts: whether readers see the contract of a hand that is still being played.
    """

    def __init__(
        self,
        find_path: Callable[[], Path],
        loaded: LoadedSession,
        host: str,
        port: int = 0,
        token: str | None = None,
        screen: Callable[[], Sequence[Draft]] = tuple,
    ) -> None:
        """Open the socket on which `run` serves the pages.

        Args:
            find_path: returns the current path of the game's file.
            loaded: the content of this file.
            host: the address or name of this machine in the link.
            port: the port, or 0 for any free port.
            token: the secret of the link, or None for a new random one.
            screen: returns the hands that are half entered on the screen.

        Raises:
            InvalidInput: if the host cannot be served, or aiohttp or segno is not installed.
        """
        try:
            import aiohttp  # noqa: F401
            import segno  # noqa: F401
        except ImportError:
            needed = N_("sharing needs aiohttp and segno; install them with: pip install 'prefcount[share]'")
            raise invalid(needed) from None
        from prefcount.web.writing import WriteEndpoint

        self._find_path, self._loaded, self._screen_drafts = find_path, loaded, screen
        self._socket, self.address = listen(host, port, token)
        self._endpoint = WriteEndpoint(self.address)
        self._closing = asyncio.Event()
        self._all_entries: list[PhoneEntries] = []
        self.shows_drafts = True

    @property
    def phone_entries(self) -> "PhoneEntries | None":
        """The entries that phones make, or None while phones may not write."""
        return self._endpoint.writing

    @property
    def drafts(self) -> Sequence[Draft]:
        return () if self.phone_entries is None else self.phone_entries.drafts

    @property
    def writing_address(self) -> Address | None:
        """The link for phones that write, or None while phones may not write."""
        return None if self.phone_entries is None else self._endpoint.address

    def allow_writing(self, writing: "PhoneEntries", token: str | None = None) -> None:
        """Let phones write entries by a second link.

        Args:
            writing: receives the entries of these phones.
            token: the secret of the second link, or None for a random one.
        """
        self._all_entries.append(writing)
        self._endpoint.open(writing, token)

    def stop_writing(self) -> None:
        """Stop phones from writing. Readers can still use their link."""
        self._endpoint.close()

    def visible_drafts(self) -> Sequence[Draft]:
        """Return all half-entered hands if `shows_drafts` is True, and else none."""
        return (*self._screen_drafts(), *self.drafts) if self.shows_drafts else ()

    def close(self) -> None:
        """End `run`, and stop phones from writing."""
        self._endpoint.close()
        self._closing.set()

    async def run(self) -> None:
        """Serve the pages and follow the file until `close` is called.

        At the end, wait until all entries that phones have begun to write are on the disk.
        """
        from aiohttp.web import ServerRunner, SockSite

        from prefcount.web.server import LiveServer, SessionWatcher, StateFeed

        with self._socket:
            watcher = SessionWatcher(self._find_path, self._loaded)
            feed = StateFeed((await asyncio.to_thread(watcher.first_state)).snapshot)
            runner = ServerRunner(
                LiveServer(self.address, feed, self._endpoint),
                handle_signals=False,
                shutdown_timeout=SHUTDOWN_SECONDS,
            )
            await runner.setup()
            try:
                await SockSite(runner, self._socket).start()
                while not await self._wait_for_close():
                    moment = await asyncio.to_thread(watcher.poll, self.visible_drafts())
                    if moment is not None:
                        feed.publish(moment.snapshot)
            finally:
                feed.close()
                for writing in self._all_entries:
                    await writing.finish()
                await runner.cleanup()

    async def _wait_for_close(self) -> bool:
        try:
            await asyncio.wait_for(self._closing.wait(), POLL_SECONDS)
        except TimeoutError:
            return False
        return True
