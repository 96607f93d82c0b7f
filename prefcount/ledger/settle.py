"""From exact results to whole units, money, coins, and the shortest list of payments.

Sources: the rule book of Preferans, section 6 (largest remainder, fewest transfers). All of it
holds for any game whose results sum to zero.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from math import lcm
from operator import add
from typing import NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput, problem
from prefcount.ledger.sheet import Amount, divide_amount

# ISO 4217 minor units where they are not two digits.
_WITHOUT_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
_WITH_THREE = "BHD IQD JOD KWD LYD OMR TND"
_DIGITS = {**dict.fromkeys(_WITHOUT_DECIMALS.split(), 0), **dict.fromkeys(_WITH_THREE.split(), 3)}


class Unbalanced(AssertionError):
    """Results that do not sum to zero: a fault of the program, never of a file."""


class IndexedTransfer(NamedTuple):
    """`payer` hands `amount` (in smallest units) to `receiver`; both are positions in the results."""

    payer: int
    receiver: int
    amount: int


class ScaledResults(NamedTuple):
    """Results over a common divisor: `parts` stay whole numbers as long as the figures of the sheet do."""

    parts: tuple[Amount, ...]
    divisor: int

    @classmethod
    def from_results(cls, results: Sequence[Amount]) -> "ScaledResults":
        """Exact results as whole parts."""
        divisor = lcm(*(result.denominator for result in results))
        return cls(tuple(result.numerator * (divisor // result.denominator) for result in results), divisor)

    def with_change(self, worth: Sequence[Amount]) -> "ScaledResults":
        """The results after a change by `worth`, in parts, for each player."""
        return ScaledResults(tuple(map(add, self.parts, worth)), self.divisor)

    @property
    def exact(self) -> tuple[Amount, ...]:
        """The results as exact amounts."""
        return tuple(divide_amount(part, self.divisor) for part in self.parts)

    @property
    def whole(self) -> tuple[int, ...]:
        """The results in whole units, by the largest-remainder method; they keep their sum.

        Every result is rounded down; the missing units go to the largest fractions, equal
        fractions in the order given.
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
        """The units that `whole` gives to other results than ordinary rounding would, or None."""
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
    """Units left over by rounding: who gets one, by position.

    Attributes:
        equal: those with equal fractions, among whom the order decides; empty if the largest fraction does.
    """

    receivers: tuple[int, ...]
    equal: tuple[int, ...] = ()


def check_balanced(results: Sequence[Amount]) -> tuple[Amount, ...]:
    """The results, once it is certain that they sum to zero.

    Raises:
        Unbalanced: if they do not.
    """
    if sum(results) != 0:
        raise Unbalanced(f"the results {[str(result) for result in results]} do not sum to zero")
    return tuple(results)


def round_to_whole(results: Sequence[Amount]) -> tuple[int, ...]:
    """Results in whole units that keep their sum, by the largest-remainder method."""
    return ScaledResults.from_results(results).whole


def minor_digits(currency: str | None) -> int:
    """How many decimal places the smallest unit of an ISO 4217 currency has."""
    return _DIGITS.get(currency or "", 2)


def scale_to_units(scaled_results: ScaledResults, price: Decimal, digits: int) -> ScaledResults:
    """Return results times the price of one unit, in the currency's smallest units, not yet rounded."""
    parts, divisor = scaled_results
    above, below = price.as_integer_ratio()
    return ScaledResults(tuple(part * above * 10**digits for part in parts), divisor * below)


def round_to_coin(units: Sequence[int], coin: int) -> tuple[int, ...]:
    """Return amounts rounded to a coin, in smallest units; they keep their sum (largest remainders)."""
    return tuple(coins * coin for coins in ScaledResults(tuple(units), coin).whole)


def units_to_money(units: int, digits: int) -> Decimal:
    """Smallest units as a decimal amount with exactly `digits` places."""
    return Decimal(units).scaleb(-digits)


def find_transfers(amounts: Sequence[int]) -> tuple[IndexedTransfer, ...]:
    """The shortest list of payments that brings every amount to zero.

    People who can settle among themselves form a group; a group of g needs g − 1 payments, so
    the most groups give the fewest payments. Up to a dozen people are solved exactly.

    Raises:
        Unbalanced: if the amounts do not sum to zero.
    """
    check_balanced(amounts)
    people = [position for position, amount in enumerate(amounts) if amount]
    sums, groups = sums_and_groups([amounts[position] for position in people])
    transfers: list[IndexedTransfer] = []
    group: list[int] = []
    subset = (1 << len(people)) - 1
    while subset:
        leaving = max(_members(subset), key=lambda one: groups[subset ^ one])
        group.append(people[leaving.bit_length() - 1])
        subset ^= leaving
        if sums[subset] == 0:
            transfers += _within(group, amounts)
            group = []
    return tuple(transfers)


def sums_and_groups(amounts: Sequence[int]) -> tuple[list[int], list[int]]:
    """For every subset of people its sum, and the most groups of sum zero that can be picked out of it.

    A subset is a number with a bit for each of them.
    """
    size = 1 << len(amounts)
    sums, groups = [0] * size, [0] * size
    for subset in range(1, size):
        lowest = subset & -subset
        sums[subset] = sums[subset ^ lowest] + amounts[lowest.bit_length() - 1]
        groups[subset] = max(groups[subset ^ one] for one in _members(subset)) + (sums[subset] == 0)
    return sums, groups


def _members(subset: int) -> Iterator[int]:
    """The bits of a subset, the lowest first."""
    while subset:
        lowest = subset & -subset
        yield lowest
        subset ^= lowest


def _within(group: Sequence[int], amounts: Sequence[int]) -> list[IndexedTransfer]:
    """Payments inside one group: the largest debt always goes to the largest claim."""
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


class Coin(NamedTuple):
    """A coin.

    Attributes:
        amount: what it is worth, above 0.
        currency: its ISO 4217 code; "" for a coin of whatever currency is played for.
    """

    amount: Decimal
    currency: str = ""

    def units(self, currency: str) -> int:
        """The coin in the smallest units of a currency; 1 where that is not the one of the coin.

        Raises:
            InvalidInput: if it is no multiple of the smallest unit.
        """
        if self.currency not in ("", currency):
            return 1
        digits = minor_digits(currency)
        units = self.amount.scaleb(digits)
        if units != units.to_integral_value():
            sentence = N_("a coin of {coin} cannot be paid: the smallest one is {smallest}")
            raise InvalidInput(
                [problem("--coin", sentence, coin=self.amount, smallest=units_to_money(1, digits))]
            )
        return int(units)
