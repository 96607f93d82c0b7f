"""The form of a new game, filled in."""

from collections.abc import Sequence

from textual.widgets import Select

from prefcount.tui.table.table_screen import TableScreen
from tests.tui.terminal import Terminal
from tests.waiting import quiet, until


async def opened(terminal: Terminal) -> None:
    """Go to the form from the start screen."""
    await terminal.press("f2", shows=("New game", "Player 1"))


async def anew(terminal: Terminal) -> None:
    """Give up what the form was filled with, or a game without an entry, and go to an empty form."""
    if isinstance(terminal.app.screen, TableScreen):
        await terminal.press("escape")
        await opened(terminal)
    await terminal.press("escape", "f2", shows="No games yet")
    await opened(terminal)


async def go_to(terminal: Terminal, field: str) -> None:
    """Give a field the keys, whichever way; that Tab, Enter and arrows lead to it has tests of its own."""
    terminal.app.screen.query_one(f"#{field}").focus()
    await quiet(terminal.pilot)


async def choose(terminal: Terminal, field: str, at: int) -> None:
    """Open a list and pick its option number `at`, the first being 0."""
    await go_to(terminal, field)
    await terminal.press("enter", "home", *["down"] * at, "enter")
    select = terminal.app.screen.query_one(f"#{field}", Select)
    await until(terminal.pilot, lambda: terminal.app.focused is select, f"the list of {field} to close")


async def fill(
    terminal: Terminal,
    players: Sequence[str],
    *,
    dealer: int | None = None,
    preset: int | None = None,
    **typed: str,
) -> None:
    """Type the names, choose dealer and convention by their places, and type the other fields."""
    for at, name in enumerate(players, 1):
        await go_to(terminal, f"player{at}")
        await terminal.write(name)
    if dealer is not None:
        await choose(terminal, "dealer", dealer)
    if preset is not None:
        await choose(terminal, "preset", preset)
    for field, text in typed.items():
        await go_to(terminal, field)
        await terminal.write(text)
