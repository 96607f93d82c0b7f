"""What is seen at a table: the sheet, the facts, the next hand, the hands before; nothing is written here."""

from collections.abc import Mapping, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Static

from prefcount.games.terms import Fact
from prefcount.i18n import C_, N_, _, text
from prefcount.render.view import table_view
from prefcount.render.why import why_entry, why_figure
from prefcount.session.changes import rules_change
from prefcount.session.session import Session
from prefcount.tui.desk import Desk
from prefcount.tui.draft import looking_back, next_hand, offered
from prefcount.tui.entered import Entered
from prefcount.tui.widgets.entry import EntryForm
from prefcount.tui.widgets.hands import HandList
from prefcount.tui.widgets.hints import Hints
from prefcount.tui.widgets.sheet import Sheet
from prefcount.tui.widgets.why import Why

PARTS = ("#title", "#warning", "#facts", "Sheet", "EntryForm", "HandList")
"""What a table shows something on; while it is taken down some of it is gone before the rest."""

_LEAVING = (("F1", N_("help")), ("Esc", N_("back")))
HINTS: dict[type[Widget], tuple[tuple[str, str], ...]] = {
    EntryForm: (
        ("F1", N_("help")),
        ("Esc", C_("evenings", "games")),
        ("Tab", N_("look back")),
        ("F5", N_("settle")),
        ("F3", N_("undo")),
        (N_("a–z"), N_("type a line")),
        ("Ctrl+O", N_("paper")),
        ("F2", N_("rules")),
        ("Ctrl+L", C_("with the room", "share")),
        ("Ctrl+R", N_("other rules")),
        ("F4", N_("redo")),
        ("F6", N_("what it pays")),
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


class Board(Container):
    """Shows what lies on a desk, and holds what is entered until somebody takes it from here.

    Everything may be called at any time: on a board that is taken down it does nothing.

    Attributes:
        shown: the game that is on the screen, or None before the first one.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.shown: Session | None = None
        self._desk = desk
        self._facts = Content()
        self._aside: Entered | None = None

    def compose(self) -> ComposeResult:
        """Title, sheet, facts, and below them the entry form beside the hands."""
        yield Static(id="title", markup=False)
        yield Static(id="warning", markup=False)
        with Container(id="main"):
            yield Sheet()
            with Vertical(id="side"):
                yield Static(id="facts", markup=False)
                with Container(id="play"):
                    yield EntryForm(self._desk.proposed)
                    yield Why()
                    yield HandList()
        yield Hints()

    @property
    def is_whole(self) -> bool:
        """Whether there still is a table to show something on: the disk may answer after it was left."""
        return all(self.query(part) for part in PARTS)

    @property
    def form(self) -> EntryForm:
        """Where something is entered."""
        return self.query_one(EntryForm)

    # --- the game --------------------------------------------------------------------------------

    def show(self, notice: str = "") -> None:
        """Show the game with what was just written, and ask for the next hand."""
        if self.is_whole:
            self._draw()
            self.ask_next(notice)

    def follow(self, notice: str = "") -> None:
        """Show the game as it stands; what is half entered is kept, as much as fits, and that is said."""
        if not self.is_whole:
            return
        self._draw()
        if self.form.draft is None:
            self.ask_next(notice)
            return
        entered = self.entered.moved(self._desk.session)
        self.form.go_over(entered.draft, " ".join(filter(None, (notice, entered.said))), entered.typed)

    def _draw(self) -> None:
        self.shown = self._desk.session
        view = table_view(self.shown)
        self.query_one("#title", Static).update(Content(view.title))
        self.warn()
        self.query_one(Sheet).view = view
        self.tick()
        self.query_one(HandList).show(view)

    def retell(self) -> None:
        """Say everything in the language in use; what is entered or marked stays so."""
        if self.is_whole and self.shown is not None:
            hands = self.query_one(HandList)
            marked = hands.marked
            self._draw()
            hands.mark(marked)
            self.form.say("")
            focused = self.screen.focused
            if isinstance(focused, HandList | Sheet):
                focused.on_focus()  # its reasons stand beside it

    def warn(self) -> None:
        """Say what is wrong with the file, or who writes it."""
        if not self.is_whole:
            return
        said = [self._desk.warning, self._desk.busy.text if self._desk.busy is not None else None]
        warning = self.query_one("#warning", Static)
        shown = ". ".join(str(each) for each in said if each is not None)
        warning.set_class(bool(shown), "-shown")
        warning.update(Content(shown))

    def tick(self) -> None:
        """Show how the game stands; in one that is played on time the clock goes on by itself."""
        line = facts_line(self._desk.facts())
        if line != self._facts and self.is_whole:
            self._facts = line
            self.query_one("#facts", Static).update(line)

    # --- what is entered -------------------------------------------------------------------------

    @property
    def entered(self) -> Entered:
        """What is half entered."""
        return Entered(self.form.draft or next_hand(self._desk.session), self.form.typed)

    def say(self, notice: str) -> None:
        """Say something; what is entered stays, and keys that had to wait are taken up."""
        if self.is_whole:
            self.form.go_on(notice)

    def take_up(self) -> None:
        """Take up the keys that had to wait; what was said last stays."""
        if self.is_whole:
            self.form.go_on(self.form.notice)

    def ask_next(self, notice: str = "") -> None:
        """Ask for the next hand, beginning with what was entered of it before something else came first."""
        aside, self._aside = self._aside, None
        if aside is None:
            self.form.begin(next_hand(self._desk.session), notice)
        else:
            self.ask(aside.moved(self._desk.session), notice)

    def ask(self, entered: Entered, notice: str = "") -> None:
        """Ask on from what was entered."""
        notice = " ".join(filter(None, (notice, entered.said)))
        self.form.begin(entered.draft, notice, entered.typed or None)

    def change_rules(self, chosen: Mapping[str, Any]) -> None:
        """Offer other rules as an entry, with what they change."""
        session = self._desk.session
        entry = rules_change(session, chosen)
        if entry is not None:
            self._set_aside()
            self.form.begin(offered(session, entry, text(N_("Other rules from here on"))))

    def on_hand_list_chosen(self, message: HandList.Chosen) -> None:
        """Begin to correct, void, or put in."""
        self._set_aside()
        draft, line = looking_back(self._desk.session, message.n, message.what)
        self.look_at(EntryForm)
        self.form.begin(draft, line=line)

    def on_entry_form_left(self) -> None:
        """Nothing is to be corrected after all."""
        self.ask_next()
        self.look_at(HandList)

    def _set_aside(self) -> None:
        """Something else comes first: what was entered of the next hand waits until that is done."""
        if self.entered.is_next:
            self._aside = self.entered

    # --- looking back ----------------------------------------------------------------------------

    @property
    def looks_back(self) -> bool:
        """Whether the list of hands or the sheet has the keys."""
        return self.has_class("-looking")

    def look_on(self, step: int) -> None:
        """To the next of the entry form, the list of hands, and the sheet."""
        order: list[type[Widget]] = [EntryForm, HandList, Sheet]
        at = next((at for at, kind in enumerate(order) if isinstance(self.screen.focused, kind)), 0)
        self.look_at(order[(at + step) % len(order)])

    def look_at(self, kind: type[Widget]) -> None:
        """Give the keys to one of the three; looking back, the reasons take the place of the form."""
        self._turn_to(kind)
        self.query_one(kind).focus()

    def on_descendant_focus(self, message: DescendantFocus) -> None:
        """A click gives the keys away, too."""
        if type(message.widget) in HINTS:
            self._turn_to(type(message.widget))

    def _turn_to(self, kind: type[Widget]) -> None:
        self.set_class(kind is not EntryForm, "-looking")
        for hints in self.query(Hints):  # the keys move, too, while the screen is taken down
            hints.hints = HINTS[kind]

    def on_sheet_asked(self, message: Sheet.Asked) -> None:
        """Say why the figure under the cursor stands there."""
        said = why_figure(self._desk.session, message.account, message.n)
        self.query_one(Why).show(said, _("← → totals, ↑ ↓ columns, Enter shows the hand, Esc back"))

    def on_sheet_opened(self, message: Sheet.Opened) -> None:
        """Jump to the hand that wrote a figure."""
        self.query_one(HandList).mark(message.n)
        self.look_at(HandList)

    def on_hand_list_marked(self, message: HandList.Marked) -> None:
        """Say what the marked entry wrote."""
        said = why_entry(self._desk.session, message.n)
        self.query_one(Why).show(
            said, _("F7 correct, F8 void, F9 put a forgotten hand in after it, Esc back")
        )


def facts_line(facts: Sequence[Fact]) -> Content:
    """The facts in one running line: "deals: Anna · first hand: Boris · …"."""
    return Content(" · ".join(f"{fact.label}: {fact.value}" for fact in facts))
