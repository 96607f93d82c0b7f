"""A comparison and a search that need no sheet."""

from collections.abc import Callable
from time import monotonic

LONGEST = 60


def compare_nothing(*_args: object) -> dict[object, object]:
    """Compare in no time, whatever was typed."""
    return {}


def search_in_vain(stopped: Callable[[int], bool], *_args: object) -> None:
    """Look at one place after the other, as fast as it goes, until nobody waits any longer."""
    places, until_then = 0, monotonic() + LONGEST
    while not stopped(places) and monotonic() < until_then:
        places += 1
