"""Ctrl+C on every screen."""

from pathlib import Path

import pytest

from prefcount.store.settings import FOLDER_VARIABLE
from tests.i18n.places import at
from tests.tui import new_game
from tests.tui.terminal import Terminal

COPIES = ("settlement", "debts")
"""Screens on which Ctrl+C copies without a selection."""
NOTHING = "No text is selected to copy. Ctrl+Q quits the program."


def said(terminal: Terminal) -> list[str]:
    return [each.message for each in terminal.app._notifications]


@pytest.mark.parametrize("place", [*COPIES, "the games", "a typed line"])
async def test_ctrl_c_copies_or_says_why_not(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "games"))
    async with at(place, tmp_path / "games") as terminal:
        before = terminal.app.screen
        await terminal.press("ctrl+c")
        copied = bool(terminal.app.clipboard)
        assert (copied, said(terminal)) == ((True, []) if place in COPIES else (False, [NOTHING]))
        assert terminal.app.screen is before


async def test_a_selected_text_is_copied_or_missed_in_the_language_in_use() -> None:
    async with new_game.form() as terminal:
        await terminal.write("Anna")
        await terminal.press("shift+home", "ctrl+c")
        assert (terminal.app.clipboard, said(terminal)) == ("Anna", [])
        # The warning is in the language in use.
        await terminal.press("escape", "f2", "ctrl+n", "ctrl+c")
        assert said(terminal)[-1] == "Ничего не выделено для копирования. Ctrl+Q — выход."
