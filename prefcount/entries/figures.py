"""Figures of a column as a file writes them: 12, "5/2", or the whole column "2.6.12"."""

from fractions import Fraction

from prefcount.ledger.amount import Amount, exact


def amount_of(figure: int | str) -> Amount:
    """The exact amount of a single figure: an int, or a string such as "5/2"."""
    return figure if isinstance(figure, int) else exact(Fraction(figure))


def history_of(figure: int | str) -> tuple[Amount, ...]:
    """All running totals of a column, oldest first; a plain figure is a history of one."""
    if isinstance(figure, int):
        return (figure,)
    return tuple(exact(Fraction(part)) for part in figure.rstrip(".").split("."))
