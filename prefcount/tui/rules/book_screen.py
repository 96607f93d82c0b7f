"""A section of the rule book over the screen of rules."""

from collections.abc import Iterator

from textual.content import Content

from prefcount.render.book import CODE, TITLE, laid_out
from prefcount.tui.kit.command import bindings
from prefcount.tui.kit.key_table import BOOK
from prefcount.tui.kit.page import PageScreen

STYLES = {TITLE: "bold", CODE: "$text-accent"}


class BookScreen(PageScreen):
    """Shows a text in Markdown until a key closes it; arrows and pages scroll."""

    BINDINGS = bindings(BOOK)
    CSS = "BookScreen VerticalScroll { width: 92; }"

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def lines(self, room: int) -> Iterator[Content]:
        """The sections of the page."""
        for line in laid_out(self._text, room):
            yield Content.styled(line.text, STYLES.get(line.kind, ""))
