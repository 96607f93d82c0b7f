"""The grid of one player: how far the player's columns have been read, and how hands move on in them.

A player's columns are the pool, the dump, and the whists that the other players write on this player. A hand
is read off the sheet when the next unread figures of these columns are the figures that the hand writes. A
*place* says how far the columns have been read: how many figures of each column, and how many bombs the
player has. The grid has one place for each combination of these numbers.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import accumulate, product
from operator import mul, or_

from prefcount.games.preferans.scoring import WHISTS_A_POINT
from prefcount.ledger import Amount, normalize_amount
from prefcount.paper.known_games import SearchGuard, SearchTooLarge
from prefcount.paper.preferans.table_moves import FIRST_WHISTS, Catalogue, LocalMove, Parts, ways_to_write

Steps = tuple[tuple[Amount, ...], ...]
"""The amounts added to each column about one player, figure by figure."""
Places = int
"""A set of places: an integer with one bit for each place."""
Shifts = list[tuple[int, Places]]
"""Pairs: a distance in bits, and the set of places that a hand moves by this distance."""
MAX_KEPT_BITS = 100_000_000
"""The maximum size of the sets of places that are kept for a player, in case they are needed again."""
MAX_COLUMN_BITS = 1 << 18
"""The maximum number of places of a player. A sheet with more places is not searched."""


class PlayerGrid:
    """A grid of one player on one sheet: the places, and the hands that lead from one place to another.

    A *place* says how many figures are written so far in each of the player's columns (pool, dump, and
    the whists of the others on the player), and how many bombs the player has. Example: Anna's pool is 2.6,
    her dump is 4, and her other columns are empty. Then her grid has 3 × 2 = 6 places: 0, 1 or 2 figures
    written in the pool, and 0 or 1 in the dump.

    A set of places is an integer with one bit for each place, here 6 bits. A *shift* is a pair for one hand:
    the number of bits from a place before the hand to the place after it, and the set of places at which the
    hand fits. A hand that writes 2 in Anna's pool fits at the 2 places with an empty pool, because the first
    figure of the pool adds 2. It moves a place by 1 bit.

    Many methods take a hand as a `number`: the index in `Catalogue.projections` of the amounts that the hand
    adds to the columns of one player.

    A grid can contain several versions of the same columns, such as the sheet with different slips undone.
    Each version has places of its own.

    Attributes:
        begin: the set of starting places, at which nothing is written. There is one for each version.
        end: the set of places at which all figures are written, with any number of bombs.
        live: the set of places that can be passed on the way from `begin` to `end`. It is 0 if hands cannot
            lead from `begin` to `end`.
        alone: for each hand that writes in the columns of this player only, the move and its shift.
    """

    def __init__(
        self,
        versions: Sequence[Steps],
        habit: str,
        table: Catalogue,
        group: int,
        aid: bool,
        guard: SearchGuard,
    ) -> None:
        """Prepare the places of one player.

        Args:
            versions: one or more versions of the player's columns. Each has, for every column, the amounts
                that its figures add, such as 2, 4 and 6 for the totals 2.6.12.
            habit: "one" if the scorer writes whist and consolation as one figure, "two" if as two, or
                "either".
            table: the hands that can be played at the table.
            group: the index of the player in seat order.
            aid: whether a pool may get full, so that further points go to other players as aid.
            guard: the limits of time and memory.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        self.steps, self._habit, self._table, self._group = versions[0], habit, table, group
        lengths = [len(column) + 1 for column in self.steps]
        self._strides: list[int] = [1, *accumulate((*lengths, table.most_bombs + 1), mul)]
        version_bits = self._strides[-1]
        self.bits: int = version_bits * len(versions)
        if self.bits > MAX_COLUMN_BITS:
            raise SearchTooLarge
        self.guard = guard
        self._all = (1 << self.bits) - 1
        self._places_at: dict[tuple[int, int], Places] = {}
        self.versions: list[Places] = [
            (1 << version_bits) - 1 << version_bits * number for number in range(len(versions))
        ]
        self._columns: list[dict[tuple[Amount, ...], Places]] = [{} for _column in self.steps]
        for steps, places in zip(versions, self.versions, strict=True):
            for column, here in zip(steps, self._columns, strict=True):
                here[column] = here.get(column, 0) | places
        self._by_total = [self._places_of_totals(column) for column in range(FIRST_WHISTS)]
        self.full: Places = self.places_with_pool(table.fullest)
        self._slices = [self._slices_of(column) for column in range(len(self.steps))]
        self._values = [self._values_of(column) for column in range(len(self.steps))]
        self._shifts: dict[int, Shifts] = {}
        self._overflow: dict[tuple[int, Amount], Places] = {}
        self._aided: dict[tuple[int, Amount], Places] = {}
        self._partly: dict[tuple[int, bool], Places] = {}
        self._fitting: dict[int, Places] = {}
        self._after: dict[tuple[Places, int], Places] = {}
        self._reachable: dict[tuple[Places, bool], Places] = {}
        self._kept = 0
        self.begin = self._all // ((1 << version_bits) - 1)
        self.end = self._with_bombs(self.begin << (self._strides[-2] - 1))
        # The sums that one hand may add to the columns, or None if there are too many to try.
        self.sums = table.all_sums(guard) if aid or table.dump_first else table.plain_sums
        # Hands can reach the places `ahead` from `begin`, and `end` from the places `behind`.
        self.ahead = self.behind = self.live = self._all
        if self.sums is not None:
            relaxed = self._shifts_of_any_hand(self.sums)
            self.ahead = find_reachable(self._with_bombs(self.begin), relaxed)
            self.behind = find_reachable(self.end, relaxed, shift_back)
            self.live = self.ahead & self.behind if self.ahead & self.end else 0
        self.alone: list[tuple[LocalMove, int, Places]] = []
        # The shifts that keep a row of raspasy, all shifts, and the shifts that end a row.
        self.keeping, self.any_hand, self.ending = self._find_local_shifts()

    # --- places ----------------------------------------------------------------------------------

    def _with_bombs(self, places: Places) -> Places:
        return sum(places << self._strides[-2] * bombs for bombs in range(self._table.most_bombs + 1))

    def places_at(self, column: int, read: int) -> Places:
        """Return the set of places at which exactly `read` figures of one column are written.

        A place is the number of figures in each of the player's columns that hands have written so far.

        Args:
            column: the index of the column: 0 for the pool, 1 for the dump, and from 2 on for whists.
            read: the number of figures.
        """
        key = column, read
        if key not in self._places_at:
            stride, period = self._strides[column], self._strides[column + 1]
            self._places_at[key] = ((1 << stride) - 1 << stride * read) * (self._all // ((1 << period) - 1))
        return self._places_at[key]

    def stride(self, column: int) -> int:
        """Return the number of bits by which one more figure in `column` moves a place.

        A place is the number of figures in each of the player's columns that hands have written so far. A set
        of places is an integer with one bit for each place.
        """
        return self._strides[column]

    def counts_read(self, column: int, places: Places) -> Iterator[int]:
        """Yield each number of figures of a column that are written at one or more of `places`.

        A place is the number of figures in each of the player's columns that hands have written so far. If
        places with 2 and with 5 figures of the column are in `places`, this yields 2 and 5.

        Args:
            column: the index of the column: 0 for the pool, 1 for the dump, and from 2 on for whists.
            places: a set of places.
        """
        if places:
            yield from (
                read for read in range(len(self.steps[column]) + 1) if places & self.places_at(column, read)
            )

    def _places_of_totals(self, column: int) -> dict[Amount, Places]:
        found: dict[Amount, Places] = {}
        for steps, here in self._columns[column].items():
            for read, total in enumerate((0, *accumulate(steps))):
                found[total] = found.get(total, 0) | self.places_at(column, read) & here
        return found

    def places_with_pool(self, total: Amount) -> Places:
        """Return the set of places at which the figures so far bring the pool to `total`.

        A place is the number of figures in each of the player's columns that hands have written so far.
        """
        return self._by_total[0].get(total, 0)

    def places_by_total(self, column: int, places: Places) -> dict[Amount, Places]:
        """Split a set of places by the total that the pool or dump has reached there.

        A place is the number of figures in each of the player's columns that hands have written so far.

        For a pool 2.6 the keys of the result are some of the totals 0, 2 and 6. The values are sets of
        places.

        Args:
            column: 0 for the pool, or 1 for the dump.
            places: the set of places to split.
        """
        by_total = self._by_total[column].items()
        return {total: here for total, fitting in by_total if (here := places & fitting)}

    def figures_read(self, places: Places, offset: int) -> Iterator[tuple[int, int]]:
        """Yield the figures that a hand may have written, as pairs of a column and the figure's index in it.

        A place is the number of figures in each of the player's columns that hands have written so far.

        Args:
            places: the set of places before the hand.
            offset: the number of bits by which the hand moves a place. It tells how many figures are written.
        """
        for column in range(len(self.steps)):
            count = offset % self._strides[column + 1] // self._strides[column]
            for read in range(len(self.steps[column]) - count + 1 if count else 0):
                if places & self.places_at(column, read):
                    yield from ((column, figure) for figure in range(read, read + count))

    # --- what hands read -------------------------------------------------------------------------

    def _slices_of(self, column: int) -> dict[Parts, Places]:
        found: dict[Parts, Places] = {(): self._all}
        for steps, here in self._columns[column].items():
            totals = (0, *accumulate(steps))
            for first in range(len(steps)):
                places = self.places_at(column, first) & here
                for last in range(first + 1, min(first + self._table.most_read, len(steps)) + 1):
                    if column or totals[last] <= self._table.fullest:
                        found[steps[first:last]] = found.get(steps[first:last], 0) | places
        return found

    def _values_of(self, column: int) -> dict[Amount, Shifts]:
        found: dict[Amount, Shifts] = {}
        for figures, places in self._slices[column].items():
            offset = len(figures) * self._strides[column]
            found.setdefault(normalize_amount(sum(figures)), []).append((offset, places))
        return found

    def _shifts_of_parts(self, column: int, parts: Parts) -> Shifts:
        if column == len(self.steps):
            return self._shifts_of_bombs(parts)
        slices, stride = self._slices[column], self._strides[column]
        return [
            (len(figures) * stride, slices[figures])
            for figures in ways_to_write(parts, self._habit)
            if figures in slices
        ]

    def _shifts_of_bombs(self, parts: Parts) -> Shifts:
        (change,) = parts
        stride = self._strides[-2]
        none, full = (self.places_at(len(self.steps), bombs) for bombs in (0, self._table.most_bombs))
        if change > 0:
            return [(stride, self._all & ~full), (0, full)]
        return [(0, none)] if not change else [(-stride, self._all & ~none), (0, full)]

    def shifts(self, number: int) -> Shifts:
        """Return the shifts of a hand.

        A place is the number of figures in each of the player's columns that hands have written so far.

        A shift is a pair: the number of bits by which the hand moves a place, and the set of places where the
        figures of the hand come next on the sheet. A hand has several shifts if, for example, its whist and
        consolation can be one figure or two.

        Args:
            number: the hand, as an index in `Catalogue.projections`.
        """
        if number not in self._shifts:
            projection = self._table.projections[number]
            self._shifts[number] = self._combine(
                self._shifts_of_parts(column, parts) for column, parts in projection
            )
        return self._shifts[number]

    def _combine(self, readings: Iterable[Shifts]) -> Shifts:
        shifts: Shifts = [(0, self._all)]
        for reading in readings:
            shifts = [
                (offset + more, places & others)
                for offset, places in shifts
                for more, others in reading
                if places & others
            ]
            if not shifts:
                break
        return shifts

    def shifts_adding(self, sums: tuple[Amount, ...], bombs: Parts = ()) -> Shifts:
        """Return the shifts of a hand that adds these amounts.

        A place is the number of figures in each of the player's columns that hands have written so far.

        A shift is a pair: the number of bits by which the hand moves a place, and the set of places where the
        figures of the hand come next on the sheet.

        Args:
            sums: the amount that the hand adds to each column, such as (2, 0, 4, 0) for the pool, the dump,
                and the whists of two other players.
            bombs: (1,) if the hand adds a bomb, (-1,) if it uses up a bomb, (0,) if the player must have no
                bomb, or () if bombs do not matter.
        """
        readings = [self._shifts_of_bombs(bombs)] if bombs else []
        for values, added in zip(self._values, sums, strict=True):
            reading = values.get(added)
            if reading is None:
                return []
            readings.append(reading)
        return self._combine(readings)

    def _shifts_of_any_hand(self, all_sums: frozenset[tuple[Amount, ...]]) -> Shifts:
        found: dict[int, Places] = {}
        by_first = _group_by_first_two(all_sums)
        for first_two in product(self._values[0], self._values[1]):
            self.guard.check()
            for sums in by_first.get(first_two, ()):
                for offset, places in self.shifts_adding(sums):
                    found[offset] = found.get(offset, 0) | places
        return list(found.items())

    def _find_local_shifts(self) -> tuple[Shifts, Shifts, Shifts]:
        kept: dict[int, Places] = {}
        ended: dict[int, Places] = {}
        for each in self._table.local[self._group]:
            for offset, places in self.shifts(each.number):
                here = places & self.live & self._dump_between(each.least, each.below)
                if here:
                    self.alone.append((each, offset, here))
                    found = ended if each.ends else kept
                    found[offset] = found.get(offset, 0) | here
        every = {offset: kept.get(offset, 0) | ended.get(offset, 0) for offset in kept.keys() | ended.keys()}
        return list(kept.items()), list(every.items()), list(ended.items())

    def _dump_between(self, least: Amount | None, below: Amount | None) -> Places:
        if least is below is None:
            return self._all
        return sum(
            places
            for total, places in self.places_by_total(1, self._all).items()
            if (least is None or total >= least) and (below is None or total < below)
        )

    def overflow_places(self, number: int, gain: Amount) -> Places:
        """Return the set of places where a hand may give the player more points than the pool can take.

        A place is the number of figures in each of the player's columns that hands have written so far.

        Args:
            number: the hand, as an index in `Catalogue.projections`. Only this player may gain pool points.
            gain: the pool points that the player gains.
        """
        key = number, gain
        if key not in self._overflow:
            full, most = self._table.fullest, self._table.most_read
            fitting = self.unaffected_places(number, alone=True) & self.live
            self._overflow[key] = 0
            for steps, here in self._columns[0].items() if fitting else ():
                totals = (0, *accumulate(steps))
                for read, total in enumerate(totals):
                    if total == full or (total + gain > full and full in totals[read + 1 : read + 1 + most]):
                        self._overflow[key] |= fitting & here & self.places_at(0, read)
        return self._overflow[key]

    def aid_places(self, giver: int, surplus: Amount) -> Places:
        """Return the set of places where the next figures may be aid from a player with a full pool.

        A place is the number of figures in each of the player's columns that hands have written so far.

        The helper gives this player pool points, and writes whists on this player in return. The hand must
        write nothing else in the columns of this player.

        Args:
            giver: the index of the column with the whists of the helper.
            surplus: the pool points that the helper has to give away.
        """
        key = giver, surplus
        if key not in self._aided:
            price, full = WHISTS_A_POINT * self._table.rules.pool_worth, self._table.fullest
            self._aided[key] = 0
            for (pool, here), (column, there) in product(
                self._columns[0].items(), self._columns[giver].items()
            ):
                for read, (points, total) in enumerate(zip(pool, accumulate(pool), strict=True)):
                    if points == surplus or (points < surplus and total == full):
                        for figure, whists in enumerate(column):
                            if whists == points * price:
                                places = self.places_at(0, read) & self.places_at(giver, figure)
                                self._aided[key] |= self.live & here & there & places
        return self._aided[key]

    def unaffected_places(self, number: int, *, alone: bool) -> Places:
        """Return the set of places where a hand fits, judged only by columns that a full pool cannot change.

        A place is the number of figures in each of the player's columns that hands have written so far.

        If a pool is full, a gain of points is written in other columns than usual. `alone` tells to which
        columns this does not apply.

        Args:
            number: the hand, as an index in `Catalogue.projections`.
            alone: True if only this player gains points, so that only the whists are compared. False if only
                other players gain points, so that only the dump is compared.
        """
        key = number, alone
        if key not in self._partly:
            fixed = [
                self._shifts_of_parts(column, parts)
                for column, parts in self._table.projections[number]
                if (column >= FIRST_WHISTS if alone else column == FIRST_WHISTS - 1)
            ]
            self._partly[key] = reduce(or_, (places for _by, places in self._combine(fixed)), 0)
        return self._partly[key]

    # --- where hands lead ------------------------------------------------------------------------

    def places_after(self, places: Places, number: int) -> Places:
        """Return the set of places to which a hand leads from `places`.

        A place is the number of figures in each of the player's columns that hands have written so far.

        Args:
            places: the set of places before the hand.
            number: the hand, as an index in `Catalogue.projections`.
        """
        key = places, number
        found = self._after.get(key)
        if found is None:
            self._make_room()
            found = self._after[key] = shift_places(places, self.shifts(number)) & self.live
        return found

    def _make_room(self) -> None:
        if self._kept > MAX_KEPT_BITS:
            self._after.clear()
            self._reachable.clear()
            self.guard.release(self._kept)
            self._kept = 0
        self._kept += self.guard.reserve(2 * self.bits)

    def places_before(self, places: Places, number: int) -> Places:
        """Return the set of places from which a hand leads to one of `places`.

        A place is the number of figures in each of the player's columns that hands have written so far.

        Args:
            places: the set of places after the hand.
            number: the hand, as an index in `Catalogue.projections`.
        """
        return shift_back(places, self.shifts(number)) & self.live

    def fitting_places(self, number: int) -> Places:
        """Return the set of places where the next figures on the sheet are those that a hand writes.

        A place is the number of figures in each of the player's columns that hands have written so far.

        Args:
            number: the hand, as an index in `Catalogue.projections`.
        """
        if number not in self._fitting:
            self._fitting[number] = self.places_before(self.live, number)
        return self._fitting[number]

    def reachable_alone(self, places: Places, *, keeping: bool) -> Places:
        """Return `places`, and all places to which hands lead that write in the columns of this player only.

        A place is the number of figures in each of the player's columns that hands have written so far.

        Args:
            places: the set of places before these hands.
            keeping: True to leave out hands that end a row of raspasy.
        """
        key = places, keeping
        found = self._reachable.get(key)
        if found is None:
            self._make_room()
            hands = self.keeping if keeping else self.any_hand
            found = self._reachable[key] = find_reachable(places, hands) & self.live
        return found


@lru_cache(maxsize=8)
def _group_by_first_two(
    all_sums: frozenset[tuple[Amount, ...]],
) -> dict[tuple[Amount, ...], list[tuple[Amount, ...]]]:
    found: dict[tuple[Amount, ...], list[tuple[Amount, ...]]] = {}
    for sums in all_sums:
        found.setdefault(sums[:2], []).append(sums)
    return found


def shift_places(places: Places, shifts: Shifts) -> Places:
    """Return the places to which one hand leads from `places`.

    A place is the number of figures in each of a player's columns that hands have written so far.

    Args:
        places: the set of places before the hand, an integer with one bit for each place.
        shifts: the hands to try. Each is a pair: the number of bits by which the hand moves a place, and the
            set of places where the figures of the hand come next on the sheet.
    """
    found = 0
    for offset, fitting in shifts:
        here = places & fitting
        if here:
            found |= here << offset if offset >= 0 else here >> -offset
    return found


def shift_back(places: Places, shifts: Shifts) -> Places:
    """Return the places from which one hand leads to `places`.

    A place is the number of figures in each of a player's columns that hands have written so far.

    Args:
        places: the set of places after the hand, an integer with one bit for each place.
        shifts: the hands to try. Each is a pair: the number of bits by which the hand moves a place, and the
            set of places where the figures of the hand come next on the sheet.
    """
    found = 0
    for offset, fitting in shifts:
        found |= (places >> offset if offset >= 0 else places << -offset) & fitting
    return found


def find_reachable(
    places: Places, shifts: Shifts, step: Callable[[Places, Shifts], Places] = shift_places
) -> Places:
    """Return `places`, and all places to which any number of hands lead from there.

    A place is the number of figures in each of a player's columns that hands have written so far.

    Args:
        places: the set of places at the start, an integer with one bit for each place.
        shifts: the hands to try. Each is a pair: the number of bits by which the hand moves a place, and the
            set of places where the figures of the hand come next on the sheet.
        step: `shift_places` to add hands after `places`, or `shift_back` to add hands before them.
    """
    found = new = places
    while new:
        new = step(new, shifts) & ~found
        found |= new
    return found
