"""Two programs that append to one file at the same time: no entry lost or doubled, the chain intact.

Both are warm processes that run `prefcount add`; a round gives each a few notes to add as fast as it can.
"""

import io
import os
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from pathlib import Path

from prefcount.cli.main import run as command
from prefcount.entries.common import NoteEntry
from prefcount.session.journal import Journal, NotWritten, entry_line
from prefcount.session.reader import Unreadable, load
from tests.durability.material import begun
from tests.durability.report import Row

AT_ONCE = 2
ROUNDS_A_FILE = 20
PAUSE = 0.002
BAD = ("lost", "doubled", "damaged", "without a sentence")

Add = Callable[[Path, str], int]
"""Append a note: 0 if it was, 1 if it was refused in a sentence, 2 if without one."""


def real(path: Path, note: str) -> int:
    """`prefcount add`."""
    said = io.StringIO()
    with redirect_stderr(said):
        code = command(["add", str(path), "--json", f'{{"kind":"note","text":"{note}"}}'])
    if not code:
        return 0
    lines = said.getvalue().splitlines()
    return 1 if code == 2 and len(lines) == 1 and lines[0].startswith("prefcount: ") else 2


def with_pause(path: Path, note: str) -> int:
    """A program that has read the file a while ago, and appends by the real code."""
    loaded = load(path)
    journal = Journal.of(path, loaded)
    time.sleep(PAUSE)
    try:
        journal.append(NoteEntry(n=loaded.session.next_number, text=note))
    except NotWritten as error:
        return 1 if str(error) else 2
    return 0


def unlocked(path: Path, note: str) -> int:
    """The control: the same, but it writes where the file ended when it was read."""
    loaded = load(path)
    time.sleep(PAUSE)
    entry = NoteEntry(n=loaded.session.next_number, text=note)
    descriptor = os.open(path, os.O_WRONLY)
    os.pwrite(descriptor, entry_line(entry, loaded.last_hash), loaded.size)
    os.fsync(descriptor)
    os.close(descriptor)
    return 0


def run(folder: Path, count: int) -> Iterator[Row]:
    """So many rounds of the real command, as many of the journal alone, a tenth without a lock."""
    yield raced("two writers", real, folder / "real", count)
    yield raced("two writers, file read before", with_pause, folder / "pause", count)
    row = raced("two writers, no lock", unlocked, folder / "control", max(20, count // 10))
    yield row._replace(control=True)


class Adder:
    """A process that adds notes to a file when it is told to."""

    def __init__(self, add: Add, name: str) -> None:
        self.name = name
        told, self._tell = os.pipe()
        self._said, say = os.pipe()
        self._child = os.fork()
        if not self._child:
            try:
                os.close(self._tell)
                self._serve(add, told, say)
            finally:
                os._exit(0)
        os.close(told)
        os.close(say)

    def _serve(self, add: Add, told: int, say: int) -> None:
        while order := os.read(told, 4096).decode():
            path, _, number = order.rpartition("\t")
            codes = [add(Path(path), f"{self.name} {number} {each}") for each in range(AT_ONCE)]
            os.write(say, bytes(codes))

    def start(self, path: Path, number: int) -> None:
        """Let it begin a round."""
        os.write(self._tell, f"{path}\t{number}".encode())

    def finished(self, number: int) -> dict[str, int]:
        """What came of each note of the round."""
        codes = os.read(self._said, AT_ONCE)
        return {f"{self.name} {number} {each}": code for each, code in enumerate(codes)}

    def stop(self) -> None:
        """Let the process end."""
        os.close(self._tell)
        os.close(self._said)
        os.waitpid(self._child, 0)


def raced(name: str, add: Add, folder: Path, rounds: int) -> Row:
    """Let two processes add to the same file at the same time, so often."""
    folder.mkdir()
    figures = dict.fromkeys(("rounds", "entries", "refused", *BAD), 0)
    adders = [Adder(add, "one"), Adder(add, "two")]
    path, told = folder / "0.jsonl", dict[str, int]()
    for number in range(rounds):
        if number % ROUNDS_A_FILE == 0:
            path, told = begun(folder / f"{number}.jsonl", 1), {}
        for adder in adders:
            adder.start(path, number)
        for adder in adders:
            told |= adder.finished(number)
        if number % ROUNDS_A_FILE == ROUNDS_A_FILE - 1 or number == rounds - 1:
            _judge(path, told, figures)
    figures["rounds"] = rounds
    for adder in reversed(adders):  # the second one holds the pipe of the first open
        adder.stop()
    return Row(name, figures, BAD)


def _judge(path: Path, told: dict[str, int], figures: dict[str, int]) -> None:
    """Compare a file with what the programs were told about their notes."""
    figures["refused"] += sum(code == 1 for code in told.values())
    figures["without a sentence"] += sum(code == 2 for code in told.values())
    acknowledged = {note for note, code in told.items() if not code}
    try:
        loaded = load(path)
    except Unreadable:
        figures["damaged"] += 1
        figures["lost"] += len(acknowledged)
        return
    there = [entry.text for entry in loaded.session.entries if isinstance(entry, NoteEntry)]
    figures["entries"] += len(there)
    figures["damaged"] += bool(loaded.faults)
    figures["lost"] += len(acknowledged - set(there))
    figures["doubled"] += len(there) - len(set(there)) + len(set(there) - acknowledged)
