"""The screen that shows a section of the rule book."""

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from prefcount.i18n import _
from prefcount.render.book import CODE, TITLE, laid_out
from prefcount.tui.key_table import BOOK, bindings
from prefcount.tui.widgets.wrapped_text import WrappedText

STYLES = {TITLE: "bold", CODE: "$text-accent"}


class BookScreen(ModalScreen[None]):
    """Shows a text in Markdown until a key closes it; arrows and pages scroll."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(BOOK)
    CSS = """
    BookScreen { align: center middle; }
    BookScreen VerticalScroll { width: 92; max-width: 100%; height: auto; max-height: 100%; }
    BookScreen VerticalScroll { border: round $primary; background: $surface; padding: 0; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with VerticalScroll():
            yield WrappedText()

    def on_mount(self) -> None:
        """Lay the text out for the width that there is."""
        self.query_one(WrappedText).show(lambda room: list(self._lines(room)))
        self.query_one(VerticalScroll).border_subtitle = _("Esc: close")

    def _lines(self, room: int) -> Iterator[Content]:
        for line in laid_out(self._text, room):
            yield Content.styled(line.text, STYLES.get(line.kind, ""))

    async def action_dismiss(self, result: None = None) -> None:
        """Close the book."""
        self.dismiss(result)
