"""The form for an evening of which only the result is known: a figure for each player, written by one key."""

from pathlib import Path

from prefcount.entries.common import ResultEntry
from prefcount.store.reader import load
from prefcount.tui.paper.paper_screen import PaperScreen
from prefcount.tui.results.result_screen import ResultScreen
from prefcount.tui.table.table_screen import TableScreen
from tests.tui import new_game
from tests.tui.game_files import game_file
from tests.tui.terminal import Terminal, running
from tests.waiting import work_done_aside


async def at_result(terminal: Terminal) -> None:
    """From the table by way of the paper to the form."""
    await terminal.press("ctrl+o")
    await terminal.shows("Type what the paper says")
    await terminal.press("ctrl+o")
    await terminal.shows("Type what everyone won or lost in whists")


async def fill(terminal: Terminal, *figures: str) -> None:
    """Type figures one after the other."""
    for figure in figures:
        await terminal.write(figure)
        await terminal.press("enter")


async def test_the_form_of_a_new_game_leads_there(folder: Path) -> None:
    """An evening that somebody only remembers: names, Ctrl+O for paper, and once more for the result.

    Who is left out has the rest.
    """
    async with running() as terminal:
        await new_game.opened(terminal)
        await new_game.fill(terminal, ("Anna", "Boris", "Vera"))
        await at_result(terminal)
        await terminal.shows("It was played on", "Esc leads back to where another day is typed.")
        await fill(terminal, "57", "-27 1/2")
        await terminal.shows("Anna 57, Boris −27½, Vera −29½. F2 records it")
        await terminal.press("f2")
        await work_done_aside(terminal.pilot)
        await terminal.shows("★ Anna")
        assert isinstance(terminal.app.screen, TableScreen)
        await terminal.press("escape")
        await terminal.shows("only the result", "over: Anna +57")
        assert "0 hands" not in terminal.flowing
    [path] = folder.glob("*.jsonl")
    session = load(path).session
    (entry,) = session.entries
    assert isinstance(entry, ResultEntry)
    assert entry.results == {"Anna": 57, "Boris": "-55/2", "Vera": "-59/2"}
    assert session.state.over


async def test_what_cannot_be_is_said_and_not_written(folder: Path) -> None:
    """A wrong sum, a word, nothing at all: one sentence, and F2 writes nothing."""
    path = game_file(folder / "game.jsonl")
    before = path.read_bytes()
    async with running(path) as terminal:
        await at_result(terminal)
        await terminal.press("f2")
        await terminal.shows("Nothing to record: no figure was typed.")
        await fill(terminal, "57", "-18", "-38")
        await terminal.shows("must add up to 0, not 1")
        await terminal.press("f2")
        await fill(terminal, "x")
        await terminal.shows("say a player and a result")
        await terminal.press("f2")
        assert isinstance(terminal.app.screen, ResultScreen)
        await terminal.press("escape")
        await terminal.shows("Leave? What you have typed or changed here is lost.")
        await terminal.press("f2")
        assert isinstance(terminal.app.screen, PaperScreen)
    assert path.read_bytes() == before


async def test_a_game_with_hands_has_its_result(folder: Path) -> None:
    """There the key says so, and opens nothing."""
    async with running(game_file(folder / "game.jsonl", "r 3 5 2")) as terminal:
        await terminal.press("ctrl+o")
        await terminal.shows("Type what the paper says")
        await terminal.press("ctrl+o")
        await terminal.shows("its result follows from them")
        assert isinstance(terminal.app.screen, PaperScreen)
