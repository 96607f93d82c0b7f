"""Looking at the places of a sheet, one after the other, in some order and within some budget."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from prefcount.games.preferans.paper.hand_search import HandSearch, Led, Place
from prefcount.games.preferans.paper.player_columns import Node


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
    order: Callable[[list[Led]], None] | None = None,
) -> Explored:
    """Look at the places of a sheet from its beginning on.

    Args:
        search: the sheet.
        used_up: asked now and then, with the number of places so far, whether the budget is used up.
        most: so many places at most are looked at.
        first: whether to stop as soon as the end is reached.
        known: where places lead on that were looked at before, and from now on.
        order: arranges where a place leads on; the last is tried first.
    """
    led: dict[Place, list[Led]] = {}
    before = led if known is None else known
    waiting, ended = search.starts(), False
    while waiting:
        place = waiting.pop()
        if place in led:
            continue
        ended = ended or search.is_end(place)
        if (ended and first) or len(led) >= most or (len(led) % 64 == 63 and used_up(len(led))):
            return Explored(ended, False, led)
        following = before[place] if place in before else search.led_to(place)
        if order is not None:
            order(following)
        led[place] = before[place] = following
        waiting += [each for each, _move in following if each not in led]
    return Explored(ended, search.bounded and not search.shortened, led)


class BothEnds:
    """The places of a sheet, looked at from its beginning and from its end on, in turns.

    The sheet is impossible as soon as all places of either side were looked at and none is one of the other
    side: behind a slip there is little to be looked at from one of them. As soon as they meet the sheet is
    possible, and only the places from the beginning on are looked at any further.

    Attributes:
        led: where each place leads on that was looked at from the beginning.
        back: the places that were looked at from the end.
        ended: whether hands are known to lead to the end of the sheet.
    """

    def __init__(
        self,
        search: HandSearch,
        order: Callable[[list[Led]], None],
        led_to: Callable[[Place], list[Led]] | None = None,
        came_from: Callable[[Place], list[Place]] | None = None,
    ) -> None:
        """Begin.

        Args:
            search: the sheet.
            order: arranges where a place leads on; the last is tried first.
            led_to: what to ask instead of the search, which may know it already.
            came_from: the same for the places before a place.
        """
        self.led: dict[Place, list[Led]] = {}
        self.back: set[Place] = set()
        self.ended = False
        self._search, self._order = search, order
        self._led_to, self._came_from = led_to or search.led_to, came_from or search.came_from
        self._waiting = search.starts()
        self._waiting_back = search.ends() if search.goes_back and self._waiting else []
        self._contexts: dict[Node, set[int]] = {}
        self._rows: dict[Node, set[int]] = {}

    def look(self, used_up: Callable[[int], bool], *, most: int, first: bool = False) -> Explored:
        """Look at places, and go on where that was left.

        Args:
            used_up: asked now and then, with the number of places so far, whether the budget is used up.
            most: so many places at most are looked at in all.
            first: whether to stop as soon as the sheet is possible.
        """
        turns = 0
        while self._waiting:
            turns += 1
            places = len(self.led) + len(self.back)
            if (self.ended and first) or places >= most or (turns % 64 == 63 and used_up(places)):
                return Explored(self.ended, False, self.led)
            if self._waiting_back and not self.ended and len(self.back) < len(self.led):
                self._look_back()
                if not (self._waiting_back or self.ended):
                    return Explored(False, self._search.bounded, self.led)
            else:
                self._look_ahead()
        return Explored(self.ended, self._search.bounded and not self._search.shortened, self.led)

    def _look_ahead(self) -> None:
        place = self._waiting.pop()
        if place in self.led:
            return
        search, nodes = self._search, place[:-1]
        self._contexts.setdefault(nodes, set()).add(place[-1])
        self.led[place] = following = self._led_to(place)
        self.ended = (
            self.ended or search.is_end(place) or search.is_met(self._rows.get(nodes, ()), place[-1:])
        )
        self._order(following)
        self._waiting += [each for each, _move in following if each not in self.led]

    def _look_back(self) -> None:
        place = self._waiting_back.pop()
        if place in self.back:
            return
        search, nodes = self._search, place[:-1]
        self.back.add(place)
        self._rows.setdefault(nodes, set()).add(place[-1])
        self._waiting_back += [each for each in self._came_from(place) if each not in self.back]
        self.ended = search.is_met(place[-1:], self._contexts.get(nodes, ()))
