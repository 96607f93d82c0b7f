"""Balkan Preferans at the table: begun on the form, entered by digits, corrected, played out and settled."""

from pathlib import Path

from prefcount.store.settings import load_settings
from tests.games.family import Table
from tests.tui import new_game
from tests.tui.game_files import on_disk
from tests.tui.terminal import ROOMY, running
from tests.tui.test_relatives import game_file, said

BALKAN = Table.of("balkan").game
WAITING = "Enter records it, Esc goes back"


async def test_a_game_is_begun_on_the_form() -> None:
    """The first field chooses the game; everything on the form follows it, and the next form remembers it."""
    async with running(size=ROOMY) as terminal:
        await new_game.opened(terminal)
        await new_game.choose(terminal, "game", 1)
        await terminal.shows("three or four names, counter-clockwise", "Bule from", "100", "Supa costs")
        assert "Minutes" not in terminal.frame
        await new_game.fill(terminal, ("Ana", "Boro", "Ceca"), preset=1, stake="0.01", currency="eur")
        await terminal.shows("A short game: from 60 bule with 1 refa.")
        await terminal.press("f2")
        await terminal.shows("Ana, Boro, Ceca · Balkan Preferans · Short from 60", "refe left: 1")
        header = terminal.open_session.session.header
    assert (header.game, header.rules["preset"], header.stake) == ("balkan", "short", "0.01")
    assert load_settings().game == "balkan"
    async with running(size=ROOMY) as terminal:
        await new_game.opened(terminal)
        await terminal.shows("Balkan Preferans", "Bule from")


async def test_a_whole_game_by_digits(folder: Path) -> None:
    """All pass, a contract with a refa, kontra, betl, and the last hand; then nothing more is asked."""
    path = game_file(folder / "game.jsonl", "balkan", start_bule=9)
    hands = [
        (["0"], "pass"),
        (["3", "4", "1", "2", "2"], "Vera herc 2 2"),
        (["2", "3", "7", "1", "3"], "Boris karo k3 0"),
        (["1", "6", "1", "0"], "Anna betl 0"),
    ]
    async with running(path) as terminal:
        await terminal.shows("Who plays?", "0 everyone passed", "bule left: 27")
        for number, (keys, line) in enumerate(hands, start=1):
            for key in keys:
                await terminal.press(key)
            await terminal.shows(line)
            await terminal.press("enter")
            await terminal.shows(f"Recorded: hand {number}.")
    assert said(path) == [line for _keys, line in hands]
    assert on_disk(path).state.over == "pool"


async def test_a_line_a_correction_and_the_reason_of_a_figure(folder: Path) -> None:
    """Typed as a line, taken back, and looked at."""
    path = game_file(folder / "game.jsonl", "balkan", "anna tref 2 2", start_bule=60)
    async with running(path) as terminal:
        await terminal.write("b herc c2 1")
        await terminal.press("enter")
        await terminal.shows("Boris herc c2 1", "both took too few tricks against herc", WAITING)
        await terminal.press("enter")
        await terminal.shows("Recorded: hand 2.")
        await terminal.press("f3")
        await terminal.shows("Undone: Boris herc c2 1")
        await terminal.press("shift+tab")
        await terminal.shows("Anna bule: 50, written by hand 1")
    assert on_disk(path).state.bule(1) == 60
