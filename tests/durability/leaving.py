"""Files and folders that disappear while a game is open: each acknowledged hand is in a file that was named.

Hands are entered on the screen, on a phone at `share --write` or on a phone at the table. Then the file or
its folder is removed, renamed, replaced or made read-only, and the game is left by keys or by a signal. Some
of the further places for a copy refuse new files. At the end each acknowledged hand must be in the session
file, in a file that the program named, or among the lines that it printed with an exit code other than 0.

The control is a program that keeps no copy.
"""

import asyncio
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import nullcontext, redirect_stderr, redirect_stdout, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import urlsplit

from prefcount.base import system
from prefcount.cli.command_io import report_copies
from prefcount.entries.models import NoteEntry
from prefcount.store.disk import WriteError
from prefcount.store.reader import ReadError, load
from prefcount.store.settings import FOLDER_VARIABLE
from prefcount.tui.kit.open_session import OpenSession, watch_games
from prefcount.tui.table.table_screen import TableScreen
from prefcount.web.address import LOOPBACK
from tests.durability.phones import noted
from tests.durability.report import ROOT, Row
from tests.store.files import by_program
from tests.tui.terminal import running
from tests.tui.window import LONGEST, Window
from tests.web.phone import asked, ident, sent

BAD = ("lost", "silent", "crashed")
MAX_HANDS = 3
ENDING = ".jsonl"
LETTERS = ("a", "ж", "ш", "語", "🂡")
"""Letters of one to four bytes, from which long names are made."""
LONGEST_NAME = 250
"""With a longer name the name of the lock would be too long, and the game could only be read."""
KEEPS_NOTHING = """
from prefcount.tui.kit.open_session import OpenSession
OpenSession.keep_copy = lambda self: True
"""
SAVED = re.compile(r"saved in (.+?)\r?$", re.MULTILINE)
PRINTED = re.compile(r"^\{.*\}\r?$", re.MULTILINE)

# --- damage to the file --------------------------------------------------------------------------


class Room(NamedTuple):
    """The folders of one round; `refused` is a file that lists folders in which no file can be created."""

    top: Path
    path: Path
    older: bytes

    @property
    def refused(self) -> Path:
        """Return the file that lists the folders in which no file can be created."""
        return self.top / "refused"

    @property
    def places(self) -> dict[str, Path]:
        """Return the further places for a copy, by the variables that name them."""
        return {FOLDER_VARIABLE: self.top / "games", "HOME": self.top / "home", "TMPDIR": self.top / "temp"}

    def refuse(self, folder: Path) -> None:
        """Let no file be created in a folder from now on."""
        with self.refused.open("a") as written:
            written.write(f"{folder}\n")


def nothing(_room: Room) -> None:
    """Leave the file alone."""


def delete_file(room: Room) -> None:
    room.path.unlink()


def put_older_file_back(room: Room) -> None:
    fresh = room.path.with_name("fresh")
    fresh.write_bytes(room.older)
    fresh.replace(room.path)


def cut_file(room: Room) -> None:
    room.path.write_bytes(room.older)


def replace_file_by_folder(room: Room) -> None:
    room.path.unlink()
    room.path.mkdir()


def remove_folder(room: Room) -> None:
    shutil.rmtree(room.path.parent)


def rename_folder(room: Room) -> None:
    room.path.parent.rename(room.top / "renamed")


def replace_folder(room: Room) -> None:
    """Replace the folder by another one with the older file."""
    rename_folder(room)
    room.path.parent.mkdir()
    room.path.write_bytes(room.older)


def replace_folder_by_file(room: Room) -> None:
    rename_folder(room)
    room.path.parent.write_text("")


def forbid_new_files(room: Room) -> None:
    """Put the older file back, and let no file be created in its folder."""
    put_older_file_back(room)
    room.refuse(room.path.parent)


DAMAGES = (
    nothing,
    delete_file,
    put_older_file_back,
    cut_file,
    replace_file_by_folder,
    remove_folder,
    rename_folder,
    replace_folder,
    replace_folder_by_file,
    forbid_new_files,
)


def long_name(length: int, letter: str) -> str:
    """Return a session file name of at most `length` bytes."""
    return letter * ((length - len(ENDING)) // len(letter.encode())) + ENDING


def begin(top: Path, chance: Random) -> Room:
    """Make the folders of a round and a game with one note; some further places refuse a copy."""
    top.mkdir()
    name = (
        long_name(chance.randint(200, LONGEST_NAME), chance.choice(LETTERS))
        if chance.random() < 0.5
        else "evening.jsonl"
    )
    room = Room(top, top / "stick" / name, b"")
    room.path.parent.mkdir()
    room.refused.write_text("")
    by_program(room.path)
    for place in room.places.values():
        if chance.random() < 0.7:  # Otherwise the folder is missing.
            place.mkdir()
        if chance.random() < 0.3:
            room.refuse(place)
    return room._replace(older=room.path.read_bytes())


# --- entering hands and leaving the game ---------------------------------------------------------


class Left(NamedTuple):
    """A game that was left: acknowledged notes or hands, messages, exit code and everything painted."""

    acknowledged: set[str]
    said: str
    code: int
    screen: bytes = b""


REFUSING = """
import os, tempfile
from prefcount.base import system
def refusing(path, access, *rights, **how):
    with open({refused!r}) as lines:
        refused = lines.read().splitlines()
    if access & os.O_CREAT and any(str(path).startswith(each + "/") for each in refused):
        raise OSError(30, os.strerror(30))
    return type(system.CURRENT).open(system.CURRENT, path, access, *rights, **how)
system.CURRENT.open = refusing
tempfile.tempdir = {temp!r}
"""


def make_prelude(room: Room, control: bool) -> str:
    """Return the code that the program runs first: folders refuse files, and the control keeps no copy."""
    refusing = REFUSING.format(refused=str(room.refused), temp=str(room.places["TMPDIR"]))
    return refusing + (KEEPS_NOTHING if control else "")


def make_environment(room: Room) -> dict[str, str]:
    return {name: str(place) for name, place in room.places.items()} | {
        "PYTHONPATH": str(ROOT),
        "LANG": "C.UTF-8",
    }


def leave_screen(room: Room, chance: Random, damage: Callable[[Room], None], control: bool) -> Left:
    """Enter raspasy on the screen of the real program, then leave it by keys or a signal."""
    with patch.dict(os.environ, make_environment(room)):
        window = Window(str(room.path), prelude=make_prelude(room, control))
    try:
        window.shows("Who plays?")
        hands = [f"r {first} {second} {10 - first - second}" for first in range(5) for second in range(5)]
        acknowledged, newest = set[str](), b""
        for hand in chance.sample(hands, chance.randint(1, MAX_HANDS)):
            if number := _typed(window, hand, newest):
                acknowledged.add(hand)
                newest = number
        damage(room)
        if chance.random() < 0.3:
            window.type("\x1b[23~")  # F11 reads the file again
        hand = "r 5 5 0"
        if chance.random() < 0.5 and _typed(window, hand, newest, wait=10):
            acknowledged.add(hand)
        if chance.random() < 0.4:
            window.process.send_signal(chance.choice([signal.SIGTERM, signal.SIGHUP]))
        began, keys = monotonic(), chance.choice(["\x11", "\x1b[21~"])
        while window.process.poll() is None and monotonic() - began < LONGEST:
            with suppress(OSError):
                window.type(keys)
            for _glance in range(4):
                window.wait()
            keys = "\x11"
        code = window.ends()
    finally:
        window.process.kill()
        window.process.wait()
        window.close()
    said = window.seen.rpartition(b"\x1b[?1049l")[2].decode(errors="replace")
    return Left(acknowledged, said, code, window.seen)


def _typed(window: Window, hand: str, newest: bytes, wait: int = 1000) -> bytes:
    """Type a hand and record it; return the number that the screen acknowledged, or nothing."""
    before = len(window.seen)
    window.type(f"\x15{hand}\r\r")
    for _glance in range(wait):
        if number := find_new_number(window.seen[before:], newest):
            return number
        if window.process.poll() is not None:
            break
        window.wait()
    return b""


def find_new_number(painted: bytes, newest: bytes) -> bytes:
    """Return the number of a newly recorded hand; ignore repaints of `newest`."""
    numbers = re.findall(rb"Recorded: hand (\d+)\.", painted)
    return next((number for number in numbers if number != newest), b"")


def leave_shared(room: Room, chance: Random, damage: Callable[[Room], None], control: bool) -> Left:
    """Enter notes on a phone by the second link of `share --write`, then end the program by a signal."""
    code = f"{make_prelude(room, control)}\nimport sys\nfrom prefcount.__main__ import main\nsys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "share", str(room.path), "--write"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **make_environment(room)},
    )
    try:
        assert process.stdout is not None
        links = [process.stdout.readline().decode().split()[-1] for _line in range(2)]
        notes = [f"note {number}" for number in range(chance.randint(1, MAX_HANDS))]
        acknowledged = {note for note in notes if _sent(links[1], note)}
        damage(room)
        if chance.random() < 0.5 and _sent(links[1], "late"):
            acknowledged.add("late")
        process.send_signal(chance.choice([signal.SIGTERM, signal.SIGHUP, signal.SIGINT]))
        out, err = process.communicate(timeout=LONGEST)
    finally:
        process.kill()
        process.wait()
    return Left(acknowledged, (err + out).decode(errors="replace"), process.returncode)


def _sent(link: str, note: str) -> bool:
    place = urlsplit(link)
    connection = HTTPConnection(place.netloc, timeout=LONGEST)
    headers = {"Origin": f"http://{place.netloc}", "Content-Type": "application/json"}

    def answered(path: str, body: str) -> dict[str, str]:
        connection.request("POST", f"{place.path}{path}", body, headers)
        answer: dict[str, str] = json.loads(connection.getresponse().read())
        return answer

    try:
        seen = answered("form", asked().model_dump_json())["seen"]
        body = asked(seen, noted(note), ident=ident()).model_dump_json()
        return answered("record", body)["status"] == "recorded"
    finally:
        connection.close()


Entering = Callable[[Room, Random, Callable[[Room], None]], Coroutine[Any, Any, set[str]]]
"""Enters notes, damages the file and leaves; returns the acknowledged notes."""


def here(
    entering: Entering, room: Room, chance: Random, damage: Callable[[Room], None], control: bool
) -> Left:
    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    keeps = patch.object(OpenSession, "keep_copy", lambda _self: True) if control else nullcontext()
    with (
        patch.dict(os.environ, make_environment(room)),
        patch("tempfile.tempdir", None),
        keeps,
        watch_games() as games,
    ):
        try:
            exec(make_prelude(room, control=False), {})
            acknowledged = asyncio.run(entering(room, chance, damage))
            with redirect_stdout(out), redirect_stderr(err):
                code = report_copies(games.close())
        finally:
            del system.CURRENT.open
    out.seek(0)
    return Left(acknowledged, err.getvalue() + out.read(), code)


async def leave_table_with_phone(room: Room, chance: Random, damage: Callable[[Room], None]) -> set[str]:
    """Enter notes on a phone by a link of the table, then leave the table by keys or shut it down."""
    acknowledged = set[str]()
    async with running(room.path) as terminal:
        table = terminal.app.screen
        assert isinstance(table, TableScreen)
        await terminal.until(lambda: table.open_session.is_writer, "the table to be the writer")
        await table.sharing.open(LOOPBACK)
        await table.sharing.allow_writing()
        served = table.sharing.served
        assert served is not None
        assert served.writing_address is not None
        for note in _notes(room, chance, damage):
            seen = (await sent(served.writing_address, "form", asked()))["seen"]
            wanted = asked(seen, noted(note), ident=ident())
            if (await sent(served.writing_address, "record", wanted))["status"] == "recorded":
                acknowledged.add(note)
        if chance.random() < 0.5:
            terminal.send("f10", "f10")
            await terminal.pilot.pause()
    return acknowledged


async def leave_without_screen(room: Room, chance: Random, damage: Callable[[Room], None]) -> set[str]:
    """Enter notes into an open session that sometimes reads its file again, then close it."""
    acknowledged = set[str]()
    game = OpenSession(room.path)
    for note in _notes(room, chance, damage):
        with suppress(WriteError):
            await game.write(NoteEntry(text=note))
            acknowledged.add(note)
        if chance.random() < 0.3:
            with suppress(ReadError):
                await game.reopen()
        if chance.random() < 0.3:
            await game.check_file()
    game.close()
    return acknowledged


def _notes(room: Room, chance: Random, damage: Callable[[Room], None]) -> Iterator[str]:
    """Yield the notes of a round, and damage the file before the last ones."""
    yield from (f"note {number}" for number in range(chance.randint(1, MAX_HANDS)))
    damage(room)
    yield from ("late", "later")


Place = Callable[[Room, Random, Callable[[Room], None], bool], Left]
AT_TABLE: Place = partial(here, leave_table_with_phone)
WITHOUT_SCREEN: Place = partial(here, leave_without_screen)
PLACES: tuple[Place, ...] = (leave_screen, leave_shared, AT_TABLE)


# --- the count at the end ------------------------------------------------------------------------


def run(folder: Path, count: int, seed: int = 1) -> Iterator[Row]:
    """Play `count` rounds, each at the next place, and a tenth as many (at least 3) of the control."""
    yield played("left after the file went away", folder / "real", count, PLACES, seed)
    name, rounds = "left after the file went away, nothing kept", max(3, count // 10)
    yield played(name, folder / "control", rounds, (AT_TABLE,), seed, control=True)


def played(
    name: str, folder: Path, count: int, places: Sequence[Place], seed: int, *, control: bool = False
) -> Row:
    folder.mkdir()
    chance, figures = Random(seed), dict.fromkeys(("rounds", "acknowledged", "copies", "printed", *BAD), 0)
    for number in range(count):
        room, place = begin(folder / str(number), chance), places[number % len(places)]
        damage = chance.choice(DAMAGES[control:])
        left = place(room, chance, damage, control)
        lost = count_round(room, left, figures)
        if lost and not control:
            sys.stderr.write(f"seed {seed}, round {number}, {damage.__name__}: {lost} of {left}\n")
            for path in filter(Path.is_file, sorted(room.top.rglob("*"))):
                sys.stderr.write(f"  {path}: {path.read_bytes()!r}\n")
        shutil.rmtree(room.top)
    return Row(name, figures, BAD, control=control)


def count_round(room: Room, left: Left, figures: dict[str, int]) -> set[str]:
    """Count the session file, the named files and the printed lines; return what is in none of them."""
    named = [Path(name) for name in SAVED.findall(left.said)]
    lines = PRINTED.findall(left.said)
    if lines:
        printed = room.top / "printed.jsonl"
        printed.write_text("\n".join(line.rstrip("\r") for line in lines) + "\n", encoding="utf-8")
        named.append(printed)
        figures["printed"] += 1
    there = set[str]()
    for path in (room.path, *named):
        with suppress(ReadError):
            session = load(path).session
            there |= {step.entry.text for step in session.replay.steps if isinstance(step.entry, NoteEntry)}
            there |= {session.line(step) for step in session.replay.steps}
    figures["rounds"] += 1
    figures["acknowledged"] += len(left.acknowledged)
    figures["copies"] += len(named) - bool(lines)
    lost = left.acknowledged - there
    figures["lost"] += len(lost)
    figures["silent"] += bool(lines) and left.code == 0
    figures["crashed"] += "error of its own" in left.said or "Traceback" in left.said
    return lost
