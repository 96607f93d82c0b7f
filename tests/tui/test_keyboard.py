"""Input that is not text and not a key is left out and reported once (pseudo-terminal, POSIX only)."""

import asyncio
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from threading import Thread
from unittest.mock import Mock

import pytest
from textual.events import Key, Paste
from textual.message import Message

from prefcount.store.reader import load
from prefcount.tui.kit.widgets import Field
from prefcount.tui.paper.paper_form import ClaimRow
from tests.tui.game_files import game_file
from tests.tui.terminal import Terminal, running
from tests.tui.window import Window

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")

LEFT_OUT = "The terminal sent text"
PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"
EDGES = (0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF)
"""A letter, and the first and last byte of every kind in UTF-8."""


def invalid() -> Iterator[bytes]:
    """Return invalid bytes alone, in pairs and in triples, and truncated text."""
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
)


def typed_anew(window: Window) -> None:
    """Check that a line of a hand is still read."""
    window.send(b"\x15")  # the line so far
    window.type("anna 7h wp 7\r")
    window.shows("Enter records")


def test_invalid_bytes_are_left_out(folder: Path, windows: list[Window]) -> None:
    window = Window(str(game_file(folder / "game.jsonl")))
    windows.append(window)
    window.shows("Who plays?")
    window.type("x")
    for each in IMPOSSIBLE_KEYS:
        window.send(each)
    typed_anew(window)
    window.send(b"\xff")
    window.shows(LEFT_OUT)
    for before, after in ((b"", b""), (PASTE, PASTED)):
        for junk in invalid():
            window.send(before + junk + after)
    typed_anew(window)
    assert b"Traceback" not in window.seen


COLOUR = "\x1b[38;5;196m7\x1b[0m"
HOSTILE = (
    "\x1b\x15boris 8n pp\r\r",
    "\x1b\x1b\x1b\x15boris 8n pp\r\r\x1bOQ",
    "\x1b[200~\x15boris 8n pp\r\r",
    "\x1b[201~\x15boris 8n pp\r\r",
    "\x1b[200~\x1b[201~\x15boris 8n pp\r\r\x1b[200",
    "".join(map(chr, range(32))) + "\x7f\x9b\x1b[27u",
    "\x1b[13u\x1b[15~\x1b[<0;5;5M\x1b[<0;5;5m\x1b]0;title\x07",
    COLOUR * 300,
)
"""Clipboards that would press keys if any part of them was read as keys."""


def test_nothing_that_is_pasted_presses_a_key(folder: Path, windows: list[Window]) -> None:
    path = game_file(folder / "game.jsonl")
    window, before = Window(str(path)), path.read_bytes()
    windows.append(window)
    window.shows("Who plays?")
    for each in HOSTILE:
        window.send(PASTE + each.encode() + PASTED)
        typed_anew(window)
    for junk, said in (
        (COLOUR * 40_000 + "\x1b[201~", "pasted text is too long"),
        ("\x15boris 8n pp\r\r", "arrived incomplete"),
    ):
        seen = len(window.seen)
        window.send(PASTE + junk.encode())
        window.shows(said, after=seen)
        typed_anew(window)
    window.type("\r")  # the hand that was typed, and nothing before it, is recorded
    window.shows("Recorded")
    window.type("\x11")
    assert window.ends() == 0
    assert path.read_bytes().startswith(before)
    assert [entry.kind for entry in load(path).session.entries] == ["game"]


@pytest.mark.parametrize("pasted", ["", "anna 7h wp 7\rboris 8n pp\r", *HOSTILE])
def test_a_paste_is_one_event_however_it_is_cut(pasted: str) -> None:
    from prefcount.tui.kit.keyboard import KeyParser

    sent = f"a\x1b[200~{pasted}\x1b[201~\r"
    for cut in range(min(len(sent), 40)):
        for pieces in ((sent[:cut], sent[cut:]), (sent[:-cut], sent[-cut:])):
            parser = KeyParser()
            events = [event for piece in pieces if piece for event in parser.feed(piece)]
            if "\x1b[201~" in pasted and pieces[0].count("\x1b[201~") == 1:
                continue  # where the rest had not come yet, the first end was the end
            keys = [event.key for event in events if isinstance(event, Key)]
            texts = [event.text for event in events if isinstance(event, Paste)]
            assert keys == ["a", "enter"], pieces
            assert texts == [pasted.replace("\x00", "")], pieces


def test_a_lone_escape_is_a_key_and_the_rest_of_a_late_paste_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from prefcount.tui.kit import keyboard

    now = 0.0
    monkeypatch.setattr(keyboard, "monotonic", lambda: now)
    parser = keyboard.KeyParser()

    def sent(text: str) -> list[str]:
        return [name(event) for event in parser.feed(text)]

    def later() -> list[str]:
        nonlocal now
        now += keyboard.MAX_SILENCE
        return [name(event) for event in parser.tick()]

    def name(event: Message) -> str:
        return event.key if isinstance(event, Key) else type(event).__name__

    assert sent("\x1b") == []
    assert later() == ["escape"]
    assert sent("[200~boris") == []
    assert later() == ["PasteUnended"]
    assert sent(" 8n pp\r\r\x1b[201~x") == ["PasteUnended", "x"]
    assert sent("\x1b[2") + later() + sent("0~") == ["f9"]


def test_commands_are_the_same_keys_on_every_layout() -> None:
    from prefcount.tui.kit.keyboard import KeyParser

    def keys(sequence: str) -> list[str]:
        return [event.key for event in KeyParser().feed(sequence) if isinstance(event, Key)]

    for cyrillic, latin in zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True):
        for sign in (cyrillic, cyrillic.upper(), latin, latin.upper()):
            code = ord(sign)
            for sequence in (
                f"{code};5",
                f"{code};69",
                f"{code}::{ord(latin)};5",
                f"{code};5:1",
                f"{code};5:2",
            ):
                assert keys(f"\x1b[{sequence}u") == [f"ctrl+{latin}"], sequence
            assert keys(f"\x1b[{code};6u") == [f"ctrl+shift+{latin}"]
            assert keys(f"\x1b[{code};5:3u") == []
        assert keys(cyrillic) == [cyrillic]
    assert keys("a\n") == ["a", "enter"]  # as the system passes on an Enter from before the program began


async def test_invalid_bytes_are_reported_once() -> None:
    from prefcount.tui.kit.keyboard import NotUtf8

    async with running() as terminal:
        for _time in range(2):
            terminal.app.post_message(NotUtf8())
            await terminal.quiet()
        [said] = terminal.app._notifications
        assert said.message.startswith(LEFT_OUT)


@pytest.mark.parametrize("input_is_left", [False, True])
async def test_the_reader_ends_with_its_terminal(input_is_left: bool) -> None:
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


# --- pasted lines in forms -------------------------------------------------------------------------

NAMES = ("Anna", "Boris", "Vera", "Grisha", "Dina", *(f"Guest {n}" for n in range(6, 51)))
FIGURES = tuple(str(n) for n in range(1, 51))
LAYOUTS = (("{}", "\n"), ("{}\n", "\n"), ("\n{}\n \n", "\n\n"), ("{}\r\n", "\r\n"))
"""Blank lines and line ends of a clipboard: around all lines, and between two."""


@dataclass(frozen=True)
class Form:
    """A form, the keys that open it, and the number of fields that a paste into the first one fills."""

    keys: tuple[str, ...]
    first: str
    lines: tuple[str, ...]
    places: int


FORMS = {
    "names": Form(("f2",), "#player1", NAMES, 5),
    "names from the third on": Form(("f2",), "#player3", NAMES, 3),
    "the price of a new game": Form(("f2",), "#stake", FIGURES, 1),
    "only the result": Form(("enter", "ctrl+o", "ctrl+o"), "Field", FIGURES, 3),
    "the old sheet": Form(("enter", "ctrl+o"), "ClaimRow Field", FIGURES, 12),
    "the price": Form(("enter", "f5", "f7"), "PromptLine Field", FIGURES, 1),
}


def notices(terminal: Terminal) -> list[str]:
    return [notification.message for notification in terminal.app._notifications]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
async def test_pasted_lines_go_to_the_next_fields(folder: Path, form: Form) -> None:
    game_file(folder / "game.jsonl")
    async with running() as terminal:
        await terminal.press(*form.keys)
        screen = terminal.app.screen
        first = screen.query(form.first).first(Field)
        first.focus()
        await terminal.quiet()
        before = {field: field.value for field in screen.query(Field)}
        for (around, between), count in product(LAYOUTS, (2, 5, 50)):
            for field, value in before.items():
                field.value = "" if field is first else value
            terminal.app.clear_notifications()
            lines = form.lines[:count]
            terminal.app.post_message(Paste(around.format(between.join(lines))))
            await terminal.quiet()
            filled, left_out = lines[: form.places], lines[form.places :]
            fields = list(before)[list(before).index(first) :][: len(filled)]
            wanted = before | dict(zip(fields, filled, strict=True))
            assert {field: field.value for field in before} == wanted
            assert (terminal.app.screen, terminal.app.focused) == (screen, first)
            assert [notice.split()[0] for notice in notices(terminal)] == [str(len(left_out))] * bool(
                left_out
            )
            assert all(line in notice for notice in notices(terminal) for line in left_out[:3])


async def test_pasted_lines_with_names_go_to_the_fields_of_these_names(folder: Path) -> None:
    game_file(folder / "game.jsonl")
    async with running() as terminal:
        await terminal.press("enter", "ctrl+o", shows="Type what the paper says")
        lines = "vera on anna 20.40", "", "anna pool 2.6", "anna pol 3", "anna pool 4", "vera dump -"
        terminal.app.post_message(Paste("\r\n".join(lines)))
        await terminal.quiet()
        assert notices(terminal) == [
            "2 pasted lines are left out, because they have no field here: anna pol 3; anna pool 4"
        ]
        values = [row.typed for row in terminal.app.screen.query(ClaimRow)]
        assert values == ["2.6", *[""] * 8, "-", "20.40", ""]
        await terminal.press("ctrl+o", shows="Type what each player won or lost")
        terminal.app.post_message(Paste("vera -27 1/2\nAnna 57\nLev 3\n"))
        await terminal.quiet()
        assert [field.value for field in terminal.app.screen.query(Field)] == ["57", "", "-27 1/2"]
        assert notices(terminal)[1:] == ["1 pasted line is left out, because it has no field here: Lev 3"]


async def test_pasted_lines_in_a_name_that_is_corrected(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl")) as terminal:
        await terminal.becomes_writer()
        await terminal.press("f7", "1")
        terminal.app.post_message(Paste("\r\nAnya\r\nBoris\r\n"))
        await terminal.shows("Anya", "1 pasted line is left out, because it has no field here: Boris")
