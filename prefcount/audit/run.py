"""An audit: every check over every file."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from prefcount.audit.checks import CHECKS
from prefcount.audit.findings import Finding, Report
from prefcount.session.reader import Unreadable, load


def audit_file(path: Path) -> Report:
    """All findings in one file."""
    try:
        loaded = load(path)
    except Unreadable as error:
        return Report(path, 0, (Finding(error.fault.code, error.text),))
    findings = tuple(finding for check in CHECKS for finding in check(loaded))
    return Report(path, loaded.session.state.hands, findings)


def files_in(paths: Iterable[Path]) -> Iterator[Path]:
    """The files themselves, and every session file in the folders, in the order of their names."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*.jsonl") if file.is_file())
        else:
            yield path
