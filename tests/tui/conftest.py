"""No test sees the sessions of the person who runs it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from prefcount.base.data_folder import FOLDER_VARIABLE
from prefcount.base.i18n import text
from prefcount.entries.models import Entry
from prefcount.store.disk import WriteError, WriterLock
from prefcount.store.journal import Journal
from tests.tui.game_files import game_file
from tests.tui.slow_disk import SlowDisk
from tests.tui.window import Window


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the sessions in this test; it is there, and empty."""
    folder = tmp_path / "sessions"
    folder.mkdir()
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "documents"))
    return folder


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """Where pages and texts of this test are saved; it is made with the first one."""
    return tmp_path / "documents"


@pytest.fixture
def game(folder: Path) -> Path:
    """A game of Anna, Boris and Vera with one hand played."""
    return game_file(folder / "game.jsonl", "boris 8n pp")


@pytest.fixture
def elsewhere(game: Path) -> Iterator[WriterLock]:
    """Somebody else who writes the game of the fixture `game`."""
    writer = WriterLock.take(game)
    assert isinstance(writer, WriterLock)
    yield writer
    writer.release()


@pytest.fixture
def slow_disk(game: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowDisk]:
    """The disk that the game is on, slow from now on."""
    disk = SlowDisk(monkeypatch)
    yield disk
    disk.go_on()


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A disk that is full as long as something is in the list; it is empty at first."""
    full: list[str] = []
    append = Journal.append

    def refuse(journal: Journal, entry: Entry) -> None:
        if full:
            raise WriteError(text("nothing was written: {reason}", reason=full[0]))
        append(journal, entry)

    monkeypatch.setattr(Journal, "append", refuse)
    return full


@pytest.fixture
def windows() -> Iterator[list[Window]]:
    """The windows of a test; in the end nothing of them is left."""
    opened: list[Window] = []
    yield opened
    for window in opened:
        window.process.kill()
        window.process.wait()
        window.close()
