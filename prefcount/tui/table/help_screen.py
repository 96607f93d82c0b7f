"""The page of help of the table: keys and notation."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from prefcount.base.i18n import C_, N_, _
from prefcount.games.protocol.words import Fact, Guide, Lines
from prefcount.render.tables import wrap
from prefcount.tui.kit.command import help_lines, key_of
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
    """The keys and the notation of a game, and how it stands; the keys of where one is come first."""

    def __init__(self, guide: Guide, facts: Sequence[Fact], place: str = "") -> None:
        super().__init__()
        self._guide, self._facts, self._place = guide, facts, place

    def lines(self, room: int) -> Iterator[Content]:
        """The sections of the page; what a raspasy costs is one of the facts."""
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
        yield Content("")
        yield Content.styled(_("How the game stands"), "bold")
        for fact in self._facts:
            yield from map(Content, wrap(f"{fact.label}: {fact.value}", room))
        change = _("{key} shows by which rules, with every price, and changes them from the next hand.")
        yield from map(Content, wrap(change.format(key=key_of(TABLE, "rules")), room))

    def _sections(self) -> Sequence[tuple[str, Lines]]:
        """The titles with the keys below them, those of the place where one is before the others."""
        guide = self._guide
        form = (("0–9 - =", guide.answers), *help_lines(ENTRY_FORM), ("9", guide.other))
        listed = {"EntryForm": (N_("The next hand"), form), **SECTIONS}
        here = sorted(listed.items(), key=lambda section: section[0] != self._place)
        parts = [*(section for _name, section in here), (N_("Everywhere at the table"), help_lines(TABLE))]
        parts.insert(0 if self._place == LINE else len(parts), (N_("A hand as a line"), guide.lines))
        return parts
