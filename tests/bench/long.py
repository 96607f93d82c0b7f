"""Games of thousands of hands: ten times the hands take ten times the work, and the page stays small."""

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from shutil import copyfile
from time import process_time
from typing import TypeVar

from prefcount.__main__ import CYCLE_SEARCH_THRESHOLD
from prefcount.audit.run_audit import audit_file
from prefcount.render.data import session_csv
from prefcount.render.documents import session_html
from prefcount.render.sheet_drawing import draw_compact
from prefcount.render.svg import sheet_svg
from prefcount.render.text import entry_list, settlement_text, sheet_text
from prefcount.render.view import table_view
from prefcount.session.session import Session
from prefcount.store.journal import Journal
from prefcount.store.reader import load
from prefcount.web.server import SessionWatcher
from prefcount.whatif import choose_rules, compare_rules
from tests.bench.material import draw_correction, draw_hand, save, season
from tests.bench.report import Row, paired
from tests.bench.terminal import ROOT, environment

FEW, MANY = 1000, 10_000
TIMES = MANY // FEW
ROUNDS = 3
LINEAR = 1.5
"""Maximum cost of a hand of the long game, as a multiple of a hand of the short game."""
PAGE = 64_000
"""Maximum bytes of the page for phones, however long the game is."""
SubjectT = TypeVar("SubjectT")
SMALL_SCREEN = 78
MEMORY = """
import sys
from pathlib import Path
from prefcount.cli.main import run
code = run(sys.argv[1:])
(most,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(most.split()[1], file=sys.stderr)
sys.exit(code)
"""


def long(folder: Path, rounds: int) -> Iterator[Row]:
    """Measure all uses of a file for 10,000 hands, against ten times a game of 1,000."""
    gc.set_threshold(CYCLE_SEARCH_THRESHOLD, 20, 20)  # The program does the same.
    rounds = min(rounds, ROUNDS)
    short, long_ = (save(season(count), folder / f"{count}.jsonl") for count in (FEW, MANY))
    for name, made in COMMANDS.items():
        yield _growth(
            f"{name}, {MANY:,} hands to {TIMES} × {FEW:,}", partial(_worked, made), long_, short, rounds
        )
    for name, done in AT_THE_TABLE.items():
        yield _growth(name, partial(_worked, done), _Table(long_), _Table(short), rounds)
    yield _growth(
        "a hand followed by the page for phones", _Phone.followed, _Phone(long_), _Phone(short), rounds
    )
    page, floor = (len(_Phone(path).watcher.first_state().snapshot("en").page) for path in (long_, short))
    yield Row("  bytes of the page, to those of the short game", page, floor, PAGE)
    if sys.platform == "linux":
        for name in ("settle", "report --html"):
            most, least = (_memory(*name.split(), str(path)) for path in (long_, short))
            yield Row(f"memory of {name}, to the short game", most, least, unit="MB")


def _growth(
    name: str, seconds: Callable[[SubjectT], float], many: SubjectT, few: SubjectT, rounds: int
) -> Row:
    pairs = [(seconds(many), TIMES * seconds(few)) for _round in range(rounds + 1)][1:]
    return paired(name, pairs, LINEAR)


def _worked(done: Callable[[SubjectT], object], subject: SubjectT) -> float:
    gc.collect()
    began = process_time()
    done(subject)
    return process_time() - began


def _memory(*arguments: str) -> float:
    command = [sys.executable, "-c", MEMORY, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), cwd=ROOT, check=True)
    return int(done.stderr.split()[-1]) / 1024


# --- commands, starting from the bytes of the file ------------------------------------------------


def _show(path: Path) -> object:
    session = load(path).session
    return sheet_text(session), entry_list(session, why=True)


def _what_if(path: Path) -> object:
    session = load(path).session
    return compare_rules(session, choose_rules(session, "leningrad"))


COMMANDS: dict[str, Callable[[Path], object]] = {
    "settle --steps": lambda path: settlement_text(load(path).session, steps=True),
    "show --why": _show,
    "audit": audit_file,
    "replay --preset leningrad": _what_if,
    "report --html": lambda path: session_html(load(path).session, ""),
    "report --svg": lambda path: sheet_svg(load(path).session),
    "report --csv postings": lambda path: session_csv(load(path).session, "postings"),
}


# --- at the table, with the game already read -----------------------------------------------------


class _Table:
    """A game in progress; every step is a new session, with nothing computed yet."""

    def __init__(self, path: Path) -> None:
        self.session, self.random = load(path).session, Random(0)
        table_view(self.session)

    def enter(self) -> None:
        hand = draw_hand(self.session, self.session.state, self.random)
        self._look(self.session.accept(hand).session)

    def correct(self) -> None:
        middle = len(self.session.entries) // 2
        self._look(self.session.accept(draw_correction(self.session, middle, self.random)).session)

    def _look(self, session: Session) -> None:
        self.session = session
        view = table_view(session)
        draw_compact(view, SMALL_SCREEN)
        assert view.hands[-1].exact_worth


AT_THE_TABLE: dict[str, Callable[[_Table], object]] = {
    "a hand entered, until the sheet is right": _Table.enter,
    "a hand in the middle corrected": _Table.correct,
}


# --- for phones ------------------------------------------------------------------------------------


class _Phone:
    """A shared game that another program writes."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_suffix(".shared")
        copyfile(path, self.path)
        self.watcher, self.random = SessionWatcher(lambda: self.path, load(self.path)), Random(0)
        self.watcher.first_state()

    def followed(self) -> float:
        """Return the seconds for a new hand, from its line in the file to the snapshot that is sent."""
        loaded = load(self.path)
        hand = draw_hand(loaded.session, loaded.session.state, self.random)
        written = loaded.session.accept(hand).session.entries[-1]
        Journal.from_loaded(self.path, loaded).append(written)
        return _worked(_Phone._follow, self)

    def _follow(self) -> None:
        moment = self.watcher.poll()
        assert moment is not None
        moment.snapshot("en")
