"""Debts on the screen: balances, a payment written by two keys, taken back by two, the book."""

from pathlib import Path

import pytest

from prefcount.store.reader import load_book
from prefcount.store.session_folder import BOOK_NAME
from prefcount.tui.games.start_screen import StartScreen
from prefcount.tui.results.debts_screen import DebtsScreen
from prefcount.tui.results.settlement_screen import SettlementScreen
from tests.helpers import entry
from tests.tui.game_files import game_file
from tests.tui.terminal import Terminal, running
from tests.waiting import quiet, work_done_aside


@pytest.fixture
def games(folder: Path) -> Path:
    """An evening of which only the result is known: Boris owes 1.80, Vera 3.90."""
    result = entry("result", results={"Anna": 57, "Boris": -18, "Vera": -39})
    game_file(folder / "one.jsonl", result, stake="0.10", currency="EUR")
    return folder


async def pressed(terminal: Terminal, *keys: str) -> None:
    """Press keys, and wait after each until everything is read and written."""
    for key in keys:
        await terminal.press(key)
        await work_done_aside(terminal.pilot)


async def asked(terminal: Terminal, action: str) -> None:
    """Do what a key of the screen or a line of the palette does, also while a search is typed."""
    terminal.app.screen.call_later(terminal.app.screen.run_action, action)
    await quiet(terminal.pilot)
    await work_done_aside(terminal.pilot)


def paid(folder: Path) -> list[tuple[str, str, str]]:
    """The payments that count in the book of a folder."""
    book = folder / BOOK_NAME
    found = load_book(book).session.payments if book.exists() else ()
    return [(each.payer, each.receiver, str(each.amount)) for each in found]


async def test_no_single_key_writes(games: Path) -> None:
    """Whatever is pressed once, or held down."""
    async with running() as terminal:
        for key in ("1", "2", "9", "f2", "f3", "enter", "d", "x", "space", "escape"):
            await pressed(terminal, "ctrl+d", key, key)
            assert not (games / BOOK_NAME).exists()
            while not isinstance(terminal.app.screen, StartScreen):
                await pressed(terminal, "escape")


async def test_a_payment_is_written_by_two_keys_and_taken_back_by_two(games: Path) -> None:
    async with running(games / "one.jsonl", size=(100, 40)) as terminal:
        # What was chosen can be dropped. Escape drops it first, and leaves only then: here for the
        # settlement that it was opened from.
        await pressed(terminal, "f5", "ctrl+d", "2", "escape", "f2")
        assert isinstance(terminal.app.screen, DebtsScreen)
        assert paid(games) == []
        await pressed(terminal, "escape")
        assert isinstance(terminal.app.screen, SettlementScreen)
        # A payment is written by two keys and taken back by two. The others stay as they were; the book is
        # listed, and its file is no game.
        await pressed(terminal, "ctrl+d")
        assert isinstance(terminal.app.screen, DebtsScreen)
        await terminal.shows("€: 1 evening, no payments", "1 Boris pays Anna €1.80", "2 Vera pays Anna €3.90")
        await pressed(terminal, "1", "f2")
        assert paid(games) == [("Boris", "Anna", "1.80")]
        await terminal.shows("1 Vera pays Anna €3.90", "Boris paid Anna €1.80", "The payment is recorded.")
        await pressed(terminal, "f3", "f2")
        assert paid(games) == []
        await terminal.shows("1 Boris pays Anna €1.80", "The payment was taken back.")
        await pressed(terminal, "escape", "escape", "escape")
        assert isinstance(terminal.app.screen, StartScreen)
        await terminal.shows("1 game")


async def test_a_game_that_is_not_counted_is_known_by_day_and_players(folder: Path) -> None:
    """Its file comes last where there is room for it."""
    result = entry("result", results={"Anna": 57, "Boris": -18, "Vera": -39})
    game_file(folder / "friday.jsonl", result, started="2026-11-20T19:00:00+03:00")
    game, why = "Nov 20, 2026, Anna, Boris, Vera", "no price is set for it"
    said = f"{game} is not counted: {why}"
    async with running(size=(140, 30)) as terminal:
        await pressed(terminal, "ctrl+d")
        await terminal.shows(f"{said} (friday.jsonl)")
    async with running(size=(80, 30)) as terminal:
        await pressed(terminal, "ctrl+d")
        await terminal.shows(said)
        assert "friday.jsonl" not in terminal.frame


async def test_debts_of_what_was_found(games: Path) -> None:
    """What these games came to, without the payments; nothing can be written from there."""
    more = entry("result", results={"Anna": -10, "Gleb": 10})
    game_file(games / "two.jsonl", more, players=("Anna", "Gleb"), stake="0.10", currency="EUR")
    async with running(size=(100, 40)) as terminal:
        await asked(terminal, "debts")
        await terminal.shows("€: 2 evenings")
        await pressed(terminal, "1", "f2")
        await terminal.shows("The payment is recorded.")
        assert len(paid(games)) == 1
        await pressed(terminal, "escape", "/")
        await terminal.shows("2 games")
        await terminal.write("vera", shows="1 of 2 games")
        await asked(terminal, "debts")
        await terminal.shows("Only the 1 game that was found.")
        await pressed(terminal, "1", "f2", "f3", "f2")
        await terminal.shows(
            "Only the 1 game that was found. Payments are counted where all games are.",
            "€: 1 evening, no payments",
            "Boris pays Anna €1.80",
        )
        assert "The book of payments" not in terminal.frame
    assert len(paid(games)) == 1
