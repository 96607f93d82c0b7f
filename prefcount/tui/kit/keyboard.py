"""A reader of the terminal's input that no byte, key or pasted text can stop or mislead.

Textual's own reader and the program stop at the first byte that is not UTF-8. Such bytes come from
a terminal in another encoding, from a Meta key that sets the eighth bit, and from pastes. Textual also takes
escape sequences in a pasted text for keys, so that a clipboard could record a hand.
"""

import os
import re
import selectors
import termios
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from contextlib import suppress
from time import monotonic
from typing import Protocol, runtime_checkable

from textual import constants
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key, Paste
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, _character_to_key
from textual.message import Message

from prefcount.games.notation import KEYBOARDS
from prefcount.tui.kit.keys import APP

READ_SIZE, MAX_READ = 4096, 1 << 16
"""Number of bytes read in one call, and maximum number read before they are handled."""
SECONDS = 0.1
"""Longest wait for keys before the reader checks whether the program ends."""
MAX_PASTED = 20_000
"""Maximum number of characters in a paste, ten times as many as a hundred hands have."""
MAX_SILENCE = 2.0
"""Seconds without input after which a paste without an end is given up."""
_FIRST, _LAST = "\udc80", "\udcff"
"""First and last character to which `surrogateescape` maps bytes that are not UTF-8."""
_KITTY = re.compile(
    r"\x1b\[(?P<code>\d+)(?::\d*){0,2};(?P<modifiers>\d+)(?::(?P<event>\d))?(?P<text>;[\d:]*)?(?P<end>[u~A-HPQS])"
)
"""Pattern of a key in kitty's keyboard protocol, with optional alternate keys and kind of event."""
_RELEASED = "3"
_ESCAPES = ("\x1b", "\x1b[")
"""Beginnings of a paste marker that are also keys: Escape, and Alt with a bracket."""

QUIT_KEY = APP[0].keys

RESTORED = b"\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000;1003;1006;1015l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""Codes that end the modes set by Textual: pastes, mouse, keyboard, second screen, hidden cursor, focus."""


@runtime_checkable
class Quittable(Protocol):
    """A program that can be ended from the thread that reads the terminal."""

    def quit_if_stuck(self) -> None:
        """Kill the process if the program no longer handles events."""

    def end_without_terminal(self) -> None:
        """End the program, because the terminal is gone."""


class NotUtf8(Message):
    """Posted after the program ignored input that is not UTF-8."""


class PasteTooLong(Message):
    """Posted after the program ignored a pasted text of more than `MAX_PASTED` characters."""


class PasteUnended(Message):
    """Posted after the program ignored a paste of which only the beginning or only the end arrived."""


class KeyParser(XTermParser):
    """Textual's parser of the terminal's input, made to survive any pasted text and any escape sequence."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasted: str | None = None
        self._held = self._released = ""
        self._last_read = monotonic()

    def feed(self, data: str) -> Iterator[Message]:
        # A clipboard may contain the code that ends a paste, so only the last such code ends it.
        if (self._released + data).startswith(BRACKETED_PASTE_START):
            data = self._released + data
        data, self._held, self._released = self._held + data, "", ""
        self._last_read = monotonic()
        while data:
            if self._pasted is None:
                before, marker, data = _first_marker(data)
                if marker == BRACKETED_PASTE_END:
                    yield PasteUnended()
                    continue
                if marker:
                    self._pasted = ""
                else:
                    self._held = _marker_begun(before)
                    before = before.removesuffix(self._held)
                if before:
                    yield from super().feed(before)
            else:
                end = _last_end(data)
                kept = data[:end] if end >= 0 else data[: 1 - len(BRACKETED_PASTE_END)]
                self._pasted = (self._pasted + kept)[: MAX_PASTED + 1]
                if end < 0:
                    self._held = data[len(kept) :]
                    return
                data = data[end + len(BRACKETED_PASTE_END) :]
                yield from self._finish_paste(self._pasted)

    def tick(self) -> Iterator[Message]:
        # A short pause after an Escape code makes it the Escape key. A long one drops an unfinished paste.
        silence = monotonic() - self._last_read
        if self._pasted is not None:
            if silence >= MAX_SILENCE:
                self._pasted, self._held = None, ""
                yield PasteUnended()
            return
        yield from super().tick()
        if self._held in _ESCAPES and silence >= constants.ESCAPE_DELAY:
            self._released, self._held = self._held, ""
            if self._released == _ESCAPES[0]:
                yield Key("escape", self._released)
            else:
                yield from super().feed(self._released)

    def _finish_paste(self, pasted: str) -> Iterator[Message]:
        self._pasted = None
        for event in super().feed(BRACKETED_PASTE_START + BRACKETED_PASTE_END):
            if not isinstance(event, Paste):
                yield event  # an Escape key before the paste
            elif len(pasted) > MAX_PASTED:
                yield PasteTooLong()
            else:
                yield Paste(pasted.replace("\x00", ""))

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        if sequence == "\n":  # an Enter that was pressed before the program had the terminal
            sequence = "\r"
        kitty = _KITTY.fullmatch(sequence)
        if kitty is not None:
            if kitty["event"] == _RELEASED:
                return [Key(Keys.Ignore, sequence)]
            sequence = f"\x1b[{kitty['code']};{kitty['modifiers']}{kitty['text'] or ''}{kitty['end']}"
        try:
            return list(map(_as_on_latin, super()._sequence_to_key_events(sequence, alt)))
        except (ValueError, OverflowError):
            return [Key(Keys.Ignore, sequence)]


def _as_on_latin(event: Key) -> Key:
    # Commands work in every keyboard layout: Ctrl+Щ is Ctrl+O.
    *modifiers, letter = event.key.split("+")
    if "ctrl" not in modifiers or len(letter) != 1:
        return event
    letter = letter.lower()
    typed = (letter, *map(letter.translate, KEYBOARDS))
    latin = next(filter(str.isascii, typed), letter)
    return Key("+".join([*modifiers, KEY_NAME_REPLACEMENTS.get(_name(latin), _name(latin))]), None)


def _name(sign: str) -> str:
    return sign if sign.isalnum() else _character_to_key(sign)


def _first_marker(data: str) -> tuple[str, str, str]:
    at_start, at_end = data.partition(BRACKETED_PASTE_START), data.partition(BRACKETED_PASTE_END)
    return min(at_start, at_end, key=lambda parts: len(parts[0]))


def _marker_begun(data: str) -> str:
    for length in range(len(BRACKETED_PASTE_START) - 1, 0, -1):
        if data.endswith(BRACKETED_PASTE_START[:length]):
            return data[-length:]
    return ""


def _last_end(data: str) -> int:
    end = data.find(BRACKETED_PASTE_END)
    if end < 0:
        return end
    start = data.find(BRACKETED_PASTE_START, end)
    return data.rfind(BRACKETED_PASTE_END, 0, start if start >= 0 else len(data))


class KeyboardDriver(LinuxDriver):
    """Textual's driver for terminals, but its reader skips and reports bytes that are not UTF-8."""

    def run_input_thread(self) -> None:
        parser, decoder = KeyParser(self._debug), getincrementaldecoder("utf-8")("surrogateescape")
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(SECONDS):
                    sent = self._read(selector)
                    if not sent:  # the system sends no signal unless the terminal controls the program
                        if isinstance(self._app, Quittable):
                            self._app.end_without_terminal()
                        break
                    text = decoder.decode(sent)
                    readable = "".join(sign for sign in text if not _FIRST <= sign <= _LAST)
                    if readable != text:
                        self._app.post_message(NotUtf8())
                    if readable:
                        for event in parser.feed(readable):
                            self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)

    def _read(self, selector: selectors.BaseSelector) -> bytes:
        sent = b""
        while len(sent) < MAX_READ and (not sent or selector.select(0)):
            try:
                piece = os.read(self.fileno, READ_SIZE)
            except OSError:
                break
            if not piece:
                break
            sent += piece
        return sent

    def process_message(self, message: Message) -> None:
        """Pass an event on to the program. The quit key also ends a program that no longer handles events."""
        super().process_message(message)
        if isinstance(message, Key) and message.key == QUIT_KEY and isinstance(self._app, Quittable):
            self._app.quit_if_stuck()

    def restore_terminal(self) -> None:
        """Reset the terminal to normal, from any thread, when the program is too busy to reset it."""
        with suppress(OSError, termios.error):
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            os.write(self.fileno, RESTORED)
