"""Looking at the places of a sheet, one after the other, in some order and within some budget."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from prefcount.games.preferans.paper.hand_search import HandSearch, Led, Place
from prefcount.games.preferans.paper.player_columns import Node


class _Backwards:
    """The places from which the end can be reached, looked at from the end on."""

    def __init__(self, search: HandSearch) -> None:
        self._search = search
        self._waiting = search.ends()
        self.places: set[Place] = set()
        self.rows: dict[Node, set[int]] = {}

    @property
    def complete(self) -> bool:
        """Whether all places were looked at."""
        return not self._waiting

    def look_at_next(self) -> Place | None:
        """One place more, unless the next one is known already."""
        place = self._waiting.pop()
        if place in self.places:
            return None
        self.places.add(place)
        self.rows.setdefault(place[:-1], set()).add(place[-1])
        self._waiting += [each for each in self._search.came_from(place) if each not in self.places]
        return place


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


def explore_from_both_ends(
    search: HandSearch,
    used_up: Callable[[int], bool],
    *,
    most: int,
    order: Callable[[list[Led]], None],
) -> Explored:
    """Look at the places of a sheet from its beginning and from its end on, in turns.

    The sheet is impossible as soon as all places of either side were looked at and none is one of the other
    side: behind a slip there is little to be looked at from one of them. As soon as they meet the sheet is
    possible, and only the places from the beginning on are looked at any further.

    Args:
        search: the sheet.
        used_up: asked now and then, with the number of places so far, whether the budget is used up.
        most: so many places at most are looked at.
        order: arranges where a place leads on; the last is tried first.
    """
    led: dict[Place, list[Led]] = {}
    contexts: dict[Node, set[int]] = {}
    waiting, back, ended, turns = search.starts(), _Backwards(search), False, 0
    while waiting:
        turns += 1
        places = len(led) + len(back.places)
        if places >= most or (turns % 64 == 63 and used_up(places)):
            return Explored(ended, False, led)
        if not ended and len(back.places) < len(led):
            found = back.look_at_next()
            ended = found is not None and search.is_met(found[-1:], contexts.get(found[:-1], ()))
            if back.complete and not ended:
                return Explored(False, search.bounded, led)
            continue
        place = waiting.pop()
        if place in led:
            continue
        contexts.setdefault(place[:-1], set()).add(place[-1])
        ended = ended or search.is_end(place) or search.is_met(back.rows.get(place[:-1], ()), place[-1:])
        led[place] = following = search.led_to(place)
        order(following)
        waiting += [each for each, _move in following if each not in led]
    return Explored(ended, search.bounded and not search.shortened, led)
