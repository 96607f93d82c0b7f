"""Everything about a game of Prefa that follows from its entries."""

from collections.abc import Mapping

from prefcount.base.i18n import N_
from prefcount.entries.header import Header
from prefcount.games.prefa.options import PrefaRules
from prefcount.games.state import PlainState, Seats
from prefcount.games.words import COMMON_OVER
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account
from prefcount.ledger.sheet import Sheet

KASA, CASH, STAKE = "kasa", "cash", "stake"
"""The columns of a player: what they took out of the pot, below zero for payments into it besides the stake;
what they got from the others, which over all of them sums to zero; what they added to the stake later.
"""
EMPTY = "pool"
"""Why a game is over whose pot is empty, in the word of the file for what the rules play to."""


class PrefaState(PlainState[PrefaRules]):
    """A table of Prefa: its sheet has takings from the pot, cash, and what was added to the stakes."""

    __slots__ = ()

    def paid(self, player: int) -> Amount:
        """What a player has staked, in kapikia."""
        return exact(self.rules.stake + self.sheet[Account(STAKE, player)])

    def kasa(self, player: int) -> Amount:
        """What a player took out of the pot, in kapikia."""
        return self.sheet[Account(KASA, player)]

    def cash(self, player: int) -> Amount:
        """What a player got from the others, in kapikia."""
        return self.sheet[Account(CASH, player)]

    @property
    def pot(self) -> Amount:
        """R: what is left in the pot, in kapikia."""
        return exact(sum((self.paid(player) - self.kasa(player) for player in self.seats), 0))

    @property
    def over(self) -> str:
        """Why the game is over (pool: the pot is empty; agreed, resigned …), or "" while it goes on."""
        return self.ended or (EMPTY if self.pot <= 0 else "")


def first_state(header: Header, seats: Seats, rules: PrefaRules, dealer: int) -> PrefaState:
    """The state before the first entry, with the rules and the first dealer of a header."""
    return PrefaState(header.players, seats, rules, Sheet(), dealer)


OVER: Mapping[str, str] = {**COMMON_OVER, "pool": N_("the pot is empty")}
