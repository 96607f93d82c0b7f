"""Commands of the program, run in this process."""

import io
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout

from prefcount.cli.main import run

CRASHED = 99


def run_command(arguments: Sequence[str]) -> tuple[int, str]:
    """Return the exit code of a command and its messages, or CRASHED and what would be a traceback."""
    said = io.StringIO()
    try:
        with redirect_stderr(said), redirect_stdout(io.TextIOWrapper(io.BytesIO())):
            return run(arguments), said.getvalue()
    except Exception as error:
        return CRASHED, repr(error)


def are_sentences(said: str) -> bool:
    """Return whether messages are sentences of the program, and at least one."""
    lines = said.splitlines()
    return bool(lines) and all(line.startswith("prefcount: ") for line in lines)
