"""The screen of the debts over all saved games: balances, suggested payments, and the payment book."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from textual import work
from textual.content import Content

from prefcount.base.data_folder import sessions_folder
from prefcount.base.i18n import N_, _, text
from prefcount.base.locale_format import format_day
from prefcount.base.problems import InvalidInput, quote
from prefcount.base.system import os_error_text
from prefcount.debts.balances import (
    NO_CURRENCY,
    BookedPayment,
    CurrencyDebts,
    Debt,
    Debts,
    NotCounted,
    load_circle,
)
from prefcount.debts.report import (
    balance_rows,
    book_lines,
    chat_lines,
    counts_line,
    doubtful_name_lines,
    payment_line,
    suggestion,
)
from prefcount.entries.models import Entry, PaidEntry, Void
from prefcount.render.text_cells import fit_table, width, wrap
from prefcount.stats.aliases import UnusablePeople, people_lines
from prefcount.store.disk import WriteError
from prefcount.store.journal import write_book_entry
from prefcount.store.payment_book import PaymentBook
from prefcount.store.reader import ReadError
from prefcount.store.session_folder import BOOK_NAME
from prefcount.tui.kit.keys import HELP, SCROLL, Command, Commands, bindings, footer, key_of
from prefcount.tui.kit.screens import ReportScreen, run_in_thread
from prefcount.tui.kit.widgets import WrappedText
from prefcount.tui.results.stats_screen import list_files_and_people, only_found_notice, unusable_text

DEBTS: Commands = (
    *(Command(str(digit), f"choose({digit})") for digit in range(1, 10)),
    Command(
        "1–9",
        help=N_("choose a suggested payment (nothing is recorded yet); prefcount paid records a part of one"),
    ),
    Command(
        "f2",
        "write",
        N_("record what was chosen in the book: a payment made, or one taken back"),
        N_("paid"),
        N_("Record what was chosen in the book"),
    ),
    Command(
        "f3",
        "undo",
        N_("choose the last payment of the book to take it back; F2 confirms"),
        N_("take back"),
        N_("Take back the last payment"),
    ),
    Command("ctrl+c", "copy", N_("copy the debts for the group chat"), palette=N_("Copy for the chat")),
    SCROLL,
    HELP,
    Command("escape", "back", N_("drop what was chosen, or go back"), N_("back"), N_("Back"), also="f10"),
)
"""The keys of the screen. One chooses a payment, another records it, so that a stray key writes nothing."""


MAX_DIGITS = 9


class SuggestedPayment(NamedTuple):
    """A suggested payment, with all debts in its currency."""

    debts: CurrencyDebts
    debt: Debt


class DebtsScreen(ReportScreen):
    """Shows the debts. One key chooses a payment, and another one records it.

    For games that were found by a search, the screen only shows the sums.
    """

    KEYS = DEBTS
    BINDINGS = bindings(DEBTS)
    CSS = "DebtsScreen #state.-asked { background: $warning; color: $text; }"

    def __init__(self, shown: Sequence[Path] | None = None) -> None:
        writes = "write undo " if shown is None else ""
        super().__init__(text(N_("Debts")), footer(f"{writes}back keys up", DEBTS))
        self._found_files = shown
        self._debts = Debts()
        self._suggested: list[SuggestedPayment] = []
        self._left_out: list[str] = []
        self._chosen: SuggestedPayment | BookedPayment | None = None
        self._writing = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action may run. Payments can be recorded only if all games are shown."""
        ready = super().check_action(action, parameters)
        return ready and (self._found_files is None or action not in ("choose", "write", "undo"))

    def retranslate(self) -> None:
        """Read the games again, and show the debts in the language in use."""
        self._read()

    @work(exclusive=True, group="read")
    async def _read(self, message: str = "") -> None:
        try:
            found = await run_in_thread(self, _read_debts, sessions_folder(), self._found_files)
        except (UnusablePeople, OSError) as error:
            self.say(unusable_text(error))
            return
        self._debts, self._suggested, self._left_out = found
        self.query_one("#report", WrappedText).show(
            lambda line_width: [
                Content(row)
                for line in self._lines(line_width)
                for row in (wrap(line, line_width) if width(line) > line_width else [line])
            ]
        )
        self._choose(None, message or self._status())

    @property
    def _book_path(self) -> Path:
        return sessions_folder() / BOOK_NAME

    def _status(self) -> str:
        if self._found_files is not None:
            where = _("Payments are only counted over all games.")
            return " ".join([*only_found_notice(self._found_files), where])
        if not self._suggested:
            return _("Nobody owes anything.")
        how = _("Choose a payment by its number; {key} records it.")
        return how.format(key=key_of(DEBTS, "write"))

    def _lines(self, line_width: int) -> list[str]:
        """Return the report; its tables fit the width, its sentences may be longer."""
        lines: list[str] = []
        numbered = list(enumerate(self._suggested, 1))
        for debts in self._debts.in_order:
            balances = fit_table(list(balance_rows(debts)), line_width)
            lines += [counts_line(debts), "", *("".join(line.cells) for line in balances), ""]
            own = [(digit, payment.debt) for digit, payment in numbered if payment.debts is debts]
            for digit, debt in own:
                mark = f"{digit}" if digit <= MAX_DIGITS and self._found_files is None else " "
                lines.append(f"{mark}  {suggestion(debts, debt)}")
            lines += [] if own else [_("Nobody owes anything.")]
            lines.append("")
        if self._debts.books:
            lines += [_("The book of payments"), ""]
            lines += book_lines(listed.payment for listed in reversed(self._debts.books))
            lines.append("")
        lines += [_not_counted(game, line_width) for game in self._debts.not_counted]
        return [
            *lines,
            *doubtful_name_lines(self._debts),
            *self._left_out,
            *people_lines(self._debts.people, short=True),
        ]

    def _choose(self, chosen: SuggestedPayment | BookedPayment | None, message: str) -> None:
        self._chosen = chosen
        self.say(message)
        self.query_one("#state").set_class(chosen is not None, "-asked")

    def action_choose(self, digit: int) -> None:
        """Choose a suggested payment."""
        suggested = self._suggested
        if self._writing or digit > len(suggested):
            return
        chosen = suggested[digit - 1]
        question = _("{payment}: was it paid? {key} records it, Esc cancels.")
        payment = suggestion(chosen.debts, chosen.debt)
        self._choose(chosen, question.format(payment=payment, key=key_of(DEBTS, "write")))

    def action_undo(self) -> None:
        """Choose the last payment of this folder's book, to take it back."""
        own = [listed for listed in self._debts.books if listed.path == self._book_path]
        if self._writing:
            return
        if not own:
            self._choose(None, _("No payment to take back."))
            return
        question = _("{payment}: take it back? {key} takes it back, Esc cancels.")
        self._choose(
            own[-1], question.format(payment=payment_line(own[-1].payment), key=key_of(DEBTS, "write"))
        )

    def action_copy(self) -> None:
        """Copy the selected text, or else the debts as a text for a chat."""
        if self.get_selected_text() or not self._debts.currencies:
            self.action_copy_text()
        elif not self._writing:
            self.app.copy_to_clipboard("\n".join(chat_lines(self._debts)))
            self._choose(None, _("Copied."))

    def action_write(self) -> None:
        """Record the chosen payment, or take the chosen payment back."""
        if self._chosen is None:
            self._choose(None, _("Choose a payment first (press its number)."))
        elif not self._writing:
            self._writing = True
            self._write(self._chosen)

    @work(group="write")
    async def _write(self, chosen: SuggestedPayment | BookedPayment) -> None:
        currency, folder = None, self._book_path.parent
        if isinstance(chosen, SuggestedPayment):
            currency = chosen.debts.currency or NO_CURRENCY

        def made(book: PaymentBook) -> Entry:
            if isinstance(chosen, BookedPayment):
                return Void(entry=chosen.payment.n)
            own = None if currency == book.header.currency else currency
            payer, receiver, amount, _is_later = chosen.debt
            circle = load_circle(folder, book, self._debts.people)
            named = {"from": circle.name(payer, is_new=True), "to": circle.name(receiver, is_new=True)}
            fields = {**named, "amount": str(amount), "currency": own}
            return PaidEntry.model_validate(fields)

        try:
            await run_in_thread(self, write_book_entry, self._book_path, made, currency)
        except (InvalidInput, ReadError, WriteError) as error:
            self._choose(None, str(error))
        except OSError as error:
            self._choose(None, _("nothing was written: {reason}").format(reason=os_error_text(error)))
        else:
            taken_back = isinstance(chosen, BookedPayment)
            self._read(_("The payment was taken back.") if taken_back else _("The payment is recorded."))
        finally:
            self._writing = False

    def action_back(self) -> None:
        """Cancel the choice of a payment, or leave the screen unless something is being written."""
        if self._chosen is not None and not self._writing:
            self._choose(None, self._status())
        elif not self._writing:
            self.dismiss()


def _read_debts(
    folder: Path, shown: Sequence[Path] | None
) -> tuple[Debts, list[SuggestedPayment], list[str]]:
    """Return the debts in a folder or in the files `shown`, suggested payments, and lines about other files.

    The payments are worked out here, in a thread, because that is slow for many people.
    """
    files, people = list_files_and_people(folder, shown)
    debts, left_out = Debts(people), list[str]()
    for file in files:
        reason = debts.add_file(file) if isinstance(file, Path) else str(file.reason)
        if reason:
            path = file if isinstance(file, Path) else file.path
            left_out.append(_("{path} is skipped: {why}").format(path=quote(path.name), why=reason))
    suggested = [SuggestedPayment(game, debt) for game in debts.in_order for debt in game.suggested_payments]
    return debts, suggested, left_out


def _not_counted(game: NotCounted, line_width: int) -> str:
    file = quote(game.path.name)
    name = ", ".join([*([format_day(game.day)] if game.day else []), *game.players])
    sentence = _("{path} is not counted: {why}").format(path=name or file, why=game.reason)
    named = f"{sentence} ({file})"
    return named if name and width(named) <= line_width else sentence
