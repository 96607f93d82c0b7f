"""A game that has ended is changed only after a question; the list and the texts say what is true of it."""

from pathlib import Path

import pytest

from prefcount.entries.common import End
from prefcount.render.text import file_line
from prefcount.store.loaded_file import file_hash
from tests.tui.game_files import game_file, on_disk
from tests.tui.terminal import running
from tests.waiting import until

ASKED = "This game has ended; its results are recorded and sealed. Change it all the same?"


@pytest.fixture
def sealed(folder: Path) -> Path:
    """A game that ended by agreement, with the keys that end it."""
    return game_file(folder / "game.jsonl", "anna 7h wp 7", End(reason="agreed"))


async def test_one_key_does_not_open_a_game_that_has_ended(sealed: Path) -> None:
    before = sealed.read_bytes()
    async with running(sealed) as terminal:
        await terminal.becomes_writer()
        for stray in ("enter", "f3", "space"):
            await terminal.press("f3")
            await terminal.shows(ASKED, "F2 open it again Esc leave it")
            await terminal.press(stray, "escape")
            await terminal.shows("The game is over.", "The file is sealed.")
        assert sealed.read_bytes() == before
    async with running(sealed) as terminal:
        await terminal.becomes_writer()
        await terminal.press("ctrl+z", "f2")
        await terminal.shows("Undone:")
    assert not on_disk(sealed).state.ended


async def test_the_list_says_whether_a_game_is_over_sealed_or_running(sealed: Path) -> None:
    async with running(sealed) as terminal:
        await terminal.becomes_writer()
        await terminal.press("f3", "f2")
        await terminal.shows("Undone:")
        await terminal.press("f4")
        await terminal.shows("Redone:")
        await terminal.press("escape")
        await terminal.shows("1 hand, over:")
        await terminal.press("enter", "f3", "f2")
        await terminal.shows("Undone:")
        await terminal.press("escape")
        await terminal.shows("1 hand, running:")


async def test_a_game_that_is_over_by_its_rules_is_not_called_sealed(folder: Path) -> None:
    game = game_file(folder / "game.jsonl", *["anna 9h pp", "boris 9h pp", "vera 9h pp"], target=8)
    async with running(game) as terminal:
        await terminal.press("f10")
        await terminal.shows("3 hands, not sealed:")
        await terminal.press("enter", "f5", "f2", "f2")
        await terminal.shows("recorded and sealed")
        await terminal.press("escape", "f10")
        await terminal.shows("3 hands, over:")
    assert on_disk(game).state.ended == "pool"


async def test_a_code_that_was_copied_is_that_of_the_file_for_good(folder: Path, documents: Path) -> None:
    """Before the end, which changes the file, no text has one."""
    game = game_file(folder / "game.jsonl", "anna 7h wp 7")
    async with running(game) as terminal:
        await terminal.becomes_writer()
        await terminal.press("f5", "ctrl+c")
        await terminal.shows("Copied.", "The code of the file comes with the end (F2).")
        assert "Check code:" not in terminal.app.clipboard + terminal.flowing
        await terminal.press("f12")
        await terminal.shows("Saved as")
        await terminal.press("down")
        await until(terminal.pilot, lambda: "Saved as" not in terminal.frame, "the notice gone")
        await terminal.press("f2", "f2")
        await terminal.shows("recorded and sealed", "Check code:")
        await terminal.press("ctrl+c")
        noted = terminal.app.clipboard.splitlines()[-1]
        await terminal.press("f12")
        await terminal.shows("Saved as")
    assert noted == file_line(file_hash(game.read_bytes()))
    pages = [(documents / name).read_text("utf-8") for name in ("game.html", "game-2.html")]
    assert [noted.partition(": ")[2] in page for page in pages] == [False, True]
