"""Figures and dates as spreadsheets write them. A cell that can be read in two ways is refused."""

import re
from collections.abc import Mapping
from datetime import date, datetime, time
from fractions import Fraction
from typing import NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.locale_format import CURRENCY_SIGNS
from prefcount.base.problems import InvalidInput, invalid, quote
from prefcount.base.system import now, to_local_time
from prefcount.entries.names_and_figures import normalize_figure
from prefcount.languages import get_all_words

_MONEY = "|".join(map(re.escape, sorted(CURRENCY_SIGNS, key=len, reverse=True))) + "|[A-Z]{3}"
_CELL = re.compile(
    rf"(\()? ?([+-])? ?(?:({_MONEY})\.? ?)?([+-])?([0-9][0-9 .,'/]*?) ?(?:({_MONEY})\.?)?([+-])? ?(\))?"
)
_FRACTION = re.compile(r"(?:([0-9]{1,10}) )?([0-9]{1,10})/([0-9]{1,4})")
_DECIMAL = re.compile(r"([0-9]{1,10})(?:[.,]([0-9]{1,6}))?")
_IN_THOUSANDS = re.compile(
    r"([1-9][0-9]{0,2}(?:([ '.,])[0-9]{3})(?:\2[0-9]{3}){0,2})(?:(?!\2)[.,]([0-9]{1,6}))?"
)

_TWO = N_("“{cell}” may be {one} or {other}; write one of these")


class CellAmount(NamedTuple):
    """A figure in a cell of a table.

    Attributes:
        amount: the exact amount.
        money: the currency sign in the cell, such as € or EUR, or "" without one.
        places: the number of decimal places in the cell.
    """

    amount: Fraction
    money: str = ""
    places: int = 0

    def may_be_in(self, currency: str) -> bool:
        """Return whether the figure can be in this currency: “€5” can be in EUR, but not in USD.

        Args:
            currency: the code of the currency, such as "EUR", or "" to ask if the cell has no currency sign.
        """
        return currency in (self.money, *CURRENCY_SIGNS.get(self.money, ()))


def parse_amount(cell: str) -> CellAmount:
    """Read a figure such as 27, −18, 27½, 1 250, 1.250,00, (57) for −57, or €5,00.

    Raises:
        InvalidInput: if the cell is not a figure, or could be read in two ways.
    """
    plain = re.sub(r"[\s\u202f]+", " ", normalize_figure(cell)).replace("–", "-").replace("’", "'")
    match = _CELL.fullmatch(plain)
    if match is None:
        raise _no_figure(cell)
    opened, closed = match.group(1, 8)
    signs = [*filter(None, (opened, *match.group(2, 4, 7)))]
    money = [*filter(None, match.group(3, 6))]
    if bool(opened) != bool(closed) or len(signs) > 1 or len(money) > 1:
        raise _no_figure(cell)
    size, places = _parse_size(cell, match[5])
    return CellAmount(-size if signs in (["("], ["-"]) else size, money[0] if money else "", places)


def _parse_size(cell: str, digits: str) -> tuple[Fraction, int]:
    parts = _FRACTION.fullmatch(digits)
    if parts is not None and int(parts[3]):
        return int(parts[1] or 0) + Fraction(int(parts[2]), int(parts[3])), 0
    decimal, grouped = _DECIMAL.fullmatch(digits), _IN_THOUSANDS.fullmatch(digits)
    if decimal is not None and grouped is not None and decimal[2]:
        spelled = digits.replace(",", ".").rstrip("0").rstrip(".")
        raise invalid(_TWO, cell=quote(cell), one=f"{decimal[1]}{decimal[2]}", other=spelled)
    if decimal is not None:
        whole, places = decimal[1], decimal[2] or ""
    elif grouped is not None:
        whole, places = re.sub("[^0-9]", "", grouped[1]), grouped[3] or ""
    else:
        raise _no_figure(cell)
    return int(whole) + Fraction(int(places or 0), 10 ** len(places)), len(places)


def _no_figure(cell: str) -> InvalidInput:
    return invalid(N_("“{cell}” is not a result"), cell=quote(cell))


_GERMAN_MONTHS = {"mär": 3, "mai": 5, "okt": 10, "dez": 12}
_MONTH = _GERMAN_MONTHS | {word: int(n) for n, words in get_all_words("month").items() for word in words}
"""Numbers of months by the first three letters of their names."""
_WEEKDAY = r"(?:[^\W\d_]{2,12}[.,]{0,2} )?"
_TIME = r"(?: ?г\.?)?(?:(?:,? |T)(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?)?"
_DAYS = tuple(
    re.compile(_WEEKDAY + pattern + _TIME)
    for pattern in (
        r"(?P<y>[0-9]{4})(?P<sep>[-./])(?P<m>[0-9]{1,2})(?P=sep)(?P<d>[0-9]{1,2})",
        r"(?P<d>[0-9]{1,2})\.(?P<m>[0-9]{1,2})\.(?P<y>[0-9]{4}|[0-9]{2})",
        r"(?P<one>[0-9]{1,2})(?P<sep>[-/])(?P<two>[0-9]{1,2})(?P=sep)(?P<y>[0-9]{4})",
        r"(?P<d>[0-9]{1,2})\.?[ -]?(?P<name>[^\W\d_]{3,9})\.?[ -](?P<y>[0-9]{4}|[0-9]{2})",
        r"(?P<name>[^\W\d_]{3,9})\.? (?P<d>[0-9]{1,2}), (?P<y>[0-9]{4})",
    )
)
_CENTURY = 70
"""Years of two digits are in this century if they are below this number."""
NOON = 12


def parse_moment(cell: str) -> datetime:
    """Read a date such as 2026-01-31, 31.01.26 or 5 Sep 2025 19:00. Without a time, the time is noon.

    Raises:
        InvalidInput: if the cell is not a date, is in the future, or has two meanings, such as 01/02/2026.
    """
    plain = " ".join(cell.split())
    if not plain:
        raise invalid(N_("there is no date"))
    for pattern in _DAYS:
        if (match := pattern.fullmatch(plain)) is not None:
            parts = match.groupdict(default="0")
            try:
                hour = NOON if match["hour"] is None else int(match["hour"])
                index = time(hour, int(parts["minute"]), int(parts["second"]))
                day = _parse_day(parts)
                moment = to_local_time(datetime.combine(day, index))
            except InvalidInput:
                raise
            except (LookupError, ValueError, OverflowError, OSError):
                continue
            if day > now().date():
                raise invalid(N_("{date} is in the future; choose an earlier day"), date=day)
            return moment
    sentence = N_("“{cell}” is not a date; write year, month and day, e.g. 2026-01-31 or 31.01.2026")
    raise invalid(sentence, cell=quote(cell))


def _parse_day(parts: Mapping[str, str]) -> date:
    year = int(parts["y"])
    if len(parts["y"]) == 2:
        year += 2000 if year < _CENTURY else 1900
    if "name" in parts:
        return date(year, _MONTH[parts["name"].casefold()[:3]], int(parts["d"]))
    if "one" not in parts:
        return date(year, int(parts["m"]), int(parts["d"]))
    month, day = sorted((int(parts["one"]), int(parts["two"])))
    if 1 <= month < day <= 12:
        cell = f"{parts['one']}{parts['sep']}{parts['two']}{parts['sep']}{parts['y']}"
        raise invalid(_TWO, cell=cell, one=date(year, month, day), other=date(year, day, month))
    return date(year, month, day)
