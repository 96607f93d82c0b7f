"""The same work for each of many files, in several processes where there are many."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

PORTION_BYTES = 256 * 1024
"""The bytes of files that one process is given at a time: enough that handing them out costs little."""
MAX_PORTIONS_IN_PROCESS = 4
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
    first = list(islice(portions, MAX_PORTIONS_IN_PROCESS))
    further = next(portions, None)
    jobs = _processors() if jobs is None else jobs
    everything = chain(first, () if further is None else (further,), portions)
    if further is None or jobs <= 1:
        for portion in everything:  # to take turns for each file takes longer
            made = [work(path) for path in portion]
            yield from zip(portion, made, strict=True)
        return
    from prefcount.base.worker_processes import map_in_processes

    path, *others = next(everything)
    yield path, work(path)  # so that copies of this process have loaded what the work takes
    yield from map_in_processes(work, chain([others] if others else [], everything), jobs)


def _portions(paths: Iterable[Path]) -> Iterator[list[Path]]:
    """The files in lots of about equal size, of which a large file is one by itself."""
    portion: list[Path] = []
    size = 0
    for path in paths:
        portion.append(path)
        with suppress(OSError, ValueError):  # what cannot be asked is found out when it is read
            size += path.stat().st_size
        if size >= PORTION_BYTES:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
