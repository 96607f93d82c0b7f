"""The page that lists the keys of a screen."""

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from prefcount.games.game_words import Lines
from prefcount.i18n import _
from prefcount.render.text_cells import pad, width
from prefcount.render.wrapped_tables import wrap
from prefcount.tui.key_table import EVERYWHERE, PAGE, bindings
from prefcount.tui.widgets.wrapped_text import WrappedText


def key_lines(keys: Lines, room: int, least: int = 0) -> Iterator[Content]:
    """Lines of `room` cells: keys in a column of at least `least` cells, and what they do."""
    cells = max(least, *(width(_(key)) + 2 for key, _meaning in keys))
    for key, meaning in keys:
        first, *others = wrap(_(meaning), max(1, room - cells))
        yield Content.assemble((pad(_(key), cells), "bold $text-accent"), first)
        yield from (Content(f"{' ' * cells}{other}") for other in others)


class KeysScreen(ModalScreen[None]):
    """Lists keys with what they do."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    CSS = """
    KeysScreen { align: center middle; }
    KeysScreen VerticalScroll { width: 76; max-width: 100%; height: auto; max-height: 100%; }
    KeysScreen VerticalScroll { border: round $primary; background: $surface; padding: 0; }
    """

    def __init__(self, keys: Lines) -> None:
        super().__init__()
        self._listed = keys

    def compose(self) -> ComposeResult:
        """A line for each key."""
        with VerticalScroll():
            yield WrappedText()

    def on_mount(self) -> None:
        """Write the lines for the width that there is."""
        self.query_one(WrappedText).show(lambda room: list(self._lines(room)))
        self.query_one(VerticalScroll).border_subtitle = _("Esc: close")

    def _lines(self, room: int) -> Iterator[Content]:
        """The keys of the screen, and below them what keys mean everywhere."""
        for title, keys in ((_("Keys here"), self._listed), (_("On every screen"), EVERYWHERE)):
            yield Content.styled(title, "bold")
            yield from key_lines(keys, room)
            yield Content("")

    async def action_dismiss(self, result: None = None) -> None:
        """Close the page."""
        self.dismiss(result)
