"""The screen that is shown while the window is too small: one sentence, no keys."""

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import ModalScreen

from prefcount.base.i18n import N_, text
from prefcount.tui.kit.translated import TranslatedText

LEAST = Size(40, 12)
"""Columns and lines below which a screen would take keys for what cannot be seen."""


def is_too_small(window: Size) -> bool:
    """Whether a window shows no screen of the program."""
    return window.width < LEAST.width or window.height < LEAST.height


class TooSmallScreen(ModalScreen[None]):
    """Covers every other screen until the window is large enough."""

    CSS = """
    TooSmallScreen { align: center middle; background: $background; overflow: hidden; }
    TooSmallScreen Static { width: auto; max-width: 100%; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """The sentence."""
        said = N_("The window is too small. Enlarge it to at least {columns} columns and {lines} lines.")
        yield TranslatedText(text(said, columns=LEAST.width, lines=LEAST.height))

    def on_screen_resume(self) -> None:
        """A screen that came over this one may be left in a larger window."""
        if not is_too_small(self.app.size):
            self.dismiss()
