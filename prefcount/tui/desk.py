"""The open session at the table: what is on disk, who writes it, and what would be written next."""

import asyncio
import errno
import os
from datetime import datetime
from pathlib import Path

from prefcount.entries.base import Entry
from prefcount.entries.common import End
from prefcount.games.terms import Fact
from prefcount.i18n import N_, Text, text
from prefcount.session.ending import completed, end_entry
from prefcount.session.faults import TORN_TAIL
from prefcount.session.follow import Follower, What
from prefcount.session.journal import Journal, NotWritten
from prefcount.session.lock import Busy, Writer, writing
from prefcount.session.not_written import NO_FOLDER, not_written
from prefcount.session.reader import Loaded, Unreadable, load
from prefcount.session.session import Proposal, Session
from prefcount.session.undo import History, history


class Desk:
    """A session and its journal. The session grows only after the disk has the entry.

    A desk begins as a reader; `take` makes it the writer unless somebody else writes the session.

    Attributes:
        path: the file.
        session: what is on disk.
        warning: what was found wrong when the file was read, or None.
        sound: whether nothing is wrong with the file; a damaged one is only read.
    """

    def __init__(self, path: Path, loaded: Loaded | None = None) -> None:
        """Open a session file, or take it as it was just read. Raises Unreadable."""
        self.path = path
        self._writer: Writer | None = None
        self._busy: Busy | None = None
        self._taking = asyncio.Lock()
        self._left = False
        self._writing = False
        self._use(loaded or load(path))

    def _use(self, loaded: Loaded) -> None:
        """Everything that is known is from this reading of the file."""
        self._loaded = loaded
        self.session: Session = loaded.session
        self._journal = Journal.of(self.path, loaded)
        self._follower: Follower | None = None
        damage = [fault for fault in loaded.faults if fault.code != TORN_TAIL]
        self.sound = not damage
        self.warning: Text | None = None
        if damage:
            self.warning = text(N_("read only, the file is damaged: {fault}"), fault=damage[0])
        elif loaded.faults:
            self.warning = loaded.faults[0].text

    # --- who writes ------------------------------------------------------------------------------

    @property
    def writes(self) -> bool:
        """Whether this desk is the writer of the session."""
        return self._writer is not None

    @property
    def busy(self) -> Busy | None:
        """Why the session is only read along, or None."""
        return self._busy

    async def take(self) -> bool:
        """Become the writer; whether that worked. What others have written meanwhile is read first.

        Raises:
            Unreadable: if the file is no session any more.
        """
        async with self._taking:
            return self.writes or (self.sound and await self._take())

    async def _take(self) -> bool:
        taking = asyncio.ensure_future(asyncio.to_thread(Writer.take, self.path))
        try:
            taken = await asyncio.shield(taking)
        except asyncio.CancelledError:
            taking.add_done_callback(_let_go)
            raise
        if self._left and isinstance(taken, Writer):
            taken.release()
            return False
        if isinstance(taken, Busy):
            self._busy = taken
            return False
        if not self._loaded.is_of(self.path):
            try:
                self._use(await asyncio.to_thread(load, self.path))
            except BaseException:
                taken.release()
                raise
        self._busy, self._writer = None, taken
        return True

    async def reopen(self) -> bool:
        """Read the file anew and become its writer; whether that worked. Raises Unreadable."""
        self.release()
        self._busy = None
        self._use(await asyncio.to_thread(load, self.path))
        return await self.take()

    def leave(self) -> None:
        """Let others write, also if the lock comes only now; nothing is written here any more."""
        self._left = True
        self.release()

    def release(self) -> None:
        """Let others write."""
        if self._writer is not None:
            self._writer.release()
            self._writer = None

    async def look(self) -> bool:
        """Read along with whoever writes: whether there is something new to show."""
        if self.writes or self._busy is None:
            return False
        if self._follower is None:
            self._follower = Follower(self.path, self._loaded)
        follower = self._follower
        sight = await asyncio.to_thread(follower.look)
        busy = await asyncio.to_thread(writing, self.path)
        if self.writes or self._follower is not follower:  # read anew meanwhile: that look is out of date
            return False
        free = text(N_("nobody else writes this game any more; F11 writes here"))
        before, self._busy = self._busy, busy or Busy(free)
        if sight is not None:
            self._use(sight.loaded)
            self._follower, self.warning = follower, sight.text or self.warning
            self.sound = self.sound and sight.what not in (What.GONE, What.UNREADABLE)
        return sight is not None or before != self._busy

    # --- writing ---------------------------------------------------------------------------------

    def proposed(self, entry: Entry) -> Proposal:
        """What writing `entry` now would do."""
        return self.session.proposed(self.session.addressed(entry, _now()))

    async def write(self, entry: Entry, seen: Session | None = None) -> Proposal:
        """Put an entry on disk, away from the screen's thread; the session has it when this returns.

        Args:
            entry: what is to be written.
            seen: the game that it was entered in, if that is not the one that stands here now.

        Raises:
            Refused: if the entry does not fit.
            NotWritten: if the disk does not take it, or the game has grown since it was seen; nothing has
                changed then.
        """
        if self._writing:
            raise NotWritten(text(N_("the entry before is still being written; once more, please")))
        self._writing = True
        try:
            await self._ready(seen or self.session)
            proposal = self._proposal(entry)
            await asyncio.to_thread(self._journal.append, proposal.session.entries[-1])
        finally:
            self._writing = False
        self.session = proposal.session
        return proposal

    async def elsewhere(self, path: Path, entry: Entry | None) -> None:
        """Go on in a new file that holds everything written so far, and `entry` as its next line.

        Raises:
            Refused: if the entry does not fit.
            NotWritten: if that place does not take it either; the game stays where it is then.
        """
        proposal = None if entry is None else self._proposal(entry)
        writer = await asyncio.to_thread(Writer.take, path)
        if isinstance(writer, Busy):
            raise NotWritten(writer.text if os.path.isdir(path.parent) else text(NO_FOLDER))  # noqa: PTH112 - any name
        try:
            further = None if proposal is None else proposal.session.entries[-1]
            journal = await asyncio.to_thread(self._journal.copy_to, path, further)
        except NotWritten:
            writer.release()
            raise
        self.release()
        self.path, self._journal, self._writer, self._busy = path, journal, writer, None
        if proposal is not None:
            self.session = proposal.session

    async def _ready(self, seen: Session) -> None:
        """Be the writer of a sound file that is the one that was seen. Raises NotWritten."""
        if not self.sound:
            raise NotWritten(text(N_("nothing is added to a damaged file; run prefcount audit on it")))
        if self._busy is not None:
            raise NotWritten(self._busy.text)
        try:
            taken = await self.take()
        except Unreadable as error:
            if not self.path.exists():
                raise not_written(FileNotFoundError(errno.ENOENT, "")) from None
            said = text(N_("nothing was written: {reason}"), reason=error.text)
            raise NotWritten(said, elsewhere=True) from None
        if not taken:
            assert self._busy is not None
            raise NotWritten(self._busy.text)
        if self.session is not seen:
            raise NotWritten(text(N_("the file has grown meanwhile; look at it, and enter once more")))

    def _proposal(self, entry: Entry) -> Proposal:
        """The proposal of an entry as it will be written. Raises Refused."""
        if isinstance(entry, End):
            entry = completed(entry, self.session, self._journal)
        return self.session.accepted(entry, _now())

    # --- what is to be shown ---------------------------------------------------------------------

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


def _let_go(taking: "asyncio.Future[Writer | Busy]") -> None:
    """Nobody waits for the lock any more."""
    if not taking.cancelled() and taking.exception() is None:
        taken = taking.result()
        if isinstance(taken, Writer):
            taken.release()


def _now() -> datetime:
    return datetime.now().astimezone().replace(microsecond=0)
