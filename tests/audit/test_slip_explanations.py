"""Wrong claims and impossible sheets, explained by the most likely slip while there is time."""

from pathlib import Path

import pytest

from prefcount.audit import run_audit
from prefcount.audit.run_audit import SlipExplainer, audit_file
from tests.store.files import What, by_hand

SEVEN, SIX = "anna 7h wp 6", "anna 6h wp 5"
"""Anna's dump: 4, then 6; Boris writes 20 on her, then 32."""


def messages(path: Path) -> list[str]:
    (report,) = SlipExplainer(60).explain([audit_file(path)])
    return [str(each.message) for each in report.findings]


def claimed(path: Path, *hands: What, **columns: object) -> Path:
    return by_hand(path, *hands, {"kind": "check", "columns": columns})


def test_a_single_figure_is_explained_with_its_hand(tmp_path: Path) -> None:
    path = claimed(tmp_path / "x.jsonl", SEVEN, SIX, Anna={"dump": 8})
    assert messages(path) == [
        "Anna, dump: expected 6, found 8, difference +2; "
        "most likely at hand 2 (Anna 6♥, Boris whists: 1 down): this hand was written twice"
    ]


def test_a_column_is_explained_as_by_prefcount_paper(tmp_path: Path) -> None:
    path = claimed(tmp_path / "x.jsonl", SEVEN, SIX, Anna={"dump": "4.8"})
    assert messages(path) == [
        "Anna, dump: expected 6, found 8, difference +2; differs at hand 2 (Anna 6♥, "
        "Boris whists: 1 down): the paper has 8, the calculation gives 6; most likely: "
        "the value of level 7 was written instead of 6"
    ]


def test_an_unexplained_claim_keeps_its_message(tmp_path: Path) -> None:
    path = claimed(tmp_path / "x.jsonl", SEVEN, Anna={"dump": 99_999})
    assert messages(path) == ["Anna, dump: expected 4, found 99999, difference +99995"]


def test_only_the_first_wrong_files_are_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_audit, "MAX_EXPLAINED_FILES", 2)
    fine = by_hand(tmp_path / "fine.jsonl", SEVEN)
    wrong = claimed(tmp_path / "wrong.jsonl", SEVEN, SIX, Anna={"dump": 8})
    files = [fine, wrong, fine, wrong, wrong]
    explanations = SlipExplainer(60)
    reports = list(explanations.explain(map(audit_file, files)))
    assert ["most likely" in str(each.findings) for each in reports] == [False, True, False, True, False]
    assert [each.path for each in reports] == files
    assert explanations.left_out == 1
    everything = SlipExplainer(60, everything=True)
    reports = list(everything.explain(map(audit_file, files)))
    assert ["most likely" in str(each.findings) for each in reports] == [False, True, False, True, True]
    assert everything.left_out == 0


def test_the_seconds_are_shared_by_all_files(tmp_path: Path) -> None:
    wrong = claimed(tmp_path / "wrong.jsonl", SEVEN, SIX, Anna={"dump": 8})
    explanations = SlipExplainer(0.000_001, everything=True)
    reports = [audit_file(wrong)] * 3
    assert list(explanations.explain(reports)) == reports
    assert explanations.left_out == 3


def test_a_deleted_file_keeps_its_report(tmp_path: Path) -> None:
    path = claimed(tmp_path / "x.jsonl", SEVEN, Anna={"dump": 8})
    report = audit_file(path)
    path.unlink()
    assert list(SlipExplainer(60).explain([report])) == [report]


EXCHANGED = {"Anna": {"pool": "2.4.6"}, "Boris": {"whists": {"Anna": "8.61.24"}}}
LIKELIEST = (
    "this sheet is not possible at this table; most likely Boris, on Anna: "
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


def test_all_sheets_share_the_seconds(tmp_path: Path) -> None:
    reports = [audit_file(sheet(tmp_path / f"{number}.jsonl")) for number in range(3)]
    explanations = SlipExplainer(0.000_001)
    assert list(explanations.explain_sheets(reports))[1:] == reports[1:]
    assert explanations.left_out == 3
