"""Exact amounts, postings with their reasons, and the sheet as the sum of its postings."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

Amount = int | Fraction

MAX_TOTAL = 10**9
"""The largest total on a sheet, positive or negative.

Real games stay far below it. Results and sums of many games stay below 2^53, so that every program reads them
exactly.
"""

MAX_DENOMINATOR = 1_000
"""The largest denominator that an entry may give to a total on the sheet.

Hands write halves and quarters. Without a limit, totals computed from a file could have thousands of digits.
"""


def normalize_amount(value: Amount) -> Amount:
    """Return `value` as an int if it is whole, so that equal amounts look equal."""
    if type(value) is int:
        return value
    return value.numerator if value.denominator == 1 else value


def divide_amount(value: Amount, parts: int) -> Amount:
    """Return `value` divided by `parts`, exactly."""
    if type(value) is int:
        return Fraction(value, parts) if value % parts else value // parts
    return normalize_amount(Fraction(value) / parts)


def amount_to_json(value: Amount) -> int | str:
    """Return `value` in the form of files and JSON output, such as 7 or "22/3"."""
    value = normalize_amount(value)
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
"""Fractions that have a character of their own."""


def format_amount(value: Amount) -> str:
    """Return `value` as shown to people, with a real minus sign: 12, −4, 7⅓, or 7 2/7."""
    value = normalize_amount(value)
    if isinstance(value, int):
        return str(value).replace("-", "−")
    whole, rest = divmod(abs(value), 1)
    between = " " if whole and rest not in FRACTION_SIGNS else ""
    return f"{'−' if value < 0 else ''}{whole or ''}{between}{FRACTION_SIGNS.get(rest, str(rest))}"


class Sum:
    """A sum of exact amounts with fast addition, because it keeps one numerator for each denominator."""

    __slots__ = ("_numerators",)

    def __init__(self) -> None:
        self._numerators: dict[int, int] = {}

    def add(self, amount: Amount) -> None:
        """Add an amount."""
        below, numerators = amount.denominator, self._numerators
        numerators[below] = numerators.get(below, 0) + amount.numerator

    @property
    def amount(self) -> Amount:
        """The exact sum."""
        return normalize_amount(
            sum((Fraction(above, below) for below, above in self._numerators.items()), Fraction(0))
        )


NO_PLAYER = -1
"""The owner of columns of the whole table, and `Account.other` in columns that have only an owner."""


class Account(NamedTuple):
    """A column of the sheet that belongs to the player `owner`, in some columns against one `other` player.

    Players are numbered in the order in which they joined. With numbers instead of names, a player can be
    replaced or renamed without changing a total.
    """

    column: str
    owner: int
    other: int = NO_PLAYER


_NO_FIGURES: Mapping[str, object] = {}


class Reason(NamedTuple):
    """The reason for a posting.

    Attributes:
        rule: the key of the rule among the words of the game.
        figures: the values that the rule used, by their names in its sentence. A value that is not a number
            is a string.
        who: a third player who is involved, or `NO_PLAYER`.
        of: the posting that the new posting replaces, if a rule rewrites the postings of other rules.
        closes: whether a line is drawn under the column before this posting. The total so far is then shown.
    """

    rule: str
    figures: Mapping[str, object] = _NO_FIGURES
    who: int = NO_PLAYER
    of: "Posting | None" = None
    closes: bool = False


class Posting(NamedTuple):
    """The addition of `amount` to `account` because of `reason`."""

    account: Account
    amount: Amount
    reason: Reason

    def chain(self) -> Iterator["Posting"]:
        """Yield this posting, the posting that it replaces, and so on back to the original posting."""
        posting: Posting | None = self
        while posting is not None:
            yield posting
            posting = posting.reason.of

    @property
    def original(self) -> "Posting":
        """The posting as its rule made it, before other rules doubled it or moved it to other columns."""
        posting = self
        while posting.reason.of is not None:
            posting = posting.reason.of
        return posting


def account_amounts(postings: Iterable[Posting]) -> Iterator[tuple[Account, Amount]]:
    """Yield the accounts and amounts of postings."""
    return ((account, amount) for account, amount, _reason in postings)


def drop_zero_postings(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """Return the postings whose amount is not zero."""
    return tuple(posting for posting in postings if posting.amount)


_PLACES: dict[Account, int] = {}
"""The index of every account in `Sheet._amounts`, the same in all sheets.

A game has a few dozen accounts, so the list of a sheet is short and quick to copy at every hand.
"""


class Sheet:
    """An immutable sheet: the total of each account. An account without postings has the total 0."""

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
        """Return an iterator over every account whose total is not 0, with its total."""
        return ((account, amount) for account, amount in zip(_PLACES, self._amounts, strict=False) if amount)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sheet):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"Sheet({dict(self.items())!r})"

    def with_postings(self, postings: Iterable[Posting]) -> "Sheet":
        """Return the sheet with `postings` added."""
        sheet = Sheet.__new__(Sheet)
        sheet._amounts = amounts = self._amounts.copy()
        for account, amount, _reason in postings:
            try:
                place = _PLACES[account]
                total = amounts[place] + amount
                amounts[place] = total if type(total) is int else normalize_amount(total)
            except (KeyError, IndexError):
                sheet._add(account, amount)
        return sheet

    def has_plain_totals(self, postings: Iterable[Posting]) -> bool:
        """Return whether the accounts of these postings have whole totals within the limits of a sheet."""
        amounts = self._amounts
        for account, _amount, _reason in postings:
            total = amounts[_PLACES[account]]
            if type(total) is not int or not -MAX_TOTAL <= total <= MAX_TOTAL:
                return False
        return True

    def _add(self, account: Account, amount: Amount) -> None:
        place = _PLACES.setdefault(account, len(_PLACES))
        self._amounts += [0] * (place + 1 - len(self._amounts))
        self._amounts[place] = normalize_amount(self._amounts[place] + amount)
