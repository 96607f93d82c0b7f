"""Write the entries of the table panel into the open session, and show the result on the panel."""

import asyncio
from pathlib import Path

from prefcount.base.i18n import _
from prefcount.base.problems import InvalidInput, quote
from prefcount.entering.draft import Draft, PendingInput
from prefcount.entering.words import displaced, refused, taken_back, written
from prefcount.entries.common import Entry, Void
from prefcount.session.session import Proposal, Session
from prefcount.store.disk import WriteError
from prefcount.store.open_file import ReadError
from prefcount.tui.kit.command import key_of
from prefcount.tui.kit.key_table import TABLE
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.table.draft_file import load_draft, save_draft
from prefcount.tui.table.table_panel import TablePanel


class TableController:
    """Writes the entries that are made on a table panel into an open session, one after the other.

    The panel shows an entry as written only when the disk has it.
    """

    def __init__(self, open_session: OpenSession, panel: TablePanel) -> None:
        self._open_session = open_session
        self._panel = panel
        self._writing = asyncio.Lock()
        self._is_looking = False

    # --- who writes ------------------------------------------------------------------------------

    async def become_writer(self) -> None:
        """Become the writer if nobody else is, and go on with what was half entered the last time."""
        async with self._writing:
            try:
                await self._open_session.become_writer()
            except ReadError as error:
                self._panel.show_notice(str(error))
                return
            if self._open_session.session is not self._panel.shown:
                self._panel.show_changes()
            self._panel.show_warning()
            self._offer_saved_draft()

    async def reopen(self) -> None:
        """Read the file anew and become its writer, unless somebody else is."""
        async with self._writing:
            try:
                taken = await self._open_session.reopen()
            except ReadError as error:
                self._panel.show_notice(str(error))
                return
            self._panel.show_changes(_("The file was reloaded; you can write here.") if taken else "")
            self._panel.resume_keys()
            self._offer_saved_draft()

    async def show_file_changes(self) -> None:
        """Show what other programs have written; on a slow disk only one check runs at a time."""
        if self._is_looking or self._writing.locked():
            return
        self._is_looking = True
        try:
            seen = await self._open_session.check_file()
        finally:
            self._is_looking = False
        if seen:
            if self._open_session.session is not self._panel.shown:
                self._panel.show_changes()
            self._panel.show_warning()

    async def continue_in(self, path: Path) -> bool:
        """Go on in a new file, with the entry that only waits for Enter; whether that worked."""
        async with self._writing:
            before, pending = self._open_session.path, self._panel.entered.draft.pending
            entry = pending if isinstance(pending, Entry) else None
            wrote = self._open_session.is_writer
            try:
                await self._open_session.continue_in(path, entry)
            except (InvalidInput, WriteError) as error:
                self._panel.show_notice(refused(error))
                return False
            if wrote:
                save_draft(before, 0, {}, "")
            notice = _("The game goes on in {path}.").format(path=quote(path))
            if entry is None:
                self._panel.show_changes(notice)
            else:
                self._panel.show(notice)
            self.save_pending_input()
            return True

    async def may_leave(self) -> bool:
        """Wait until everything that was entered is on the disk; False if it is there no more, which is said.

        Who has seen that warning before may leave.
        """
        async with self._writing:
            known = self._panel.seen_warning
            await self._open_session.check_file()
            self._panel.show_warning()
            return self._open_session.warning in (None, known)

    # --- what is written -------------------------------------------------------------------------

    async def write(self, entry: Entry, seen: Session) -> None:
        """Write an entry that the scorer accepted when `seen` was on the screen."""
        async with self._writing:
            proposal = await self._write(entry, seen)
            if proposal is not None:
                if isinstance(proposal.entry, Void):
                    self._open_session.keep_as_done(proposal.entry)
                self._panel.show(written(seen, proposal) + displaced(seen, proposal))
                self.save_pending_input()

    async def write_from_phone(self, entry: Entry, seen: Session) -> Proposal:
        """Write an entry of a phone that was shown `seen`; what is entered at the table stays.

        Raises:
            InvalidInput, WriteError: as `OpenSession.write` does; the phone shows why.
        """
        async with self._writing:
            proposal = await self._open_session.write(entry, seen)
            said = written(seen, proposal) + displaced(seen, proposal)
            self._panel.show_changes(_("From a phone: {said}").format(said=said))
            self.save_pending_input()
            return proposal

    async def take_back(self, *, redo: bool) -> None:
        """Take back the newest entry by voiding it, or bring back what was taken back last.

        What was begun about another entry is dropped first.
        """
        self._panel.form.holds_keys = True
        async with self._writing:
            undo_state = self._open_session.undo_state
            entry = undo_state.redo if redo else undo_state.undo
            if self._panel.entered.draft.about:
                self._drop(entry, redo=redo)
            elif entry is None:
                self._panel.show_notice(_("Nothing to redo.") if redo else _("Nothing to undo."))
            else:
                await self._write_void(entry, redo=redo)

    def _drop(self, entry: Entry | None, *, redo: bool) -> None:
        """Drop a correction or the like, and say so; and what the key does when it is pressed again."""
        said = _("Dropped: “{about}”; nothing has changed.").format(about=self._panel.entered.draft.about)
        if entry is not None:
            before = self._open_session.session
            after = before.proposed(before.completed_entry(entry)).session
            further = _("{key} once more redoes: {what}") if redo else _("{key} once more undoes: {what}")
            key = key_of(TABLE, "redo" if redo else "undo")
            said += " " + further.format(key=key, what=taken_back(before, after, entry, redo=redo))
        self._panel.drop_other(said)

    async def _write_void(self, entry: Entry, *, redo: bool) -> None:
        before = self._open_session.session
        proposal = await self._write(entry, before)
        if proposal is not None:
            said = _("Redone: {what}") if redo else _("Undone: {what}")
            said = said.format(what=taken_back(before, proposal.session, entry, redo=redo))
            self._panel.show_changes(said + displaced(before, proposal))
            self._panel.resume_keys()
            self.save_pending_input()

    async def _write(self, entry: Entry, seen: Session) -> Proposal | None:
        """Write an entry to the disk, or show why that failed; the pending input stays then."""
        try:
            return await self._open_session.write(entry, seen)
        except (InvalidInput, WriteError) as error:
            said = refused(error)
            if isinstance(error, WriteError) and error.elsewhere:
                said += " " + _("({key} writes to another place.)").format(
                    key=key_of(TABLE, "continue_in_copy")
                )
        if not self._panel.is_whole:
            return None
        if self._open_session.session is seen:
            self._panel.show_notice(said)
        else:
            self._panel.form.held.clear()
            self._panel.show_changes(said)
            self._panel.resume_keys()
        self._panel.show_warning()
        return None

    # --- what is half entered --------------------------------------------------------------------

    def half_entered(self) -> tuple[Draft, ...]:
        """The next hand as far as it is entered here."""
        if not (self._open_session.is_writer and self._panel.is_whole):
            return ()
        pending = self._panel.pending_input
        return (pending.draft,) if pending.is_next else ()

    def save_pending_input(self) -> None:
        """Save the pending input of the next hand, so that it outlasts a crash; only the writer does.

        Of a new game nothing is kept before it has a file.
        """
        session = self._open_session
        if not (session.is_writer and session.has_file and self._panel.is_whole):
            return
        pending = self._panel.pending_input
        if pending.is_next:
            save_draft(
                self._open_session.path,
                self._open_session.session.next_number,
                pending.draft.answers,
                pending.line,
            )

    def saved(self) -> str:
        """What of the game and of the pending input is on disk."""
        if not self._open_session.has_file:
            return _("The file is made with the first entry; nothing has been entered yet.")
        if not self._open_session.is_writer:
            return _("Another program writes this game; everything it has recorded is here.")
        return _("Everything recorded is on disk already, and a hand half entered is kept, too.")

    def _offer_saved_draft(self) -> None:
        """Offer what was entered of the next hand when the program of its writer ended."""
        if not self._open_session.is_writer or not self._panel.is_whole:
            return
        saved = load_draft(self._open_session.path, self._open_session.session.next_number)
        pending = self._panel.pending_input
        if saved is not None and not pending.is_something:
            notice = _("This hand is half entered; go on with it.")
            self._panel.ask(PendingInput(pending.draft.resumed(saved.answers), saved.typed), notice)
        self.save_pending_input()
