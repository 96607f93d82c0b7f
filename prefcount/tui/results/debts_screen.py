"""The screen of the debts over all saved games: balances, suggested payments, and the payment book."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.content import Content

from prefcount.base.i18n import N_, _, capitalize_first, text
from prefcount.base.locale_format import decimal_sign
from prefcount.base.problems import InvalidInput, quote
from prefcount.debts import report
from prefcount.debts.balances import (
    NO_CURRENCY,
    BookedPayment,
    Circle,
    CurrencyDebts,
    Debt,
    Debts,
    DoubtfulNames,
    NotCounted,
    load_circle,
    parse_payment,
)
from prefcount.entries.models import Entry, PaidEntry, Void
from prefcount.entries.validation_messages import validate_fields
from prefcount.render.text_cells import fit_table, table_lines, width, wrap
from prefcount.stats.aliases import UnusablePeople, people_lines
from prefcount.store.journal import new_book, write_book_entry
from prefcount.store.payment_book import PaymentBook
from prefcount.store.reader import ReadError, load_book
from prefcount.store.session_folder import BOOK_NAME
from prefcount.store.settings import saved_coin, sessions_folder
from prefcount.tui.kit.keys import HELP, SCROLL, Command, Commands, key_of
from prefcount.tui.kit.screens import REFUSALS, ReportScreen, ask, error_text, run_in_thread
from prefcount.tui.kit.widgets import MessageLine, PromptLine, WrappedText
from prefcount.tui.results.stats_screen import (
    add_files,
    list_files_and_people,
    only_found_notice,
    unusable_text,
)

DEBTS: Commands = (
    *(Command(str(digit), f"choose({digit})") for digit in range(1, 10)),
    Command("1–9", help=N_("choose a suggested payment (nothing is recorded yet)")),
    Command("0", "choose(0)", N_("choose all suggested payments"), footer=N_("all payments")),
    Command(
        "f9",
        "another",
        N_("type any payment, e.g. boris anna 24.87, or a part of the chosen payment"),
        N_("another amount"),
        also="insert",
    ),
    Command(
        "f2",
        "write",
        N_("record the chosen payments as made, or confirm that a payment is taken back"),
        N_("paid"),
    ),
    Command("f3", "undo", N_("choose the last payment to take it back; F2 confirms"), N_("take back")),
    Command(
        "ctrl+f",
        "show_settled",
        N_("show or hide people who owe and get nothing"),
        footer=N_("people without debts"),
    ),
    Command("ctrl+c", "copy", N_("copy the debts for the group chat"), footer=N_("copy")),
    SCROLL,
    HELP,
    Command("escape", "back", N_("deselect the payments, or go back"), N_("back"), also="f10"),
)
"""The keys of the screen. One chooses a payment, another records it, so that a stray key writes nothing."""

MAX_DIGITS = 9
NEEDED_COLUMNS = 2
"""The number of columns, name and balance, that are shown in any window. The others are shown if they fit."""


class SuggestedPayment(NamedTuple):
    """A payment that was suggested by the program or typed by the user.

    Attributes:
        debts: the balances of all people in the currency of the payment.
        debt: the payment: who pays whom how much.
        note: a typed remark, or "".
    """

    debts: CurrencyDebts
    debt: Debt
    note: str = ""


class DebtsScreen(ReportScreen, keys=DEBTS):
    """Shows debts and suggested payments. One key chooses a payment, and a second key records it.

    Args:
        shown: the session files that a search found, or None for all files. With `shown`, no payments can be
            recorded.
    """

    CSS = "DebtsScreen MessageLine.-asked { background: $warning-muted; color: $text-warning; }"

    def __init__(self, shown: Sequence[Path] | None = None) -> None:
        super().__init__()
        self._found_files = shown
        self._debts = Debts()
        self._suggested: list[SuggestedPayment] = []
        self._left_out: list[str] = []
        self._chosen: Sequence[SuggestedPayment] | BookedPayment = ()
        self._typed_debts: CurrencyDebts | None = None
        self._shows_settled = False

    def parts(self) -> ComposeResult:
        yield from super().parts()
        yield PromptLine()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if any(prompt.is_open for prompt in self.query(PromptLine)) and action != "back":
            return False
        ready = super().check_action(action, parameters)
        return ready and (self._found_files is None or action not in ("choose", "another", "write", "undo"))

    def retranslate(self) -> None:
        self.show_title(_("Debts"))
        self._choose((), "")
        self._read()

    @work(exclusive=True, group="read")
    async def _read(self, message: str = "") -> None:
        try:
            found = await run_in_thread(self, _read_debts, sessions_folder(), self._found_files)
        except (UnusablePeople, OSError) as error:
            self.report(unusable_text(error))
            return
        self._debts, self._suggested, self._left_out = found
        self._show()
        self._choose((), message or self._status())

    def _show(self) -> None:
        self.query_one("#report", WrappedText).show(
            lambda cells: [Content(row) for line in self._lines(cells) for row in wrap(line, cells)]
        )

    @property
    def _book_path(self) -> Path:
        return sessions_folder() / BOOK_NAME

    def _status(self) -> str:
        if self._found_files is not None:
            where = _("Recorded payments are not counted here, because only some games are shown.")
            return " ".join([*only_found_notice(self._found_files), where])
        if not self._suggested:
            return next(map(report.nothing_owed, self._debts.in_order), _("Nobody owes anything."))
        how = _("Press the number of a payment that was made, or 0 for all; {key} records it.")
        return how.format(key=key_of(DEBTS, "write"))

    def _lines(self, line_width: int) -> list[str]:
        lines: list[str] = []
        numbered = list(enumerate(self._suggested, 1))
        for debts in self._debts.in_order:
            lines += [report.counts_line(debts), ""]
            if rows := report.balance_rows(debts, everyone=self._shows_settled):
                while len(rows[0]) > NEEDED_COLUMNS and width(table_lines(rows)[0]) > line_width:
                    rows = [row[:-1] for row in rows]
                lines += [*("".join(line.cells) for line in fit_table(rows, line_width)), ""]
            own = [(digit, payment.debt) for digit, payment in numbered if payment.debts is debts]
            for digit, debt in own:
                mark = f"{digit}" if digit <= MAX_DIGITS and self._found_files is None else " "
                lines.append(f"{mark}  {report.suggestion(debts, debt)}")
            lines += list(report.coin_lines(debts)) if own else [report.nothing_owed(debts)]
            if not self._shows_settled:
                lines += report.settled_lines(debts, key_of(DEBTS, "show_settled"))
            lines.append("")
        if self._debts.books:
            lines += [_("The book of payments"), ""]
            lines += report.book_lines(listed.payment for listed in reversed(self._debts.books))
            lines.append("")
        games = self._debts.not_counted
        days = report.numbered_days((game.day, game.players) for game in games)
        lines += [_not_counted(game, day, line_width) for game, day in zip(games, days, strict=True)]
        return [
            *lines,
            *report.doubtful_name_lines(self._debts),
            *self._left_out,
            *people_lines(self._debts.people, short=True),
        ]

    def _choose(self, chosen: Sequence[SuggestedPayment] | BookedPayment, message: str) -> None:
        self._chosen = chosen
        self.report(message)
        self.query_one(MessageLine).set_class(bool(chosen), "-asked")
        if isinstance(chosen, BookedPayment):
            self.show_keys("write back keys up", {"write": N_("take back")})
        else:
            self.show_keys("write another undo back keys up" if self._found_files is None else "back keys up")

    def _ask_if_paid(self, chosen: Sequence[SuggestedPayment]) -> None:
        question = _("Were all suggested payments made? {key} records them, Esc cancels.")
        if len(chosen) == 1:
            question = _("{payment}: was this paid? {key} records it, Esc cancels.")
        debts, debt, note = chosen[0]
        payment = report.suggestion(debts, debt) + (f" ({note})" if note else "")
        self._choose(chosen, question.format(payment=payment, key=key_of(DEBTS, "write")))

    def action_choose(self, digit: int) -> None:
        chosen = self._suggested[digit - 1 : digit] if digit else self._suggested
        if chosen:
            self._ask_if_paid(chosen)

    def action_another(self) -> None:
        """Ask for a payment to record. The chosen payment, or else the first suggested one, is filled in."""
        chosen = () if isinstance(self._chosen, BookedPayment) else self._chosen[:1]
        amount = answer = ""
        self._typed_debts = next(iter(self._debts.in_order), None)
        for debts, debt, _note in (*chosen, *self._suggested)[:1]:
            self._typed_debts, amount = debts, f"{debt.amount:f}".replace(".", decimal_sign())
            answer = f"{debt.payer} → {debt.receiver} {amount}"
        question = text(N_("Who paid whom how much"))
        self._choose((), "")
        self.query_one(PromptLine).open("payment", question, answer, selected=amount if chosen else answer)

    def on_prompt_line_answered(self, message: PromptLine.Answered) -> None:
        self._read_typed(message.text)

    @work(exclusive=True, group="type")
    async def _read_typed(self, typed: str) -> None:
        try:
            payment = await run_in_thread(self, self._parse, typed)
        except (InvalidInput, ReadError) as error:
            self.report(capitalize_first(str(error)))
            return
        self._close_prompt()
        self._ask_if_paid([payment])

    def _parse(self, typed: str) -> SuggestedPayment:
        path, known = self._book_path, self._typed_debts
        currency = NO_CURRENCY if known is None else known.currency or NO_CURRENCY
        book = load_book(path).session if path.exists() else new_book(currency)
        circle = load_circle(path.parent, book, self._debts.people, self._debts)
        fields = parse_payment(typed, circle)
        if not fields["currency"]:
            fields["currency"] = currency if known is not None else book.header.currency
        payer, receiver = (circle.find(fields[side]) or fields[side] for side in ("from", "to"))
        entry = validate_fields(PaidEntry, {**fields, "from": payer, "to": receiver})
        payment = book.with_entries((*book.entries, book.accept(entry))).payments[-1]
        currency = "" if payment.currency == NO_CURRENCY else payment.currency
        debts = self._debts.currencies.get(currency) or CurrencyDebts(currency)
        return SuggestedPayment(debts, Debt(payer, receiver, payment.amount), payment.note)

    def _close_prompt(self) -> None:
        self.query_one(PromptLine).close()
        self.query_one("#page").focus()

    def action_show_settled(self) -> None:
        self._shows_settled = not self._shows_settled
        self._show()

    def action_undo(self) -> None:
        own = [listed for listed in self._debts.books if listed.path == self._book_path]
        if not own:
            self._choose((), _("There is no payment to take back."))
            return
        question = _("{payment}: take this payment back? {key} takes it back, Esc cancels.")
        payment, key = report.payment_line(own[-1].payment), key_of(DEBTS, "write")
        self._choose(own[-1], question.format(payment=payment, key=key))

    def action_copy(self) -> None:
        if self.get_selected_text() or not self._debts.currencies:
            self.action_copy_text()
        else:
            self.app.copy_to_clipboard("\n".join(report.chat_lines(self._debts)))
            self._choose((), _("Copied."))

    def action_write(self) -> None:
        if not self._chosen:
            self._choose((), _("Choose a payment first (press its number)."))
        else:
            self._write(self._chosen)

    @work(group="holds keys")
    async def _write(
        self, chosen: Sequence[SuggestedPayment] | BookedPayment, *, is_sure: bool = False
    ) -> None:
        path, currency = self._book_path, None
        if not isinstance(chosen, BookedPayment):
            currency = chosen[0].debts.currency or NO_CURRENCY

        def made(book: PaymentBook) -> list[Entry]:
            if isinstance(chosen, BookedPayment):
                return [Void(entry=chosen.payment.n)]
            circle = load_circle(path.parent, book, self._debts.people, self._debts)
            if not is_sure:
                circle.check(name for each in chosen for name in (each.debt.payer, each.debt.receiver))
            return [_entry(book, circle, each) for each in chosen]

        try:
            await run_in_thread(self, write_book_entry, path, made, currency)
        except DoubtfulNames as error:
            question = text(N_("{doubts}\n\nRecord the payment anyway?"), doubts=str(error))
            ask(self, question, N_("record it"), N_("leave it"), partial(self._write, chosen, is_sure=True))
        except REFUSALS as error:
            self._choose((), error_text(error))
        else:
            done = _("The payment was taken back.")
            if not isinstance(chosen, BookedPayment):
                done = _("The payment is recorded.") if len(chosen) == 1 else _("The payments are recorded.")
            self._read(done)

    def action_back(self) -> None:
        if self.query_one(PromptLine).is_open:
            self._close_prompt()
        elif not self._chosen:
            self.dismiss()
            return
        self._choose((), self._status())


def _entry(book: PaymentBook, circle: Circle, payment: SuggestedPayment) -> Entry:
    (payer, receiver, amount, _is_later), note = payment.debt, payment.note
    currency = payment.debts.currency or NO_CURRENCY
    fields: dict[str, object] = {"amount": str(amount), "note": note or None}
    fields |= {"from": circle.name(payer, is_new=True), "to": circle.name(receiver, is_new=True)}
    return validate_fields(
        PaidEntry, fields | {"currency": None if currency == book.header.currency else currency}
    )


def _read_debts(
    folder: Path, shown: Sequence[Path] | None
) -> tuple[Debts, list[SuggestedPayment], list[str]]:
    files, people = list_files_and_people(folder, shown)
    debts = Debts(people)
    left_out = add_files(files, debts.add_file)
    for game in debts.in_order:
        coin = saved_coin(game.currency)
        game.coin = game.coin if coin is None else coin.units(game.currency)
    suggested = [SuggestedPayment(game, debt) for game in debts.in_order for debt in game.suggested_payments]
    return debts, suggested, left_out


def _not_counted(game: NotCounted, day: str, line_width: int) -> str:
    file = quote(game.path.name)
    name = ", ".join([*([day] if game.day else []), *game.players])
    sentence = _("the file {path} is not counted: {why}").format(path=name or file, why=game.reason)
    named = f"{sentence} ({file})"
    return named if name and width(named) <= line_width else sentence
