"""What a game knows about mistakes on paper: slips of the pencil, impossible figures, wrong settlements."""

from collections.abc import Mapping
from typing import NamedTuple

from prefcount.i18n import Text
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account


class Slip(NamedTuple):
    """A mistake that a scorer makes, and what he writes when he makes it.

    Attributes:
        key: the name of the mistake; the same one in another hand has the same key.
        text: the mistake in words.
        amounts: what is then written in this hand, by account; what is not named is not written.
        habit: whether it comes from another reading of the rules, so that it is made in every such hand.
    """

    key: str
    text: Text
    amounts: Mapping[Account, Amount]
    habit: bool = False


class ImpossibleFigure(NamedTuple):
    """A place in a column from paper that no hand of this table can have written.

    Attributes:
        account: the column.
        position: which of its figures it is, from 0 on; -1 where it is the column as a whole.
        text: why it cannot be, and what could.
    """

    account: Account
    position: int
    text: Text


class SettlementSlip(NamedTuple):
    """A mistake in the calculation of the results.

    Attributes:
        text: the mistake in words.
        results: what everybody then has, in seat order.
    """

    text: Text
    results: tuple[Amount, ...]
