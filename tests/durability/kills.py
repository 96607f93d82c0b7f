"""Kill -9 at any moment: every acknowledged line is in the file, and the file opens.

A child appends with the real code, and acknowledges each line over a pipe after `append` returned. The parent
kills the child at a random moment and reads the file with the real reader. The next child goes on with the
same file, so torn tails are taken up too. The creation of the file is killed as well.
"""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from prefcount.store.disk import LockRefusal, WriterLock
from prefcount.store.journal import entry_line, header_line
from prefcount.store.reader import line_hash
from tests.durability.material import BOOK, MATERIALS, Found, Material, found
from tests.durability.report import Row

LONGEST = 24
"""Maximum number of entries in a file; then a new file is begun."""
LONGEST_WAIT = 0.006
BAD = ("lost", "unreadable", "begun half", "wrong")

Work = Callable[[Material, Path, Callable[[], None]], None]


def real(material: Material, path: Path, acknowledge: Callable[[], None]) -> None:
    """Begin or resume a file as the program does: as the only writer."""
    if material is BOOK:  # The book takes the lock for each payment.
        _written(material, path, acknowledge)
        return
    writer = WriterLock.take(path)
    if isinstance(writer, LockRefusal):
        raise AssertionError(writer)
    with writer:
        _written(material, path, acknowledge)


def _written(material: Material, path: Path, acknowledge: Callable[[], None]) -> None:
    if path.exists():
        append, count = material.resume(path), len(material.load(path).session.entries)
    else:
        append, count = material.begin(path), 0
        acknowledge()
    for _number in range(count, LONGEST):
        append()
        acknowledge()


def rewriting(material: Material, path: Path, acknowledge: Callable[[], None]) -> None:
    """Overwrite the whole file for every entry (the control)."""
    content = path.read_bytes() if path.exists() else b""
    if not content:
        content = header_line(material.header)
        _replace(path, content)
        acknowledge()
    count = content.count(b"\n") - 1
    for entry in material.expected(LONGEST)[count:]:
        content += entry_line(entry, line_hash(content.splitlines()[-1]))
        _replace(path, content)
        acknowledge()


def _replace(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def run(folder: Path, count: int, seed: int = 1) -> Iterator[Row]:
    """Kill the real code `count` times for session and book, and the control a tenth as often."""
    control = max(100, count // 10)
    for ending, material in MATERIALS.items():
        room = folder / f"kills{ending}"
        room.mkdir()
        yield killed(f"kills{ending}", material, real, room / "real", count, seed)
        name = f"kills, file rewritten in place{ending}"
        row = killed(name, material, rewriting, room / "control", control, seed)
        yield row._replace(control=True)


def killed(name: str, material: Material, work: Work, folder: Path, count: int, seed: int) -> Row:
    folder.mkdir()
    chance = random.Random(seed)
    _warm_up(material, folder / "warm.jsonl")
    figures = dict.fromkeys(("kills", "acknowledged", "in doubt", "torn", *BAD), 0)
    path, before = folder / "0.jsonl", -1  # lines acknowledged so far; -1: not even the header
    for number in range(count):
        acknowledged = before + _kill(material, work, path, chance)
        figures["kills"] += 1
        figures["acknowledged"] += acknowledged - before
        after = _judged(material, path, acknowledged, figures)
        if after is None or after.entries >= LONGEST or not after.sound:
            path, before = folder / f"{number + 1}.jsonl", -1
        else:
            before = after.entries
    return Row(name, figures, BAD)


def _warm_up(material: Material, path: Path) -> None:
    """Import and compute everything that would take up the short lives of the children."""
    material.expected(LONGEST)
    real(material, path, lambda: None)


def _kill(material: Material, work: Work, path: Path, chance: random.Random) -> int:
    """Kill a child at a random moment; return how many lines it acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            work(material, path, lambda: _acknowledge(writing))
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writing)
    acknowledged = 0
    if chance.random() < 0.5:  # Half of the children have certainly begun to append.
        acknowledged = len(os.read(reading, 1))
    time.sleep(chance.uniform(0, LONGEST_WAIT))
    os.kill(child, signal.SIGKILL)
    _child, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) == 1:
        raise AssertionError("the child failed before it was killed")
    while got := os.read(reading, 4096):
        acknowledged += len(got)
    os.close(reading)
    return acknowledged


def _acknowledge(pipe: int) -> None:
    os.write(pipe, b".")


def _judged(material: Material, path: Path, acknowledged: int, figures: dict[str, int]) -> Found | None:
    """Compare a file with the acknowledged lines; return None if nothing was begun."""
    after = found(path, material)
    if acknowledged < 0 and not after.readable:  # The file was not acknowledged.
        figures["begun half"] += path.exists()
        return None
    entries = max(acknowledged, 0)
    figures["lost"] += max(0, entries - after.entries)
    figures["unreadable"] += not after.readable
    figures["in doubt"] += after.entries == entries + 1
    figures["wrong"] += after.readable and (not after.sound or after.entries > entries + 1)
    figures["torn"] += after.readable and not path.read_bytes().endswith(b"\n")
    return after
