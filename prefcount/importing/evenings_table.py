"""Tables of evenings, comma-separated: a column for the date, one for each player, results in the cells."""

import csv
import re
from collections.abc import Sequence
from datetime import date, datetime
from fractions import Fraction
from itertools import islice

from prefcount.base.clock import local
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import InvalidInput, Problem, problem, quote
from prefcount.entries.names_and_figures import in_plain_digits
from prefcount.importing.foreign_game import ForeignEntry, ForeignGame
from prefcount.ledger.amount import exact

MOST_EVENINGS = 10_000
"""The largest number of lines of a table: an evening a day for 27 years."""
DATES = ("date", "day", "дата", "день")
NOTES = ("note", "notes", "comment", "place", "заметка", "заметки", "примечание", "место")
TOTALS = ("total", "sum", "итого", "сумма", "всего")

_FIGURE = re.compile(r"([+-]?)(\d{1,10})(?:[ \u00a0](\d{1,4})/(\d{1,4})|/(\d{1,4})|[.,](\d{1,6}))?")
_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4})")


def rows_in(content: bytes) -> list[list[str]] | None:
    """The cells of a table in UTF-8, or None if this is none: no heading with a date and two players."""
    lines = content.decode("utf-8-sig").splitlines()
    heading = lines[0] if lines else ""
    delimiter = max(",;\t", key=heading.count)
    try:
        rows = list(islice(csv.reader(lines, delimiter=delimiter, strict=True), MOST_EVENINGS + 1))
    except csv.Error:
        return None
    found = [[cell.strip().removeprefix("'") for cell in row] for row in rows]
    return found if found and _is_heading(found[0]) else None


def _is_heading(row: Sequence[str]) -> bool:
    named = [cell.casefold() for cell in row]
    others = [cell for cell in named if cell and cell not in (*DATES, *NOTES, *TOTALS)]
    return any(cell in DATES for cell in named) and len(others) > 1 and not any(map(_figure_or_none, others))


def games(rows: Sequence[Sequence[str]]) -> list[ForeignGame]:
    """Every evening. Raises InvalidInput if there are too many, or two columns have one heading."""
    heading, *evenings = rows
    twice = [name for at, name in enumerate(heading) if name and name in heading[:at]]
    if twice:
        raise InvalidInput([problem("", N_("two columns are headed “{name}”"), name=quote(twice[0]))])
    if len(evenings) >= MOST_EVENINGS:
        raise InvalidInput(
            [problem("", N_("the table has more than {most} evenings"), most=MOST_EVENINGS - 1)]
        )
    return [
        _evening(heading, row, text(N_("line {number}"), number=number))
        for number, row in enumerate(evenings, 2)
        if any(row)
    ]


def _evening(heading: Sequence[str], row: Sequence[str], place: Text) -> ForeignGame:
    """One line of the table as a game of which only the result is known."""
    cells = list(zip(heading, row, strict=False))
    found: list[Problem] = []
    if any(row[len(heading) :]):
        found.append(problem("", N_("there are more cells than headings")))
    results: dict[str, Fraction] = {}
    players = list[str]()
    started, notes = None, list[str]()
    for name, cell in cells:
        kind = name.casefold()
        if kind in DATES:
            started = _day(cell, found)
        elif kind in NOTES:
            notes += [cell] if cell else []
        elif kind in TOTALS:
            if cell and _figure_or_none(cell) != 0:
                found.append(problem("", N_("the total is {total}, not 0"), total=quote(cell)))
        elif cell not in ("", "-", "–", "—"):
            players.append(name)
            amount = _figure_or_none(cell)
            if amount is None:
                found.append(
                    problem("", N_("{player}: “{cell}” is no result"), player=name, cell=quote(cell))
                )
            else:
                results[name] = amount
    if not found and sum(results.values()) != 0:
        total = exact(sum(results.values(), Fraction(0)))
        found.append(problem("", N_("the results add up to {total}, not 0"), total=total))
    spelled = {name: _spelled(amount) for name, amount in results.items()}
    fields = {} if found else {"kind": "result", "results": spelled}
    source = {name: cell for name, cell in cells if cell}
    entry = ForeignEntry(fields, place, source, tuple(each.text for each in found))
    over = "" if found else "agreed"
    return ForeignGame(tuple(players), None, {}, started, (entry,), {}, {}, over, (), tuple(notes), place)


def _spelled(amount: Fraction) -> int | str:
    whole = exact(amount)
    return whole if isinstance(whole, int) else str(whole)


def _figure_or_none(cell: str) -> Fraction | None:
    """A result: 27, −18, 27 1/2, 55/2, 27.5 or 27,5."""
    found = _FIGURE.fullmatch(in_plain_digits(cell).replace("–", "-"))
    if found is None:
        return None
    sign, whole, above, below, divisor, places = found.groups()
    try:
        amount = Fraction(int(whole), int(divisor or 1))
        amount += Fraction(int(above or 0), int(below or 1))
    except ZeroDivisionError:
        return None
    amount += Fraction(int(places or 0), 10 ** len(places or ""))
    return -amount if sign == "-" else amount


def _day(cell: str, found: list[Problem]) -> datetime | None:
    """A date as 2026-01-31 or 31.01.2026; others could be read in two ways."""
    if not cell:
        return None
    parts = _DAY.fullmatch(cell)
    try:
        if parts is not None:
            year, month, day = (parts[1], parts[2], parts[3]) if parts[1] else (parts[6], parts[5], parts[4])
            known = date(int(year), int(month), int(day))
            return local(datetime(known.year, known.month, known.day, 12))
    except (ValueError, OverflowError):
        pass
    said = N_("“{cell}” is not a date; write year, month and day, e.g. 2026-01-31 or 31.01.2026")
    found.append(problem("", said, cell=quote(cell)))
    return None
