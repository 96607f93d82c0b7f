"""The command line in this process and in one of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from prefcount.cli.main import run
from tests.cli.ran import Ran
from tests.store.files import by_program

Prefcount = Callable[..., Ran]


@pytest.fixture
def prefcount(capsys: pytest.CaptureFixture[str]) -> Prefcount:
    """Runs a command in this process, which is a hundred times cheaper than another one."""

    def call(*arguments: object) -> Ran:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return call


@pytest.fixture
def session_file(tmp_path: Path) -> Path:
    """A game that has one hand: Anna failed a seven by one."""
    return by_program(tmp_path / "evening.jsonl", "anna 7h wp 6")
