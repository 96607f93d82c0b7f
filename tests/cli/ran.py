"""Results of commands, and checks of their output."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]


class Ran(NamedTuple):
    """Exit code, stdout and stderr."""

    code: int
    out: str
    err: str

    @property
    def fine(self) -> str:
        assert (self.code, self.err) == (0, "")
        return self.out

    @property
    def complaint(self) -> str:
        assert (self.code, self.out) == (2, "")
        assert self.err.startswith("prefcount")
        assert self.err.endswith("\n")
        assert self.err[:-1].isprintable(), "one line, and nothing in it that a terminal obeys"
        return self.err.removeprefix("prefcount: ")[:-1]

    @property
    def warnings(self) -> list[str]:
        assert self.code == 0
        return self._said

    @property
    def left_out(self) -> list[str]:
        assert self.code == 2
        return self._said

    @property
    def _said(self) -> list[str]:
        assert all(each.startswith("prefcount: ") for each in self.err.splitlines())
        return [each.removeprefix("prefcount: ") for each in self.err.splitlines()]

    @property
    def objects(self) -> list[Any]:
        return [json.loads(each) for each in self.out.splitlines()]


def process(*arguments: object, cwd: Path | None = None, **environment: str) -> Ran:
    """Run the program in a process of its own."""
    inherited = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **environment}
    command = [sys.executable, "-m", "prefcount", *map(str, arguments)]
    done = subprocess.run(
        command, capture_output=True, cwd=cwd, env=inherited, stdin=subprocess.DEVNULL, check=False
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
