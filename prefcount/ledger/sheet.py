"""The sheet: what stands in every account, as the fold of postings."""

from collections.abc import Iterable, Iterator, Mapping

from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account, Posting


class Sheet:
    """An immutable sheet; an account that was never written reads 0."""

    __slots__ = ("_amounts",)

    def __init__(self, amounts: Mapping[Account, Amount] | None = None) -> None:
        self._amounts: dict[Account, Amount] = dict(amounts or {})

    def __getitem__(self, account: Account) -> Amount:
        return self._amounts.get(account, 0)

    def __iter__(self) -> Iterator[Account]:
        return iter(self._amounts)

    @property
    def written(self) -> Mapping[Account, Amount]:
        """Every account that was written, with what stands in it."""
        return self._amounts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sheet):
            return NotImplemented
        return self._not_zero() == other._not_zero()

    def __hash__(self) -> int:
        return hash(frozenset(self._not_zero().items()))

    def __repr__(self) -> str:
        return f"Sheet({self._not_zero()!r})"

    def _not_zero(self) -> dict[Account, Amount]:
        return {account: amount for account, amount in self._amounts.items() if amount}

    def after(self, postings: Iterable[Posting]) -> "Sheet":
        """The sheet with `postings` added; this one stays as it is."""
        amounts = self._amounts.copy()
        for account, amount, _reason in postings:
            total = amounts.get(account, 0) + amount
            amounts[account] = total if type(total) is int else exact(total)
        sheet = Sheet.__new__(Sheet)
        sheet._amounts = amounts
        return sheet
