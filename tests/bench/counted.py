"""`python -m tests.bench.counted FILE …`: prefcount, with counts of its work written to FILE.

At SIGUSR1 and at its end it writes the number of Python functions called and of modules loaded.
"""

import signal
import sys
from pathlib import Path
from types import FrameType

path = Path(sys.argv.pop(1))
calls = 0


def count(_frame: FrameType, event: str, _argument: object) -> None:
    global calls  # noqa: PLW0603 - a profiler has nothing else to hold it
    calls += event == "call"


def say(*_signal: object) -> None:
    """Write both figures at once, by renaming a finished file."""
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
