"""The screen of the table: sheet, facts, the form of the next entry, and the list of hands."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus, Key
from textual.widget import Widget
from textual.widgets import Static

from prefcount.base.i18n import C_, N_, _, text
from prefcount.entering import (
    ENDED,
    Draft,
    PendingInput,
    append_sentence,
    describe_undo,
    displaced_sentence,
    draft_correction,
    draft_next_hand,
    draft_rename,
    draft_whole_entry,
    recorded_notice,
)
from prefcount.entries.models import Entry, Void
from prefcount.games.words import Lines
from prefcount.ledger import Coin
from prefcount.render.chart import score_history
from prefcount.render.sheet_drawing import min_columns
from prefcount.render.text_cells import join_with_dots
from prefcount.render.view import (
    Cursor,
    TableView,
    explain_entry,
    explain_figure,
    explain_missing,
    sum_line,
    table_view,
)
from prefcount.session.session import Proposal, Session
from prefcount.session.typed_entries import rules_change
from prefcount.store.reader import LoadedSession, ReadError
from prefcount.store.settings import (
    SUITS_ASKED,
    expand_path,
    home_folder,
    load_settings,
    save_settings,
    saved_coin,
)
from prefcount.tui.kit.keys import ENTRY_FORM, HAND_LIST, SHEET, TABLE, bindings, footer, key_of
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.screens import (
    LINE,
    ProgramScreen,
    ask,
    close_session,
    help_page,
    is_showing,
    run_in_thread,
)
from prefcount.tui.kit.widgets import KeyFooter, MessageLine, PromptLine, RowCompositor, WrappedText
from prefcount.tui.results.report_lines import Chart
from prefcount.tui.table.entry_form import EntryForm
from prefcount.tui.table.hand_list import HandList
from prefcount.tui.table.sheet_widget import Sheet
from prefcount.tui.table.table_writer import LiveSharing, NotWritten, TableWriter

FILE_CHECK_SECONDS = 1.0
"""Seconds between two checks whether another program has written to the file."""

CLOCK_SECONDS = 10.0
"""Seconds after which the clock of a game with a time limit is redrawn."""

NARROW_SHEET = 54
"""Maximum width of a sheet that takes a smaller part of a wide window, so that the form gets more."""

SHEET_BESIDE = 60
"""Maximum width of a sheet that is drawn next to the form in a window of 100 to 119 columns."""

MIN_LISTED_FIGURES = 4
"""Number of equal figures that are explained together in a low window."""

MAX_LISTED_TERMS = 16
"""Maximum number of hands that the lines about several equal figures name together."""

HANDS_PER_PAGE = 10
"""Number of hands by which PgUp and PgDn move in the list."""

FORM_KEYS = "help step_back focus_next_part(1) settle undo a–z paper rules share what_if payoffs ctrl+p"
LIST_KEYS = "help step_back choose('correct') choose('void') choose('after') focus_next_part(1) up settle"
SHEET_KEYS = "help step_back open focus_next_part(1) left settle"


class LeftTable(NamedTuple):
    """The result of the table screen when the scorer leaves it.

    `unsaved_game` is a game without entries, which has no file yet, or None.
    """

    path: Path
    session: Session
    unsaved_game: LoadedSession | None


class TableScreen(ProgramScreen[LeftTable]):
    """The table: the screen on which the hands of a session are entered.

    Attributes:
        shown: the session that is on the screen, or None before anything is drawn.
        entry_input: the answers, the marked answer and the typed line in the form.
        prompt: the line that asks for a file in which to continue the game.
        shows_struck: whether to show also entries and totals that no longer count, struck through.
    """

    AUTO_FOCUS = "EntryForm"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-normal"), (100, "-wide"), (120, "-broad")]  # noqa: RUF012 - as in Screen
    VERTICAL_BREAKPOINTS = [(0, "-squat"), (20, "-low"), (24, "-usual"), (26, "-high"), (42, "-tall")]  # noqa: RUF012
    BINDINGS = bindings(TABLE, ENTRY_FORM)
    DEFAULT_CSS = """
    TableScreen {
        #title { height: 1; background: $primary-muted; color: $text-primary; text-style: bold; }
        #title { padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
        MessageLine { background: $error-muted; color: $text-error; text-style: bold; }
        #facts { min-height: 2; color: $text-muted; }
        #main { layout: vertical; height: 1fr; }
        #figures { height: auto; max-height: 100%; }
        Chart { display: none; height: 30%; }
        #side { height: 1fr; }
        #play { layout: vertical; height: 1fr; border-top: solid $primary; }
        EntryForm { width: 1fr; height: 1fr; }
        #explanation { width: 1fr; height: 4fr; padding: 0 1; display: none; }
        #explanation VerticalScroll { height: 1fr; }
        #reasons-keys { color: $foreground-muted; }
        HandList { width: 1fr; height: 3fr; border-top: solid $primary; display: none; }
    }
    TableScreen.-looking {
        #explanation, HandList { display: block; }
        EntryForm { display: none; }
    }
    TableScreen.-figures HandList { display: none; }
    TableScreen.-figures.-tall HandList { display: block; }
    TableScreen.-squat {
        #play { layout: horizontal; }
        HandList { border-top: none; border-left: solid $primary; }
        HandList, #explanation { height: 1fr; }
        #facts { height: 1; min-height: 1; }
        Sheet { max-height: 5; }
        Sheet:focus { max-height: 100%; }
    }
    TableScreen.-squat.-payoffs Sheet, TableScreen.-low.-payoffs Sheet { display: none; }
    TableScreen.-normal.-tall Sheet { height: 18; }
    TableScreen.-wide.-high.-beside, TableScreen.-wide.-tall.-beside,
    TableScreen.-broad.-high, TableScreen.-broad.-tall {
        #main { layout: horizontal; }
        #figures { width: 62%; height: 1fr; }
        Sheet { height: 1fr; }
        #side { width: 1fr; }
    }
    TableScreen.-wide.-narrow-sheet #figures, TableScreen.-broad.-narrow-sheet #figures { max-width: 56%; }
    TableScreen.-broad.-tall Chart { display: block; }
    """

    def __init__(
        self, path: Path, loaded: LoadedSession | None = None, line: str = "", *, from_paper: bool = False
    ) -> None:
        super().__init__(classes="-normal -low")  # the classes of 80x24, which is then not styled twice
        self._compositor = RowCompositor()
        self.open_session = game = OpenSession(path, loaded)
        self.writer = TableWriter(game)
        self.sharing = LiveSharing(self, game, self.half_entered_hands, self.write_from_phone)
        self.shown: Session | None = None
        self.shows_struck = False
        self._sheet, self._hands, self.prompt, self._footer = (
            Sheet(),
            HandList(self._find_figure),
            PromptLine(),
            KeyFooter(),
        )
        draft = draft_next_hand(game.session)
        self.form = EntryForm(draft, self.show_form_hints, self._hands.newest, self.save_pending_input)
        self.entry_input = self.form.entry_input
        self._line, self._from_paper = line, from_paper
        self._facts: tuple[str, ...] = ()
        self._on_phones = ""
        self._waiting_inputs: list[PendingInput] = []
        self._undo_announced: PendingInput | None = None
        self._left_to: type[Widget] = HandList
        self._jumped_from: tuple[type[Widget], Cursor | None] | None = None
        self._size_sheet(update=False)

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield MessageLine()
        with Container(id="main"):
            with Vertical(id="figures"):
                yield self._sheet
                yield Chart()
            with Vertical(id="side"):
                yield WrappedText(id="facts")
                with Container(id="play"):
                    yield self.form
                    with Vertical(id="explanation"):
                        with VerticalScroll(can_focus=False):
                            yield Static(id="reasons", markup=False)
                        yield Static(id="reasons-keys", markup=False)
                    yield self._hands
        yield self.prompt
        yield self._footer

    @property
    def is_shown(self) -> bool:
        """True until the table is left."""
        return is_showing(self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        ready = super().check_action(action, parameters)
        return ready and (action in ("step_back", "focus_next_part") or not self.prompt.is_open)

    def on_mount(self) -> None:
        self.entry_input.asks_all = load_settings().suits == SUITS_ASKED
        self.show()
        if self._line:
            self.ask(PendingInput(draft_next_hand(self.open_session.session), self._line))
        self.focus_part(EntryForm)
        self.set_interval(CLOCK_SECONDS, self.show_facts)
        self.set_interval(FILE_CHECK_SECONDS, self.show_file_changes)
        self.call_after_refresh(self.become_writer)  # the first frame need not wait for the lock
        if self._from_paper:
            self.call_after_refresh(self.action_paper)

    def on_unmount(self) -> None:
        close_session(self.app, self.open_session)

    def on_screen_resume(self) -> None:
        if self.shown not in (None, self.open_session.session):
            self.show_changes()
            self.save_pending_input()
        elif self.shown is not None:
            self._sheet.view = self._view()  # payments may be rounded to another coin
            self.form.redraw()
        self.show_warning()
        if self.open_session.session.state.over:
            self._read_payments()

    @work(exclusive=True, group="payments")
    async def _read_payments(self) -> None:
        from prefcount.debts.report import payments_since

        self.entry_input.payments = await run_in_thread(self, payments_since, self.open_session.path)
        self.form.redraw()

    # --- the game --------------------------------------------------------------------------------

    def show(self, notice: str = "") -> None:
        """Show the game after an entry was written, and ask for the next hand."""
        if self.is_shown:
            self._draw()
            self.ask_next(notice)

    def show_changes(self, notice: str = "") -> None:
        """Show the game after a phone or another program changed it. Keep the unfinished entry."""
        if not self.is_shown:
            return
        self._draw()
        pending = self.pending_input.moved_to(self.open_session.session)
        self.form.continue_in(pending.draft, append_sentence(notice, pending.notice), pending.typed)

    @property
    def _coin(self) -> Coin | None:
        return saved_coin(self.open_session.session.price.currency)

    def _view(self) -> TableView:
        return table_view(self.open_session.session, struck=self.shows_struck, coin=self._coin)

    def _draw(self) -> None:
        self.shown = self.open_session.session
        view = self._view()
        self.query_one("#title", Static).update(Content(view.title))
        self._size_sheet()
        self.show_warning()
        self._sheet.view = view
        self.query_one(Chart).course = partial(score_history, self.shown)
        self.show_facts()
        self._hands.show(view, everything=self.shows_struck)
        self.show_keys_of_form()

    def _size_sheet(self, *, update: bool = True) -> None:
        game, state = self.open_session.session.game, self.open_session.session.state
        least = min_columns(game.layout(state), len(state.seats))
        self.set_class(least <= NARROW_SHEET, "-narrow-sheet", update=update)
        self.set_class(least <= SHEET_BESIDE, "-beside", update=update)

    def retranslate(self) -> None:
        if self.is_shown and self.shown is not None:
            self.entry_input.retranslate()
            self._draw_marked()
            self.form.show_notice("")
            focused = self.focused
            if isinstance(focused, HandList | Sheet):
                focused.on_focus()  # explains its figure again

    def _draw_marked(self) -> None:
        marked = self._hands.marked
        self._draw()
        self._hands.mark(marked)

    def action_show_struck(self) -> None:
        self.shows_struck = not self.shows_struck
        self._draw_marked()
        self.form.redraw()

    def show_warning(self) -> None:
        """Show the warning about the file, and which other program writes the file."""
        if not self.is_shown:
            return
        game = self.open_session
        if self.app.screen is self:
            self.writer.seen_warning = game.warning
        warnings = (game.warning, game.busy.text if game.busy is not None else None)
        self.query_one(MessageLine).say(
            ". ".join(str(warning) for warning in warnings if warning is not None)
        )
        if self.entry_input.is_read_only != (game.busy is not None):
            self.entry_input.is_read_only = game.busy is not None
            self.form.redraw()

    def show_facts(self) -> None:
        """Show facts such as the dealer, with the clock as it is now."""
        hidden = self.entry_input.draft.hidden_fact
        facts = (fact for fact in self.open_session.facts() if fact.key != hidden)
        lines = (f"{fact.label}: {fact.value}" if fact.short is None else str(fact.short) for fact in facts)
        shown = tuple(filter(None, (self._on_phones, *lines)))
        if shown != self._facts and self.is_shown:
            self._facts = shown
            self.query_one("#facts", WrappedText).show(
                lambda width: list(map(Content, join_with_dots(shown, width)))
            )

    def show_phones(self, entering: Sequence[Draft]) -> None:
        hands = dict.fromkeys(filter(None, (draft.contract_so_far() for draft in entering)))
        self._on_phones = _("A hand is being entered on a phone") if entering else ""
        if hands:
            self._on_phones = _("On a phone: {hand}").format(hand=", ".join(hands))
        self.show_facts()

    # --- the file --------------------------------------------------------------------------------

    @work(group="take")
    async def become_writer(self, *, reopen: bool = False) -> None:
        """Lock the file for writing, if it is free. Then offer to continue a hand that was saved unfinished.

        If `reopen` is True, read the file again first.
        """
        game = self.open_session
        async with self.writer.lock:
            try:
                is_writer = await (game.reopen() if reopen else game.become_writer())
            except ReadError as error:
                self.show_notice(str(error))
                return
            if reopen:
                self.show_changes(_("The file was reloaded; you can enter hands here.") if is_writer else "")
                self.resume_keys()
            elif game.session is not self.shown:
                self.show_changes()
            self.show_warning()
            self._offer_saved_input()

    def action_take_over(self) -> None:
        self.become_writer(reopen=True)

    def _offer_saved_input(self) -> None:
        if not self.is_shown:
            return
        saved = self.writer.saved_input(self.pending_input)
        if saved is not None:
            self.ask(saved, _("This hand was left unfinished. You can continue it."))
        self.save_pending_input()

    @work(group="follow")
    async def show_file_changes(self) -> None:
        """Show hands that are being entered on phones, and entries that other programs have written."""
        served = self.sharing.served
        self.show_phones(() if served is None else served.drafts)
        if await self.writer.check_file():
            if self.open_session.session is not self.shown:
                self.show_changes()
            self.show_warning()

    @work(group="follow")
    async def action_save(self) -> None:
        """Show whether everything that was entered is on the disk."""
        async with self.writer.lock:
            await self.open_session.check_file()
            self.show_warning()
        if self.is_shown:
            self.form.show_notice(self.writer.status())

    def action_continue_in_copy(self) -> None:
        """Ask for another file to continue in. If the old file still works, first ask for confirmation."""
        if self.open_session.needs_place:
            self._ask_for_place()
            return
        question = text(
            N_(
                "Continue this game in another file, e.g. because the disk is full or unplugged? All "
                "further hands will be written only there. To print or send the game instead, press "
                "{settle}."
            ),
            settle=key_of(TABLE, "settle"),
        )
        ask(self, question, N_("choose the file"), N_("stay here"), self._ask_for_place)

    def _ask_for_place(self) -> None:
        place = home_folder() / self.open_session.path.name
        self.prompt.open("place", text(N_("Continue in")), str(place))

    @work(group="write")
    async def on_prompt_line_answered(self, message: PromptLine.Answered) -> None:
        """Continue the game in the typed file. If the entry in the form is complete, write it there."""
        async with self.writer.lock:
            pending = self.entry_input.draft.pending
            entry = pending if isinstance(pending, Entry) else None
            try:
                notice = await self.writer.continue_in(expand_path(message.text), entry)
            except NotWritten as error:
                self.show_notice(str(error))
                return
            if entry is None:
                self.show_changes(notice)
            else:
                self.show(notice)
            self.save_pending_input()
        if self.is_shown:
            self._close_prompt()

    def _close_prompt(self) -> None:
        self.prompt.close()
        self.focus_part(EntryForm)

    async def check_may_leave(self) -> bool:
        may_leave = await self.writer.check_may_leave()
        self.show_warning()
        return may_leave

    # --- writing ---------------------------------------------------------------------------------

    @work(group="write")
    async def on_entry_form_accepted(self, message: EntryForm.Accepted) -> None:
        async with self.writer.lock:
            proposal = await self._write(message.entry, message.seen)
            if proposal is not None:
                if isinstance(proposal.entry, Void):
                    self.open_session.keep_chosen_void(proposal.entry)
                self.show(
                    append_sentence(
                        recorded_notice(message.seen, proposal), displaced_sentence(message.seen, proposal)
                    )
                )
                self.save_pending_input()

    async def write_from_phone(self, entry: Entry, seen: Session, check_link: Callable[[], None]) -> Proposal:
        """Write an entry from a phone. The unfinished entry at the table is kept.

        Args:
            entry: the entry.
            seen: the session that the phone showed.
            check_link: raises an error if the link of the phone was revoked meanwhile.

        Returns:
            the entry as it was written, with the session that includes it.

        Raises:
            InvalidInput: if the session does not accept the entry.
            WriteError: if the entry cannot be written, or another entry was added since `seen`.
        """
        async with self.writer.lock:
            check_link()
            proposal = await self.open_session.write(entry, seen)
            notice = append_sentence(recorded_notice(seen, proposal), displaced_sentence(seen, proposal))
            self.show_changes(_("From a phone: {said}").format(said=notice))
            self.save_pending_input()
            return proposal

    async def _write(self, entry: Entry, seen: Session) -> Proposal | None:
        try:
            return await self.writer.write(entry, seen)
        except NotWritten as error:
            reason = str(error)
        if self.is_shown:
            if self.open_session.session is seen:
                self.show_notice(reason)
            else:
                self.form.held_events.clear()
                self.show_changes(reason)
                self.resume_keys()
            self.show_warning()
        return None

    def action_undo(self) -> None:
        """Undo the newest entry by voiding it."""
        self._unless_ended(partial(self._take_back, redo=False))

    def action_redo(self) -> None:
        redo = partial(self._take_back, redo=True)
        if self.open_session.undo_state.redo is None:
            redo()  # only reports that there is nothing to redo, so nothing need be asked
        else:
            self._unless_ended(redo)

    def _unless_ended(self, change: Callable[[], object]) -> None:
        if not self.open_session.session.state.ended or self.entry_input.draft.about:
            change()
        else:
            ask(self, text(ENDED), N_("open it again"), N_("leave it"), change)

    @work(group="write")
    async def _take_back(self, *, redo: bool) -> None:
        self.form.is_holding = True
        async with self.writer.lock:
            draft, undo_state = self.entry_input.draft, self.open_session.undo_state
            entry, before = undo_state.redo if redo else undo_state.undo, self.open_session.session
            if draft.about:
                self.ask_next(self.writer.cancelled(draft, redo=redo))
                self.focus_part(EntryForm)
            elif entry is None:
                self.show_notice(_("Nothing to redo.") if redo else _("Nothing to undo."))
            elif not redo and self._asks_before_undo():
                self.focus_part(EntryForm)
                self.show_notice(self.writer.announce_undo())
            elif (proposal := await self._write(entry, before)) is not None:
                notice = _("Redone: {what}") if redo else _("Undone: {what}")
                notice = notice.format(what=describe_undo(before, proposal.session, entry, redo=redo))
                self.show_changes(append_sentence(notice, displaced_sentence(before, proposal)))
                self.resume_keys()
                self.save_pending_input()

    def _asks_before_undo(self) -> bool:
        # The scorer may want to undo what was typed, and not the last hand.
        refused, pending = self.entry_input.drop_refusal(), self.pending_input
        announced, self._undo_announced = self._undo_announced, None
        if not refused and (not pending.has_input or announced == pending):
            return False
        self._undo_announced = pending
        return True

    # --- what is entered -------------------------------------------------------------------------

    @property
    def pending_input(self) -> PendingInput:
        """The unfinished entry in the form, with its typed text."""
        return PendingInput(self.entry_input.draft, self.entry_input.line.typed)

    def half_entered_hands(self) -> tuple[Draft, ...]:
        """Return the hand that is being entered at this table, or () if there is none."""
        pending = self.pending_input
        is_shown = self.open_session.is_writer and self.is_shown
        return (pending.draft,) if is_shown and pending.is_next else ()

    def save_pending_input(self) -> None:
        if self.is_shown:
            self.writer.save_input(self.pending_input)

    def show_notice(self, notice: str) -> None:
        """Show a notice above the question, and handle keys pressed while an entry was being written."""
        if self.is_shown:
            self.form.resume(notice)

    def resume_keys(self) -> None:
        """Handle keys pressed while an entry was being written. The notice above the question stays."""
        self.show_notice(self.entry_input.notice)

    def ask_next(self, notice: str = "") -> None:
        """Go on with the hand that a correction interrupted, or ask for the next hand."""
        if self._waiting_inputs:
            self.ask(self._waiting_inputs.pop().moved_to(self.open_session.session), notice)
        else:
            self.form.begin(draft_next_hand(self.open_session.session), notice)

    def ask(self, pending: PendingInput, notice: str = "") -> None:
        """Go on with an unfinished entry in the form.

        Args:
            pending: the unfinished entry.
            notice: a sentence to show above the question, or "".
        """
        self.form.begin(pending.draft, f"{notice} {pending.notice}".strip(), pending.typed or None)

    def change_rules(self, chosen: Mapping[str, Any] | None) -> None:
        """Ask the scorer to confirm a change of the rules to `chosen`. If it is None, do nothing."""
        session = self.open_session.session
        entry = rules_change(session, chosen) if chosen is not None else None
        if entry is not None:
            if self.entry_input.draft.about and self.entry_input.draft.has_questions:
                self._waiting_inputs.append(self.pending_input)
            self._set_aside(EntryForm)
            self.form.begin(draft_whole_entry(session, entry, text(N_("New rules from the next hand"))))

    def action_correct_name(self) -> None:
        """Begin to correct a player's name, unless another correction is open."""
        if self.entry_input.draft.about:
            self.focus_part(EntryForm)
            self.form.show_notice(
                _("Finish what you have begun first, or cancel it with {key}.").format(
                    key=key_of(TABLE, "undo")
                )
            )
            return
        draft, cursor = draft_rename(self.open_session.session), self._sheet.cursor
        if cursor is not None:  # the name of the player in whose row the cursor is
            draft = draft.with_answers({"player": str(cursor[0].owner)})
        self._set_aside(Sheet if isinstance(self.focused, Sheet) else EntryForm)
        self.focus_part(EntryForm)
        self.form.begin(draft)

    def on_hand_list_chosen(self, message: HandList.Chosen) -> None:
        self._set_aside(HandList)
        draft, line = draft_correction(self.open_session.session, message.n, message.what)
        self.focus_part(EntryForm)
        self.form.begin(draft, line=line)

    def on_entry_form_cancelled(self) -> None:
        """Go back to the form, list or sheet in which the cancelled correction was begun."""
        self.ask_next()
        self.focus_part(self._left_to)

    def _set_aside(self, left_to: type[Widget]) -> None:
        self._left_to = left_to
        if self.pending_input.is_next:
            self._waiting_inputs.append(self.pending_input)

    def action_record(self) -> None:
        if not self.is_looking_back:
            self.form.action_record()

    def action_count_more(self) -> None:
        if not self.is_looking_back:
            self.form.action_count_more()

    def action_payoffs(self) -> None:
        self.form.action_payoffs()
        if not self.form.has_payoffs:
            self.show_notice(
                _("The scores of the answers will be shown.")
                if self.form.payoffs
                else _("The scores of the answers will not be shown.")
            )

    def action_suits(self) -> None:
        """Switch whether the program asks for the suit of every contract, and save this setting."""
        asks = not self.entry_input.asks_all
        save_settings(suits=SUITS_ASKED if asks else "")
        self.entry_input.ask_all(wanted=asks)
        self.show_notice(
            _("The program will ask for the trump suit.")
            if asks
            else _("The program will not ask for the trump suit.")
        )

    # --- looking back ----------------------------------------------------------------------------

    @property
    def is_looking_back(self) -> bool:
        """True if the focus is on the list of hands or on the sheet."""
        return self.has_class("-looking")

    def action_focus_next_part(self, step: int) -> None:
        """Move the focus among the entry form, the list of hands and the sheet.

        `step` is 1 for the next part, -1 for the previous one.
        """
        if self.prompt.is_open:
            return
        self._jumped_from = None
        parts: list[type[Widget]] = [EntryForm, HandList, Sheet]
        index = next((index for index, kind in enumerate(parts) if isinstance(self.focused, kind)), 0)
        self.focus_part(parts[(index + step) % len(parts)])

    def focus_part(self, kind: type[Widget]) -> None:
        """Focus the form, the list of hands or the sheet, and show the keys of this part at the bottom.

        `kind` is the class of the widget.
        """
        self._show_keys_of(kind)
        self.set_focus(self.query_one(kind))

    def on_descendant_focus(self, message: DescendantFocus) -> None:
        if isinstance(message.widget, EntryForm | HandList | Sheet):
            self._show_keys_of(type(message.widget))

    def _show_keys_of(self, kind: type[Widget], void: str = N_("void")) -> None:
        # In a low window, payoffs replace the sheet while they are shown.
        self.set_class(kind is not EntryForm, "-looking")
        self.set_class(kind is Sheet, "-figures")
        self.set_class(kind is EntryForm and self.form.shows_payoffs, "-payoffs")
        back = {HandList: N_("hands"), Sheet: N_("sheet")}.get(self._place_before_jump, "")
        if kind is HandList:
            words = {"step_back": back, "focus_next_part(1)": N_("sheet"), "choose('void')": void}
            self._footer.hints = footer(LIST_KEYS, TABLE, HAND_LIST, words=words)
        elif kind is Sheet:
            words = {"step_back": back, "focus_next_part(1)": N_("back to the question")}
            self._footer.hints = footer(SHEET_KEYS, TABLE, SHEET, words=words)
        else:
            self._footer.hints = self._keys_of_form()

    def _keys_of_form(self) -> Lines:
        names, words = FORM_KEYS, {"step_back": self.entry_input.escape_word}
        if self.entry_input.draft.about:
            words["undo"] = C_("an entry", "cancel")
        elif self.open_session.undo_state.redo:
            names = names.replace("undo", "undo redo")
        if self.form.shows_payoffs:
            names = names.replace(" payoffs", "").replace("step_back", "step_back payoffs")
            words["payoffs"] = N_("hide scores")
        if self.open_session.session.game.factors:
            names += " count_more"
        if self.entry_input.draft.pending is None:  # the game is over
            names = names.replace(" a–z", " debts").replace(" payoffs", "").replace(" count_more", "")
        return footer(names, TABLE, ENTRY_FORM, words=words)

    def show_form_hints(self) -> None:
        """Update the facts and the hints about keys after the form has changed."""
        self.show_facts()
        self.show_keys_of_form()

    def show_keys_of_form(self) -> None:
        """Update the hints about keys at the bottom of the screen if the form has the focus."""
        if self.is_shown and not self.is_looking_back:
            self._show_keys_of(EntryForm)

    def on_sheet_marked(self, message: Sheet.Marked) -> None:
        reasons = explain_figure(self.open_session.session, message.account, message.n, self._coin)
        self._explain(reasons, self._keys_of_figures(), self._equal_lines(message))

    def _equal_lines(self, message: Sheet.Marked) -> list[Content]:
        equal, marked = message.found.equal if message.found is not None else [], (message.account, message.n)
        if message.found is None or len(equal) < 2:
            return []
        heading = _("{number} is found several times. Space shows the next.").format(number=message.number)
        rows = self.query_one("#explanation VerticalScroll").size.height
        page = max(MIN_LISTED_FIGURES, 2 * rows // 3, len(message.found.now))
        first = equal.index(marked) // page * page
        listed, more = equal[first : first + page], max(len(equal) - page, 0)
        terms = max(1, MAX_LISTED_TERMS // len(listed))
        lines = [
            Content.styled(
                sum_line(self.open_session.session, *cursor, terms, self._coin),
                "bold" if cursor == marked else "",
            )
            for cursor in listed
        ]
        if more:
            lines.append(Content(_("and {count} more").format(count=more)))
        return [Content.styled(heading, "$text-warning"), *lines, Content("")]

    def _keys_of_figures(self) -> str:
        return _("type a figure or use arrows; PgUp PgDn scroll")

    def _find_figure(self, digit: Key) -> None:
        self._jump(HandList, Sheet)
        self._sheet.post_message(digit)  # after the event that gives the sheet a cursor

    def on_sheet_not_found(self, message: Sheet.NotFound) -> None:
        self._explain(explain_missing(self.open_session.session, message.typed), self._keys_of_figures())

    def action_read_on(self, pages: int) -> None:
        """Scroll the explanation of a hand or figure by a number of pages, down or (if negative) up.

        If the list of hands has the focus and the text cannot scroll further, mark a later or earlier hand.
        """
        self.call_after_refresh(self._read_on, pages)  # the text may be new, and its height not known yet

    def _read_on(self, pages: int) -> None:
        reasons = self.query_one("#explanation VerticalScroll", VerticalScroll)
        before = reasons.scroll_y
        reasons.scroll_relative(y=pages * max(1, reasons.size.height - 1), animate=False, immediate=True)
        if reasons.scroll_y == before and self._hands.has_focus:
            self._hands.action_mark_hand(HANDS_PER_PAGE * pages)

    def on_sheet_opened(self, message: Sheet.Opened) -> None:
        self._hands.mark(message.n)
        self._jump(Sheet, HandList)

    def on_entry_form_hands_clicked(self, message: EntryForm.HandsClicked) -> None:
        self._hands.mark_newest(message.row)
        self._jump(EntryForm, HandList)

    def _jump(self, kind: type[Widget], to: type[Widget]) -> None:
        self._jumped_from = kind, self._sheet.cursor
        self.focus_part(to)

    @property
    def _place_before_jump(self) -> type[Widget]:
        kind = EntryForm if self._jumped_from is None else self._jumped_from[0]
        return EntryForm if isinstance(self.focused, kind) else kind

    def on_hand_list_marked(self, message: HandList.Marked) -> None:
        is_void = self.open_session.session.replay.step(message.n).entry is None
        sentence = _(
            "{correct} corrects the hand, {void} excludes it, {after} adds a forgotten hand after it"
        )
        if is_void:
            sentence = _(
                "{correct} corrects the hand, {void} counts it again, {after} adds a forgotten hand after it"
            )
        further = _("type a figure to find it, PgDn reads on")
        if self._hands.has_focus:
            self._show_keys_of(HandList, N_("count again") if is_void else N_("void"))
        keys = {what: key_of(HAND_LIST, f"choose('{what}')") for what in ("correct", "void", "after")}
        shown = f"{sentence.format(**keys)}, {further}"
        self._explain(explain_entry(self.open_session.session, message.n), shown)

    def _explain(self, sentences: Sequence[str], keys: str, above: Sequence[Content] = ()) -> None:
        title, *rest = sentences
        lines = [*above, Content.styled(title, "bold"), *map(Content, rest)]
        self.query_one("#reasons", Static).update(Content("\n").join(lines))
        self.query_one("#reasons-keys", Static).update(keys)
        self.query_one("#explanation VerticalScroll", VerticalScroll).scroll_home(animate=False)

    # --- other screens ---------------------------------------------------------------------------

    def action_step_back(self) -> None:
        """Close the line that asks for a file, or go back from the list or sheet, or else leave the table."""
        if self.prompt.is_open:
            self._close_prompt()
            self.resume_keys()
        elif self.is_looking_back:
            kind = self._place_before_jump
            if kind is Sheet and self._jumped_from is not None:
                self._sheet.cursor = self._jumped_from[1]
            self._jumped_from = None
            self.focus_part(kind)
        else:
            self.action_leave()

    @work(group="holds keys", exclusive=True)
    async def action_leave(self) -> None:
        """Return to the list of games once everything is on the disk."""
        self.form.is_holding = True
        if await self.check_may_leave():
            self.sharing.close()
            game = self.open_session
            self.dismiss(LeftTable(game.path, game.session, game.unsaved_game))
        else:
            self.resume_keys()

    def action_rules(self) -> None:
        from prefcount.tui.rules_screen import RulesScreen

        screen = RulesScreen.for_session(self.open_session.session, read_only=not self.open_session.is_sound)
        self.app.push_screen(screen, self.change_rules)

    def action_help(self) -> None:
        types = isinstance(self.focused, EntryForm) and self.entry_input.line.is_open
        place = LINE if types else type(self.focused).__name__
        session = self.open_session.session
        order = session.game.describe_line_order(session.state)
        self.app.push_screen(help_page(session.game.guide, self.open_session.facts(), place, order))

    def action_settle(self) -> None:
        from prefcount.tui.results.settlement_screen import SettlementScreen

        self.app.push_screen(SettlementScreen(self.open_session, self.entry_input.unrecorded))

    def action_what_if(self) -> None:
        from prefcount.tui.results.whatif_screen import WhatIfScreen

        self.app.push_screen(WhatIfScreen(self.open_session.session))

    def action_debts(self) -> None:
        from prefcount.tui.results.debts_screen import DebtsScreen

        self.app.push_screen(DebtsScreen())

    def action_paper(self) -> None:
        from prefcount.tui.paper.paper_screen import PaperScreen

        self.app.push_screen(PaperScreen(self.open_session))

    def action_share(self) -> None:
        from prefcount.tui.table.share_screen import ShareScreen

        self.app.push_screen(ShareScreen(self.sharing))
