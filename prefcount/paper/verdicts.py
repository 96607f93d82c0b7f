"""What is said of a paper sheet: slips of the pencil, impossible figures, wrong settlements, verdicts."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from prefcount.base.i18n import Text
from prefcount.entries.models import Entry
from prefcount.ledger.sheet import Account, Amount


class Slip(NamedTuple):
    """A mistake that scorers make, and what is written with it.

    Attributes:
        key: the name of the mistake; the same one in another hand has the same key.
        amounts: what is then written in this hand, by account; what is not named is not written.
        habit: whether it comes from another reading of the rules, so that it is made in every such hand.
    """

    key: str
    text: Text
    amounts: Mapping[Account, Amount]
    habit: bool = False


class ImpossibleFigure(NamedTuple):
    """A place in a column from paper that no hand of this table can have written, and why.

    Its position counts from 0 on; it is -1 for the column as a whole.
    """

    account: Account
    position: int
    text: Text


class SettlementSlip(NamedTuple):
    """A mistake in the calculation of the results, and what everybody then has, in seat order."""

    text: Text
    results: tuple[Amount, ...]


class PossibleHand(NamedTuple):
    """A hand that may have written a figure, and a table at which it can be played."""

    before: Any
    entry: Entry


class SheetRepair(NamedTuple):
    """One slip without which hands could have written a sheet.

    Attributes:
        right: the total that should stand there; None where a figure is too much.
        text: what is wrong and by which slip.
        columns: the columns that are to be mended, as they should be.
    """

    account: Account
    position: int
    right: Amount | None
    text: Text
    columns: Mapping[Account, tuple[Amount, ...]]


Verdict = Literal["possible", "impossible", "undecided"]


class SheetVerdict(NamedTuple):
    """Whether hands could have written a sheet.

    Attributes:
        verdict: "undecided" where the budget did not last, or where not everything can be tried.
        complete: whether all readings were found.
        readings: the hands that may have written each figure, by its column and its place in it.
        repairs: for an impossible sheet, the slips that would explain it, the likeliest first.
        perhaps: slips that may explain it, the likeliest first; the time was over before that was decided.
        all_tried: whether every slip that is known was tried to the end.
        too_much: whether the search ended for want of room, or because not everything can be tried; more time
            would not help then.
    """

    verdict: Verdict
    complete: bool = False
    readings: Mapping[tuple[Account, int], tuple[PossibleHand, ...]] = {}
    repairs: tuple[SheetRepair, ...] = ()
    perhaps: tuple[SheetRepair, ...] = ()
    all_tried: bool = False
    too_much: bool = False
