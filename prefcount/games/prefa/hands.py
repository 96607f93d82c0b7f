"""Hands as the scoring sees them: players are numbers, every trick is known (section 3.2)."""

from typing import NamedTuple

ALL_TRICKS = 10
PASS, PLAY, TOGETHER, HELPER = "pass", "play", "together", "helper"
PAIRS = ((PASS, PASS), (PLAY, PASS), (PASS, PLAY), (PLAY, PLAY), (TOGETHER, HELPER), (HELPER, TOGETHER))
"""What the first and the second defender can do."""

VALUES = {
    6: {"S": 2, "C": 3, "D": 4, "H": 5, "N": 6},
    7: {"S": 7, "C": 7, "D": 7, "H": 7, "N": 8},
    8: {"S": 8, "C": 8, "D": 8, "H": 8, "N": 9},
    9: {"S": 9, "C": 9, "D": 9, "H": 9, "N": 10},
    10: {"S": 10, "C": 10, "D": 10, "H": 10, "N": 10},
}
"""v: kapikia per trick, by level and trump (section 3.1)."""

REQUIRED = {6: (2, 2), 7: (2, 1), 8: (1, 1), 9: (1, 0), 10: (0, 0)}
"""Tricks that the first and the second of two defenders answer for (section 3.3)."""
REQUIRED_ALONE = {6: 2, 7: 2, 8: 1, 9: 1, 10: 0}
"""Tricks that a single defender answers for."""
GIVEN_UP = {6: (3, 3), 7: (3, 2), 8: (2, 2), 9: (2, 1), 10: (1, 1)}
"""Tricks of the defenders as they count when the declarer gives up (rule 7)."""


class PrefaContract(NamedTuple):
    """A contract that can be.

    Attributes:
        declarer: who plays it.
        defenders: the first and the second defender; the first plays right after the declarer.
        level: the tricks that were promised.
        trump: one of S C D H, or N for no trump.
        roles: what each defender did.
        tricks: what each defender took; a player who passed has none.
        aces: the declarer showed four aces, and this table pays them.
    """

    declarer: int
    defenders: tuple[int, int]
    level: int
    trump: str
    roles: tuple[str, str]
    tricks: tuple[int, int]
    aces: bool = False

    @property
    def contract(self) -> str:
        """The contract as it is written: 7H."""
        return f"{self.level}{self.trump}"

    @property
    def uncontested(self) -> bool:
        """Whether both defenders passed."""
        return self.roles == (PASS, PASS)

    @property
    def alone(self) -> int | None:
        """The position of a single defender, or None."""
        return self.roles.index(PLAY) if set(self.roles) == {PLAY, PASS} else None

    @property
    def taken(self) -> int:
        """t: the declarer's tricks."""
        return ALL_TRICKS - sum(self.tricks)

    @property
    def down(self) -> int:
        """By how many tricks the declarer is short; 0 where he made it or nobody came."""
        return 0 if self.uncontested else max(0, self.level - self.taken)

    def answering(self, position: int) -> int:
        """Who pays and collects for a defender: the same one, or the other who takes them along (rule 6)."""
        if TOGETHER in self.roles:
            return self.defenders[self.roles.index(TOGETHER)]
        return self.defenders[position]

    @property
    def missing(self) -> tuple[int, int]:
        """mesa: the tricks each defender is short, once the other's surplus is counted (rules 4, 5)."""
        if self.down or self.uncontested:
            return 0, 0
        if self.alone is not None:
            short = max(0, REQUIRED_ALONE[self.level] - self.tricks[self.alone])
            return (short, 0) if self.alone == 0 else (0, short)
        first, second = self.differences
        return max(0, first + min(0, second)), max(0, second + min(0, first))

    @property
    def differences(self) -> tuple[int, int]:
        """dif: required minus taken, of each of two defenders; below zero is more than required."""
        required = REQUIRED[self.level]
        return required[0] - self.tricks[0], required[1] - self.tricks[1]

    @property
    def made(self) -> bool:
        """Whether the pot pays the declarer: nobody came, or nobody is short."""
        return not self.down and self.missing == (0, 0)


class PrefaAllPass(NamedTuple):
    """An all-pass hand; `tricks` of the three players where it is played, else nothing."""

    tricks: tuple[tuple[int, int], ...]


HandPlayed = PrefaContract | PrefaAllPass
