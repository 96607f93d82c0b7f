"""Tests of completion typed into real shells, with names that contain shell syntax.

A stub with these names takes the place of the program, and records its arguments.
"""

import os
import select
import shlex
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Prefcount

pty = pytest.importorskip("pty", reason="needs POSIX")

STARTED = {
    "bash": ("bash", "--norc", "--noprofile", "-i"),
    "zsh": ("zsh", "-f", "-i"),
    "fish": ("fish", "--no-config", "-i"),
}
BEFORE = {"zsh": "autoload -Uz compinit; compinit -u -D; "}
NAMES = (
    "Anna`touch run`",
    "Boris$(touch run)",
    "Cora $HOME",
    "Dima;touch run",
    "Eva'x\"y",
    "Fedor\\n",
    "Gleb!!",
    "Hugo*?[a]",
    "Ivan&<>",
    "Jana{a,b}",
    "Klim #x",
    "Лена Ы",
    "Mila~",
    "Nora%s",
    "Paul (x)",
    "Quin^a^b",
    "=ls",
)
BEGUN = {
    "bash": ("'B", "'F", '"P', '"Л', "Boris\\$", "Cora\\ "),
    "zsh": ("'B", "'E", '"A', '"C', '"P', "Boris\\$", "Cora\\ "),
    "fish": ("'B", "'E", '"A', '"C', '"P', "Boris\\$", "Cora\\ "),
}
"""Beginnings with quotes; bash has none for names that cannot be quoted unchanged."""
STAND_IN = """\
#!/bin/sh
if [ "$1 $2" = "completion --names" ]; then
  for name in {names}; do case $name in "$3"*) printf '%s\\n' "$name";; esac; done
else
  {{ printf '%s\\t' "$@"; echo; }} >>{called}
fi
"""
PATIENCE = 30.0


class Terminal:
    """A shell that a test types into."""

    def __init__(self, shell: str, folder: Path) -> None:
        self.shell = shell
        self._called = folder / "called"
        self._child, self._keys = pty.fork()
        if not self._child:
            os.chdir(folder)
            os.execvpe(STARTED[shell][0], STARTED[shell], _environment(folder))
        self._count = 0
        self._said = b""

    def called(self, line: str) -> list[str]:
        """Type a line that calls the program, and return the arguments of the call."""
        os.write(self._keys, line.encode() + b"\n")
        self._count += 1
        until = time.monotonic() + PATIENCE
        while len(calls := self._lines()) < self._count:
            assert time.monotonic() < until, self._said.decode(errors="replace")
            if select.select([self._keys], [], [], 0.02)[0]:
                self._said += os.read(self._keys, 65536)
        assert len(calls) == self._count
        return calls[-1].split("\t")[:-1]

    def _lines(self) -> list[str]:
        found = self._called.read_text() if self._called.exists() else ""
        return [line for line in found.splitlines(keepends=True) if line.endswith("\n")]

    def close(self) -> None:
        os.close(self._keys)
        os.kill(self._child, 9)
        os.waitpid(self._child, 0)


def _environment(folder: Path) -> dict[str, str]:
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    homes = dict.fromkeys(("HOME", "ZDOTDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(folder))
    settings = {"PATH": path, "TERM": "dumb", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", "INPUTRC": os.devnull}
    return {**os.environ, **homes, **settings}


@pytest.fixture(params=STARTED)
def terminal(request: pytest.FixtureRequest, prefcount: Prefcount, tmp_path: Path) -> Iterator[Terminal]:
    if shutil.which(request.param) is None:
        pytest.skip(f"needs {request.param}")
    program = tmp_path / "bin" / "prefcount"
    program.parent.mkdir()
    stand_in = STAND_IN.format(called=shlex.quote(str(tmp_path / "called")), names=shlex.join(NAMES))
    program.write_text(stand_in, encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "script").write_text(prefcount("completion", request.param).fine, encoding="utf-8")
    terminal = Terminal(request.param, tmp_path)
    try:
        before = BEFORE.get(request.param, "")
        assert terminal.called(f"{before}source ./script; prefcount ready") == ["ready"]
        yield terminal
    finally:
        terminal.close()


def test_names_with_shell_syntax_are_quoted(terminal: Terminal, tmp_path: Path) -> None:
    for begun in (*(name[:1] for name in NAMES if name != "=ls"), *BEGUN[terminal.shell], "\\=l"):
        called = terminal.called(f"prefcount stats --player {begun}\t")
        name = begun.translate({ord(char): None for char in "'\"\\"})
        assert called == ["stats", "--player", *(each for each in NAMES if each.startswith(name))]
        assert not (tmp_path / "run").exists()
