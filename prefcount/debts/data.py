"""Who owes whom, and the account of one person, for programs: objects and comma-separated values."""

from collections.abc import Iterable
from pathlib import Path

from prefcount.base.i18n import Text, speaking
from prefcount.debts.balances import CurrencyDebts, Debts, Movement, NotCounted
from prefcount.render.data import Object, left_out_objects
from prefcount.render.report.csv import Cell, csv_text
from prefcount.stats.data import people_object

PERSON_HEADING = ("currency", "date", "kind", "with", "amount", "balance", "n", "note", "file")
COLUMNS = ("won", "lost", "paid", "received")


@speaking("en")
def debts_object(all_debts: Debts, left_out: Iterable[tuple[Path, Text | str]]) -> Object:
    """The object of `debts --json`; `left_out` has the files that cannot be used, with the reasons."""
    return {
        "currencies": list(map(_currency, all_debts.in_order)),
        "not_counted": _not_counted(all_debts.not_counted),
        "left_out": left_out_objects(left_out),
        **people_object(all_debts.people),
    }


def _not_counted(files: Iterable[NotCounted]) -> list[Object]:
    return [{"path": str(each.path), "why": str(each.why)} for each in files]


def _currency(debts: CurrencyDebts) -> Object:
    with_coin = debts.coin > 1
    people = []
    for balance, in_coins in zip(debts.balances, debts.in_coins, strict=True):
        person = {"name": balance.name, "balance": str(debts.amount(balance.units))}
        if with_coin:
            person["in_coins"] = str(debts.amount(in_coins))
        people.append(person | {column: str(debts.amount(getattr(balance, column))) for column in COLUMNS})
    payments = [
        {"from": each.payer, "to": each.receiver, "amount": str(each.amount)} for each in debts.suggested
    ]
    counted = {"evenings": debts.evenings, "paid": debts.payments}
    coin = {"coin": str(debts.amount(debts.coin))} if with_coin else {}
    return {"currency": debts.currency, **counted, **coin, "people": people, "payments": payments}


def comma_separated(all_debts: Debts) -> str:
    """A line for each person and currency, with a heading."""
    rows: list[tuple[Cell, ...]] = [
        (debts.currency, each.name, *(debts.amount(getattr(each, name)) for name in ("units", *COLUMNS)))
        for debts in all_debts.in_order
        for each in debts.balances
    ]
    return csv_text([("currency", "name", "balance", *COLUMNS), *rows])


@speaking("en")
def person_object(all_debts: Debts, key: str, left_out: Iterable[tuple[Path, Text | str]]) -> Object:
    """The object of `debts --person --json`; `left_out` has the files that cannot be used."""
    return {
        "currencies": [
            {
                "currency": debts.currency,
                "name": name,
                **({} if opening is None else {"opening": str(debts.amount(opening))}),
                "entries": [_entry(debts, *each) for each in movements],
            }
            for debts, name, opening, movements in all_debts.statements(key)
        ],
        "not_counted": _not_counted(all_debts.missing(key)),
        "left_out": left_out_objects(left_out),
        **people_object(all_debts.people),
    }


def _entry(debts: CurrencyDebts, each: Movement, balance: int) -> Object:
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


@speaking("en")
def person_separated(all_debts: Debts, key: str) -> str:
    """A line for each evening and payment, with a heading."""
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
