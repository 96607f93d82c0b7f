"""What the palettes of commands and of themes search; where textual has only English words, ours stand."""

from functools import partial

from textual.command import Hit, Hits, Provider
from textual.system_commands import SystemCommandsProvider
from textual.theme import ThemeProvider

from prefcount.i18n import _


class _OrNothing(Provider):
    """Says that nothing was found, and lets Enter search anew."""

    again = "command_palette"
    """The action that shows the palette once more."""

    async def search(self, query: str) -> Hits:
        """What is found, or a line that says that nothing is."""
        found = False
        async for hit in super().search(query):
            found = True
            yield hit
        if not found:
            yield Hit(1, _("No matches found"), partial(self.app.run_action, self.again))


class Commands(_OrNothing, SystemCommandsProvider):
    """Every command that works here."""


class Themes(_OrNothing, ThemeProvider):
    """Every theme by its name."""

    again = "change_theme"
