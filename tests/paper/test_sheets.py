"""Sessions that are a paper sheet and nothing else: impossible figures are remarks, never more."""

from pathlib import Path

from prefcount.audit.run_audit import audit_file
from prefcount.paper.sheet_without_hands import impossible, sheet_only
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


def test_a_game_that_goes_on_from_an_odd_sheet() -> None:
    """Hands behind the figures brought forward, and what is adjusted after these, change nothing."""
    odd = brought(Anna={"pool": "2.6.13"})
    penalty = entry("adjust", player="Anna", column="pool", amount=7, reason="agreed")
    (found,) = impossible(played(odd, "boris 6h pp", penalty))
    assert (found.entry, found.player, found.column, found.position) == (1, "Anna", "pool", 2)


def test_a_published_sheet_has_nothing_odd() -> None:
    """Single figures of a real game."""
    report = audit_file(SAMPLES / "paper-sheet.jsonl")
    assert (report.ok, report.remarks) == (True, ())
