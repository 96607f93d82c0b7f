"""The hands of an archive as journals of plain-text accounting, in the syntax of three programs.

Every hand is one balanced transaction: the figures it wrote in the columns of the sheet, against the account
of the sheet, and its worth to each player, which sums to zero by itself. The same players and columns of all
games share their accounts. The programs therefore have few accounts, which is to their advantage. After every
50 transactions the running total of each account that these have changed is asserted.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, TextIO

from prefcount.session.replay import Step
from prefcount.store.reader import load

ASSERTED = 50
FIRST_DAY = date(2026, 1, 1)
SHEET, RESULT = "Equity:Sheet", "Result"

Figures = Mapping[str, Fraction]
"""Amounts added to accounts."""


class Block(NamedTuple):
    """A day of transactions, with the totals of their accounts after the last one.

    Attributes:
        day: date of all transactions.
        hands: amounts of each transaction.
        totals: totals to assert.
    """

    day: date
    hands: list[Figures]
    totals: Figures


def blocks(paths: Iterable[Path]) -> Iterator[Block]:
    """Yield the hands of session files as transactions, 50 a day."""
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    hands: list[Figures] = []
    day = FIRST_DAY
    for path in paths:
        for step in load(path).session.replay.steps:
            hand = _figures(step)
            hands.append(hand)
            for account, amount in hand.items():
                totals[account] += amount
            if len(hands) == ASSERTED:
                yield Block(day, hands, {account: totals[account] for each in hands for account in each})
                day, hands = day + timedelta(days=1), []


def _figures(step: Step) -> Figures:
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    names = [f"Player{player}" for player in range(len(step.state.names))]
    for (column, owner, other), amount, _reason in step.postings:
        on = f":{names[other]}" if other >= 0 else ""
        found[f"Assets:{names[owner]}:{column.title()}{on}"] += Fraction(amount)
        found[SHEET] -= Fraction(amount)
    for player, parts in zip(step.state.seats, step.worth, strict=False):
        found[f"Assets:{names[player]}:{RESULT}"] += Fraction(parts)
    return {account: amount for account, amount in found.items() if amount}


def _written(amount: Fraction) -> str:
    """Format a figure of a sheet as a decimal number. Such figures are only ever divided by two."""
    decimal = Decimal(amount.numerator) / Decimal(amount.denominator)
    assert Fraction(decimal) == amount, f"{amount} is no decimal number"
    return f"{decimal:f}"


def write_ledger(paths: Iterable[Path], file: TextIO) -> None:
    """Write a journal for ledger and hledger. A posting of zero carries the assertion of a total."""
    for block in blocks(paths):
        for hand in block.hands:
            file.write(f"{block.day} hand\n")
            file.writelines(f"    {account}  {_written(amount)}\n" for account, amount in hand.items())
            file.write("\n")
        file.write(f"{block.day} check\n")
        file.writelines(f"    {account}  0 = {_written(total)}\n" for account, total in block.totals.items())
        file.write("\n")


def write_beancount(paths: Iterable[Path], file: TextIO) -> None:
    """Write a journal for beancount, with opened accounts and units; assertions are for the next day."""
    opened: set[str] = set()
    for block in blocks(paths):
        new = sorted(set(block.totals) - opened)
        opened |= set(new)
        file.writelines(f"{FIRST_DAY} open {account}\n" for account in new)
        for hand in block.hands:
            file.write(f'{block.day} * "hand"\n')
            file.writelines(f"  {account}  {_written(amount)} PTS\n" for account, amount in hand.items())
            file.write("\n")
        morning = block.day + timedelta(days=1)
        for account, total in block.totals.items():
            file.write(f"{morning} balance {account}  {_written(total)} PTS\n")
        file.write("\n")
