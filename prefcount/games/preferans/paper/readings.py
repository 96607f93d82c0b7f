"""The verdict on a sheet without hands: the hands that could have written it, or the slip behind it."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import inf
from time import thread_time

from prefcount.games.preferans.paper.explore import (
    BothEnds,
    Explored,
    evenly,
    explore,
    most_figures_first,
    slowest_first,
)
from prefcount.games.preferans.paper.hand_search import Columns, HandSearch, Place
from prefcount.games.preferans.paper.repairs import repairs
from prefcount.games.preferans.paper.table_moves import TableMove
from prefcount.games.preferans.state import PreferansState
from prefcount.games.protocol.suspicions import PossibleHand, SearchBudget, SheetRepair, SheetVerdict
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account

MOST_PLACES = 250_000
"""So many places of a sheet are looked at, which keeps the memory within bounds."""

SHARE_OF_ALL, MOST_FOR_A_WAY = 0.8, 20_000
"""All places are looked at in so much of the time; in the rest any way to the end is looked for."""

Readings = dict[tuple[Account, int], dict[int, PossibleHand]]


def readings(state: PreferansState, columns: Columns, budget: SearchBudget) -> SheetVerdict:
    """Which hands of this table could have written these columns.

    Args:
        state: the table before its first hand.
        columns: the running totals of every column in which something stands.
        budget: how long to search.
    """
    search = HandSearch(state, columns, budget.habit)
    most = budget.seconds * SHARE_OF_ALL
    sides = BothEnds(search, most_figures_first)
    explored = sides.look(_watch(budget, most), most=MOST_PLACES)
    if explored.ended and explored.complete:
        return SheetVerdict("possible", True, _of_figures(search, explored, columns), ())
    if explored.ended or (not explored.complete and _has_way(search, explored, budget)):
        return SheetVerdict("possible", False, {}, ())
    if not explored.complete:
        return SheetVerdict("undecided", False, {}, ())
    found: tuple[SheetRepair, ...] = ()
    if budget.repair_seconds:
        found = repairs(search, columns, _watch(budget, budget.repair_seconds))
    return SheetVerdict("impossible", True, {}, found)


def _has_way(search: HandSearch, explored: Explored, budget: SearchBudget) -> bool:
    """Whether a way to the end is found soon, in other orders than that in which not all was looked at."""
    used_up = _watch(budget, budget.seconds * (1 - SHARE_OF_ALL))
    known = dict(explored.led)
    return any(
        explore(search, used_up, most=MOST_FOR_A_WAY, first=True, known=known, order=order).ended
        for order in (slowest_first(search), evenly(search))
    )


def _watch(budget: SearchBudget, seconds: float) -> Callable[[int], bool]:
    """Whether so many seconds of computing are over, or nobody waits any longer."""
    until = thread_time() + seconds if seconds else inf
    return lambda places: thread_time() >= until or budget.stopped(places)


def _of_figures(
    search: HandSearch, explored: Explored, columns: Columns
) -> Mapping[tuple[Account, int], tuple[PossibleHand, ...]]:
    """The hands of each figure that lie on a way from the beginning of the sheet to its end."""
    live = _live(search, explored)
    found: Readings = {}
    for place in live:
        for following, each in explored.led.get(place, ()):
            if following in live:
                _note(search, found, place, following, each)
    places = {account: _that_add(column) for account, column in columns.items()}
    return {
        (account, places[account][figure]): tuple(hands.values())
        for (account, figure), hands in found.items()
    }


def _live(search: HandSearch, explored: Explored) -> set[Place]:
    """The places from which the end was reached."""
    before: dict[Place, list[Place]] = {}
    for place, led in explored.led.items():
        for following, _each in led:
            before.setdefault(following, []).append(place)
    waiting = [place for place in explored.led.keys() | before.keys() if search.is_end(place)]
    live = set(waiting)
    while waiting:
        for place in before.get(waiting.pop(), ()):
            if place not in live:
                live.add(place)
                waiting.append(place)
    return live


def _note(search: HandSearch, found: Readings, before: Place, after: Place, each: TableMove) -> None:
    hand = each.move.hand
    for figure in search.figures_read(before, after):
        found.setdefault(figure, {}).setdefault(id(each.move), PossibleHand(hand.before, hand.entry))


def _that_add(column: Sequence[Amount]) -> list[int]:
    """The places of the totals that differ from the one before."""
    return [at for at, (old, new) in enumerate(pairwise((0, *column))) if new != old]
