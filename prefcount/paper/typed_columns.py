"""Typed columns of a paper sheet: `anna pool 2.6.12`, `boris on anna 20`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from prefcount.base.i18n import N_, _, override_language
from prefcount.base.problems import InvalidInput, invalid, quote, read_each, unknown_word
from prefcount.entries.models import ClaimEntry
from prefcount.entries.names_and_figures import fold, parse_whole_number, unify_letters
from prefcount.entries.validation_messages import validate_fields
from prefcount.games.game import Cell, find_owner
from prefcount.games.notation import Word, read_player, typed_variants
from prefcount.languages import LANGUAGES, letter_table
from prefcount.ledger import MAX_TOTAL
from prefcount.session.replay import Claim, claims
from prefcount.session.session import Session

_ON = Word("paper.on")
"""The word in `boris on anna 20`, for whists that Boris writes on Anna. It may be left out."""
_LOOK_ALIKES = letter_table(each.look_alikes for each in LANGUAGES.values())
"""Letters that look like Latin letters, such as a Cyrillic А. A side of the table has a Latin name."""

_DASHES = ("-", "–", "—")
BLANK = "0."
"""The figure of a column in which nothing was written."""
_DOTS = re.compile(r"\s*[.,]\s*|\s+")
"""Separators between two figures of a column: a numeric keypad may have no dot, or a comma."""
_FIGURES = re.compile(r"[-−]?[0-9][0-9.,]*")
_IN_GROUPS = re.compile(r"[-−]?[1-9][0-9]{0,2}[\s,][0-9]{3}")
"""A text such as 1 000, which may be two figures of a column, or one figure above 999."""
_TOO_LONG = re.compile("[0-9]{10}")

Columns = dict[str, dict[str, Any]]


def parse_claims(session: Session, lines: list[str]) -> list[Claim]:
    """Read typed lines, such as "anna pool 2.6.12", as columns to compare with the current sheet.

    Raises:
        InvalidInput: if a line cannot be read.
    """
    return make_claims(session, parse_columns(session, lines))


def parse_columns(session: Session, lines: list[str]) -> Columns:
    """Read typed lines, such as "anna pool 2.6.12", as the `columns` object of a `check` or `sheet` entry.

    Raises:
        InvalidInput: if a line cannot be read.
    """
    columns = Columns()
    read_each(lines, partial(add_line, session, columns))
    return columns


def make_claims(session: Session, columns: Columns) -> list[Claim]:
    """Return typed columns as claims: statements of what the paper sheet contains.

    Args:
        session: the session to compare with paper.
        columns: the `columns` object of a `check` entry.

    Raises:
        InvalidInput: if the columns are not valid.
    """
    return list(claims(session.game, session.state, make_check(columns).columns))


def make_check(columns: Columns) -> ClaimEntry:
    """Return the `check` entry with these columns.

    Raises:
        InvalidInput: if the columns are not valid.
    """
    return validate_fields(ClaimEntry, {"columns": columns})


def add_line(session: Session, columns: Columns, line: str) -> None:
    """Add the column of a typed line, such as "anna pool 2.6.12", to a `columns` object.

    Args:
        session: the session, which knows the players and the columns of the sheet.
        columns: the object, which is changed.
        line: the typed line.

    Raises:
        InvalidInput: if the line cannot be read, or can be read in several ways.
    """
    splits = list(_split_line(line))
    meant: list[tuple[int, Cell, str]] = []
    for words, typed in splits:
        with suppress(InvalidInput):
            meant.append((*_find_named_column(session, words), typed))
    if not meant:
        _find_named_column(session, splits[0][0])  # raises InvalidInput
    if len(meant) > 1:
        readings = "; ".join(
            f"{find_owner(session.game, session.state, owner).name}, {cell.heading}: {with_dots(typed)}"
            for owner, cell, typed in meant
        )
        sentence = N_(
            "this could mean {readings}; name the player by the seat, e.g. #3, and write "
            "the column with its dots"
        )
        raise invalid(sentence, readings=readings)
    owner, cell, typed = meant[0]
    add_figure(session, columns, owner, cell, parse_figure(typed))


def _split_line(line: str) -> Iterator[tuple[list[str], str]]:
    words = line.split() or [""]
    first = len(words) - 1
    while first > 2 and _FIGURES.fullmatch(words[first - 1]):
        first -= 1
    for index in range(first, len(words)):
        yield words[:index], " ".join(words[index:])


def _find_named_column(session: Session, words: list[str]) -> tuple[int, Cell]:
    if len(words) < len(("player", "column")):
        raise invalid(N_("say player, column and figure, e.g. anna pool 2.6.12, or boris on anna 20"))
    state = session.state
    index, name = _find_column(session, words)
    owner = _find_owner(session, " ".join(words[:index]))
    rest = [word for word in words[index + 1 :] if word not in _ON]
    cells = [cell for cell in session.game.cells(state, owner) if cell.column == name]
    if not cells:
        raise InvalidInput([unknown_word("", words[index], _headings(session.game.cells(state, owner)))])
    return owner, _find_cell(session, cells, rest)


def _find_owner(session: Session, typed: str) -> int:
    for owner in session.game.owners(session.state):
        if owner.number < 0 and owner.key.casefold() == typed.casefold().translate(_LOOK_ALIKES):
            return owner.number
    return read_player(session.state, typed)


def add_figure(session: Session, columns: Columns, owner: int, cell: Cell, figure: int | str) -> None:
    """Add one typed column to a `columns` object.

    Args:
        session: the session.
        columns: the object, which is changed.
        owner: the number of the player or side.
        cell: the column.
        figure: the last total, such as 12, or all totals, such as "2.6.12".

    Raises:
        InvalidInput: if the object already contains this column.
    """
    figures = columns.setdefault(find_owner(session.game, session.state, owner).key, {})
    name = cell.column
    if cell.other >= 0:
        figures, name = figures.setdefault(cell.column, {}), session.state.names[cell.other]
    if name in figures:
        sentence = N_("this column was already given, with {before}; give each column once")
        raise invalid(sentence, before=figures[name])
    figures[name] = figure


def parse_figure(typed: str) -> int | str:
    """Read a total such as 12, or a column with dots such as 2.6.12.

    A dash means a blank column. Commas and blanks are read as dots.

    Raises:
        InvalidInput: if the text cannot be read, or if it may be one total or two, such as 1,000.
    """
    if _IN_GROUPS.fullmatch(typed.strip()):
        one, other = re.split(r"[\s,]", typed.strip())
        sentence = N_("“{typed}” could be one figure or two; type {one}, or {two} with dots")
        raise invalid(sentence, typed=quote(typed.strip()), one=one + other, two=f"{one}.{other}")
    figure = BLANK if typed.strip() in _DASHES else parse_whole_number(with_dots(typed))
    try:
        make_check({"x": {"pool": figure}})
    except InvalidInput:
        if _TOO_LONG.search(typed):
            sentence = N_("“{typed}” is too large; the largest figure allowed is {most}")
            raise invalid(sentence, typed=quote(typed), most=f"{MAX_TOTAL:,}") from None
        sentence = N_(
            "“{typed}” is not a figure; write 12, or the whole column with its dots, 2.6.12, or - "
            "for an empty one"
        )
        raise invalid(sentence, typed=quote(typed)) from None
    return figure


def with_dots(typed: str) -> str:
    """Replace the blanks and commas between the figures of a column by dots."""
    return _DOTS.sub(".", typed.strip())


def _find_column(session: Session, words: list[str]) -> tuple[int, str]:
    state, game = session.state, session.game
    cells = [cell for owner in game.owners(state) for cell in game.cells(state, owner.number)]
    known = _column_names(cells)
    on = next((cell.column for cell in cells if cell.other >= 0), "")
    for index in range(len(words) - 1, 0, -1):
        word, before = words[index], words[index - 1] if index > 1 else ""
        column = _match_column(known, word, whole=bool(on) and before in _ON)
        if column is not None:
            return index, column
        if on and word in _ON and not (before and _match_column(known, before) == on):
            return index, on
    raise InvalidInput([unknown_word("", words[1], _headings(cells))])


def _match_column(known: Mapping[str, str], word: str, *, whole: bool = False) -> str | None:
    for variant in typed_variants(word):
        columns = {column for name, column in known.items() if variant and name.startswith(variant)}
        if len(columns) == 1 and (not whole or variant in known):
            return columns.pop()
    return None


def _column_names(cells: Sequence[Cell]) -> dict[str, str]:
    known = {cell.column: cell.column for cell in cells}
    for code in LANGUAGES:
        with override_language(code):
            for cell in cells:
                known.setdefault(unify_letters(fold(_(cell.column))), cell.column)
                if cell.other < 0:
                    known.setdefault(unify_letters(fold(str(cell.heading))), cell.column)
    return known


def _headings(cells: Iterable[Cell]) -> list[str]:
    return list(dict.fromkeys(_(cell.column) for cell in cells))


def _find_cell(session: Session, cells: list[Cell], rest: list[str]) -> Cell:
    if cells[0].other < 0:
        if rest:
            sentence = N_("leave out “{rest}”, because this column names no second player")
            raise invalid(sentence, rest=quote(" ".join(rest)))
        return cells[0]
    if not rest:
        others = ", ".join(session.state.names[cell.other] for cell in cells)
        raise invalid(N_("also name the player on whom this is written, one of {names}"), names=others)
    other = read_player(session.state, " ".join(rest))
    for cell in cells:
        if cell.other == other:
            return cell
    raise invalid(
        N_("this is the column of {name}; name another player, because nobody writes on themselves"),
        name=session.state.names[other],
    )
