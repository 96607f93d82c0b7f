"""Commands that write the time, whatever zone this machine is set to."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from prefcount.base.clock import local
from prefcount.store.reader import load, load_book
from tests.cli.conftest import Prefcount
from tests.cli.ran import process

pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs a clock whose zone can be set")


@pytest.fixture(params=["UTC-24:59:59", "UTC+24", "Europe/Nowhere"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A zone in which nobody plays."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()


@pytest.mark.usefixtures("zone")
def test_any_zone_has_a_time() -> None:
    """The moment is the true one, and a day is that day."""
    moment = datetime(2026, 1, 31, 12, tzinfo=UTC)
    assert local(moment) == moment
    assert local(datetime(2026, 1, 31)).isoformat().startswith("2026-01-31T00:00:00")


@pytest.mark.usefixtures("zone")
def test_every_command_that_writes(prefcount: Prefcount, tmp_path: Path) -> None:
    """Each is done in any zone, and what it wrote is read."""
    game, book, season = tmp_path / "game.jsonl", tmp_path / "payments.jsonl", tmp_path / "season.csv"
    season.write_text("date,Anna,Boris\n2026-01-01,5,-5\n")
    done = [
        prefcount("new", game, "--players", "Anna", "Boris", "Vera"),
        prefcount("new", tmp_path / "old.jsonl", "--players", "Anna", "Boris", "--date", "2020-02-29"),
        prefcount("add", game, "r", "3", "5", "2"),
        prefcount("add", game, "--end", "agreed"),
    ]
    assert [each.fine for each in done] == [""] * len(done)
    assert "Anna paid Boris €3.00" in prefcount("paid", book, "anna boris 3", "--currency", "EUR").fine
    assert "2026" in prefcount("import", season, "-o", tmp_path).fine
    assert len(load(game).session.entries) == 2
    assert len(load_book(book).session.payments) == 1
    assert prefcount("show", game).fine


@pytest.mark.parametrize("zone", ["/", ":/dev/null", __file__, f":{__file__}"])
def test_a_file_that_is_no_zone(tmp_path: Path, zone: str) -> None:
    """Money is printed where the zone is a folder or some file, in a process that has to load Babel."""
    paid = process("paid", tmp_path / "payments.jsonl", "A B 3", "--currency", "EUR", "--new", TZ=zone)
    assert "A paid B €3.00" in paid.fine
