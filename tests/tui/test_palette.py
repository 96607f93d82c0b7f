"""The palettes of commands and of themes."""

from tests.tui.terminal import running


async def test_a_command_is_offered_once_with_its_key() -> None:
    """As the hints call it; what moves within a list is no command."""
    async with running() as terminal:
        await terminal.press("ctrl+p")
        await terminal.shows("Search commands…")
        for typed, offered in (("new game", "New game (F2)"), ("quit", "Quit (F10)")):
            await terminal.write(typed)
            await terminal.shows(offered)
            assert terminal.flowing.count(f"{offered.partition('(')[0]}(") == 1
            await terminal.press("ctrl+u")
        await terminal.write("page down")
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
