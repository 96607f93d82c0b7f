"""Debts and the statement of one person: text for people, objects and comma-separated values for programs."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from prefcount.base.i18n import N_, Text, _, ngettext, override_language
from prefcount.base.locale_format import currency_word, format_day, format_money, format_money_column
from prefcount.base.problems import quote
from prefcount.debts.balances import CurrencyDebts, Debt, Debts, Movement, NotCounted, find_later_payments
from prefcount.render.data import Cell, Object, csv_text, skipped_objects
from prefcount.render.text import coin_heading
from prefcount.render.text_cells import table_lines
from prefcount.stats.aliases import people_lines, similar_name_lines
from prefcount.stats.report import people_object
from prefcount.store.payment_book import BookPayment

_KINDS = {"evening": N_("evening with {names}"), "paid": N_("paid {names}"), "received": N_("from {names}")}


def debts_lines(all_debts: Debts, *, everyone: bool = False) -> Iterator[str]:
    """Yield the balances in each currency, the payments that settle them, and remarks on doubtful data.

    `everyone` says whether people with the balance zero have rows. By default they are only counted.
    """
    for position, debts in enumerate(all_debts.in_order):
        if position:
            yield ""
        yield counts_line(debts)
        yield ""
        if rows := balance_rows(debts, everyone=everyone):
            yield from table_lines(rows)
            yield ""
        yield from suggestion_lines(debts)
        yield from () if everyone else settled_lines(debts, "--all")
    if not all_debts.currencies:
        yield _("Nobody owes anything.")
    yield from map(not_counted_line, all_debts.not_counted)
    yield from doubtful_name_lines(all_debts)
    yield from people_lines(all_debts.people)


def chat_lines(all_debts: Debts) -> Iterator[str]:
    """Yield the balances and payments for the group chat, in plain lines for any font."""
    for position, debts in enumerate(all_debts.in_order):
        if position:
            yield ""
        yield _("Debts: {counted}").format(counted=counts_line(debts))
        yield ""
        for balance in debts.balances:
            if balance.units:
                amount = format_money(debts.amount(balance.units), debts.currency, signed=True)
                yield f"{balance.name}: {amount}"
        yield ""
        yield from suggestion_lines(debts)
        yield from coin_lines(debts)
    if not all_debts.currencies:
        yield _("Nobody owes anything.")


def coin_lines(debts: CurrencyDebts) -> Iterator[str]:
    """Yield a sentence about the coin that payments are rounded to, if there is one."""
    if debts.coin > 1:
        [coin] = format_money_column([debts.amount(debts.coin)], debts.currency)
        yield _("Payments are rounded to {coin}, and the rest is still owed.").format(coin=coin)


def not_counted_line(each: NotCounted) -> str:
    """Return a sentence with the reason why a file, or a payment in it, does not count."""
    return _("the file {path} is not counted: {why}").format(path=quote(each.path), why=each.reason)


def doubtful_name_lines(all_debts: Debts) -> Iterator[str]:
    """Yield lines on names that may be mistakes.

    These are names in payments that are in no game, and similar names that may mean one person.
    """
    for name in all_debts.strangers:
        yield _("{name} is in the payment book but in no game; is the name right?").format(name=name)
    if groups := all_debts.similar_names:
        heading = _("Possibly one person")
        yield f"{heading}:"
        yield from similar_name_lines(groups)


def counts_line(debts: CurrencyDebts) -> str:
    """Return a line with the numbers of evenings and payments behind the balances."""
    played, paid = len(debts.games), len(debts.paid)
    evenings = ngettext("{n} evening", "{n} evenings", played).format(n=played)
    payments = ngettext("{n} payment", "{n} payments", paid).format(n=paid) if paid else _("no payments")
    currency = currency_word(debts.currency, begins=True)
    made_of = f"{evenings}, {payments}"
    return f"{currency}: {made_of}" if currency else made_of


def balance_rows(debts: CurrencyDebts, *, everyone: bool) -> list[tuple[str, ...]]:
    """Return the table of balances. `everyone` says whether people with the balance zero have rows."""
    coin = (coin_heading(debts.amount(debts.coin), debts.currency),) if debts.coin > 1 else ()
    rows: list[tuple[str, ...]] = [("", _("balance"), *coin, _("won"), _("lost"), _("paid"), _("received"))]
    for each, in_coins in zip(debts.balances, debts.in_coins, strict=True):
        parts = (each.won, each.lost, each.paid, each.received)
        balance = [format_money(debts.amount(each.units), debts.currency, signed=True)]
        if coin:
            rounded = [debts.amount(in_coins), debts.amount(debts.coin)]
            balance += format_money_column(rounded, debts.currency, signed=True)[:1]
        if each.units or everyone:
            amounts = (format_money(debts.amount(part), debts.currency) for part in parts)
            rows.append((each.name, *balance, *amounts))
    return rows if len(rows) > 1 else []


def settled_lines(debts: CurrencyDebts, shown_by: str) -> Iterator[str]:
    """Yield a line that counts the people with the balance zero.

    `shown_by` is the option or key that shows these people, such as "--all". The line names it.
    """
    if n := sum(not each.units for each in debts.balances):
        sentence = ngettext(
            "{n} person has no open debts; {key} shows them",
            "{n} people have no open debts; {key} shows them",
            n,
        )
        yield sentence.format(n=n, key=shown_by)


def numbered_days(listed: Iterable[tuple[date | None, Sequence[str]]]) -> Iterator[str]:
    """Yield the day of each evening, numbered if the same people met twice on a day: “2 Jan (1)”.

    `listed` has the day and the players of each evening.
    """
    evenings = [(day, tuple(players)) for day, players in listed]
    for index, each in enumerate(evenings):
        day = format_day(each[0]) if each[0] else _("without a date")
        yield f"{day} ({evenings[: index + 1].count(each)})" if evenings.count(each) > 1 else day


def suggestion_lines(debts: CurrencyDebts) -> list[str]:
    """Return a line for each suggested payment. Payments with people who do not settle now come last."""
    now, later = (
        [suggestion(debts, each) for each in debts.suggested_payments if each.is_later is is_later]
        for is_later in (False, True)
    )
    if later:
        return [*now, *([""] if now else []), _("Still owed by or to people left out of settling:"), *later]
    return now or [nothing_owed(debts)]


def nothing_owed(debts: CurrencyDebts) -> str:
    if any(balance.units for balance in debts.balances):
        [coin] = format_money_column([debts.amount(debts.coin)], debts.currency)
        return _("Nobody owes as much as {coin}, the smallest coin.").format(coin=coin)
    return _("Nobody owes anything.")


def suggestion(debts: CurrencyDebts, debt: Debt) -> str:
    amount, _coin = format_money_column([debt.amount, debts.amount(debts.coin)], debts.currency)
    return _("{payer} pays {receiver} {amount}").format(
        payer=debt.payer, receiver=debt.receiver, amount=amount
    )


def payment_line(payment: BookPayment) -> str:
    """Return a line with a payment of a payment book, its day and its note."""
    return "  ".join(filter(None, _date_and_sentence(payment)))


def book_lines(payments: Iterable[BookPayment]) -> list[str]:
    """Return a line for each payment of a payment book, in aligned columns."""
    return table_lines(list(map(_date_and_sentence, payments)), left=2)


def _date_and_sentence(payment: BookPayment) -> tuple[str, str]:
    amount = format_money(payment.amount, payment.currency)
    sentence = _("{payer} paid {receiver} {amount}")
    sentence = sentence.format(payer=payment.payer, receiver=payment.receiver, amount=amount)
    noted = f"{sentence} ({payment.note})" if payment.note else sentence
    return (format_day(payment.day) if payment.day else "", noted)


MAX_NAMED_PAYMENTS = 3
"""Maximum number of payments named in the sentence about payments since a game."""


def payments_since(path: Path) -> str:
    """Return the payments between the players since a finished game, such as “Vera paid Anna £20”, or ""."""
    payments = [_date_and_sentence(payment)[1] for payment in find_later_payments(path)]
    named, more = "; ".join(payments[:MAX_NAMED_PAYMENTS]), len(payments) - MAX_NAMED_PAYMENTS
    return _("{numbers} and {n} more").format(numbers=named, n=more) if more > 0 else named


def numbered_payment_line(payment: BookPayment) -> str:
    """Return the line of a payment with its entry number, which `--undo` takes."""
    return f"{payment.n:>4}  {payment_line(payment)}"


def person_lines(all_debts: Debts, key: str) -> Iterator[str]:
    """Yield the statement of the person with this key: a table of evenings and payments for each currency."""
    for position, (debts, name, opening, movements) in enumerate(all_debts.statements(key)):
        if position:
            yield ""
        yield f"{name} · {debts.currency}" if debts.currency else name
        yield ""
        rows: list[tuple[str, ...]] = [("", _("amount"), _("balance"))]
        what = [""]
        if opening is not None:
            rows.append(("", "", format_money(debts.amount(opening), debts.currency, signed=True)))
            what.append(_("balance before"))
        days = numbered_days((each.day, (each.kind, *each.others)) for each, _balance in movements)
        for (movement, balance), on in zip(movements, days, strict=True):
            units = (movement.units, balance)
            rows.append(
                (on, *(format_money(debts.amount(unit), debts.currency, signed=True) for unit in units))
            )
            sentence = _(_KINDS[movement.kind]).format(names=", ".join(movement.others))
            what.append(f"{sentence} ({movement.note})" if movement.note else sentence)
        yield from (f"{row}  {about}".rstrip() for row, about in zip(table_lines(rows), what, strict=True))
    yield from map(not_counted_line, all_debts.missing(key))
    yield from people_lines(all_debts.people)


PERSON_HEADING = ("currency", "date", "kind", "with", "amount", "balance", "n", "note", "file")
COLUMNS = ("won", "lost", "paid", "received")


@override_language("en")
def debts_object(all_debts: Debts, left_out: Iterable[tuple[Path, Text | str]]) -> Object:
    """Return the object of `debts --json`. `left_out` has the unusable files, each with the reason."""
    return {
        "currencies": list(map(_currency_object, all_debts.in_order)),
        "not_counted": _not_counted_objects(all_debts.not_counted),
        "left_out": skipped_objects(left_out),
        **people_object(all_debts.people),
    }


def _not_counted_objects(files: Iterable[NotCounted]) -> list[Object]:
    return [{"path": str(each.path), "why": str(each.reason)} for each in files]


def _currency_object(debts: CurrencyDebts) -> Object:
    with_coin = debts.coin > 1
    people = []
    for balance, in_coins in zip(debts.balances, debts.in_coins, strict=True):
        person = {"name": balance.name, "balance": str(debts.amount(balance.units))}
        if with_coin:
            person["in_coins"] = str(debts.amount(in_coins))
        people.append(person | {column: str(debts.amount(getattr(balance, column))) for column in COLUMNS})
    payments, later = (
        [
            {"from": each.payer, "to": each.receiver, "amount": str(each.amount)}
            for each in debts.suggested_payments
            if each.is_later is is_later
        ]
        for is_later in (False, True)
    )
    counted = {"evenings": len(debts.games), "paid": len(debts.paid)}
    coin = {"coin": str(debts.amount(debts.coin))} if with_coin else {}
    return {"currency": debts.currency, **counted, **coin, "people": people, "payments": payments} | (
        {"later": later} if debts.left_out else {}
    )


def debts_csv(all_debts: Debts) -> str:
    """Return CSV text with a line for each person and currency."""
    rows: list[tuple[Cell, ...]] = [
        (debts.currency, each.name, *(debts.amount(getattr(each, name)) for name in ("units", *COLUMNS)))
        for debts in all_debts.in_order
        for each in debts.balances
    ]
    return csv_text([("currency", "name", "balance", *COLUMNS), *rows])


@override_language("en")
def person_object(all_debts: Debts, key: str, left_out: Iterable[tuple[Path, Text | str]]) -> Object:
    """Return the object of `debts --person --json`. `left_out` has each unusable file with the reason."""
    return {
        "currencies": [
            {
                "currency": debts.currency,
                "name": name,
                **({} if opening is None else {"opening": str(debts.amount(opening))}),
                "entries": [_entry_object(debts, *each) for each in movements],
            }
            for debts, name, opening, movements in all_debts.statements(key)
        ],
        "not_counted": _not_counted_objects(all_debts.missing(key)),
        "left_out": skipped_objects(left_out),
        **people_object(all_debts.people),
    }


def _entry_object(debts: CurrencyDebts, each: Movement, balance: int) -> Object:
    return {
        "date": None if each.day is None else each.day.isoformat(),
        "kind": each.kind,
        "with": list(each.others),
        "amount": str(debts.amount(each.units)),
        "balance": str(debts.amount(balance)),
        **({"n": each.n} if each.n else {}),
        **({"note": each.note} if each.note else {}),
        "path": str(each.path),
    }


@override_language("en")
def person_csv(all_debts: Debts, key: str) -> str:
    """Return CSV text with a line for each evening and payment of the person with this key."""
    rows: list[tuple[Cell, ...]] = [PERSON_HEADING]
    for debts, _name, opening, movements in all_debts.statements(key):
        if opening is not None:
            rows.append((debts.currency, None, "opening", "", None, debts.amount(opening), None, "", None))
        for movement, balance in movements:
            when = None if movement.day is None else movement.day.isoformat()
            what = (debts.currency, when, movement.kind, ", ".join(movement.others))
            amounts = (debts.amount(movement.units), debts.amount(balance))
            rows.append((*what, *amounts, movement.n or None, movement.note, str(movement.path)))
    return csv_text(rows)
