"""Files audited by several processes at once; their reports come in the order of the files."""

import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext
from pathlib import Path

from prefcount.audit.findings import Report
from prefcount.audit.run import WorkerLost, audit_file
from prefcount.i18n import _, language, use_language

AHEAD = 4
"""So many portions for each process are handed out before the first report is waited for."""


def by_workers(portions: Iterable[list[Path]], jobs: int) -> Iterator[Report]:
    """The reports of portions of files, audited by `jobs` processes. Raises WorkerLost.

    Only a few portions are under way at any time, so that an archive of any size takes the same memory.
    """
    pool = ProcessPoolExecutor(jobs, _context(), _begin, (language(),))
    pending: deque[Future[list[Report]]] = deque()
    try:
        for portion in portions:
            pending.append(pool.submit(_audited, portion))
            if len(pending) == AHEAD * jobs:
                yield from pending.popleft().result()
        while pending:
            yield from pending.popleft().result()
    except BrokenProcessPool:
        said = _("a process that audited files was ended from outside; run the audit again")
        raise WorkerLost(said) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _audited(portion: list[Path]) -> list[Report]:
    return [audit_file(path) for path in portion]


def _begin(code: str) -> None:
    """Speak the language of the process that began this one, which reads what is said here.

    An interrupt from the keyboard reaches every process: this one ends at once and says nothing.
    """
    use_language(code)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _context() -> BaseContext:
    """How processes are started: as copies of this one, which know the models, where that is safe."""
    copies = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if copies else None)
