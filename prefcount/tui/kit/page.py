"""Pages of text over a screen, and the one that lists its keys."""

from collections.abc import Iterable, Iterator

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from prefcount.base.i18n import _
from prefcount.games.protocol.words import Lines
from prefcount.render.tables import wrap
from prefcount.render.text_cells import pad, width
from prefcount.tui.kit.command import bindings
from prefcount.tui.kit.key_table import EVERYWHERE, PAGE
from prefcount.tui.kit.wrapped_text import WrappedText


class PageScreen(ModalScreen[None]):
    """A page of text in a frame that scrolls and is closed by a key; subclasses have its lines."""

    BINDINGS = bindings(PAGE)
    DEFAULT_CSS = """
    PageScreen { align: center middle; }
    PageScreen VerticalScroll { width: 88; max-width: 100%; height: auto; max-height: 100%; }
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


def key_lines(keys: Lines, room: int, least: int = 0) -> Iterator[Content]:
    """Lines of `room` cells: keys in a column of at least `least` cells, and what they do."""
    cells = max(least, *(width(_(key)) + 2 for key, _meaning in keys))
    for key, meaning in keys:
        first, *others = wrap(_(meaning), max(1, room - cells))
        yield Content.assemble((pad(_(key), cells), "bold $text-accent"), first)
        yield from (Content(f"{' ' * cells}{other}") for other in others)


class KeysScreen(PageScreen):
    """Lists keys with what they do."""

    def __init__(self, keys: Lines) -> None:
        super().__init__()
        self._listed = keys

    def lines(self, room: int) -> Iterator[Content]:
        """The keys of the screen, and below them what keys mean everywhere."""
        cells = max(width(_(key)) + 2 for key, _meaning in (*self._listed, *EVERYWHERE))
        for title, keys in ((_("Keys here"), self._listed), (_("On every screen"), EVERYWHERE)):
            yield Content.styled(title, "bold")
            yield from key_lines(keys, room, cells)
            yield Content("")
