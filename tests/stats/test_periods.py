"""Games of a time: which days it has, month by month, and that nothing is lost in between."""

import re
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.base.problems import InvalidInput
from prefcount.session.session import Session
from prefcount.stats.sums import (
    ALWAYS,
    By,
    Period,
    Statistics,
    make_record,
    parse_period,
    period_key,
)
from tests.store import files
from tests.tables import each_line

TODAY = date(2026, 3, 31)

DAYS = st.dates(min_value=date(2024, 1, 1), max_value=date(2026, 12, 31))


def evenings(days: list[date | None], *, period: Period = ALWAYS, by: By | None = None) -> Statistics:
    found = Statistics(running=True, period=period, by=by)
    for number, day in enumerate(days):
        played = files.session("anna 7h pp")
        started = None if day is None else datetime(day.year, day.month, day.day, 19, tzinfo=UTC)
        session = Session(played.header.model_copy(update={"started": started}), played.entries)
        assert found.add(Path(f"{number}.jsonl"), make_record(session)) == ""
    return found


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


def test_a_period_includes_its_first_and_last_day() -> None:
    period = parse_period(date(2026, 1, 2), date(2026, 1, 4), None, TODAY)
    assert [period.has(date(2026, 1, day)) for day in range(1, 6)] == [False, True, True, True, False]
    assert not period.has(None)
    assert ALWAYS.has(None)


def test_a_malformed_period_is_refused() -> None:
    one, other = date(2026, 1, 1), date(2026, 2, 1)
    for since, until, last, said in (
        (None, None, "soon", "--last: “soon” is not a period; write days, months or years, e.g. 30d"),
        (one, None, "1d", "--last and --since both set the start of the period"),
        (other, one, None, "ends on 2026-01-01, before it begins on 2026-02-01"),
    ):
        with pytest.raises(InvalidInput, match=re.escape(said)):
            parse_period(since, until, last, TODAY)


def test_games_without_a_date_are_counted_apart() -> None:
    some = evenings([None, date(2026, 1, 5)], period=Period(date(2026, 1, 1)))
    assert (some.undated, len(some.games["preferans"].evenings)) == (1, 1)
    every = evenings([None, date(2026, 1, 5), date(2025, 1, 5)], by="month")
    assert (every.undated, sorted(every.periods)) == (0, ["", "2025-01", "2026-01"])


@given(st.lists(DAYS, min_size=1, max_size=5), st.sampled_from(["month", "year"]), DAYS, DAYS)
def test_periods_sum_up_to_the_whole(days: list[date], by: By, one: date, other: date) -> None:
    period = Period(min(one, other), max(one, other))
    found = evenings([*days], period=period, by=by)
    counted = [day for day in days if period.since and period.until and period.since <= day <= period.until]
    assert set(found.periods) == {period_key(day, by) for day in counted}
    if counted:
        whole = found.games["preferans"]
        parts = [games["preferans"] for games in found.periods.values()]
        assert sum(len(part.evenings) for part in parts) == len(whole.evenings) == len(counted)
        for key, person in whole.people.items():
            assert sum((part.people[key].total for part in parts), Fraction(0)) == person.total


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
