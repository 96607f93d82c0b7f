"""Data for programs: the objects that commands print with `--json`, and tables for spreadsheets as CSV.

The texts of the objects are always in English. Programs rely on their keys.

The CSV dialect is RFC 4180 in UTF-8, with untranslated headings in the first row. In the style SEMICOLON,
semicolons separate the cells, figures have a decimal comma, and the text begins with a byte order mark,
without which Excel misreads Cyrillic. Figures are decimal numbers, because a spreadsheet reads 1/2 as a date.
If six places are not exact, a further column has the fraction, such as 7 1/3, which spreadsheets read as a
number.

A spreadsheet may split lines at other separators, and then cells begin in the middle of a text. So an
apostrophe is put before every character that would begin a formula or a quotation in any such cell.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from prefcount.base.i18n import Text, override_language
from prefcount.games.game import find_owner
from prefcount.games.state import State
from prefcount.ledger import NO_PLAYER, Amount, Coin, Posting, amount_to_json
from prefcount.render.text import describe
from prefcount.render.view import OwnerRow, table_view
from prefcount.session.outcome import Outcome, settle_session
from prefcount.session.replay import Step
from prefcount.session.session import Session

Object = dict[str, Any]


def skipped_objects(left_out: Iterable[tuple[Path, Text | str]]) -> list[Object]:
    """Return a JSON object such as {"path": "a.jsonl", "why": "…"} for each file that could not be read.

    `left_out` has the path of each file, and the reason why it could not be read.
    """
    return [{"path": str(path), "why": str(why)} for path, why in left_out]


@override_language("en")
def settlement_object(session: Session, coin: Coin | None = None) -> Object:
    """Return the object that `settle --json` prints.

    Args:
        coin: the smallest coin for payments, or None for exact payments.

    Raises:
        InvalidInput: if the coin is not a multiple of the smallest unit of the currency.
    """
    settled = settle_session(session, coin)
    made: Object = {
        "game": session.game.name,
        "players": list(settled.players),
        "hands": session.state.hands,
        "over": bool(session.state.over),
        "columns": columns_object(session),
        "results": {
            "exact": dict(zip(settled.players, map(str, settled.exact), strict=True)),
            "whole": dict(zip(settled.players, settled.whole, strict=True)),
        },
    }
    if prizes := settled.settlement.prizes:
        made["prizes"] = dict(zip(settled.players, map(amount_to_json, prizes), strict=True))
    return {**made, "money": _money(settled)}


def _money(settled: Outcome) -> Object | None:
    if settled.money is None:
        return None
    amounts = map(str, settled.money.amounts)
    made: Object = {
        "currency": settled.money.currency or None,
        "amounts": dict(zip(settled.players, amounts, strict=True)),
        "payments": [
            {"from": payment.payer, "to": payment.receiver, "amount": str(payment.amount)}
            for payment in settled.money.transfers
        ],
    }
    if settled.money.coin is not None:
        in_coins = map(str, settled.money.in_coins)
        made["coin"] = str(settled.money.coin)
        made["in_coins"] = dict(zip(settled.players, in_coins, strict=True))
    return made


def columns_object(session: Session) -> Object:
    """Return the current figures of the sheet, such as {"anna": {"pool": 12, "whists": {"boris": 8}}}."""
    state, columns = session.state, dict[str, Object]()
    for owner in session.game.owners(state):
        figures = columns.setdefault(owner.key, {})
        for cell in session.game.cells(state, owner.number):
            amount = amount_to_json(state.sheet[cell.account])
            if cell.other == NO_PLAYER:
                figures[cell.column] = amount
            else:
                figures.setdefault(cell.column, {})[state.names[cell.other]] = amount
    return columns


@override_language("en")
def sheet_object(session: Session) -> Object:
    """Return the object that `show --json` prints.

    It has the settlement, facts such as who deals, and all entries.
    """
    state = session.state
    return {
        **settlement_object(session),
        "rules": session.game.spell_rules(state.rules),
        "facts": {fact.key: str(fact.value) for fact in session.game.facts(state)},
        "entries": [_step(session, step) for step in session.replay.steps],
    }


def _step(session: Session, step: Step) -> Object:
    entry, corrected_by = step.entry or step.effective.written, step.effective.corrected_by
    made: Object = {"n": step.n, "kind": entry.kind, "line": session.line(step), "counts": step.counts}
    if corrected_by:
        made["corrected_by"] = corrected_by
    if step.problems:
        made["problems"] = [str(problem) for problem in step.problems]
    return {**made, "postings": [_posting(session, step.state, posting) for posting in step.postings]}


def _posting(session: Session, state: State, posting: Posting) -> Object:
    account = posting.account
    on = {} if account.other == NO_PLAYER else {"on": state.names[account.other]}
    return {
        "player": find_owner(session.game, state, account.owner).key,
        "column": account.column,
        **on,
        "amount": amount_to_json(posting.amount),
        "reason": str(session.game.sentence(posting, state.names)),
    }


PLACES = 6
"""Decimal places of a figure such as 1/3, which has no finite decimal form."""


class ExactFraction(NamedTuple):
    """A CSV cell with an amount as a fraction, such as “7 1/3”, or empty if decimals show it exactly."""

    amount: Amount


class CsvStyle(NamedTuple):
    """The format of a CSV file.

    Attributes:
        separator: the character between two cells.
        decimal_sign: the decimal separator of numbers.
        beginning: the byte order mark, or "" for a file without one.
    """

    separator: str
    decimal_sign: str
    beginning: str = ""


BYTE_ORDER_MARK = "\ufeff"
COMMA = CsvStyle(",", ".")
SEMICOLON = CsvStyle(";", ",", BYTE_ORDER_MARK)
STYLES = {"comma": COMMA, "semicolon": SEMICOLON}

Cell = str | Amount | Decimal | ExactFraction | None
"""The content of a cell, which is None for an empty cell."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters that make a spreadsheet read the rest of a cell as a formula."""
_NOT_FIRST = re.escape("".join(FORMULA))
_HARMFUL = {
    separator: re.compile(rf'^(?=[{_NOT_FIRST}])|(?<=[{others}])(?=[{_NOT_FIRST}"]|\Z)')
    for separator, others in ((",", ";\t\r\n"), (";", ",\t\r\n"))
}
"""For each separator, a pattern of the positions at which a spreadsheet could read a formula.

These get an apostrophe. After a separator at the end of a text, the closing quotation mark of the cell would
begin a formula.
"""


@override_language("en")
def session_csv(session: Session, table: str, style: CsvStyle = COMMA) -> str:
    """Return a table of a session as CSV.

    Args:
        table: "hands" for a row per entry, "postings" for a row per posting, or "results" for a row per
            player.
        style: the separators of the CSV file.
    """
    return csv_text({"hands": _hands, "postings": _postings, "results": _results}[table](session), style)


def cell_text(cell: Cell, style: CsvStyle = COMMA) -> str:
    """Return the text of a CSV cell.

    Before text that a spreadsheet would run as a formula, such as “=A1”, an apostrophe is added.
    """
    match cell:
        case None:
            return ""
        case str():
            return _HARMFUL[style.separator].sub("'", cell)
        case int() | Decimal():
            return str(cell).replace(".", style.decimal_sign)
        case ExactFraction(amount):
            return "" if _decimal(amount) == amount else _mixed(amount)
    return str(_decimal(cell)).replace(".", style.decimal_sign)


def exact_cell(amount: Amount) -> Cell:
    """Return a cell that shows an amount exactly: 2.5 as decimals, but one third as the fraction “0 1/3”."""
    fraction = ExactFraction(amount)
    return fraction if cell_text(fraction) else amount


def _decimal(amount: Amount) -> Decimal:
    rounded = Decimal(round(amount * 10**PLACES)).scaleb(-PLACES)
    return rounded.quantize(Decimal(1)) if rounded == rounded.to_integral_value() else rounded.normalize()


def _mixed(amount: Amount) -> str:
    """Write 7/3 as "2 1/3" and 1/3 as "0 1/3". A spreadsheet would read 1/3 as a date."""
    whole, rest = divmod(abs(Fraction(amount)), 1)
    return f"{'-' if amount < 0 else ''}{whole} {rest}"


def csv_text(rows: Iterable[Iterable[Cell]], style: CsvStyle = COMMA) -> str:
    content = StringIO(newline="")
    content.write(style.beginning)
    writer = csv.writer(content, delimiter=style.separator)
    writer.writerows([cell_text(cell, style) for cell in row] for row in rows)
    return content.getvalue()


def _hands(session: Session) -> Iterator[Sequence[Cell]]:
    replay, seats = session.replay, session.state.seats
    states = (replay.start, *(step.state for step in replay.steps))
    results = map(session.game.whole_results, states, replay.scaled_results(session.game))
    yield "n", "kind", "at", "counts", "corrected_by", "entry", "note", *session.players
    for step, (before, after) in zip(replay.steps, pairwise(results), strict=True):
        entry, corrected = step.entry or step.effective.written, step.effective.corrected_by
        old = dict(zip(step.before.seats, before, strict=True))
        new = dict(zip(step.state.seats, after, strict=True))
        if not step.postings and all(result == old.get(player, 0) for player, result in new.items()):
            new = {}
        yield (
            step.n,
            entry.kind,
            entry.at.isoformat() if entry.at else None,
            "yes" if step.counts else "no",
            corrected or None,
            describe(session, step, entries=True),
            entry.note,
            *(new[player] - old.get(player, 0) if player in new else None for player in seats),
        )


def _postings(session: Session) -> Iterator[Sequence[Cell]]:
    yield "n", "player", "column", "on", "amount", "reason", "exact"
    for step in session.replay.steps:
        names = step.state.names
        for posting in step.postings:
            column, number, other = posting.account
            owner = str(find_owner(session.game, step.state, number).name)
            on = "" if other == NO_PLAYER else names[other]
            reason = str(session.game.sentence(posting, names))
            yield step.n, owner, column, on, posting.amount, reason, ExactFraction(posting.amount)


def _results(session: Session) -> Iterator[Sequence[Cell]]:
    settled, rows = settle_session(session), table_view(session).rows
    own = list(dict.fromkeys(column.account.column for row in rows for column in row.own))
    on = settled.players if any(row.on for row in rows) else ()
    yield ("player", *own, *(f"on {name}" for name in on), "whole", "result", "exact", "money", "currency")
    for at, row in enumerate(rows):
        result = _result_cells(settled, at) if at < len(settled.players) else (None,) * 5
        yield row.name, *_columns(row, own, len(on)), *result


def _columns(row: OwnerRow, own: Sequence[str], others: int) -> list[Cell]:
    totals = {column.account.column: column.now for column in row.own}
    on = row.on or (None,) * others
    return [*map(totals.get, own), *(None if column is None else column.now for column in on)]


def _result_cells(settled: Outcome, at: int) -> tuple[Cell, ...]:
    money = settled.money
    paid: tuple[Cell, ...] = (None, None) if money is None else (money.amounts[at], money.currency)
    return (settled.whole[at], settled.exact[at], ExactFraction(settled.exact[at]), *paid)
