"""The palettes of commands and of themes; where textual has only English words, ours stand."""

from functools import partial

from textual import on
from textual.command import CommandPalette, Hit, Hits, Provider
from textual.events import Click
from textual.message import Message
from textual.system_commands import SystemCommandsProvider
from textual.theme import ThemeProvider
from textual.widgets import Input, OptionList

from prefcount.i18n import _


class _WithEmptyResult(Provider):
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


class Commands(_WithEmptyResult, SystemCommandsProvider):
    """Every command that works here."""


class Themes(_WithEmptyResult, ThemeProvider):
    """Every theme by its name."""

    again = "change_theme"


class Palette(CommandPalette):
    """A palette that is left once, and runs one command, however quickly somebody clicks or presses Enter."""

    @on(Click)
    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _left_already(self, message: Message) -> None:
        """Nothing more is done by a palette that was left; it would take the screen below it away, too."""
        if not self.is_active:
            message.stop()
            message.prevent_default()
