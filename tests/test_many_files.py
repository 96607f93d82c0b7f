"""Many files, read by several processes: equal results in the same order, and a clean end."""

import multiprocessing
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from prefcount.audit.run_audit import audit_file, audit_files
from prefcount.base import many_files
from prefcount.base.i18n import language, override_language, use_language
from prefcount.base.many_files import map_files
from tests.cli.ran import ROOT
from tests.store.files import by_hand, by_program

HANDS = ("anna 7h wp 6", "boris 6s ww 5 3 2", "r 3 5 2", "anna m 0")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return twenty files, most of them with a different fault."""
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
    """Make every file a portion, so that twenty files are enough for several processes."""
    monkeypatch.setattr(many_files, "PORTION_BYTES", 1)


@pytest.mark.usefixtures("small_portions")
@pytest.mark.parametrize("jobs", [1, 3])
def test_reports_are_the_same_and_in_order(folder: Path, jobs: int) -> None:
    files = sorted(folder.iterdir())
    reports = list(audit_files(files, jobs))
    assert reports == [audit_file(path) for path in files]
    assert [report.path for report in reports] == files
    assert not reports[-1].ok


@pytest.mark.usefixtures("small_portions")
def test_files_are_listed_as_needed(folder: Path) -> None:
    asked: list[Path] = []

    def watched(files: Iterable[Path]) -> Iterator[Path]:
        for path in files:
            asked.append(path)
            yield path

    reports = map_files(audit_file, watched(sorted(folder.iterdir()) * 10), 2)
    assert [next(reports)[0] for _file in range(2)] == asked[:2]
    assert len(asked) <= 2 * many_files.MAX_PENDING_PORTIONS + 1
    reports.close()  # It is a generator.


def test_few_files_start_no_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def started(*_portions: object) -> Iterator[tuple[Path, str]]:
        raise AssertionError("processes were started")

    monkeypatch.setattr(many_files, "map_in_processes", started)
    assert len(list(map_files(in_its_language, folder.iterdir(), 8))) == 21


def in_its_language(_path: Path) -> str:
    return language()


@pytest.mark.usefixtures("small_portions")
@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_a_worker_has_the_language_of_its_parent(
    folder: Path, monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    if start not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system does not {start}")
    context = multiprocessing.get_context(start)
    monkeypatch.setattr(multiprocessing, "get_context", lambda _method: context)

    def languages() -> set[str]:
        return {spoken for _path, spoken in many_files.map_in_processes(in_its_language, [[folder]], 2)}

    use_language("ru")
    with override_language("en"):
        assert languages() == {"en"}
    assert languages() == {"ru"}


def killed(_path: Path) -> None:
    """Kill the worker, as the system does when memory runs out."""
    if multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), 9)


@pytest.mark.usefixtures("small_portions")
def test_a_killed_worker_is_reported(folder: Path) -> None:
    with pytest.raises(
        ChildProcessError, match="reading the files was stopped by the system or another program"
    ):
        list(map_files(killed, folder.iterdir(), 2))


INTERRUPTED = """
import multiprocessing, os, signal, sys
from prefcount.base import many_files
from prefcount.__main__ import main
from prefcount.audit import run_audit
from prefcount.audit.checks import FileReport

def interrupted(path):
    if multiprocessing.parent_process() is None:
        return FileReport(path, 0)
    os.killpg(0, signal.SIGINT)

if {at_once}:
    os.register_at_fork(after_in_child=lambda: os.killpg(0, signal.SIGINT))
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background begins without it
many_files.PORTION_BYTES, run_audit.audit_file = 1, interrupted
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a process group, and processes that are copies")
@pytest.mark.parametrize("at_once", [False, True], ids=["at work", "as they begin"])
def test_an_interrupt_ends_all_processes(folder: Path, at_once: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(at_once=at_once), "audit", str(folder)],
        capture_output=True,
        cwd=ROOT,
        start_new_session=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


WITHOUT_END = """
import os, signal, sys, threading
from prefcount.base import many_files
from prefcount.__main__ import main
from prefcount.audit import run_audit

audit_file = run_audit.audit_file

def never_ends(path):
    if path.name < "evening-09.jsonl":
        return audit_file(path)
    os.write(2, b"%d\\n" % os.getpid())
    threading.Event().wait()

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # below nohup it would be ignored
os.sched_getaffinity = lambda _process: {0, 1}
many_files.PORTION_BYTES, run_audit.audit_file = 1, never_ends
sys.exit(main())
"""
"""An audit whose workers never end. They hang after the first reports are printed: there are two workers, and
they get no more than nine files before.
"""
ENDINGS = {"SIGTERM": 143, "SIGKILL": -9}
LONGEST = 20.0


@pytest.mark.skipif(sys.platform != "linux", reason="needs processes that are copies")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_signal_leaves_no_process_behind(folder: Path, name: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WITHOUT_END, "audit", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
    ) as program:
        assert program.stderr is not None
        begun = [os.pidfd_open(int(program.stderr.readline())) for _worker in range(2)]
        program.send_signal(getattr(signal, name))
        out, err = program.communicate(timeout=LONGEST)
    assert (program.returncode, err) == (ENDINGS[name], b"")
    for worker in begun:
        assert select.select([worker], [], [], LONGEST)[0], "a worker is left"
        os.close(worker)
    if name != "SIGKILL":
        assert b"check-mismatch" in out, "what was found before is printed"
