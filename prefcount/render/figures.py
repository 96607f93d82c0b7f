"""Figures as people read them."""

from collections.abc import Sequence
from fractions import Fraction

from prefcount.ledger.amount import Amount, spoken
from prefcount.local import decimal_sign


def figure(amount: Amount | str) -> str:
    """12, or 7 1/3 for a fraction."""
    return amount if isinstance(amount, str) else spoken(amount)


def signed(amount: Amount) -> str:
    """A result or a change with its sign: +12, −3 1/3, 0."""
    return f"+{figure(amount)}" if amount > 0 else figure(amount)


def result_of(result: int | None) -> tuple[str, str]:
    """Somebody's result and the name of its style: plus, minus or name; nothing for whoever has none."""
    if result is None:
        return "", "name"
    return signed(result), "plus" if result > 0 else "minus" if result < 0 else "name"


def rounded(amount: Amount | None, places: int = 1) -> str:
    """An average to so many decimal places, half away from zero: 1.5, −0,3; a dash where there is none."""
    if amount is None:
        return "–"
    unit = int(10**places)
    units = (2 * abs(Fraction(amount)) * unit + 1) // 2
    whole, rest = divmod(units, unit)
    said = f"{whole}{decimal_sign()}{rest:0{places}}"
    return f"−{said}" if amount < 0 and units else said


def rounded_change(amount: Amount | None, places: int = 1) -> str:
    """The same with its sign."""
    said = rounded(amount, places)
    return f"+{said}" if amount is not None and amount > 0 and said.strip("0.,") else said


def crossing(before: Amount, after: Amount, below: str, above: str) -> str:
    """The sign of a column that falls below zero from one total to the next, or rises again; else ""."""
    if (before < 0) == (after < 0):
        return ""
    return below if after < 0 else above


def dotted(totals: Sequence[str]) -> str:
    """A column as on paper: running totals with dots, "2.6.12"; a dash where nothing stands."""
    return ".".join(totals) or "–"
