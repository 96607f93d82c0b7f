"""A disk that becomes full at any byte of the next line.

The limit is a real one: RLIMIT_FSIZE, with its signal ignored, in a process that does nothing else.
"""

import os
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from prefcount.store.disk import write_all
from prefcount.store.journal import entry_line
from prefcount.store.reader import line_hash
from tests.durability.commands import are_sentences, run_command
from tests.durability.material import LINES, begun, expected, found
from tests.durability.report import Row

BEFORE = 2
ADDED = LINES[BEFORE]
BAD = ("damaged", "without a sentence", "stuck afterwards")

Add = Callable[[Path], tuple[int, str]]


def real(path: Path) -> tuple[int, str]:
    """Run `prefcount add`; return its exit code and its messages."""
    return run_command(["add", str(path), ADDED])


def add_without_cutting_back(path: Path) -> tuple[int, str]:
    """Write a line, and only report a failure without truncating the file (the control)."""
    line = entry_line(expected(BEFORE + 1)[-1], line_hash(path.read_bytes().splitlines()[-1]))
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        write_all(descriptor, line)
        os.fsync(descriptor)
    except OSError as error:
        return 2, f"prefcount: {error.strerror}\n"
    finally:
        os.close(descriptor)
    return 0, ""


def run(folder: Path, _count: int) -> Iterator[Row]:
    """Fill the disk for the real program and for the control."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield filled("full disk", real, folder / "real.jsonl")
    row = filled("full disk, file not cut back", add_without_cutting_back, folder / "control.jsonl")
    yield row._replace(control=True)


def filled(name: str, add: Add, path: Path) -> Row:
    """Append with every amount of space that is too small, and after each once more with enough space."""
    figures = dict.fromkeys(("rooms", "refused", *BAD), 0)
    begun(path, BEFORE)
    before = path.read_bytes()
    code, said = add(path)
    if code:
        raise AssertionError(said)
    whole = len(path.read_bytes()) - len(before)
    for room in range(whole):
        path.write_bytes(before)
        figures["rooms"] += 1
        with limited(len(before) + room):
            code, said = add(path)
        figures["refused"] += code == 2
        figures["without a sentence"] += not are_sentences(said) or said.count("\n") != 1
        figures["damaged"] += path.read_bytes() != before
        code, said = add(path)
        figures["stuck afterwards"] += bool(code) or found(path).entries != BEFORE + 1
    return Row(name, figures, BAD)


@contextmanager
def limited(size: int) -> Iterator[None]:
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
