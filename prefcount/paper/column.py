"""A column as a list of figures, each of an entry, and its replacement by another figure."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from prefcount.ledger.amount import Amount, exact
from prefcount.session.replay import Total


class ColumnFigure(NamedTuple):
    """What entry number `n` added to a column."""

    n: int
    change: Amount


Column = tuple[ColumnFigure, ...]


def column_of(history: Iterable[Total], begun: Amount = 0) -> Column:
    """The figures that lead to running totals, from the value before the first hand."""
    totals = (Total(0, begun), *history)
    return tuple(ColumnFigure(new.n, exact(new.amount - old.amount)) for old, new in pairwise(totals))


def totals(column: Column) -> tuple[Amount, ...]:
    """The running totals of a column, oldest first."""
    return tuple(accumulate(figure.change for figure in column))


def common(one: Sequence[Amount], other: Sequence[Amount]) -> int:
    """How many figures two columns have in common from the beginning."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (mine, yours) in enumerate(pairs) if mine != yours), min(len(one), len(other)))


def edited(column: Column, n: int, changes: Sequence[Amount], order: Mapping[int, int]) -> Column:
    """The column with other figures for entry `n`, at the place of that entry.

    Args:
        column: the figures.
        n: the entry.
        changes: what it adds to the column instead, figure by figure; nothing if it leaves none.
        order: the place of every entry, by its number.
    """
    own = [at for at, figure in enumerate(column) if figure.n == n]
    new = tuple(ColumnFigure(n, change) for change in changes if change)
    if own:
        return (*column[: own[0]], *new, *column[own[-1] + 1 :])
    place = sum(order[figure.n] < order[n] for figure in column)
    return (*column[:place], *new, *column[place:])
