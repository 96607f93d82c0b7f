"""Kill -9 of the screen at any moment of a hand: no recorded hand is lost, and no half-entered hand.

The real program in a pseudo-terminal gets a line letter by letter and the Enters that write it, and is killed
at a random key. The next program goes on with the same file, and offers the half-entered hand again.
"""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from time import sleep

from prefcount.store.journal import Journal
from prefcount.store.reader import ReadError, load
from prefcount.tui.table.table_writer import load_draft
from tests.durability.report import Row
from tests.helpers import header
from tests.tui.window import Window

HAND = "anna 7h pp"
LONGEST = 12
"""Maximum number of hands in a file; then a new file is begun."""
MAX_KEYS = 30
LONGEST_WAIT = 0.05
CLEARED = "\x15"
CURSOR = rb"(\x1b\[[0-9;]*m)*\xe2\x96\x8f"
EMPTY = rb"(>|\x1b\[[0-9;]*H)(\x1b\[[0-9;]*m| )*" + CURSOR
"""The input line with nothing before its cursor, painted as a whole or from its first letter on."""
KEEPS_NOTHING = "import prefcount.tui.table.table_writer as table; table.save_draft = lambda *_given: None"
BAD = ("lost", "unreadable", "half lost", "not offered")


def run(folder: Path, count: int, seed: int = 1) -> Iterator[Row]:
    """Kill the screen `count` times, and a program that keeps no half-entered hand a tenth as often."""
    yield Row("screen killed", _counted(folder / "real", count, seed), BAD)
    control = _counted(folder / "control", max(8, count // 10), seed, KEEPS_NOTHING)
    yield Row("screen killed that keeps no half hand", control, BAD, control=True)


def _counted(folder: Path, count: int, seed: int, prelude: str = "") -> dict[str, int]:
    folder.mkdir()
    chance = random.Random(seed)
    figures = dict.fromkeys(("kills", "recorded", "half entered", *BAD), 0)
    path = _begun(folder / "first.jsonl")
    for number in range(count):
        before = len(load(path).session.entries)
        if before >= LONGEST:
            path, before = _begun(folder / f"{number}.jsonl"), 0
        recorded, shown = _type_until_killed(path, chance, before, figures, prelude)
        figures["kills"] += 1
        figures["recorded"] += recorded
        try:
            now = len(load(path).session.entries)
        except ReadError:
            figures["unreadable"] += 1
            path = _begun(folder / f"{number}.jsonl")
            continue
        figures["lost"] += max(0, before + recorded - now)
        half = load_draft(path, now + 1)
        figures["half entered"] += half is not None
        if now == before + recorded:  # Otherwise the shown line was written without being reported.
            figures["half lost"] += len(half.typed if half else "") < shown - 1  # The last key may be late.
    return figures


def _begun(path: Path) -> Path:
    Journal.create(path, header())
    return path


def _type_until_killed(
    path: Path, chance: random.Random, before: int, figures: dict[str, int], prelude: str
) -> tuple[int, int]:
    """Type and kill the program; return how many hands it reported, and how many letters it showed last."""
    offered = load_draft(path, before + 1) is not None
    window = Window(str(path), prelude=prelude)
    try:
        window.shows("Enter checks the line" if offered else "Who plays?")
        figures["not offered"] += offered and b"left unfinished" not in window.seen
        began = len(window.seen)
        if offered:
            window.type(CLEARED)
            window.shows(EMPTY, began)  # Until then the offered line may be painted again.
            began = len(window.seen)
        for key in (f"{HAND}\r\r" * LONGEST)[: chance.randint(1, MAX_KEYS)]:
            window.type(key)
            window.wait()
        sleep(chance.uniform(0, LONGEST_WAIT))
    finally:
        window.process.kill()
        window.ends()
        window.close()
    said = set(re.findall(rb"Recorded: hand (\d+)", window.seen))
    since = window.seen[max(began, window.seen.rfind(b"Recorded: hand")) :]
    shown = [end for end in range(1, len(HAND) + 1) if re.search(HAND[:end].encode() + CURSOR, since)]
    return len(said), max(shown, default=0)
