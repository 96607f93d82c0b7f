"""Write what is entered at a table to its file, save the unfinished hand, and serve the game to phones."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import pydantic
from pydantic import BaseModel, ConfigDict
from textual.screen import Screen

from prefcount.base.i18n import N_, _, text
from prefcount.base.problems import InvalidInput, quote
from prefcount.base.system import read_own_json
from prefcount.entering import Draft, PendingInput, describe_undo, refusal_text
from prefcount.entries.models import Entry
from prefcount.session.session import Proposal, Session
from prefcount.store.disk import WriteError, replace_file
from prefcount.store.reader import load
from prefcount.tui.kit.keys import TABLE, key_of
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.screens import is_showing

if TYPE_CHECKING:
    from prefcount.web.sharing import Sharing

WriteFromPhone = Callable[[Entry, Session, Callable[[], None]], Coroutine[Any, Any, Proposal]]
"""A function that writes an entry for the session that a phone showed, after calling its last argument."""


DRAFT_SUFFIX = ".half"
MAX_DRAFT_BYTES = 16 * 1024
_Word = Annotated[str, pydantic.Field(max_length=500)]


class SavedDraft(BaseModel):
    """An unfinished entry as it is saved in a file.

    Attributes:
        n: the number that the entry will have in the session.
        answers: the answers so far, by the names of the questions.
        typed: the line that was being typed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    n: int
    answers: Annotated[dict[_Word, _Word], pydantic.Field(max_length=50)] = {}
    typed: _Word = ""


def _draft_path(session: Path) -> Path:
    return session.with_name(f"{session.name}{DRAFT_SUFFIX}")


def half_entered_sessions(folder: Path) -> Collection[Path]:
    """Return the session files in a folder that have an unfinished entry saved next to them."""
    with suppress(OSError):
        return {
            half.with_name(half.name.removesuffix(DRAFT_SUFFIX)) for half in folder.glob(f"*{DRAFT_SUFFIX}")
        }
    return ()


def save_draft(session: Path, n: int, answers: Mapping[str, str], typed: str) -> bool:
    """Save an unfinished entry in a file next to the session. If nothing was entered, delete this file.

    Args:
        session: the path of the session.
        n: the number that the entry will have in the session.
        answers: the answers so far, by the names of the questions.
        typed: the line that was being typed.

    Returns:
        False if the file cannot be written.
    """
    path = _draft_path(session)
    with suppress(OSError, ValueError, WriteError):
        if answers or typed:
            half = SavedDraft(n=n, answers=dict(answers), typed=typed)
            replace_file(path, half.model_dump_json().encode(), lasting=False)
        else:
            path.unlink(missing_ok=True)
        return True
    return False


def load_draft(session: Path, n: int) -> SavedDraft | None:
    """Return the unfinished entry that was saved next to a session. If its number is not `n`, return None."""
    try:
        half = SavedDraft.model_validate(read_own_json(_draft_path(session), MAX_DRAFT_BYTES))
    except (OSError, ValueError):
        return None
    return half if half.n == n else None


class NotWritten(Exception):
    """Raised when an entry or a new file was not written. Its text is a sentence for the scorer."""


class TableWriter:
    """Writes the entries of a table to its file.

    Attributes:
        lock: locked from the start of a write until the table shows the new entry.
        seen_warning: the newest warning about the file that the scorer has seen.
    """

    def __init__(self, game: OpenSession) -> None:
        self.lock = asyncio.Lock()
        self.seen_warning = game.warning
        self._game = game
        self._is_checking = False
        self._is_input_saved = True

    async def write(self, entry: Entry, seen: Session) -> Proposal:
        """Write an entry. Return the entry as it was written, with the session that includes it.

        Args:
            entry: the entry.
            seen: the session for which the entry was made.

        Raises:
            NotWritten: if the entry cannot be written.
        """
        try:
            return await self._game.write(entry, seen)
        except (InvalidInput, WriteError) as error:
            reason = refusal_text(error)
            if isinstance(error, WriteError) and error.elsewhere:
                key = key_of(TABLE, "continue_in_copy")
                reason += " " + _("({key} continues the game in another file.)").format(key=key)
            raise NotWritten(reason) from None

    async def continue_in(self, path: Path, entry: Entry | None) -> str:
        """Continue the game in a new file, and return a notice about it.

        Args:
            path: the new file.
            entry: an entry to write to the new file, or None.

        Raises:
            NotWritten: if the new file cannot be written.
        """
        before, wrote = self._game.path, self._game.is_writer
        try:
            await self._game.continue_in(path, entry)
        except (InvalidInput, WriteError) as error:
            raise NotWritten(refusal_text(error)) from None
        if wrote:
            save_draft(before, 0, {}, "")
        return _("The game continues in {path}.").format(path=quote(path))

    async def check_file(self) -> bool:
        """Read changes that other programs made to the file. Return whether the screen must be updated."""
        if self._is_checking or self.lock.locked():
            return False
        self._is_checking = True
        try:
            return await self._game.check_file()
        finally:
            self._is_checking = False

    async def check_may_leave(self) -> bool:
        """Wait until everything is on the disk. Return whether the table may be left.

        If there is a new warning about the file, the first call returns False, so that the scorer sees it.
        """
        async with self.lock:
            known = self.seen_warning
            await self._game.check_file()
            if self._game.warning not in (None, known):
                return False
            is_kept = await asyncio.to_thread(self._game.keep_copy)
            return is_kept or self._game.warning == known

    def status(self) -> str:
        """Return a sentence about whether everything that was entered is on the disk."""
        game = self._game
        if not game.has_file:
            return _("Nothing has been entered yet. The file is created when you record the first hand.")
        if not game.is_writer:
            return _(
                "Hands of this game are entered in another program. Everything recorded there is shown here."
            )
        if game.needs_place and game.warning is not None:
            return str(game.warning)
        if not self._is_input_saved:
            return _("All hands are saved, but an unfinished hand cannot be saved in this folder.")
        return _("Everything is saved, including an unfinished hand.")

    def cancelled(self, draft: Draft, *, redo: bool) -> str:
        """Return a notice that undo or redo cancelled a correction, and what the same key does next.

        Args:
            draft: the correction.
            redo: True if the redo key cancelled the correction, False if the undo key did.
        """
        notice = _("Cancelled: “{about}”. Nothing has changed.").format(about=draft.about)
        return f"{notice} {self.announce_undo(redo=redo)}".rstrip()

    def announce_undo(self, *, redo: bool = False) -> str:
        """Return a sentence about what the next undo does, or "" if there is nothing to undo.

        If `redo` is True, return a sentence about the next redo.
        """
        entry = self._game.undo_state.redo if redo else self._game.undo_state.undo
        if entry is None:
            return ""
        before = self._game.session
        after = before.propose(before.complete_entry(entry)).session
        further = _("Press {key} again to redo: {what}") if redo else _("Press {key} again to undo: {what}")
        key = key_of(TABLE, "redo" if redo else "undo")
        return further.format(key=key, what=describe_undo(before, after, entry, redo=redo))

    def save_input(self, pending: PendingInput) -> None:
        """Save the unfinished hand in a file, so that it is not lost in a crash.

        `pending` is the input in the form. A correction in the form is not saved.
        """
        game = self._game
        if game.is_writer and game.has_file and pending.is_next:
            self._is_input_saved = save_draft(
                game.path, game.session.next_number, pending.draft.answers, pending.line
            )

    def saved_input(self, pending: PendingInput) -> PendingInput | None:
        """Return the unfinished hand that `save_input` saved, or None if there is none.

        `pending` is the input in the form. If the scorer has entered something there, return None, too.
        """
        game = self._game
        saved = load_draft(game.path, game.session.next_number) if game.is_writer else None
        if saved is None or pending.has_input:
            return None
        return PendingInput(pending.draft.with_answers(saved.answers), saved.typed)


class LiveSharing:
    """Serves the session of a table to phones, as long as the table is open."""

    def __init__(
        self,
        table: Screen[Any],
        game: OpenSession,
        entering: Callable[[], Sequence[Draft]],
        write: WriteFromPhone,
    ) -> None:
        """Create the sharing of a table. `open` begins it.

        Args:
            table: the screen of the table.
            game: the session of the table.
            entering: returns the hands that are being entered at the table.
            write: writes an entry from a phone.
        """
        self._table, self._game, self._entering, self._write = table, game, entering, write
        self.served: Sharing | None = None

    async def open(self, host: str) -> None:
        """Serve the game to phones in the network.

        Args:
            host: an address of this machine.

        Raises:
            InvalidInput: if the game cannot be served at `host`, or a package for that is not installed.
            ReadError: if the file is no longer a session.
            WriteError: if the file of a new game cannot be made.
        """
        from prefcount.web.sharing import Sharing

        game = self._game
        await game.make_file()
        loaded = await asyncio.to_thread(load, game.path)
        self.close()
        if not is_showing(self._table):  # the table was left while the file was read
            return
        self.served = Sharing(lambda: game.path, loaded, host, screen=self._entering)
        self._table.run_worker(self.served.run(), group="share")

    def close(self) -> None:
        if self.served is not None:
            self.served.close()
            self.served = None

    async def allow_writing(self) -> None:
        """Let phones enter hands through a second link.

        Raises:
            ReadError: if the file was changed by another program and cannot be read.
            WriteError: if the file cannot be written.
        """
        from prefcount.web.writing import PhoneEntries

        game = self._game
        if not await game.become_writer():
            warning = game.warning or text(N_("the game was closed on the computer"))
            raise WriteError(warning if game.busy is None else game.busy.text)
        if self.served is None:
            return
        own = copy_context()  # with the language of the table; the phone may use another one

        async def write(entry: Entry, seen: Session) -> Proposal:
            written = self._write(entry, seen, writing.raise_if_revoked)
            return await asyncio.get_running_loop().create_task(written, context=own)

        writing = PhoneEntries(game, write)
        self.served.allow_writing(writing)
