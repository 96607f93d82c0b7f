"""The base of the pages of text that lie over a screen: keys, help, the rule book."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from prefcount.base.i18n import _
from prefcount.tui.kit.command import bindings
from prefcount.tui.kit.key_table import PAGE
from prefcount.tui.kit.wrapped_text import WrappedText


class PageScreen(ModalScreen[None]):
    """A page of text in a frame that scrolls and is closed by a key; subclasses have its lines."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    DEFAULT_CSS = """
    PageScreen { align: center middle; }
    PageScreen VerticalScroll { width: 76; max-width: 100%; height: auto; max-height: 100%; }
    PageScreen VerticalScroll { border: round $primary; background: $surface; padding: 0; }
    """

    def lines(self, room: int) -> Iterable[Content]:
        """The lines of the page in a width of `room` cells."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with VerticalScroll():
            yield WrappedText()

    def on_mount(self) -> None:
        """Write the lines for the width that there is."""
        self.query_one(WrappedText).show(lambda room: list(self.lines(room)))
        self.retranslate()

    def retranslate(self) -> None:
        """Say in the language in use how the page is closed."""
        self.query_one(VerticalScroll).border_subtitle = _("Esc: close")

    async def action_dismiss(self, result: None = None) -> None:
        """Close the page."""
        self.dismiss(result)
