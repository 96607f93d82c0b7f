"""The tables of the statistics are read back with equal results, prices and dates."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from prefcount.base.i18n import text
from prefcount.entries.models import Price
from prefcount.importing.evenings_table import Evening, SkippedLine, make_session, parse_table, read_evenings
from prefcount.render.data import STYLES
from prefcount.session.session import Session
from prefcount.stats.report import games_csv, wide_games_csv
from prefcount.stats.sums import Statistics, make_record
from tests.store import files
from tests.tables import each_line

NAMES = ("Anna", "Борис", "=Vera", "Gleb; K", "D, E", "17", "Sum", "Дата", "Note", "Game", "#1")
"""Names of players, also such as cells that mean something else to a spreadsheet, and headings of tables."""
PRICES = (
    Price(None, ""),
    Price(Decimal("0.10"), "EUR"),
    Price(Decimal("0.005"), "KWD"),
    Price(Decimal(3), "JPY"),
    Price(Decimal("0.07"), ""),
)


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    names = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True))
    amounts = st.builds(Fraction, st.integers(-4000, 4000), st.sampled_from((1, 2, 3, 4, 12, 64)))
    results = [draw(amounts) for _name in names[1:]]
    results.append(-sum(results, Fraction(0)))
    started = datetime(2024, 1, 1, 12, tzinfo=UTC) + timedelta(days=draw(st.integers(0, 9)))
    return Evening(
        dict(zip(names, results, strict=True)), started, text(""), price=draw(st.sampled_from(PRICES))
    )


def statistics_of(*sessions: Session) -> Statistics:
    statistics = Statistics()
    for number, session in enumerate(sessions):
        assert statistics.add(Path(f"{number}.jsonl"), make_record(session)) == ""
    return statistics


def read_back(table: str) -> list[Evening | SkippedLine]:
    found = parse_table(table.encode())
    assert found is not None
    return read_evenings(found)


def figures(season: Iterable[Evening | SkippedLine]) -> list[tuple[str, list[tuple[str, Fraction]], Price]]:
    found = []
    for evening in season:
        assert isinstance(evening, Evening)
        found.append((str(evening.started)[:10], sorted(evening.results.items()), evening.price))
    return sorted(found, key=repr)


@each_line("style", STYLES)
@given(st.lists(evenings(), min_size=1, max_size=6))
def test_results_prices_and_dates_are_read_back(style: str, season: list[Evening]) -> None:
    statistics = statistics_of(*map(make_session, season))

    for written in (games_csv, wide_games_csv):
        assert figures(read_back(written(statistics, style=STYLES[style]))) == figures(season)


def test_another_game_in_a_wide_table_is_not_read() -> None:
    end = {"kind": "end", "reason": "agreed"}
    preferans = files.session(files.ONLY_RESULT, end, started="2026-01-01T19:00:00Z")
    header = preferans.header.model_copy(update={"game": "prefa"})
    statistics = statistics_of(preferans, Session(header, preferans.entries))
    evening, skipped = read_back(wide_games_csv(statistics))
    assert isinstance(evening, Evening)
    assert isinstance(skipped, SkippedLine)
    assert "this is an evening of prefa; only evenings of Preferans are imported" in str(skipped)
