"""Hands as the scoring sees them, and what contracts are worth (rules of the relatives, section 2.2)."""

from typing import NamedTuple

PIK, BETL = "pik", "betl"
VALUES = {PIK: 2, "karo": 3, "herc": 4, "tref": 5, BETL: 6, "sans": 7}
OUT, FOLLOW, CALLER, CALLED, KONTRA, HELPER = "out", "follow", "caller", "called", "kontra", "helper"
PAIRS = (
    {FOLLOW},
    {FOLLOW, OUT},
    {OUT},
    {CALLER, CALLED},
    {KONTRA, HELPER},
)
"""What the two others can be together."""
BETL_PAIRS = ({FOLLOW}, {KONTRA, HELPER})
FALL = 5
"""The tricks of the followers with which the declarer has fallen."""
ALL_TRICKS = 10


class BalkanContract(NamedTuple):
    """A contract that was declared.

    Attributes:
        dealer: who dealt.
        declarer: who plays it.
        contract: one of VALUES.
        igra: whether it is played from the hand, without the talon.
        kontra: 0 none, 1 kontra, 2 rekontra, 3 subkontra, 4 mortkontra.
        followers: the two others who hold cards, in turn order; nobody where the hand is not played.
        roles: what each of them is.
        tricks: what each of them took; nothing of a betl.
        fell: whether the declarer fell.
        played: whether it was played at all: a pik that nobody kontras may not be.
    """

    dealer: int
    declarer: int
    contract: str
    igra: bool
    kontra: int
    followers: tuple[int, ...]
    roles: tuple[str, ...]
    tricks: tuple[int, ...]
    fell: bool
    played: bool = True

    @property
    def total(self) -> int:
        """The tricks of both followers."""
        return sum(self.tricks)

    @property
    def unit(self) -> int:
        """U without a refa: what the declarer writes in bule, and a follower for each trick in supe."""
        return (VALUES[self.contract] + self.igra) << (1 + self.kontra)

    def who(self, role: str) -> tuple[int, ...]:
        """The followers with a role."""
        return tuple(player for player, own in zip(self.followers, self.roles, strict=True) if own == role)


class BalkanAllPass(NamedTuple):
    """A hand in which everybody passed."""

    dealer: int


HandPlayed = BalkanContract | BalkanAllPass
