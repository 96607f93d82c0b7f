"""Running all checks on files, in several processes where there are many."""

import os
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

from prefcount.audit.checks import check_book, check_session
from prefcount.audit.file_report import FileReport
from prefcount.findings import Finding
from prefcount.games.equal_hands import equal_hands_scored_once
from prefcount.session.line_models import BookNotSession
from prefcount.session.open_file import ReadError
from prefcount.session.reader import load, load_book

PORTION = 256 * 1024
"""The bytes of files that one process audits at a time: enough that handing them out costs little."""
FEW_PORTIONS = 4
"""No more than these are audited by the process itself, because to start others would take as long."""


def audit_file(path: Path) -> FileReport:
    """All findings and remarks in one file."""
    with equal_hands_scored_once():
        try:
            loaded = load(path)
        except BookNotSession:
            return _book_report(path)
        except ReadError as error:
            return _unreadable(path, error)
        return check_session(path, loaded)


def _unreadable(path: Path, error: ReadError) -> FileReport:
    return FileReport(path, 0, (Finding(error.fault.code, error.text),))


def _book_report(path: Path) -> FileReport:
    """All findings and remarks in a book of payments."""
    try:
        return check_book(path, load_book(path))
    except ReadError as error:
        return _unreadable(path, error)


def audited(paths: Iterable[Path], jobs: int | None = None) -> Iterator[FileReport]:
    """The reports of files, in the order of the files, each as soon as it and those before it are there.

    Args:
        paths: the files, as `files_in` gives them; asked for only as far as they are needed.
        jobs: how many processes audit them; as many as there are processors if None. Few files are
            audited by this process in any case.

    Raises:
        ChildProcessError: if one of the processes was ended from outside.
    """
    portions = _portions(paths)
    first = list(islice(portions, FEW_PORTIONS))
    further = next(portions, None)
    jobs = _processors() if jobs is None else jobs
    everything = chain(first, () if further is None else (further,), portions)
    if further is None or jobs <= 1:
        for portion in everything:
            yield from map(audit_file, portion)
        return
    from prefcount.audit.workers import by_workers

    yield from by_workers(audit_file, everything, jobs)


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
