"""Work on each of many files, by several processes if there are enough files.

The modules for processes are imported only when processes are started, because they import thirty others.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from prefcount.base import system
from prefcount.base.i18n import _, language, use_language

if TYPE_CHECKING:
    from concurrent.futures import Future

PORTION_BYTES = 256 * 1024
"""Size in bytes at which a portion is complete: a list of files that one process reads without a break."""
MAX_PORTIONS_IN_PROCESS = 4
"""Maximum number of portions that are read without workers, because starting workers takes as long."""

MAX_PENDING_PORTIONS = 4
"""Maximum number of portions per process that are submitted before results are awaited."""

T = TypeVar("T")


def map_files(
    work: Callable[[Path], T], paths: Iterable[Path], jobs: int | None = None
) -> Iterator[tuple[Path, T]]:
    """Yield the files in order, each with the result of `work`, as soon as it is done.

    Args:
        work: the function to call for each file. It must be at the top level of a module.
        jobs: the maximum number of processes, by default the number of processors.
    """
    portions = _portions(paths)
    first = list(islice(portions, MAX_PORTIONS_IN_PROCESS))
    further = next(portions, None)
    jobs = _processors() if jobs is None else jobs
    everything = chain(first, () if further is None else (further,), portions)
    if further is None or jobs <= 1:
        for portion in everything:  # yielding after each file would be slower
            made = [work(path) for path in portion]
            yield from zip(portion, made, strict=True)
        return
    path, *others = next(everything)
    yield path, work(path)  # loads the modules before copies of this process start
    yield from map_in_processes(work, chain([others] if others else [], everything), jobs)


def _portions(paths: Iterable[Path]) -> Iterator[list[Path]]:
    portion: list[Path] = []
    size = 0
    for path in paths:
        portion.append(path)
        with suppress(OSError, ValueError):  # reading the file will report the error
            size += path.stat().st_size
        if size >= PORTION_BYTES:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_in_processes(
    work: Callable[[Path], T], portions: Iterable[list[Path]], jobs: int
) -> Iterator[tuple[Path, T]]:
    """Yield each file with the result of `work(file)`, computed in several processes.

    Args:
        portions: lists of files. One process handles all files of a list.
        jobs: the maximum number of processes.
    """
    import multiprocessing
    import threading
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Forked workers need not load the models again, but a fork is safe only without other threads.
    copies = system.CURRENT.can_fork and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if copies else None)
    pool = ProcessPoolExecutor(jobs, context, _start_worker, (language(),))
    pending: deque[tuple[list[Path], Future[list[T]]]] = deque()
    try:
        for portion in portions:
            with _signals_held():
                made = pool.submit(_work_on_portion, work, portion)
            pending.append((portion, made))
            if len(pending) == MAX_PENDING_PORTIONS * jobs:  # many thousands of files would need much memory
                first, result = pending.popleft()
                yield from zip(first, result.result(), strict=True)
        for portion, made in pending:
            yield from zip(portion, made.result(), strict=True)
    except BrokenProcessPool:
        sentence = _("reading the files was stopped by the system or another program; run the command again")
        raise ChildProcessError(sentence) from None
    except BaseException:  # stop the other workers, whose results are not needed
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _signals_held() -> Iterator[None]:
    # A signal while a worker starts would make the worker print a traceback.
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, system.CURRENT.ending_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work_on_portion(work: Callable[[Path], T], portion: list[Path]) -> list[T]:
    return [work(path) for path in portion]


def _start_worker(code: str) -> None:
    import threading

    use_language(code)
    for number in system.CURRENT.ending_signals():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, system.CURRENT.ending_signals())
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)
