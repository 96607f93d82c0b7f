"""Exact amounts: whole numbers, and fractions where a rule of the game halves or divides."""

from fractions import Fraction

Amount = int | Fraction

LARGEST_TOTAL = 10**9
"""Nothing on a sheet is larger, either way. Games that people play stay far below; and what follows from it,
results and the sums of many games, is exact in every program that reads it (below 2^53)."""

LARGEST_DENOMINATOR = 1_000
"""No entry brings a figure of the sheet to a larger one. Hands write halves and quarters; without a bound the
figures of a file could have sums that take thousands of digits to be written."""


def exact(value: Amount) -> Amount:
    """`value` as an int where it is whole, so that equal amounts look equal."""
    if type(value) is int:
        return value
    return value.numerator if value.denominator == 1 else value


def divided(value: Amount, parts: int) -> Amount:
    """One of `parts` equal parts of `value`, exactly."""
    if type(value) is int:
        return Fraction(value, parts) if value % parts else value // parts
    return exact(Fraction(value) / parts)


def written(value: Amount) -> int | str:
    """`value` as the files and the machine-readable output write it: 7, or "22/3"."""
    value = exact(value)
    return value if isinstance(value, int) else f"{value.numerator}/{value.denominator}"


FRACTION_SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
"""Fractions that have a sign of their own, one cell wide."""


def spoken(value: Amount) -> str:
    """`value` as people read it, with a true minus: 12, −4, 7⅓, or 7 2/7 where there is no sign for it."""
    value = exact(value)
    if isinstance(value, int):
        return str(value).replace("-", "−")
    whole, rest = divmod(abs(value), 1)
    between = " " if whole and rest not in FRACTION_SIGNS else ""
    return f"{'−' if value < 0 else ''}{whole or ''}{between}{FRACTION_SIGNS.get(rest, str(rest))}"


class Sum:
    """A sum of exact amounts that is quick to add to: fractions are added by their denominators."""

    __slots__ = ("_numerators",)

    def __init__(self) -> None:
        self._numerators: dict[int, int] = {}

    def add(self, amount: Amount) -> None:
        """Add an amount."""
        below, numerators = amount.denominator, self._numerators
        numerators[below] = numerators.get(below, 0) + amount.numerator

    @property
    def amount(self) -> Amount:
        """What was added, exactly."""
        return exact(sum((Fraction(above, below) for below, above in self._numerators.items()), Fraction(0)))
