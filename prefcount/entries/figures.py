"""Figures as a file writes them: 12, "5/2", "27 1/2", or a whole column "2.6.12"."""

import re
from fractions import Fraction

from prefcount.ledger.amount import FRACTION_SIGNS, Amount, exact


def in_plain_digits(typed: str) -> str:
    """A typed figure with the signs that screens show in the characters of files: −27½ is -27 1/2."""
    plain = typed.strip().replace("−", "-")
    for fraction, sign in FRACTION_SIGNS.items():
        plain = re.sub(rf"(?<=[0-9]) ?{sign}", f" {fraction}", plain).replace(sign, str(fraction))
    return plain


def whole_or_text(typed: str, digits: int = 10) -> int | str:
    """A whole number as it was typed; anything else, or one of more digits, stays a text for a model."""
    plain = in_plain_digits(typed)
    return int(plain) if re.fullmatch(f"[+-]?[0-9]{{1,{digits}}}", plain) else plain


def amount_of(figure: int | str) -> Amount:
    """The exact amount of a single figure: an int, or a string such as "5/2" or "-27 1/2"."""
    if isinstance(figure, int):
        return figure
    whole, _blank, fraction = figure.rpartition(" ")
    sign = -1 if whole.startswith("-") else 1
    return exact(int(whole or 0) + sign * Fraction(fraction))


def history_of(figure: int | str) -> tuple[Amount, ...]:
    """All running totals of a column, oldest first; a plain figure is a history of one."""
    if isinstance(figure, int):
        return (figure,)
    return tuple(exact(Fraction(part)) for part in figure.rstrip(".").split("."))
