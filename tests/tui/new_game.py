"""Helpers that fill in the form of a new game."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from textual.widgets import Select

from tests.tui.terminal import NORMAL, Size, Terminal, running


async def opened(terminal: Terminal) -> None:
    await terminal.press("f2", shows=("New game", "Player 1"))


@asynccontextmanager
async def form(size: Size = NORMAL) -> AsyncIterator[Terminal]:
    """Run the program, and open the form of a new game."""
    async with running(size=size) as terminal:
        await opened(terminal)
        yield terminal


async def go_to(terminal: Terminal, field: str) -> None:
    terminal.app.screen.query_one(f"#{field}").focus()
    await terminal.quiet()


async def choose(terminal: Terminal, field: str, at: int) -> None:
    """Open a list and choose option `at`, counted from 0."""
    await go_to(terminal, field)
    await terminal.press("space")
    await terminal.burst("home", *["down"] * at, "enter")
    select = terminal.app.screen.query_one(f"#{field}", Select)
    await terminal.until(lambda: terminal.app.focused is select, f"the list of {field} to close")


async def fill(
    terminal: Terminal,
    players: Sequence[str],
    *,
    dealer: int | None = None,
    preset: int | None = None,
    **typed: str,
) -> None:
    """Type the names, choose dealer and preset by their indexes, and type the other fields."""
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
