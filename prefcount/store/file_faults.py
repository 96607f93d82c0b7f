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
    """One thing that is wrong with a file: its code, the entry it concerns (0: none), a sentence."""

    code: str
    entry: int
    text: Text

    @property
    def serious(self) -> bool:
        """Whether something that belongs to the game is missing from its figures."""
        return self.code in _SERIOUS

    def __str__(self) -> str:
        return str(self.text)
