"""A line of a file as the header or the entry that it holds."""

import re
from collections.abc import Sequence

from pydantic import ValidationError
from pydantic_core import from_json

from prefcount import __version__
from prefcount.base.i18n import N_, text
from prefcount.base.problems import InvalidInput, Problem, together_in_file
from prefcount.entries.base import Entry
from prefcount.entries.header import FORMAT, Header
from prefcount.entries.payments import BookHeader
from prefcount.entries.validation_messages import problems_of
from prefcount.session.session import Session
from prefcount.store.line_checks import line_problem, may_have_duplicate_keys, needs_full_check
from prefcount.store.loaded_file import EntryKinds
from prefcount.store.open_file import ReadError
from prefcount.store.payment_book import PaymentBook

_OPEN_ENDED = frozenset({"rules", "amend"})
"""Entries with values that their models do not check: what a game has no word for is found by itself, the
rest by playing them.
"""
_VERSION = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){1,3}")
"""What `needs` may say, now and later."""
BOOK = "payments"
"""The kind of the header of a book of payments."""


class BookNotSession(ReadError):
    """A file that is no session, but a book of payments."""


def read_header(line: bytes) -> Header:
    """The header in the first line of a file. Raises ReadError."""
    wrong = line_problem(line)
    if wrong is not None:
        raise _header_wrong([wrong])
    refuse_newer(line)
    try:
        return Header.model_validate_json(line.rstrip(b"\r\n"))
    except ValidationError as error:
        if _kind(line) == BOOK:
            said = N_("this is a book of payments, not a game; prefcount debts reads it")
            raise BookNotSession(text(said)) from None
        raise _header_wrong(problems_of(error, Header)) from None


def session_of(line: bytes) -> Session:
    """The session that a header begins. Raises ReadError."""
    header = read_header(line)
    try:
        return Session(header)
    except InvalidInput as refusal:
        raise _header_wrong(refusal.problems) from None


def book_of(line: bytes) -> PaymentBook:
    """The book that a header begins. Raises ReadError."""
    wrong = line_problem(line)
    if wrong is None and _kind(line) == "session":
        raise ReadError(text(N_("this is a game, not a book of payments")))
    if wrong is not None:
        raise _book_header_wrong([wrong])
    refuse_newer(line)
    try:
        return PaymentBook(BookHeader.model_validate_json(line.rstrip(b"\r\n")))
    except ValidationError as error:
        raise _book_header_wrong(problems_of(error, BookHeader)) from None


def _kind(line: bytes) -> object:
    """The `kind` of a line; None if it has none."""
    return _fields(line).get("kind")


def _fields(line: bytes) -> dict[str, object]:
    """What an object has in it; nothing if this is none."""
    try:
        said = from_json(line)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def refuse_newer(content: bytes) -> None:
    """Raise ReadError, with that alone, if a header or a preset says that a newer version is needed."""
    fields = _fields(content)
    version, needs = fields.get("version"), fields.get("needs")
    if type(version) is int and version > FORMAT:
        said = N_("a newer version of prefcount wrote this file: its format is {version}, not {own}")
        raise ReadError(text(said, version=version, own=FORMAT))
    if isinstance(needs, str) and _VERSION.fullmatch(needs) and _numbers(needs) > _numbers(__version__):
        said = N_("a newer version of prefcount wrote this file: it needs {needs}, and this is {own}")
        raise ReadError(text(said, needs=needs, own=__version__))


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, by which they are compared."""
    return tuple(map(int, version.split(".")[:3]))


def _header_wrong(problems: Sequence[Problem]) -> ReadError:
    of_kind = [each for each in problems if each.field == "kind"]  # of which the others follow
    said = together_in_file(of_kind or problems)
    return ReadError(text(N_("line 1 is no header of a session: {problems}"), problems=said))


def _book_header_wrong(problems: Sequence[Problem]) -> ReadError:
    said = together_in_file(problems)
    return ReadError(text(N_("line 1 is no header of a book of payments: {problems}"), problems=said))


def read_entry(kinds: EntryKinds, line: bytes) -> Entry:
    """The entry in a line, not yet checked against the game or the book. Raises InvalidInput."""
    if needs_full_check(line):
        _refuse_line(line)
    try:
        entry: Entry = kinds.adapter.validator.validate_json(line.rstrip(b"\r\n"))
    except ValidationError as error:
        _refuse_line(line)
        raise InvalidInput(problems_of(error, kinds.entries)) from None
    open_ended = entry.kind in _OPEN_ENDED
    if open_ended or may_have_duplicate_keys(line, entry):
        _refuse_line(line)
    unknown = kinds.unknown_words(entry) if open_ended else ()
    if unknown:
        raise InvalidInput(unknown)
    return entry


def _refuse_line(line: bytes) -> None:
    """Raise InvalidInput if a line is no text, no JSON, too large or ambiguous."""
    wrong = line_problem(line)
    if wrong is not None:
        raise InvalidInput([wrong])
