"""Serve the session of a table to phones, as long as the table is open."""

import asyncio
from typing import TYPE_CHECKING

from textual.dom import DOMNode

from prefcount.store.reader import load
from prefcount.tui.kit.open_session import OpenSession

if TYPE_CHECKING:
    from prefcount.web.address import Address
    from prefcount.web.sharing import Sharing


class LiveSharing:
    """Serves the open session to phones, as long as the table is shown."""

    def __init__(self, open_session: OpenSession, table: DOMNode) -> None:
        self._open_session, self._table = open_session, table
        self._sharing: Sharing | None = None

    @property
    def address(self) -> "Address | None":
        """The address that phones read from, or None."""
        return None if self._sharing is None else self._sharing.address

    async def open(self, host: str) -> None:
        """Serve the game at an address of this machine, also when it goes on in another file.

        Raises:
            InvalidInput: if it cannot be served there, or what is needed for that is not installed.
            ReadError: if the file is no session any more.
            WriteError: if the file of a new game cannot be made.
        """
        from prefcount.web.sharing import Sharing

        await self._open_session.make_file()
        loaded = await asyncio.to_thread(load, self._open_session.path)
        self.close()
        self._sharing = Sharing(lambda: self._open_session.path, loaded, host)
        self._table.run_worker(self._sharing.run(), group="share")

    def close(self) -> None:
        """Stop serving."""
        if self._sharing is not None:
            self._sharing.close()
            self._sharing = None
