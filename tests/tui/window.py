"""A terminal window with the real program in it; POSIX only."""

import os
import re
import select
import signal
import subprocess
import sys
from time import monotonic

LONGEST = 30.0


class Window:
    """A terminal window with one program in it."""

    def __init__(self, *arguments: str, prelude: str = "", size: tuple[int, int] = (80, 24)) -> None:
        import pty

        self._master, slave = pty.openpty()
        self.resize(*size)
        # COLUMNS and LINES, perhaps left by another test, would override the size of the window.
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        code = f"{prelude}\nimport sys\nfrom prefcount.__main__ import main\nsys.exit(main())"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**inherited, "TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(slave)
        self.seen = b""

    def resize(self, columns: int, rows: int) -> None:
        """Resize the window, also before a program runs in it."""
        import fcntl
        import struct
        import termios

        self.size = columns, rows
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        process: subprocess.Popen[bytes] | None = getattr(self, "process", None)
        if process is not None:
            process.send_signal(signal.SIGWINCH)

    def pause(self, seconds: float) -> None:
        """Let the program work for `seconds`, or until it ends."""
        deadline = monotonic() + seconds
        while monotonic() < deadline and self._read(deadline):
            pass

    def shows(self, text: str | bytes, after: int = 0) -> None:
        """Wait until the program has written a text or a pattern after its first bytes."""
        pattern = re.escape(text.encode()) if isinstance(text, str) else text
        deadline = monotonic() + LONGEST
        while not re.search(pattern, self.seen[after:]):
            assert monotonic() < deadline, f"waited in vain for {text!r}: {self.seen[-2000:]!r}"
            assert self._read(deadline), f"the program ended before {text!r}: {self.seen[-2000:]!r}"

    def wait(self) -> None:
        """Let the program work for a moment, or until it writes something."""
        self._read(monotonic() + 0.05)

    def type(self, keys: str) -> None:
        self.send(keys.encode())

    def send(self, sent: bytes) -> None:
        """Send what a terminal may send; what the program writes meanwhile is read, so that neither waits."""
        while sent:
            _, writable, _ = select.select([], [self._master], [], 0)
            if writable:
                sent = sent[os.write(self._master, sent[:256]) :]
            self._read(0)

    def ends(self) -> int:
        """Wait for the end of the program, and return its exit code."""
        deadline = monotonic() + LONGEST
        while self._read(deadline):
            pass
        return self.process.wait(LONGEST)

    def close(self) -> None:
        """Close the window, as with the mouse. No signal follows, because the window controls no program."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def _read(self, deadline: float) -> bytes:
        ready, _, _ = select.select([self._master], [], [], max(0, deadline - monotonic()))
        try:
            written = os.read(self._master, 1 << 16) if ready else b""
        except OSError:  # on Linux the other side was closed
            written = b""
        self.seen += written
        return written
