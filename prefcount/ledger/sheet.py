"""The sheet: the total of every account, as the sum of postings."""

from collections.abc import Iterable, Iterator, Mapping

from prefcount.ledger.amount import LARGEST_TOTAL, Amount, exact
from prefcount.ledger.postings import Account, Posting

_PLACES: dict[Account, int] = {}
"""The place of every account that was ever written, the same in all sheets; a game has a few dozen.

With it a sheet is a short list, which is what a game of a thousand hands copies a thousand times.
"""


class Sheet:
    """An immutable sheet; an account that was never written reads 0."""

    __slots__ = ("_amounts",)

    def __init__(self, amounts: Mapping[Account, Amount] | None = None) -> None:
        self._amounts: list[Amount] = []
        for account, amount in (amounts or {}).items():
            self._add(account, amount)

    def __getitem__(self, account: Account) -> Amount:
        try:
            return self._amounts[_PLACES[account]]
        except (KeyError, IndexError):
            return 0

    def __iter__(self) -> Iterator[Account]:
        return (account for account, _amount in self.items())

    def items(self) -> Iterator[tuple[Account, Amount]]:
        """Every account whose total is not 0, with its total."""
        return ((account, amount) for account, amount in zip(_PLACES, self._amounts, strict=False) if amount)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sheet):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"Sheet({dict(self.items())!r})"

    def after(self, postings: Iterable[Posting]) -> "Sheet":
        """The sheet with `postings` added; this one stays as it is."""
        sheet = Sheet.__new__(Sheet)
        sheet._amounts = amounts = self._amounts.copy()
        for account, amount, _reason in postings:
            try:
                place = _PLACES[account]
                total = amounts[place] + amount
                amounts[place] = total if type(total) is int else exact(total)
            except (KeyError, IndexError):
                sheet._add(account, amount)
        return sheet

    def is_plain_at(self, postings: Iterable[Posting]) -> bool:
        """Whether the accounts of these postings are whole numbers within the bounds of a sheet."""
        amounts = self._amounts
        for account, _amount, _reason in postings:
            total = amounts[_PLACES[account]]
            if type(total) is not int or not -LARGEST_TOTAL <= total <= LARGEST_TOTAL:
                return False
        return True

    def _add(self, account: Account, amount: Amount) -> None:
        """Write in an account that this sheet has no room for yet."""
        place = _PLACES.setdefault(account, len(_PLACES))
        self._amounts += [0] * (place + 1 - len(self._amounts))
        self._amounts[place] = exact(self._amounts[place] + amount)
