"""Looking at the places of a sheet, one after the other, in some order and within some budget."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from prefcount.games.preferans.paper.hand_search import HandSearch, Led, Place


class Explored(NamedTuple):
    """What a search has found.

    Attributes:
        ended: whether hands lead to the end of the sheet.
        complete: whether all places were looked at.
        led: where each place leads on.
    """

    ended: bool
    complete: bool
    led: Mapping[Place, list[Led]]


def most_figures_first(led: list[Led]) -> None:
    """The order in which hands that write in many columns are tried before others."""
    led.sort(key=_figures)


def slowest_first(search: HandSearch) -> Callable[[list[Led]], None]:
    """The order in which hands of the player whose columns have been read least are tried before others."""
    return lambda led: led.sort(key=lambda each: -max(search.open(each[0])))


def evenly(search: HandSearch) -> Callable[[list[Led]], None]:
    """The order in which the columns about all players are read equally far."""
    return lambda led: led.sort(key=lambda each: min(search.open(each[0])) - max(search.open(each[0])))


def _figures(led: Led) -> int:
    return led[1].figures


def explore(
    search: HandSearch,
    used_up: Callable[[int], bool],
    *,
    most: int,
    first: bool = False,
    known: dict[Place, list[Led]] | None = None,
    ends: Callable[[Place], bool | None] = lambda place: None,
    order: Callable[[list[Led]], None] | None = None,
) -> Explored:
    """Look at the places of a sheet from its beginning on.

    Args:
        search: the sheet.
        used_up: asked now and then, with the number of places so far, whether the budget is used up.
        most: so many places at most are looked at.
        first: whether to stop as soon as the end is reached.
        known: where places lead on that were looked at before, and from now on.
        ends: whether a place is known to lead to the end of the sheet or not; None where it is not known.
        order: arranges where a place leads on; the last is tried first.
    """
    led: dict[Place, list[Led]] = {}
    before = led if known is None else known
    waiting, ended = search.starts(), False
    while waiting:
        place = waiting.pop()
        if place in led:
            continue
        to_end = ends(place)
        if to_end is False:
            continue
        ended = ended or to_end is True or search.is_end(place)
        if (ended and first) or len(led) >= most or (len(led) % 64 == 63 and used_up(len(led))):
            return Explored(ended, False, led)
        following = before[place] if place in before else search.led_to(place)
        if order is not None:
            order(following)
        led[place] = before[place] = following
        waiting += [each for each, _move in following if each not in led]
    return Explored(ended, search.bounded and not search.shortened, led)
