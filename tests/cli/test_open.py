"""`prefcount FILE`: the terminal program at a table; what cannot be opened is refused before it starts."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from prefcount.cli import command_io
from prefcount.cli.commands import open as opening
from prefcount.cli.main import run
from prefcount.tui.app import PrefcountApp
from prefcount.tui.kit import open_session
from tests.store.files import by_program
from tests.tui.terminal import frame
from tests.waiting import quiet


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[PrefcountApp]:
    """The programs that were started in a terminal; they end at once."""
    started: list[PrefcountApp] = []

    def start(app: PrefcountApp) -> None:
        started.append(app)

    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(opening, "sys", SimpleNamespace(stdin=terminal, stdout=terminal, stderr=terminal))
    monkeypatch.setattr(PrefcountApp, "run", start)
    return started


async def test_the_file_is_read_once(
    started: list[PrefcountApp], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the command has read is what the table shows."""
    path = by_program(tmp_path / "evening.jsonl", "anna 7h wp 6")
    read: list[Path] = []
    load = command_io.load
    monkeypatch.setattr(command_io, "load", lambda path: read.append(path) or load(path))
    monkeypatch.setattr(open_session, "load", None)
    assert run([str(path)]) == 0
    [app] = started
    async with app.run_test() as pilot:
        await quiet(pilot)
        shown = frame(app)
    assert read == [path]
    assert "−50⅔" in shown


def test_a_file_that_cannot_be_read_is_refused_in_one_line(
    started: list[PrefcountApp], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "empty.jsonl"
    path.touch()
    assert run([str(path)]) == 2
    said = "the file is empty; line 1 must be the header of a session"
    assert capsys.readouterr().err == f"prefcount: {path}: {said}\n"
    assert started == []
