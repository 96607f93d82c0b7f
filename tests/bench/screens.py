"""The terminal program at the table, side by side with an application that has one label."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from statistics import mean, median

from tests.bench.hello import GREETING
from tests.bench.material import ENTER, PLAYERS, entered, evening, save
from tests.bench.report import Row, paired, percentile95
from tests.bench.terminal import Shown, Terminal, running

HANDS = 40
OTHERS = 30
"""So many other evenings lie in the folder of somebody who has played for a while."""
HANDS_A_ROUND = 2
ON_THE_SHEET = (PLAYERS[0], "pool")
"""Both stand together on the sheet only: the list of games says nothing of pools."""

Pair = tuple[Shown, Shown]
"""What was measured, and the floor right after it."""


def _table(path: Path) -> AbstractContextManager[Terminal]:
    return running("prefcount", str(path), PREFCOUNT_SESSIONS=str(path.parent))


def _hello() -> AbstractContextManager[Terminal]:
    return running("tests.bench.hello")


def first_frame(folder: Path, rounds: int) -> Iterator[Row]:
    """From the start of the program to the sheet of a game of 40 hands, alone and among others."""
    path = save(evening(HANDS), folder / "evening.jsonl")
    yield from _first_frames(f"first frame of {HANDS} hands", path, rounds, 1.7)
    for seed in range(OTHERS):
        save(evening(HANDS, seed), folder / f"evening-{seed}.jsonl")
    yield from _first_frames(f"first frame among {OTHERS} other games", path, rounds, None)


def _first_frames(name: str, path: Path, rounds: int, goal: float | None) -> Iterator[Row]:
    pairs = [(_opened(path), _greeted()) for _round in range(rounds + 1)][1:]
    yield paired(name, [(ours.seconds, floor.seconds) for ours, floor in pairs], goal)
    yield paired("  processor time of it", [(ours.worked, floor.worked) for ours, floor in pairs])


def _opened(path: Path) -> Shown:
    with _table(path) as terminal:
        return terminal.shown(*ON_THE_SHEET)


def _greeted() -> Shown:
    with _hello() as terminal:
        return terminal.shown(GREETING)


def keys_to_frames(folder: Path, rounds: int) -> Iterator[Row]:
    """From each key of the guided entry to the last byte it causes; each is followed by one for the floor."""
    session, random = evening(HANDS), Random(0)
    path = save(session, folder / "evening.jsonl")
    with _table(path) as terminal, _hello() as hello:
        terminal.shown(*ON_THE_SHEET)
        hello.shown(GREETING)
        terminal.calm()
        hello.calm()
        asked: list[Pair] = []
        for _hand in range(HANDS_A_ROUND * rounds):
            hand = entered(session, random)
            asked += [(terminal.press(key), hello.press("x")) for key in (*hand.keys, *hand.back)]
        written: list[Pair] = []
        for _hand in range(rounds):
            hand = entered(session, random)
            for key in hand.keys:
                terminal.press(key)
            done = f"Recorded: hand {session.state.hands + 1}."
            written.append((terminal.press(ENTER, done), hello.press("x")))
            session = session.accepted(hand.entry).session
    yield from _frames(f"key to frame, {len(asked)} keys", asked, 3)
    yield from _frames("Enter to the sheet with the hand", written, None)


def _frames(name: str, pairs: list[Pair], goal: float | None) -> Iterator[Row]:
    yield paired(name, [(ours.seconds, floor.seconds) for ours, floor in pairs], goal)
    slow, floor = (percentile95([each.seconds for each in side]) for side in zip(*pairs, strict=True))
    yield Row("  95th percentile", slow, floor, goal and 16.7, unit="ms", decimals=1)
    yield paired("  processor time of it", [(ours.worked, floor.worked) for ours, floor in pairs])
    size, floor = (median([each.bytes for each in side]) for side in zip(*pairs, strict=True))
    yield Row("  bytes, median", size, floor, goal and 1000)
    size, floor = (max(each.bytes for each in side) for side in zip(*pairs, strict=True))
    yield Row("  bytes, most", size, floor)
    frames, floor = (mean([each.frames for each in side]) for side in zip(*pairs, strict=True))
    yield Row("  frames", frames, floor, decimals=1)
