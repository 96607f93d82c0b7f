"""An open session file: what is on the disk, who writes it, and writing to it."""

import asyncio
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime
from pathlib import Path

from prefcount.base.i18n import N_, Text, text
from prefcount.base.system import now
from prefcount.entries.models import End, Entry, Void
from prefcount.games.words import Fact
from prefcount.session.corrections import UndoState, undo_state
from prefcount.session.session import Proposal, Session
from prefcount.session.typed_entries import complete_end, end_entry
from prefcount.store.disk import NO_FOLDER, LockRefusal, WriteError, WriterLock, current_writer, write_error
from prefcount.store.journal import Follower, Journal, RescueCopy, prepare_file
from prefcount.store.reader import TORN_TAIL, LoadedSession, ReadError, Stamp, load
from prefcount.store.session_folder import remember_move
from prefcount.store.settings import sessions_folder
from prefcount.tui.kit.keys import TABLE, key_of

_WATCHED: ContextVar["WatchedGames | None"] = ContextVar("watched", default=None)
_LOST = N_(
    "another program replaced or deleted the file, so the hands entered here are no longer in it. {key} "
    "saves everything in another file. If you leave, a copy is saved and you are told where"
)
_NOWHERE = N_(
    "the hands entered here are no longer in the file, and a copy could not be saved anywhere "
    "({reasons}). {key} saves everything in a file that you name. If you leave, everything is printed "
    "when the program ends"
)


class OpenSession:
    """A session file that is open in this program.

    A new instance only reads the file. `become_writer` locks the file, so that entries can be written.

    Attributes:
        session: the session as it is on the disk.
        busy: the reason why this program may not write the file now, such as another writer, or None.
        warning: what is wrong with the file, or None.
        needs_place: whether the game must be continued in another file, because this one cannot be written.
        is_sound: whether the file is undamaged. A damaged file is only read.
        copies: rescue copies of entries that this program wrote and that are no longer in the file.
    """

    def __init__(self, path: Path, loaded: LoadedSession | None = None) -> None:
        self.path = path
        self._writer: WriterLock | None = None
        self.busy: LockRefusal | None = None
        self._locking = asyncio.Lock()
        self._closed = False
        self._writing = False
        self._wrote = False
        self._own_stamp: Stamp | None = None
        self.copies: list[RescueCopy] = []
        self._copy_warning: Text | None = None
        self._undo_state: tuple[Session, int, UndoState] | None = None
        self._watched = _WATCHED.get()
        self._adopt(loaded or load(path))

    def _adopt(self, loaded: LoadedSession) -> None:
        self._wrote = self._wrote and self._journal.is_start_of(loaded.content)
        self._loaded = loaded
        self._chosen_voids = set[int]()
        self.session: Session = loaded.session
        self._journal: Journal = Journal.from_loaded(self.path, loaded)
        self._follower: Follower | None = None
        damage = [fault for fault in loaded.faults if fault.code != TORN_TAIL]
        self.is_sound = not damage
        self.needs_place = False
        self.warning: Text | None = self._copy_warning
        if damage:
            self.warning = text(N_("the file is damaged and can only be read: {fault}"), fault=damage[0])
        elif loaded.faults:
            self.warning = loaded.faults[0].text

    # --- who writes ------------------------------------------------------------------------------

    @property
    def is_writer(self) -> bool:
        return self._writer is not None

    async def become_writer(self) -> bool:
        """Lock the file for writing, and read it again if it has changed.

        Returns:
            True if this program holds the lock, False if another program does or if the file is damaged.

        Raises:
            ReadError: if the changed file cannot be read.
        """
        async with self._locking:
            return self.is_writer or (self.is_sound and await self._lock())

    async def _lock(self) -> bool:
        taking = asyncio.ensure_future(asyncio.to_thread(WriterLock.take, self.path))
        try:
            taken = await asyncio.shield(taking)
        except asyncio.CancelledError:
            taking.add_done_callback(_release_when_taken)
            raise
        if self._closed and isinstance(taken, WriterLock):
            taken.release()
            return False
        if isinstance(taken, LockRefusal):
            self.busy = taken
            return False
        if not self._loaded.is_unchanged(self.path):
            try:
                await self._take_in(await asyncio.to_thread(load, self.path))
            except BaseException:
                taken.release()
                raise
        self.busy, self._writer = None, taken
        return True

    async def reopen(self) -> bool:
        """Read the file again, even if it has not changed, and lock it for writing.

        Return whether this program holds the lock now.
        """
        self.release()
        self.busy = None
        await self._take_in(await asyncio.to_thread(load, self.path))
        return await self.become_writer()

    async def _take_in(self, loaded: LoadedSession) -> None:
        if self._wrote and not self._journal.is_start_of(loaded.content):
            if not await asyncio.to_thread(self._has_copy):
                raise ReadError(self.warning or text(_LOST, key=key_of(TABLE, "continue_in_copy")))
            self._copy_warning = self.copies[-1].text
        self._adopt(loaded)

    def close(self) -> None:
        """Stop writing. If entries written by this program are missing from the file, save a rescue copy."""
        self._closed = True
        self.copies = [kept for kept in self.copies if kept.path is not None]
        if not self.keep_copy():
            self.copies.append(self._journal.write_rescue_copy())
        elif not self._writing:  # a line is still being written: check again after it
            self._wrote = False
            if self._watched is not None and not self.copies:
                self._watched.discard(self)
        self.release()

    def keep_copy(self) -> bool:
        """Save a rescue copy if entries that this program wrote are missing from the file.

        Returns:
            False if a copy is needed but cannot be saved, for the reason in `warning`, and else True.
        """
        return not self._wrote or self._journal.is_start_of_file(self.path) or self._has_copy()

    def _has_copy(self) -> bool:
        if self.copies and self.copies[-1].path and self._journal.is_start_of_file(self.copies[-1].path):
            return True
        kept = self._journal.write_rescue_copy()
        if kept.path is None:
            key = key_of(TABLE, "continue_in_copy")
            self.warning = text(_NOWHERE, key=key, reasons=kept.text.values["reasons"])
            return False
        self.copies.append(kept)
        return True

    def _watch(self) -> None:
        if self._watched is not None:
            self._watched.add(self)

    def release(self) -> None:
        """Unlock the file, so that other programs can write it."""
        if self._writer is not None:
            self._writer.release()
            self._writer = None

    async def check_file(self) -> bool:
        """Look for changes to the file by other programs. Return whether the screen must show a change."""
        if self.is_writer:
            return await self._check_own_file()
        return self.busy is not None and self._journal.is_made and await self._follow()

    async def _follow(self) -> bool:
        if self._follower is None:
            self._follower = Follower(self.path, self._loaded)
        follower = self._follower
        sight = await asyncio.to_thread(follower.look)
        busy = await asyncio.to_thread(current_writer, self.path)
        if self.is_writer or self._follower is not follower:  # the file was read again meanwhile
            return False
        free = N_("the other program has closed this game; press {key} to enter hands here")
        before, self.busy = self.busy, busy or LockRefusal(text(free, key=key_of(TABLE, "take_over")))
        if sight is not None:
            try:
                await self._take_in(sight.loaded)
            except ReadError as error:
                self.warning = error.text
                return True
            self._follower, self.warning = follower, sight.text or self.warning
            self.is_sound = self.is_sound and sight.is_readable
        return sight is not None or before != self.busy

    async def _check_own_file(self) -> bool:
        journal, stamp = self._journal, await asyncio.to_thread(Stamp.from_path, self.path)
        if not self._wrote or self._writing or (stamp is not None and stamp == self._own_stamp):
            return False
        on_disk = await asyncio.to_thread(journal.is_start_of_file, self.path)
        if self._writing or self._journal is not journal or not self.is_writer:  # the result is out of date
            return False
        self._own_stamp, before = stamp, self.warning
        self.needs_place = not on_disk
        if on_disk:
            self.warning = self._copy_warning
        elif before is None or before.template != _NOWHERE:
            self.warning = text(_LOST, key=key_of(TABLE, "continue_in_copy"))
        return self.warning != before

    # --- writing ---------------------------------------------------------------------------------

    async def write(self, entry: Entry, seen: Session | None = None) -> Proposal:
        """Write an entry to the file in a thread, then add it to the session.

        The entry is written even if the caller is cancelled.

        Args:
            entry: the entry.
            seen: the session that was on the screen when the entry was made, by default the current one.

        Returns:
            the entry as it was written, with the session that includes it.

        Raises:
            InvalidInput: if the session does not accept the entry.
            WriteError: if the entry cannot be written, or another entry was added since `seen`.
        """
        if self._writing:
            raise WriteError(N_("the last change is still being saved; please try again"))
        self._writing = True
        self._watch()
        writing = asyncio.ensure_future(self._write(entry, seen or self.session))
        writing.add_done_callback(lambda done: done.cancelled() or done.exception())  # nothing may await it
        return await asyncio.shield(writing)

    async def _write(self, entry: Entry, seen: Session) -> Proposal:
        try:
            await self._ensure_writer(seen)
            proposal = self._proposal(entry)
            await asyncio.to_thread(self._journal.append, proposal.entry)
        except WriteError as error:
            self.needs_place = error.elsewhere
            raise
        finally:
            self._writing = False
        self.session, self._wrote, self.warning, self.needs_place = proposal.session, True, None, False
        self._copy_warning = None
        return proposal

    def keep_chosen_void(self, void: Void) -> None:
        """Remember that the scorer chose `void` in the list of hands. The next undo then restores the hand.

        A void by the undo key is not remembered. After it, the next undo voids an older entry.
        """
        self._chosen_voids.add(void.n or 0)

    def set_start(self, started: datetime) -> None:
        """Set when a new game began. Do nothing if the game has a file already."""
        if self.has_file or self._writing:
            return
        header = self.session.header.model_copy(update={"started": started})
        self._adopt(prepare_file(Session(header)))

    async def make_file(self) -> None:
        """Make the file of a new game before its first entry. Phones can follow only a game with a file."""
        if not self._journal.is_made:
            await self._ensure_writer(self.session)
            await asyncio.to_thread(self._journal.make)

    async def continue_in(self, path: Path, entry: Entry | None) -> None:
        """Continue the game in a new file, which begins with a copy of everything written so far.

        Args:
            path: the new file.
            entry: an entry to write only to the new file, or None.

        Raises:
            InvalidInput: if the session does not accept the entry.
            WriteError: if the new file cannot be written. The game then stays in its old file.
        """
        proposal = None if entry is None else self._proposal(entry)
        writer = await asyncio.to_thread(WriterLock.take, path)
        if isinstance(writer, LockRefusal):
            raise WriteError(writer.text if os.path.isdir(path.parent) else text(NO_FOLDER))  # noqa: PTH112 - any name
        try:
            further = None if proposal is None else proposal.entry
            journal = await asyncio.to_thread(self._journal.copy_to, path, further)
        except WriteError:
            writer.release()
            raise
        self.release()
        with suppress(OSError):  # without a folder of games no list needs the move
            await asyncio.to_thread(remember_move, sessions_folder(), self.path, path)
        self.path, self._journal, self._writer, self.busy = path, journal, writer, None
        self._wrote, self.warning, self.needs_place, self._copy_warning = True, None, False, None
        self._watch()
        if proposal is not None:
            self.session = proposal.session

    async def _ensure_writer(self, seen: Session) -> None:
        if not self.is_sound:
            raise WriteError(N_("nothing can be added to a damaged file; run prefcount audit on it"))
        if self.busy is not None:
            raise WriteError(self.busy.text)
        try:
            taken = await self.become_writer()
        except ReadError as error:
            if not os.path.exists(self.path):  # noqa: PTH110 - in a folder that may not be looked into
                raise write_error(FileNotFoundError(errno.ENOENT, "")) from None
            reason = text(N_("nothing was written: {reason}"), reason=error.text)
            raise WriteError(reason, elsewhere=True) from None
        if not taken:  # a phone may still send a hand while the table is left
            raise WriteError(self.busy.text if self.busy else text(N_("the game was closed on the computer")))
        if self.session is not seen:
            raise WriteError(N_("the game has changed in the meantime; check it, and enter the hand again"))

    def _proposal(self, entry: Entry) -> Proposal:
        if isinstance(entry, End):
            entry = complete_end(entry, self.session, self._journal.seal())
        return self.session.accept(entry, now())

    # --- what is to be shown ---------------------------------------------------------------------

    def facts(self) -> tuple[Fact, ...]:
        return self.session.game.facts(self.session.state, now())

    def end(self) -> End:
        return end_entry(self.session, self._journal.seal())

    @property
    def has_file(self) -> bool:
        """True if the file exists. The file of a new game is made when its first entry is written."""
        return self._journal.is_made

    @property
    def last_hash(self) -> str:
        return self._journal.last_hash

    def lines_after(self, known: str) -> int | None:
        """Return how many lines of the file follow the line with the hash `known`.

        Return None if no line has this hash.
        """
        return self._journal.lines_after(known)

    @property
    def unsaved_game(self) -> LoadedSession | None:
        """The new game, if it has no file yet, or else None."""
        return None if self.has_file else self._loaded

    @property
    def file_hash(self) -> str:
        """The hash of the whole file, by which players compare their copies."""
        return self._journal.file_hash

    @property
    def undo_state(self) -> UndoState:
        """The entries that can be undone and redone."""
        known, chosen = self._undo_state, len(self._chosen_voids)
        if known is None or known[0] is not self.session or known[1] != chosen:
            known = self.session, chosen, undo_state(self.session.entries, self._chosen_voids)
            self._undo_state = known
        return known[2]


def _release_when_taken(taking: "asyncio.Future[WriterLock | LockRefusal]") -> None:
    if not taking.cancelled() and taking.exception() is None:
        taken = taking.result()
        if isinstance(taken, WriterLock):
            taken.release()


class WatchedGames(set[OpenSession]):
    """The open games that this run of the program has written to."""

    def close(self) -> list[RescueCopy]:
        """Close every game. Return rescue copies of written entries that are missing from the files."""
        games = list(self)
        for game in games:
            game.close()
        return [kept for game in games for kept in game.copies]


@contextmanager
def watch_games() -> Iterator[WatchedGames]:
    """Yield a set to which each game is added when the `with` block first writes to its file."""
    games = WatchedGames()
    token = _WATCHED.set(games)
    try:
        yield games
    finally:
        _WATCHED.reset(token)
