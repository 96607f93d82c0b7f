"""Old evenings typed in: their day, their sheet, the results that were announced."""

from pathlib import Path

import pytest

from prefcount.store.reader import load
from tests.cli.conftest import Prefcount
from tests.tables import each_line

SHEET = ("--sheet", "anna pool 2.6.12", "--sheet", "boris pool -", "--sheet", "vera pool 4")


@pytest.fixture
def evening(tmp_path: Path, prefcount: Prefcount) -> Path:
    """A file that was begun for an evening of 2019."""
    path = tmp_path / "old.jsonl"
    assert prefcount("new", path, "--players", "Anna", "Boris", "Vera", "--date", "2019-03-02").fine == ""
    return path


def test_the_day_of_an_old_evening(evening: Path) -> None:
    """The header has the beginning of that day, by the clock of this machine."""
    started = load(evening).session.header.started
    assert started is not None
    assert (started.isoformat()[:19], started.tzinfo is None) == ("2019-03-02T00:00:00", False)


@each_line(
    ("day", "said"),
    [
        ("9999-01-01", "9999-01-01 is in the future"),
        ("yesterday", "yesterday is not a date such as 2026-01-31"),
    ],
)
def test_days_that_cannot_be(tmp_path: Path, prefcount: Prefcount, day: str, said: str) -> None:
    """What is no day, or is still to come."""
    path = tmp_path / "old.jsonl"
    ran = prefcount("new", path, "--players", "Anna", "Boris", "Vera", "--date", day)
    assert ran.code == 2
    assert said in ran.err
    assert not path.exists()


def test_a_sheet_that_can_be(evening: Path, tmp_path: Path, prefcount: Prefcount) -> None:
    """Nothing is said about it; a dash is a column left blank. Who did not say the day is told how."""
    assert prefcount("add", evening, *SHEET).fine == ""
    ran = prefcount("paper", evening, "--says", "boris pool -", "--says", "anna pool 2.6.12")
    assert ran.out.splitlines() == [
        "Boris, pool: agrees: nothing was written yet",
        "Anna, pool: agrees with what entry 1 brought forward from paper",
        "2 columns compared, all agree",
    ]
    said = prefcount("paper", evening, "--says", "anna pool 1000000001").complaint
    assert "“1000000001” is too large; the largest figure allowed is 1,000,000,000" in said
    path = tmp_path / "new.jsonl"
    prefcount("new", path, "--players", "Anna", "Boris", "Vera")
    assert "new --date gives an old evening its day" in prefcount("add", path, *SHEET).err


def test_a_sheet_that_cannot_be(evening: Path, prefcount: Prefcount) -> None:
    """It is written as it stands, and each impossible figure is named at once, and by `paper` and `audit`."""
    said = (
        "Anna, pool: 6 → 13: no hand at this table writes 7 here; "
        "possible would be, among others, 10, 12, 14, 16"
    )
    ran = prefcount("add", evening, "--sheet", "anna pool 2.6.13.12")
    assert ran.code == 0
    assert f"prefcount: {said}" in ran.err
    ran = prefcount("paper", evening, "--says", "anna pool 2.6.13.12")
    assert (ran.code, said in ran.out) == (1, True)
    prefcount("add", evening, "anna 6h pp")
    assert said in prefcount("audit", evening).out


def test_a_column_that_was_not_blank(evening: Path, prefcount: Prefcount) -> None:
    """Where something stands, the blank column parts there."""
    prefcount("add", evening, "anna 7h wp 6")
    ran = prefcount("paper", evening, "--says", "anna dump -")
    assert (ran.code, ran.out.splitlines()[0]) == (
        1,
        "Anna, dump: differs at hand 1 (Anna 7h wp 6): paper nothing, calculated 4; likeliest: this "
        "hand was left out",
    )


def test_announced_results(evening: Path, prefcount: Prefcount) -> None:
    """They are written as they were announced, and the audit compares them."""
    prefcount("add", evening, "anna 7h wp 6")
    ran = prefcount(
        "add", evening, "--end", "agreed", "--results", "anna -50", "boris=36", "--results", "vera 14"
    )
    assert (ran.code, ran.err) == (0, "")
    assert load(evening).session.entries[-1].model_dump()["results"] == {"Anna": -50, "Boris": 36, "Vera": 14}
    assert "Boris: expected 33, announced 36, difference +3" in prefcount("audit", evening).out


@each_line(
    ("results", "said"),
    [
        (["gleb 5"], "gleb 5: "),
        (["anna"], "say who and what, e.g. anna 57"),
        (["anna 5", "Anna 6"], "Anna was named before"),
        (["anna x"], "must be a whole number, not 'x'"),
        (["anna 58 2/3"], "must be a whole number, not '58 2/3'"),
    ],
)
def test_what_is_no_result(evening: Path, prefcount: Prefcount, results: list[str], said: str) -> None:
    """Nothing is written."""
    ran = prefcount("add", evening, "--end", "agreed", "--results", *results)
    assert (ran.code, said in ran.err) == (2, True), ran.err
    assert prefcount("add", evening, "anna 6h pp", "--results", "anna 5").complaint.startswith(
        "--results goes"
    )
    assert load(evening).session.entries == ()
