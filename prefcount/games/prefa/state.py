"""Everything about a game of Prefa that follows from its entries."""

from collections.abc import Iterator
from typing import NamedTuple

from prefcount.games.prefa.options import Rules
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import NOBODY, Account
from prefcount.ledger.sheet import Sheet

KASA, CASH, STAKE = "kasa", "cash", "stake"
EMPTY = "pool"
"""Why a game is over whose pot is empty, in the word of the file for what the rules play to."""


def kasa_of(player: int) -> Account:
    """What a player took out of the pot; what he paid into it besides his stake is below zero."""
    return Account(KASA, player)


def cash_of(player: int) -> Account:
    """What a player got from the others; over all of them it sums to zero."""
    return Account(CASH, player)


def added_by(player: int) -> Account:
    """What a player added to his stake in the course of the game."""
    return Account(STAKE, player)


class State(NamedTuple):
    """What a fold of entries has led to. Players are numbers; `names` says who they are.

    Attributes:
        names: the name of every player.
        seats: player numbers in turn order.
        rules: the conventions for the next hand.
        sheet: takings from the pot, cash, and what was added to the stakes.
        dealer: who deals the next hand.
        hands: contracts and all-pass hands so far.
        ended: the reason of an `end` entry, or "" while the game goes on.
    """

    names: tuple[str, ...]
    seats: tuple[int, ...]
    rules: Rules
    sheet: Sheet
    dealer: int
    hands: int = 0
    ended: str = ""

    @property
    def size(self) -> int:
        """How many players have paid a stake: 3 or 4."""
        return len(self.seats)

    def paid(self, player: int) -> Amount:
        """What a player has staked, in kapikia."""
        return exact(self.rules.stake + self.sheet[added_by(player)])

    def kasa(self, player: int) -> Amount:
        """What a player took out of the pot, in kapikia."""
        return self.sheet[kasa_of(player)]

    def cash(self, player: int) -> Amount:
        """What a player got from the others, in kapikia."""
        return self.sheet[cash_of(player)]

    @property
    def pot(self) -> Amount:
        """R: what is left in the pot, in kapikia."""
        return exact(sum((self.paid(player) - self.kasa(player) for player in self.seats), 0))

    def clockwise(self, player: int) -> Iterator[int]:
        """The other players in turn order, beginning with the one after `player`."""
        at = self.seats.index(player)
        return iter(self.seats[at + 1 :] + self.seats[:at])

    def after(self, player: int) -> int:
        """The next player in turn."""
        return next(self.clockwise(player))

    def active(self, dealer: int) -> tuple[int, ...]:
        """The three who hold cards when `dealer` deals, in turn order from the one after him."""
        everyone = (*self.clockwise(dealer), dealer)
        return everyone[:-1] if self.size == 4 else everyone

    def idle(self, dealer: int) -> int:
        """The dealer where he sits out (tempelis), which is with four players; else nobody."""
        return dealer if self.size == 4 else NOBODY

    def defenders(self, declarer: int, dealer: int) -> tuple[int, int]:
        """The first and the second defender: the first plays right after the declarer."""
        active = self.active(dealer)
        first, second = (player for player in self.clockwise(declarer) if player in active)
        return first, second

    @property
    def over(self) -> str:
        """Why the game is over (pool: the pot is empty; agreed, resigned …), or "" while it goes on."""
        return self.ended or (EMPTY if self.pot <= 0 else "")
