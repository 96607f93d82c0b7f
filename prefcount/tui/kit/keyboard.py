"""What the terminal sends, read so that nothing in it ends the program.

Textual's own reader stops at the first byte that is not UTF-8, and with it the program: in a terminal that is
set to another alphabet, after a Meta key that sets the eighth bit, or in a paste.
"""

import os
import selectors
from codecs import getincrementaldecoder

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.keys import Keys
from textual.message import Message

AT_ONCE = 4096
SECONDS = 0.1
"""How long is waited for keys before it is looked whether the program ends."""
_FIRST, _LAST = "\udc80", "\udcff"
"""Bytes that are no text, as `surrogateescape` spells them."""


class NotUtf8(Message):
    """Bytes came that are not UTF-8; they are left out."""


class _KeyParser(XTermParser):
    """Textual's parser of keys; a report of a key that there cannot be is no key."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> list[Key]:
        try:
            return list(super()._sequence_to_key_events(sequence, alt))
        except (ValueError, OverflowError):
            return [Key(Keys.Ignore, sequence)]


def _read(terminal: int) -> bytes:
    """What a terminal has sent; nothing where it is gone."""
    try:
        return os.read(terminal, AT_ONCE)
    except OSError:
        return b""


class KeyboardDriver(LinuxDriver):
    """Textual's driver for terminals, with a reader that leaves out what is not UTF-8, and says so."""

    def run_input_thread(self) -> None:
        """Read what the terminal sends, and pass it on, until the program ends."""
        parser, decoder = _KeyParser(self._debug), getincrementaldecoder("utf-8")("surrogateescape")
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(SECONDS):
                    sent = _read(self.fileno)
                    if not sent:  # the terminal is gone
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
