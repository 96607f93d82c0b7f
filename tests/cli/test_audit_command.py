"""`prefcount audit`: exit code 1 if anything was found, and the report for programs to the letter."""

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Prefcount
from tests.session.files import by_hand, by_program


def test_the_report_to_the_letter(prefcount: Prefcount, tmp_path: Path) -> None:
    """Totals, one report a file, findings with the fields that apply and no others."""
    good = by_program(tmp_path / "good.jsonl", "r 3 5 2", "anna m 0")
    bad = by_hand(tmp_path / "bad.jsonl", "anna 7h wp 6", {"kind": "check", "columns": {"Anna": {"dump": 8}}})
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
                            "claimed": 8,
                            "computed": 4,
                            "message": "Anna, dump: expected 4, found 8, difference +4",
                        },
                    ],
                },
            ],
        }
    ]
    assert list(ran.objects[0]) == ["ok", "files", "hands", "reports"]
    assert list(ran.objects[0]["reports"][0]) == ["path", "ok", "hands", "findings"]


def test_all_is_well(prefcount: Prefcount, session_file: Path) -> None:
    """Exit code 0, and one line that says how much was looked at."""
    assert prefcount("audit", session_file).fine == "1 file, 1 hand: nothing found\n"
    other = by_program(session_file.with_name("other.jsonl"), "r 3 5 2", "r 3 5 2")
    assert prefcount("audit", session_file, other).fine == "2 files, 3 hands: nothing found\n"
    assert prefcount("audit", "--json", session_file).objects == [
        {
            "ok": True,
            "files": 1,
            "hands": 1,
            "reports": [{"path": str(session_file), "ok": True, "hands": 1, "findings": []}],
        }
    ]


def test_findings_as_text(prefcount: Prefcount, tmp_path: Path) -> None:
    """The file, then entry, code, hand and sentence in columns; and how many there are of which code."""
    claims = {"kind": "check", "columns": {"Anna": {"dump": 8}, "Boris": {"whists": {"Anna": "10.16"}}}}
    path = by_hand(tmp_path / "evening.jsonl", "anna 7h wp 6", claims, "boris 6s wp 6")
    path.write_bytes(path.read_bytes()[:-9])
    ran = prefcount("audit", path)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines() == [
        str(path),
        "  entry 2  check-mismatch  check  Anna, dump: expected 4, found 8, difference +4",
        "  entry 2  check-mismatch  check  Boris, on Anna: expected 20, found 16, difference -4;"
        " they part at entry 1 (Anna 7h wp 6): expected 20 there, found 10",
        "  entry 3  torn-tail              the last line, entry 3, is cut off; it does not count",
        "1 file, 1 hand: 3 findings (check-mismatch 2, torn-tail 1)",
    ]


def test_a_file_that_is_no_session_is_a_finding(prefcount: Prefcount, tmp_path: Path) -> None:
    """An audit of a folder goes on with the next file."""
    (tmp_path / "a.jsonl").write_bytes(b"")
    by_program(tmp_path / "b.jsonl", "r 3 5 2")
    ran = prefcount("audit", "--json", tmp_path)
    assert ran.code == 1
    (report,) = ran.objects
    assert (report["files"], report["hands"]) == (2, 1)
    assert [Path(each["path"]).name for each in report["reports"]] == ["a.jsonl", "b.jsonl"]
    assert report["reports"][0]["findings"] == [
        {"code": "unreadable", "message": "the file is empty; line 1 must be the header of a session"}
    ]


def test_folders(prefcount: Prefcount, tmp_path: Path) -> None:
    """Every session below, in the order of names; an empty folder is fine."""
    assert prefcount("audit", tmp_path).fine == "0 files, 0 hands: nothing found\n"
    for name in ("c.jsonl", "a.jsonl", "b/x.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        by_program(tmp_path / name, "r 3 5 2")
    (report,) = prefcount("audit", "--json", tmp_path).objects
    assert [each["path"] for each in report["reports"]] == [
        str(tmp_path / name) for name in ("a.jsonl", "b/x.jsonl", "c.jsonl")
    ]


def test_paths_that_do_not_exist(prefcount: Prefcount, session_file: Path) -> None:
    """Wrong usage, not a finding; nothing is audited."""
    missing = session_file.with_name("no.jsonl")
    sentence = f"{missing}: there is no such file or folder"
    assert prefcount("audit", session_file, missing).complaint == sentence
    assert prefcount("audit", "--json", missing).complaint == sentence


def test_a_name_that_no_file_can_have(prefcount: Prefcount, tmp_path: Path) -> None:
    """Longer than any file system allows."""
    assert prefcount("audit", tmp_path / ("x" * 300)).complaint


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such file names")
def test_paths_are_quoted(prefcount: Prefcount, tmp_path: Path) -> None:
    """A file name may hold escape codes; the terminal does not get them."""
    (tmp_path / "a\x1b[31m.jsonl").write_bytes(b"")
    assert "\x1b" not in prefcount("audit", tmp_path).out
