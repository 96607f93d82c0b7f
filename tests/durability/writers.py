"""Two programs that append to one file at the same time: no entry lost or doubled, the chain intact.

Both are warm processes that run `prefcount add`. In each round both add a few notes as fast as they can.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from prefcount.entries.models import Entry
from prefcount.store.journal import entry_line
from prefcount.store.reader import ReadError
from tests.durability.commands import are_sentences, run_command
from tests.durability.material import MATERIALS, Material
from tests.durability.report import Row

AT_ONCE = 2
ROUNDS_A_FILE = 20
PAUSE = 0.002
BAD = ("lost", "doubled", "damaged", "without a sentence")

Add = Callable[[Material, Path, str], int]
"""Appends a note; returns 0 if it was written, 1 if refused in a sentence, 2 if refused without one."""


def real(material: Material, path: Path, note: str) -> int:
    """Run `prefcount add` or `prefcount paid`."""
    code, said = run_command(material.adding(path, note))
    if not code:
        return 0
    return 1 if code == 2 and are_sentences(said) and said.count("\n") == 1 else 2


def unlocked(material: Material, path: Path, note: str) -> int:
    """Write at the end that the file had when it was read a moment ago, without a lock (the control)."""
    loaded = material.load(path)
    time.sleep(PAUSE)
    entry = material.noted(len(loaded.session.entries) + 1, note)
    descriptor = os.open(path, os.O_WRONLY)
    os.pwrite(descriptor, entry_line(entry, loaded.last_hash), loaded.size)
    os.fsync(descriptor)
    os.close(descriptor)
    return 0


def run(folder: Path, count: int) -> Iterator[Row]:
    """Run `count` rounds of the real command for session and book, and a tenth without a lock."""
    for ending, material in MATERIALS.items():
        room = folder / f"writers{ending}"
        room.mkdir()
        yield race_writers(f"two writers{ending}", material, real, room / "real", count)
        name = f"two writers, no lock{ending}"
        yield race_writers(name, material, unlocked, room / "control", max(20, count // 10))._replace(
            control=True
        )


class Adder:
    """A process that adds notes to a file on request."""

    def __init__(self, material: Material, add: Add, name: str) -> None:
        self.name = name
        told, self._tell = os.pipe()
        self._said, say = os.pipe()
        self.child = os.fork()
        if not self.child:
            try:
                os.close(self._tell)
                self._serve(material, add, told, say)
            finally:
                os._exit(0)
        os.close(told)
        os.close(say)

    def _serve(self, material: Material, add: Add, told: int, say: int) -> None:
        while order := os.read(told, 4096).decode():
            path, _, number = order.rpartition("\t")
            notes = [f"{self.name} {number} {each}" for each in range(AT_ONCE)]
            codes = [add(material, Path(path), note) for note in notes]
            os.write(say, bytes(codes))

    def start(self, path: Path, number: int) -> None:
        os.write(self._tell, f"{path}\t{number}".encode())

    def finished(self, number: int) -> dict[str, int]:
        codes = os.read(self._said, AT_ONCE)
        return {f"{self.name} {number} {each}": code for each, code in enumerate(codes)}

    def stop(self) -> None:
        os.close(self._tell)
        os.close(self._said)
        os.waitpid(self.child, 0)


@contextmanager
def run_adders(material: Material, add: Add) -> Iterator[tuple[Adder, Adder]]:
    """Run two processes until the end of the `with` block."""
    one, two = Adder(material, add, "one"), Adder(material, add, "two")
    yield one, two
    two.stop()  # It holds the pipe of the first process open.
    one.stop()


def play_rounds(
    material: Material, folder: Path, rounds: int, figures: dict[str, int]
) -> Iterator[tuple[int, Path, dict[str, int]]]:
    """Yield each round with its file and the results of notes so far; judge each file that is full."""
    folder.mkdir()
    for number in range(rounds):
        if number % ROUNDS_A_FILE == 0:
            path, told = folder / f"{number}.jsonl", dict[str, int]()
            material.begin(path)()
        yield number, path, told
        if number % ROUNDS_A_FILE == ROUNDS_A_FILE - 1 or number == rounds - 1:
            judge(material, path, told, figures)
    figures["rounds"] = rounds


def race_writers(name: str, material: Material, add: Add, folder: Path, rounds: int) -> Row:
    figures = dict.fromkeys(("rounds", "entries", "refused", *BAD), 0)
    with run_adders(material, add) as both:
        for number, path, told in play_rounds(material, folder, rounds, figures):
            for adder in both:
                adder.start(path, number)
            for adder in both:
                told.update(adder.finished(number))
    return Row(name, figures, BAD)


def judge(material: Material, path: Path, told: dict[str, int], figures: dict[str, int]) -> None:
    """Compare a file with the results that the programs got for their notes."""
    figures["refused"] += sum(code == 1 for code in told.values())
    figures["without a sentence"] += sum(code == 2 for code in told.values())
    acknowledged = {note for note, code in told.items() if not code}
    try:
        loaded = material.load(path)
    except ReadError:
        figures["damaged"] += 1
        figures["lost"] += len(acknowledged)
        return
    there = list_notes(material, loaded.session.entries[1:])
    figures["entries"] += len(there)
    figures["damaged"] += bool(loaded.faults)
    figures["lost"] += len(acknowledged - set(there))
    figures["doubled"] += len(there) - len(set(there)) + len(set(there) - acknowledged)


def list_notes(material: Material, entries: Sequence[Entry]) -> list[str]:
    return [note for note in map(material.note_of, entries) if note is not None]
