"""Work on each of many files, by several processes if there are enough files."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

PORTION_BYTES = 256 * 1024
"""Total size of the files in a portion, which a process gets at a time. Smaller ones cost more overhead."""
MAX_PORTIONS_IN_PROCESS = 4
"""Maximum number of portions that this process reads alone. Starting workers would take as long."""

T = TypeVar("T")


def map_files(
    work: Callable[[Path], T], paths: Iterable[Path], jobs: int | None = None
) -> Iterator[tuple[Path, T]]:
    """Yield the files in order, each with the result of `work`, as soon as it is done.

    Args:
        work: the function to call for each file. It must be a module-level function, so that other processes
            can find it.
        paths: the files. Only as many as needed are consumed at a time.
        jobs: the number of processes, or None for as many as there are processors. A few files are always
            read by this process alone.

    Raises:
        ChildProcessError: if one of the processes was ended from outside.
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
    from prefcount.base.worker_processes import map_in_processes

    path, *others = next(everything)
    yield path, work(path)  # loads the modules before copies of this process start
    yield from map_in_processes(work, chain([others] if others else [], everything), jobs)


def _portions(paths: Iterable[Path]) -> Iterator[list[Path]]:
    """Yield the files in lists of about equal size in bytes. A large file ends its list at once."""
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
