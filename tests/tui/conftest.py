"""Fixtures that keep tests away from the sessions of the person who runs them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from prefcount.base.i18n import text
from prefcount.entries.models import Entry
from prefcount.store.disk import WriteError, WriterLock
from prefcount.store.journal import Journal
from prefcount.store.settings import FOLDER_VARIABLE
from tests.tui.game_files import SlowDisk, game_file
from tests.tui.window import Window


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the sessions in this test, which is empty."""
    folder = tmp_path / "sessions"
    folder.mkdir()
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "documents"))
    return folder


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """Return the folder for pages and texts of this test."""
    return tmp_path / "documents"


@pytest.fixture
def game(folder: Path) -> Path:
    """Return a game of Anna, Boris and Vera with one hand played."""
    return game_file(folder / "game.jsonl", "boris 8n pp")


@pytest.fixture
def elsewhere(game: Path) -> Iterator[WriterLock]:
    """Yield another writer of the fixture `game`."""
    writer = WriterLock.take(game)
    assert isinstance(writer, WriterLock)
    yield writer
    writer.release()


@pytest.fixture
def slow_disk(game: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowDisk]:
    disk = SlowDisk(monkeypatch)
    yield disk
    disk.go_on()


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list; the disk is full while something is in it."""
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
    """Yield a list to put windows into. They are closed after the test."""
    opened: list[Window] = []
    yield opened
    for window in opened:
        window.process.kill()
        window.process.wait()
        window.close()
