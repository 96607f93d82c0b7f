"""Serve the session of a table to phones, as long as the table is open."""

import asyncio
from contextvars import Context, copy_context
from typing import TYPE_CHECKING

from textual.dom import DOMNode

from prefcount.base.i18n import N_, text
from prefcount.entries.common import Entry
from prefcount.session.session import Proposal, Session
from prefcount.store.disk import WriteError
from prefcount.store.reader import load
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.table.table_controller import TableController

if TYPE_CHECKING:
    from prefcount.web.sharing import Sharing


class LiveSharing:
    """Serves the open session to phones, as long as the table is shown.

    Attributes:
        served: its page; None while it is not shared.
    """

    def __init__(self, open_session: OpenSession, controller: TableController, table: DOMNode) -> None:
        self._open_session, self._controller, self._table = open_session, controller, table
        self.served: Sharing | None = None

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
        self.served = Sharing(
            lambda: self._open_session.path, loaded, host, screen=self._controller.half_entered
        )
        self._table.run_worker(self.served.run(), group="share")

    def close(self) -> None:
        """Stop serving."""
        if self.served is not None:
            self.served.close()
            self.served = None

    async def let_write(self) -> None:
        """Let phones write by a further link. Raises ReadError or WriteError if nobody can write here."""
        from prefcount.web.writing import Writing

        game = self._open_session
        if not await game.become_writer():
            warning = game.warning or text(N_("this game was closed here"))
            raise WriteError(warning if game.busy is None else game.busy.text)
        if self.served is not None:
            own = copy_context()  # the table speaks its own language, not that of the phone
            self.served.let_write(Writing(game, lambda entry, seen: self._written(own, entry, seen)))

    async def _written(self, own: Context, entry: Entry, seen: Session) -> Proposal:
        writing = self._controller.write_from_phone(entry, seen)
        return await asyncio.get_running_loop().create_task(writing, context=own)
