"""The palettes of commands and of themes, translated where textual has only English words."""

from functools import partial

from textual import on
from textual.command import CommandPalette, Hit, Hits, Provider
from textual.events import Click
from textual.message import Message
from textual.system_commands import SystemCommandsProvider
from textual.theme import ThemeProvider
from textual.widgets import Input, OptionList

from prefcount.base.i18n import _


class _WithEmptyResult(Provider):
    """A provider that shows a line if nothing was found; Enter on it searches anew."""

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


class CommandProvider(_WithEmptyResult, SystemCommandsProvider):
    """Commands that work at the current place."""


class Themes(_WithEmptyResult, ThemeProvider):
    """Every theme by its name."""

    again = "change_theme"


class Palette(CommandPalette):
    """A palette that closes once and runs one command, however fast the clicks and Enters come."""

    @on(Click)
    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _left_already(self, message: Message) -> None:
        """Ignore messages to a closed palette, which would close the screen below it, too."""
        if not self.is_active:
            message.stop()
            message.prevent_default()
