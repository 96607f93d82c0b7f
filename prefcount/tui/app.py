"""The terminal program."""

from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from prefcount.tui.screens.help import HelpScreen
from prefcount.tui.screens.start import StartScreen
from prefcount.tui.screens.table import TableScreen


class PrefcountApp(App[None]):
    """Opens on the list of games, or at the table of one session."""

    TITLE = "prefcount"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", show=False, priority=True)]

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        self._path = path

    def on_mount(self) -> None:
        """Show the games, and the named one on top of them."""
        self.push_screen(StartScreen())
        if self._path is not None:
            self.push_screen(TableScreen(self._path))

    def action_help(self) -> None:
        """Show the keys and the notation."""
        self.push_screen(HelpScreen())
