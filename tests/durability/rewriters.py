"""A program that rewrites the file while hands are added, as editors, synchronisation and backups do.

One process adds notes by `prefcount add`. Another process reads the file, waits a little, and puts back what
it
has read: in a new file under the old name, in the same file, after deleting it, or in a new folder. It works
with or without the lock of the file.

A rewriter with the lock cannot remove a hand, so each acknowledged hand must be in the file at the end.
Without the lock the rewriter can remove a hand that was added between reading and putting back. The program
has lost a hand only if it was already missing when the rewriter read the file after the program's last look.
"""

import json
import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from prefcount.base import system
from prefcount.store import journal
from prefcount.store.reader import ReadError
from tests.durability.material import MATERIALS, Material
from tests.durability.report import Row
from tests.durability.writers import Add, list_notes, real

NOTES_A_FILE = 20
LONGEST_PAUSE = 0.003
BAD = ("lost", "doubled", "damaged", "without a sentence")


class Act(NamedTuple):
    """A rewriting: the times when the file was read and put back, and the notes in it."""

    read: float
    done: float
    notes: frozenset[str]


class Note(NamedTuple):
    """An acknowledged note, and the time when the program last checked the name of the file."""

    text: str
    looked: float


# --- ways of rewriting ---------------------------------------------------------------------------


def renamed(path: Path, content: bytes) -> None:
    fresh = path.with_name("fresh")
    fresh.write_bytes(content)
    fresh.replace(path)


def rewrite_in_place(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def deleted(path: Path, content: bytes) -> None:
    path.unlink()
    time.sleep(LONGEST_PAUSE / 3)
    path.write_bytes(content)


def rewrite_in_new_folder(path: Path, content: bytes) -> None:
    """Move the folder away, and put the file into a new folder of the same name."""
    folder = path.parent
    away = folder.with_name(f"{folder.name}-away")
    shutil.rmtree(away, ignore_errors=True)
    folder.rename(away)
    folder.mkdir()
    path.write_bytes(content)


WAYS: tuple[Callable[[Path, bytes], None], ...] = (renamed, rewrite_in_place, deleted, rewrite_in_new_folder)


# --- measures ------------------------------------------------------------------------------------


def run(folder: Path, count: int) -> Iterator[Row]:
    """Add notes next to a rewriter with the lock, without it, and without checking the name (the control)."""
    half, control = (count + 1) // 2, max(50, count // 10)
    for ending, material in MATERIALS.items():
        room = folder / f"rewriters{ending}"
        room.mkdir()
        locked, unlocked = f"rewritten with the lock{ending}", f"rewritten without the lock{ending}"
        yield rewritten(locked, material, room / "locked", half, locks=True)
        yield rewritten(unlocked, material, room / "unlocked", half, locks=False)
        name = f"rewritten, name not looked at{ending}"
        row = rewritten(name, material, room / "control", control, locks=True, add=add_without_looking)
        yield row._replace(control=True)


def add_without_looking(material: Material, path: Path, note: str) -> int:
    """Append a note without checking that the name still leads to the file (the control)."""
    looks = journal.is_same_file
    journal.is_same_file = lambda *_arguments, **_how: True
    try:
        return real(material, path, note)
    finally:
        journal.is_same_file = looks


def rewritten(
    name: str, material: Material, folder: Path, count: int, *, locks: bool, add: Add = real
) -> Row:
    folder.mkdir()
    figures = dict.fromkeys(("acknowledged", "refused", "rewritings", *BAD), 0)
    number = 0
    while figures["acknowledged"] < count:
        number += 1
        room = folder / str(number)
        room.mkdir()
        path = room / "evening.jsonl"
        material.begin(path)()
        acts, notes, codes = _race(path, number, locks, partial(add, material))
        figures["rewritings"] += len(acts)
        figures["acknowledged"] += len(notes)
        figures["refused"] += codes.count(1)
        figures["without a sentence"] += codes.count(2)
        _judge(material, path, acts, notes, locks, figures)
        for each in folder.glob(f"{number}*"):
            shutil.rmtree(each)
    return Row(name, figures, BAD)


def _race(
    path: Path, seed: int, locks: bool, add: Callable[[Path, str], int]
) -> tuple[list[Act], list[Note], list[int]]:
    """Add the notes of one file next to a rewriter; return its acts, the notes and all exit codes."""
    stop, stopping = os.pipe()
    log, logging = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(stopping)
            with os.fdopen(logging, "w") as written:
                _rewrite(path, random.Random(seed), locks, stop, written.write)
        finally:
            os._exit(0)
    os.close(stop)
    os.close(logging)
    notes, codes = [], []
    for number in range(NOTES_A_FILE):
        text = f"{seed} {number}"
        looked: list[float] = []
        codes.append(_add_and_note_looks(looked, lambda text=text: add(path, text)))
        if not codes[-1]:
            notes.append(Note(text, looked[-1] if looked else time.monotonic()))
    os.close(stopping)
    with os.fdopen(log) as lines:
        acts = [Act(read, done, frozenset(put)) for read, done, put in map(json.loads, lines)]
    os.waitpid(child, 0)
    return acts, notes, codes


def _add_and_note_looks(looked: list[float], add: Callable[[], int]) -> int:
    """Add a note, and record the time of each check of the file's name."""
    looks = journal.is_same_file

    def look(*arguments: object, **how: bool) -> bool:
        looked.append(time.monotonic())
        return looks(*arguments, **how)  # type: ignore[arg-type]

    journal.is_same_file = look
    try:
        return add()
    finally:
        journal.is_same_file = looks


def _rewrite(path: Path, chance: random.Random, locks: bool, stop: int, log: Callable[[str], object]) -> None:
    """Rewrite the file again and again until the pipe is closed."""
    os.set_blocking(stop, False)
    while not _closed(stop):
        way = chance.choice(WAYS)
        descriptor = os.open(path, os.O_RDONLY)
        try:
            while locks and not system.CURRENT.lock(descriptor):
                time.sleep(0.0002)
            read = time.monotonic()
            content = path.read_bytes()
            time.sleep(chance.uniform(0, LONGEST_PAUSE))
            way(path, content)
            log(json.dumps((read, time.monotonic(), sorted(_notes(content)))) + "\n")
        finally:
            os.close(descriptor)
        time.sleep(chance.uniform(0, LONGEST_PAUSE))


def _closed(pipe: int) -> bool:
    with suppress(BlockingIOError):
        return not os.read(pipe, 1)
    return False


def _notes(content: bytes) -> set[str]:
    found: set[str] = set()
    for line in content.splitlines():
        with suppress(ValueError):
            fields = json.loads(line)
            found.add(fields.get("text", "") or fields.get("note", ""))
    return found


def _judge(
    material: Material, path: Path, acts: list[Act], notes: list[Note], locks: bool, figures: dict[str, int]
) -> None:
    try:
        loaded = material.load(path)
    except ReadError:
        figures["damaged"] += 1
        figures["lost"] += len(notes)
        return
    there = list_notes(material, loaded.session.entries[1:])
    figures["damaged"] += bool(loaded.faults) and locks
    figures["doubled"] += len(there) - len(set(there))
    for note in notes:
        if note.text not in there and (locks or not _is_taken_away(note, acts)):
            figures["lost"] += 1


def _is_taken_away(note: Note, acts: list[Act]) -> bool:
    """Return whether the first rewriting without the note read the file before the last check of its name."""
    without = [act for act in acts if act.done >= note.looked and note.text not in act.notes]
    return bool(without) and without[0].read <= note.looked
