"""Hands as the scoring sees them: players are numbers, every trick that matters is known."""

from typing import NamedTuple

from prefcount.ledger.postings import NOBODY

WHIST, PASS, HALF = "whist", "pass", "half"
VALUES = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}
QUOTAS = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
MISERE_VALUE = 10
STALINGRAD = "6S"
"""The contract that both defenders must whist, where the table plays it so."""


class Seats(NamedTuple):
    """Who is who in one hand.

    Attributes:
        dealer: who dealt.
        idle: the dealer where he sits out (four players), else NOBODY.
        declarer: who plays the contract.
        first: the first defender, clockwise from the declarer.
        second: the second defender; NOBODY with two players.
    """

    dealer: int
    idle: int
    declarer: int
    first: int
    second: int

    @property
    def defenders(self) -> tuple[int, ...]:
        """The defenders who are players: two, or one in hussar."""
        return (self.first,) if self.second == NOBODY else (self.first, self.second)


class ContractHand(NamedTuple):
    """A contract of six to ten.

    Attributes:
        seats: who is who.
        level: tricks promised.
        contract: as in the file, "7H".
        value: v, what the contract is worth.
        calls: of the first and the second defender, and of the dealer where he may whist.
        tricks: of declarer, first and second defender; those that no rule needs may be None.
        left_without: undertricks conceded, or 0 where the hand was played.
        checked: laid open without calls (`ten: checked`).
        talon_units: trick values that the talon's cards earn the dealer.
    """

    seats: Seats
    level: int
    contract: str
    value: int
    calls: tuple[str, ...] = ()
    tricks: tuple[int | None, ...] = ()
    left_without: int = 0
    checked: bool = False
    talon_units: int = 0

    @property
    def played(self) -> bool:
        """Whether tricks were taken: somebody whisted, or a ten was checked."""
        return self.checked or WHIST in self.calls

    @property
    def taken(self) -> int:
        """T, the tricks of the declarer in a hand that was played."""
        taken = self.tricks[0]
        assert taken is not None, "a played hand knows the declarer's tricks"
        return taken

    @property
    def undertricks(self) -> int:
        """u, the tricks that the declarer is short of his contract."""
        if self.left_without:
            return self.left_without
        return max(0, self.level - self.taken) if self.played else 0

    @property
    def made(self) -> bool:
        """Whether the declarer wrote his contract in the pool."""
        return self.undertricks == 0

    def own(self, defender: int) -> int:
        """The tricks that a defender took himself."""
        position = 1 if defender == self.seats.first else 2
        taken = self.tricks[position]
        assert taken is not None, "both whist, so both numbers are known"
        return taken


class MisereHand(NamedTuple):
    """A misère: `taken` is the number of tricks the declarer could not avoid."""

    seats: Seats
    value: int
    taken: int
    talon_units: int = 0

    @property
    def made(self) -> bool:
        """Whether the declarer took no trick."""
        return self.taken == 0


class RaspasyHand(NamedTuple):
    """An all-pass hand; `tricks` of everybody who takes part, by player."""

    dealer: int
    tricks: tuple[tuple[int, int], ...]


HandPlayed = ContractHand | MisereHand | RaspasyHand
