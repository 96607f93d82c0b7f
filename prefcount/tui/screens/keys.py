"""The keys of a screen on one page."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from prefcount.i18n import N_, _
from prefcount.render.layout import pad, width

Keys = tuple[tuple[str, str], ...]
"""Keys with marked sentences that say what they do."""


class KeysScreen(ModalScreen[None]):
    """Lists keys with what they do until one is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,f10,enter", "dismiss", N_("Close"))]
    CSS = """
    KeysScreen { align: center middle; }
    KeysScreen VerticalScroll { width: 76; max-width: 100%; height: auto; max-height: 100%; }
    KeysScreen VerticalScroll { border: round $primary; background: $surface; padding: 0 1; }
    KeysScreen Static { height: auto; }
    """

    def __init__(self, keys: Keys) -> None:
        super().__init__()
        self._listed = keys

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with VerticalScroll():
            yield Static(self._lines(), markup=False)

    def retell(self) -> None:
        """Say everything in the language in use."""
        self.query_one(Static).update(self._lines())

    def _lines(self) -> Content:
        """A line for each key."""
        cells = max(width(_(key)) for key, meaning in self._listed)
        lines = [Content.styled(_("Keys here"), "bold")]
        lines += [
            Content.assemble((pad(_(key), cells), "bold $text-accent"), "  ", _(meaning))
            for key, meaning in self._listed
        ]
        return Content("\n").join(lines)

    async def action_dismiss(self, result: None = None) -> None:
        """Close the page."""
        self.dismiss(result)
