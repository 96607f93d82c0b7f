"""Who owes whom, for people and for programs."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from prefcount.base.i18n import Text, _, ngettext, speaking
from prefcount.base.locale_format import day, money
from prefcount.base.problems import quote
from prefcount.debts.balances import CurrencyDebts, Debt, Debts, NotCounted
from prefcount.render.json_objects import Object
from prefcount.render.report.csv import Cell, csv_text
from prefcount.render.text_cells import table
from prefcount.store.payment_book import BookPayment

COLUMNS = ("won", "lost", "paid", "received")


def debts_lines(found: Debts) -> Iterator[str]:
    """The balances of each currency, how they came about, and what would even them out."""
    for position, (_code, debts) in enumerate(sorted(found.currencies.items())):
        if position:
            yield ""
        yield counted(debts)
        yield ""
        yield from table(list(balance_rows(debts)))
        yield ""
        yield from suggestions(debts)
    if not found.currencies:
        yield _("Nobody owes anything.")
    yield from map(not_counted, found.not_counted)
    yield from strangers(found)


def not_counted(each: NotCounted) -> str:
    """Why a file, or a payment in it, says nothing about debts."""
    return _("{path} is not counted: {why}").format(path=quote(each.path), why=each.why)


def strangers(found: Debts) -> Iterator[str]:
    """People of whom there are payments and no game: mostly names that were misspelled there."""
    for name in found.strangers:
        yield _("{name} is in the book of payments and in no game; is the name right?").format(name=name)


def counted(debts: CurrencyDebts) -> str:
    """What the balances are made of, in a line."""
    evenings = ngettext("{n} evening", "{n} evenings", debts.evenings).format(n=debts.evenings)
    payments = ngettext("{n} payment", "{n} payments", debts.payments).format(n=debts.payments)
    return f"{debts.currency}: {evenings}, {payments}" if debts.currency else f"{evenings}, {payments}"


def balance_rows(debts: CurrencyDebts) -> Iterator[tuple[str, ...]]:
    """The rows of the balances, headings first."""
    yield ("", _("balance"), _("won"), _("lost"), _("paid"), _("received"))
    for each in debts.balances:
        parts = (each.won, each.lost, each.paid, each.received)
        balance = money(debts.amount(each.units), debts.currency, signed=True)
        yield (each.name, balance, *(money(debts.amount(part), debts.currency) for part in parts))


def suggestions(debts: CurrencyDebts) -> list[str]:
    """One line for each payment that is suggested."""
    return [suggestion(debts, each) for each in debts.suggested] or [_("Nobody owes anything.")]


def suggestion(debts: CurrencyDebts, debt: Debt) -> str:
    """Who should pay whom how much."""
    amount = money(debt.amount, debts.currency)
    return _("{payer} pays {receiver} {amount}").format(
        payer=debt.payer, receiver=debt.receiver, amount=amount
    )


def in_words(payment: BookPayment) -> str:
    """A payment of the book in a line, with its day and its note."""
    said = _("{payer} paid {receiver} {amount}").format(
        payer=payment.payer, receiver=payment.receiver, amount=money(payment.amount, payment.currency)
    )
    dated = f"{day(payment.day)}  {said}" if payment.day else said
    return f"{dated} ({payment.note})" if payment.note else dated


def numbered(payment: BookPayment) -> str:
    """The same with the number of its entry, by which it can be taken back."""
    return f"{payment.n:>4}  {in_words(payment)}"


@speaking("en")
def debts_object(found: Debts, left_out: Iterable[tuple[Path, Text | str]]) -> Object:
    """The object of `debts --json`; `left_out` has the files that cannot be used, with the reasons."""
    return {
        "currencies": [_currency(debts) for _code, debts in sorted(found.currencies.items())],
        "not_counted": [{"path": str(each.path), "why": str(each.why)} for each in found.not_counted],
        "left_out": [{"path": str(path), "why": str(why)} for path, why in left_out],
    }


def _currency(debts: CurrencyDebts) -> Object:
    people = [
        {"name": each.name, "balance": str(debts.amount(each.units)), **_parts(debts, each)}
        for each in debts.balances
    ]
    payments = [
        {"from": each.payer, "to": each.receiver, "amount": str(each.amount)} for each in debts.suggested
    ]
    counted = {"evenings": debts.evenings, "paid": debts.payments}
    return {"currency": debts.currency, **counted, "people": people, "payments": payments}


def _parts(debts: CurrencyDebts, each: Any) -> dict[str, str]:
    return {column: str(debts.amount(getattr(each, column))) for column in COLUMNS}


def comma_separated(found: Debts) -> str:
    """A line for each person and currency, with a heading."""
    rows: list[tuple[Cell, ...]] = [
        (
            debts.currency,
            each.name,
            debts.amount(each.units),
            *(debts.amount(getattr(each, c)) for c in COLUMNS),
        )
        for _code, debts in sorted(found.currencies.items())
        for each in debts.balances
    ]
    return csv_text([("currency", "name", "balance", *COLUMNS), *rows])
