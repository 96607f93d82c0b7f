"""The same work for each of many files, in several processes where there are many."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TypeVar

from prefcount.base import system
from prefcount.base.i18n import _, language, use_language

AHEAD = 4
"""The portions for each process that are handed out before what becomes of the first is waited for."""

ResultT = TypeVar("ResultT")


def map_in_processes(
    work: Callable[[Path], ResultT], portions: Iterable[list[Path]], jobs: int
) -> Iterator[tuple[Path, ResultT]]:
    """The files of all portions, each with what `work` makes of it in one of several processes.

    Only a few portions are under way at any time, so that an archive of any size takes the same memory.

    Args:
        work: what is done with one file; a function of a module, which every process can find.
        portions: the files.
        jobs: how many processes.

    Raises:
        ChildProcessError: if one of the processes was ended from outside.
    """
    pool = ProcessPoolExecutor(jobs, _context(), _begin, (language(),))
    pending: deque[tuple[list[Path], Future[list[ResultT]]]] = deque()
    try:
        for portion in portions:
            pending.append((portion, pool.submit(_done, work, portion)))
            if len(pending) == AHEAD * jobs:
                yield from _finished(*pending.popleft())
        while pending:
            yield from _finished(*pending.popleft())
    except BrokenProcessPool:
        said = _("a process that read the files was stopped from outside; run the command again")
        raise ChildProcessError(said) from None
    except BaseException:  # nobody wants the others any more
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _done(work: Callable[[Path], ResultT], portion: list[Path]) -> list[ResultT]:
    return [work(path) for path in portion]


def _finished(portion: list[Path], made: Future[list[ResultT]]) -> Iterator[tuple[Path, ResultT]]:
    """The files of a portion with what was made of them, which is waited for."""
    return zip(portion, made.result(), strict=True)


def _begin(code: str) -> None:
    """Begin a worker: use the language of the process that started it, and end when that ends.

    A signal that ends every process of a terminal or a group ends this one at once, and it says nothing.
    """
    use_language(code)
    for number in system.HERE.ending_signals():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(process: BaseProcess) -> None:
    """Wait until a process has ended, in whatever way, and end this one."""
    process.join()
    os._exit(1)


def _context() -> BaseContext:
    """How processes are started: as copies of this one, which know the models, where that is safe."""
    copies = system.HERE.copies_processes and threading.active_count() == 1
    return multiprocessing.get_context("fork" if copies else None)


PORTION = 256 * 1024
"""The bytes of files that one process is given at a time: enough that handing them out costs little."""
FEW_PORTIONS = 4
"""No more than these are read by the process itself, because to start others would take as long."""

T = TypeVar("T")


def map_files(
    work: Callable[[Path], T], paths: Iterable[Path], jobs: int | None = None
) -> Iterator[tuple[Path, T]]:
    """The files in their order with what `work` makes of each, as soon as it and those before it are done.

    Args:
        work: what is done with one file; a function of a module, which every process can find.
        paths: the files, as `find_session_files` gives them; asked for only as far as they are needed.
        jobs: how many processes work; as many as there are processors if None. Few files are for this process
            in any case.

    Raises:
        ChildProcessError: if one of the processes was ended from outside.
    """
    portions = _portions(paths)
    first = list(islice(portions, FEW_PORTIONS))
    further = next(portions, None)
    jobs = _processors() if jobs is None else jobs
    everything = chain(first, () if further is None else (further,), portions)
    if further is None or jobs <= 1:
        for portion in everything:  # to take turns for each file takes longer
            made = [work(path) for path in portion]
            yield from zip(portion, made, strict=True)
        return
    pass

    path, *others = next(everything)
    yield path, work(path)  # so that copies of this process have loaded what the work takes
    yield from map_in_processes(work, chain([others] if others else [], everything), jobs)


def _portions(paths: Iterable[Path]) -> Iterator[list[Path]]:
    """The files in lots of about equal size, of which a large file is one by itself."""
    portion: list[Path] = []
    size = 0
    for path in paths:
        portion.append(path)
        size += _size(path)
        if size >= PORTION:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def _size(path: Path) -> int:
    """How large a file is; what cannot be asked is found out when it is read."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
