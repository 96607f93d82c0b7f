"""The bounds of a search: seconds of the wall, room, and whether anybody still waits for it."""

from collections.abc import Callable
from math import inf
from time import monotonic

MOST_ROOM = 800_000_000
"""So many bits are kept at most."""
PER_NUMBER = 1_600
"""A number that is kept takes about so many bits besides its own."""


class GivenUp(Exception):
    """A search has used up its time or its room, or nobody waits for it any longer."""


class Watch:
    """Asked in every loop of a search whether it may go on.

    Attributes:
        stages: how many stages of the sheet were looked at.
    """

    def __init__(self, seconds: float, stopped: Callable[[int], bool]) -> None:
        """Begin to count.

        Args:
            seconds: how long the search may take; 0 for no limit.
            stopped: told how many stages were looked at; whether nobody waits any longer.
        """
        self._until, self._stopped = monotonic() + seconds if seconds else inf, stopped
        self.stages, self._room = 0, 0

    def look(self) -> None:
        """Raise GivenUp if the search has to end."""
        if monotonic() >= self._until or self._room > MOST_ROOM or self._stopped(self.stages):
            raise GivenUp

    def keep(self, bits: int) -> None:
        """Raise GivenUp if a number of so many bits cannot be kept any more, or the search has to end."""
        self._room += bits + PER_NUMBER
        self.look()
