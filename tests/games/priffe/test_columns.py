"""The columns of a rubber show with how many points a game was won (section 1.3)."""

from pathlib import Path

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.render.text import sheet_text
from prefcount.render.view import table_view
from prefcount.session.outcome import column_marks
from prefcount.session.session import Session
from prefcount.store.journal import Journal
from tests.games.family import Table
from tests.tables import each_line

PRIFFE = Table.of("priffe")
SEATS = ("Anna", "Boris", "Clara", "David")


def played(*lines: str, **rules: object) -> Session:
    session = Session(PRIFFE.header(SEATS, **rules))
    for line in lines:
        session = session.accept(PRIFFE.game.parse(session.state, line)).session
    return session


def column(session: Session, side: str, name: str) -> str:
    row = next(row for row in table_view(session).rows if row.name.startswith(f"{side}:"))
    return next(each.totals_text for each in row.own if each.account.column == name)


@each_line(
    ("lines", "line_x", "line_y"),
    [
        (["x h 8", "x h 8"], "20.40.0", "–"),
        (["x h 8", "y h 8", "x h 9", "y h 7"], "20.50.0", "20.0.10"),
        (["x h 9"], "30.0", "–"),
        (["x h 9", "x h 8", "x h 10"], "30.0.20.60.0", "–"),
    ],
)
def test_the_total_that_won_stays_on_the_sheet(lines: list[str], line_x: str, line_y: str) -> None:
    """Below the total that won the game, both sides begin again at 0."""
    session = played(*lines)
    assert (column(session, "X", "line"), column(session, "Y", "line")) == (line_x, line_y)
    assert f"line   {line_x}\n" in sheet_text(session)


def test_the_last_points_of_a_rubber_stay_on_the_sheet() -> None:
    session = played("x h 9 3 0 0 0", "x h 12")
    assert column(session, "X", "bonus") == "20.30.0"
    assert column(session, "X", "past") == "40.120.0"
    assert column(session, "X", "games") == "1.2.0"
    assert column(played("rubber 190 140"), "Y", "bonus") == "140.0"


def test_a_side_that_keeps_its_line_does_not_start_again() -> None:
    session = played("y h 8", "x h 9", "y h 7", reset_other_side=False)
    assert column(session, "Y", "line") == "20.30.0"


def test_a_corrected_hand_leaves_its_totals_struck() -> None:
    session = played("x h 8", "x h 8")
    seven = {"kind": "hand", "contract": "hearts", "declarer": "X", "tricks": {"X": 7}}
    amended = PRIFFE.entry("amend", entry=2, **{"with": seven})
    for correction, struck in (
        (PRIFFE.entry("void", entry=2), [(20, False), (40, True), (0, True)]),
        (amended, [(20, False), (40, True), (30, False), (0, False)]),
    ):
        found = column_marks(session.accept(correction).session)
        line = next(each for account, each in found.items() if account.column == "line")
        assert [(mark.amount, mark.struck) for mark in line] == struck


@pytest.mark.parametrize(
    ("claimed", "codes"),
    [
        ("20.50.0.10", []),
        ("20.50.0.10.", []),
        (10, []),
        ("20.0.10", ["column-differs"]),
        ("20.60.0.10", ["column-differs"]),
        ("20.50.0.20", ["check-mismatch"]),
        ("20.50", ["check-mismatch"]),
    ],
)
def test_a_dotted_column_may_be_claimed(tmp_path: Path, claimed: int | str, codes: list[str]) -> None:
    """The paper shows the total that won a game, and a 0 after it."""
    session = played("x h 8", "x h 9", "x h 7")
    claim = PRIFFE.entry("check", columns={"@X": {"line": claimed}})
    path = tmp_path / "claim.jsonl"
    journal = Journal.create(path, session.header)
    for entry in session.accept(claim).session.entries:
        journal.append(entry)
    report = audit_file(path)
    assert [finding.code for finding in report.findings] == codes
