"""`python -m tests.bench.counted FILE …`: prefcount, which says in FILE what it did.

At SIGUSR1 and at its end it writes how many functions of Python it has called, and how many modules it has.
"""

import signal
import sys
from pathlib import Path
from types import FrameType

path = Path(sys.argv.pop(1))
calls = 0


def count(_frame: FrameType, event: str, _argument: object) -> None:
    """One more function, where one is called."""
    global calls  # noqa: PLW0603 - a profiler has nothing else to hold it
    calls += event == "call"


def say(*_signal: object) -> None:
    """Put both figures where the measure looks for them, all at once."""
    said = path.with_suffix(".new")
    said.write_text(f"{calls} {len(sys.modules)}")
    said.rename(path)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, say)
    sys.setprofile(count)
    from prefcount.__main__ import main

    code = main()
    sys.setprofile(None)
    say()
    sys.exit(code)
