"""The cost of an audit in steps and memory; `tests.bench` measures times."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.games.preferans import play
from prefcount.store import reader as lines
from tests.cli.ran import ROOT
from tests.counting import counted
from tests.store.files import by_program

HANDS = ("anna 7h wp 6", "boris 6s ww 5 3 2", "r 3 5 2", "anna m 0", "vera 8n pp")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return by_program(tmp_path / "evening.jsonl", *HANDS)


def test_equal_hands_are_calculated_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play._remembered.clear()
    calls = counted(monkeypatch, play, "resolve_hand")
    for _file in range(3):
        assert audit_file(path).hands == len(HANDS)
    assert len(calls) == len(HANDS)


def test_lines_of_the_program_are_parsed_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = counted(monkeypatch, lines, "check_line")
    assert audit_file(path).ok
    assert len(calls) == 1


MEMORY = """
import resource, sys
from pathlib import Path
from prefcount.audit.run_audit import audit_files
from prefcount.store.session_folder import find_session_files
assert sum(report.hands for report in audit_files(find_session_files([Path(sys.argv[1])]), 1)) > 0
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts in kilobytes as Linux does")
def test_memory_does_not_grow_with_the_number_of_files(tmp_path: Path) -> None:
    template = by_program(tmp_path / "template.jsonl", *["anna 7h wp 6"] * 40)
    most = []
    for count in (30, 150):
        folder = tmp_path / str(count)
        folder.mkdir()
        for number in range(count):
            shutil.copy(template, folder / f"{number}.jsonl")
        command = [sys.executable, "-c", MEMORY, str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
        most.append(int(done.stdout))
    assert most[1] - most[0] < 4 * 1024, most
