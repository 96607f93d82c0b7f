"""Reader of session files and books of payments, with limits of size and a list of faults.

Functions that read a file raise ReadError if the file is not regular, is too large, is not what it should be,
or was written by a newer prefcount.
"""

import hashlib
import os
import re
from bisect import bisect
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from prefcount import __version__
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import InvalidInput, Problem, SentenceError, invalid, join_file_problems, quote
from prefcount.base.system import (
    DuplicateKey,
    FileTooLarge,
    NotRegularFile,
    open_regular,
    os_error_text,
    read_regular,
    refuse_duplicate_keys,
)
from prefcount.entries.models import FORMAT, BookHeader, BookKinds, ClaimEntry, End, Entry, HandEntry, Header
from prefcount.entries.validation_messages import problems_from_error
from prefcount.games.game import Game
from prefcount.session.corrections import affects_earlier_entries
from prefcount.session.session import Session
from prefcount.store.payment_book import PaymentBook

FILE_LIMIT = 64 * 1024 * 1024
LINES_LIMIT = 250_000
A_FOLDER = N_("this is a folder; name a session file in it")
A_FOLDER_OF_BOOKS = N_("this is a folder; name a book of payments in it")
NO_FILE = N_("this is not an ordinary file (it may be a device or a pipe), so it is not read")


class ReadError(SentenceError):
    """Raised when a file cannot be read as a session, book or preset."""


def open_file(path: Path, folder: str = A_FOLDER) -> BinaryIO:
    """Open a regular file of at most 64 MiB for reading. Links are followed.

    Args:
        folder: the message of the ReadError if `path` is a folder.
    """
    try:
        descriptor = open_regular(path, follow_links=True)
    except (OSError, ValueError) as error:
        raise _open_error(error, folder) from None
    file = os.fdopen(descriptor, "rb")
    if os.fstat(descriptor).st_size > FILE_LIMIT:
        file.close()
        raise _too_large_error()
    return file


def read_small_file(path: Path, max_bytes: int, *, follow_links: bool = False) -> bytes:
    """Return all bytes of a small file, such as a preset.

    Args:
        follow_links: whether to follow a link at `path`. If not, a link is refused.

    Raises:
        ReadError: if the file cannot be read, or has more than `max_bytes` bytes.
    """
    try:
        return read_regular(path, max_bytes, follow_links=follow_links)
    except FileTooLarge:
        sentence = N_("the file is too large; at most {most} KiB are read")
        raise ReadError(sentence, most=max_bytes // 1024) from None
    except (OSError, ValueError) as error:
        raise _open_error(error, NO_FILE) from None


def _open_error(error: OSError | ValueError, folder: str) -> ReadError:
    if isinstance(error, FileNotFoundError):
        return ReadError(N_("there is no such file"))
    if isinstance(error, IsADirectoryError):
        return ReadError(folder)
    if isinstance(error, NotRegularFile):
        return ReadError(NO_FILE)
    return ReadError(N_("the file cannot be opened: {reason}"), reason=os_error_text(error))


def _too_large_error() -> ReadError:
    return ReadError(N_("the file is larger than 64 MiB, too large for a session"))


ModelT = TypeVar("ModelT", bound=BaseModel)
LINE_LIMIT = 64 * 1024
DEPTH_LIMIT = 32
VALUES_LIMIT = 1000
DIGITS_LIMIT = 15
_LARGEST = 10**DIGITS_LIMIT
_TOO_DEEP = "recursion limit"
_NESTED = frozenset({dict, list})


def _may_repeat(line: bytes, keys: int) -> bool:
    # Every key ends with `":`, or has white space after its quotation mark.
    return keys != line.count(b'":') or b'" ' in line or b'"\t' in line or b'"\r' in line


def _keys_in(value: Any) -> int:
    keys = len(value) if type(value) is dict else 0
    for inner in value.values() if type(value) is dict else value:
        if type(inner) in _NESTED:
            keys += _keys_in(inner)
    return keys


def check_line(line: bytes) -> None:
    """Check a JSON line for problems that pydantic does not report clearly. Raises InvalidInput.

    Examples are a duplicate key, deep nesting, or an encoding other than UTF-8.
    """
    if len(line) > LINE_LIMIT:
        raise invalid(N_("the line is longer than 64 KiB, too long for an entry"))
    try:
        value = from_json(line)
    except ValueError as error:
        if _TOO_DEEP in str(error):
            raise _too_deep() from None
        _check_encoding(line)
        _check_mistakes(line)
        return
    _check_size(value)
    if _may_repeat(line, _keys_in([value])):
        _check_keys(line)


def is_cut_off(last: bytes) -> bool:
    """Return whether the last line of a file is incomplete: not whole JSON, or partly NUL bytes."""
    if last.endswith(b"\n"):  # after a power cut, zeros may take the place of the beginning
        return b"\0\0" in last
    try:
        from_json(last)  # an incomplete line is never JSON
    except ValueError:
        return True
    return False


def _check_size(value: Any) -> None:
    count = 0
    pending = [(1, value)]
    while pending:
        depth, inner = pending.pop()
        if count >= VALUES_LIMIT:
            raise invalid(
                N_("the line has more than {limit} values, too many for an entry"), limit=VALUES_LIMIT
            )
        if depth > DEPTH_LIMIT:
            raise _too_deep()
        if isinstance(inner, int | float) and not -_LARGEST < inner < _LARGEST:
            if isinstance(inner, float):
                raise invalid(N_("the line has an invalid number (NaN, Infinity, or far too large)"))
            sentence = N_("the line has a number of {digits} digits; at most {limit} are allowed")
            raise invalid(sentence, digits=len(str(abs(inner))), limit=DIGITS_LIMIT)
        count += 1
        if isinstance(inner, dict | list):
            further = inner.values() if isinstance(inner, dict) else inner
            pending += [(depth + 1, each) for each in further]


def _too_deep() -> InvalidInput:
    sentence = N_("the line has more than {limit} levels of brackets within brackets, too many for an entry")
    return invalid(sentence, limit=DEPTH_LIMIT)


def _check_encoding(line: bytes) -> None:
    if line.startswith(b"\xef\xbb\xbf"):
        raise invalid(N_("the line begins with a byte order mark; save the file as UTF-8 without this mark"))
    if line.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in line:
        raise invalid(
            N_("the line is not UTF-8 text (it has zero bytes or is UTF-16); save the file as UTF-8")
        )
    try:
        line.decode()
    except UnicodeDecodeError as error:
        sentence = N_("byte {at} of the line is not UTF-8 text; save the file as UTF-8")
        raise invalid(sentence, at=error.start + 1) from None


UNFINISHED = "EOF while parsing"
"""Beginning of the parser's message about incomplete JSON."""


def _json_error(content: bytes) -> str:
    try:
        from_json(content)
    except ValueError as error:
        return str(error)
    return ""


_IN_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)')
_NOT_LOOKED_AT = 4096
_RIGHT = {"True": "true", "False": "false", "None": "null"}
_CURLY = "“”„‟«»"
"""Quotation marks that word processors and phones write in place of the straight one."""
_MARK = N_('the line has the quotation mark {found}, which JSON does not allow; write " instead')
_NOT_JSON: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(f"[{_CURLY}]|(?<=[{{,:\\[])\\s*'"), _MARK),
    (re.compile(r"\b(?:True|False|None)\b"), N_("the line has {found}, which JSON spells {right}")),
    (
        re.compile(r"^(?:#|//|/\*)|(?<=\})\s*(?:#|//|/\*)"),
        N_("the line has a comment, which JSON does not allow; delete it, or write a note as an entry"),
    ),
    (
        re.compile(r"(?<=\}),$"),
        N_("the line ends with a comma; delete it, because lines of a file are not separated by commas"),
    ),
    (re.compile(r"(?<=\})\s*\{"), N_("two entries are on one line; write each entry on a line of its own")),
)
"""Patterns of common mistakes in a line whose strings were emptied, each with a sentence for people."""


def _check_mistakes(line: bytes) -> None:
    if len(line) > _NOT_LOOKED_AT:  # such a long line was hardly typed by hand
        return
    whole = line.decode(errors="replace").strip()
    outside = _IN_QUOTES.sub('""', whole)
    for pattern, sentence in _NOT_JSON:
        if (match := pattern.search(outside)) is not None:
            found = match[0].strip()
            raise invalid(sentence, found=found, right=_RIGHT.get(found, ""))


def _check_keys(line: bytes) -> None:
    import json

    try:
        json.loads(line, object_pairs_hook=refuse_duplicate_keys)
    except DuplicateKey as doubled:
        sentence = N_("the line has the field “{key}” twice; keep only one")
        raise invalid(sentence, key=quote(doubled.key)) from None


_OPEN_ENDED = frozenset({"rules", "amend"})
"""Kinds of entries with options or other entries in them, whose words the game checks."""
_VERSION = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){1,3}")
"""Pattern of the version in the field `needs`, which no later file format may change."""
BOOK = "payments"
"""Value of the field `kind` in the header of a book of payments."""


class BookNotSession(ReadError):
    """Raised when a book of payments is read as a session."""


_NO_HEADER = N_("line 1 is not a valid session header: {problems}")


def read_header(line: bytes) -> Header:
    """Return the header in the first line of a session file. Raises ReadError."""
    if _fields(line).get("kind") == BOOK:
        raise BookNotSession(N_("this is a book of payments, not a game; prefcount debts reads it"))
    return read_model(Header, line, _NO_HEADER)


_IN_LINES = N_(
    "the session header takes several lines; write the header and each entry on one line (jq "
    "-c . FILE does that)"
)
_IN_A_LIST = N_(
    "line 1 begins a list; write the header and each entry on one line, without brackets around them and "
    "commas between them (jq -c '.[]' FILE does that)"
)


def _start_session(line: bytes) -> Session:
    if line.lstrip().startswith(b"["):
        raise ReadError(_IN_A_LIST)
    if line.endswith(b"\n") and _json_error(line).startswith(UNFINISHED):
        raise ReadError(_IN_LINES)
    header = read_header(line)
    try:
        return Session(header)
    except InvalidInput as refusal:
        raise _unusable_error(_NO_HEADER, refusal.problems) from None


def _start_book(line: bytes) -> PaymentBook:
    if _fields(line).get("kind") == "session":
        raise ReadError(N_("this is a game, not a book of payments"))
    sentence = N_("line 1 is not a valid header of a book of payments: {problems}")
    return PaymentBook(read_model(BookHeader, line, sentence))


def read_model(model: type[ModelT], content: bytes, sentence: str) -> ModelT:
    """Return a header, a preset or another model from its JSON.

    Args:
        sentence: the message of the ReadError for content that is not valid, with the placeholder {problems}.
    """
    try:
        check_line(content)
    except InvalidInput as refusal:
        raise _unusable_error(sentence, refusal.problems) from None
    _refuse_newer(content)
    try:
        return model.model_validate_json(content.rstrip(b"\r\n"))
    except ValidationError as error:
        raise _unusable_error(sentence, problems_from_error(error, model)) from None


def _unusable_error(sentence: str, problems: Sequence[Problem]) -> ReadError:
    of_kind = [each for each in problems if each.field == "kind"]  # other problems follow from a wrong kind
    return ReadError(sentence, problems=join_file_problems(of_kind or problems))


def _fields(line: bytes) -> dict[str, object]:
    try:
        value = from_json(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _refuse_newer(content: bytes) -> None:
    fields = _fields(content)
    version, needs = fields.get("version"), fields.get("needs")
    if type(version) is int and version > FORMAT:
        sentence = N_(
            "a newer version of prefcount wrote this file: the file has format "
            "{version}, and this program reads format {own}"
        )
        raise ReadError(sentence, version=version, own=FORMAT)
    if (
        isinstance(needs, str)
        and _VERSION.fullmatch(needs)
        and _version_numbers(needs) > _version_numbers(__version__)
    ):
        sentence = N_(
            "a newer version of prefcount wrote this file: it needs version "
            "{needs}, and this is version {own}"
        )
        raise ReadError(sentence, needs=needs, own=__version__)


def _version_numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")[:3]))


def read_entry(kinds: Game[Any] | BookKinds, line: bytes) -> Entry:
    """Return the entry in a line of a file, without checking whether the game allows it.

    Args:
        kinds: the game of the session, or `BookKinds` for a book of payments.

    Raises:
        InvalidInput: if the line is not an entry.
    """
    # A shorter line cannot have too many values, and models refuse deep nesting.
    if len(line) >= VALUES_LIMIT and (
        line.count(b",") >= VALUES_LIMIT or line.count(b"{") + line.count(b"[") > DEPTH_LIMIT
    ):
        check_line(line)
    try:
        entry: Entry = kinds.adapter.validator.validate_json(line.rstrip(b"\r\n"))
    except ValidationError as error:
        check_line(line)
        raise InvalidInput(problems_from_error(error, kinds.entries)) from None
    if entry.kind in _OPEN_ENDED:
        check_line(line)
        unknown = kinds.find_unknown_words(entry)
        if unknown:
            raise InvalidInput(unknown)
    elif _may_repeat(line, len(entry.model_fields_set) + _keys_in(entry.__dict__.values())):
        check_line(line)
    return entry


UNREADABLE = "unreadable"
BAD_ENTRY = "bad-entry"
NUMBER_GAP = "number-gap"
CHAIN_BROKEN = "chain-broken"
TORN_TAIL = "torn-tail"
SEAL_BROKEN = "seal-broken"
_SERIOUS = frozenset({BAD_ENTRY, NUMBER_GAP})


class FileFault(NamedTuple):
    """One fault of a file.

    Attributes:
        code: the kind of fault, such as `bad-entry`, for programs.
        entry: the number of the entry that has the fault, or 0.
        newer: whether a newer version of prefcount must have written the line.
    """

    code: str
    entry: int
    text: Text
    newer: bool = False

    @property
    def is_serious(self) -> bool:
        """True if a part of the game may be missing from the score because of the fault."""
        return self.code in _SERIOUS

    def __str__(self) -> str:
        return str(self.text)


class Stamp(NamedTuple):
    """Identity, size and times of a file. If all of them are equal later, the file is unchanged."""

    device: int
    inode: int
    size: int
    changed: int
    touched: int

    @classmethod
    def from_status(cls, status: os.stat_result) -> "Stamp":
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)

    @classmethod
    def from_path(cls, path: Path) -> "Stamp | None":
        """Return the stamp of the file at `path`, or None if its status cannot be read."""
        try:
            return cls.from_status(path.stat())
        except (OSError, ValueError):
            return None


DocumentT = TypeVar("DocumentT", Session, PaymentBook)


@dataclass(frozen=True)
class LoadedFile(Generic[DocumentT]):
    """A session file or book of payments as it was read from the disk.

    Attributes:
        session: the session or the book, with every entry that could be read.
        content: the bytes up to the end of the last complete line. New lines are written after them.
        last_hash: the first 16 hex digits of the SHA-256 of the last complete line.
        stamp: identity, size and times of the file before it was read, or None if it does not exist yet.
        torn: the bytes of an incomplete last line, or b"".
        line_numbers: the line numbers of entries that are not in the usual line, `n + 1` for entry `n`.
    """

    session: DocumentT
    faults: tuple[FileFault, ...]
    content: bytes
    last_hash: str
    stamp: Stamp | None
    torn: bytes = b""
    line_numbers: Mapping[int, int] = field(default_factory=dict[int, int])

    def line_of(self, n: int) -> int:
        return self.line_numbers.get(n, n + 1)

    def is_unchanged(self, path: Path) -> bool:
        return Stamp.from_path(path) == self.stamp

    @property
    def file_hash(self) -> str:
        """The first 32 hex digits of the SHA-256 of all lines. Players note it to detect later changes."""
        return file_hash(self.content)

    @property
    def size(self) -> int:
        return len(self.content)

    @property
    def can_resume(self) -> bool:
        """True if all lines are correct and complete, so that only new lines need to be read later."""
        return self.content.endswith(b"\n") and not self.faults


LoadedSession = LoadedFile[Session]
"""A session file as it was read."""
LoadedBook = LoadedFile[PaymentBook]
"""A book of payments as it was read."""


def line_hash(line: bytes) -> str:
    """Return the first 16 hex digits of the SHA-256 of a line, for the field `prev` of the next line."""
    return hashlib.sha256(line.rstrip(b"\r\n")).hexdigest()[:16]


def file_hash(content: bytes | bytearray) -> str:
    """Return the first 32 hex digits of the SHA-256 of all complete lines of a file.

    Players can write this hash down, and see later whether the file was changed.
    """
    # Two files with the same 32 digits take 2**64 trials. With the same 8 digits they take a second.
    return hashlib.sha256(content).hexdigest()[:32]


DISPLACED = "displaced"
"""Code of an entry that does not count because of a later correction or after the end of the game.

A `check` entry that does not count has this code too.
"""


def find_faults(loaded: LoadedSession) -> Iterator[FileFault]:
    """Yield the faults of a session file, and a fault for each entry that does not count."""
    yield from loaded.faults
    yield from _uncounted_entries(loaded)


def find_faults_ignoring_rules(loaded: LoadedSession) -> Iterator[FileFault]:
    """Yield the faults from `find_faults`, except for hands that the rules of the session do not allow."""
    refused = {step.n for step in loaded.session.replay.steps if isinstance(step.entry, HandEntry)}
    yield from loaded.faults
    yield from (fault for fault in _uncounted_entries(loaded) if fault.entry not in refused)


def not_counted_text(loaded: LoadedFile[DocumentT], n: int, problems: Sequence[Problem]) -> Text:
    """Return a sentence that entry `n` does not count because of `problems`."""
    sentence = N_("entry {n} (line {line}) does not count: {why}")
    return text(sentence, n=n, line=loaded.line_of(n), why=join_file_problems(problems))


def _uncounted_entries(loaded: LoadedSession) -> Iterator[FileFault]:
    session = loaded.session
    failed = [step for step in session.replay.steps if step.problems]
    if not failed:
        return
    early = [step.n for step in failed if not (isinstance(step.entry, ClaimEntry) or step.before.over)]
    never_counted = frozenset(_never_counted(session, early))
    for step in failed:
        sentence = not_counted_text(loaded, step.n, step.problems)
        yield FileFault(BAD_ENTRY if step.n in never_counted else DISPLACED, step.n, sentence)


def find_book_faults(loaded: LoadedBook) -> Iterator[FileFault]:
    """Yield the faults of a book of payments, and a fault for each entry that does not count."""
    yield from loaded.faults
    for n, problems in loaded.session.problems.items():
        sentence = not_counted_text(loaded, n, problems)
        yield FileFault(BAD_ENTRY, n, sentence)


def _never_counted(session: Session, numbers: Iterable[int]) -> Iterator[int]:
    # Only a correction or an inserted entry changes whether earlier entries count. So the game is replayed as
    # it was just before each of them, to see which of the latest entries did not count then.
    entries = session.entries
    corrections = [entry.n or 0 for entry in entries if affects_earlier_entries(entry)]
    then = Session(session.header)
    for known, group in groupby(sorted(numbers), lambda n: bisect(corrections, n)):
        if known == len(corrections):
            yield from group
            return
        then = then.with_entries([entry for entry in entries if (entry.n or 0) < corrections[known]])
        failed = {step.n for step in then.replay.steps if step.problems}
        yield from failed.intersection(group)


SPREAD_LIMIT = 200
"""Maximum number of lines that are joined to see whether one JSON object is spread over them."""
UNUSABLE_LIMIT = 100
"""Maximum number of unusable lines in a file that is taken for a session."""


def load(path: Path, *, allow_newer: bool = False) -> LoadedSession:
    """Read a session file.

    Args:
        allow_newer: whether to report an entry of a newer prefcount as a fault, not as an error.

    Raises:
        ReadError: if the file cannot be read as a session.
    """
    with open_file(path) as file:
        return _read_file(file, _start_session, allow_newer=allow_newer)


def load_book(path: Path, *, allow_newer: bool = False) -> LoadedBook:
    """Read a book of payments.

    Args:
        allow_newer: whether to report an entry of a newer prefcount as a fault, not as an error.

    Raises:
        ReadError: if the file cannot be read as a book of payments.
    """
    with open_file(path, A_FOLDER_OF_BOOKS) as file:
        return _read_file(file, _start_book, allow_newer=allow_newer)


def read_session(file: BinaryIO, known: LoadedSession | None = None) -> LoadedSession:
    """Read a session from an open file, starting at its current position.

    Args:
        known: the session as it was read before, or None to read the whole session. If it is given, the file
            must be positioned after the known lines, and only new lines are read.
    """
    return _read_file(file, _start_session, known)


def _read_file(
    file: BinaryIO,
    begun: Callable[[bytes], DocumentT],
    known: LoadedFile[DocumentT] | None = None,
    *,
    allow_newer: bool = False,
) -> LoadedFile[DocumentT]:
    try:
        reader = _Reader(file)
        loaded = reader.read(begun) if known is None else reader.read_on(known)
    except OSError as error:
        sentence = N_("the file cannot be read to its end: {reason}")
        raise ReadError(sentence, reason=os_error_text(error)) from None
    newer = next((fault for fault in loaded.faults if fault.newer), None)
    if newer is not None and not allow_newer:
        raise ReadError(newer.text)
    return loaded


_BROKEN = N_(
    "the line before entry {n} has changed since the entry was written: entry {above} "
    "was edited, or a line was lost or moved"
)
_BROKEN_AT_TOP = N_(
    "the line before entry {n} has changed since the entry was written: the header was "
    "edited, or a line was lost or moved"
)


def _lines_backwards(content: bytes) -> Iterator[bytes]:
    end = len(content)
    while end:
        start = content.rfind(b"\n", 0, end - 1) + 1
        yield content[start:end]
        end = start


class _Reader:
    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.stamp = Stamp.from_status(os.fstat(file.fileno()))
        self.faults: list[FileFault] = []
        self.entries: dict[int, Entry] = {}
        self.content = bytearray()
        self.bytes_read = self.unusable = 0
        self.last_number, self.next_number = 0, 1
        self.line_numbers: dict[int, int] = {}
        self.line_number = 0
        self.pending = deque[bytes]()
        self.last_line = b""
        self.torn = b""
        self.hash_so_far = hashlib.sha256()
        self.hashed = 0

    def read_on(self, known: LoadedFile[DocumentT]) -> LoadedFile[DocumentT]:
        entries = known.session.entries
        self.entries = {entry.n: entry for entry in entries if entry.n is not None}
        self.last_number, self.next_number = len(entries), len(entries) + 1
        self.content += known.content
        self.bytes_read = known.size
        self.line_number = known.content.count(b"\n")
        self.line_numbers = dict(known.line_numbers)
        self.last_line = next(line for line in _lines_backwards(known.content) if line.strip())
        return self._read_entries(known.session, self._lines(known.content.count(b"\n") + 1))

    def read(self, begun: Callable[[bytes], DocumentT]) -> LoadedFile[DocumentT]:
        lines = self._lines()
        header_line = next(lines, b"")
        if not header_line.strip():
            if any(line.strip() for line in lines):
                raise ReadError(N_("line 1 is empty; delete it, because line 1 must be the session header"))
            raise ReadError(N_("the file is empty; line 1 must be the session header"))
        document = begun(header_line)
        self._keep(header_line)
        self.line_number = 1
        return self._read_entries(document, lines)

    def _read_entries(self, document: DocumentT, lines: Iterator[bytes]) -> LoadedFile[DocumentT]:
        while line := self.pending.popleft() if self.pending else next(lines, b""):
            self.line_number += 1
            if not line.strip() and line.endswith(b"\n"):
                self.content += line  # the next `prev` is the hash of the last line that is not blank
            elif line.rstrip().endswith(b"}") or not self._report_spread(line, lines):
                self._read_line(document.entry_kinds, line)
        entries = [self.entries[n] for n in sorted(self.entries)]
        return LoadedFile(
            document.with_entries(entries),
            tuple(self.faults),
            bytes(self.content),
            line_hash(self.last_line),
            self.stamp,
            self.torn,
            self.line_numbers,
        )

    def _report_spread(self, line: bytes, lines: Iterator[bytes]) -> bool:
        whole, count = line, 1
        while (wrong := _json_error(whole)) and wrong.startswith(UNFINISHED) and count < SPREAD_LIMIT:
            if len(self.pending) < count:
                self.pending.extend(islice(lines, 1))
            if len(self.pending) < count or self.pending[count - 1].startswith(b'{"kind"'):
                return False
            whole += self.pending[count - 1]
            count += 1
        if wrong:
            return False
        first, last = self.line_number, self.line_number + count - 1
        sentence = N_(
            "entry {n} (lines {first} to {last}) is spread over several lines; write it on one line"
        )
        self._add_fault(BAD_ENTRY, self.next_number, sentence, n=self.next_number, first=first, last=last)
        self._skip(whole)
        while self.line_number < last:
            self.last_line = self.pending.popleft()
            self.line_number += 1
        return True

    def _lines(self, first: int = 1) -> Iterator[bytes]:
        for number in range(first, LINES_LIMIT + 2):
            line = self.file.readline(LINE_LIMIT + 1)
            if not line:
                return
            self.bytes_read += len(line)
            if self.bytes_read > FILE_LIMIT:  # the file grew while it was being read
                raise _too_large_error()
            if len(line) > LINE_LIMIT:
                raise ReadError(
                    N_("line {number} is longer than 64 KiB, too long for an entry"), number=number
                )
            if number > LINES_LIMIT:
                raise ReadError(N_("the file has more than 250,000 lines, too many for a session"))
            yield line

    def _keep(self, line: bytes) -> None:
        self.content += line
        self.last_line = line

    def _add_fault(self, code: str, entry: int, template: str, **values: object) -> None:
        self.faults.append(FileFault(code, entry, text(template, **values)))

    def _read_line(self, kinds: Game[Any] | BookKinds, line: bytes) -> None:
        try:
            entry = read_entry(kinds, line)
        except InvalidInput as refusal:
            self._report_unusable(line, refusal)
            return
        n = entry.n
        if n is None:
            sentence = N_('entry {expected} (line {line}): n is missing; write "n": {expected} into the line')
            self._add_fault(
                BAD_ENTRY, self.next_number, sentence, expected=self.next_number, line=self.line_number
            )
            self._skip(line)
            return
        if n in self.entries:
            self._add_fault(NUMBER_GAP, n, N_("entry {n} is there twice; the second one does not count"), n=n)
        else:
            self.entries[n] = entry
            if self.line_number != n + 1:
                self.line_numbers[n] = self.line_number
            if n != self.next_number:
                sentence = N_("entry {n} is in the place of entry {expected}; a line was lost or moved")
                self._add_fault(NUMBER_GAP, n, sentence, n=n, expected=self.next_number)
        if entry.prev is not None and entry.prev != line_hash(self.last_line):
            broken = _BROKEN if self.last_number else _BROKEN_AT_TOP
            self._add_fault(CHAIN_BROKEN, n, broken, above=self.last_number, n=n)
        if entry.kind == "end" and isinstance(entry, End) and entry.seal is not None:
            self._check_seal(entry.seal, n)
        self.last_number, self.next_number = n, n + 1
        self._keep(line)

    def _is_torn(self, line: bytes) -> bool:
        if line.endswith(b"\n"):
            position = self.file.tell()
            further = self.file.read(1)
            self.file.seek(position)
            if further or self.pending:
                return False
        return is_cut_off(line)

    def _report_unusable(self, line: bytes, refusal: InvalidInput) -> None:
        self.unusable += 1
        if self.unusable > UNUSABLE_LIMIT:
            too_many = N_(
                "more than {limit} lines cannot be used, so this is not a session; the first of them: {fault}"
            )
            first = next(fault for fault in self.faults if fault.code == BAD_ENTRY)
            raise ReadError(too_many, limit=UNUSABLE_LIMIT, fault=first.text)
        if self._is_torn(line):
            self.torn = line
            cut_off = N_("the last line, entry {expected}, is cut off; it does not count")
            self._add_fault(TORN_TAIL, self.next_number, cut_off, expected=self.next_number)
        else:
            sentence = text(
                N_("entry {expected} (line {line}): {problems}"),
                expected=self.next_number,
                line=self.line_number,
                problems=join_file_problems(refusal.problems),
            )
            newer = any(problem.newer for problem in refusal.problems)
            self.faults.append(FileFault(BAD_ENTRY, self.next_number, sentence, newer))
            self._skip(line)

    def _skip(self, line: bytes) -> None:
        self.last_number = self.next_number
        self.next_number += 1
        self._keep(line)

    def _check_seal(self, seal: str, n: int) -> None:
        with memoryview(self.content) as content:  # each line is hashed once, whatever the number of seals
            self.hash_so_far.update(content[self.hashed :])
        self.hashed = len(self.content)
        if seal != self.hash_so_far.hexdigest():
            sentence = N_("the seal of entry {n} does not fit: a line above it was changed")
            self._add_fault(SEAL_BROKEN, n, sentence, n=n)
