"""The table: its keys, and where they lead."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from prefcount.i18n import N_, text
from prefcount.session.reader import Loaded
from prefcount.session.store import typed_path
from prefcount.tui.board import Board
from prefcount.tui.desk import Desk
from prefcount.tui.pen import Pen
from prefcount.tui.room import Room
from prefcount.tui.widgets.entry import EntryForm
from prefcount.tui.widgets.hints import Hints

if TYPE_CHECKING:
    from prefcount.tui.widgets.ask import Ask

ALONG = 1.0
"""So many seconds pass between two looks at what somebody else writes."""

CLOCK = 10.0
"""So many seconds pass between two looks at the clock."""


class TableScreen(Screen[None]):
    """One open session: the desk it lies on, the board that shows it, and the pen that writes.

    The screen shows an entry as written only after the disk has it.
    """

    AUTO_FOCUS = "EntryForm"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-normal"), (100, "-wide"), (116, "-roomy")]  # noqa: RUF012 - as in Screen
    VERTICAL_BREAKPOINTS = [(0, "-low"), (26, "-high"), (42, "-tall")]  # noqa: RUF012 - as in Screen
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", N_("Help")),
        Binding("f2", "rules", N_("Rules of this game")),
        Binding("f3,ctrl+z", "undo", N_("Undo")),
        Binding("f4,ctrl+y", "redo", N_("Redo")),
        Binding("f5", "settle", N_("Settlement")),
        Binding("f6", "payoffs", N_("What would it pay?")),
        Binding("ctrl+r", "what_if", N_("What if? The same hands by other rules")),
        Binding("ctrl+o", "paper", N_("Compare with paper")),
        Binding("ctrl+l", "share", N_("Let the room read along")),
        Binding("tab", "look(1)", N_("Look back"), priority=True),
        Binding("shift+tab", "look(-1)", show=False, priority=True),
        Binding("escape", "step_back", show=False),
        Binding("f10", "leave", N_("Games")),
        Binding("f11", "write_here", N_("Read the file anew and write here")),
        Binding("f12", "elsewhere", N_("Go on in another place")),
    ]
    CSS = """
    Board #title { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    Board #warning { height: auto; background: $error; color: $text; padding: 0 1; display: none; }
    Board #warning.-shown { display: block; }
    Board #facts { height: auto; padding: 0 1; color: $text-muted; }
    Board #main { layout: vertical; height: 1fr; }
    Board #side { height: 1fr; }
    Board #play { layout: horizontal; height: 1fr; border-top: solid $primary; }
    Board EntryForm { width: 11fr; height: 1fr; }
    Board HandList { width: 9fr; height: 1fr; border-left: solid $primary; }
    Board Why { width: 11fr; height: 1fr; display: none; }
    Board.-looking Why { display: block; }
    Board.-looking EntryForm { display: none; }
    TableScreen.-narrow Board HandList { display: none; }
    TableScreen.-narrow Board.-looking HandList { display: block; }
    TableScreen.-normal.-tall Board Sheet { height: 20; }
    TableScreen.-wide.-high Board, TableScreen.-roomy.-high Board,
    TableScreen.-wide.-tall Board, TableScreen.-roomy.-tall Board {
        #main { layout: horizontal; }
        Sheet { width: 62%; height: 1fr; }
        #side { width: 38%; }
        #play { layout: vertical; }
        EntryForm { width: 1fr; height: 3fr; }
        Why { width: 1fr; height: 3fr; }
        HandList { width: 1fr; height: 2fr; border-left: none; border-top: solid $primary; }
    }
    """

    def __init__(self, path: Path, loaded: Loaded | None = None) -> None:
        """Open the session in `path`, or take it as it was just read. Raises Unreadable."""
        super().__init__()
        self.desk = Desk(path, loaded)
        self._board = Board(self.desk)
        self._pen = Pen(self.desk, self._board)
        self._room = Room(self.desk, self)
        self._ask: Ask | None = None

    def compose(self) -> ComposeResult:
        """The board takes it all."""
        yield self._board

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works: not before there is a screen, and not while another place is asked for."""
        return self.is_mounted and (action in ("step_back", "look") or self._ask is None)

    def on_mount(self) -> None:
        """Show the session as it was found; then take the pen."""
        self._board.show()
        self._board.look_at(EntryForm)
        self.set_interval(CLOCK, self._board.tick)
        self.set_interval(ALONG, self._look)
        self.call_after_refresh(self._take)  # the lock costs time that the first frame need not wait for

    def on_unmount(self) -> None:
        """Let others write."""
        self.desk.leave()

    def on_screen_resume(self) -> None:
        """Show what has changed behind the settlement."""
        if self._board.shown not in (None, self.desk.session):
            self._board.follow()
            self._pen.keep()

    # --- writing ---------------------------------------------------------------------------------

    @work(group="take")
    async def _take(self) -> None:
        await self._pen.take()

    @work(group="look")
    async def _look(self) -> None:
        await self._pen.look()

    @work(group="take")
    async def action_write_here(self) -> None:
        """Read the file anew and become its writer, unless somebody else is."""
        await self._pen.take_anew()

    def on_entry_form_changed(self) -> None:
        """Keep what is half entered."""
        self._pen.keep()

    @work(group="write")
    async def on_entry_form_accepted(self, message: EntryForm.Accepted) -> None:
        """Write what the scorer accepted."""
        await self._pen.write(message.entry, message.seen)

    @work(group="write")
    async def action_undo(self) -> None:
        """Take back the newest entry by voiding it."""
        await self._pen.undo()

    @work(group="write")
    async def action_redo(self) -> None:
        """Bring back what was taken back last."""
        await self._pen.redo()

    # --- another place ---------------------------------------------------------------------------

    async def action_elsewhere(self) -> None:
        """Ask for another place, where the game goes on with the hand that waits to be written."""
        from prefcount.tui.widgets.ask import Ask

        self._ask = ask = Ask()
        await self._board.mount(ask, before=self.query_one(Hints))
        ask.open("place", text(N_("Go on in the new file")), str(Path.home() / self.desk.path.name))

    @work(group="write")
    async def on_ask_answered(self, message: "Ask.Answered") -> None:
        """Write everything to the new place."""
        if await self._pen.go_elsewhere(typed_path(message.text)):
            await self._close_ask()

    async def _close_ask(self) -> None:
        if self._ask is not None:
            await self._ask.remove()  # only then nobody but us gives the keys away
            self._ask = None
        if self._board.is_whole:
            self._board.look_at(EntryForm)

    # --- looking, and other screens --------------------------------------------------------------

    def action_look(self, step: int) -> None:
        """To the entry form, the list of hands, or the sheet; not away from a question."""
        if self._ask is None:
            self._board.look_on(step)

    async def action_step_back(self) -> None:
        """From looking back to the form, from the form to the games."""
        if self._ask is not None:
            await self._close_ask()
        elif self._board.looks_back:
            self._board.look_at(EntryForm)
        else:
            self.action_leave()

    @work(group="leave", exclusive=True)
    async def action_leave(self) -> None:
        """Back to the list of games, once everything that was entered is on disk."""
        await self._pen.rest()
        self.dismiss()

    def action_payoffs(self) -> None:
        """Show or hide what each answer would pay."""
        self._board.form.action_payoffs()

    def action_rules(self) -> None:
        """Read the rules of the game; taking others is offered as an entry, with its preview."""
        from prefcount.tui.screens.conventions import ConventionScreen

        screen = ConventionScreen.at_table(self.desk.session, read_only=not self.desk.sound)
        self.app.push_screen(screen, self._rules_chosen)

    def _rules_chosen(self, chosen: dict[str, Any] | None) -> None:
        if chosen is not None:
            self._board.change_rules(chosen)

    def action_help(self) -> None:
        """Show the keys of the place where one is, and the notation of the game."""
        from prefcount.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.desk.session.game.guide(), type(self.focused).__name__))

    def action_settle(self) -> None:
        """Show the settlement of the game as it stands."""
        from prefcount.tui.screens.settlement import SettlementScreen

        self.app.push_screen(SettlementScreen(self.desk))

    def action_what_if(self) -> None:
        """Put the hands played so far by other rules beside the game."""
        from prefcount.tui.screens.whatif import WhatIfScreen

        self.app.push_screen(WhatIfScreen(self.desk.session))

    def action_paper(self) -> None:
        """Hold the paper sheet against the game as it stands."""
        from prefcount.tui.screens.paper import PaperScreen

        self.app.push_screen(PaperScreen(self.desk))

    def action_share(self) -> None:
        """Let the phones in the room read along, or show the link once more."""
        from prefcount.tui.screens.share import ShareScreen

        self.app.push_screen(ShareScreen(self._room))
