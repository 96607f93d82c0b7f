"""An evening of which only the result is known: no hands, no columns, only what everybody won or lost.

The results are postings of accounts that no game has as columns, so the sheet stays empty and every figure
still says where it comes from. What a game settles from its columns is replaced by them.
"""

from typing import Protocol

from prefcount.base.i18n import N_, text
from prefcount.games.protocol.scoring import Settlement, SettlementTable
from prefcount.ledger.postings import Account
from prefcount.ledger.settle import ScaledResults
from prefcount.ledger.sheet import Sheet

RESULT = "result"
"""The kind of the entry, the account and the rule of its postings, and why such a game is over."""


class SeatedSheet(Protocol):
    """What the results are looked up in: the sheet, and who sits where."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names by player number."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Player numbers in seat order."""

    @property
    def sheet(self) -> Sheet:
        """What stands in every account."""


def announced_results(state: SeatedSheet) -> ScaledResults | None:
    """The results as they were announced, or None where they follow from the sheet."""
    amounts = [state.sheet[Account(RESULT, player)] for player in state.seats]
    return ScaledResults.of(amounts) if any(amounts) else None


def as_announced(state: SeatedSheet, scaled_results: ScaledResults) -> Settlement:
    """The announced results as a settlement of one step."""
    table = SettlementTable(
        text(N_("Results")),
        text(N_("Only the result of this evening is known; the results sum to zero.")),
        ("", text(N_("result"))),
        tuple(
            (state.names[player], result)
            for player, result in zip(state.seats, scaled_results.exact, strict=True)
        ),
    )
    return Settlement(scaled_results.exact, (table,))
