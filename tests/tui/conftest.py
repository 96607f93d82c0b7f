"""No test sees the sessions of the person who runs it, and none waits for a real disk."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from prefcount.session.store import FOLDER_VARIABLE


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the sessions in this test; it is there, and empty."""
    folder = tmp_path / "sessions"
    folder.mkdir()
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    return folder


@pytest.fixture(autouse=True)
def patient_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is synced: that it is, is tested with the journal, and takes a second on a busy disk."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


@pytest.fixture(autouse=True)
def no_garbage_collection() -> Iterator[None]:
    """Screens are built of cycles; looking for them all the time takes a third of these tests."""
    gc.disable()
    yield
    gc.enable()
