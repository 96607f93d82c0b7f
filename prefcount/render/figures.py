"""Formatting of results, averages and columns for people."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from prefcount.base.locale_format import decimal_sign
from prefcount.ledger.sheet import Amount, spoken

GROUP = 8
"""The length of the groups in which a hash is shown, in digits."""


def figure(amount: Amount | str) -> str:
    """12, or 7⅓ for a fraction."""
    return amount if isinstance(amount, str) else spoken(amount)


def signed(amount: Amount) -> str:
    """A result or a change with its sign: +12, −3⅓, 0."""
    return f"+{figure(amount)}" if amount > 0 else figure(amount)


def changes_text(changes: Iterable[tuple[str, Amount]]) -> str:
    """The exact changes of scores: "Anna +33⅓, Boris −33⅓"; "" if there are none."""
    return ", ".join(f"{name} {signed(change)}" for name, change in changes if change)


def result_of(result: Amount | None) -> tuple[str, str]:
    """A result and the name of its style: plus, minus or name; empty without a result."""
    if result is None:
        return "", "name"
    return signed(result), "plus" if result > 0 else "minus" if result < 0 else "name"


def rounded(amount: Amount | None, places: int = 1) -> str:
    """An average rounded to decimal places, half away from zero: 1.5, −0,3; a dash where there is none."""
    if amount is None:
        return "–"
    unit = int(10**places)
    units = (2 * abs(Fraction(amount)) * unit + 1) // 2
    whole, rest = divmod(units, unit)
    sign = "−" if amount < 0 and units else ""
    return f"{sign}{whole}{decimal_sign()}{rest:0{places}}"


def rounded_change(amount: Amount | None, places: int = 1) -> str:
    """The same with its sign."""
    shown = rounded(amount, places)
    return f"+{shown}" if amount is not None and amount > 0 and shown.strip("0.,") else shown


def crossing(before: Amount, after: Amount, below: str, above: str) -> str:
    """The sign of a column that falls below zero from one total to the next, or rises again; else ""."""
    if (before < 0) == (after < 0):
        return ""
    return below if after < 0 else above


def dotted(totals: Sequence[str]) -> str:
    """A column as on paper: running totals with dots, "2.6.12"; a dash for an empty one."""
    return ".".join(totals) or "–"


def in_groups(digits: str) -> str:
    """The digits of a hash in groups of eight, to be compared at a glance."""
    return " ".join(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))
