"""Exact amounts, postings with their reasons, and the sheet as the sum of its postings."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

Amount = int | Fraction

MAX_TOTAL = 10**9
"""Nothing on a sheet is larger, either way. Games that people play stay far below; and what follows from it,
results and the sums of many games, is exact in every program that reads it (below 2^53)."""

MAX_DENOMINATOR = 1_000
"""No entry brings a figure of the sheet to a larger one. Hands write halves and quarters; without a bound the
figures of a file could have sums that take thousands of digits to be written."""


def normalize_amount(value: Amount) -> Amount:
    """`value` as an int where it is whole, so that equal amounts look equal."""
    if type(value) is int:
        return value
    return value.numerator if value.denominator == 1 else value


def divide_amount(value: Amount, parts: int) -> Amount:
    """One of `parts` equal parts of `value`, exactly."""
    if type(value) is int:
        return Fraction(value, parts) if value % parts else value // parts
    return normalize_amount(Fraction(value) / parts)


def amount_to_json(value: Amount) -> int | str:
    """`value` as the files and the machine-readable output write it: 7, or "22/3"."""
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
"""Fractions that have a sign of their own, one cell wide."""


def format_amount(value: Amount) -> str:
    """`value` as people read it, with a true minus: 12, −4, 7⅓, or 7 2/7 where there is no sign for it."""
    value = normalize_amount(value)
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
        return normalize_amount(
            sum((Fraction(above, below) for below, above in self._numerators.items()), Fraction(0))
        )


NO_PLAYER = -1
"""Who owns what belongs to the table as a whole, and on whom a column is written that is on nobody."""


class Account(NamedTuple):
    """A place on the sheet: a column of `owner`, for some columns against one `other`.

    Players are numbered as they joined the game, not by name: a player may be replaced and a
    sheet relabelled without touching a figure.
    """

    column: str
    owner: int
    other: int = NO_PLAYER


_NO_FIGURES: Mapping[str, object] = {}


class Reason(NamedTuple):
    """Why a figure was written.

    Attributes:
        rule: the key of the rule in the game's own words.
        figures: what the rule multiplied or compared, by the names that its words have for it; what is no
            number says itself as a string.
        who: a third player who is involved.
        of: the posting that this one stands for, where a rule rewrites what others wrote.
        closes: whether a line is drawn under the column, so that what stood there is a total of its own.
    """

    rule: str
    figures: Mapping[str, object] = _NO_FIGURES
    who: int = NO_PLAYER
    of: "Posting | None" = None
    closes: bool = False


class Posting(NamedTuple):
    """`amount` is added to `account` because of `reason`."""

    account: Account
    amount: Amount
    reason: Reason

    def chain(self) -> Iterator["Posting"]:
        """The posting, the one that it stands for, and so on: the last one is the original."""
        posting: Posting | None = self
        while posting is not None:
            yield posting
            posting = posting.reason.of

    @property
    def original(self) -> "Posting":
        """The posting as its rule wrote it, before other rules doubled it or moved it to other columns."""
        posting = self
        while posting.reason.of is not None:
            posting = posting.reason.of
        return posting


def account_amounts(postings: Iterable[Posting]) -> Iterator[tuple[Account, Amount]]:
    """What postings add to which accounts, as a sheet says what stands there."""
    return ((account, amount) for account, amount, _reason in postings)


def drop_zero_postings(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """The postings that change something: those of zero are left out."""
    return tuple(posting for posting in postings if posting.amount)


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

    def with_postings(self, postings: Iterable[Posting]) -> "Sheet":
        """The sheet with `postings` added; this one stays as it is."""
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
        """Whether the accounts of these postings are whole numbers within the bounds of a sheet."""
        amounts = self._amounts
        for account, _amount, _reason in postings:
            total = amounts[_PLACES[account]]
            if type(total) is not int or not -MAX_TOTAL <= total <= MAX_TOTAL:
                return False
        return True

    def _add(self, account: Account, amount: Amount) -> None:
        """Write in an account that this sheet has no room for yet."""
        place = _PLACES.setdefault(account, len(_PLACES))
        self._amounts += [0] * (place + 1 - len(self._amounts))
        self._amounts[place] = normalize_amount(self._amounts[place] + amount)
