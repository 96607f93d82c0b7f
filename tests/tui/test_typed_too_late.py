"""A hand that is typed after the table was left is offered to the table."""

from pathlib import Path

import pytest
from textual.events import Paste

from tests.tui.game_files import game_file, lines_on_disk
from tests.tui.terminal import Terminal, running

HAND = "vera 7h wp 7"
OFFERED = f"“{HAND}”: is that a hand of the game you just left?"


async def left_with_a_line(terminal: Terminal) -> None:
    """Discard a typed line, and leave the table with one Escape too many."""
    await terminal.becomes_writer()
    await terminal.write("anna 6")
    await terminal.press("escape")


@pytest.mark.parametrize(
    ("pause", "from_list"),
    [(True, True), (False, False)],
    ids=["into the list that it was opened from", "while the table of the command line is left"],
)
async def test_a_hand_typed_into_the_list_goes_to_the_table(game: Path, pause: bool, from_list: bool) -> None:
    async with running(None if from_list else game) as terminal:
        await terminal.press(*["enter"] * from_list, shows="Who plays?")
        await left_with_a_line(terminal)
        terminal.send("escape")
        if pause:
            await terminal.shows("1 hand, running")
        await terminal.burst(*HAND, "enter", "enter", shows=(OFFERED, "F2 to the table Esc games"))
        assert len(lines_on_disk(game)) == 1
        await terminal.press("f2", shows=(HAND, "Enter checks the line"))
        await terminal.becomes_writer()
        await terminal.press("enter", "enter", shows="Recorded: hand 2.")
    assert lines_on_disk(game)[-1] == "Vera 7h wp 7"


async def test_typing_in_the_list_is_a_search_or_a_hand(game: Path) -> None:
    async with running(game) as terminal:
        # A search stays a search.
        await terminal.becomes_writer()
        await terminal.press("escape", shows="1 hand, running")
        for search in ("anna", "boris sochi", "2026", "vera sochi running"):
            await terminal.write(search)
            assert "Is this a hand?" not in terminal.flowing
            await terminal.press("escape")
        # A line with a mistake is offered to the table, too.
        await terminal.write("vera 7h wq", shows="Is this a hand? Enter takes it to the table.")
        await terminal.press("enter", shows="“vera 7h wq”: is that a hand")
        await terminal.press("escape", shows=("0 of 1 games", "vera 7h wq"))
        await terminal.press("enter", "f2", shows=("> vera 7h wq", "Vera 7♥", "“wq”: these are not calls"))
        # A pasted hand is offered, too.
        await terminal.press("escape", "escape", shows="1 hand, running")
        terminal.app.post_message(Paste(f"{HAND}\n"))
        await terminal.shows("Is this a hand?")


async def test_a_hand_in_the_other_language_is_understood(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl", players=("Анна", "Борис", "Вера"))) as terminal:
        await terminal.becomes_writer()
        await terminal.press("escape")
        await terminal.enter("анна 7ч вп 7", "f2", shows=("анна 7ч вп 7", "Enter checks the line"))
