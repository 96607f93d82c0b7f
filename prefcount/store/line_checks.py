"""The checks of every line before a model reads it: text, JSON, size, no doubled fields.

A line of 64 KiB has room for thousands of fields, for numbers of thousands of digits, and for a field that
stands twice, of which a parser silently takes the last one.
"""

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic_core import from_json

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem, quote

LINE_LIMIT = 64 * 1024
DEPTH_LIMIT = 32
VALUES_LIMIT = 1000
DIGITS_LIMIT = 15
_LARGEST = 10**DIGITS_LIMIT
_TOO_DEEP = "recursion limit"
_NESTED = frozenset({dict, list})
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[{}:\[\],]')


def needs_full_check(line: bytes) -> bool:
    """Whether a line should be looked at by `line_problem` before a model spends its time on it.

    A short one never has to: it has no room for many values, and a model refuses what is nested too deep.
    """
    if len(line) < VALUES_LIMIT:
        return False
    return line.count(b",") >= VALUES_LIMIT or line.count(b"{") + line.count(b"[") > DEPTH_LIMIT


def may_have_duplicate_keys(line: bytes, entry: BaseModel) -> bool:
    """Whether a key may be doubled in the line of an entry; those of inner models are not looked at.

    Counting is cheap and nearly always enough: behind each key, and hardly anywhere else, stands a quotation
    mark with a colon. A blank between the two would hide one, so there must be none behind any such mark.
    """
    keys = len(entry.model_fields_set)
    fields = entry.__dict__
    for name in _with_keys(type(entry)):
        if fields[name]:
            keys += _keys_in(fields[name])
    return keys != line.count(b'":') or _hides_keys(line)


@cache
def _with_keys(model: type[BaseModel]) -> tuple[str, ...]:
    """The fields of a model that may hold objects."""
    return tuple(name for name, field in model.model_fields.items() if "dict" in str(field.annotation))


def _hides_keys(line: bytes) -> bool:
    return b'" ' in line or b'"\t' in line or b'"\r' in line


def _keys_in(value: dict[object, object] | list[object]) -> int:
    """How many keys a value has, its own and those of everything in it."""
    inner: Collection[object] = value.values() if isinstance(value, dict) else value
    keys = len(value) if isinstance(value, dict) else 0
    if not _NESTED.isdisjoint(map(type, inner)):
        keys += sum(_keys_in(each) for each in inner if isinstance(each, dict | list))
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
        return _too_deep() if _TOO_DEEP in str(error) else _encoding(line)
    wrong = _too_much(value)
    if wrong is None and (_keys_in([value]) != line.count(b'":') or _hides_keys(line)):
        return _duplicate_key(line)
    return wrong


def _too_much(value: Any) -> Problem | None:
    for count, depth, each in _values(value):
        if count >= VALUES_LIMIT:
            return problem("", N_("has more than {limit} values; no entry has that many"), limit=VALUES_LIMIT)
        if depth > DEPTH_LIMIT:
            return _too_deep()
        wrong = _number(each)
        if wrong is not None:
            return wrong
    return None


def _values(value: Any) -> Iterator[tuple[int, int, Any]]:
    """Every value in a value, itself first, with its position and its depth."""
    count = 0
    rest = [(1, value)]
    while rest:
        depth, each = rest.pop()
        yield count, depth, each
        count += 1
        if isinstance(each, dict):
            rest.extend((depth + 1, inner) for inner in each.values())
        elif isinstance(each, list):
            rest.extend((depth + 1, inner) for inner in each)


def _number(value: Any) -> Problem | None:
    """What is wrong with a number; no figure of a game comes near these bounds."""
    if isinstance(value, int) and not -_LARGEST < value < _LARGEST:
        digits = len(str(abs(value)))
        return problem(
            "",
            N_("has a number of {digits} digits; at most {limit} are read"),
            digits=digits,
            limit=DIGITS_LIMIT,
        )
    if isinstance(value, float) and not -_LARGEST < value < _LARGEST:
        return problem("", N_("has a number that is not valid: NaN, Infinity, or far too large"))
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
        said = N_("is not UTF-8 at byte {at} of the line; save the file as UTF-8")
        return problem("", said, at=error.start + 1)
    return None


def _duplicate_key(line: bytes) -> Problem | None:
    """The problem of the first doubled field in one object of a line of JSON, or None."""
    open_objects: list[set[str]] = []
    text = b""
    for token in _TOKEN.findall(line):
        if token == b"{":
            open_objects.append(set())
        elif token == b"}":
            open_objects.pop()
        elif token == b":":
            key = from_json(text)
            if key in open_objects[-1]:
                return problem("", N_("the field “{key}” stands twice; it may stand once"), key=quote(key))
            open_objects[-1].add(key)
        text = token
    return None
