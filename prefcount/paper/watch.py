"""The bounds of a search: its seconds, its room, and whether anybody still waits for it."""

from collections.abc import Callable
from functools import wraps
from math import inf
from time import monotonic
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

MOST_ROOM = 800_000_000
"""The most bits that a search keeps."""
PER_NUMBER = 1_600
"""Bits that a kept number takes besides its own, about."""
MOST_REMEMBERED = 8

ParamsT = ParamSpec("ParamsT")
ResultT = TypeVar("ResultT")


def _never(_looked_at: int) -> bool:
    return False


class SearchBudget(NamedTuple):
    """How long a search may take, and what it takes for granted.

    Attributes:
        seconds: for the verdict; 0 for no limit.
        repair_seconds: for the repairs behind it; 0 for none of them.
        habit: how whist and consolation are written: as "one" figure, as "two", or "either".
        stopped: from how much was looked at to whether nobody waits any longer.
    """

    seconds: float = 5
    repair_seconds: float = 5
    habit: str = "either"
    stopped: Callable[[int], bool] = _never


class GivenUp(Exception):
    """A search has used up its time or its room, or nobody waits for it any longer."""


class TooMuch(GivenUp):
    """A search has used up its room, or would: more time would not help."""


class Watch:
    """Asked in every loop of a search whether it may go on; `nodes` is how much was looked at so far."""

    def __init__(self, seconds: float = 0, stopped: Callable[[int], bool] = _never) -> None:
        """Begin to count, as `SearchBudget` has it."""
        self._until, self._stopped = monotonic() + seconds if seconds else inf, stopped
        self.nodes, self._room = 0, 0

    @property
    def left(self) -> float:
        """The seconds that are left; never 0, which would be no limit."""
        return max(self._until - monotonic(), 0.001)

    def is_over(self) -> bool:
        """Whether the search has to end."""
        return monotonic() >= self._until or self._room > MOST_ROOM or self._stopped(self.nodes)

    def look(self) -> None:
        """Raise GivenUp if the search has to end."""
        if self._room > MOST_ROOM:
            raise TooMuch
        if self.is_over():
            raise GivenUp

    def keep(self, bits: int) -> None:
        """Raise GivenUp if a number of so many bits cannot be kept any more, or the search has to end."""
        self._room += bits + PER_NUMBER
        self.look()


def remembered(
    work: Callable[Concatenate[Watch, ParamsT], ResultT],
) -> Callable[Concatenate[Watch, ParamsT], ResultT]:
    """A function that keeps its newest results, whatever the watch; one that was given up is none."""
    known: dict[object, ResultT] = {}

    @wraps(work)
    def asked(watch: Watch, /, *args: ParamsT.args, **kwargs: ParamsT.kwargs) -> ResultT:
        if args not in known:
            result = work(watch, *args, **kwargs)
            if len(known) >= MOST_REMEMBERED:
                del known[next(iter(known))]
            known[args] = result
        return known[args]

    return asked
