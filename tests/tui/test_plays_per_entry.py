"""An entry is played when it is first shown and when it is written, however often it is drawn meanwhile."""

from pathlib import Path

import pytest

from prefcount.session import session
from tests.counting import counted
from tests.tui.terminal import running


async def test_a_typed_hand_is_played_twice(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read, shown, shown again in another size, accepted, written."""
    async with running(game) as terminal:
        plays = counted(monkeypatch, session, "play_step")
        await terminal.write("anna 7h wp 6")
        await terminal.press("enter")
        await terminal.shows("Enter records")
        assert len(plays) == 1
        async for _size in terminal.sizes():
            await terminal.shows("this hand ")
        assert len(plays) == 1
        await terminal.press("enter")
        await terminal.shows("Recorded: hand 2.")
        assert len(plays) == 2


async def test_each_answer_is_played_once(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the mark goes over the answers of the last question and back, and what they pay is shown."""
    async with running(game) as terminal:
        await terminal.press("1", "6", "3")
        plays = counted(monkeypatch, session, "play_step")
        await terminal.press("f6")
        answers = len(plays)
        await terminal.press("down", "down", "up", "up", "f6", "f6")
        assert 1 < len(plays) == answers
