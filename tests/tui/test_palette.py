"""The palettes of commands and of themes."""

from tests.tui.terminal import running


async def test_every_command_is_offered_with_its_key() -> None:
    async with running() as terminal:
        await terminal.press("ctrl+p")
        await terminal.shows("Search commands…")
        await terminal.write("new game")
        await terminal.shows("New game (F2)")


async def test_a_command_is_offered_once_with_the_key_as_the_hints_call_it() -> None:
    async with running() as terminal:
        await terminal.press("ctrl+p")
        await terminal.write("quit")
        await terminal.shows("Quit (F10)")
        assert terminal.flowing.count("Quit (") == 1


async def test_what_moves_within_a_list_is_no_command() -> None:
    async with running() as terminal:
        await terminal.press("ctrl+p")
        await terminal.write("page down")
        await terminal.shows("No matches found")


async def test_where_nothing_is_found_enter_searches_anew() -> None:
    async with running() as terminal:
        await terminal.press("ctrl+p")
        await terminal.write("xyzzy")
        await terminal.shows("No matches found")
        await terminal.press("enter")
        await terminal.shows("Search commands…")


async def test_a_theme_is_chosen_by_its_name() -> None:
    async with running() as terminal:
        await terminal.press("ctrl+p")
        await terminal.write("theme")
        await terminal.shows("Colour themes")
        await terminal.press("enter")
        await terminal.shows("Search themes…")
        await terminal.write("high")
        await terminal.shows("high-contrast")
        await terminal.press("enter")
        assert terminal.app.theme == "high-contrast"
