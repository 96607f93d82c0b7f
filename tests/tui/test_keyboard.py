"""What a terminal sends that is no text and no key: it is left out, that is said once, and the game goes on.

The real program in a pseudo-terminal; POSIX only.
"""

import asyncio
import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from threading import Thread
from unittest.mock import Mock

import pytest

from tests.tui.game_files import game_file
from tests.tui.terminal import running
from tests.tui.window import Window
from tests.waiting import quiet

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")

LEFT_OUT = "The terminal sent bytes"
PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"
EDGES = (0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF)
"""A letter, and of every kind of byte that UTF-8 knows the first and the last one."""


def invalid() -> Iterator[bytes]:
    """Bytes alone, in pairs and in triples, of every kind, that are no text; and text that is cut off."""
    for kinds in ((range(256),), (EDGES, EDGES), (EDGES[9:], EDGES, EDGES[:5])):
        for each in product(*kinds):
            try:
                bytes(each).decode()
            except UnicodeDecodeError:
                yield bytes(each)
    yield from ("Вера".encode()[:-1], "Вера".encode("koi8-r"), "Вера".encode("cp1251"), "🂡".encode()[:3])


IMPOSSIBLE_KEYS = (
    b"\x1b[99999999999999999u",
    b"\x1b[1114112;1u",
    b"\x1b[97;1;55296u",
    b"\x1b[:;:u",
    b"\x1b[9:6;2u",
)


def typed_anew(window: Window) -> None:
    """A line of a hand is read as ever, whatever came before it."""
    window.send(b"\x15")  # the line so far
    window.type("anna 7h wp 7\r")
    window.shows("Enter records")


def test_bytes_that_are_no_text_are_left_out(folder: Path, windows: list[Window]) -> None:
    """Typed and pasted; so are keys that there cannot be."""
    window = Window(str(game_file(folder / "game.jsonl")))
    windows.append(window)
    window.shows("Who plays?")
    window.type("x")
    for each in IMPOSSIBLE_KEYS:
        window.send(each)
    typed_anew(window)
    for before, after in ((b"", b""), (PASTE, PASTED)):
        for junk in invalid():
            window.send(before + junk + after)
    window.shows(LEFT_OUT)
    typed_anew(window)
    assert b"Traceback" not in window.seen


async def test_bytes_that_are_no_text_are_spoken_of_once() -> None:
    from prefcount.tui.kit.keyboard import NotUtf8

    async with running() as terminal:
        for _time in range(2):
            terminal.app.post_message(NotUtf8())
            await quiet(terminal.pilot)
        [said] = terminal.app._notifications
        assert said.message.startswith(LEFT_OUT)


@pytest.mark.parametrize("input_is_left", [False, True])
async def test_a_terminal_that_is_gone_is_not_read_again(input_is_left: bool) -> None:
    """Its window was closed: the reader ends by itself, whatever was typed before."""
    from prefcount.tui.kit.keyboard import KeyboardDriver

    master, slave = os.openpty()
    driver = KeyboardDriver(Mock())
    driver.fileno = slave
    if input_is_left:
        os.write(master, b"x\r")
    os.close(master)
    reader = Thread(target=driver.run_input_thread, daemon=True)
    reader.start()
    await asyncio.to_thread(reader.join, 20)
    driver.exit_event.set()
    os.close(slave)
    assert not reader.is_alive()
