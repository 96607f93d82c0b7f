"""Postings: an amount added to an account, with its reason.

A reason names the rule and its figures; its words belong to the game, so that a posting can be shown in
every language.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from prefcount.ledger.amount import Amount

NOBODY = -1
"""Who owns what belongs to the table as a whole, and on whom a column is written that is on nobody."""


class Account(NamedTuple):
    """A place on the sheet: a column of `owner`, for some columns against one `other`.

    Players are numbered as they joined the game, not by name: a player may be replaced and a
    sheet relabelled without touching a figure.
    """

    column: str
    owner: int
    other: int = NOBODY


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
    who: int = NOBODY
    of: "Posting | None" = None
    closes: bool = False


class Posting(NamedTuple):
    """`amount` is added to `account` because of `reason`."""

    account: Account
    amount: Amount
    reason: Reason

    def rewritten(self) -> Iterator["Posting"]:
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


def figures_of(postings: Iterable[Posting]) -> Iterator[tuple[Account, Amount]]:
    """What postings add to which accounts, as a sheet says what stands there."""
    return ((account, amount) for account, amount, _reason in postings)


def only_amounts(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """The postings that change something: those of zero are left out."""
    return tuple(posting for posting in postings if posting.amount)
