"""Fixtures: files are polled often, so that no test waits for the next second."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from prefcount.web import sharing
from tests.store.files import by_program
from tests.web.browser import Browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def looked_at_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "POLL_SECONDS", 0.02)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return by_program(tmp_path / "evening.jsonl", "anna 7h wp 6")
