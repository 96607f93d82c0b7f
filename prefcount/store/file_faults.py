"""The faults of a file, with the codes of the machine-readable output."""

from typing import NamedTuple

from prefcount.base.i18n import Text

UNREADABLE = "unreadable"
BAD_ENTRY = "bad-entry"
NUMBER_GAP = "number-gap"
CHAIN_BROKEN = "chain-broken"
TORN_TAIL = "torn-tail"
SEAL_BROKEN = "seal-broken"
_SERIOUS = frozenset({BAD_ENTRY, NUMBER_GAP})


class FileFault(NamedTuple):
    """One thing that is wrong with a file.

    Attributes:
        code: what it is, for programs.
        entry: the number of the entry that it concerns; 0 for none.
        text: a sentence.
        newer: whether only a newer version can have written what stands there.
    """

    code: str
    entry: int
    text: Text
    newer: bool = False

    @property
    def serious(self) -> bool:
        """Whether something that belongs to the game is missing from its figures."""
        return self.code in _SERIOUS

    def __str__(self) -> str:
        return str(self.text)
