"""Damage to a file at rest: flipped bits, and lines that were removed, swapped or doubled.

The audit must find all of it, with two exceptions that no file can show. The last line is not yet protected
by the hash in a next line. A file that is cut off at the end of a line looks as it did one hand earlier.
"""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from prefcount.audit.run_audit import audit_file
from prefcount.session.session import Session
from prefcount.session.typed_entries import end_entry
from prefcount.store.journal import Journal
from tests.durability.material import BOOK, HEADER
from tests.durability.report import ROOT, Row
from tests.store.files import entry

SAMPLES = tuple(path for path in sorted((ROOT / "sample_sessions").glob("*.jsonl")) if path.stem != "faulty")
ENDED = (
    "anna 7h wp 6",
    {"kind": "note", "text": "Вера сдаёт за Бориса"},
    "r 3 5 2",
    {"kind": "void", "entry": 1},
    {"kind": "check", "columns": {"Anna": {"dump": 3}}},
)
BAD = ("missed",)
LAST = "in the last line"
CUT = "cut off at a line end"


class Damage(NamedTuple):
    """The bytes of a damaged file, and why nothing can find the damage ("" if it must be found)."""

    content: bytes
    exception: str = ""


def ended(path: Path) -> Path:
    """Write a short session with a few kinds of entries, ended and sealed."""
    session, journal = Session(HEADER), Journal.create(path, HEADER)
    for what in ENDED:
        session = session.accept(entry(what)).session
        journal.append(session.entries[-1])
    journal.append(session.accept(end_entry(session, journal.seal())).session.entries[-1])
    return path


def paid(path: Path) -> Path:
    append = BOOK.begin(path)
    for _entry in ENDED:
        append()
    return path


def remove_chain(content: bytes) -> bytes:
    """Return the session without `prev` and seal, as a person would write it by hand."""
    lines = [json.loads(line) for line in content.splitlines()]
    kept = [{key: each for key, each in line.items() if key not in ("prev", "seal")} for line in lines]
    return b"".join(map(compact, kept))


def flip_bits(content: bytes, bits: int, seed: int = 1) -> Iterator[Damage]:
    """Yield the content with one bit flipped, for `bits` random bits of every byte."""
    chance = random.Random(seed)
    last = content.rindex(b"\n", 0, -1) + 1
    for at, byte in enumerate(content):
        for bit in chance.sample(range(8), bits):
            damaged = content[:at] + bytes([byte ^ 1 << bit]) + content[at + 1 :]
            yield Damage(damaged, LAST if at >= last else "")


def removed(lines: Sequence[bytes]) -> Iterator[Damage]:
    for at in range(len(lines)):
        exception = CUT if at == len(lines) - 1 else ""
        yield Damage(b"".join([*lines[:at], *lines[at + 1 :]]), exception)


def swap_lines(lines: Sequence[bytes]) -> Iterator[Damage]:
    for at in range(len(lines) - 1):
        yield Damage(b"".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))


def doubled(lines: Sequence[bytes]) -> Iterator[Damage]:
    for at in range(len(lines)):
        yield Damage(b"".join([*lines[: at + 1], *lines[at:]]))


def renumber_lines(lines: Sequence[bytes]) -> Iterator[Damage]:
    """Yield the lines without one entry and the later ones renumbered, as a cheat would do it."""
    for at in range(1, len(lines) - 1):
        rest = [json.loads(line) for line in lines[at + 1 :]]
        again = [compact({**each, "n": each["n"] - 1}) for each in rest]
        yield Damage(b"".join([*lines[:at], *again]))


def compact(fields: dict[str, object]) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def run(folder: Path, count: int) -> Iterator[Row]:
    """Damage the samples with `count` flipped bits in each byte, and short files with all bits flipped."""
    short = ended(folder / "short.jsonl").read_bytes()
    book = paid(folder / "payments.jsonl").read_bytes()
    chained = [path.read_bytes() for path in SAMPLES if b'"prev"' in path.read_bytes()]
    room = folder / "damaged.jsonl"
    flips = [flip_bits(short, 8), flip_bits(book, 8), *(flip_bits(content, count) for content in chained)]
    yield audit_damages("bits flipped", (each for some in flips for each in some), room)
    yield from lines_of([short, book, *chained], room)
    yield from run_controls([short, book, *chained[:2]], room, count)


def lines_of(contents: Sequence[bytes], room: Path) -> Iterator[Row]:
    for name, ways in (
        ("lines removed", removed),
        ("lines swapped", swap_lines),
        ("lines doubled", doubled),
        ("lines removed, the rest renumbered", renumber_lines),
    ):
        damages = (each for content in contents for each in ways(content.splitlines(keepends=True)))
        yield audit_damages(name, damages, room)


def run_controls(contents: Sequence[bytes], room: Path, bits: int) -> Iterator[Row]:
    """Audit files without chain and seal, in which schema, numbers and sums find only part of the damage."""
    bare = [remove_chain(content) for content in contents]
    flips = (each for content in bare for each in flip_bits(content, bits))
    yield audit_damages("bits flipped, no chain", flips, room)._replace(control=True)
    damages = (each for content in bare for each in renumber_lines(content.splitlines(keepends=True)))
    yield audit_damages("lines removed, the rest renumbered, no chain", damages, room)._replace(control=True)


def audit_damages(name: str, damages: Iterator[Damage], room: Path) -> Row:
    """Audit every damaged file, and count how much is found."""
    figures = {"damaged": 0, "found": 0, LAST: 0, CUT: 0, "missed": 0}
    for content, exception in damages:
        room.write_bytes(content)
        figures["damaged"] += 1
        audited = audit_file(room)
        figures["found" if audited.findings else exception or "missed"] += 1
    return Row(name, figures, BAD)
