"""Help: what the keys do and how a line is written."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from prefcount.i18n import N_, _

KEYS = (
    ("0–9 - =", N_("answer the question; = is ten, - leaves without three")),
    ("↑ ↓ Enter", N_("choose an answer; Enter takes the marked one, and writes the hand at the end")),
    ("Esc ⌫", N_("take back the last answer; on an empty form Escape goes back to the games")),
    (N_("letters"), N_("type a hand as a line; Enter reads it")),
    ("F3 F4", N_("undo and redo, without limit")),
    ("F5", N_("settlement: results, payments, the calculation step by step")),
    ("F9", N_("on the settlement: end the game")),
    ("PgUp PgDn", N_("page through the hands")),
    ("F10", N_("back to the games, or quit")),
)
LINES = (
    ("anna 7h wp 6", N_("Anna plays seven hearts, the first defender whists, the second passes, six tricks")),
    ("b 6s ww 5 3 2", N_("both whist: tricks of the declarer, the first and the second defender")),
    ("v 8n pp", N_("both pass")),
    ("anna 6c ph", N_("the second defender takes half a whist")),
    ("anna 7d wh 7", N_("the whist returned by the first defender")),
    ("anna m 0", N_("misère and the declarer's tricks")),
    ("anna 7h -3", N_("leaves without three")),
    ("r 3 5 2", N_("raspasy, tricks in seat order")),
)


class HelpScreen(ModalScreen[None]):
    """The keys and the notation on one page."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,f10,enter", "dismiss", N_("Close"))]
    CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll { width: 76; max-width: 100%; height: auto; max-height: 100%; }
    HelpScreen VerticalScroll { border: round $primary; background: $surface; padding: 0 1; }
    """

    def compose(self) -> ComposeResult:
        """Two lists."""
        lines = [Content.styled(_("Keys at the table"), "bold")]
        lines += [_entry(_(key), _(meaning)) for key, meaning in KEYS]
        lines += [Content(""), Content.styled(_("A hand as a line"), "bold")]
        lines += [_entry(example, _(meaning)) for example, meaning in LINES]
        lines.append(
            Content.styled(
                _("Suits are s c d h n; names by their beginning. Escape closes this."), "$foreground-muted"
            )
        )
        with VerticalScroll():
            yield Static(Content("\n").join(lines), markup=False)

    async def action_dismiss(self, result: None = None) -> None:
        """Close the help."""
        self.dismiss(result)


def _entry(key: str, meaning: str) -> Content:
    return Content.assemble((f"{key:<14}", "bold $text-accent"), meaning)
