"""The terminal program at the table, compared with an application that has one label."""

import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from prefcount.session.session import Session
from tests.bench.commands import SLOWER
from tests.bench.hello import GREETING
from tests.bench.material import ENTER, PLAYERS, begun, entered, evening, save
from tests.bench.report import Row, paired, percentile95
from tests.bench.terminal import SIZE, Shown, Terminal, running

HANDS = 40
HANDS_A_ROUND = 2
ON_THE_SHEET = (PLAYERS[0], "pool")
"""Texts that are only shown together on the sheet: the list of games has no pools."""

EVENING = 30
SIZES = (SIZE, (120, 40))
EVENING_BYTES = 250_000


class Goals(NamedTuple):
    """Maximum figures.

    Attributes:
        to_floor: median time as a multiple of the floor; without it `milliseconds` is the goal of the median.
        milliseconds: 95th percentile of the time, or the median.
        bytes: median.
        frames: mean.
    """

    to_floor: float | None
    milliseconds: float
    bytes: int
    frames: float


FOR_A_KEY = Goals(2.2, 16.7, 900, 1.0)
FOR_AN_ENTER = Goals(None, 25, 5000, 1.1)

Pair = tuple[Shown, Shown]
"""A measured output, and the floor measured right after it."""


def _table(path: Path) -> AbstractContextManager[Terminal]:
    return running("prefcount", str(path), PREFCOUNT_SESSIONS=str(path.parent))


def _hello() -> AbstractContextManager[Terminal]:
    return running("tests.bench.hello")


def first_frame(folder: Path, rounds: int) -> Iterator[Row]:
    """Measure from the start of the program to the sheet of a game of 40 hands."""
    path = save(evening(HANDS), folder / "evening.jsonl")
    pairs = [(_opened(path), _measure_greeting()) for _round in range(rounds + 1)][1:]
    seconds = [(ours.seconds, floor.seconds) for ours, floor in pairs]
    yield paired(f"first frame of {HANDS} hands", seconds, 2.2)
    yield paired("  processor time of it", [(ours.worked, floor.worked) for ours, floor in pairs])


def _opened(path: Path) -> Shown:
    with _table(path) as terminal:
        return terminal.shown(*ON_THE_SHEET)


def _measure_greeting() -> Shown:
    with _hello() as terminal:
        return terminal.shown(GREETING)


def keys_to_frames(folder: Path, rounds: int) -> Iterator[Row]:
    """Measure from each key of the guided entry to the last byte it causes, in turns with the floor."""
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
            written.append((terminal.press(ENTER, recorded(session)), hello.press("x")))
            session = session.accept(hand.entry).session
    yield from _frames(f"key to frame, {len(asked)} keys", asked, FOR_A_KEY)
    yield from _frames("Enter to the sheet with the hand", written, FOR_AN_ENTER)


def recorded(session: Session) -> str:
    return f"Recorded: hand {session.state.hands + 1}."


def _frames(name: str, pairs: list[Pair], goals: Goals) -> Iterator[Row]:
    seconds = [(ours.seconds, floor.seconds) for ours, floor in pairs]
    if goals.to_floor is not None:
        yield paired(name, seconds, goals.to_floor)
    else:
        yield paired(name, seconds, goals.milliseconds, relative=False)
    slow, floor = (percentile95(side) for side in zip(*seconds, strict=True))
    goal = goals.milliseconds if goals.to_floor is not None else None
    yield Row("  95th percentile", slow, floor, goal, unit="ms", decimals=1)
    yield paired("  processor time of it", [(ours.worked, floor.worked) for ours, floor in pairs])
    size, floor = (median([each.bytes for each in side]) for side in zip(*pairs, strict=True))
    yield Row("  bytes, median", size, floor, goals.bytes)
    size, floor = (max(each.bytes for each in side) for side in zip(*pairs, strict=True))
    yield Row("  bytes, most", size, floor)
    frames, floor = (mean([each.frames for each in side]) for side in zip(*pairs, strict=True))
    yield Row("  frames", frames, floor, goals.frames, decimals=2)


def first_frame_of_a_small_machine(folder: Path, rounds: int) -> Iterator[Row]:
    """Estimate the first frame on one core at a fifth of the speed: five times the processor time."""
    path = save(evening(HANDS), folder / "evening.jsonl")
    worked = min(_opened(path).worked for _round in range(rounds))
    yield Row("first frame, at a fifth of the speed", SLOWER * worked, unit="s", decimals=1)


def whole_evening(_folder: Path, _rounds: int) -> Iterator[Row]:
    """Count the bytes of thirty hands, from the first frame of a new game to the last Enter."""
    for columns, lines in SIZES:
        with TemporaryDirectory() as folder:
            written = _enter_evening(Path(folder), (columns, lines))
        packed = zlib.compressobj()
        squeezed = sum(len(packed.compress(each) + packed.flush(zlib.Z_SYNC_FLUSH)) for each in written)
        sent, goal = sum(map(len, written)), EVENING_BYTES if (columns, lines) == SIZE else None
        yield Row(f"bytes of an evening at {columns}x{lines}", sent, None, goal, counted=True)
        yield Row("  as ssh -C sends them", squeezed)


def _enter_evening(folder: Path, size: tuple[int, int]) -> list[bytes]:
    session, random = begun({"target": 2 * EVENING}), Random(0)
    path = save(session, folder / "evening.jsonl")
    with running("prefcount", str(path), size=size, PREFCOUNT_SESSIONS=str(folder)) as terminal:
        terminal.shown(*ON_THE_SHEET)
        terminal.calm()
        for _hand in range(EVENING):
            hand = entered(session, random)
            for key in hand.keys:
                terminal.press(key)
            terminal.press(ENTER, recorded(session))
            session = session.accept(hand.entry).session
        return terminal.written
