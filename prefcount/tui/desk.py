"""The open session at the table: what is on disk and what would be written next."""

import asyncio
from datetime import datetime
from pathlib import Path

from prefcount.entries.base import Entry
from prefcount.entries.common import End
from prefcount.games.protocol import Fact
from prefcount.i18n import N_, Text, text
from prefcount.session.ending import completed, end_entry
from prefcount.session.faults import TORN_TAIL
from prefcount.session.journal import Journal, NotWritten
from prefcount.session.reader import load
from prefcount.session.session import Proposal, Session
from prefcount.session.undo import History, history


class Desk:
    """A session and its journal. The session grows only after the disk has the entry.

    Attributes:
        path: the file.
        session: what is on disk.
        warning: what was found wrong when the file was read, or None.
        writable: whether entries may be added; a damaged file is only read.
    """

    def __init__(self, path: Path) -> None:
        """Open a session file. Raises Unreadable."""
        loaded = load(path)
        self.path = path
        self.session: Session = loaded.session
        self._journal = Journal.of(path, loaded)
        self._writing = False
        damage = [fault for fault in loaded.faults if fault.code != TORN_TAIL]
        self.writable = not damage
        self.warning: Text | None = None
        if damage:
            self.warning = text(N_("read only, the file is damaged: {fault}"), fault=damage[0])
        elif loaded.faults:
            self.warning = loaded.faults[0].text

    def proposed(self, entry: Entry) -> Proposal:
        """What writing `entry` now would do."""
        return self.session.proposed(self.session.addressed(entry, _now()))

    async def write(self, entry: Entry) -> Proposal:
        """Put an entry on disk, away from the screen's thread; the session has it when this returns.

        Raises:
            Refused: if the entry does not fit.
            NotWritten: if the disk does not take it; nothing has changed then.
        """
        if not self.writable:
            raise NotWritten(text(N_("nothing is added to a damaged file; run prefcount audit on it")))
        if self._writing:
            raise NotWritten(text(N_("the entry before is still being written; once more, please")))
        if isinstance(entry, End):
            entry = completed(entry, self.session, self._journal)
        proposal = self.session.accepted(entry, _now())
        self._writing = True
        try:
            await asyncio.to_thread(self._journal.append, proposal.session.entries[-1])
        finally:
            self._writing = False
        self.session = proposal.session
        return proposal

    def facts(self) -> tuple[Fact, ...]:
        """What is to be known about the game as it stands at this moment."""
        return self.session.game.facts(self.session.state, _now())

    def end(self) -> End:
        """The entry that ends the game as it stands."""
        return end_entry(self.session, self._journal)

    @property
    def head(self) -> str:
        """The short name of the file as it stands: 8 hex digits that change with every entry."""
        return self._journal.last_hash[:8]

    @property
    def history(self) -> History:
        """What can be undone and redone."""
        return history(self.session.entries)


def _now() -> datetime:
    return datetime.now().astimezone().replace(microsecond=0)
