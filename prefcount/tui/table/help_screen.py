"""The page of help of the table: keys and notation."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from prefcount.base.i18n import C_, N_, _
from prefcount.games.protocol.words import Guide, Lines
from prefcount.render.tables import wrap
from prefcount.tui.kit.command import help_lines
from prefcount.tui.kit.key_table import ENTRY_FORM, HAND_LIST, SHEET, TABLE
from prefcount.tui.kit.page import PageScreen, key_lines

LEAST = 14
"""Cells of the narrowest column of keys."""

LINE = "TypedLine"
"""The place of who types a line, which the form has the keys for."""

SECTIONS: dict[str, tuple[str, Lines]] = {
    "HandList": (N_("The list of hands"), help_lines(HAND_LIST)),
    "Sheet": (C_("at the table", "The sheet"), help_lines(SHEET)),
}


class HelpScreen(PageScreen):
    """The keys and the notation of a game on one page; the keys of the widget at `place` come first."""

    def __init__(self, guide: Guide, place: str = "") -> None:
        super().__init__()
        self._guide, self._place = guide, place

    def lines(self, room: int) -> Iterator[Content]:
        """The sections of the page."""
        for title, entries in self._sections():
            yield Content.styled(_(title), "bold")
            yield from key_lines(entries, room, LEAST)
            yield Content("")
        closing = _(
            "English and Russian words are both understood, and the wrong keyboard layout is "
            "recognised. Esc closes this."
        )
        for line in wrap(f"{_(self._guide.spelling)} {closing}", room):
            yield Content.styled(line, "$foreground-muted")

    def _sections(self) -> Sequence[tuple[str, Lines]]:
        """The titles with the keys below them, those of the place where one is before the others."""
        guide = self._guide
        form = (("0–9 - =", guide.answers), *help_lines(ENTRY_FORM), ("9", guide.other))
        listed = {"EntryForm": (N_("The next hand"), form), **SECTIONS}
        here = sorted(listed.items(), key=lambda section: section[0] != self._place)
        parts = [*(section for _name, section in here), (N_("Everywhere at the table"), help_lines(TABLE))]
        parts.insert(0 if self._place == LINE else len(parts), (N_("A hand as a line"), guide.lines))
        return parts
