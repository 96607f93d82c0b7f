"""Many files, audited by several processes: the same reports in the same order, and an end in good order."""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from prefcount.audit import run, workers
from prefcount.audit.findings import Report
from prefcount.audit.run import WorkerLost, audit_file, audited, files_in
from prefcount.i18n import language, speaking, use_language
from tests.cli.ran import ROOT
from tests.session.files import by_hand, by_program

HANDS = ("anna 7h wp 6", "boris 6s ww 5 3 2", "r 3 5 2", "anna m 0")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Twenty files, in most of which something is wrong, each in its own way."""
    for number in range(20):
        path = tmp_path / f"evening-{number:02}.jsonl"
        if number % 3:
            by_program(path, *HANDS[: number % 4])
            path.write_bytes(path.read_bytes() + b'{"kind' * (number % 2))
        else:
            by_hand(path, *HANDS, {"kind": "check", "columns": {"Anna": {"dump": number}}})
    (tmp_path / "none.jsonl").write_bytes(b"no session\n")
    return tmp_path


@pytest.fixture
def small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is a portion, so that twenty of them are enough for several processes."""
    monkeypatch.setattr(run, "PORTION", 1)


@pytest.mark.usefixtures("small_portions")
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_reports_are_the_same_and_in_order(folder: Path, jobs: int) -> None:
    """However many processes there are."""
    files = list(files_in([folder]))
    reports = list(audited(files, jobs))
    assert reports == [audit_file(path) for path in files]
    assert [report.path for report in reports] == files
    assert not reports[-1].ok


@pytest.mark.usefixtures("small_portions")
def test_files_are_asked_for_as_they_are_needed(folder: Path) -> None:
    """An archive is never listed or held as a whole."""
    asked: list[Path] = []

    def watched(files: Iterable[Path]) -> Iterator[Path]:
        for path in files:
            asked.append(path)
            yield path

    reports = audited(watched(sorted(folder.iterdir()) * 10), 2)
    next(reports)
    assert len(asked) <= 2 * workers.AHEAD + 1
    reports.close()  # type: ignore[attr-defined]  # it is a generator


def test_few_files_start_no_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is audited sooner than a process has started is audited at once."""

    def started(*_portions: object) -> Iterator[Report]:
        raise AssertionError("processes were started")

    monkeypatch.setattr(workers, "by_workers", started)
    assert len(list(audited(files_in([folder]), 8))) == 21


def spoken(_portion: list[Path]) -> list[str]:
    """What a worker would say its reports in."""
    return [language()]


@pytest.mark.usefixtures("small_portions")
@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_a_worker_speaks_the_language_of_whoever_asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    """Also one that is started afresh, and knows nothing of what was chosen before it."""
    if start not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system does not {start}")
    monkeypatch.setattr(workers, "_context", lambda: multiprocessing.get_context(start))
    monkeypatch.setattr(workers, "_audited", spoken)
    use_language("ru")
    with speaking("en"):
        assert set(workers.by_workers([[folder]], 2)) == {"en"}
    assert set(workers.by_workers([[folder]], 2)) == {"ru"}


def killed(_portion: list[Path]) -> list[Report]:
    """A worker that somebody ends, such as a system that is out of memory."""
    os.kill(os.getpid(), 9)
    return []


@pytest.mark.usefixtures("small_portions")
def test_a_worker_that_is_killed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, and no report that could be taken for all of them."""
    monkeypatch.setattr(workers, "_audited", killed)
    with pytest.raises(WorkerLost, match="a process that audited files was ended from outside"):
        list(audited(files_in([folder]), 2))


INTERRUPTED = """
import os, signal, sys
from prefcount.__main__ import main
from prefcount.audit import run, workers

def interrupted(portion):
    os.killpg(0, signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background begins without it
run.PORTION, workers._audited = 1, interrupted
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a process group, and processes that are copies")
def test_interrupted_from_the_keyboard(folder: Path) -> None:
    """Ctrl+C reaches all processes of a terminal at once: they end, and nothing is said."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "audit", str(folder)],
        capture_output=True,
        cwd=ROOT,
        start_new_session=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
