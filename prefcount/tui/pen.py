"""Who writes at a table, and what is written: one thing after the other, each shown when the disk has it."""

import asyncio
from pathlib import Path

from prefcount.entries.base import Entry
from prefcount.entries.common import Void
from prefcount.i18n import _
from prefcount.problems import Refused, quote
from prefcount.render.text import described
from prefcount.session.journal import NotWritten
from prefcount.session.reader import Unreadable
from prefcount.session.session import Proposal, Session
from prefcount.tui.board import Board
from prefcount.tui.desk import Desk
from prefcount.tui.entered import Entered
from prefcount.tui.kept import keep, kept


class Pen:
    """Writes what was entered on a board into the session on a desk."""

    def __init__(self, desk: Desk, board: Board) -> None:
        self._desk = desk
        self._board = board
        self._turn = asyncio.Lock()
        self._looks = False

    # --- who writes ------------------------------------------------------------------------------

    async def take(self) -> None:
        """Become the writer if nobody else is, and go on with what was half entered the last time."""
        async with self._turn:
            try:
                await self._desk.take()
            except Unreadable as error:
                self._board.say(str(error))
                return
            if self._desk.session is not self._board.shown:
                self._board.follow()
            self._board.warn()
            self._go_on_with_kept()

    async def take_anew(self) -> None:
        """Read the file anew and become its writer, unless somebody else is."""
        async with self._turn:
            try:
                taken = await self._desk.reopen()
            except Unreadable as error:
                self._board.say(str(error))
                return
            self._board.follow(_("The file is read anew, and written here.") if taken else "")
            self._board.take_up()
            self._go_on_with_kept()

    async def look(self) -> None:
        """Show what somebody else has written; on a disk that is slow one look is enough at a time."""
        if self._looks or self._desk.busy is None or self._turn.locked():
            return
        self._looks = True
        try:
            seen = await self._desk.look()
        finally:
            self._looks = False
        if seen:
            if self._desk.session is not self._board.shown:
                self._board.follow()
            self._board.warn()

    async def go_elsewhere(self, path: Path) -> bool:
        """Go on in a new file, with the entry that only waits for Enter; whether that worked."""
        async with self._turn:
            before, pending = self._desk.path, self._board.form.pending
            entry = pending if isinstance(pending, Entry) else None
            wrote = self._desk.writes
            try:
                await self._desk.elsewhere(path, entry)
            except (Refused, NotWritten) as error:
                self._board.say(str(error))
                return False
            if wrote:
                keep(before, 0, {}, "")
            notice = _("The game goes on in {path}.").format(path=quote(path))
            if entry is None:
                self._board.follow(notice)
            else:
                self._board.show(notice)
            self.keep()
            return True

    async def rest(self) -> None:
        """Wait until everything that was entered is on the disk."""
        async with self._turn:
            return

    # --- what is written -------------------------------------------------------------------------

    async def write(self, entry: Entry, seen: Session) -> None:
        """Write what the scorer accepted when he saw the game `seen`."""
        async with self._turn:
            proposal = await self._written(entry, seen)
            if proposal is not None:
                notice = _("Entry {n} is written.").format(n=proposal.step.n)
                self._board.show(notice + _displaced(proposal))
                self.keep()

    async def undo(self) -> None:
        """Take back the newest entry by voiding it."""
        self._board.form.hold()
        async with self._turn:
            entry = self._desk.history.undo
            await self._back(entry, _("There is nothing to undo."), _("Undone: {what}"))

    async def redo(self) -> None:
        """Bring back what was taken back last."""
        self._board.form.hold()
        async with self._turn:
            entry = self._desk.history.redo
            await self._back(entry, _("There is nothing to redo."), _("Done again: {what}"))

    async def _back(self, entry: Entry | None, otherwise: str, done: str) -> None:
        if entry is None:
            self._board.say(otherwise)
            return
        before = self._desk.session
        proposal = await self._written(entry, before)
        if proposal is not None:
            self._board.follow(done.format(what=undone(before, entry)) + _displaced(proposal))
            self._board.take_up()
            self.keep()

    async def _written(self, entry: Entry, seen: Session) -> Proposal | None:
        """Bring an entry to the disk, or say why that is not possible; what was entered stays."""
        try:
            return await self._desk.write(entry, seen)
        except (Refused, NotWritten) as error:
            said = str(error)
            if isinstance(error, NotWritten) and error.elsewhere:
                said += " " + _("(F12 writes to another place.)")
        if not self._board.is_whole:
            return None
        if self._desk.session is seen:
            self._board.say(said)
        else:
            self._board.form.forget()
            self._board.follow(said)
            self._board.take_up()
        self._board.warn()
        return None

    # --- what is half entered --------------------------------------------------------------------

    def keep(self) -> None:
        """Keep what is half entered of the next hand, so that it outlasts a crash; only the writer does."""
        if not self._desk.writes or not self._board.is_whole:
            return
        entered = self._board.entered
        if entered.is_next:
            keep(self._desk.path, self._desk.session.next_number, entered.draft.answers, entered.line)

    def _go_on_with_kept(self) -> None:
        """Offer what was entered of the next hand when the program of its writer ended."""
        if not self._desk.writes or not self._board.is_whole:
            return
        half = kept(self._desk.path, self._desk.session.next_number)
        entered = self._board.entered
        if half is not None and not entered.is_something:
            notice = _("This hand was half entered when the program ended; Escape takes it back.")
            self._board.ask(Entered(entered.draft.resumed(half.answers), half.typed), notice)
        self.keep()


def undone(before: Session, entry: Entry) -> str:
    """The entry that a void concerns in the end, in one line: a redo voids the void of an undo."""
    while isinstance(entry, Void):
        step = before.replay.step(entry.entry)
        entry = step.standing.written
    return before.line(step) or described(before, step)


def _displaced(proposal: Proposal) -> str:
    """What is said of entries that do not fit any more, behind another sentence; "" if there are none."""
    if not proposal.displaced:
        return ""
    numbers = ", ".join(map(str, proposal.displaced))
    return " " + _("No longer fitting, not counted: {numbers}.").format(numbers=numbers)
