"""Who sits where: the order of play round the table, who holds cards and who sits out."""

from collections.abc import Iterator

from prefcount.ledger.postings import NOBODY

HOLD_CARDS = 3
"""How many hold cards in the games in which the dealer sits out when there is one more."""


class Seats(tuple[int, ...]):
    """Player numbers in the order of play: the next one deals and plays after this one."""

    __slots__ = ()

    def others(self, player: int) -> Iterator[int]:
        """The other players in the order of play, beginning with the one after `player`."""
        at = self.index(player)
        return iter(self[at + 1 :] + self[:at])

    def after(self, player: int) -> int:
        """The next player in the order of play."""
        return self[(self.index(player) + 1) % len(self)]

    def from_first_hand(self, dealer: int) -> tuple[int, ...]:
        """All players from the first hand on, which is after the dealer; the dealer is last."""
        return (*self.others(dealer), dealer)

    def active(self, dealer: int) -> tuple[int, ...]:
        """The players who hold cards when `dealer` deals, from the first hand on."""
        return self.from_first_hand(dealer)[:HOLD_CARDS]

    @property
    def dealer_rests(self) -> bool:
        """Whether there are enough others for the dealer to sit out."""
        return len(self) > HOLD_CARDS

    def idle(self, dealer: int) -> int:
        """The dealer where that player sits out; else NOBODY."""
        return dealer if self.dealer_rests else NOBODY

    def resting(self, dealer: int) -> tuple[int, ...]:
        """Everybody who holds no cards, the dealer last."""
        return self.from_first_hand(dealer)[HOLD_CARDS:]

    def opponents(self, player: int, dealer: int) -> tuple[int, int]:
        """The two others who hold cards, beginning with the one who plays after `player`."""
        active = self.active(dealer)
        first, second = (other for other in self.others(player) if other in active)
        return first, second
