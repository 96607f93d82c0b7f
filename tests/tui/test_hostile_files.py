"""Control characters in drafts, paths and pastes: none reaches the terminal."""

import os
from functools import partial
from pathlib import Path

import pytest
from textual.events import Paste
from textual.widgets import Input

from prefcount.store.settings import FOLDER_VARIABLE
from tests.tui.game_files import game_file
from tests.tui.terminal import Terminal, running, strips

pytestmark = pytest.mark.skipif(os.name == "nt", reason="names, links and pipes as on POSIX")

CODES = ("\x1b]52;c;cHdu\x1b\\", "\x1b]0;pwn\x07", "\x1b[31m", "\x9b31m", "\u202e", "\u200b", "\n", "\t")


def shows_no_code(terminal: Terminal) -> None:
    for strip in strips(terminal.app):
        assert strip.text.isprintable(), ascii(strip.text)


async def test_the_offered_path_has_no_control_characters(folder: Path) -> None:
    async with running(game_file(folder / f"a{''.join(CODES)}b.jsonl")) as terminal:
        await terminal.press("f12", "f2", shows="Continue in:")
        shows_no_code(terminal)
        value = terminal.app.screen.query_one(Input).value
        assert value.isprintable()
        assert value.endswith("b.jsonl")


async def test_without_a_home_the_current_folder_is_offered(
    game: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import pwd

    def unknown(_number: int) -> None:
        raise KeyError

    async with running(game) as terminal:
        await terminal.becomes_writer()
        for variable in (FOLDER_VARIABLE, "HOME", "XDG_DATA_HOME"):
            monkeypatch.delenv(variable, raising=False)
        monkeypatch.setattr(pwd, "getpwuid", unknown)
        monkeypatch.chdir(tmp_path)
        await terminal.press("f12", "f2", shows="Continue in:")
        assert terminal.app.screen.query_one(Input).value == game.name
        await terminal.press("enter", shows="The game continues in")
        await terminal.press(
            "f10", shows="The folder of the games cannot be read: your home folder is not known; set HOME"
        )
        await terminal.press("f5", shows="your home folder is not known; set HOME")
        await terminal.press("escape", "f2", "A", "tab", "B", "tab", "V", "f2")
        await terminal.shows("nothing was written: your home folder is not known; set HOME")
    assert not (tmp_path / "~").exists()


async def test_pasted_control_characters_are_removed(game: Path) -> None:
    async with running() as terminal:
        await terminal.shows("1 game")
        for keys in (("ctrl+o",), ("escape", "slash"), ("escape", "f2")):
            await terminal.press(*keys)
            field = terminal.app.focused
            assert isinstance(field, Input)
            terminal.app.post_message(Paste(f"Anna\t\u00a0{''.join(CODES[1:6])}Boris"))
            await terminal.until(partial(getattr, field, "value"), f"what is pasted after {keys}")
            shows_no_code(terminal)
            assert field.value.isprintable(), keys
            assert field.value.startswith("Anna  \N{REPLACEMENT CHARACTER}"), keys
            assert field.value.endswith("Boris"), keys
