"""The help of the table: the keys of the part in use first, then the others, then the notation."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from prefcount.games.game_words import Guide, Lines
from prefcount.i18n import C_, N_, _
from prefcount.render.wrapped_tables import wrap
from prefcount.tui.key_table import ENTRY_FORM, HAND_LIST, PAGE, SHEET, TABLE, bindings, help_lines
from prefcount.tui.screens.keys import key_lines
from prefcount.tui.widgets.wrapped_text import WrappedText

LEAST = 14
"""Cells of the narrowest column of keys."""

SECTIONS: dict[str, tuple[str, Lines]] = {
    "HandList": (N_("The list of hands"), help_lines(HAND_LIST)),
    "Sheet": (C_("at the table", "The sheet"), help_lines(SHEET)),
}


class HelpScreen(ModalScreen[None]):
    """The keys and the notation of a game on one page; the keys of the widget at `place` come first."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll { width: 76; max-width: 100%; height: auto; max-height: 100%; }
    HelpScreen VerticalScroll { border: round $primary; background: $surface; padding: 0; }
    """

    def __init__(self, guide: Guide, place: str = "") -> None:
        super().__init__()
        self._guide, self._place = guide, place

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with VerticalScroll():
            yield WrappedText()

    def on_mount(self) -> None:
        """Write the text for the width that there is."""
        self.query_one(WrappedText).show(lambda room: list(self._lines(room)))
        self.query_one(VerticalScroll).border_subtitle = _("Esc: close")

    def _lines(self, room: int) -> Iterator[Content]:
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
        everywhere = (N_("Everywhere at the table"), help_lines(TABLE)), (N_("A hand as a line"), guide.lines)
        return (*(section for _name, section in here), *everywhere)

    async def action_dismiss(self, result: None = None) -> None:
        """Close the help."""
        self.dismiss(result)
