"""Tables for spreadsheets: the hands, the postings, the results, as CSV.

The dialect is that of RFC 4180: commas, double quotes where they are needed and doubled inside,
CRLF at the end of a row, UTF-8, headings in the first row, and nothing in them is ever translated. Figures
are decimal numbers: a spreadsheet takes 1/2 for a day of the year. Where six places do not say all, a column
of its own has the exact fraction, such as 7 1/3, which is a number there too.

A spreadsheet splits a table where its own language does, which may be at semicolons or tabs, and then sees
cells that begin in the middle of a text. So wherever a cell may begin, an apostrophe stands before what would
be calculated with there, or would begin a quotation.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from typing import NamedTuple

from prefcount.base.i18n import speaking
from prefcount.games.game import owner_of
from prefcount.ledger.sheet import NOBODY, Amount
from prefcount.render.text import describe
from prefcount.render.view import OwnerRow, table_view
from prefcount.session.outcome import Outcome, outcome
from prefcount.session.session import Session

PLACES = 6
"""The decimal places of figures that have no end."""


class Exactly(NamedTuple):
    """The cell for the exact fraction of an amount; empty where its decimals say all."""

    amount: Amount


Cell = str | Amount | Decimal | Exactly | None
"""None is an empty one."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What makes a spreadsheet calculate with what follows."""
_SEPARATORS = ";\t\r\n"
"""What begins another cell, or a row of them, for a spreadsheet that does not split at commas."""
_NOT_FIRST = re.escape("".join(FORMULA))
_HARMFUL = re.compile(rf'^(?=[{_NOT_FIRST}])|(?<=[{_SEPARATORS}])(?=[{_NOT_FIRST}"]|\Z)')
"""Where an apostrophe belongs; also at the end of a text, where the quotation mark that ends it would begin a
cell."""


@speaking("en")
def session_csv(session: Session, table: str) -> str:
    """A table of a session: its "hands", its "postings" or its "results"."""
    return csv_text({"hands": _hands, "postings": _postings, "results": _results}[table](session))


def harmless(cell: Cell) -> str:
    """A cell as it is written: a figure in decimals, a text so that nothing is calculated from it."""
    match cell:
        case None:
            return ""
        case str():
            return _HARMFUL.sub("'", cell)
        case int() | Decimal():
            return str(cell)
        case Exactly(amount):
            return "" if _decimal(amount) == amount else _mixed(amount)
    return str(_decimal(cell))


def _decimal(amount: Amount) -> Decimal:
    """An amount to six places, without the zeros at its end."""
    rounded = Decimal(round(amount * 10**PLACES)).scaleb(-PLACES)
    return rounded.quantize(Decimal(1)) if rounded == rounded.to_integral_value() else rounded.normalize()


def _mixed(amount: Amount) -> str:
    """A fraction with its whole part before it, so that no spreadsheet takes it for a date: -0 1/3."""
    whole, rest = divmod(abs(Fraction(amount)), 1)
    return f"{'-' if amount < 0 else ''}{whole} {rest}"


def csv_text(rows: Iterable[Iterable[Cell]]) -> str:
    """Rows as a table for spreadsheets."""
    content = StringIO(newline="")
    csv.writer(content).writerows([harmless(cell) for cell in row] for row in rows)
    return content.getvalue()


def _hands(session: Session) -> Iterator[Sequence[Cell]]:
    """Every entry in the order in which it counts, with its changes of the whole results."""
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
    """Every figure that counts, with the entry that wrote it, its place, and its reason."""
    yield "n", "player", "column", "on", "amount", "reason", "exact"
    for step in session.replay.steps:
        names = step.state.names
        for posting in step.postings:
            column, number, other = posting.account
            owner = str(owner_of(session.game, step.state, number).name)
            on = "" if other == NOBODY else names[other]
            reason = str(session.game.sentence(posting, names))
            yield step.n, owner, column, on, posting.amount, reason, Exactly(posting.amount)


def _results(session: Session) -> Iterator[Sequence[Cell]]:
    """The current columns and results, a row for each owner; those who are no players have no result."""
    settled, rows = outcome(session), table_view(session).rows
    own = list(dict.fromkeys(column.account.column for row in rows for column in row.own))
    on = settled.players if any(row.on for row in rows) else ()
    yield ("player", *own, *(f"on {name}" for name in on), "whole", "result", "exact", "money", "currency")
    for at, row in enumerate(rows):
        result = _settled(settled, at) if at < len(settled.players) else (None,) * 5
        yield row.name, *_columns(row, own, len(on)), *result


def _columns(row: OwnerRow, own: Sequence[str], others: int) -> list[Cell]:
    """What stands in an owner's `own` columns and in those on the other players."""
    totals = {column.account.column: column.now for column in row.own}
    on = row.on or (None,) * others
    return [*map(totals.get, own), *(None if column is None else column.now for column in on)]


def _settled(settled: Outcome, at: int) -> tuple[Cell, ...]:
    """A player's result: whole, in decimals, exactly, in money where it is played for, and the currency."""
    money = settled.money
    paid: tuple[Cell, ...] = (None, None) if money is None else (money.amounts[at], money.currency)
    return (settled.whole[at], settled.exact[at], Exactly(settled.exact[at]), *paid)
