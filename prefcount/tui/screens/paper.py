"""The paper sheet held against the session: a field for each column, compared as it is typed."""

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.screen import Screen
from textual.widgets import Input, Static

from prefcount.audit.paper.candidates import Paper
from prefcount.entries.base import Entry
from prefcount.entries.common import SheetEntry
from prefcount.i18n import N_, _, ngettext
from prefcount.ledger.postings import Account
from prefcount.problems import Refused, together
from prefcount.render.text import title
from prefcount.session.journal import NotWritten
from prefcount.session.session import Session
from prefcount.tui.compared import (
    Mark,
    Typed,
    begins_on_paper,
    cells_of,
    claim_of,
    kept_for,
    marks,
    name_of,
    sheet_of,
)
from prefcount.tui.desk import Desk
from prefcount.tui.there import while_there
from prefcount.tui.widgets.claim import ClaimRow
from prefcount.tui.widgets.hints import Hints
from prefcount.tui.widgets.said import Said

PAUSE = 0.2
"""So many seconds nothing may be typed before the paper is compared."""

KEYS = (
    (N_("figures"), N_("the figure that stands last, such as 12, or the whole column: 2.6.12")),
    ("Enter ↓", N_("the next column")),
    ("↑", N_("the column before")),
    ("PgUp PgDn", N_("the player before, the next player")),
    (
        "F2",
        N_(
            "write what was typed into the session: before the first hand as figures brought forward, from "
            "which the game goes on; later as a claim, which the audit compares for ever"
        ),
    ),
    ("F3", N_("write it as a claim in any case")),
    ("Esc F10", N_("back; what was typed stays here")),
    ("", N_("+: may be brought forward; nothing was written yet that it could be compared with.")),
    ("", N_("✓ to 7: agrees up to entry 7. ≠ at 7: they part there; what is likely stands below.")),
)


class PaperScreen(Screen[None]):
    """Every column of everybody who has some, with what the paper says about it.

    Attributes:
        desk: the session.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "keys", N_("Help")),
        Binding("f2", "write", N_("Write what was typed")),
        Binding("f3", "claim", N_("Write what was typed as a claim")),
        Binding("escape,f10", "back", N_("Back")),
        Binding("down,enter", "go(1)", show=False, priority=True),
        Binding("up", "go(-1)", show=False, priority=True),
        Binding("pagedown", "go_player(1)", show=False, priority=True),
        Binding("pageup", "go_player(-1)", show=False, priority=True),
    ]
    CSS = """
    PaperScreen #title { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    PaperScreen #title { text-wrap: nowrap; text-overflow: ellipsis; }
    PaperScreen #columns { height: 1fr; padding: 0 1; }
    PaperScreen .player { height: 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    PaperScreen #said { height: auto; min-height: 3; max-height: 45%; padding: 0 1; }
    PaperScreen #said { border-top: solid $primary; }
    """

    def __init__(self, desk: Desk, *, own: bool = False) -> None:
        """Compare with the session on a desk; an `own` one is left with the screen."""
        super().__init__()
        self.desk = desk
        self._own = own
        self._typed = kept_for(desk.path)
        self._paper: Paper | None = None
        self._marks: dict[Account, Mark] = {}
        self._notice = ""

    def compose(self) -> ComposeResult:
        """The columns owner by owner, what there is to say of the one that has the keys, the keys."""
        yield Static(id="title", markup=False)
        with VerticalScroll(id="columns", can_focus=False):
            last: int | None = None
            for owner, cell in cells_of(self.desk.session):
                if owner != last:
                    yield Said(name_of(self.desk.session, owner), classes="player")
                last = owner
                yield ClaimRow(owner, cell, self._typed.get(cell.account, ""))
        with VerticalScroll(id="said", can_focus=False):
            yield Static(markup=False)
        yield Hints(*self._hints())

    @property
    def _begins(self) -> bool:
        """Whether what is typed may be brought forward from paper."""
        return begins_on_paper(self.desk.session)

    def _hints(self) -> tuple[tuple[str, str], ...]:
        """The keys, with what F2 would write."""
        keys = [("F1", N_("help")), ("Esc", N_("back"))]
        if self._begins:
            keys += [("F2", N_("bring forward")), ("Enter", N_("next column")), ("F3", N_("only claim"))]
        else:
            keys += [("Enter", N_("next column")), ("F2", N_("write as a claim"))]
        return (*keys, ("↑ ↓", N_("columns")))

    def _head(self) -> None:
        """Say what this is for, which is another thing once something was written."""
        said = _("An old sheet: {game}") if self._begins else _("On paper: {game}")
        self.query_one("#title", Static).update(Content(said.format(game=title(self.desk.session))))
        self.query_one(Hints).hints = self._hints()

    def on_mount(self) -> None:
        """The first column has the keys; what was typed earlier is compared at once."""
        self._head()
        self.query(Input).first().focus()
        self._tell()
        self._compare()

    def retell(self) -> None:
        """Say everything in the language in use."""
        self._notice = ""
        self._head()
        self._compare()

    def on_unmount(self) -> None:
        """Let others write, if the desk was only for this."""
        if self._own:
            self.desk.leave()

    # --- comparing -------------------------------------------------------------------------------

    def on_claim_row_typed(self, message: ClaimRow.Typed) -> None:
        """Keep what was typed, and compare it once nothing more is."""
        if self._typed.get(message.account, "") != message.text:
            self._typed[message.account] = message.text
            self._notice = ""
            self._compare()

    @work(exclusive=True, group="compare")
    async def _compare(self) -> None:
        await asyncio.sleep(PAUSE if self._marks else 0)
        if self._paper is None or self._paper.session is not self.desk.session:
            self._paper = Paper(self.desk.session)
        self._marks = await while_there(self, asyncio.to_thread(marks, self._paper, dict(self._typed)))
        for row in self.query(ClaimRow):
            row.show(self._marks.get(row.cell.account))
        self._tell()

    def on_descendant_focus(self, _event: DescendantFocus) -> None:
        """Tell of the column that has the keys now."""
        self._tell()

    @property
    def _row(self) -> ClaimRow | None:
        """The row that has the keys."""
        field = self.focused  # known at once, while the field itself hears of it later
        return next(
            (row for row in self.query(ClaimRow) if field is not None and row in field.ancestors), None
        )

    def _tell(self) -> None:
        """Say what there is to say of the column that has the keys, or of all of them."""
        lines = [self._notice] if self._notice else []
        lines += self._told(self._row)
        compared = [each.right for each in self._marks.values() if each.right is not None]
        if compared:
            lines.append(_summary(len(compared), compared.count(False)))
        panel = self.query_one("#said")
        panel.query_one(Static).update(Content("\n".join(lines)))
        panel.scroll_home(animate=False)

    def _told(self, row: ClaimRow | None) -> list[str]:
        """What there is to say of one column; whose it is may stand above what is in sight."""
        mark = None if row is None else self._marks.get(row.cell.account)
        if row is None or (mark is None and not self._marks):
            said = [
                _("Type what the paper says: the last figure, or the whole column with its dots, 2.6.12.")
            ]
            if self._begins:
                said.append(
                    _("Nothing was written yet: F2 brings the figures forward; the game goes on from there.")
                )
            return said
        first, *others = [_("not typed yet")] if mark is None else mark.said
        values = {"player": name_of(self.desk.session, row.owner), "heading": row.cell.heading}
        return [_("{player}, {heading}: {said}").format(**values, said=first), *others]

    # --- keys ------------------------------------------------------------------------------------

    def action_go(self, step: int) -> None:
        """To the next column or the one before, round the ends; at once, for what is typed next is for it."""
        fields = list(self.query(Input))
        at = next((at for at, field in enumerate(fields) if field is self.focused), 0)
        self.set_focus(fields[(at + step) % len(fields)])

    def action_go_player(self, step: int) -> None:
        """To the first column of the next player or the one before."""
        rows = list(self.query(ClaimRow))
        firsts = {row.owner: row for row in reversed(rows)}
        players = list(dict.fromkeys(row.owner for row in rows))
        at = players.index((self._row or rows[0]).owner)
        self.set_focus(firsts[players[(at + step) % len(players)]].query_one(Input))

    def action_keys(self) -> None:
        """Show what the keys do."""
        from prefcount.tui.screens.keys import KeysScreen

        self.app.push_screen(KeysScreen(KEYS))

    def action_write(self) -> None:
        """Write what was typed: as figures brought forward where nothing stands yet, else as a claim."""
        self._write(sheet_of if self._begins else claim_of)

    def action_claim(self) -> None:
        """Write what was typed as a `check` entry."""
        self._write(claim_of)

    @work(group="claim", exclusive=True)
    async def _write(self, made: Callable[[Session, Typed], Entry | None]) -> None:
        self._typed |= {row.cell.account: row.typed for row in self.query(ClaimRow)}
        try:
            entry = made(self.desk.session, self._typed)
            if entry is None:
                self._say(_("Nothing was typed that could be written."))
                return
            proposal = await while_there(self, self.desk.write(entry))
        except Refused as refusal:
            self._say(together(refusal.problems))
        except NotWritten as error:
            self._say(str(error))
        else:
            said = (
                _("Entry {n} is written: the figures are brought forward.")
                if isinstance(entry, SheetEntry)
                else _("Entry {n} is written.")
            )
            self._head()
            self._say(said.format(n=proposal.step.n))
            self._compare()

    def _say(self, notice: str) -> None:
        self._notice = notice
        self._tell()

    def action_back(self) -> None:
        """Back to where one came from."""
        self.dismiss()


def _summary(compared: int, parted: int) -> str:
    """How many columns were compared, and how many of them differ."""
    many = ngettext("{n} column compared", "{n} columns compared", compared).format(n=compared)
    said = ngettext("{n} differs", "{n} differ", parted).format(n=parted) if parted else _("all agree")
    return f"{many}, {said}."
