"""The remark on a sheet that no hands can have written."""

from pathlib import Path

import pytest

from prefcount.audit import run_audit
from prefcount.audit.run_audit import SlipExplainer, audit_file
from tests.store.files import by_hand

EXCHANGED = {"Anna": {"pool": "2.4.6"}, "Boris": {"whists": {"Anna": "8.61.24"}}}
LIKELIEST = (
    "no hands at this table can give this sheet; most likely Boris, on Anna: "
    "8 → 61: this should be 16; two digits were swapped"
)


def sheet(path: Path, columns: object = EXCHANGED) -> Path:
    return by_hand(path, {"kind": "sheet", "columns": columns})


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_audit, "MAX_SHEET_SECONDS", 120)


def test_an_impossible_sheet_gets_a_remark_with_the_likeliest_slip(tmp_path: Path) -> None:
    (report,) = SlipExplainer(240).explain_sheets([audit_file(sheet(tmp_path / "x.jsonl"))])
    found = report.remarks[-1]
    assert (found.code, found.entry, found.player, found.column) == (
        *("impossible-figure", 1, "Boris"),
        "whists.Anna",
    )
    assert str(found.message) == LIKELIEST


def test_the_seconds_are_shared_by_all_files(tmp_path: Path) -> None:
    reports = [audit_file(sheet(tmp_path / f"{number}.jsonl")) for number in range(3)]
    explanations = SlipExplainer(0.000_001)
    assert list(explanations.explain_sheets(reports))[1:] == reports[1:]
    assert explanations.left_out == 3
