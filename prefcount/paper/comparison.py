"""Comparing a claim from paper with the computed column, figure by figure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from prefcount.base.i18n import Text
from prefcount.ledger.sheet import Account, Amount, exact
from prefcount.session.replay import Claim, Total


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


def same_way(computed: Sequence[Amount], claimed: Sequence[Amount], began: Amount = 0) -> bool:
    """Whether totals on paper go the way of the computed ones.

    Many write a hand in two figures, whists and then consolation: what stands between two totals is on the
    way from one to the other.
    """
    before, theirs = began, iter(claimed)
    for total in computed:
        least, most = min(before, total), max(before, total)
        if next((each for each in theirs if not least < each < most), None) != total:
            return False
        before = total
    return next(theirs, None) is None


def edited(column: Column, n: int, changes: Sequence[Amount], order: Mapping[int, int]) -> Column:
    """The column with other figures for entry `n`, at its place in the `order` of the entries."""
    own = [at for at, figure in enumerate(column) if figure.n == n]
    new = tuple(ColumnFigure(n, change) for change in changes if change)
    if own:
        return (*column[: own[0]], *new, *column[own[-1] + 1 :])
    place = sum(order[figure.n] < order[n] for figure in column)
    return (*column[:place], *new, *column[place:])


ENDS = "ends"
"""The key of a parting where the paper ends before the column does."""


class Divergence(NamedTuple):
    """A place where paper and computation differ.

    Attributes:
        entry: the entry at which they do, or 0 where the paper goes on after the last one.
        position: which figure of the paper it is, from 0 on.
        paper: what stands there on paper; None where the column has ended.
        computed: what should; None where no entry writes another figure.
        slip: what likely happened, or None where nothing known explains it.
        key: the name of the slip, or "".
        explained: how many figures of all claims follow with that slip, this one included.
        others: what explains as much.
        again: later entries in which the same slip was made.
    """

    entry: int
    position: int
    paper: Amount | None
    computed: Amount | None
    slip: Text | None = None
    key: str = ""
    explained: int = 0
    others: tuple[Text, ...] = ()
    again: tuple[int, ...] = ()


class Comparison(NamedTuple):
    """One claim compared with the computation.

    Attributes:
        paper: what stands on paper: the running totals, or a single one.
        computed: the running totals as computed.
        agreed: how many figures from the beginning are the same.
        upto: the last entry whose figure is among them, or 0.
        partings: where they part, one after the other; none if they agree.
    """

    claim: Claim
    paper: tuple[Amount, ...]
    computed: tuple[Amount, ...]
    agreed: int
    upto: int
    partings: tuple[Divergence, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the paper is right."""
        return not self.partings

    @property
    def paper_last(self) -> Amount:
        """The last total on paper."""
        return last(self.paper)

    @property
    def computed_last(self) -> Amount:
        """The last computed total."""
        return last(self.computed)

    @property
    def difference(self) -> Amount:
        """What the last total on paper has too much."""
        return exact(self.paper_last - self.computed_last)


class PlacedClaim(NamedTuple):
    """A claim with its account, and its totals counted from what stood there before the first hand."""

    claim: Claim
    account: Account
    begun: Amount
    paper: tuple[Amount, ...]

    @classmethod
    def of(cls, claims: Sequence[Claim], begun: Callable[[Account], Amount]) -> list["PlacedClaim"]:
        """The claims that have a place, each with its value before the first hand."""
        placed = []
        for claim in claims:
            if claim.cell is not None:
                began = begun(claim.cell.account)
                totals = tuple(exact(total - began) for total in claim.totals(began))
                placed.append(cls(claim, claim.cell.account, began, totals))
        return placed

    def shown(self, total: Amount) -> Amount:
        """A total as the sheet shows it."""
        return exact(self.begun + total)

    def fit(self, computed: Sequence[Amount]) -> int:
        """How many figures of the claim agree with a computed column, less those that it has behind its end.

        What the column goes on with where the claim has ended counts against it as well.
        """
        if not self.claim.is_column:
            return int(last(self.paper) == last(computed))
        reach = common(self.paper, computed)
        beyond = len(computed) - len(self.paper)
        return reach - max(beyond, 0) if reach == len(self.paper) else reach


def last(figures: Sequence[Amount]) -> Amount:
    """The last total; 0 in an empty column."""
    return figures[-1] if figures else 0
