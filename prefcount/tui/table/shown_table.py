"""Show a session at the table: sheet, facts, the form of the next entry, list of hands; writes nothing."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus, Key, Paste
from textual.widget import Widget
from textual.widgets import Static

from prefcount.base.i18n import C_, N_, _, text
from prefcount.entering.draft import Draft, PendingInput, looking_back, next_hand, offered, right_name
from prefcount.games.words import Lines
from prefcount.render.sheet_drawing import least_columns
from prefcount.render.text_cells import flowing
from prefcount.render.view import table_view, why_entry, why_figure
from prefcount.session.session import Session
from prefcount.session.typed_entries import rules_change
from prefcount.store.reader import Loaded
from prefcount.tui.kit.keys import ENTRY_FORM, HAND_LIST, SHEET, TABLE, footer, key_of
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.screens import ProgramScreen, is_showing
from prefcount.tui.kit.shown_cells import RowCompositor
from prefcount.tui.kit.widgets import KeyFooter, MessageLine, PromptLine, WrappedText
from prefcount.tui.table.entry_form import EntryForm
from prefcount.tui.table.hand_list import HandList
from prefcount.tui.table.sheet_widget import Sheet

NARROW, BESIDE = 54, 60
"""Cells that the sheet has in a wide window: where fewer are enough it leaves more room to what is entered,
and only a broad window draws a sheet beside that for which these are too few."""

FORM_KEYS = "help step_back focus_next_part(1) settle undo a–z paper rules share what_if payoffs ctrl+p"
_VOID = "choose('void')"


def _keys_of_list(void: str) -> Lines:
    """The keys of the list of hands, with what one of them does to the marked hand."""
    return footer(
        f"help step_back choose('correct') {_VOID} choose('after') focus_next_part(1) up settle",
        TABLE,
        HAND_LIST,
        words={"focus_next_part(1)": N_("sheet"), _VOID: void},
    )


FOOTERS: dict[type[Widget], Lines] = {
    HandList: _keys_of_list(N_("void")),
    Sheet: footer(
        "help step_back open focus_next_part(1) left up settle",
        TABLE,
        SHEET,
        words={"focus_next_part(1)": N_("back to the question")},
    ),
}
"""The keys that matter, by the part of the table that has them; the first ones are seen on a small screen."""


class LeftTable(NamedTuple):
    """A table that was left.

    Attributes:
        unbegun: the game if it was begun only, and has no file.
        typed: what was typed before the list of games was there.
    """

    path: Path
    session: Session
    unbegun: Loaded | None
    typed: list[Key | Paste]


class ShownTable(ProgramScreen[LeftTable]):
    """Shows the open session and the entry that is being made; writes nothing.

    Every method may be called at any time: while the table is taken down it does nothing.

    Attributes:
        shown: the game that is on the screen, or None before the first one.
        entered: what is entered in the form so far.
        prompt: where another place is asked for.
        shows_struck: whether entries and totals that do not count any more are shown, too.
    """

    def __init__(self, open_session: OpenSession) -> None:
        super().__init__(classes="-normal -low")  # of 80x24, which is then not styled twice
        self._compositor = RowCompositor()
        self.open_session = open_session
        self.shown: Session | None = None
        self._sheet, self._hands, self.prompt = Sheet(), HandList(), PromptLine()
        self._footer = KeyFooter()
        draft = next_hand(open_session.session)
        self.form = EntryForm(draft, self.show_keys_of_form, self._hands.newest, self.save_pending_input)
        self.entered = self.form.entered
        self.shows_struck = False
        self.seen_warning = open_session.warning
        self._facts: tuple[str, ...] = ()
        self._on_phones = ""
        self._waiting_inputs: list[PendingInput] = []
        self._left_to: type[Widget] = HandList
        self._seat(update=False)  # before there is anything to lay out

    def compose(self) -> ComposeResult:
        """Title, sheet, facts, and below them the entry form beside the hands."""
        yield Static(id="title", markup=False)
        yield MessageLine()
        with Container(id="main"):
            yield self._sheet
            with Vertical(id="side"):
                yield WrappedText(id="facts")
                with Container(id="play"):
                    yield self.form
                    with VerticalScroll(id="explanation", can_focus=False):
                        yield Static(markup=False)
                    yield self._hands
        yield self.prompt
        yield self._footer

    @property
    def is_shown(self) -> bool:
        """Whether the table was not left, and the program does not end; the disk may answer later."""
        return is_showing(self)

    # --- the game --------------------------------------------------------------------------------

    def show(self, notice: str = "") -> None:
        """Show the game with what was just written, and ask for the next hand."""
        if self.is_shown:
            self._draw()
            self.ask_next(notice)

    def show_changes(self, notice: str = "") -> None:
        """Show the game as it stands now, and keep as much of the pending input as fits it."""
        if not self.is_shown:
            return
        self._draw()
        entered = self.pending_input.moved(self.open_session.session)
        self.form.continue_in(entered.draft, f"{notice} {entered.notice}".strip(), entered.typed)

    def _draw(self) -> None:
        self.shown = self.open_session.session
        view = table_view(self.shown, struck=self.shows_struck)
        self.query_one("#title", Static).update(Content(view.title))
        self._seat()
        self.show_warning()
        self._sheet.view = view
        self.show_facts()
        self._hands.show(view, everything=self.shows_struck)
        self.show_keys_of_form()

    def _seat(self, *, update: bool = True) -> None:
        """Give the sheet the room that its drawing needs; without `update` only once it is mounted."""
        game, state = self.open_session.session.game, self.open_session.session.state
        least = least_columns(game.layout(state), len(state.seats))
        self.set_class(least <= NARROW, "-narrow-sheet", update=update)
        self.set_class(least <= BESIDE, "-beside", update=update)

    def retranslate(self) -> None:
        """Show all words in the language in use; what is entered or marked stays."""
        if self.is_shown and self.shown is not None:
            self.form.entered.retranslate()
            self._draw_marked()
            self.form.show_notice("")
            focused = self.focused
            if isinstance(focused, HandList | Sheet):
                focused.on_focus()  # its reasons stand beside it

    def _draw_marked(self) -> None:
        marked = self._hands.marked
        self._draw()
        self._hands.mark(marked)

    def action_show_struck(self) -> None:
        """Show what does not count any more, or hide it."""
        self.shows_struck = not self.shows_struck
        self._draw_marked()
        self.form.redraw()

    def show_warning(self) -> None:
        """Show what is wrong with the file, or who writes it."""
        if not self.is_shown:
            return
        if self.app.screen is self:
            self.seen_warning = self.open_session.warning
        busy = self.open_session.busy
        warnings = (self.open_session.warning, busy.text if busy is not None else None)
        self.query_one(MessageLine).say(
            ". ".join(str(warning) for warning in warnings if warning is not None)
        )

    def show_facts(self) -> None:
        """Show how the game stands, in running lines; where it is played on time the clock goes on."""
        facts = self.open_session.facts()
        lines = (f"{fact.label}: {fact.value}" if fact.short is None else str(fact.short) for fact in facts)
        shown = tuple(filter(None, (self._on_phones, *lines)))
        if shown != self._facts and self.is_shown:
            self._facts = shown
            self.query_one("#facts", WrappedText).show(lambda room: list(map(Content, flowing(shown, room))))

    def show_phones(self, entering: Sequence[Draft]) -> None:
        """Show what is being entered on phones."""
        hands = dict.fromkeys(filter(None, (draft.contract_so_far() for draft in entering)))
        self._on_phones = _("A hand is being entered on a phone") if entering else ""
        if hands:
            self._on_phones = _("On a phone: {hand}").format(hand=", ".join(hands))
        self.show_facts()

    # --- what is entered -------------------------------------------------------------------------

    @property
    def pending_input(self) -> PendingInput:
        """The draft and the typed text of the form."""
        return PendingInput(self.entered.draft, self.entered.line.typed)

    def save_pending_input(self) -> None:
        """Only a table that writes saves what is half entered."""

    def show_notice(self, notice: str) -> None:
        """Show a notice, keep the pending input, and handle the held keys."""
        if self.is_shown:
            self.form.resume(notice)

    def resume_keys(self) -> None:
        """Handle the held keys; the notice stays."""
        if self.is_shown:
            self.form.resume(self.entered.notice)

    def ask_next(self, notice: str = "") -> None:
        """Ask for what waits since something else came first, or else for the next hand."""
        if self._waiting_inputs:
            self.ask(self._waiting_inputs.pop().moved(self.open_session.session), notice)
        else:
            self.form.begin(next_hand(self.open_session.session), notice)

    def ask(self, entered: PendingInput, notice: str = "") -> None:
        """Ask on from what was entered."""
        self.form.begin(entered.draft, f"{notice} {entered.notice}".strip(), entered.typed or None)

    def action_payoffs(self) -> None:
        """Show or hide what each answer would pay; in a low window it takes the place of the sheet."""
        self.form.action_payoffs()
        self.set_class(self.form.payoffs, "-payoffs")

    def change_rules(self, chosen: Mapping[str, Any] | None) -> None:
        """Offer other rules, if any, as an entry, with what they change; a correction that is begun waits."""
        session = self.open_session.session
        entry = rules_change(session, chosen) if chosen is not None else None
        if entry is not None:
            if self.entered.draft.about and self.entered.draft.has_questions:
                self._waiting_inputs.append(self.pending_input)
            self._set_aside(EntryForm)
            self.form.begin(offered(session, entry, text(N_("New rules from the next hand"))))

    def action_correct_name(self) -> None:
        """Begin to correct a name, unless another entry is begun: that is left on purpose only."""
        if self.entered.draft.about:
            self.focus_part(EntryForm)
            self.form.show_notice(_("Finish this first; {key} drops it.").format(key=key_of(TABLE, "undo")))
            return
        self._set_aside(Sheet if isinstance(self.focused, Sheet) else EntryForm)
        self.focus_part(EntryForm)
        self.form.begin(right_name(self.open_session.session))

    def on_hand_list_chosen(self, message: HandList.Chosen) -> None:
        """Begin to correct, void, or put in."""
        self._set_aside(HandList)
        draft, line = looking_back(self.open_session.session, message.n, message.what)
        self.focus_part(EntryForm)
        self.form.begin(draft, line=line)

    def drop_other(self, notice: str) -> None:
        """Drop a correction or the like, wherever the keys are, and go on with the next hand."""
        self.ask_next(notice)
        self.focus_part(EntryForm)

    def on_entry_form_hands_clicked(self, message: EntryForm.HandsClicked) -> None:
        """Look back at the hand that was clicked below the form."""
        self._hands.mark_newest(message.row, message.rows)
        self.focus_part(HandList)

    def on_entry_form_left(self) -> None:
        """Go back from a correction that was given up, to the part where it was begun."""
        self.ask_next()
        self.focus_part(self._left_to)

    def _set_aside(self, left_to: type[Widget]) -> None:
        """Put the input of the next hand aside until another entry is done, or left to one of the parts."""
        self._left_to = left_to
        if self.pending_input.is_next:
            self._waiting_inputs.append(self.pending_input)

    # --- looking back ----------------------------------------------------------------------------

    @property
    def is_looking_back(self) -> bool:
        """Whether the list of hands or the sheet has the keys."""
        return self.has_class("-looking")

    def action_focus_next_part(self, step: int) -> None:
        """To the entry form, the list of hands, or the sheet; not away from a question."""
        if self.prompt.is_open:
            return
        order: list[type[Widget]] = [EntryForm, HandList, Sheet]
        at = next((at for at, kind in enumerate(order) if isinstance(self.focused, kind)), 0)
        self.focus_part(order[(at + step) % len(order)])

    def focus_part(self, kind: type[Widget]) -> None:
        """Focus one of the three; for list and sheet the explanation takes the place of the form."""
        self._show_keys_of(kind)
        self.query_one(kind).focus()

    def on_descendant_focus(self, message: DescendantFocus) -> None:
        """Show the keys of the part that a click has focused."""
        if isinstance(message.widget, EntryForm | HandList | Sheet):
            self._show_keys_of(type(message.widget))

    def _show_keys_of(self, kind: type[Widget]) -> None:
        self.set_class(kind is not EntryForm, "-looking")
        self._footer.hints = FOOTERS.get(kind) or self._keys_of_form()

    def _keys_of_form(self) -> Lines:
        names, words = FORM_KEYS, {"step_back": self.entered.escape_word}
        if self.entered.draft.about:
            words["undo"] = C_("an entry", "cancel")
        elif self.open_session.undo_state.redo:
            names = names.replace("undo", "undo redo")
        if self.form.shows_payoffs:
            names = names.replace(" payoffs", "").replace("step_back", "step_back payoffs")
            words["payoffs"] = N_("hide scores")
        if self.open_session.session.game.factors:
            names += " count_more"
        return footer(names, TABLE, ENTRY_FORM, words=words)

    def show_keys_of_form(self) -> None:
        """Show at the bottom what the keys do now."""
        if self.is_shown and not self.is_looking_back:
            self._show_keys_of(EntryForm)

    def on_sheet_marked(self, message: Sheet.Marked) -> None:
        """Explain the figure under the cursor."""
        reasons = why_figure(self.open_session.session, message.account, message.n)
        self._explain(reasons, _("← → totals, ↑ ↓ columns, Enter shows the hand, Esc back"))

    def on_sheet_opened(self, message: Sheet.Opened) -> None:
        """Jump to the hand that wrote a figure."""
        self._hands.mark(message.n)
        self.focus_part(HandList)

    def on_hand_list_marked(self, message: HandList.Marked) -> None:
        """Explain what the marked entry wrote."""
        sentence = _("{correct} correct, {void} void, {after} insert a forgotten hand after it, Esc back")
        if self.open_session.session.replay.step(message.n).entry is None:
            sentence = _(
                "{correct} correct, {void} count again, {after} insert a forgotten hand after it, Esc back"
            )
            self._footer.hints = _keys_of_list(N_("count again"))
        elif self._hands.has_focus:
            self._footer.hints = FOOTERS[HandList]
        keys = sentence.format(
            **{what: key_of(HAND_LIST, f"choose('{what}')") for what in ("correct", "void", "after")}
        )
        self._explain(why_entry(self.open_session.session, message.n), keys)

    def _explain(self, sentences: Sequence[str], keys: str) -> None:
        title, *rest = sentences
        lines = [
            Content.styled(title, "bold"),
            *map(Content, rest),
            Content.styled(keys, "$foreground-muted"),
        ]
        self.query_one("#explanation > Static", Static).update(Content("\n").join(lines))
