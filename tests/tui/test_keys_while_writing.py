"""Keys that come while the disk is busy or the table is not there yet: none is lost."""

from pathlib import Path

from prefcount.tui.games.start_screen import StartScreen
from prefcount.tui.table.table_screen import TableScreen
from tests.tui.game_files import game_file, lines_on_disk, on_disk
from tests.tui.slow_disk import SlowDisk
from tests.tui.terminal import running
from tests.waiting import quiet, until


async def test_a_hand_typed_while_the_one_before_is_written_is_not_lost(
    game: Path, slow_disk: SlowDisk
) -> None:
    """Two hands, a step back and a third, all before the disk has taken the first."""
    async with running(game) as terminal:
        terminal.send(*"2716", "enter", *"18", "escape", *"8", *"4", "enter", *"vera m 0", "enter", "enter")
        await until(terminal.pilot, lambda: slow_disk.asked, "the first hand to be on its way")
        await quiet(terminal.pilot)
        assert len(slow_disk.asked) == 1
        slow_disk.go_on()
        await terminal.shows("Recorded: hand 4.")
    assert lines_on_disk(game)[1:] == ["Boris 7 wp 6", "Anna 8 pp", "Vera m 0"]


async def test_undo_pressed_while_a_hand_is_written_takes_that_hand_back(
    game: Path, slow_disk: SlowDisk
) -> None:
    async with running(game) as terminal:
        terminal.send(*"2716", "enter", "f3")
        await until(terminal.pilot, lambda: slow_disk.asked, "the hand to be on its way")
        slow_disk.go_on()
        await terminal.shows("Undone: Boris 7 wp 6")
    session = on_disk(game)
    assert [entry.kind for entry in session.entries] == ["game", "game", "void"]
    assert session.state.hands == 1


async def test_leaving_waits_for_the_disk(game: Path, slow_disk: SlowDisk) -> None:
    """The list of games tells of the hand, and the game opened again can be written to."""
    async with running(game) as terminal:
        terminal.send(*"2716", "enter", "f10")
        await until(terminal.pilot, lambda: slow_disk.asked, "the hand to be on its way")
        await quiet(terminal.pilot)
        assert isinstance(terminal.app.screen, TableScreen)
        slow_disk.go_on()
        await until(terminal.pilot, lambda: isinstance(terminal.app.screen, StartScreen), "the games")
        await terminal.shows("2 hands")
        await terminal.press("enter")
        await terminal.shows("2 Boris 7, Vera whists: 1 down")
        await terminal.press("1", "1", "0", "enter")
        await terminal.shows("Recorded: hand 3.")
    assert lines_on_disk(game)[1:] == ["Boris 7 wp 6", "Anna m 0"]


async def test_keys_before_the_table_is_there_do_no_harm(folder: Path) -> None:
    """Everything that was pressed while it was being drawn."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running() as terminal:
        terminal.app.push_screen(TableScreen(path))
        terminal.send("f6", "tab", "f5", "f9", "f3", "f4", "f2", "escape")
        await quiet(terminal.pilot)
        assert not terminal.app.return_code
