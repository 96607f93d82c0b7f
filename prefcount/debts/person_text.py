"""The evenings and payments of one person by date, with the balance after each: a statement of account."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from prefcount.base.i18n import N_, Text, _, speaking
from prefcount.base.locale_format import day, money
from prefcount.debts.balances import CurrencyDebts, Debts, Movement
from prefcount.debts.text import not_counted
from prefcount.render.json_objects import Object
from prefcount.render.report.csv import Cell, csv_text
from prefcount.render.text_cells import table

HEADING = ("currency", "date", "kind", "with", "amount", "balance", "n", "note", "file")
_KINDS = {"evening": N_("evening with {names}"), "paid": N_("paid {names}"), "received": N_("from {names}")}


def person_lines(found: Debts, key: str) -> Iterator[str]:
    """A table for each currency, below the name; amounts before what they are for, so that they align."""
    for position, (code, debts) in enumerate(_currencies(found, key)):
        own = debts.of_person(key)
        if position:
            yield ""
        name = debts.shown(key)
        yield f"{name} · {code}" if code else name
        yield ""
        rows = [("", _("amount"), _("balance"))]
        for each, balance in own:
            amount, after = (money(debts.amount(units), code, signed=True) for units in (each.units, balance))
            rows.append((day(each.day) if each.day else _("without a date"), amount, after))
        what = ["", *(_what(each) for each, _balance in own)]
        yield from (f"{row}  {said}".rstrip() for row, said in zip(table(rows), what, strict=True))
    for missing in found.not_counted:
        if key in map(found.people.key, missing.players):
            yield not_counted(missing)


def _what(each: Movement) -> str:
    said = _(_KINDS[each.kind]).format(names=", ".join(each.others))
    return f"{said} ({each.note})" if each.note else said


def _currencies(found: Debts, key: str) -> list[tuple[str, CurrencyDebts]]:
    return [each for each in sorted(found.currencies.items()) if each[1].of_person(key)]


@speaking("en")
def person_object(found: Debts, key: str, left_out: Iterable[tuple[Path, Text | str]]) -> Object:
    """The object of `debts --person --json`; `left_out` has the files that cannot be used."""
    return {
        "currencies": [
            {
                "currency": code,
                "name": debts.shown(key),
                "entries": [_entry(debts, *each) for each in debts.of_person(key)],
            }
            for code, debts in _currencies(found, key)
        ],
        "left_out": [{"path": str(path), "why": str(why)} for path, why in left_out],
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
def person_separated(found: Debts, key: str) -> str:
    """A line for each evening and payment, with a heading."""
    rows: list[tuple[Cell, ...]] = [HEADING]
    for code, debts in _currencies(found, key):
        for each, balance in debts.of_person(key):
            when, others = "" if each.day is None else each.day.isoformat(), ", ".join(each.others)
            amounts = (debts.amount(each.units), debts.amount(balance))
            rows.append((code, when, each.kind, others, *amounts, each.n or "", each.note, str(each.path)))
    return csv_text(rows)
