"""The page that lists the keys of a screen."""

from collections.abc import Iterator

from textual.content import Content

from prefcount.base.i18n import _
from prefcount.games.protocol.words import Lines
from prefcount.render.text_cells import pad, width
from prefcount.render.wrapped_tables import wrap
from prefcount.tui.kit.key_table import EVERYWHERE
from prefcount.tui.kit.page import PageScreen


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
        for title, keys in ((_("Keys here"), self._listed), (_("On every screen"), EVERYWHERE)):
            yield Content.styled(title, "bold")
            yield from key_lines(keys, room)
            yield Content("")
