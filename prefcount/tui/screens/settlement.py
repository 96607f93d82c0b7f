"""The settlement of a session as it stands, what goes into the chat, and the end of the game."""

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from prefcount.i18n import N_, _, ngettext
from prefcount.problems import Refused, quote
from prefcount.reasons import reason
from prefcount.render.chat import chat
from prefcount.render.course import course
from prefcount.render.text import title
from prefcount.session.journal import NotWritten
from prefcount.session.outcome import outcome
from prefcount.tui.beside import keep_beside
from prefcount.tui.desk import Desk
from prefcount.tui.settled import doubt_lines, result_lines, step_lines
from prefcount.tui.there import while_there
from prefcount.tui.widgets.chart import Chart
from prefcount.tui.widgets.hints import Hints
from prefcount.tui.widgets.paper import Paper

BARS, EDGES = 3, 4
"""Lines above and below the page; columns beside what is written on it, the scroll bar among them."""

LEAST_CHART, MOST_CHART, LONE_CHART = 8, 30, 14
"""Lines of the chart below the results, and where only scrolling leads to it."""


KEYS = (
    ("1", N_("results and payments")),
    ("2", N_("the chart of the evening")),
    ("3", N_("the calculation, step by step as on paper")),
    ("↑ ↓ PgUp PgDn", N_("scroll")),
    ("c", N_("copy the results for the group chat")),
    ("s", N_("save them as a text beside the session")),
    ("h", N_("save the evening as a page to print, beside the session")),
    ("w", N_("what if: the same hands by other rules")),
    ("F9 F9", N_("end the game: writes the results and seals the file")),
    ("Esc F5", N_("back to the table; nothing is ended by looking")),
    ("", N_("“file” is a short name of the file as it stands, to compare later that nobody changed it")),
)


class SettlementScreen(Screen[None]):
    """Results, payments, the course of the evening and the calculation; possible at any moment."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 - as in Screen
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c,с,C,С", "copy", N_("Copy for the chat")),
        Binding("s,ы,S,Ы", "save", N_("Save as text")),
        Binding("h,р,H,Р", "page", N_("Save as a page to print")),
        Binding("w,ц,W,Ц", "what_if", N_("What if? The same hands by other rules")),
        Binding("f9", "end", N_("End the game")),
        Binding("escape,f5,f10", "back", N_("Back")),
        Binding("f1", "keys", N_("Help")),
        Binding("1", "show('results')", N_("Results")),
        Binding("2", "show('chart')", N_("Chart")),
        Binding("3", "show('steps')", N_("Calculation")),
    ]
    CSS = """
    SettlementScreen #title { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    SettlementScreen #title { text-wrap: nowrap; text-overflow: ellipsis; }
    SettlementScreen #state { height: auto; background: $panel; padding: 0 1; }
    SettlementScreen #notice { width: 1fr; height: auto; text-style: bold; }
    SettlementScreen #file { width: auto; height: 1; color: $foreground-muted; }
    SettlementScreen #state.-said { background: $success-muted; color: $text-success; }
    SettlementScreen #state.-asked { background: $warning-muted; color: $text-warning; }
    SettlementScreen #state.-refused { background: $error-muted; color: $text-error; }
    SettlementScreen #state.-said #file { display: none; }
    SettlementScreen #state.-asked #file { display: none; }
    SettlementScreen #state.-refused #file { display: none; }
    SettlementScreen #more { height: auto; margin-top: 1; }
    SettlementScreen #chart { margin-bottom: 1; }
    SettlementScreen.-wide #more { layout: horizontal; }
    SettlementScreen.-wide #steps { width: 1fr; }
    SettlementScreen.-wide #chart { width: 1fr; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._asked = False
        self._writing = False

    def compose(self) -> ComposeResult:
        """The results first, then the chart and the steps: beside each other where there is room."""
        yield Static(id="title", markup=False)
        with Horizontal(id="state"):
            yield Static(id="notice", markup=False)
            yield Static(id="file", markup=False)
        with VerticalScroll(id="page"):
            yield Paper(id="results")
            with Container(id="more"):
                yield Chart(id="chart")
                yield Paper(id="steps")
        yield Hints(
            ("c", N_("copy")),
            ("s", N_("save")),
            ("h", N_("page")),
            ("F9", N_("end")),
            ("Esc", N_("back")),
            ("F1", N_("help")),
            ("w", N_("what if")),
            ("2", N_("chart")),
            ("3", N_("steps")),
            ("1", N_("results")),
            ("↑ ↓", N_("scroll")),
        )

    def on_mount(self) -> None:
        """Show the figures; the page has the keys."""
        self._show()
        self.query_one("#page").focus()

    def on_resize(self, event: Resize) -> None:
        """Give the chart the room that there is now."""
        self._fit(event.size)

    def _show(self) -> None:
        """Show the session as it stands."""
        session, warning = self.desk.session, self.desk.warning
        settled = outcome(session)
        self.query_one("#title", Static).update(Content(title(session)))
        hands = ngettext("{n} hand", "{n} hands", session.state.hands).format(n=session.state.hands)
        self.query_one("#file", Static).update(
            Content(_("{hands}, file {head}").format(hands=hands, head=self.desk.head))
        )
        self.query_one("#results", Paper).show(
            lambda width: [*doubt_lines(session, warning, width), *result_lines(settled, width)]
        )
        chart = self.query_one(Chart)
        chart.course = course(session)
        chart.display = chart.course.hands > 0
        self.query_one("#steps", Paper).show(lambda width: step_lines(settled.settlement.steps, width))
        self._say()
        self._fit(self.app.size)

    def retell(self) -> None:
        """Say everything in the language in use."""
        self._show()

    def _say(self, notice: str = "", kind: str = "") -> None:
        """Say what happened, or how the game stands. Only a question that is seen is asked."""
        self._asked = kind == "asked"
        over = self.desk.session.state.over
        standing = _("The game is over.") if over else _("If the game ended now:")
        self.query_one("#notice", Static).update(Content(notice or standing))
        for each in ("said", "asked", "refused"):
            self.query_one("#state").set_class(each == kind, f"-{each}")

    def _fit(self, size: Size) -> None:
        """The chart fills the page below the results; where little is left it is a page of its own."""
        page = size.height - BARS
        room = page - len(self.query_one("#results", Paper).lines(size.width - EDGES)) - 1
        height = min(room, MOST_CHART) if room >= LEAST_CHART else min(page, LONE_CHART)
        self.query_one(Chart).styles.height = height

    def action_show(self, section: str) -> None:
        """Go to a section of the page."""
        self._say()
        page = self.query_one("#page", VerticalScroll)
        if section == "results":
            page.scroll_home(animate=False, immediate=True)
        elif section == "chart" and not self.query_one(Chart).display:
            self._say(_("No hand has been played, so there is nothing to draw."), "said")
        else:
            page.scroll_to_widget(self.query_one(f"#{section}"), animate=False, top=True, immediate=True)

    def action_copy(self) -> None:
        """Put the settlement on the clipboard, for the chat."""
        message = self._message()
        if message is not None:
            self.app.copy_to_clipboard(message)
            self._say(_("Copied for the chat. If nothing can be pasted, s saves it as a file."), "said")

    def action_save(self) -> None:
        """Save the settlement beside the session."""
        message = self._message()
        if message is not None:
            self._keep("-settlement.txt", lambda: f"{message}\n")

    def action_page(self) -> None:
        """Save the whole report as a page beside the session."""
        from prefcount.render.report.html import session_html

        session, head = self.desk.session, self.desk.head
        if self._sound():
            self._keep(".html", lambda: session_html(session, head))

    @work(group="save")
    async def _keep(self, ending: str, made: Callable[[], str]) -> None:
        """Save what is made beside the session, and say where."""
        try:
            path = await while_there(
                self, asyncio.to_thread(lambda: keep_beside(self.desk.path, ending, made()))
            )
        except NotWritten as error:
            self._say(str(error), "refused")
            return
        self._say(_("Saved as {path}").format(path=quote(path)), "said")

    def _message(self) -> str | None:
        """What goes into the chat."""
        return chat(self.desk.session, self.desk.head) if self._sound() else None

    def _sound(self) -> bool:
        """Whether anything may be passed on; nobody shall be paid by a damaged file."""
        if not self.desk.sound:
            self._say(_("The file is damaged: nothing is passed on. prefcount audit says more."), "refused")
        return self.desk.sound

    def action_end(self) -> None:
        """Write the end of the game; a second press confirms."""
        if self._writing:
            return
        if self.desk.session.state.ended:
            self._say(_("The game has ended already; F3 on the table takes that back."), "said")
        elif not self._asked:
            question = _("End the game with these results? F9 once more writes it, Escape goes back.")
            self._say(question, "asked")
        else:
            self._writing = True
            self._end()

    @work(group="write")
    async def _end(self) -> None:
        try:
            await while_there(self, self.desk.write(self.desk.end()))
        except (Refused, NotWritten) as error:
            self._say(str(error), "refused")
            return
        except OSError as error:
            self._say(_("nothing was written: {reason}").format(reason=reason(error)), "refused")
            return
        finally:
            self._writing = False
        self._show()
        self._say(_("The game has ended; the results are written and sealed."), "said")

    def action_what_if(self) -> None:
        """Put the same hands by other rules beside the results."""
        from prefcount.tui.screens.whatif import WhatIfScreen

        self.app.push_screen(WhatIfScreen(self.desk.session))

    def action_keys(self) -> None:
        """Show what the keys do."""
        from prefcount.tui.screens.keys import KeysScreen

        self.app.push_screen(KeysScreen(KEYS))

    def action_back(self) -> None:
        """Back to the table, once what is being written is on disk."""
        if not self._writing:
            self.dismiss()
