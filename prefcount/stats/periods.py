"""Periods of days, as `--since`, `--until` and `--last` give them, and the months, seasons … of evenings."""

import re
from calendar import monthrange
from datetime import date, timedelta
from typing import Literal, NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import invalid, quote

By = Literal["month", "quarter", "season", "year"]
SEPTEMBER = 9
"""The month in which seasons begin unless another one is given."""

_LAST = re.compile(r"([0-9]{1,5})([dmy])")


class Period(NamedTuple):
    """All days from `since` to `until`, both among them; None is no bound."""

    since: date | None = None
    until: date | None = None

    @property
    def bounded(self) -> bool:
        """Whether there are days outside of it."""
        return self != ALWAYS

    def has(self, day: date | None) -> bool:
        """Whether a day is in it; what has no date is only where nothing is bounded."""
        if day is None:
            return not self.bounded
        return (self.since or date.min) <= day <= (self.until or date.max)


ALWAYS = Period()


def period_typed(since: date | None, until: date | None, last: str | None, today: date) -> Period:
    """The period from its first day, or from how long before `today` it began, such as 30d, 3m or 1y.

    Raises InvalidInput for what is no such length, and for an end before the beginning.
    """
    if last is not None and since is not None:
        raise invalid(N_("--last and --since both set the start of the period; give only one"))
    period = Period(since if last is None else _ago(last, today), until)
    if period.since is not None and period.until is not None and period.until < period.since:
        sentence = N_("the period ends on {until}, before it begins on {since}")
        raise invalid(sentence, since=period.since, until=period.until)
    return period


def _ago(typed: str, today: date) -> date:
    """The day a number of days, months or years before another; in a shorter month its last day."""
    match = _LAST.fullmatch(typed)
    if match is None:
        sentence = N_("--last: “{typed}” is not a period; write days, months or years, e.g. 30d, 3m or 1y")
        raise invalid(sentence, typed=quote(typed))
    count, unit = int(match[1]), match[2]
    if unit == "d":
        return today - timedelta(min(count, today.toordinal() - 1))
    months = today.year * 12 + today.month - 1 - count * (12 if unit == "y" else 1)
    if months < 12:
        return date.min
    year, month = months // 12, months % 12 + 1
    return date(year, month, min(today.day, monthrange(year, month)[1]))


def this_year(today: date) -> Period:
    """The year of a day, from its first day on."""
    return Period(today.replace(month=1, day=1))


def this_month(today: date) -> Period:
    """The month of a day, from its first day on."""
    return Period(today.replace(day=1))


def key_of(day: date | None, by: By, season_from: int = SEPTEMBER) -> str:
    """What a part of a year is called in tables: 2026-01, 2026-Q1, 2025/2026, 2026; "" without a day.

    A season that begins in January is a year.
    """
    if day is None:
        return ""
    if by == "quarter":
        return f"{day.year}-Q{(day.month + 2) // 3}"
    if by == "season" and season_from > 1:
        first = day.year if day.month >= season_from else day.year - 1
        return f"{first}/{first + 1}"
    return day.isoformat()[: 7 if by == "month" else 4]
