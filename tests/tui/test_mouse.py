"""The table with the mouse."""

from pathlib import Path

from prefcount.tui.kit.widgets import KeyFooter
from prefcount.tui.table.entry_form import EntryForm
from prefcount.tui.table.hand_list import HandList
from prefcount.tui.table.sheet_widget import Sheet
from tests.tui.game_files import game_file, lines_on_disk, on_disk
from tests.tui.terminal import NORMAL, ROOMY, WAITING, running


async def test_a_hand_is_entered_with_the_mouse(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        for answer in ("2 Boris", " 8 ", "4 both pass"):
            await terminal.click_on(answer, EntryForm)
        await terminal.shows("Boris 8 pp", WAITING)
        await terminal.click_on("Enter records", EntryForm, shows="Recorded: hand 1.")
        for answer in ("1 Anna", "1 misère", " 2 "):
            await terminal.click_on(answer, EntryForm)
        assert len(on_disk(path).entries) == 1
        for times in (1, 2, 3):
            await terminal.click_on(" 2 ", EntryForm, times)
        assert len(on_disk(path).entries) == 1
        await terminal.shows("Anna m 2", WAITING)
        await terminal.click_on("Enter records", EntryForm, shows="Recorded: hand 2.")
    assert lines_on_disk(path) == ["Boris 8 pp", "Anna m 2"]


async def test_hands_and_keys_in_the_footer_can_be_clicked(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 0", "vera 8s pp")
    async with running(path) as terminal:
        await terminal.click_on("2 Boris misère", EntryForm, shows="F7 correct")
        assert terminal.app.screen.query_one(HandList).marked == 2
        await terminal.click_on("1 Anna", HandList, times=2, shows=("Correcting hand 1", "Tricks of Anna?"))
        await terminal.drop_all()
        await terminal.click_on("F3 undo", KeyFooter, shows="Undone: Vera 8s pp")
        await terminal.click_on("settle", KeyFooter, shows="If the game ended now:")


async def test_a_click_on_a_figure_explains_it(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 0", "boris 8s pp")
    async with running(path) as terminal:
        for size in (NORMAL, ROOMY):
            await terminal.resize(*size)
            await terminal.click_on("16", Sheet, shows="Enter shows the hand")
            assert terminal.app.screen.query_one(Sheet).cursor is not None, size
            await terminal.press("escape")
