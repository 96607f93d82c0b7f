"""Postings, the sheet as their sum, and exact settlement, without knowledge of any game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import lcm
from operator import add
from typing import NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput, problem

Amount = int | Fraction

# Currencies in ISO 4217 that do not have two decimal places.
_WITHOUT_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
_WITH_THREE = "BHD IQD JOD KWD LYD OMR TND"
_DIGITS = {**dict.fromkeys(_WITHOUT_DECIMALS.split(), 0), **dict.fromkeys(_WITH_THREE.split(), 3)}

MAX_TOTAL = 10**9
"""The largest total on a sheet, positive or negative. Sums of many games stay below 2^53 then."""


def normalize_amount(value: Amount) -> Amount:
    """Return `value` as an int if it is whole, and else as a Fraction."""
    if type(value) is int:
        return value
    return value.numerator if value.denominator == 1 else value


def divide_amount(value: Amount, parts: int) -> Amount:
    if type(value) is int:
        return Fraction(value, parts) if value % parts else value // parts
    return normalize_amount(Fraction(value) / parts)


def amount_to_json(value: Amount) -> int | str:
    """Return `value` as files and JSON output have it, such as 7 or "22/3"."""
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
    """Return `value` as people see it: 12, −4 with a real minus sign, 7⅓, or 7 2/7."""
    value = normalize_amount(value)
    if isinstance(value, int):
        return str(value).replace("-", "−")
    whole, rest = divmod(abs(value), 1)
    between = " " if whole and rest not in FRACTION_SIGNS else ""
    return f"{'−' if value < 0 else ''}{whole or ''}{between}{FRACTION_SIGNS.get(rest, str(rest))}"


NO_PLAYER = -1
"""The owner of a column of the whole table, and `Account.other` of a column without another player."""


class Account(NamedTuple):
    """A column of the sheet: `Account("whists", 0, 2)` has the whists of player 0 on player 2.

    Players are numbered in the order in which they joined, so that a rename changes no account.
    """

    column: str
    owner: int
    other: int = NO_PLAYER


_NO_FIGURES: Mapping[str, object] = {}


class Reason(NamedTuple):
    """The reason for a posting.

    Attributes:
        rule: the code of the rule, such as "ppp". Each game has a sentence for each of its codes.
        figures: the numbers and strings for the placeholders in that sentence.
        who: a third player who is involved, or `NO_PLAYER`.
        of: the earlier form of the posting, before a rule doubled or moved it, or None.
        closes: whether players draw a line under the column, because the posting sets it back to 0.
    """

    rule: str
    figures: Mapping[str, object] = _NO_FIGURES
    who: int = NO_PLAYER
    of: "Posting | None" = None
    closes: bool = False


class Posting(NamedTuple):
    """One change of a column: `amount` is added to `account` because of `reason`."""

    account: Account
    amount: Amount
    reason: Reason

    def chain(self) -> Iterator["Posting"]:
        """Yield this posting, the posting that it replaced, and so on back to the original posting."""
        posting: Posting | None = self
        while posting is not None:
            yield posting
            posting = posting.reason.of

    @property
    def original(self) -> "Posting":
        """The first posting of the chain, before other rules doubled it or moved it to other columns."""
        posting = self
        while posting.reason.of is not None:
            posting = posting.reason.of
        return posting


def account_amounts(postings: Iterable[Posting]) -> Iterator[tuple[Account, Amount]]:
    """Return an iterator over the postings as pairs of account and amount, without their reasons."""
    return ((account, amount) for account, amount, _reason in postings)


def drop_zero_postings(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    return tuple(posting for posting in postings if posting.amount)


_PLACES: dict[Account, int] = {}
"""The index of every account in `Sheet._amounts`, the same in all sheets."""


class Sheet:
    """An immutable sheet with the total of each account. An account without postings has the total 0."""

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
        """Return an iterator over the accounts and their totals. Accounts with the total 0 are left out."""
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
        """Return whether all accounts of `postings` have whole totals of at most `MAX_TOTAL`."""
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


class Unbalanced(AssertionError):
    """Raised when results do not sum to zero, which is a bug of the program and never a fault of a file."""


class IndexedTransfer(NamedTuple):
    """A payment between two players, by their indices in the results. `amount` is in units such as cents."""

    payer: int
    receiver: int
    amount: int


class ScaledResults(NamedTuple):
    """Exact results of the players in seat order, as fractions with one denominator.

    Attributes:
        parts: the numerators. A player's result is the player's part divided by `divisor`.
        divisor: the denominator of all results.
    """

    parts: tuple[Amount, ...]
    divisor: int

    @classmethod
    def from_results(cls, results: Sequence[Amount]) -> "ScaledResults":
        """Return results as integers with a common denominator: ½ and −⅓ become 3 and −2, divided by 6."""
        divisor = lcm(*(result.denominator for result in results))
        return cls(tuple(result.numerator * (divisor // result.denominator) for result in results), divisor)

    def with_change(self, worth: Sequence[Amount]) -> "ScaledResults":
        """Return the results with a change: `worth[i]`, in parts of `divisor`, is added to `parts[i]`."""
        return ScaledResults(tuple(map(add, self.parts, worth)), self.divisor)

    @property
    def exact(self) -> tuple[Amount, ...]:
        return tuple(divide_amount(part, self.divisor) for part in self.parts)

    @property
    def whole(self) -> tuple[int, ...]:
        """The results in whole units, with the same sum as the exact results.

        Every result is rounded down. The missing units go to the results with the largest fractions, and
        among equal fractions to the first ones (the largest-remainder method).
        """
        parts, divisor = self
        floors = [part // divisor for part in parts]
        missing = sum(parts) // divisor - sum(floors)
        if missing:
            rests = [part % divisor for part in parts]
            for position in sorted(range(len(rests)), key=rests.__getitem__, reverse=True)[:missing]:
                floors[position] += 1
        return tuple(floors)

    @property
    def leftover_units(self) -> "LeftoverUnits | None":
        """The players who get one unit more because of rounding.

        This is None if `whole` is the same as every result rounded to the nearest unit.
        """
        parts, divisor = self
        rests = [part % divisor for part in parts]
        up = [position for position, unit in enumerate(self.whole) if unit > parts[position] // divisor]
        if not up:
            return None
        least = min(rests[position] for position in up)
        equal = tuple(position for position, rest in enumerate(rests) if rest == least)
        receivers = tuple(position for position in equal if position in up)
        if receivers != equal:
            return LeftoverUnits(receivers, equal)
        nearest = [position for position, rest in enumerate(rests) if 2 * rest >= divisor]
        return None if nearest == up else LeftoverUnits(tuple(up))


class LeftoverUnits(NamedTuple):
    """The players who get one unit more when results are rounded.

    All results are first rounded down. The units that are then missing go to these players.

    Attributes:
        receivers: the indices of the players who get a unit. If `equal` is not empty, only players in it.
        equal: the indices of all players with equal fractions of whom only some get a unit, or ().
    """

    receivers: tuple[int, ...]
    equal: tuple[int, ...] = ()


def check_balanced(results: Sequence[Amount]) -> tuple[Amount, ...]:
    """Return `results` as a tuple. Raises Unbalanced if their sum is not zero."""
    if sum(results) != 0:
        raise Unbalanced(f"the results {[str(result) for result in results]} do not sum to zero")
    return tuple(results)


def round_to_whole(results: Sequence[Amount]) -> tuple[int, ...]:
    """Round results to whole units with the same sum, by the largest-remainder method."""
    return ScaledResults.from_results(results).whole


def minor_digits(currency: str | None) -> int:
    """Return the number of decimal places of an ISO 4217 currency, such as 2 for EUR."""
    return _DIGITS.get(currency or "", 2)


def scale_to_units(scaled_results: ScaledResults, price: Decimal, digits: int) -> ScaledResults:
    """Return results in units of money such as cents, not rounded.

    For example, 7 whists at a `price` of 0.10 are 70 cents if the currency has 2 `digits`.
    """
    parts, divisor = scaled_results
    above, below = price.as_integer_ratio()
    return ScaledResults(tuple(part * above * 10**digits for part in parts), divisor * below)


def round_to_coin(units: Sequence[int], coin: int) -> tuple[int, ...]:
    """Round amounts in units such as cents to multiples of `coin`, without a change of their sum."""
    return tuple(coins * coin for coins in ScaledResults(tuple(units), coin).whole)


def units_to_money(units: int, digits: int) -> Decimal:
    """Convert units such as cents into money: 2487 units of a currency with 2 `digits` are 24.87."""
    return Decimal(units).scaleb(-digits)


def find_transfers(amounts: Sequence[int]) -> tuple[IndexedTransfer, ...]:
    """Return the shortest list of transfers that brings every amount to zero.

    People whose amounts sum to zero form a group. A group of g people needs g − 1 transfers, so the people
    are split into as many groups as possible.
    """
    check_balanced(amounts)
    people = [position for position, amount in enumerate(amounts) if amount]
    sums, groups = sums_and_groups([amounts[position] for position in people])
    transfers: list[IndexedTransfer] = []
    group: list[int] = []
    subset = (1 << len(people)) - 1
    while subset:
        leaving = max(_subset_bits(subset), key=lambda one: groups[subset ^ one])
        group.append(people[leaving.bit_length() - 1])
        subset ^= leaving
        if sums[subset] == 0:
            transfers += _settle_group(group, amounts)
            group = []
    return tuple(transfers)


def sums_and_groups(amounts: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the sum of each subset of `amounts`, and the maximum number of groups in each subset.

    A group is a set of people whose amounts sum to zero. People in no group are not counted. The index of a
    subset has a bit for each person: 5 is the subset of the first and the third.
    """
    size = 1 << len(amounts)
    sums, groups = [0] * size, [0] * size
    for subset in range(1, size):
        lowest = subset & -subset
        sums[subset] = sums[subset ^ lowest] + amounts[lowest.bit_length() - 1]
        groups[subset] = max(groups[subset ^ one] for one in _subset_bits(subset)) + (sums[subset] == 0)
    return sums, groups


def _subset_bits(subset: int) -> Iterator[int]:
    while subset:
        lowest = subset & -subset
        yield lowest
        subset ^= lowest


def _settle_group(group: Sequence[int], amounts: Sequence[int]) -> list[IndexedTransfer]:
    left = {position: amounts[position] for position in sorted(group)}
    transfers = []
    while any(left.values()):
        payer = min(left, key=lambda position: left[position])
        receiver = max(left, key=lambda position: left[position])
        amount = min(-left[payer], left[receiver])
        left[payer] += amount
        left[receiver] -= amount
        transfers.append(IndexedTransfer(payer, receiver, amount))
    return transfers


_USUAL_COINS = ("0.10", "0.50", "1", "5", "10", "50", "100")
_TWOS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("EUR", "GBP", "CHF", "PLN", "BYN", "BAM"), ("0.20", "2", "20")),
    **dict.fromkeys(("USD", "RSD"), ("20",)),
    "UAH": ("2", "20"),
}
"""Coins and notes of 0.20, 2 and 20 that people have, by currency."""


def usual_coins(currency: str) -> list[str]:
    """Return the coins and notes to which the screens can round payments, smallest first."""
    return sorted((*_USUAL_COINS, *_TWOS.get(currency, ())), key=Decimal)


class Coin(NamedTuple):
    """The smallest coin that is used for payments.

    Attributes:
        amount: the value of the coin, above 0.
        currency: the ISO 4217 code of its currency, or "" for a coin of any currency.
    """

    amount: Decimal
    currency: str = ""

    def units(self, currency: str) -> int:
        """Return the value of the coin in the smallest units of `currency`, such as 50 for 0.50 EUR.

        If the coin has another currency, return 1, so that payments are exact.

        Raises:
            InvalidInput: if the coin is not a multiple of the smallest unit.
        """
        if self.currency not in ("", currency):
            return 1
        digits = minor_digits(currency)
        units = self.amount.scaleb(digits)
        if units != units.to_integral_value():
            sentence = N_("there is no coin of {coin}; the smallest coin is {smallest}")
            raise InvalidInput(
                [problem("--coin", sentence, coin=self.amount, smallest=units_to_money(1, digits))]
            )
        return int(units)
