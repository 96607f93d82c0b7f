"""Pages of text over a screen: its keys, the help of the table, a section of the rule book."""

from collections.abc import Iterable, Iterator, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from prefcount.base.i18n import C_, N_, Text, _
from prefcount.games.words import Fact, Guide, Lines
from prefcount.render.book import CODE, TITLE, laid_out
from prefcount.render.tables import wrap
from prefcount.render.text_cells import pad, width
from prefcount.tui.kit.command import bindings, help_lines, key_of
from prefcount.tui.kit.key_table import BOOK, ENTRY_FORM, EVERYWHERE, HAND_LIST, PAGE, SHEET, TABLE
from prefcount.tui.kit.lifetime import ProgramScreen
from prefcount.tui.kit.widgets import WrappedText

LINE = "TypedLine"
"""The place of who types a line, which the form has the keys for."""

SECTIONS: dict[str, tuple[str, Lines]] = {
    "HandList": (N_("The list of hands"), help_lines(HAND_LIST)),
    "Sheet": (C_("at the table", "The sheet"), help_lines(SHEET)),
}


class PageScreen(ModalScreen[None], ProgramScreen[None]):
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
    """Lines of `room` cells: keys in a column of at least `least` cells, and what they do; remarks apart."""
    cells = max(least, *(width(_(key)) + 2 for key, _meaning in keys))
    for key, meaning in keys:
        if not key:
            yield Content("")
            yield from map(Content, wrap(_(meaning), room))
            continue
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


class HelpScreen(PageScreen):
    """The keys and the notation of a game, and how it stands; the keys of where one is come first."""

    def __init__(
        self, guide: Guide, facts: Sequence[Fact], place: str = "", line_order: Text | str = ""
    ) -> None:
        super().__init__()
        self._guide, self._facts, self._place, self._line_order = guide, facts, place, line_order

    def lines(self, room: int) -> Iterator[Content]:
        """The sections of the page; what a raspasy costs is one of the facts."""
        for title, entries in self._sections():
            yield Content.styled(_(title), "bold")
            yield from key_lines(entries, room, 14)
            if entries is self._guide.lines and (order := str(self._line_order)):
                yield from map(Content, wrap(order, room))
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
        sections = sorted(listed.items(), key=lambda section: section[0] != self._place)
        parts = [
            *(section for _name, section in sections),
            (N_("Everywhere at the table"), help_lines(TABLE)),
        ]
        parts.insert(0 if self._place == LINE else len(parts), (N_("A hand as a line"), guide.lines))
        return parts


class BookScreen(PageScreen):
    """Shows a section of the rule book, a text in Markdown; arrows and pages scroll."""

    BINDINGS = bindings(BOOK)
    CSS = "BookScreen VerticalScroll { width: 92; }"

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def lines(self, room: int) -> Iterator[Content]:
        """The sections of the page."""
        styles = {TITLE: "bold", CODE: "$text-accent"}
        for line in laid_out(self._text, room):
            yield Content.styled(line.text, styles.get(line.kind, ""))
