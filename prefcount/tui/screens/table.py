"""The table: the sheet, the next hand, the list of hands."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from prefcount.entries.base import Entry
from prefcount.entries.common import Void
from prefcount.games.protocol import Fact
from prefcount.i18n import N_, _
from prefcount.problems import Refused, quote
from prefcount.render.text import describe
from prefcount.render.view import table_view
from prefcount.render.why import why_entry, why_figure
from prefcount.session.changes import rules_change
from prefcount.session.journal import NotWritten
from prefcount.session.reader import Unreadable
from prefcount.session.session import Session
from prefcount.session.store import typed_path
from prefcount.tui.desk import Desk
from prefcount.tui.draft import Draft, looking_back, next_hand, offered
from prefcount.tui.kept import keep, kept, resumed
from prefcount.tui.widgets.entry import EntryForm
from prefcount.tui.widgets.hands import HandList
from prefcount.tui.widgets.hints import Hints
from prefcount.tui.widgets.sheet import Sheet
from prefcount.tui.widgets.why import Why

if TYPE_CHECKING:
    from prefcount.tui.widgets.ask import Ask

PARTS = ("#title", "#warning", "#facts", "Sheet", "EntryForm", "HandList")
"""What a table shows something on; while it is taken down some of it is gone before the rest."""

ALONG = 1.0
"""So many seconds pass between two looks at what somebody else writes."""

CLOCK = 10.0
"""So many seconds pass between two looks at the clock."""

_LEAVING = (("F1", N_("help")), ("Esc", N_("back")))
HINTS: dict[type[Widget], tuple[tuple[str, str], ...]] = {
    EntryForm: (
        ("F1", N_("help")),
        ("Esc", N_("games")),
        ("Tab", N_("look back")),
        ("F5", N_("settle")),
        ("F3", N_("undo")),
        ("F4", N_("redo")),
        ("a–z", N_("type a line")),
        ("F6", N_("what it pays")),
        ("F2", N_("rules")),
        ("Ctrl+P", N_("all commands")),
    ),
    HandList: (
        *_LEAVING,
        ("F7", N_("correct")),
        ("F8", N_("void")),
        ("F9", N_("put in after")),
        ("Tab", N_("sheet")),
        ("↑ ↓", N_("entries")),
        ("F5", N_("settle")),
    ),
    Sheet: (
        *_LEAVING,
        ("Enter", N_("the hand")),
        ("Tab", N_("next hand")),
        ("← →", N_("totals")),
        ("↑ ↓", N_("columns")),
        ("F5", N_("settle")),
    ),
}
"""The keys that matter, by the part of the table that has them; the first ones are seen on a small screen."""


class TableScreen(Screen[None]):
    """One open session. The screen shows an entry as written only after the disk has it."""

    AUTO_FOCUS = "EntryForm"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-normal"), (100, "-wide"), (116, "-roomy")]  # noqa: RUF012 - as in Screen
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", N_("Help")),
        Binding("f2", "rules", N_("Rules of this game")),
        Binding("f3,ctrl+z", "undo", N_("Undo")),
        Binding("f4,ctrl+y", "redo", N_("Redo")),
        Binding("f5", "settle", N_("Settlement")),
        Binding("f6", "payoffs", N_("What would it pay?")),
        Binding("tab", "look(1)", N_("Look back"), priority=True),
        Binding("shift+tab", "look(-1)", show=False, priority=True),
        Binding("escape", "step_back", show=False),
        Binding("f10", "leave", N_("Games")),
        Binding("f11", "write_here", N_("Read the file anew and write here")),
        Binding("f12", "elsewhere", N_("Go on in another place")),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (26, "-high"), (42, "-tall")]  # noqa: RUF012 - as in Screen
    CSS = """
    TableScreen #title { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    TableScreen #warning { height: auto; background: $error; color: $text; padding: 0 1; display: none; }
    TableScreen #warning.-shown { display: block; }
    TableScreen #facts { height: auto; padding: 0 1; color: $text-muted; }
    TableScreen #main { layout: vertical; height: 1fr; }
    TableScreen #side { height: 1fr; }
    TableScreen #play { layout: horizontal; height: 1fr; border-top: solid $primary; }
    TableScreen EntryForm { width: 11fr; height: 1fr; }
    TableScreen HandList { width: 9fr; height: 1fr; border-left: solid $primary; }
    TableScreen Why { width: 11fr; height: 1fr; display: none; }
    TableScreen.-looking Why { display: block; }
    TableScreen.-looking EntryForm { display: none; }
    TableScreen.-narrow HandList { display: none; }
    TableScreen.-narrow.-looking HandList { display: block; }
    TableScreen.-normal.-tall Sheet { height: 20; }
    TableScreen.-wide.-high, TableScreen.-roomy.-high, TableScreen.-wide.-tall, TableScreen.-roomy.-tall {
        #main { layout: horizontal; }
        Sheet { width: 62%; height: 1fr; }
        #side { width: 38%; }
        #play { layout: vertical; }
        EntryForm { width: 1fr; height: 3fr; }
        Why { width: 1fr; height: 3fr; }
        HandList { width: 1fr; height: 2fr; border-left: none; border-top: solid $primary; }
    }
    """

    def __init__(self, path: Path) -> None:
        """Open the session in `path`. Raises Unreadable."""
        super().__init__()
        self.desk = Desk(path)
        self._shown: Session | None = None
        self._facts = Content()
        self._turn = asyncio.Lock()
        self._ask: Ask | None = None
        self._aside: Mapping[str, str] = {}

    def compose(self) -> ComposeResult:
        """Title, sheet, facts, and below them the entry form beside the hands."""
        yield Static(id="title", markup=False)
        yield Static(id="warning", markup=False)
        with Container(id="main"):
            yield Sheet()
            with Vertical(id="side"):
                yield Static(id="facts", markup=False)
                with Container(id="play"):
                    yield EntryForm(self.desk.proposed)
                    yield Why()
                    yield HandList()
        yield Hints()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works: not before there is a screen, and not while another place is asked for."""
        return self.is_mounted and (action in ("step_back", "look") or self._ask is None)

    def on_mount(self) -> None:
        """Show the session as it was found, and the hand that was half entered; then take the pen."""
        self._show()
        self._resume()
        self._focus(EntryForm)
        self.set_interval(CLOCK, self._tick)
        self.set_interval(ALONG, self._look)
        self.call_after_refresh(self._take)  # the lock costs time that the first frame need not wait for

    def on_unmount(self) -> None:
        """Let others write."""
        self.desk.leave()

    # --- who writes ------------------------------------------------------------------------------

    def _resume(self) -> None:
        """Offer what was entered of the next hand when the program ended the last time."""
        half = kept(self.desk.path, self.desk.session.next_number)
        if half is not None and self.desk.sound:
            draft = resumed(next_hand(self.desk.session), half.answers)
            notice = _("This hand was half entered when the program ended; Escape takes it back.")
            self.query_one(EntryForm).begin(draft, notice, half.typed or None)

    def on_entry_form_changed(self) -> None:
        """Keep what is half entered, if it is the next hand."""
        form = self.query_one(EntryForm)
        if self.desk.writes and form.draft is not None and not form.draft.about:
            keep(self.desk.path, self.desk.session.next_number, form.draft.answers, form.typed or "")

    @work(group="take")
    async def _take(self) -> None:
        """Become the writer if nobody else is."""
        async with self._turn:
            before = self.desk.session
            try:
                await self.desk.take()
            except Unreadable as error:
                if self._is_here:
                    self.query_one(EntryForm).go_on(str(error))
                return
            if self.desk.session is not before:
                self._show()
            self._warn()

    @work(group="look", exclusive=True)
    async def _look(self) -> None:
        """Show what somebody else has written."""
        if self.desk.busy is None or self._turn.locked():
            return
        before = self.desk.session
        if await self.desk.look():
            if self.desk.session is not before:
                self._show()
            self._warn()

    @work(group="take")
    async def action_write_here(self) -> None:
        """Read the file anew and become its writer, unless somebody else is."""
        form = self.query_one(EntryForm)
        async with self._turn:
            try:
                taken = await self.desk.reopen()
            except Unreadable as error:
                form.go_on(str(error))
                return
            self._show(_("The file is read anew, and written here.") if taken else "")

    async def action_elsewhere(self) -> None:
        """Ask for another place, where the game goes on with the hand that waits to be written."""
        from prefcount.tui.widgets.ask import Ask

        self._ask = ask = Ask()
        await self.mount(ask, before=self.query_one(Hints))
        ask.open("place", _("Go on in the new file"), str(Path.home() / self.desk.path.name))

    def on_ask_answered(self, message: "Ask.Answered") -> None:
        """Write everything to the new place."""
        self._elsewhere(typed_path(message.text))

    @work(group="write")
    async def _elsewhere(self, path: Path) -> None:
        form = self.query_one(EntryForm)
        pending = form.pending
        async with self._turn:
            try:
                await self.desk.elsewhere(path, pending if isinstance(pending, Entry) else None)
            except (Refused, NotWritten) as error:
                form.go_on(str(error))
                return
        await self._close_ask()
        self._show(_("The game goes on in {path}.").format(path=quote(path)))

    async def _close_ask(self) -> None:
        if self._ask is not None:
            await self._ask.remove()  # only then nobody but us gives the keys away
            self._ask = None
        if self._is_here:
            self._focus(EntryForm)

    # --- what is shown ---------------------------------------------------------------------------

    def on_screen_resume(self) -> None:
        """Show what has changed behind the settlement; a half-entered hand is left as it is."""
        if self._shown not in (None, self.desk.session):
            self._show()

    @property
    def _is_here(self) -> bool:
        """Whether there still is a table to show something on: the disk may answer after it was left."""
        return all(self.query(part) for part in PARTS)

    def _show(self, notice: str = "") -> None:
        if not self._is_here:
            return
        self._shown = self.desk.session
        view = table_view(self.desk.session)
        self.query_one("#title", Static).update(Content(view.title))
        self._warn()
        self.query_one(Sheet).view = view
        self._tick()
        self.query_one(HandList).show(view)
        self.query_one(EntryForm).begin(self._next(), notice)

    def _set_aside(self) -> None:
        """Something else comes first: what was entered of the next hand waits until that is done."""
        draft = self.query_one(EntryForm).draft
        if draft is not None and not draft.about:
            self._aside = draft.answers

    def _next(self) -> Draft:
        """The next hand, with what was entered of it before something else came first."""
        aside, self._aside = self._aside, {}
        return resumed(next_hand(self.desk.session), aside)

    def _warn(self) -> None:
        """Say what is wrong with the file, or who writes it."""
        if not self._is_here:
            return
        said = [self.desk.warning, self.desk.busy.text if self.desk.busy is not None else None]
        warning = self.query_one("#warning", Static)
        shown = ". ".join(str(each) for each in said if each is not None)
        warning.set_class(bool(shown), "-shown")
        warning.update(Content(shown))

    def _tick(self) -> None:
        """Show how the game stands; in one that is played on time the clock goes on by itself."""
        line = facts_line(self.desk.facts())
        if line != self._facts and self._is_here:
            self._facts = line
            self.query_one("#facts", Static).update(line)

    def on_entry_form_accepted(self, message: EntryForm.Accepted) -> None:
        """Write what the scorer accepted."""
        self._write(lambda: message.entry)

    @work(group="write")
    async def _write(self, wanted: Callable[[], Entry | None], otherwise: str = "", done: str = "") -> None:
        """Write the entry that is wanted once everything before it is written; else say something.

        Args:
            wanted: gives the entry, or None if there is none.
            otherwise: what is said then.
            done: what is said of an undoing that is written, with {what} for the entry it concerns.
        """
        form = self.query_one(EntryForm)
        form.hold()
        async with self._turn:
            entry = wanted()
            if entry is None:
                form.go_on(otherwise)
                return
            before = self.desk.session
            try:
                proposal = await self.desk.write(entry)
            except (Refused, NotWritten) as error:
                self._not_written(error, before)
                return
            keep(self.desk.path, 0, {}, "")
        notice = _("Entry {n} is written.").format(n=proposal.step.n)
        if done:
            notice = done.format(what=undone(before, entry))
        if proposal.displaced:
            numbers = ", ".join(map(str, proposal.displaced))
            notice += " " + _("No longer fitting, not counted: {numbers}.").format(numbers=numbers)
        self._show(notice)

    def _not_written(self, error: Refused | NotWritten, before: Session) -> None:
        """Say why; the hand stays in the form, but for a game that has grown meanwhile."""
        if not self._is_here:
            return
        said = str(error)
        if isinstance(error, NotWritten) and error.elsewhere:
            said += " " + _("(F12 writes to another place.)")
        if self.desk.session is not before:
            self._show(said)
        else:
            self.query_one(EntryForm).go_on(said)
        self._warn()

    def action_undo(self) -> None:
        """Take back the newest entry by voiding it."""
        self._write(lambda: self.desk.history.undo, _("There is nothing to undo."), _("Undone: {what}"))

    def action_redo(self) -> None:
        """Bring back what was taken back last."""
        self._write(lambda: self.desk.history.redo, _("There is nothing to redo."), _("Done again: {what}"))

    def action_payoffs(self) -> None:
        """Show or hide what each answer would pay."""
        self.query_one(EntryForm).action_payoffs()

    def action_rules(self) -> None:
        """Read the rules of the game; taking others is offered as an entry, with its preview."""
        from prefcount.tui.screens.conventions import ConventionScreen

        screen = ConventionScreen.at_table(self.desk.session, read_only=not self.desk.sound)
        self.app.push_screen(screen, self._change_rules)

    def _change_rules(self, chosen: dict[str, Any] | None) -> None:
        entry = None if chosen is None else rules_change(self.desk.session, chosen)
        if entry is not None:
            self._set_aside()
            draft = offered(self.desk.session, entry, _("Other rules from here on"))
            self.query_one(EntryForm).begin(draft)

    def action_help(self) -> None:
        """Show the keys of the place where one is, and the notation of the game."""
        from prefcount.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.desk.session.game.guide(), type(self.focused).__name__))

    def action_settle(self) -> None:
        """Show the settlement of the game as it stands."""
        from prefcount.tui.screens.settlement import SettlementScreen

        self.app.push_screen(SettlementScreen(self.desk))

    def action_look(self, step: int) -> None:
        """To the entry form, the list of hands, or the sheet; not away from a question."""
        if self._ask is not None:
            return
        order: list[type[Widget]] = [EntryForm, HandList, Sheet]
        at = next((at for at, kind in enumerate(order) if isinstance(self.focused, kind)), 0)
        self._focus(order[(at + step) % len(order)])

    def _focus(self, kind: type[Widget]) -> None:
        """Give the keys to one of the three; looking back, the reasons take the place of the form."""
        self._look_at(kind)
        self.query_one(kind).focus()

    def on_descendant_focus(self, message: DescendantFocus) -> None:
        """A click gives the keys away, too."""
        if type(message.widget) in HINTS:
            self._look_at(type(message.widget))

    def _look_at(self, kind: type[Widget]) -> None:
        self.set_class(kind is not EntryForm, "-looking")
        for hints in self.query(Hints):  # the keys move, too, while the screen is taken down
            hints.hints = tuple((key, _(word)) for key, word in HINTS[kind])

    def on_sheet_asked(self, message: Sheet.Asked) -> None:
        """Say why the figure under the cursor stands there."""
        said = why_figure(self.desk.session, message.account, message.n)
        self.query_one(Why).show(said, _("← → totals, ↑ ↓ columns, Enter shows the hand, Esc back"))

    def on_sheet_opened(self, message: Sheet.Opened) -> None:
        """Jump to the hand that wrote a figure."""
        self.query_one(HandList).mark(message.n)
        self._focus(HandList)

    def on_hand_list_marked(self, message: HandList.Marked) -> None:
        """Say what the marked entry wrote."""
        said = why_entry(self.desk.session, message.n)
        self.query_one(Why).show(
            said, _("F7 correct, F8 void, F9 put a forgotten hand in after it, Esc back")
        )

    def on_hand_list_chosen(self, message: HandList.Chosen) -> None:
        """Begin to correct, void, or put in."""
        session = self.desk.session
        self._set_aside()
        draft, line = looking_back(session, message.n, message.what)
        self._focus(EntryForm)
        self.query_one(EntryForm).begin(draft, line=line)

    def on_entry_form_left(self) -> None:
        """Nothing is to be corrected after all."""
        self.query_one(EntryForm).begin(self._next())
        self._focus(HandList)

    async def action_step_back(self) -> None:
        """From looking back to the form, from the form to the games."""
        if self._ask is not None:
            await self._close_ask()
        elif self.has_class("-looking"):
            self._focus(EntryForm)
        else:
            self.action_leave()

    @work(group="leave", exclusive=True)
    async def action_leave(self) -> None:
        """Back to the list of games, once everything that was entered is on disk."""
        async with self._turn:
            self.dismiss()


def undone(before: Session, entry: Entry) -> str:
    """The entry that a void concerns in the end, in one line: a redo voids the void of an undo."""
    while isinstance(entry, Void):
        step = before.replay.step(entry.entry)
        entry = step.standing.written
    return before.line(step) or describe(before, step)


def facts_line(facts: Sequence[Fact]) -> Content:
    """The facts in one running line: "deals: Anna · first hand: Boris · …"."""
    return Content(" · ".join(f"{fact.label}: {fact.value}" for fact in facts))
