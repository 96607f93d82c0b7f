"""The table as the writer of its game: what its keys and phones enter is put on disk, and then shown."""

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work

from prefcount.base.i18n import N_, _, text
from prefcount.base.problems import InvalidInput, quote
from prefcount.entering.draft import Draft, PendingInput, displaced, recorded_notice, refused, taken_back
from prefcount.entries.models import Entry, Void
from prefcount.session.session import Proposal, Session
from prefcount.store.disk import WriteError
from prefcount.store.reader import ReadError, load
from prefcount.tui.kit.keys import TABLE, key_of
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.screens import close_session
from prefcount.tui.table.entered import load_draft, save_draft
from prefcount.tui.table.entry_form import EntryForm
from prefcount.tui.table.shown_table import ShownTable

if TYPE_CHECKING:
    from prefcount.web.sharing import Sharing


class WritingTable(ShownTable):
    """A table that writes into its open session, one entry after the other.

    It shows an entry as written only when the disk has it.
    """

    def __init__(self, open_session: OpenSession) -> None:
        super().__init__(open_session)
        self.sharing = LiveSharing(self)
        self._writing = asyncio.Lock()
        self._is_looking = False
        self._is_half_kept = True

    def on_unmount(self) -> None:
        """Let others write."""
        close_session(self.app, self.open_session)

    # --- who writes ------------------------------------------------------------------------------

    @work(group="take")
    async def become_writer(self) -> None:
        """Become the writer if nobody else is, and go on with what was half entered the last time."""
        async with self._writing:
            try:
                await self.open_session.become_writer()
            except ReadError as error:
                self.show_notice(str(error))
                return
            if self.open_session.session is not self.shown:
                self.show_changes()
            self.show_warning()
            self._offer_saved_draft()

    @work(group="take")
    async def action_take_over(self) -> None:
        """Read the file anew and become its writer, unless somebody else is."""
        async with self._writing:
            try:
                taken = await self.open_session.reopen()
            except ReadError as error:
                self.show_notice(str(error))
                return
            self.show_changes(_("The file was reloaded; you can write here.") if taken else "")
            self.resume_keys()
            self._offer_saved_draft()

    @work(group="follow")
    async def show_file_changes(self) -> None:
        """Show what other programs have written; on a slow disk only one check runs at a time."""
        served = self.sharing.served
        self.show_phones(() if served is None else served.entering)
        if self._is_looking or self._writing.locked():
            return
        self._is_looking = True
        try:
            is_new = await self.open_session.check_file()
        finally:
            self._is_looking = False
        if is_new:
            if self.open_session.session is not self.shown:
                self.show_changes()
            self.show_warning()

    async def continue_in(self, path: Path) -> bool:
        """Go on in a new file, with the entry that only waits for Enter; whether that worked."""
        async with self._writing:
            before, pending = self.open_session.path, self.entered.draft.pending
            entry = pending if isinstance(pending, Entry) else None
            wrote = self.open_session.is_writer
            try:
                await self.open_session.continue_in(path, entry)
            except (InvalidInput, WriteError) as error:
                self.show_notice(refused(error))
                return False
            if wrote:
                save_draft(before, 0, {}, "")
            notice = _("The game goes on in {path}.").format(path=quote(path))
            if entry is None:
                self.show_changes(notice)
            else:
                self.show(notice)
            self.save_pending_input()
            return True

    @work(group="follow")
    async def action_save(self) -> None:
        """Say whether everything that was entered is on the disk."""
        async with self._writing:
            await self.open_session.check_file()
            self.show_warning()
        notice = _("Everything recorded is on disk already, and a hand half entered is kept, too.")
        if not self.open_session.has_file:
            notice = _("The file is made with the first entry; nothing has been entered yet.")
        elif not self.open_session.is_writer:
            notice = _("Another program writes this game; everything it has recorded is here.")
        elif self.open_session.needs_place and self.open_session.warning is not None:
            notice = str(self.open_session.warning)
        elif not self._is_half_kept:
            notice = _("Everything recorded is on disk already; a hand half entered cannot be kept there.")
        if self.is_shown:
            self.form.show_notice(notice)

    async def may_leave(self) -> bool:
        """Wait until everything that was entered is on the disk; return whether the table may be left.

        If the file no longer has it, the first try shows a warning, and the second one keeps a copy. If no
        place takes the copy, one more warning is shown before the table is left.
        """
        async with self._writing:
            known = self.seen_warning
            await self.open_session.check_file()
            self.show_warning()
            if self.open_session.warning not in (None, known):
                return False
            is_kept = await asyncio.to_thread(self.open_session.keep_copy)
            self.show_warning()
            return is_kept or self.open_session.warning == known

    # --- what is written -------------------------------------------------------------------------

    @work(group="write")
    async def on_entry_form_accepted(self, message: EntryForm.Accepted) -> None:
        """Write what the scorer accepted."""
        async with self._writing:
            proposal = await self._write(message.entry, message.seen)
            if proposal is not None:
                if isinstance(proposal.entry, Void):
                    self.open_session.keep_as_done(proposal.entry)
                self.show(recorded_notice(message.seen, proposal) + displaced(message.seen, proposal))
                self.save_pending_input()

    async def write_from_phone(self, entry: Entry, seen: Session, check_link: Callable[[], None]) -> Proposal:
        """Write an entry of a phone that was shown `seen`, as `OpenSession.write` does.

        What is entered at the table stays; where an entry is refused the phone shows why. If the table is
        busy, `check_link` is asked once more before the entry is written.
        """
        async with self._writing:
            check_link()
            proposal = await self.open_session.write(entry, seen)
            notice = recorded_notice(seen, proposal) + displaced(seen, proposal)
            self.show_changes(_("From a phone: {said}").format(said=notice))
            self.save_pending_input()
            return proposal

    @work(group="write")
    async def take_back(self, *, redo: bool) -> None:
        """Take back the newest entry by voiding it, or bring back what was taken back last.

        What was begun about another entry is dropped first.
        """
        self.form.holds_keys = True
        async with self._writing:
            undo_state = self.open_session.undo_state
            entry = undo_state.redo if redo else undo_state.undo
            if self.entered.draft.about:
                self._drop(entry, redo=redo)
            elif entry is None:
                self.show_notice(_("Nothing to redo.") if redo else _("Nothing to undo."))
            else:
                await self._write_void(entry, redo=redo)

    def _drop(self, entry: Entry | None, *, redo: bool) -> None:
        """Drop a correction or the like, and say so; and what the key does when it is pressed again."""
        notice = _("Dropped: “{about}”; nothing has changed.").format(about=self.entered.draft.about)
        if entry is not None:
            before = self.open_session.session
            after = before.proposed(before.completed_entry(entry)).session
            further = _("{key} once more redoes: {what}") if redo else _("{key} once more undoes: {what}")
            key = key_of(TABLE, "redo" if redo else "undo")
            notice += " " + further.format(key=key, what=taken_back(before, after, entry, redo=redo))
        self.drop_other(notice)

    async def _write_void(self, entry: Entry, *, redo: bool) -> None:
        before = self.open_session.session
        proposal = await self._write(entry, before)
        if proposal is not None:
            notice = _("Redone: {what}") if redo else _("Undone: {what}")
            notice = notice.format(what=taken_back(before, proposal.session, entry, redo=redo))
            self.show_changes(notice + displaced(before, proposal))
            self.resume_keys()
            self.save_pending_input()

    async def _write(self, entry: Entry, seen: Session) -> Proposal | None:
        """Write an entry to the disk, or show why that failed; the pending input stays then."""
        try:
            return await self.open_session.write(entry, seen)
        except (InvalidInput, WriteError) as error:
            why = refused(error)
            if isinstance(error, WriteError) and error.elsewhere:
                key = key_of(TABLE, "continue_in_copy")
                why += " " + _("({key} writes to another place.)").format(key=key)
        if self.is_shown:
            if self.open_session.session is seen:
                self.show_notice(why)
            else:
                self.form.held.clear()
                self.show_changes(why)
                self.resume_keys()
            self.show_warning()
        return None

    # --- what is half entered --------------------------------------------------------------------

    def half_entered(self) -> tuple[Draft, ...]:
        """The next hand as far as it is entered here."""
        if not (self.open_session.is_writer and self.is_shown):
            return ()
        pending = self.pending_input
        return (pending.draft,) if pending.is_next else ()

    def save_pending_input(self) -> None:
        """Save the pending input of the next hand, so that it outlasts a crash; only the writer does.

        Of a new game nothing is kept before it has a file.
        """
        game = self.open_session
        if game.is_writer and game.has_file and self.is_shown:
            pending = self.pending_input
            if pending.is_next:
                self._is_half_kept = save_draft(
                    game.path, game.session.next_number, pending.draft.answers, pending.line
                )

    def _offer_saved_draft(self) -> None:
        """Offer what was entered of the next hand when the program of its writer ended."""
        if self.open_session.is_writer and self.is_shown:
            saved = load_draft(self.open_session.path, self.open_session.session.next_number)
            pending = self.pending_input
            if saved is not None and not pending.is_something:
                notice = _("This hand is half entered; go on with it.")
                self.ask(PendingInput(pending.draft.resumed(saved.answers), saved.typed), notice)
            self.save_pending_input()


class LiveSharing:
    """Serves the session of a table to phones, as long as the table is open."""

    def __init__(self, table: WritingTable) -> None:
        self._table = table
        self.served: Sharing | None = None

    async def open(self, host: str) -> None:
        """Serve the game at an address of this machine, also when it goes on in another file.

        Raises:
            InvalidInput: if it cannot be served there, or what is needed for that is not installed.
            ReadError: if the file is no session any more.
            WriteError: if the file of a new game cannot be made.
        """
        from prefcount.web.sharing import Sharing

        game = self._table.open_session
        await game.make_file()
        loaded = await asyncio.to_thread(load, game.path)
        self.close()
        if not self._table.is_shown:  # it was left while the file was read
            return
        self.served = Sharing(lambda: game.path, loaded, host, screen=self._table.half_entered)
        self._table.run_worker(self.served.run(), group="share")

    def close(self) -> None:
        """Stop serving."""
        if self.served is not None:
            self.served.close()
            self.served = None

    async def let_write(self) -> None:
        """Let phones write by a further link. Raises ReadError or WriteError if nobody can write here."""
        from prefcount.web.writing import Writing

        game = self._table.open_session
        if not await game.become_writer():
            warning = game.warning or text(N_("this game was closed here"))
            raise WriteError(warning if game.busy is None else game.busy.text)
        if self.served is None:
            return
        own = copy_context()  # the table speaks its own language, not that of the phone

        async def write(entry: Entry, seen: Session) -> Proposal:
            written = self._table.write_from_phone(entry, seen, writing.check)
            return await asyncio.get_running_loop().create_task(written, context=own)

        writing = Writing(game, write)
        self.served.let_write(writing)
