"""Games of a time: which days it has, month by month, and that nothing is lost in between."""

import re
from datetime import date

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.stats.sums import (
    Period,
    parse_period,
    period_key,
)
from tests.tables import each_line

TODAY = date(2026, 3, 31)


@each_line(
    ("last", "since"),
    [
        ("30d", date(2026, 3, 1)),
        ("0d", TODAY),
        ("1m", date(2026, 2, 28)),
        ("3m", date(2025, 12, 31)),
        ("13m", date(2025, 2, 28)),
        ("1y", date(2025, 3, 31)),
        ("99999d", date(1752, 6, 16)),
        ("99999m", date.min),
        ("99999y", date.min),
    ],
)
def test_a_period_may_be_the_last_days_months_or_years(last: str, since: date) -> None:
    assert parse_period(None, None, last, TODAY) == Period(since, None)


def test_a_malformed_period_is_refused() -> None:
    one, other = date(2026, 1, 1), date(2026, 2, 1)
    for since, until, last, said in (
        (None, None, "soon", "--last: “soon” is not a period; write days, months or years, e.g. 30d"),
        (one, None, "1d", "--last and --since both set the start of the period"),
        (other, one, None, "ends on 2026-01-01, before it begins on 2026-02-01"),
    ):
        with pytest.raises(InvalidInput, match=re.escape(said)):
            parse_period(since, until, last, TODAY)


@each_line(
    ("day", "quarter", "season", "from_march", "from_january"),
    [
        ("2025-08-31", "2025-Q3", "2024/2025", "2025/2026", "2025"),
        ("2025-09-01", "2025-Q3", "2025/2026", "2025/2026", "2025"),
        ("2025-12-31", "2025-Q4", "2025/2026", "2025/2026", "2025"),
        ("2026-01-01", "2026-Q1", "2025/2026", "2025/2026", "2026"),
        ("2026-03-31", "2026-Q1", "2025/2026", "2026/2027", "2026"),
        ("2026-04-01", "2026-Q2", "2025/2026", "2026/2027", "2026"),
    ],
)
def test_the_key_of_each_period(
    day: str, quarter: str, season: str, from_march: str, from_january: str
) -> None:
    played = date.fromisoformat(day)
    assert period_key(played, "quarter") == quarter
    assert [period_key(played, "season", month) for month in (9, 3, 1)] == [season, from_march, from_january]
