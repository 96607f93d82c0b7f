"""The columns about one player, read by themselves: sets of places, each place a bit of one number.

A place is how many figures of each column were read, and how many bombs the player has. A hand reads the same
number of figures wherever it fits, so it moves all places of a set at once, by the same number of bits.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import accumulate
from operator import mul, or_

from prefcount.ledger.sheet import Amount, exact
from prefcount.paper.preferans.possible_figures import FIRST_WHISTS
from prefcount.paper.preferans.sheet_moves import Parts, ways
from prefcount.paper.preferans.table_moves import Catalogue, LocalMove
from prefcount.paper.watch import TooMuch, Watch

Steps = tuple[tuple[Amount, ...], ...]
"""What is added to each column about one player, figure by figure."""
Places = int
"""A set of places: the bit of each is set."""
Shifts = list[tuple[int, Places]]
"""By how many bits places are moved, and which ones."""
MOST_BITS = 1 << 18
"""Columns with more places than this are not looked into."""


class PlayerGrid:
    """The columns about one player.

    Attributes:
        begin, end: the places at which nothing and everything was read.
        live: the places that can be reached and from which the columns can be finished, as far as can be told
            from these columns alone; nothing if they cannot have been written.
        ahead, behind: those that can be reached, and those from which the columns can be finished.
        watch: asked whether the search may go on that uses these places now.
        sums: what one hand may add to the columns; None where not all of that can be tried.
        alone: the hands that write about this player only, by how many bits they move which places.
        keeping, any_hand, ending: the same for those that keep a row of raspasy, all, and those that end one.
    """

    def __init__(
        self, steps: Steps, habit: str, table: Catalogue, group: int, aid: bool, watch: Watch
    ) -> None:
        """Walk the columns of the player at place `group`; with `aid` pools may be full. Raises GivenUp."""
        self.steps, self._habit, self._table, self._group = steps, habit, table, group
        self._strides: list[int] = [1, *accumulate((len(column) + 1 for column in steps), mul)]
        self.bits: int = self._strides[-1] * (table.most_bombs + 1)
        if self.bits > MOST_BITS:
            raise TooMuch
        self.watch = watch
        self._all = (1 << self.bits) - 1
        self._totals = [(0, *accumulate(column)) for column in steps]
        self._slices = [self._slices_of(column) for column in range(len(steps))]
        self._values = [self._values_of(column) for column in range(len(steps))]
        self._shifts: dict[int, Shifts] = {}
        self._overflow: dict[int, Places] = {}
        self._partly: dict[tuple[int, bool], Places] = {}
        self._after: dict[tuple[Places, int], Places] = {}
        self._closed: dict[tuple[Places, bool], Places] = {}
        self.begin = 1
        self.end = self._with_bombs(1 << (self._strides[-1] - 1))
        self.sums = table.all_sums(watch) if aid or table.dump_first else table.plain_sums
        self.ahead = self.behind = self.live = self._all
        if self.sums is not None:
            relaxed = self._relaxed(self.sums)
            self.ahead = spread(self._with_bombs(self.begin), relaxed)
            self.behind = spread(self.end, relaxed, moved_back)
            self.live = self.ahead & self.behind if self.ahead & self.end else 0
        self.alone: list[tuple[LocalMove, int, Places]] = []
        self.keeping, self.any_hand, self.ending = self._local()

    # --- places ----------------------------------------------------------------------------------

    def _with_bombs(self, places: Places) -> Places:
        """The same places with any number of bombs."""
        return sum(places << self._strides[-1] * bombs for bombs in range(self._table.most_bombs + 1))

    def at(self, column: int, read: int) -> Places:
        """The places at which so many figures of a column were read."""
        stride, period = self._strides[column], self._strides[column + 1]
        return ((1 << stride) - 1 << stride * read) * (self._all // ((1 << period) - 1))

    def stride(self, column: int) -> int:
        """By how many bits a place is moved where one figure of a column is read."""
        return self._strides[column]

    def read(self, column: int, places: Places) -> Iterator[int]:
        """How many figures of a column may have been read at some places."""
        if places:
            yield from (read for read in range(len(self.steps[column]) + 1) if places & self.at(column, read))

    def effective(self, column: int, places: Places) -> dict[Amount, Places]:
        """Some places by the totals of a column that stand there."""
        found: dict[Amount, Places] = {}
        for read, total in enumerate(self._totals[column]):
            here = places & self.at(column, read)
            if here:
                found[total] = found.get(total, 0) | here
        return found

    def figures(self, places: Places, by: int) -> Iterator[tuple[int, int]]:
        """The figures that are read from some places on, by their columns and their numbers in them."""
        for column in range(len(self.steps)):
            count = by % self._strides[column + 1] // self._strides[column]
            for read in range(len(self.steps[column]) - count + 1 if count else 0):
                if places & self.at(column, read):
                    yield from ((column, figure) for figure in range(read, read + count))

    # --- what hands read -------------------------------------------------------------------------

    def _slices_of(self, column: int) -> dict[Parts, Places]:
        """The next figures of a column at each place, one to so many as a hand can have written."""
        steps = self.steps[column]
        found: dict[Parts, Places] = {(): self._all}
        for first in range(len(steps)):
            for last in range(first + 1, min(first + self._table.most_read, len(steps)) + 1):
                if column or self._totals[0][last] <= self._table.fullest:
                    found[steps[first:last]] = found.get(steps[first:last], 0) | self.at(column, first)
        return found

    def _values_of(self, column: int) -> dict[Amount, Shifts]:
        """The next figures of a column by their sums."""
        found: dict[Amount, Shifts] = {}
        for figures, places in self._slices[column].items():
            by = len(figures) * self._strides[column]
            found.setdefault(exact(sum(figures)), []).append((by, places))
        return found

    def _reading(self, column: int, parts: Parts) -> Shifts:
        """Where a hand can have written these parts in a column."""
        if column == len(self.steps):
            return self._reading_bombs(parts)
        slices, stride = self._slices[column], self._strides[column]
        return [
            (len(figures) * stride, slices[figures])
            for figures in ways(parts, self._habit)
            if figures in slices
        ]

    def _reading_bombs(self, parts: Parts) -> Shifts:
        """Where a hand with such a bomb can have been played; with the most of them there may be more."""
        (change,) = parts
        most, stride = self._table.most_bombs, self._strides[-1]
        none, full = (1 << stride) - 1, (1 << stride) - 1 << stride * most
        if change > 0:
            return [(stride, self._all & ~full), (0, full)]
        return [(0, none)] if not change else [(-stride, self._all & ~none), (0, full)]

    def shifts(self, number: int) -> Shifts:
        """Where a move fits, and where that leads."""
        if number not in self._shifts:
            projection = self._table.projections[number]
            self._shifts[number] = self._combined(
                self._reading(column, parts) for column, parts in projection
            )
        return self._shifts[number]

    def _combined(self, readings: Iterable[Shifts]) -> Shifts:
        shifts: Shifts = [(0, self._all)]
        for reading in readings:
            shifts = [
                (by + more, places & others)
                for by, places in shifts
                for more, others in reading
                if places & others
            ]
            if not shifts:
                break
        return shifts

    def reading(self, sums: tuple[Amount, ...]) -> Shifts:
        """Where so much is added to each column by the next figures."""
        readings = []
        for values, added in zip(self._values, sums, strict=True):
            reading = values.get(added)
            if reading is None:
                return []
            readings.append(reading)
        return self._combined(readings)

    def _relaxed(self, all_sums: frozenset[tuple[Amount, ...]]) -> Shifts:
        """Where any hand may lead, whatever is written about others."""
        found: dict[int, Places] = {}
        for sums in all_sums:
            self.watch.look()
            for by, places in self.reading(sums):
                found[by] = found.get(by, 0) | places
        return list(found.items())

    def _local(self) -> tuple[Shifts, Shifts, Shifts]:
        """Where hands lead that write about this player only: those that keep a row, all, that end one."""
        kept: dict[int, Places] = {}
        ended: dict[int, Places] = {}
        for each in self._table.local[self._group]:
            for by, places in self.shifts(each.number):
                here = places & self.live & self._dump_between(each.least, each.below)
                if here:
                    self.alone.append((each, by, here))
                    found = ended if each.ends else kept
                    found[by] = found.get(by, 0) | here
        every = {by: kept.get(by, 0) | ended.get(by, 0) for by in kept.keys() | ended.keys()}
        return list(kept.items()), list(every.items()), list(ended.items())

    def _dump_between(self, least: Amount | None, below: Amount | None) -> Places:
        if least is below is None:
            return self._all
        return sum(
            places
            for total, places in self.effective(1, self._all).items()
            if (least is None or total >= least) and (below is None or total < below)
        )

    def overflow(self, number: int, gain: Amount) -> Places:
        """Where the gain of a move that writes about this player only may meet the full pool."""
        if number not in self._overflow:
            full, totals, most = self._table.fullest, self._totals[0], self._table.most_read
            self._overflow[number] = self.partly(number, alone=True) & self.live
            if self._overflow[number]:
                self._overflow[number] &= sum(
                    self.at(0, read)
                    for read, total in enumerate(totals)
                    if total == full or (total + gain > full and full in totals[read + 1 : read + 1 + most])
                )
        return self._overflow[number]

    def partly(self, number: int, *, alone: bool) -> Places:
        """Where figures of a move can be read that gains of others, or `alone` the own one, do not change."""
        key = number, alone
        if key not in self._partly:
            fixed = [
                self._reading(column, parts)
                for column, parts in self._table.projections[number]
                if (column >= FIRST_WHISTS if alone else column == FIRST_WHISTS - 1)
            ]
            self._partly[key] = reduce(or_, (places for _by, places in self._combined(fixed)), 0)
        return self._partly[key]

    # --- where hands lead ------------------------------------------------------------------------

    def after(self, places: Places, number: int) -> Places:
        """Where a move leads from some places."""
        key = places, number
        found = self._after.get(key)
        if found is None:
            self.watch.keep(2 * self.bits)
            found = self._after[key] = moved(places, self.shifts(number)) & self.live
        return found

    def before(self, places: Places, number: int) -> Places:
        """From where a move leads to some places."""
        return moved_back(places, self.shifts(number)) & self.live

    def closed(self, places: Places, *, keeping: bool) -> Places:
        """Where hands about this player only lead; with `keeping` those that keep a row of raspasy."""
        key = places, keeping
        found = self._closed.get(key)
        if found is None:
            self.watch.keep(2 * self.bits)
            found = self._closed[key] = spread(places, self.keeping if keeping else self.any_hand)
        return found


def moved(places: Places, shifts: Shifts) -> Places:
    """Where some places are moved to."""
    found = 0
    for by, fitting in shifts:
        here = places & fitting
        if here:
            found |= here << by if by >= 0 else here >> -by
    return found


def moved_back(places: Places, shifts: Shifts) -> Places:
    """From where some places are moved to."""
    found = 0
    for by, fitting in shifts:
        found |= (places >> by if by >= 0 else places << -by) & fitting
    return found


def spread(places: Places, shifts: Shifts, step: Callable[[Places, Shifts], Places] = moved) -> Places:
    """All places that are moved to, one after the other; with `moved_back` those from which these are."""
    found = new = places
    while new:
        new = step(new, shifts) & ~found
        found |= new
    return found
