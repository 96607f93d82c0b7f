"""The screen of the table: its keys, its timers, and the screens that it opens."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual import work

from prefcount.base.data_folder import home_folder, typed_path
from prefcount.base.i18n import N_, Text, _, text
from prefcount.entering.draft import ENDED, PendingInput, next_hand
from prefcount.store.reader import Loaded
from prefcount.store.settings import SUITS_ASKED, load_settings, remember
from prefcount.tui.kit.keys import ENTRY_FORM, TABLE, bindings, key_of
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.widgets import PromptLine
from prefcount.tui.table.entry_form import EntryForm
from prefcount.tui.table.shown_table import LeftTable
from prefcount.tui.table.table_writer import WritingTable

FILE_CHECK_SECONDS = 1.0
"""How often the file is checked for what somebody else has written."""

CLOCK_SECONDS = 10.0
"""How often the clock of a game that is played on time is drawn."""


class TableScreen(WritingTable):
    """The screen of an open session, with its keys."""

    AUTO_FOCUS = "EntryForm"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-normal"), (100, "-wide"), (120, "-broad")]  # noqa: RUF012 - as in Screen
    VERTICAL_BREAKPOINTS = [(0, "-squat"), (20, "-low"), (24, "-usual"), (26, "-high"), (42, "-tall")]  # noqa: RUF012
    BINDINGS = bindings(TABLE, ENTRY_FORM)
    DEFAULT_CSS = """
    TableScreen #title { height: 1; background: $primary-muted; color: $text-primary; }
    TableScreen #title { text-style: bold; padding: 0 1; }
    TableScreen #title { text-wrap: nowrap; text-overflow: ellipsis; }
    TableScreen MessageLine { background: $error; color: $text; }
    TableScreen #facts { min-height: 2; color: $text-muted; }
    TableScreen #main { layout: vertical; height: 1fr; }
    TableScreen #side { height: 1fr; }
    TableScreen #play { layout: vertical; height: 1fr; border-top: solid $primary; }
    TableScreen EntryForm { width: 1fr; height: 1fr; }
    TableScreen #explanation { width: 1fr; height: 4fr; padding: 0 1; display: none; }
    TableScreen HandList { width: 1fr; height: 3fr; border-top: solid $primary; display: none; }
    TableScreen.-looking #explanation { display: block; }
    TableScreen.-looking EntryForm { display: none; }
    TableScreen.-looking HandList { display: block; }
    TableScreen.-squat #play { layout: horizontal; }
    TableScreen.-squat HandList { border-top: none; border-left: solid $primary; }
    TableScreen.-squat HandList, TableScreen.-squat #explanation { height: 1fr; }
    TableScreen.-squat #facts { height: 1; min-height: 1; }
    TableScreen.-squat Sheet { max-height: 5; }
    TableScreen.-squat Sheet:focus { max-height: 100%; }
    TableScreen.-squat.-payoffs Sheet { display: none; }
    TableScreen.-low.-payoffs Sheet { display: none; }
    TableScreen.-normal.-tall Sheet { height: 18; }
    TableScreen.-wide.-high.-beside, TableScreen.-wide.-tall.-beside,
    TableScreen.-broad.-high, TableScreen.-broad.-tall {
        #main { layout: horizontal; }
        Sheet { width: 62%; height: 1fr; }
        #side { width: 1fr; }
    }
    TableScreen.-wide.-narrow-sheet Sheet, TableScreen.-broad.-narrow-sheet Sheet {
        max-width: 56%;
    }
    """

    def __init__(
        self, path: Path, loaded: Loaded | None = None, line: str = "", *, from_paper: bool = False
    ) -> None:
        """Open the session in `path`, or take it as it was just read. Raises ReadError.

        A line of the notation may be typed already; `from_paper` asks for the paper sheet at once.
        """
        super().__init__(OpenSession(path, loaded))
        self._line, self._from_paper = line, from_paper

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works: not while another place is asked for."""
        ready = super().check_action(action, parameters)
        return ready and (action in ("step_back", "focus_next_part") or not self.prompt.is_open)

    def on_mount(self) -> None:
        """Show the session as it was found; then become its writer, unless somebody else is."""
        self.entered.asks_all = load_settings().suits == SUITS_ASKED
        self.show()
        if self._line:
            self.ask(PendingInput(next_hand(self.open_session.session), self._line))
        self.focus_part(EntryForm)
        self.set_interval(CLOCK_SECONDS, self.show_facts)
        self.set_interval(FILE_CHECK_SECONDS, self.show_file_changes)
        self.call_after_refresh(self.become_writer)  # the first frame need not wait for the lock
        if self._from_paper:
            self.call_after_refresh(self.action_paper)

    def on_screen_resume(self) -> None:
        """Show what has changed behind the settlement."""
        if self.shown not in (None, self.open_session.session):
            self.show_changes()
            self.save_pending_input()
        self.show_warning()

    # --- taking back -----------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Take back the newest entry by voiding it."""
        self._unless_ended(partial(self.take_back, redo=False))

    def action_redo(self) -> None:
        """Bring back what was taken back last."""
        bring_back = partial(self.take_back, redo=True)
        if self.open_session.undo_state.redo is None:
            bring_back()  # says so: nothing of an ended game would change
        else:
            self._unless_ended(bring_back)

    def _unless_ended(self, change: Callable[[], object]) -> None:
        """Change the game; one that has ended only after a question."""
        if not self.open_session.session.state.ended or self.entered.draft.about:
            change()
            return
        self._ask(text(ENDED), N_("open it again"), N_("leave it"), change)

    def _ask(self, question: Text, yes: str, no: str, go_ahead: Callable[[], object]) -> None:
        from prefcount.tui.kit.screens import ask

        ask(self, question, yes, no, go_ahead)

    # --- another place ---------------------------------------------------------------------------

    def action_continue_in_copy(self) -> None:
        """Continue in another file; where nothing forces the game to it, whether that is wanted is asked."""
        if self.open_session.needs_place:
            self._ask_for_place()
            return
        question = text(
            N_(
                "Continue this game in another file? All further hands are then written there and none here "
                "any more. This is for a disk that is full or taken away; to print or send the game, press "
                "{settle}."
            ),
            settle=key_of(TABLE, "settle"),
        )
        self._ask(question, N_("name the other file"), N_("stay in this one"), self._ask_for_place)

    def _ask_for_place(self) -> None:
        """Ask for the place where the game goes on with the hand that waits to be written."""
        place = home_folder() / self.open_session.path.name
        self.prompt.open("place", text(N_("Continue in the copy")), str(place))

    @work(group="write")
    async def on_prompt_line_answered(self, message: PromptLine.Answered) -> None:
        """Write everything to the new place."""
        if await self.continue_in(typed_path(message.text)) and self.is_shown:
            self._close_prompt()

    def _close_prompt(self) -> None:
        self.prompt.close()
        self.focus_part(EntryForm)

    # --- looking, and other screens --------------------------------------------------------------

    def action_step_back(self) -> None:
        """From looking back to the form, from the form to the games."""
        if self.prompt.is_open:
            self._close_prompt()
            self.resume_keys()
        elif self.is_looking_back:
            self.focus_part(EntryForm)
        else:
            self.action_leave()

    @work(group="leave", exclusive=True)
    async def action_leave(self) -> None:
        """Back to the list of games, once everything that was entered is on disk."""
        self.form.holds_keys = True  # they are not meant for the game that is left
        if await self.may_leave():
            self.sharing.close()
            game = self.open_session
            self.dismiss(LeftTable(game.path, game.session, game.unbegun, self.form.held))
        else:
            self.resume_keys()

    def action_record(self) -> None:
        """Record the hand whose preview is shown."""
        if not self.is_looking_back:
            self.form.action_record()

    def action_count_more(self) -> None:
        """Let the hand that is entered count one time more."""
        if not self.is_looking_back:
            self.form.action_count_more()

    def action_suits(self) -> None:
        """Ask for the suit of every contract from now on, or ask no more; that is remembered."""
        asks = not self.entered.asks_all
        remember(suits=SUITS_ASKED if asks else "")
        self.entered.ask_all(wanted=asks)
        self.show_notice(_("Suits will be asked for.") if asks else _("Suits will not be asked for."))

    def action_rules(self) -> None:
        """Read the rules of the game; taking others is offered as an entry, with its preview."""
        from prefcount.tui.rules.rules_screen import RulesScreen

        screen = RulesScreen.at_table(self.open_session.session, read_only=not self.open_session.sound)
        self.app.push_screen(screen, self.change_rules)

    def action_help(self) -> None:
        """Show the keys of the place where one is, and the notation of the game."""
        from prefcount.tui.kit.screens import LINE, HelpScreen

        types = isinstance(self.focused, EntryForm) and self.focused.entered.line.is_open
        place = LINE if types else type(self.focused).__name__
        session = self.open_session.session
        order = session.game.line_order(session.state)
        self.app.push_screen(HelpScreen(session.game.guide(), self.open_session.facts(), place, order))

    def action_settle(self) -> None:
        """Show the settlement of the game as it stands."""
        from prefcount.tui.results.settlement_screen import SettlementScreen

        self.app.push_screen(SettlementScreen(self.open_session))

    def action_what_if(self) -> None:
        """Put the hands played so far by other rules beside the game."""
        from prefcount.tui.results.whatif_screen import WhatIfScreen

        self.app.push_screen(WhatIfScreen(self.open_session.session))

    def action_debts(self) -> None:
        """Show who owes whom over all games, and the book of payments."""
        from prefcount.tui.results.debts_screen import DebtsScreen

        self.app.push_screen(DebtsScreen())

    def action_paper(self) -> None:
        """Hold the paper sheet against the game as it stands."""
        from prefcount.tui.paper.paper_screen import PaperScreen

        self.app.push_screen(PaperScreen(self.open_session))

    def action_share(self) -> None:
        """Share the game with phones, or show the link once more."""
        from prefcount.tui.table.share_screen import ShareScreen

        self.app.push_screen(ShareScreen(self.sharing))
