"""The field for one column of the paper sheet, with a mark that says how it compares."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from prefcount.games.game import Cell
from prefcount.ledger.sheet import Account
from prefcount.tui.kit.widgets import Field, TranslatedText
from prefcount.tui.paper.paper_form import ColumnVerdict, figure_at

MARKED = {True: "-right", False: "-wrong", None: "-open"}


class ClaimRow(Horizontal):
    """A field for one column; its owner is the number of a player, a side or the table."""

    DEFAULT_CSS = """
    ClaimRow { height: 1; }
    ClaimRow .heading { max-width: 44%; height: 1; padding: 0 1 0 2; }
    ClaimRow .heading { text-wrap: nowrap; text-overflow: ellipsis; }
    ClaimRow Input { max-width: 40; }
    ClaimRow .mark { width: 11; height: 1; padding: 0 0 0 1; text-style: bold; }
    ClaimRow.-right .mark { color: $text-success; }
    ClaimRow.-wrong .mark { color: $text-error; }
    ClaimRow.-open .mark { color: $text-warning; }
    """

    @dataclass
    class Typed(Message):
        """What stands in the field of a column now."""

        account: Account
        text: str

    def __init__(self, owner: int, cell: Cell, typed: str) -> None:
        super().__init__()
        self.owner, self.cell = owner, cell
        self._begin = typed

    def compose(self) -> ComposeResult:
        """Heading, field, mark."""
        yield TranslatedText(self.cell.heading, classes="heading")
        yield Field(self._begin, series="columns", select_on_focus=False, classes="typed")
        yield Static(classes="mark", markup=False)

    def show(self, mark: ColumnVerdict | None) -> None:
        """Show how the column compares."""
        for right, name in MARKED.items():
            self.set_class(mark is not None and mark.agrees is right, name)
        words = Content("" if mark is None else mark.short)
        self.query_one(".mark", Static).update(words, layout=False)  # it has its room, whatever it says

    def on_input_changed(self, message: Input.Changed) -> None:
        """Tell what was typed."""
        message.stop()
        self.post_message(self.Typed(self.cell.account, message.value))

    @property
    def typed(self) -> str:
        """What stands in the field."""
        return self.query_one(Input).value

    @property
    def figure(self) -> tuple[Account, int]:
        """The column, and which of its figures the cursor is at."""
        field = self.query_one(Input)
        return self.cell.account, figure_at(field.value, field.cursor_position)
