"""Work on files in several processes.

This module is loaded only when needed, because it imports thirty others.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TypeVar

from prefcount.base import system
from prefcount.base.i18n import _, language, use_language

MAX_PENDING_PORTIONS = 4
"""Maximum number of portions (lists of files) per process that are submitted before results are awaited."""

_HOLDS_SIGNALS = hasattr(signal, "pthread_sigmask")

T = TypeVar("T")


def map_in_processes(
    work: Callable[[Path], T], portions: Iterable[list[Path]], jobs: int
) -> Iterator[tuple[Path, T]]:
    """Yield every file in `portions`, with the result of calling `work` for it in one of `jobs` processes.

    Only a few portions are pending at any time, so that an archive of any size needs the same memory.

    Raises:
        ChildProcessError: if one of the processes was ended from outside.
    """
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
            if len(pending) == MAX_PENDING_PORTIONS * jobs:
                first, result = pending.popleft()
                yield from zip(first, result.result(), strict=True)
        for portion, made in pending:
            yield from zip(portion, made.result(), strict=True)
    except BrokenProcessPool:
        sentence = _("a process that read the files was stopped from outside; run the command again")
        raise ChildProcessError(sentence) from None
    except BaseException:  # stop the other workers, whose results are not needed
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Block signals while a worker starts, because a signal would make the worker print a traceback."""
    if not _HOLDS_SIGNALS:
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
    """Set up a worker: use the language of the parent process, and end when the parent ends.

    Signals from the terminal or the system, such as Ctrl+C, end the worker at once and without a message.
    """
    use_language(code)
    for number in system.CURRENT.ending_signals():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if _HOLDS_SIGNALS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, system.CURRENT.ending_signals())
    threading.Thread(target=_end_after, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_after(process: BaseProcess) -> None:
    process.join()
    os._exit(1)
