"""Tests of `prefcount audit`."""

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from prefcount.audit import run_audit
from prefcount.audit.checks import FileReport, all_codes
from prefcount.base import many_files
from prefcount.cli.main import run
from tests.cli.conftest import Prefcount
from tests.cli.ran import Ran
from tests.store.files import by_hand, by_program
from tests.tables import each_line
from tests.waiting import LONGEST


def test_the_json_report_has_its_exact_form(prefcount: Prefcount, tmp_path: Path) -> None:
    good = by_program(tmp_path / "good.jsonl", "r 3 5 2", "anna m 0")
    bad = by_hand(
        tmp_path / "bad.jsonl", "anna 7h wp 6", {"kind": "check", "columns": {"Anna": {"dump": 99}}}
    )
    bad.write_bytes(bad.read_bytes() + b'{"kind')
    ran = prefcount("audit", "--json", good, bad)
    assert (ran.code, ran.err) == (1, "")
    assert ran.objects == [
        {
            "ok": False,
            "files": 2,
            "hands": 3,
            "reports": [
                {"path": str(good), "ok": True, "hands": 2, "findings": []},
                {
                    "path": str(bad),
                    "ok": False,
                    "hands": 1,
                    "findings": [
                        {
                            "entry": 3,
                            "code": "torn-tail",
                            "message": "the last line, entry 3, is cut off; it does not count",
                        },
                        {
                            "entry": 2,
                            "code": "check-mismatch",
                            "player": "Anna",
                            "column": "dump",
                            "claimed": 99,
                            "computed": 4,
                            "message": "Anna, dump: expected 4, found 99, difference +95",
                        },
                    ],
                },
            ],
        }
    ]
    assert list(ran.objects[0]) == ["ok", "files", "hands", "reports"]
    assert list(ran.objects[0]["reports"][0]) == ["path", "ok", "hands", "findings"]


def test_consequences_of_one_entry_are_counted_not_listed(prefcount: Prefcount, tmp_path: Path) -> None:
    bad = {"kind": "game", "declarer": "Anna", "contract": "7H", "calls": {"Boris": "whist", "Vera": "whist"}}
    bad |= {"tricks": {"Anna": 7, "Boris": 2, "Vera": 2}, "dealer": "Vera"}
    claim = {"kind": "check", "columns": {"Anna": {"pool": 4}, "Boris": {"whists": {"Anna": 8}}}}
    path = by_hand(tmp_path / "evening.jsonl", bad, claim, claim, claim)
    assert [
        each["code"] for each in prefcount("audit", "--json", path).objects[0]["reports"][0]["findings"]
    ] == [
        "bad-entry",
        *["check-mismatch"] * 6,
    ]
    _path, first, second, others, *_counts = prefcount("audit", path).out.splitlines()
    assert "entry 1 (line 2) does not count" in first
    follows = "difference +4; the cause is probably entry 1, which does not count; correct that entry first"
    assert second.endswith(follows)
    assert re.split(" {2,}", others.strip()) == [
        "entry 2",
        "check-mismatch",
        "5 more differences, up to entry 4, probably follow from entry 1, too",
    ]


def test_a_sound_file_has_exit_code_0(prefcount: Prefcount, session_file: Path) -> None:
    assert prefcount("audit", session_file).fine == "1 file, 1 hand: nothing found\n"
    other = by_program(session_file.with_name("other.jsonl"), "r 3 5 2", "r 3 5 2")
    assert prefcount("audit", session_file, other).fine == "2 files, 3 hands: nothing found\n"


def test_findings_are_printed_in_columns(prefcount: Prefcount, tmp_path: Path) -> None:
    claims = {"kind": "check", "columns": {"Anna": {"dump": 99}, "Boris": {"whists": {"Anna": "10.16"}}}}
    path = by_hand(tmp_path / "evening.jsonl", "anna 7h wp 6", claims, "boris 6s wp 6")
    path.write_bytes(path.read_bytes()[:-9])
    ran = prefcount("audit", path)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines() == [
        str(path),
        "  entry 2  check-mismatch  check  Anna, dump: expected 4, found 99, difference +95",
        "  entry 2  check-mismatch  check  Boris, on Anna: expected 20, found 16, difference −4; "
        "differs at hand 1 (Anna 7♥, Boris whists: 1 down): the paper has 10, the calculation gives "
        "20; most likely: the whists were written at the value of level 6, not 7; after that, the paper "
        "continues after the last entry, with 16",
        "  entry 3  torn-tail              the last line, entry 3, is cut off; it does not count",
        "",
        "check-mismatch    2",
        "torn-tail         1",
        "1 file, 1 hand: 3 findings",
    ]


def test_help_for_hands_after_the_end_is_printed_once_per_file(prefcount: Prefcount, tmp_path: Path) -> None:
    end = {"kind": "end", "reason": "agreed"}
    odd = {"kind": "raspasy", "tricks": {"Anna": 3, "Boris": 3, "Vera": 3}}
    for name in ("a.jsonl", "b.jsonl"):
        by_hand(tmp_path / name, "anna 7h wp 6", end, "r 3 5 2", "r 2 4 4", odd)
    out = prefcount("audit", "--only", "after-end", tmp_path).out.splitlines()
    help_ = "no more hands can be recorded until the end is voided"
    for first, second, third in (out[1:4], out[5:8]):
        assert help_ in first
        assert re.split(" {2,}", second.strip()) == [
            "entry 4",
            "after-end",
            "r 2 4 4",
            "this entry is also after entry 2, the end of the game",
        ]
        assert help_ in third
    (found,) = prefcount("audit", "--json", "--only", "after-end", tmp_path).objects
    assert all(help_ in each["message"] for report in found["reports"] for each in report["findings"])


@pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")
@pytest.mark.parametrize("wrong", [False, True])
def test_unreadable_places_have_exit_code_2(prefcount: Prefcount, session_file: Path, *, wrong: bool) -> None:
    folder = session_file.parent
    gone = folder / "gone.jsonl"
    gone.symlink_to("nowhere")
    if wrong:
        session_file.write_bytes(session_file.read_bytes() + b'{"kind')
    said = f"{gone} is skipped: this is a link to a file that does not exist"
    ran = prefcount("audit", folder)
    assert ran.left_out == [said]
    found = "1 finding" if wrong else "nothing found"
    assert ran.out.splitlines()[-1] == f"1 file, 1 hand: {found}; 1 place skipped"
    assert ("torn-tail" in ran.out) == wrong
    ran = prefcount("audit", "--json", "--only", "torn-tail", folder)
    assert ran.left_out == [said]
    [made] = ran.objects
    assert (made["ok"], made["files"], made["hands"]) == (False, 1, 1)
    assert [each["ok"] for each in made["reports"]] == [not wrong, False]
    assert made["reports"][1] == {
        "path": str(gone),
        "ok": False,
        "hands": 0,
        "findings": [{"code": "unreadable", "message": "this is a link to a file that does not exist"}],
    }


def test_an_unreadable_folder_is_reported(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", denied)
    why = (
        "this cannot be read: you have no permission for this file or folder; ask its "
        "owner, or use another place"
    )
    ran = prefcount("audit", session_file.parent)
    assert ran.left_out == [f"{session_file.parent} is skipped: {why}"]
    assert ran.out == "0 files, 0 hands: nothing found; 1 place skipped\n"
    [made] = prefcount("audit", "--json", session_file.parent).objects
    assert (made["ok"], [each["findings"][0]["message"] for each in made["reports"]]) == (False, [why])


# --- codes ---------------------------------------------------------------------------------------


def test_list_prints_every_code(prefcount: Prefcount) -> None:
    rows = [re.split(r"  +", line) for line in prefcount("audit", "--list").fine.splitlines()]
    assert rows == [
        [name, *(["remark"] if code.severity == "remark" else []), code.mistake]
        for name, code in all_codes().items()
    ]
    assert "prefcount audit --list" in prefcount("audit", "--help").fine


@pytest.fixture
def unlikely(tmp_path: Path) -> Path:
    """Write a file with a wrong claim and two remarks."""
    again = {"kind": "raspasy", "dealer": "Vera", "tricks": {"Anna": 1, "Boris": 1, "Vera": 8}, "note": ""}
    claim = {"kind": "check", "columns": {"Anna": {"dump": 99}}}
    return by_hand(tmp_path / "evening.jsonl", "anna 7h wp 6", again, claim)


def codes_of(ran: Ran) -> tuple[int, bool, list[str], list[str]]:
    (found,) = ran.objects
    (report,) = found["reports"]
    remarks = report.get("remarks", [])
    assert report["ok"] == found["ok"]
    assert ("remarks" in report) == bool(remarks)
    findings = [each["code"] for each in report["findings"]]
    return ran.code, found["ok"], findings, [each["code"] for each in remarks]


DEAL, EMPTY, CLAIM = "deal-out-of-turn", "empty-text", "check-mismatch"


@each_line(
    ("options", "expected"),
    [
        ([], (1, False, [CLAIM], [DEAL, EMPTY])),
        (["--strict"], (1, False, [CLAIM, DEAL, EMPTY], [])),
        (["--ignore", CLAIM], (0, True, [], [DEAL, EMPTY])),
        (["--ignore", f"{CLAIM},{DEAL}", "--ignore", EMPTY], (0, True, [], [])),
        (["--ignore", CLAIM, "--strict"], (1, False, [DEAL, EMPTY], [])),
        (["--only", DEAL], (1, False, [DEAL], [])),
        (["--only", f"{EMPTY}, {CLAIM}"], (1, False, [CLAIM, EMPTY], [])),
        (["--only", "torn-tail"], (0, True, [], [])),
        (["--only", DEAL, "--ignore", DEAL], (0, True, [], [])),
    ],
)
def test_remarks_count_only_by_name_or_with_strict(
    prefcount: Prefcount, unlikely: Path, options: list[str], expected: Any
) -> None:
    assert codes_of(prefcount("audit", "--json", unlikely, *options)) == expected


def test_remarks_have_the_form_of_findings(prefcount: Prefcount, unlikely: Path) -> None:
    (found,) = prefcount("audit", "--json", unlikely, "--ignore", f"{CLAIM},{EMPTY}").objects
    assert list(found["reports"][0]) == ["path", "ok", "hands", "findings", "remarks"]
    assert found["reports"][0]["remarks"] == [
        {
            "entry": 2,
            "code": DEAL,
            "player": "Vera",
            "claimed": "Vera",
            "computed": "Anna",
            "message": "Vera deals this hand and also dealt the last one, but it is Anna's turn",
        }
    ]


def test_remarks_are_counted_separately(prefcount: Prefcount, unlikely: Path) -> None:
    ran = prefcount("audit", unlikely, "--ignore", CLAIM)
    assert ran.fine.splitlines()[1:] == [
        "  entry 2  remark deal-out-of-turn  r 1 1 8 dealer Vera  Vera deals this hand "
        "and also dealt the last one, but it is Anna's turn",
        (
            "  entry 2  remark empty-text        r 1 1 8 dealer Vera  the field note is "
            "empty; write a text into it"
        ),
        "",
        "deal-out-of-turn  remark  1",
        "empty-text        remark  1",
        "1 file, 2 hands: 2 remarks",
    ]


def test_an_unknown_code_suggests_the_nearest(prefcount: Prefcount, unlikely: Path) -> None:
    assert prefcount("audit", unlikely, "--only", CLAIM, "--ignore", "torn-tail,tail").complaint == (
        "--ignore: “tail” is not known; did you mean “torn-tail”?"
    )


# --- a terminal ----------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_after_a_while(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(40):
        by_hand(tmp_path / f"{number:02}.jsonl", "r 3 5 2")
    assert prefcount("audit", tmp_path).fine == "40 files, 40 hands: nothing found\n"
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("prefcount.cli.commands.compare.COUNT_SECONDS", 60)
    prefcount("audit", tmp_path)
    assert terminal.getvalue() == ""
    monkeypatch.setattr("prefcount.cli.commands.compare.COUNT_SECONDS", 0)
    assert prefcount("audit", tmp_path).out == "40 files, 40 hands: nothing found\n"
    clear, first, *_, last, end = terminal.getvalue().split("\r\x1b[K")
    assert (clear, first, last, end) == ("", "0 of 40 files, 0 %", "39 of 40 files, 97 %", "")


def test_sentences_are_wrapped_to_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = {"kind": "check", "columns": {"Anna": {"dump": 99_999}}}
    path = by_hand(tmp_path / "evening.jsonl", "anna 7h wp 6", claim)
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("COLUMNS", "40")
    assert run(["audit", str(path)]) == 1
    assert terminal.getvalue().splitlines() == [
        str(path),
        "  entry 2  check-mismatch  check",
        "      Anna, dump: expected 4,",
        "      found 99999, difference +99995",
        "1 file, 1 hand: 1 finding",
    ]


def test_explain_searches_hands_behind_a_sheet(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_audit, "MAX_SHEET_SECONDS", LONGEST)  # for a busy machine
    columns = {"Anna": {"pool": "2.4.6"}, "Boris": {"whists": {"Anna": "8.61.24"}}}
    path = by_hand(tmp_path / "sheet.jsonl", {"kind": "sheet", "columns": columns})
    likeliest = "most likely Boris, on Anna: 8 → 61: this should be 16; two digits were swapped"
    assert likeliest not in prefcount("audit", path).out
    assert likeliest in prefcount("audit", path, "--explain").out
    assert likeliest in prefcount("audit", tmp_path, "--explain").out
    assert likeliest not in prefcount("audit", path, "--explain", "--ignore", "impossible-figure").out


@pytest.mark.parametrize("jobs", [1, 2])
def test_jobs_changes_no_report(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    started: list[int] = []

    def map_in_processes(
        audit_file: Callable[[Path], FileReport], portions: Iterable[list[Path]], jobs: int
    ) -> Iterator[tuple[Path, FileReport]]:
        started.append(jobs)
        return ((path, audit_file(path)) for portion in portions for path in portion)

    monkeypatch.setattr(many_files, "map_in_processes", map_in_processes)
    monkeypatch.setattr(many_files, "PORTION_BYTES", 1)
    for name in "abcdef":
        by_program(tmp_path / f"{name}.jsonl", "r 3 5 2")
    ran = prefcount("audit", "--json", "--jobs", str(jobs), tmp_path)
    assert (ran.code, ran.err, ran.objects[0]["files"]) == (0, "", 6)
    assert started == ([] if jobs == 1 else [jobs])


@each_line("jobs", ["0", "65", "1.5"])
def test_what_is_no_number_of_processes(prefcount: Prefcount, tmp_path: Path, jobs: str) -> None:
    ran = prefcount("audit", f"--jobs={jobs}", tmp_path)
    assert ran.code == 2
    assert "is not a number of processes from 1 to 64" in ran.err
