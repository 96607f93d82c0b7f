"""Journals, which append lines to sessions and books of payments, and followers, which notice such lines.

All writing raises WriteError if a file exists already, cannot be written, or was changed by another program.
"""

import hashlib
import os
import stat
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from prefcount.base import system
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import printable
from prefcount.base.system import close, now, os_error_text
from prefcount.entries.models import BookHeader, End, Entry
from prefcount.entries.validation_messages import validate_fields
from prefcount.store.disk import (
    BOOK_SENTENCES,
    NO_FOLDER,
    NO_LOCKS,
    LockRefusal,
    WriteError,
    WriterLock,
    begins_with,
    cut_off_line,
    is_same_file,
    make_file,
    make_folder,
    make_numbered,
    starts_with,
    sync_folder,
    sync_new_name,
    write_all,
    write_error,
)
from prefcount.store.payment_book import PaymentBook
from prefcount.store.reader import (
    BOOK,
    FILE_LIMIT,
    LINE_LIMIT,
    LINES_LIMIT,
    TORN_TAIL,
    DocumentT,
    LoadedBook,
    LoadedFile,
    LoadedSession,
    ReadError,
    Stamp,
    file_hash,
    line_hash,
    load_book,
    open_file,
    read_session,
)
from prefcount.store.settings import home_folder, sessions_folder


def header_line(header: BaseModel) -> bytes:
    """Return the first line of a file, with `header` as JSON."""
    return header.model_dump_json(exclude_none=True).encode() + b"\n"


def prepare_file(document: DocumentT) -> LoadedFile[DocumentT]:
    """Return a `LoadedFile` for a new session or book, whose file does not exist yet."""
    content = header_line(document.header)
    return LoadedFile(document, (), content, line_hash(content), None)


def entry_line(entry: Entry, prev: str) -> bytes:
    """Return an entry as a line of a file. `prev` is the hash of the line before."""
    return spell_entry(entry.model_copy(update={"prev": prev})) + b"\n"


def spell_entry(entry: Entry) -> bytes:
    """Return the JSON of an entry as this program writes it, without a line end."""
    return entry.model_dump_json(exclude_none=True, exclude_defaults=False, by_alias=True).encode()


PATIENCE = 5.0
"""Maximum number of seconds to wait while another program writes to the file."""
PAUSE = 0.01
_WRITING = os.O_RDWR | os.O_APPEND
COPY_ENDING = "written"
"""Ending of the name of a rescue copy, as in `game.jsonl.written1`."""


class RescueCopy(NamedTuple):
    """A copy of a session, written when another program has overwritten lines in the session file.

    Attributes:
        text: a message for the user with the path of the copy, or the reasons why there is none.
        path: the copy, or None if it could not be written in any folder.
    """

    text: Text
    path: Path | None
    content: bytes


class Journal:
    """Writer that appends entries to a session or book.

    The journal remembers all bytes that it read and wrote, so it notices if another program changes them.

    Attributes:
        last_hash: the hash of the last line, which the next line repeats in its field `prev`.
        is_made: False for a new game, whose file is created with its first entry.
        torn_file: the file with a copy of an incomplete last line that was cut off, or None.
    """

    def __init__(self, path: Path, content: bytes | bytearray, last_hash: str, torn: bytes = b"") -> None:
        self.path = path
        self.last_hash = last_hash
        self._content = bytearray(content)
        self._torn = torn
        self._unconfirmed = b""
        self._line_numbers: dict[str, int] = {}
        self._lines = self._numbered = 0
        self._identity: tuple[int, int] | None = None
        self.is_made = True
        self.torn_file: Path | None = None

    @classmethod
    def from_loaded(cls, path: Path, loaded: LoadedFile[DocumentT]) -> "Journal":
        """Return a journal for a loaded file, or for a new file from `prepare_file`."""
        journal = cls(path, loaded.content, loaded.last_hash, loaded.torn)
        journal.is_made = loaded.stamp is not None
        if loaded.stamp is not None:
            journal._identity = loaded.stamp.device, loaded.stamp.inode
        return journal

    @classmethod
    def create(cls, path: Path, header: BaseModel, entries: Iterable[Entry] = ()) -> "Journal":
        """Create a new file with a header and entries, and return its journal.

        An `end` entry gets a seal, which is a hash of the lines above it.
        """
        line = header_line(header)
        journal = cls(path, line, line_hash(line))
        for entry in entries:
            seal = {"seal": journal.seal()} if isinstance(entry, End) else None
            journal._remember_line(journal._line(entry.model_copy(update=seal)))
        _create_file(path, bytes(journal._content))
        return journal

    @property
    def size(self) -> int:
        return len(self._content)

    def lines_after(self, known: str) -> int | None:
        """Return the number of lines after the line with the hash `known`, or None if no line has it."""
        added = bytes(self._content[self._numbered :])
        # The hashes are kept, because every connected phone asks after each change.
        for line in filter(bytes.strip, added.split(b"\n")):
            self._lines += 1
            self._line_numbers[line_hash(line)] = self._lines
        self._numbered += len(added)
        number = self._line_numbers.get(known)
        return None if number is None else self._lines - number

    def make(self) -> None:
        """Create the file of a new game now, not only with its first entry. Raises WriteError.

        If the file was created before, do nothing.
        """
        if not self.is_made:
            _create_file(self.path, bytes(self._content))
            self.is_made = True

    def append(self, *entries: Entry) -> None:
        """Write one entry or several at once, and wait until they are on the disk. Raises WriteError."""
        line = self._line(*entries)
        if not self.is_made:
            _create_file(self.path, bytes(self._content + line))
            self.is_made = True
            self._remember_line(line)
            return
        until = time.monotonic() + PATIENCE
        while not self._try_append(line, until):
            if time.monotonic() >= until:
                sentence = N_(
                    "nothing was written: another program keeps replacing the file; close that "
                    "program, or write to another place"
                )
                raise WriteError(sentence, elsewhere=True)
        self._remember_line(line)

    def copy_to(self, path: Path, entry: Entry | None = None) -> "Journal":
        """Write all lines of this journal to a new file, and return the journal of that file.

        Args:
            entry: an entry to append, which could not be written to the old file.
        """
        copy = Journal(path, self._content, self.last_hash)
        if entry is not None:
            copy._remember_line(copy._line(entry))
        _create_file(path, bytes(copy._content))
        return copy

    def write_rescue_copy(self) -> RescueCopy:
        """Save all lines that this journal read and wrote in a new file.

        Several folders are tried until the file can be written.
        """
        content, refused = bytes(self._content), dict[str, str]()
        file = printable(str(self.path))
        places: list[Callable[[], Path]] = [_make_sessions_folder, home_folder, _temporary_folder]
        for find_folder in (lambda: self.path.parent, *places):
            folder = Path()
            try:
                folder = find_folder()
                copy = make_numbered(folder / self.path.name, COPY_ENDING, content).absolute()
                sync_new_name(copy)
                if not begins_with(copy, content):
                    raise _changed_error()
            except WriteError as error:
                refused.setdefault(printable(str(folder)), str(error))
            except (OSError, ValueError) as error:
                refused.setdefault(printable(str(folder)), str(os_error_text(error)))
            else:
                saved = N_(
                    "the file {file} no longer had all entries of this game; the whole game was saved in "
                    "{copy}"
                )
                return RescueCopy(text(saved, file=file, copy=printable(str(copy))), copy, content)
        sentence = N_(
            "the file {file} no longer has all entries of this game, and no copy could be saved "
            "elsewhere ({reasons}); these are all lines of the game, save them as a file:"
        )
        reasons = "; ".join(f"{folder}: {reason}" for folder, reason in refused.items())
        return RescueCopy(text(sentence, file=file, reasons=reasons), None, content)

    def is_start_of(self, content: bytes) -> bool:
        """Return whether `content` begins with all lines that this journal has read and written."""
        return content[: self.size] == self._content

    def is_start_of_file(self, path: Path) -> bool:
        return begins_with(path, self._content)

    @property
    def file_hash(self) -> str:
        """The first 32 hex digits of the SHA-256 of all lines. Players note it to detect later changes."""
        return file_hash(self._content)

    def seal(self) -> str:
        """Return the seal for an `end` entry: the SHA-256 of all bytes before its line."""
        return hashlib.sha256(self._content + self._separator).hexdigest()

    @property
    def _separator(self) -> bytes:
        return b"" if self._content.endswith(b"\n") else b"\n"

    def _line(self, *entries: Entry) -> bytes:
        lines, last_hash = list[bytes](), self.last_hash
        for entry in entries:
            lines.append(entry_line(entry, last_hash))
            last_hash = line_hash(lines[-1])
        if max(map(len, lines)) > LINE_LIMIT:
            raise WriteError(N_("the entry is longer than 64 KiB; shorten its note"))
        line = self._separator + b"".join(lines)
        if self.size + len(line) > FILE_LIMIT or self._content.count(b"\n") + line.count(b"\n") > LINES_LIMIT:
            sentence = N_(
                "nothing was written: the file has reached the largest size; continue in a new game"
            )
            raise WriteError(sentence)
        return line

    def _remember_line(self, line: bytes) -> None:
        self._content += line
        self.last_hash = line_hash(line.splitlines(keepends=True)[-1])
        self._unconfirmed = b""

    def _try_append(self, line: bytes, until: float) -> bool:
        try:
            descriptor = system.CURRENT.open(self.path, _WRITING, follow_links=True)
        except OSError as error:
            raise write_error(error) from None
        try:
            _lock_append(descriptor, until)
            if not is_same_file(self.path, descriptor, by_links=True):
                return False
            self._clear_tail(descriptor)
            self._sync_name(descriptor)
            try:
                write_all(descriptor, line)
                system.CURRENT.sync(descriptor)
            except OSError as error:
                raise self._undo_write(descriptor, line, error) from None
            return self._verify(descriptor, line)
        except OSError as error:
            raise (_uncertain_error(error) if self._unconfirmed else write_error(error)) from None
        finally:
            close(descriptor)

    def _sync_name(self, descriptor: int) -> None:
        status = os.fstat(descriptor)
        identity = status.st_dev, status.st_ino
        if self._identity not in (None, identity):
            with suppress(PermissionError):  # a folder without read permission cannot be synced
                sync_folder(Path(os.path.realpath(self.path)).parent)
        self._identity = identity

    def _verify(self, descriptor: int, line: bytes) -> bool:
        # False means that another program has replaced the file.
        self._unconfirmed = line  # until the line is known to be in the file at the path
        whole = self._ends_with(descriptor, line)
        named = is_same_file(self.path, descriptor, by_links=True)
        if whole and named:
            return True
        taken_off = cut_off_line(descriptor, line)
        if named and not self._ends_with(descriptor, b""):
            if taken_off:
                raise _changed_error()
            sentence = N_(
                "another program wrote to the file at the same moment, so the contents of the file are "
                "uncertain, and the entry does not count; write to another place, or open the file again"
            )
            raise WriteError(sentence, elsewhere=True, certain=False)
        return False

    def _ends_with(self, descriptor: int, line: bytes) -> bool:
        return starts_with(descriptor, self._content) and os.read(descriptor, len(line) + 1) == line

    def _clear_tail(self, descriptor: int) -> None:
        # A line that was already incomplete when the file was read is first copied to another file. If this
        # journal wrote the line, the caller of `append` got an error and still has the entry.
        if not stat.S_ISREG(os.fstat(descriptor).st_mode) or not starts_with(descriptor, self._content):
            raise _changed_error()
        tail = os.read(descriptor, LINE_LIMIT + 2)
        if tail == self._torn:
            if tail:
                self.torn_file = make_numbered(self.path, "torn", tail)
                sync_new_name(self.torn_file)
        elif not self._unconfirmed.startswith(tail):
            raise _changed_error()
        if tail:
            os.ftruncate(descriptor, self.size)
        self._torn = self._unconfirmed = b""

    def _undo_write(self, descriptor: int, line: bytes, error: OSError) -> WriteError:
        try:
            os.ftruncate(descriptor, self.size)
            # After a failed sync a system may treat unwritten data of the old descriptor as written.
            fresh = system.CURRENT.open(self.path, _WRITING, follow_links=True)
            try:
                same = os.path.samestat(os.fstat(fresh), os.fstat(descriptor))
                whole = same and self._ends_with(fresh, b"")
                system.CURRENT.sync(fresh)
            finally:
                close(fresh)
        except OSError:
            whole = False
        if whole:
            return write_error(error)
        self._unconfirmed = line
        return _uncertain_error(error)


def _changed_error() -> WriteError:
    return WriteError(N_("the file has changed since it was read; open it again"), elsewhere=True)


def _make_sessions_folder() -> Path:
    make_folder(sessions_folder())
    return sessions_folder()


def _temporary_folder() -> Path:
    from tempfile import gettempdir

    return Path(gettempdir())


def _create_file(path: Path, content: bytes) -> None:
    try:
        made = make_file(path, content)
    except FileExistsError:
        raise WriteError(N_("the file exists already; choose another name")) from None
    except (FileNotFoundError, NotADirectoryError):
        raise WriteError(NO_FOLDER, elsewhere=True) from None
    except OSError as error:
        raise write_error(error) from None
    except ValueError as error:  # a zero byte, or a character that this system does not allow
        raise WriteError(N_("nothing was written: {reason}"), reason=os_error_text(error)) from None
    if not begins_with(path, content):
        with suppress(OSError):
            if os.path.samestat(path.lstat(), made):
                path.unlink()
        sentence = N_(
            "what was written is not in the new file: another program may have replaced or deleted it; "
            "write to another place"
        )
        raise WriteError(sentence, elsewhere=True)


def _lock_append(descriptor: int, until: float) -> None:
    if system.CURRENT.locks_block_reading:  # a lock would keep readers out
        return
    try:
        while not system.CURRENT.lock(descriptor):
            if time.monotonic() >= until:
                sentence = N_("nothing was written: another program has locked the file; close that program")
                raise WriteError(sentence, elsewhere=True)
            time.sleep(PAUSE)
    except OSError as error:  # on a disk without locks, `_verify` still detects most writers
        if error.errno not in NO_LOCKS:
            raise


def _uncertain_error(error: OSError) -> WriteError:
    sentence = N_(
        "the file may now have only a part of the entry, so the entry does not count ({reason}); write to "
        "another place, or try again, which removes that part first"
    )
    return WriteError(sentence, reason=os_error_text(error), elsewhere=True, certain=False)


BOOK_PATIENCE = 1.0
"""Maximum number of seconds to wait for another program that writes to the book."""


def new_book(currency: str) -> PaymentBook:
    """Return a book of payments without entries. Raises InvalidInput if the currency is not valid."""
    return PaymentBook(validate_fields(BookHeader, {"kind": BOOK, "version": 1, "currency": currency}))


def write_book_entry(
    path: Path, made: Callable[[PaymentBook], Entry | list[Entry]], currency: str | None = None
) -> tuple[LoadedBook, PaymentBook]:
    """Write one entry or several at once to a book of payments, and wait until they are on the disk.

    Args:
        made: a function that receives the current book and returns the entries to add.
        currency: the currency for a new book. If this is None, the book must exist already.

    Returns:
        The book before and after the entries were added.

    Raises:
        InvalidInput: if an entry cannot count in this book.
        ReadError: if the book cannot be read.
    """
    writer = WriterLock.take(path, BOOK_PATIENCE, BOOK_SENTENCES)
    if isinstance(writer, LockRefusal):
        raise WriteError(writer.text)
    with writer:
        loaded = load_book(path) if currency is None or path.exists() else prepare_file(new_book(currency))
        for fault in loaded.faults:
            if fault.code != TORN_TAIL:
                raise WriteError(N_("nothing can be added to a damaged file: {fault}"), fault=fault.text)
        book, entries = loaded.session, made(loaded.session)
        for entry in entries if isinstance(entries, list) else [entries]:
            book = book.with_entries((*book.entries, book.accept(entry, now())))
        Journal.from_loaded(path, loaded).append(*book.entries[len(loaded.session.entries) :])
        return loaded, book


LOOKS_BEFORE_DAMAGE = 3
"""Number of calls of `Follower.look` after which an incomplete last line is reported."""


class FileChange(NamedTuple):
    """A change of a file that a `Follower` watches.

    Attributes:
        loaded: the current session, or the last known session if the file cannot be read now.
        text: a sentence about the change for the user, or None if lines were only added.
    """

    loaded: LoadedSession
    text: Text | None = None
    is_readable: bool = True


class Follower:
    """Watcher of a session file that another program writes.

    Attributes:
        loaded: the session as last read. An incomplete last line is not reported as a fault, because the
            other program may still be writing this line.
    """

    def __init__(self, path: Path, loaded: LoadedSession) -> None:
        self.path = path
        self.loaded = _without_torn_tail(loaded)
        self._stamp: Stamp | None = loaded.stamp
        self._torn: LoadedSession | None = loaded if loaded.torn else None
        self._looks = 0
        self._lost = False

    def look(self) -> FileChange | None:
        """Check the file for changes since the last call. Return the change, or None."""
        try:
            stamp = Stamp.from_status(self.path.stat())
        except (OSError, ValueError) as error:
            return self._report_gone(error)
        if stamp == self._stamp:
            return self._check_torn_tail()
        try:
            before = self.loaded
            with open_file(self.path) as file:
                grown = file.read(before.size) == before.content
                if grown and before.can_resume:
                    loaded = read_session(file, before)
                else:
                    file.seek(0)
                    loaded = read_session(file)
        except (OSError, ReadError) as error:
            self._stamp, self._torn, self._lost = stamp, None, True
            sentence = N_("the file can no longer be read ({reason}); its last known content is shown")
            reason = error.text if isinstance(error, ReadError) else os_error_text(error)
            return FileChange(self.loaded, text(sentence, reason=reason), is_readable=False)
        return self._take_over(loaded, grown=grown)

    def _report_gone(self, error: OSError | ValueError) -> FileChange | None:
        was_gone, self._stamp, self._torn, self._lost = self._stamp is None, None, None, True
        if was_gone:
            return None
        if isinstance(error, FileNotFoundError):
            sentence = text(N_("the file was moved or deleted; its last known content is shown"))
        else:
            template = N_("the file cannot be reached ({reason}); its last known content is shown")
            sentence = text(template, reason=os_error_text(error))
        return FileChange(self.loaded, sentence, is_readable=False)

    def _take_over(self, loaded: LoadedSession, *, grown: bool) -> FileChange | None:
        known, self.loaded = self.loaded, _without_torn_tail(loaded)
        self._stamp, self._looks = loaded.stamp, 0
        self._torn = loaded if loaded.torn else None
        back, self._lost = self._lost, False
        if not grown:
            sentence = text(N_("the file was replaced or edited; its new content is shown"))
            return FileChange(self.loaded, sentence)
        new = back or loaded.size > known.size or self.loaded.faults != known.faults
        return FileChange(self.loaded) if new else None

    def _check_torn_tail(self) -> FileChange | None:
        if self._torn is None:
            return None
        self._looks += 1
        if self._looks < LOOKS_BEFORE_DAMAGE:
            return None
        self.loaded, self._torn = self._torn, None
        fault = next(fault for fault in self.loaded.faults if fault.code == TORN_TAIL)
        return FileChange(self.loaded, fault.text)


def _without_torn_tail(loaded: LoadedSession) -> LoadedSession:
    # Another program may still be writing the last line.
    return replace(loaded, faults=tuple(fault for fault in loaded.faults if fault.code != TORN_TAIL))
