"""Settlement: exact results are rounded to whole units, money or coins, and settled by few transfers.

The methods (largest remainder, fewest transfers) come from section 6 of the rule book of Preferans. They
work for any game whose results sum to zero.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from math import lcm
from operator import add
from typing import NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput, problem
from prefcount.ledger.sheet import Amount, divide_amount

# Currencies in ISO 4217 that do not have two decimal places.
_WITHOUT_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
_WITH_THREE = "BHD IQD JOD KWD LYD OMR TND"
_DIGITS = {**dict.fromkeys(_WITHOUT_DECIMALS.split(), 0), **dict.fromkeys(_WITH_THREE.split(), 3)}


class Unbalanced(AssertionError):
    """Raised when results do not sum to zero, which is a bug of the program and never a fault of a file."""


class IndexedTransfer(NamedTuple):
    """A transfer of `amount` smallest units from `payer` to `receiver`, which are indices of the results."""

    payer: int
    receiver: int
    amount: int


class ScaledResults(NamedTuple):
    """Results as `parts` over a common `divisor`. The parts are whole if the totals on the sheet are."""

    parts: tuple[Amount, ...]
    divisor: int

    @classmethod
    def from_results(cls, results: Sequence[Amount]) -> "ScaledResults":
        """Return exact results as whole parts over their least common denominator."""
        divisor = lcm(*(result.denominator for result in results))
        return cls(tuple(result.numerator * (divisor // result.denominator) for result in results), divisor)

    def with_change(self, worth: Sequence[Amount]) -> "ScaledResults":
        """Return the results with the changes in `worth` added to the `parts`, in the same order."""
        return ScaledResults(tuple(map(add, self.parts, worth)), self.divisor)

    @property
    def exact(self) -> tuple[Amount, ...]:
        """The results as single amounts, not rounded."""
        return tuple(divide_amount(part, self.divisor) for part in self.parts)

    @property
    def whole(self) -> tuple[int, ...]:
        """The results in whole units with the same sum, by the largest-remainder method.

        Every result is rounded down. The missing units go to the results with the largest fractions, and
        among equal fractions to the first ones.
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
        """The players who get leftover units, or None if rounding to the nearest unit has the same result."""
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
    """The players, by index, who get the units that are left over by rounding.

    Attributes:
        receivers: the players who get a unit.
        equal: all players with equal fractions if their order decides who gets a unit, or else ().
    """

    receivers: tuple[int, ...]
    equal: tuple[int, ...] = ()


def check_balanced(results: Sequence[Amount]) -> tuple[Amount, ...]:
    """Return the results unchanged.

    Raises:
        Unbalanced: if the results do not sum to zero.
    """
    if sum(results) != 0:
        raise Unbalanced(f"the results {[str(result) for result in results]} do not sum to zero")
    return tuple(results)


def round_to_whole(results: Sequence[Amount]) -> tuple[int, ...]:
    """Return results in whole units with the same sum, by the largest-remainder method."""
    return ScaledResults.from_results(results).whole


def minor_digits(currency: str | None) -> int:
    """Return the number of decimal places of an ISO 4217 currency."""
    return _DIGITS.get(currency or "", 2)


def scale_to_units(scaled_results: ScaledResults, price: Decimal, digits: int) -> ScaledResults:
    """Return the results at the `price` of one unit, in the smallest units of the currency, not rounded."""
    parts, divisor = scaled_results
    above, below = price.as_integer_ratio()
    return ScaledResults(tuple(part * above * 10**digits for part in parts), divisor * below)


def round_to_coin(units: Sequence[int], coin: int) -> tuple[int, ...]:
    """Return `units` rounded to multiples of a coin with the same sum, by the largest-remainder method."""
    return tuple(coins * coin for coins in ScaledResults(tuple(units), coin).whole)


def units_to_money(units: int, digits: int) -> Decimal:
    """Return a number of smallest units as a decimal amount with exactly `digits` decimal places."""
    return Decimal(units).scaleb(-digits)


def find_transfers(amounts: Sequence[int]) -> tuple[IndexedTransfer, ...]:
    """Return the shortest list of transfers that brings every amount to zero.

    People whose amounts sum to zero form a group. A group of g people needs g − 1 transfers, so the largest
    number of groups means the fewest transfers. The result is exact, and quick for up to a dozen people.

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
        leaving = max(_subset_bits(subset), key=lambda one: groups[subset ^ one])
        group.append(people[leaving.bit_length() - 1])
        subset ^= leaving
        if sums[subset] == 0:
            transfers += _settle_group(group, amounts)
            group = []
    return tuple(transfers)


def sums_and_groups(amounts: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return two lists: the sum of every subset of people, and the number of groups in every subset.

    The index of a subset is a number with a bit for each of its people. The number of groups is the maximum
    number of disjoint groups that sum to zero.
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
    """Return transfers within a group, each from the player who owes most to the player who is owed most."""
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


USUAL_COINS = ("0.10", "0.50", "1", "5", "10", "50", "100")
"""The coins and notes to which the screens can round payments, smallest first."""


class Coin(NamedTuple):
    """The smallest coin that is used for payments.

    Attributes:
        amount: the value of the coin, above 0.
        currency: the ISO 4217 code of its currency, or "" for a coin of any currency.
    """

    amount: Decimal
    currency: str = ""

    def units(self, currency: str) -> int:
        """Return the coin in the smallest units of a currency, or 1 if the coin has another currency.

        Raises:
            InvalidInput: if the coin is not a multiple of the smallest unit.
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
