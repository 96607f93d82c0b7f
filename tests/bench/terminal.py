"""A program in a pseudo-terminal of 80 columns and 24 lines, as a person has it; POSIX only."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SIZE = 80, 24
QUIET = 0.08
"""Seconds without output after which a frame is complete."""
LONGEST = 20.0
FRAME = b"\x1b[?2026h"
"""The beginning of a frame, because the terminal says that it supports synchronized output."""
_CAN_YOU, _YES = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
_NOT_INHERITED = ("COLUMNS", "LINES", "NO_COLOR", "TEXTUAL", "PYTHON")
"""Prefixes of variables that would change the measure; compiled modules are kept as usual."""


class Silent(Exception):
    """A program did not show the expected text."""


class Shown(NamedTuple):
    """The cost of an output.

    Attributes:
        seconds: time until its last byte.
        worked: processor seconds.
        bytes: number of bytes.
        frames: number of frames.
    """

    seconds: float
    worked: float
    bytes: int
    frames: int


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a measured program: this one with a terminal of many colours."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_NOT_INHERITED)}
    return {**kept, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT), **more}


class Terminal:
    """A running program, its output and its keys.

    Attributes:
        written: all output in pieces, as it came.
    """

    def __init__(self, module: str, *arguments: str, size: tuple[int, int] = SIZE, **more: str) -> None:
        """Start `module` in a terminal of `size`, with additions to its environment."""
        self.written: list[bytes] = []
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *reversed(size), 0, 0))
        command = [sys.executable, "-m", module, *arguments]
        self._began = time.perf_counter()
        self._process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(**more),
            cwd=ROOT,
            start_new_session=True,
        )
        os.close(slave)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def text(self, last: str) -> str:
        """Return all output from the start up to a text. Raises Silent."""
        seen = b""
        while last.encode() not in seen:
            written = self._read(LONGEST)
            if not written:
                raise Silent(f"waited in vain for {last}; the program wrote {seen.decode(errors='replace')}")
            seen += written
        return seen.decode()

    def shown(self, *texts: str) -> Shown:
        """Measure from the start until the program has shown all of these texts. Raises Silent."""
        seen = b""
        while written := self._read(LONGEST):
            seen += written
            if all(text.encode() in seen for text in texts):
                seconds = time.perf_counter() - self._began
                return Shown(seconds, self._worked(), len(seen), seen.count(FRAME))
        raise Silent(f"waited in vain for {texts}; the program wrote {seen.decode(errors='replace')}")

    def calm(self) -> None:
        while self._read(5 * QUIET):
            pass

    def press(self, key: str, until: str = "") -> Shown:
        """Measure from a key to the last byte it causes. Raises Silent if `until` is not in the output."""
        seen, patience = b"", LONGEST
        worked = self._worked()
        began = last = time.perf_counter()
        os.write(self._master, key.encode())
        while written := self._read(patience):
            last = time.perf_counter()
            seen += written
            if until.encode() in seen:
                patience = QUIET
        if not seen or until.encode() not in seen:
            raise Silent(f"the key {key!r} caused only {seen.decode(errors='replace')!r}")
        return Shown(last - began, self._worked() - worked, len(seen), seen.count(FRAME))

    def ask_counts(self, answered: Callable[[], bool]) -> None:
        """Ask `tests.bench.counted` for its counts, and wait for them. Raises Silent."""
        self._process.send_signal(signal.SIGUSR1)
        until = time.monotonic() + LONGEST
        while not answered():
            if time.monotonic() > until:
                raise Silent("the program does not say what it has done")
            time.sleep(0.01)

    def _read(self, seconds: float) -> bytes:
        """Return the next output, or nothing after `seconds`; answer the question about the terminal."""
        if not select.select([self._master], [], [], seconds)[0]:
            return b""
        try:
            written = os.read(self._master, 1 << 16)
        except OSError:  # On Linux this means that the program has ended.
            return b""
        if _CAN_YOU in written:
            os.write(self._master, _YES)
        self.written.append(written)
        return written

    def _worked(self) -> float:
        """Return the processor seconds of the program so far; NaN if the system does not tell them."""
        if sys.platform != "linux":
            return float("nan")
        return time.clock_gettime((~self._process.pid << 3) | 2)  # as in clock_getcpuclockid(3)


@contextmanager
def running(module: str, *arguments: str, size: tuple[int, int] = SIZE, **more: str) -> Iterator[Terminal]:
    """Run a program, with additions to its environment, until the end of the `with` block."""
    terminal = Terminal(module, *arguments, size=size, **more)
    try:
        yield terminal
    finally:
        terminal.close()
