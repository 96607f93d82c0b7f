"""The smallest coin that people want to pay with."""

from decimal import Decimal
from typing import NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput, problem
from prefcount.ledger.settle import as_money, minor_digits


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
            said = N_("a coin of {coin} cannot be paid: the smallest one is {smallest}")
            raise InvalidInput([problem("--coin", said, coin=self.amount, smallest=as_money(1, digits))])
        return int(units)
