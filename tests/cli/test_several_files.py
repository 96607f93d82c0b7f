"""Tests of commands on several files: usable ones are used, the others are named."""

import shutil
from datetime import datetime
from pathlib import Path

import pytest

from prefcount.base import many_files
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT, Ran
from tests.counting import counted
from tests.store.files import ONLY_RESULT, by_hand, by_program
from tests.tables import each_line

END = {"kind": "end", "reason": "agreed"}
COMMANDS = [["settle"], ["settle", "--steps"], ["stats"], ["stats", "--csv"], ["audit"]]
each_command = each_line("command", COMMANDS)
NO_SESSION = "the file is empty; line 1 must be the session header"


@pytest.fixture
def good(tmp_path: Path) -> list[Path]:
    hands = ("anna 7h wp 7", "boris 8n pp", "r 3 5 2")
    return [
        by_program(tmp_path / f"{name}.jsonl", hand, END) for name, hand in zip("ace", hands, strict=True)
    ]


@each_command
def test_a_missing_file_does_not_change_the_others(
    prefcount: Prefcount, good: list[Path], command: list[str]
) -> None:
    missing = good[0].with_name("missing.jsonl")
    fine = prefcount(*command, *good).fine
    ran = prefcount(*command, good[0], missing, *good[1:])
    [said] = ran.left_out
    assert said.startswith(f"{missing} is skipped: there is no such file")
    assert ran.out.replace("; 1 place skipped", "") == fine


@each_command
def test_every_unusable_file_is_named(prefcount: Prefcount, tmp_path: Path, command: list[str]) -> None:
    missing = [tmp_path / name for name in ("z", "a", "m")]
    said = prefcount(*command, *missing).left_out
    assert [line.partition(" is skipped")[0] for line in said[:3]] == list(map(str, missing))


def test_settlements_are_in_the_order_of_the_files(
    prefcount: Prefcount, good: list[Path], tmp_path: Path
) -> None:
    first, second, third = good
    empty, missing, damaged = (tmp_path / name for name in ("empty", "missing", "damaged"))
    empty.write_bytes(b"")
    damaged.write_bytes(first.read_bytes() + b"oops\n")
    given = [empty, first, missing, tmp_path, second, damaged, third]
    ran = prefcount("settle", *given)
    assert [line for line in ran.out.splitlines() if line.endswith(".jsonl:")] == [
        f"{path}:" for path in good
    ]
    assert not ran.out.startswith("\n")
    whys = [line.partition(" is skipped: ") for line in ran.left_out]
    assert [(Path(path), why.partition(":")[0]) for path, _said, why in whys] == [
        (empty, NO_SESSION),
        (missing, "there is no such file"),
        (tmp_path, "this is a folder; name a session file in it"),
        (damaged, "entry 3 (line 4)"),
    ]


def test_json_has_a_line_for_each_file(prefcount: Prefcount, good: list[Path]) -> None:
    missing = good[0].with_name("missing.jsonl")
    ran = prefcount("--lang", "ru", "settle", "--json", good[0], missing, good[1])
    assert len(ran.left_out) == 1
    before, between, after = ran.objects
    assert between == {"path": str(missing), "error": "there is no such file"}
    assert [before, after] == prefcount("settle", "--json", *good[:2]).objects


SAMPLES = ROOT / "sample_sessions"
BOOK = """{"kind": "payments", "version": 1, "currency": "EUR"}
{"kind": "paid", "n": 1, "at": "2026-01-20T19:00:00+01:00", "from": "Boris", "to": "Anna", "amount": "1.80"}
{"kind": "paid", "n": 2, "from": "Vera", "to": "ANNA", "amount": "7", "currency": "XXX"}
"""


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "archive"
    folder.mkdir()
    for number, hands in enumerate(
        (
            ("anna 7h wp 7", "r 3 5 2", "anna 6c wp 8", END),
            ("boris 8n pp", {"kind": "join", "player": "Gleb", "replaces": "Vera"}, "anna m 2", END),
            ("vera 6s ww 5 3 2", "r 4 3 3"),
            (ONLY_RESULT,),
        )
    ):
        for month in (1, 2):
            started = datetime.fromisoformat(f"2026-0{month}-0{number + 1}T19:00:00+01:00")
            path = folder / f"{number}-{month}.jsonl"
            by_program(path, *hands, started=started, stake="0.10", currency="EUR")
    by_program(folder / "undated.jsonl", "anna 8h pp", END, stake="0.10")
    by_program(folder / "no-price.jsonl", "anna 8h pp", END)
    by_hand(folder / "impossible.jsonl", {"kind": "raspasy", "tricks": {"Anna": 12}}, END)
    by_hand(folder / "capitals.jsonl", END, players=["ANNA", "Аня", "Vera"], dealer="Vera")
    for name in ("0-1-copy.jsonl", "zz-copy.jsonl"):
        shutil.copyfile(folder / "0-1.jsonl", folder / name)
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "torn.jsonl").write_bytes((folder / "1-1.jsonl").read_bytes() + b'{"kind"')
    (folder / "payments.jsonl").write_text(BOOK)
    shutil.copyfile(folder / "payments.jsonl", folder / "payments-copy.jsonl")
    (folder / "broken-book.jsonl").write_text(BOOK.replace('"Anna", "amount": "1.80"', '"Boris"'))
    return [folder, tmp_path / "none", SAMPLES, folder / "0-2.jsonl", tmp_path / "none.jsonl"]


@pytest.mark.parametrize(
    ("command", "alias", "spoken"),
    [
        ("stats --json --since 2026-01-02", True, "en"),
        ("stats --by month --running", True, "ru"),
        ("debts", True, "ru"),
        ("debts --until 2026-01-31", True, "en"),
    ],
)
def test_several_processes_print_the_same(
    prefcount: Prefcount,
    paths: list[Path],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    alias: bool,
    spoken: str,
) -> None:
    monkeypatch.setenv("LANGUAGE", spoken)
    monkeypatch.setattr(many_files, "PORTION_BYTES", 1)
    started = counted(monkeypatch, many_files, "map_in_processes")
    names = paths[0].parent / "people.txt"
    names.write_text("Anna = Аня\nBoris = Gleb\n", encoding="utf-8")

    def ran(processors: int) -> Ran:
        monkeypatch.setattr(many_files, "_processors", lambda: processors)
        return prefcount(*command.split(), *paths, *(("--alias", names) if alias else ()))

    alone, together = ran(1), ran(2)
    assert together == alone
    assert len(started) == 1
    assert alone.code == 2
    said = "is skipped" if spoken == "en" or "--json" in command else "пропускается"
    assert len(alone.err.splitlines()) > 5
    assert said in alone.err
    assert alone.out


@pytest.mark.parametrize("command", ["settle", "show", "stats", "debts"])
def test_a_missing_only_file_is_a_json_object(prefcount: Prefcount, tmp_path: Path, command: str) -> None:
    missing = tmp_path / "none.jsonl"
    done = prefcount(command, missing, "--json")
    [found] = done.objects
    assert (done.code, found["path"]) == (2, str(missing))
    assert "there is no such file" in found["error"]
    assert done.err.count("\n") == 1
