"""The settlement of a session as it stands, and the end of the game."""

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from prefcount.i18n import N_, _
from prefcount.problems import Refused
from prefcount.render.text import settlement
from prefcount.session.journal import NotWritten
from prefcount.tui.desk import Desk
from prefcount.tui.widgets.hints import Hints


class SettlementScreen(Screen[None]):
    """Results, payments and the calculation as on paper; possible at any moment of the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "end", N_("End the game")),
        Binding("escape,f5,f10", "back", N_("Back")),
    ]
    CSS = """
    SettlementScreen #notice { height: auto; padding: 0 1; text-style: bold; }
    SettlementScreen #notice { background: $primary; color: $text; }
    SettlementScreen #steps { padding: 0 1; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._sure = False

    def compose(self) -> ComposeResult:
        """The settlement first, the steps that lead to it below."""
        yield Static(id="notice", markup=False)
        with VerticalScroll():
            yield Static(id="steps", markup=False)
        yield Hints(("↑ ↓", _("scroll")), ("F9", _("end the game")), ("Esc", _("back to the table")))

    def on_mount(self) -> None:
        """Show the figures; the scroll area has the keys."""
        self._show()
        self.query_one(VerticalScroll).focus()

    def _show(self, notice: str = "") -> None:
        state = self.desk.session.state
        as_it_stands = _("The game is over.") if state.over else _("If the game ended now:")
        self.query_one("#notice", Static).update(Content(notice or as_it_stands))
        shown = [settlement(self.desk.session), "", "─" * 40, "", settlement(self.desk.session, steps=True)]
        self.query_one("#steps", Static).update(Content("\n".join(shown)))

    def action_end(self) -> None:
        """Write the end of the game; a second press confirms."""
        if self.desk.session.state.ended:
            self._show(_("The game has ended already; F3 on the table takes that back."))
        elif not self._sure:
            self._sure = True
            self._show(_("End the game with these results? F9 once more writes it, Escape goes back."))
        else:
            self._end()

    @work(exclusive=True, group="write")
    async def _end(self) -> None:
        try:
            await self.desk.write(self.desk.end())
        except (Refused, NotWritten) as error:
            self._show(str(error))
            return
        self._show(_("The game has ended; the results are written and sealed."))

    def action_back(self) -> None:
        """Back to the table."""
        self.dismiss()
