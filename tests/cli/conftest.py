"""Fixtures that run commands in this process, and a session file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from prefcount.cli.main import run
from tests.cli.ran import Ran
from tests.store.files import by_program

Prefcount = Callable[..., Ran]


@pytest.fixture
def prefcount(capsys: pytest.CaptureFixture[str]) -> Prefcount:
    """Return a function that runs a command in this process, a hundred times faster than in its own."""

    def call(*arguments: object) -> Ran:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return call


@pytest.fixture
def session_file(tmp_path: Path) -> Path:
    """Return the path of a game with one hand: Anna failed a seven by one."""
    return by_program(tmp_path / "evening.jsonl", "anna 7h wp 6")
