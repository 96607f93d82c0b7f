"""`stats` and `debts` over many files: several processes say to the letter what one says."""

import shutil
from datetime import datetime
from pathlib import Path

import pytest

from prefcount.base import many_files
from prefcount.base import worker_processes as workers
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT, Ran
from tests.counting import counted
from tests.store.files import ONLY_RESULT, by_hand, by_program

SAMPLES = ROOT / "sample_sessions"
END = {"kind": "end", "reason": "agreed"}
BOOK = """{"kind": "payments", "version": 1, "currency": "EUR"}
{"kind": "paid", "n": 1, "at": "2026-01-20T19:00:00+01:00", "from": "Boris", "to": "Anna", "amount": "1.80"}
{"kind": "paid", "n": 2, "from": "Vera", "to": "ANNA", "amount": "7", "currency": "XXX"}
"""


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    """Files of every kind, among them some that are left out, and places where there is nothing."""
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
        ("stats --json --rating --since 2026-01-02", True, "en"),
        ("stats --by month --running", True, "ru"),
        ("debts", True, "ru"),
        ("debts --until 2026-01-31", True, "en"),
    ],
)
def test_the_same_from_several_processes(
    prefcount: Prefcount,
    paths: list[Path],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    alias: bool,
    spoken: str,
) -> None:
    """Figures, what is left out and why, in which order, and the exit code, in either language."""
    monkeypatch.setenv("LANGUAGE", spoken)
    monkeypatch.setattr(many_files, "PORTION", 1)
    started = counted(monkeypatch, workers, "map_in_processes")
    names = paths[0].parent / "people.txt"
    names.write_text("Anna = Аня\nBoris = Gleb\n", encoding="utf-8")

    def ran(processors: int) -> Ran:
        monkeypatch.setattr(many_files, "_processors", lambda: processors)
        return prefcount(*command.split(), *paths, *(("--alias", names) if alias else ()))

    alone, together = ran(1), ran(2)
    assert together == alone
    assert len(started) == 1
    assert alone.code == 2
    said = "is left out" if spoken == "en" or "--json" in command else "пропускается"
    assert len(alone.err.splitlines()) > 5
    assert said in alone.err
    assert alone.out
