"""Sessions that are a paper sheet and nothing else: impossible figures are remarks, never more."""

from pathlib import Path

from prefcount.audit.run_audit import audit_file
from prefcount.paper.sheet_without_hands import check_sheet, impossible, sheet_only
from prefcount.paper.watch import SearchBudget
from tests.helpers import brought, entry
from tests.paper.told import played

SAMPLES = Path(__file__).parents[2] / "sample_sessions"


def test_an_impossible_figure_names_its_place() -> None:
    """The entry, the column, which figure, and why."""
    session = played(brought(Anna={"pool": "2.6.13"}, Boris={"dump": 7}))
    (found,) = impossible(session)
    assert (found.entry, found.player, found.column, found.position) == (1, "Anna", "pool", 2)
    assert str(found.text).startswith("6 → 13: no hand at this table writes 7 here")


def test_a_check_claims_only_what_it_names() -> None:
    """Whists on Anna alone are no fault of a check, whose pool may stand beside them; of a sheet they are."""
    columns = {"Boris": {"whists": {"Anna": "4.8"}}}
    assert list(impossible(played(entry("check", columns=columns)))) == []
    assert len(list(impossible(played(brought(**columns))))) == 1


def test_hands_and_penalties_are_not_doubted() -> None:
    """Where something else was written, a column may come from that."""
    odd = brought(Anna={"pool": "2.6.13"})
    penalty = entry("adjust", player="Anna", column="pool", amount=7, reason="agreed")
    assert sheet_only(played(odd))
    assert not sheet_only(played("anna 6h pp"))
    assert list(impossible(played(odd, penalty))) == []
    assert list(impossible(played("boris 6h pp", odd))) == []


def test_a_published_sheet_has_nothing_odd() -> None:
    """Single figures of a real game."""
    report = audit_file(SAMPLES / "paper-sheet.jsonl")
    assert (report.ok, report.remarks) == (True, ())


def test_the_seconds_bound_the_figures_too() -> None:
    """At a table that was not looked at before the search ends before any figure is doubted."""
    session = played(brought(Anna={"pool": "2.6.13"}), target=777)
    odd, sheet = check_sheet(session, SearchBudget(stopped=lambda _looked_at: True))
    assert (odd, sheet and sheet.found.verdict) == ([], "undecided")
    odd, sheet = check_sheet(session, SearchBudget(0, 0))
    assert (len(odd), sheet and sheet.found.verdict) == (1, "impossible")
