"""A price that is entered beside the settlement, also after the end of the game."""

from pathlib import Path

from prefcount.store.reader import load
from tests.helpers import entry
from tests.tui.game_files import game_file
from tests.tui.terminal import running
from tests.waiting import work_done_aside


async def test_it_is_entered_and_corrected(folder: Path) -> None:
    """F7 asks; what is no price stays to be corrected, Esc leaves it; the money is there at once."""
    result = entry("result", results={"Anna": 57, "Boris": -18, "Vera": -39})
    path = game_file(folder / "one.jsonl", result)
    async with running(path, size=(80, 24)) as terminal:
        await terminal.press("f5")
        await terminal.press("f7")
        await terminal.shows("Price per whist (0.10 EUR, or none)")
        await terminal.press("1", "0", "§", "enter")
        await work_done_aside(terminal.pilot)
        await terminal.shows("stake: ")
        assert len(load(path).session.entries) == 1
        await terminal.press("escape")
        await terminal.shows("The game has ended")
        await terminal.press("f7", *"0,10", "space", *"eur", "enter")
        await work_done_aside(terminal.pilot)
        await terminal.shows("The price is recorded; it holds for the whole game.", "Vera pays Anna €3.90")
        await terminal.press("f7", "ctrl+u", *"none", "enter")
        await work_done_aside(terminal.pilot)
        await terminal.shows("Vera pays Anna 39 whists")
    session = load(path).session
    assert [each.kind for each in session.entries] == ["result", "price", "price"]
    assert session.price.amount is None
