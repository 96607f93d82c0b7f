"""Trouble around a table, one kind at a time: nothing is lost, and each refusal is explained.

Two writers are stopped in the middle of their work, the clock is set back, a small disk becomes full under
the
screen, and another user may read the files but not write them.
"""

import asyncio
import io
import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

from prefcount.cli.commands import session as add_command
from prefcount.store import journal
from prefcount.store.disk import ENDING, WriteError, WriterLock, current_writer
from prefcount.store.journal import Follower
from prefcount.store.reader import load
from prefcount.store.session_folder import delete_game
from tests.durability.commands import are_sentences, run_command
from tests.durability.material import MATERIALS, SESSION, Material, begun
from tests.durability.report import Row
from tests.durability.writers import BAD, Add, list_notes, play_rounds, real, run_adders, unlocked

LONGEST_WAIT = 0.012
"""Maximum seconds until both writers are stopped."""
SHORT = 0.02
"""Seconds that the third writer waits for the stopped ones."""
NOBODY = 65534
ROOM = 128 * 1024
HANDS_OF_DISK = 25
"""Approximate number of hands that fill the small disk once. With a lower count no disk is mounted."""


def run(folder: Path, count: int) -> Iterator[Row]:
    """Run `count` rounds of stopped writers and of clocks set back, the small disk, and another user."""
    folder.chmod(0o755)
    for ending, material in MATERIALS.items():
        room = folder / f"stopped{ending}"
        room.mkdir()
        yield stopped(f"writers stopped{ending}", material, real, room / "real", count)
        name = f"writers stopped, no lock{ending}"
        control = stopped(name, material, unlocked, room / "control", max(20, count // 10))
        yield control._replace(control=True)
        yield set_clock_back(f"clock set back{ending}", material, folder / f"clock{ending}.jsonl", count)
    if count >= HANDS_OF_DISK:
        yield fill_small_disk(folder / "disk", count // HANDS_OF_DISK)
    yield try_another_user(folder / "shared")


# --- two writers are stopped ---------------------------------------------------------------------


def stopped(name: str, material: Material, add: Add, folder: Path, rounds: int) -> Row:
    """Stop two writers at a random moment; a third writer comes, and may delete the lock in its way."""
    chance = random.Random(1)
    figures = dict.fromkeys(("rounds", "stopped with the lock", "entries", "refused", *BAD), 0)
    with run_adders(material, add) as both:
        for number, path, told in play_rounds(material, folder, rounds, figures):
            for adder in both:
                adder.start(path, number)
            time.sleep(chance.uniform(0, LONGEST_WAIT))
            for adder in both:
                os.kill(adder.child, signal.SIGSTOP)
                os.waitpid(adder.child, os.WUNTRACED)
            figures["stopped with the lock"] += current_writer(path) is not None
            with shorten_waits():
                told[f"third {number}"] = add(material, path, f"third {number}")
                if chance.random() < 0.5:
                    path.with_name(path.name + ENDING).unlink(missing_ok=True)
                    told[f"fourth {number}"] = add(material, path, f"fourth {number}")
            for adder in both:
                os.kill(adder.child, signal.SIGCONT)
            for adder in both:
                told.update(adder.finished(number))
    return Row(name, figures, BAD)


@contextmanager
def shorten_waits() -> Iterator[None]:
    with (
        patch.object(add_command, "LOCK_SECONDS", SHORT),
        patch.object(journal, "BOOK_PATIENCE", SHORT),
        patch.object(journal, "PATIENCE", SHORT),
    ):
        yield


# --- the clock is set back -----------------------------------------------------------------------


def set_clock_back(name: str, material: Material, path: Path, count: int) -> Row:
    """Add entries while the clock and the times of the file jump; a follower reads the file after each."""
    bad = ("lost", "out of order", "not seen", "without a sentence")
    figures = dict.fromkeys(("entries", *bad), 0)
    chance, told = random.Random(1), list[str]()
    material.begin(path)
    follower = Follower(path, load(path)) if material is SESSION else None
    for number in range(count):
        moment = datetime(2026, 11, 14, tzinfo=UTC) - timedelta(hours=chance.uniform(-30, 30 + number))
        set_clock = lambda moment=moment: moment  # noqa: E731
        with patch.object(add_command, "now", set_clock), patch.object(journal, "now", set_clock):
            code = real(material, path, f"note {number}")
        figures["without a sentence"] += code == 2
        if not code:
            told.append(f"note {number}")
        os.utime(path, ns=(0, chance.choice((0, int(moment.timestamp()) * 10**9))))
        if follower is not None:
            follower.look()
            figures["not seen"] += list_notes(material, follower.loaded.session.entries) != told
    there = list_notes(material, material.load(path).session.entries)
    figures["entries"] = len(there)
    figures["lost"] = len(set(told) - set(there)) + count - len(told)
    figures["out of order"] = there != told
    return Row(name, figures, bad)


# --- a small disk under the screen ---------------------------------------------------------------


def fill_small_disk(folder: Path, rounds: int) -> Row:
    """Enter hands on the screen until the disk is full, make room, and go on."""
    name = "small disk under the screen"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        return Row(name, {}, (), skipped="only root may mount a disk")
    try:
        return Row(name, asyncio.run(_enter_until_full(folder, rounds)), ("lost", "damaged", "not said"))
    finally:
        subprocess.run(["umount", str(folder)], check=True)


async def _enter_until_full(folder: Path, rounds: int) -> dict[str, int]:
    """In each round fill the disk, enter hands until one is refused, make room, and record that hand."""
    from tests.tui.terminal import ROOMY, running

    figures = dict.fromkeys(("recorded", "refused", "lost", "damaged", "not said"), 0)
    path, filler = begun(folder / "evening.jsonl", 0), folder / "filler"
    async with running(path, size=ROOMY) as terminal:
        for _round in range(rounds):
            with filler.open("wb") as file:
                _fill(file)
            while True:
                await terminal.write("r 3 5 2")
                await terminal.press("enter", "enter")
                if "nothing was written" in terminal.flowing:
                    break
                figures["recorded"] += 1
                figures["lost"] += figures["recorded"] - count_entries(path)
            figures["refused"] += 1
            figures["not said"] += "the disk is full" not in terminal.flowing
            figures["damaged"] += bool(load(path).faults) or count_entries(path) != figures["recorded"]
            filler.unlink()
            await terminal.press("enter")
            figures["recorded"] += 1
            figures["lost"] += figures["recorded"] - count_entries(path)
    return figures


def count_entries(path: Path) -> int:
    return len(load(path).session.entries)


def _fill(file: io.BufferedWriter) -> None:
    while True:
        try:
            os.write(file.fileno(), bytes(1024))
        except OSError:
            return


# --- another user --------------------------------------------------------------------------------

READING = ("show {}", "show --why {}", "settle {}", "audit {}", "stats .", "debts .", "report --chat {}")
WRITING = ("add {} r 3 5 2", "new n.jsonl --players A B", "paid p.jsonl A B 3", "report {} -o page.svg")
"""Commands that another user can and cannot give for a game. They can begin a game in a writable folder."""


def try_another_user(folder: Path) -> Row:
    """Give every command as a user with or without the right to read, while another process writes or not.

    In a folder that the user may write to, the user may delete a game that no process writes. The game
    goes into the trash.
    """
    bad = ("changed", "without a sentence", "refused to readers", "left behind")
    figures = dict.fromkeys(("commands", "refused", *bad), 0)
    if not hasattr(os, "geteuid") or os.geteuid():
        return Row("another user", {}, (), skipped="only root may become another user")
    for number, (folder_rights, rights, writer) in enumerate(
        (each, right, writer) for each in (0o755, 0o777) for right in (0o644, 0o600) for writer in (0, 1)
    ):
        room = folder / str(number)
        room.mkdir(parents=True)
        folder.chmod(0o755)
        path = begun(room / "evening.jsonl", 3)
        run_command(["paid", str(room / "p.jsonl"), "A B 3", "--currency", "EUR"])
        lines = [each.format("evening.jsonl") for each in (*READING, *WRITING)]
        _all(room, lines)  # Load everything before the rights are gone.
        for made in ("n.jsonl", "page.svg"):
            (room / made).unlink()
        for each in room.iterdir():
            each.chmod(rights)
        room.chmod(folder_rights)
        lock = WriterLock.take(path) if writer else None
        before = {each.name: each.read_bytes() for each in room.iterdir()}
        for line, code, said in _run_in_child(room, lines):
            figures["commands"] += 1
            figures["refused"] += code != 0
            figures["without a sentence"] += code > 1 and not are_sentences(said)
            allowed = rights == 0o644 and line.split()[0] in {each.split()[0] for each in READING[:-1]}
            figures["refused to readers"] += allowed and code != 0
        after = {each.name: each.read_bytes() for each in room.iterdir() if each.is_file()}
        new = set(after) - set(before)
        gone = set(before) - set(after)
        figures["changed"] += not gone <= ({"evening.jsonl"} if folder_rights == 0o777 else set())
        figures["changed"] += any(after.get(each, before[each]) != before[each] for each in before)
        figures["left behind"] += len(new - ({"n.jsonl", "page.svg"} if folder_rights == 0o777 else set()))
        if isinstance(lock, WriterLock):
            lock.release()
    return Row("another user", figures, bad)


def _run_in_child(room: Path, lines: Sequence[str]) -> list[tuple[str, int, str]]:
    """Give commands as a user without rights; return each with its exit code and messages."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            os.write(writing, json.dumps(_all(room, lines)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer: list[tuple[str, int, str]] = [tuple(each) for each in json.loads(pipe.read())]
    os.waitpid(child, 0)
    return answer


def _all(room: Path, lines: Sequence[str]) -> list[tuple[str, int, str]]:
    os.chdir(room)
    done = [(line, *run_command(line.split())) for line in lines]
    code, said = 0, ""
    if os.geteuid():
        try:
            delete_game(room / "evening.jsonl")
        except WriteError as error:
            code, said = 2, f"prefcount: {error}"
    return [*done, ("delete", code, said)]
