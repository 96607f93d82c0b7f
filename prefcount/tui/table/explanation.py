"""The explanation of a figure of the sheet or of a hand, shown while looking back."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static


class Explanation(VerticalScroll, can_focus=False):
    """Shows a title, reasons and keys."""

    DEFAULT_CSS = """
    Explanation { padding: 0 1; }
    """

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(markup=False)

    def show(self, said: list[str], keys: str) -> None:
        """Show sentences, the first one as the title, and the keys below them."""
        title, *rest = said
        lines = [
            Content.styled(title, "bold"),
            *map(Content, rest),
            Content.styled(keys, "$foreground-muted"),
        ]
        self.query_one(Static).update(Content("\n").join(lines))
