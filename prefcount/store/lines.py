"""A line of a file: the checks before a model reads it, and the header or the entry that it holds.

A line of 64 KiB has room for thousands of fields, for numbers of thousands of digits, and for a field that
stands twice, of which a parser silently takes the last one.
"""

import re
from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from prefcount import __version__
from prefcount.base.i18n import N_, text
from prefcount.base.problems import InvalidInput, Problem, problem, quote, together_in_file
from prefcount.base.system import DoubledKey, once
from prefcount.entries.models import FORMAT, BookHeader, BookKinds, Entry, Header
from prefcount.entries.validation_messages import problems_of
from prefcount.games.game import Game
from prefcount.session.session import Session
from prefcount.store.open_file import ReadError
from prefcount.store.payment_book import PaymentBook

ModelT = TypeVar("ModelT", bound=BaseModel)
LINE_LIMIT = 64 * 1024
DEPTH_LIMIT = 32
VALUES_LIMIT = 1000
DIGITS_LIMIT = 15
_LARGEST = 10**DIGITS_LIMIT
_TOO_DEEP = "recursion limit"
_NESTED = frozenset({dict, list})


def _may_repeat(line: bytes, keys: int) -> bool:
    """Whether a key may be doubled in a line of which so many were read.

    Counting is cheap and nearly always enough: behind each key, and hardly anywhere else, stands a quotation
    mark with a colon. A blank between the two would hide one, so there must be none behind any such mark.
    """
    return keys != line.count(b'":') or b'" ' in line or b'"\t' in line or b'"\r' in line


def _keys_in(value: Any) -> int:
    """How many keys a value has, its own and those of everything in it."""
    keys = len(value) if type(value) is dict else 0
    for inner in value.values() if type(value) is dict else value:
        if type(inner) in _NESTED:
            keys += _keys_in(inner)
    return keys


def line_problem(line: bytes) -> Problem | None:
    """Why a line must not be read, whatever a model makes of it; None if nothing is wrong with it as a line.

    What is no JSON at all is left to the model, which says where.
    """
    if len(line) > LINE_LIMIT:
        return problem("", N_("is longer than 64 KiB; no entry is that long"))
    try:
        value = from_json(line)
    except ValueError as error:
        return _too_deep() if _TOO_DEEP in str(error) else _encoding(line) or _nearly_json(line)
    wrong = _too_much(value)
    if wrong is None and _may_repeat(line, _keys_in([value])):
        return _duplicate_key(line)
    return wrong


def is_cut_off(last: bytes) -> bool:
    """Whether the last line of a file came to the disk in part only.

    After a power cut a file may have its full length while the beginning of that line was never written:
    zeros stand in its place, and the line end behind them says nothing.
    """
    if last.endswith(b"\n"):
        return b"\0\0" in last
    try:
        from_json(last)  # which a line that was cut off never is
    except ValueError:
        return True
    return False


def _too_much(value: Any) -> Problem | None:
    """The problem of too many values, of one that is too deep, and of numbers that no game comes near."""
    count = 0
    pending = [(1, value)]
    while pending:
        depth, inner = pending.pop()
        if count >= VALUES_LIMIT:
            return problem("", N_("has more than {limit} values; no entry has that many"), limit=VALUES_LIMIT)
        if depth > DEPTH_LIMIT:
            return _too_deep()
        if isinstance(inner, int | float) and not -_LARGEST < inner < _LARGEST:
            if isinstance(inner, float):
                return problem("", N_("has a number that is not valid: NaN, Infinity, or far too large"))
            sentence = N_("has a number of {digits} digits; at most {limit} are read")
            return problem("", sentence, digits=len(str(abs(inner))), limit=DIGITS_LIMIT)
        count += 1
        if isinstance(inner, dict | list):
            further = inner.values() if isinstance(inner, dict) else inner
            pending += [(depth + 1, each) for each in further]
    return None


def _too_deep() -> Problem:
    return problem("", N_("is nested deeper than {limit} levels; no entry is"), limit=DEPTH_LIMIT)


def _encoding(line: bytes) -> Problem | None:
    """Why a line that is no JSON is not even text in UTF-8."""
    if line.startswith(b"\xef\xbb\xbf"):
        return problem("", N_("begins with a byte order mark; save the file as UTF-8 without one"))
    if line.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in line:
        return problem("", N_("has zero bytes or UTF-16, not UTF-8 text; save the file as UTF-8"))
    try:
        line.decode()
    except UnicodeDecodeError as error:
        sentence = N_("is not UTF-8 at byte {at} of the line; save the file as UTF-8")
        return problem("", sentence, at=error.start + 1)
    return None


UNFINISHED = "EOF while parsing"
"""How the message about a text begins that is the beginning of JSON."""


def json_error(content: bytes) -> str:
    """The message of the parser about what is not JSON, or "" for what is."""
    try:
        from_json(content)
    except ValueError as error:
        return str(error)
    return ""


_IN_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)')
_NOT_LOOKED_AT = 4096
_RIGHT = {"True": "true", "False": "false", "None": "null"}
_CURLY = "“”„‟«»"
"""Quotation marks that word processors and phones put in the place of the straight one."""
_MARK = N_('has the quotation mark {found}, which JSON does not know; write " instead')
_NOT_JSON: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(f"[{_CURLY}]|(?<=[{{,:\\[])\\s*'"), _MARK),
    (re.compile(r"\b(?:True|False|None)\b"), N_("has {found}, which JSON spells {right}")),
    (
        re.compile(r"^(?:#|//|/\*)|(?<=\})\s*(?:#|//|/\*)"),
        N_("has a comment, which JSON does not know; take it out, or write a note as an entry"),
    ),
    (
        re.compile(r"(?<=\}),$"),
        N_("ends with a comma; take it out: nothing stands between the lines of a file"),
    ),
    (re.compile(r"(?<=\})\s*\{"), N_("has two objects; write each entry on a line of its own")),
)
"""What other programs and people write that is not JSON, outside of texts, and what to write instead."""


def _nearly_json(line: bytes) -> Problem | None:
    """The problem of a line that is spelled as something else than JSON, with what to write instead."""
    if len(line) > _NOT_LOOKED_AT:  # more than people and programs write by mistake
        return None
    whole = line.decode(errors="replace").strip()
    outside = _IN_QUOTES.sub('""', whole)
    for pattern, sentence in _NOT_JSON:
        if (match := pattern.search(outside)) is not None:
            found = match[0].strip()
            return problem("", sentence, found=found, right=_RIGHT.get(found, ""))
    return None


def _duplicate_key(line: bytes) -> Problem | None:
    """The problem of a field that stands twice in one object of a line of JSON, or None."""
    import json

    try:
        json.loads(line, object_pairs_hook=once)
    except DoubledKey as doubled:
        return problem("", N_("the field “{key}” stands twice; it may stand once"), key=quote(doubled.key))
    return None


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


_NO_HEADER = N_("line 1 is no header of a session: {problems}")


def read_header(line: bytes) -> Header:
    """The header in the first line of a file. Raises ReadError."""
    if _fields(line).get("kind") == BOOK:
        raise BookNotSession(text(N_("this is a book of payments, not a game; prefcount debts reads it")))
    return read_model(Header, line, _NO_HEADER)


_IN_LINES = N_(
    "line 1 is no header of a session: its object goes on in the next line; header and entries are one line "
    "each (jq -c . FILE writes them so)"
)
_IN_A_LIST = N_(
    "line 1 begins a list; a session has no list around it: header and entries are one line each, without "
    "commas between them (jq -c '.[]' FILE writes them so)"
)


def session_of(line: bytes) -> Session:
    """The session that a header begins. Raises ReadError."""
    if line.lstrip().startswith(b"["):
        raise ReadError(text(_IN_A_LIST))
    if line.endswith(b"\n") and json_error(line).startswith(UNFINISHED):
        raise ReadError(text(_IN_LINES))
    header = read_header(line)
    try:
        return Session(header)
    except InvalidInput as refusal:
        raise _unusable(_NO_HEADER, refusal.problems) from None


def book_of(line: bytes) -> PaymentBook:
    """The book that a header begins. Raises ReadError."""
    if _fields(line).get("kind") == "session":
        raise ReadError(text(N_("this is a game, not a book of payments")))
    sentence = N_("line 1 is no header of a book of payments: {problems}")
    return PaymentBook(read_model(BookHeader, line, sentence))


def read_model(model: type[ModelT], content: bytes, sentence: str) -> ModelT:
    """A header or a preset, which a newer version may have written. Raises ReadError, mostly `sentence`."""
    wrong = line_problem(content)
    if wrong is not None:
        raise _unusable(sentence, [wrong])
    _refuse_newer(content)
    try:
        return model.model_validate_json(content.rstrip(b"\r\n"))
    except ValidationError as error:
        raise _unusable(sentence, problems_of(error, model)) from None


def _unusable(sentence: str, problems: Sequence[Problem]) -> ReadError:
    of_kind = [each for each in problems if each.field == "kind"]  # of which the others follow
    return ReadError(text(sentence, problems=together_in_file(of_kind or problems)))


def _fields(line: bytes) -> dict[str, object]:
    """What an object has in it; nothing if this is none."""
    try:
        value = from_json(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _refuse_newer(content: bytes) -> None:
    """Raise ReadError, with that alone, if a header or a preset says that a newer version is needed."""
    fields = _fields(content)
    version, needs = fields.get("version"), fields.get("needs")
    if type(version) is int and version > FORMAT:
        sentence = N_("a newer version of prefcount wrote this file: its format is {version}, not {own}")
        raise ReadError(text(sentence, version=version, own=FORMAT))
    if isinstance(needs, str) and _VERSION.fullmatch(needs) and _numbers(needs) > _numbers(__version__):
        sentence = N_("a newer version of prefcount wrote this file: it needs {needs}, and this is {own}")
        raise ReadError(text(sentence, needs=needs, own=__version__))


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, by which they are compared."""
    return tuple(map(int, version.split(".")[:3]))


def read_entry(kinds: Game[Any] | BookKinds, line: bytes) -> Entry:
    """The entry in a line, not yet checked against the game or the book. Raises InvalidInput."""
    # A short line has no room for many values, and a model refuses what is nested too deep.
    if len(line) >= VALUES_LIMIT and (
        line.count(b",") >= VALUES_LIMIT or line.count(b"{") + line.count(b"[") > DEPTH_LIMIT
    ):
        _refuse_line(line)
    try:
        entry: Entry = kinds.adapter.validator.validate_json(line.rstrip(b"\r\n"))
    except ValidationError as error:
        _refuse_line(line)
        raise InvalidInput(problems_of(error, kinds.entries)) from None
    if entry.kind in _OPEN_ENDED:
        _refuse_line(line)
        unknown = kinds.unknown_words(entry)
        if unknown:
            raise InvalidInput(unknown)
    elif _may_repeat(line, len(entry.model_fields_set) + _keys_in(entry.__dict__.values())):
        _refuse_line(line)
    return entry


def _refuse_line(line: bytes) -> None:
    """Raise InvalidInput if a line is no text, no JSON, too large or ambiguous."""
    wrong = line_problem(line)
    if wrong is not None:
        raise InvalidInput([wrong])
