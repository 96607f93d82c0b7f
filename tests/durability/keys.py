"""Random keys in bursts over every screen, also while the window changes its size, and SIGTERM at any moment.

The real program in a pseudo-terminal gets up to 25 keys in one write, as a held key, a fast typist or a slow
line sends them. The program must not crash, it must go on drawing, and SIGTERM must end it. The files must
hold every hand that the screen reported as recorded.
"""

import os
import random
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from unittest.mock import patch

from prefcount.render.text_cells import width
from prefcount.session.session import Session
from prefcount.store.reader import TORN_TAIL, ReadError, load, load_book
from prefcount.store.session_folder import BOOK_NAME
from prefcount.store.settings import FOLDER_VARIABLE
from tests.durability.report import ROOT, Row
from tests.tui.window import Window

SAMPLES = ROOT / "sample_sessions"
TABLES = {
    "sochi-american-aid": "igor 7h wp 6\r\r",
    "leningrad-four-players": "oleg 8n pp\r\r",
    "priffe-second-table": "y d 6\r\r",
    "balkan-to-the-last-bula": "milena herc 3 1\r\r",
}
"""Sample games that are not over, each with a hand to type."""
SIZE = (80, 24)
SEPARATOR = "\0"
"""Separates the keys of a burst, so that they can be counted. Never sent to the program."""
ENDS = (0, 128 + signal.SIGTERM, -signal.SIGTERM)
"""Exit codes of a program that quit, was ended by SIGTERM, or did not handle SIGTERM at that moment."""
SMALLEST, LARGEST = (20, 6), (200, 60)
MAX_BURST = 25
KEYS_PER_PROGRAM = 400
BURSTS_PER_LOOK = 6
"""Number of bursts between two checks that the program still draws."""
MAX_PAUSE = 0.03
QUIET, HAND_WAIT = 0.05, 1.5
MAX_WAIT, MAX_BUSY = 60.0, 10.0
"""Seconds without drawing, and processor seconds among them, after which the program counts as hanging."""
LATE_MS = 3000
"""SIGTERM ends the program within a second; a busy machine gets some more time."""

F = {
    1: "\x1bOP",
    2: "\x1bOQ",
    3: "\x1bOR",
    4: "\x1bOS",
    **{n: f"\x1b[{code}~" for n, code in zip(range(5, 13), (15, 17, 18, 19, 20, 21, 23, 24), strict=True)},
}
UP, DOWN, RIGHT, LEFT = (f"\x1b[{end}" for end in "ABCD")
PAGE_UP, PAGE_DOWN, HOME, END, DELETE, INSERT = (
    f"\x1b[{what}" for what in ("5~", "6~", "H", "F", "3~", "2~")
)
ESCAPE, ENTER, TAB, BACK_TAB, BACKSPACE = "\x1b", "\r", "\t", "\x1b[Z", "\x7f"
MOVES = (UP, DOWN, RIGHT, LEFT, PAGE_UP, PAGE_DOWN, HOME, END, TAB, BACK_TAB)
PALETTE = "\x10"
OPENS = (PALETTE, *F.values(), *(chr(ord(letter) - 64) for letter in "CDEFGLNOPRSTX"))
QUIT = "\x11"
TYPED = (*"0123456789-= /.,+", *"amwpr7hsxyабя")
WAYS = (
    (PALETTE,),
    (ESCAPE, PALETTE),
    ("\x04",),
    ("\x04", PALETTE),
    (F[5],),
    (F[5], F[1]),
    (F[2], F[12]),
    ("\x0f",),
    ("\x0c",),
    ("\x0c", "0"),
    ("\x12", F[9]),
    ("\x07",),
    (F[3], ENTER),
    (F[8], F[2]),
    (ENTER,),
)
HANDS = (*TABLES.values(), "174\r", "285\r", "0\r\r", "9")
SAID = re.compile(r"Recorded: hand (\d+)|Раздача (\d+) записана")
BAD = ("crashes", "hangs", "ended late", "lost", "damaged")
UNGUARDED = (
    "import prefcount.tui.app as app; app.has_page = lambda listed: True; "
    "app.is_of_left_screen = lambda error: False"
)
"""The control: a program without the guards around Textual's lists and screens that were left."""


class Painted:
    """The cells of a terminal, as the program has painted them."""

    _TOKENS = re.compile(
        r"\x1b\[(?P<given>[0-?]*)[ -/]*(?P<end>[@-~])"
        r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1bP.*?\x1b\\|\x1b[^[\]P]"
        r"|(?P<text>[^\x00-\x1f\x7f]+)|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])"
    )

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, str]] = {}
        self._x = self._y = 0
        self._rest = ""
        self._undecoded = b""

    def feed(self, written: bytes) -> None:
        whole = self._undecoded + written
        try:
            text, self._undecoded = whole.decode(), b""
        except UnicodeDecodeError as error:
            text, self._undecoded = whole[: error.start].decode(), whole[error.start :]
        text, end = self._rest + text, 0
        while match := self._TOKENS.match(text, end):
            end = match.end()
            self._paint(match)
        self._rest = text[end:][-200:]

    def _paint(self, token: re.Match[str]) -> None:
        if token["text"]:
            for sign in token["text"]:
                self._rows.setdefault(self._y, {})[self._x] = sign
                self._x += 1 if sign.isascii() else width(sign)
        elif token["control"] in ("\r", "\n"):
            self._x, self._y = 0, self._y + (token["control"] == "\n")
        elif token["end"] == "H":
            row, _semicolon, column = token["given"].partition(";")
            self._y, self._x = int(row or 1) - 1, int(column or 1) - 1
        elif token["end"] == "J":
            self._rows.clear()

    @property
    def title(self) -> str:
        return self._line(0)

    @property
    def recorded(self) -> list[int]:
        """The numbers of the hands that the window reports as recorded."""
        found = [match for y in self._rows for match in SAID.finditer(self._line(y))]
        return [int(match[1] or match[2]) for match in found]

    def _line(self, y: int) -> str:
        row = self._rows.get(y) or {0: ""}
        return "".join(row.get(x, " ") for x in range(max(row) + 1))


class BurstWindow(Window):
    """A window whose cells are known, running a program with its own folder of games."""

    def __init__(self, folder: Path, *arguments: str, size: tuple[int, int], prelude: str) -> None:
        self.painted, self.first_keys = Painted(), ""
        self.folder = folder
        places = {FOLDER_VARIABLE: str(folder), "XDG_DOCUMENTS_DIR": str(folder / "documents")}
        with patch.dict(os.environ, places):
            super().__init__(*arguments, prelude=prelude, size=size)

    def _read(self, deadline: float) -> bytes:
        written = super()._read(deadline)
        self.painted.feed(written)
        self.seen = self.seen[-4096:]
        return written

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def rest(self) -> None:
        """Wait until the program writes nothing for a moment."""
        while self._read(monotonic() + QUIET):
            pass

    def draws(self) -> bool:
        """Resize the window by a line; return whether the program draws something or has ended."""
        self.rest()
        columns, rows = self.size
        self.resize(columns, rows + (1 if rows < LARGEST[1] else -1))
        deadline, busy = monotonic() + MAX_WAIT, self._processor_seconds() + MAX_BUSY
        while self.is_running and monotonic() < deadline and self._processor_seconds() < busy:
            if self._read(monotonic() + 1):
                return True
        return not self.is_running

    def _processor_seconds(self) -> float:
        times = os.sysconf("SC_CLK_TCK")
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # The system has no /proc, or the program has ended.
            return 0.0
        return (int(fields[11]) + int(fields[12])) / times

    def milliseconds_to_end(self) -> int:
        """Send SIGTERM, and return how long the program takes to end, at most `MAX_WAIT`."""
        began = monotonic()
        self.process.send_signal(signal.SIGTERM)
        while self.is_running and monotonic() - began < MAX_WAIT:
            self._read(monotonic() + 0.01)
        return int((monotonic() - began) * 1000)


def random_burst(chance: random.Random) -> str:
    """Choose a held key, a way to a screen, a hand, commands, text or any keys."""
    count = chance.randint(1, MAX_BURST)
    match chance.randrange(10):
        case 0 | 1:
            keys = [chance.choice((*MOVES, *MOVES, ESCAPE, ENTER, *OPENS, *TYPED))] * count
        case 2 | 3:
            keys = [*chance.choice(WAYS), *chance.choices((*MOVES, ESCAPE, ENTER, PALETTE), k=count - 1)]
        case 4:
            keys = [*chance.choice(HANDS), *chance.choices((ENTER, ESCAPE, F[3]), k=chance.randint(0, 2))]
        case 5:
            keys = chance.choices((ESCAPE, PALETTE, *OPENS), k=count)
        case 6:
            keys = chance.choices((*TYPED, ENTER, BACKSPACE), k=count)
        case _:
            pool = (*MOVES, *OPENS, *TYPED, *(ESCAPE, ENTER, BACKSPACE, DELETE, INSERT) * 3)
            keys = chance.choices(pool, k=count) + [QUIT] * (chance.random() < 0.003)
    return SEPARATOR.join(keys)


def random_size(chance: random.Random) -> tuple[int, int]:
    return chance.randint(SMALLEST[0], LARGEST[0]), chance.randint(SMALLEST[1], LARGEST[1])


def run(folder: Path, count: int, seed: int = 1) -> Iterator[Row]:
    """Press `count` keys, an eighth as many while the size changes, and some without the guards."""
    yield Row("random keys", _pressed(folder / "keys", count, seed), BAD)
    figures = _pressed(folder / "resized", max(40, count // 8), seed, resizes=True)
    yield Row("random keys and sizes of the window", figures, BAD)
    figures = _pressed(folder / "control", max(2000, count // 50), seed, prelude=UNGUARDED)
    yield Row("random keys without the guards", figures, BAD, control=True)


def _pressed(
    folder: Path, count: int, seed: int, *, resizes: bool = False, prelude: str = ""
) -> dict[str, int]:
    """Press keys in one program after another; with a prelude, stop at the first failure."""
    figures = dict.fromkeys(("keys", "bursts", "resizes", "recorded", "ended", "ms the slowest end", *BAD), 0)
    number = 0
    while figures["keys"] < count and not (prelude and any(figures[each] for each in BAD)):
        number += 1
        games = _begun(folder / f"{number}")
        chance = random.Random(f"{seed} {number}")
        size = random_size(chance) if resizes else SIZE
        name = chance.choice(list(TABLES))
        table = [str(games / f"{name}.jsonl")] if chance.random() < 0.6 else []
        window = BurstWindow(games, *table, size=size, prelude=prelude)
        try:
            window.first_keys = PALETTE + PAGE_DOWN if prelude else TABLES[name] if table else ""
            _play(window, chance, min(KEYS_PER_PROGRAM, count - figures["keys"]), figures, resizes=resizes)
        finally:
            window.process.kill()
            window.process.wait()
            window.close()
        figures["damaged"] += sum(map(_is_damaged, games.rglob("*.jsonl")))
        shutil.rmtree(games)
    return figures


def _begun(folder: Path) -> Path:
    """Copy the sessions of a season into a folder, and add games that are not over."""
    shutil.copytree(SAMPLES / "season", folder)
    for name in TABLES:
        lines = (SAMPLES / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
        (folder / f"{name}.jsonl").write_bytes(b"".join(lines[:13]))
    return folder


def _play(
    window: BurstWindow, chance: random.Random, count: int, figures: dict[str, int], *, resizes: bool
) -> None:
    said: set[tuple[str, int]] = set()
    first, hangs = figures["keys"], False
    while window.is_running and not window.painted.title:
        window.wait()
    while window.is_running and figures["keys"] < first + count and not hangs:
        is_hand = figures["keys"] == first or chance.random() < 0.1
        hand = window.first_keys if figures["keys"] == first else chance.choice(HANDS)
        burst = SEPARATOR.join(hand) if is_hand and hand else random_burst(chance)
        figures["keys"] += burst.count(SEPARATOR) + 1
        figures["bursts"] += 1
        window.type(burst.replace(SEPARATOR, ""))
        for _time in range(chance.randint(1, 3) if resizes else 0):
            window.resize(*random_size(chance))
            figures["resizes"] += 1
            window.pause(chance.uniform(0, MAX_PAUSE))
        window.pause(chance.choice((0, 0, MAX_PAUSE)) * chance.random())
        deadline = monotonic() + HAND_WAIT * is_hand  # The report would disappear with the next key.
        while window.is_running and not window.painted.recorded and monotonic() < deadline:
            window.wait()
        said |= {(window.painted.title, hand) for hand in window.painted.recorded}
        hangs = figures["bursts"] % BURSTS_PER_LOOK == 0 and not window.draws()
    figures["hangs"] += hangs
    if window.is_running:
        sleep(chance.uniform(0, MAX_PAUSE))
        took = window.milliseconds_to_end()
        figures["ended"] += 1
        figures["ms the slowest end"] = max(took, figures["ms the slowest end"])
        figures["ended late"] += took > LATE_MS
    figures["crashes"] += window.process.poll() not in ENDS
    figures["recorded"] += len(said)
    figures["lost"] += sum(hand > _hands_in_file(window.folder, title) for title, hand in said)


def _hands_in_file(folder: Path, title: str) -> int:
    """Return how many hands were ever written into the game with this title."""
    sessions: list[Session] = []
    for path in folder.rglob("*.jsonl"):
        if path.name != BOOK_NAME:
            with suppress(ReadError):  # Such a file is counted as damaged.
                sessions.append(load(path).session)
    named = [each for each in sessions if all(name in title for name in each.players)] or sessions
    return max(sum(entry.kind in each.game.hand_kinds for entry in each.entries) for each in named)


def _is_damaged(path: Path) -> bool:
    try:
        loaded = load_book(path) if path.name == BOOK_NAME else load(path)
    except ReadError:
        return True
    return any(fault.code != TORN_TAIL for fault in loaded.faults)
