"""Fixtures: files are polled often, so that no test waits for the next second."""

from pathlib import Path

import pytest

from prefcount.web import sharing
from tests.store.files import by_program


@pytest.fixture(autouse=True)
def looked_at_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "POLL_SECONDS", 0.02)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return by_program(tmp_path / "evening.jsonl", "anna 7h wp 6")
