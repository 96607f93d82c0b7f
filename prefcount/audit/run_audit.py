"""Running all checks on files, few or many."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from prefcount.audit.checks import check_book, check_session
from prefcount.audit.file_report import FileReport
from prefcount.findings import Finding
from prefcount.many_files import each_file
from prefcount.session.line_models import BookNotSession
from prefcount.session.open_file import ReadError
from prefcount.session.reader import load, load_book


def audit_file(path: Path) -> FileReport:
    """All findings and remarks in one file."""
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
    """The reports of files, as `each_file` gives them: in the order of the files, by several processes."""
    return (report for _path, report in each_file(audit_file, paths, jobs))
