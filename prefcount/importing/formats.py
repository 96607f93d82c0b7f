"""Recognising the format of a file by its content, and reading the games in it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, text
from prefcount.base.problems import InvalidInput, printable, together
from prefcount.entries.header import Price
from prefcount.importing import evenings_table, mathfewmatthews, prefandroid
from prefcount.importing.foreign_game import ForeignGame, NoGame, json_in
from prefcount.store.open_file import ReadError, read_small

FILE_LIMIT = 4 * 1024 * 1024
"""The largest size of a file in bytes; one of a thousand hands has a tenth of that."""
TABLE = "csv"


class JsonFormat(NamedTuple):
    """The format of a program that writes JSON: how it is recognised, and how its games are read."""

    recognised: Callable[[object], bool]
    games: Callable[[Any], Sequence[ForeignGame]]


JSON_FORMATS = {
    "prefandroid": JsonFormat(prefandroid.recognised, prefandroid.games),
    "mathfewmatthews": JsonFormat(mathfewmatthews.recognised, mathfewmatthews.games),
}
FORMATS = (*JSON_FORMATS, TABLE)


def games_in(
    path: Path, wanted: str | None = None, price: Price | None = None
) -> tuple[str, Sequence[ForeignGame | NoGame]]:
    """The format of a file and its games.

    Args:
        path: the file.
        wanted: the format that it has to have; None finds out.
        price: what a whist costs, for tables with amounts of money.

    Raises:
        ReadError: if it cannot be read, has no such format, or has no players or no figures where they
            should be.
    """
    content = read_small(path, FILE_LIMIT, follow_links=True)
    try:
        return _games(content, FORMATS if wanted is None else (wanted,), price)
    except InvalidInput as refusal:
        raise ReadError(text("{problems}", problems=printable(together(refusal.problems)))) from None


def _games(
    content: bytes, formats: Sequence[str], price: Price | None
) -> tuple[str, Sequence[ForeignGame | NoGame]]:
    if not _is_utf8(content):
        raise ReadError(text(N_("this is not UTF-8 text; save it as UTF-8, a table as “CSV UTF-8”")))
    value = json_in(content)
    for name in formats:
        if name in JSON_FORMATS and JSON_FORMATS[name].recognised(value):
            return name, JSON_FORMATS[name].games(value)
    table = evenings_table.table_in(content) if TABLE in formats and value is None else None
    if table is not None:
        return TABLE, evenings_table.games(table, price)
    sentence = N_("this is not a game of a known program: {formats}")
    if formats[-1:] == (TABLE,):
        sentence = N_(
            "this is not a game of a known program: {formats}; a table has a line with “date” and its players"
        )
    raise ReadError(text(sentence, formats=", ".join(formats)))


def _is_utf8(content: bytes) -> bool:
    """Whether a file is text in UTF-8; spreadsheets like to save other encodings."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True
