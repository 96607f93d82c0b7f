"""Help for where one is: the keys that work there first, then the others, then the notation."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from prefcount.games.terms import Guide, Lines
from prefcount.i18n import C_, N_, _
from prefcount.render.fitted import wrap
from prefcount.tui.screens.keys import key_lines
from prefcount.tui.widgets.paper import Paper

LEAST = 14
"""Cells of the narrowest column of keys."""

FORM: Lines = (
    ("↑ ↓ Enter", N_("mark an answer and take it; in the last question Enter writes the hand")),
    ("Esc ⌫", N_("take back the last answer; on an empty form Escape goes back to the games")),
    (N_("letters"), N_("type a hand as a line; Enter reads it, Escape gives it back to be mended")),
    ("Ctrl+U", N_("clear the line")),
    ("PgDn PgUp", N_("turn the pages of a long preview")),
    ("F6", N_("what would it pay? Everybody's result for each answer")),
)
HANDS: Lines = (
    ("↑ ↓", N_("mark an entry; what it wrote stands beside")),
    ("→ ←", N_("5 → a hand: it corrects entry 5; a hand ← 8: entry 8 has corrected it")),
    ("F7 Enter", N_("correct it: edit the line, or Escape for the questions")),
    ("F8", N_("let it not count, or count again")),
    ("F9", N_("put in a forgotten hand right after it")),
    ("Esc", N_("back to the next hand")),
)
SHEET: Lines = (
    ("↑ ↓", N_("another column")),
    ("← →", N_("older and newer totals of the column; why they stand there is said beside")),
    ("Enter", N_("the hand that wrote the figure")),
    ("Esc", N_("back to the next hand")),
)
EVERYWHERE: Lines = (
    ("Tab", N_("from the next hand to the list of hands, and to the sheet")),
    ("F2", N_("the rules of this game, to be read or changed from here on")),
    ("F3 F4", N_("undo and redo, without limit")),
    ("F5", N_("settlement: results, payments, the calculation, the chart")),
    ("Ctrl+R", N_("what if: the same hands by other rules")),
    ("Ctrl+O", N_("hold the paper sheet against the game, or type an old one before the first hand")),
    ("Ctrl+L", N_("let the phones in the room read along: a link, and a picture of it for cameras")),
    ("Ctrl+P", N_("all commands with their keys, and the colours")),
    ("F10", N_("back to the games, or quit")),
)
SECTIONS: dict[str, tuple[str, Lines]] = {
    "HandList": (N_("The list of hands"), HANDS),
    "Sheet": (C_("at the table", "The sheet"), SHEET),
}


class HelpScreen(ModalScreen[None]):
    """The keys and the notation of a game on one page; the keys of the widget at `place` come first."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,f10,enter", "dismiss", N_("Close"))]
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
            yield Paper()

    def on_mount(self) -> None:
        """Write the text for the width that there is."""
        self.query_one(Paper).show(lambda room: list(self._lines(room)))

    def _lines(self, room: int) -> Iterator[Content]:
        for title, entries in self._sections():
            yield Content.styled(_(title), "bold")
            yield from key_lines(entries, room, LEAST)
            yield Content("")
        closing = _(
            "English and Russian words are read side by side; letters that mean nothing there are read as on "
            "the other keyboard layout. Escape closes this."
        )
        for line in wrap(f"{_(self._guide.spelling)} {closing}", room):
            yield Content.styled(line, "$foreground-muted")

    def _sections(self) -> Sequence[tuple[str, Lines]]:
        """The titles with the keys below them, those of the place where one is before the others."""
        guide = self._guide
        form = (("0–9 - =", guide.answers), *FORM, ("9", guide.other))
        listed = {"EntryForm": (N_("The next hand"), form), **SECTIONS}
        here = sorted(listed.items(), key=lambda section: section[0] != self._place)
        everywhere = (N_("Everywhere at the table"), EVERYWHERE), (N_("A hand as a line"), guide.lines)
        return (*(section for _name, section in here), *everywhere)

    async def action_dismiss(self, result: None = None) -> None:
        """Close the help."""
        self.dismiss(result)
