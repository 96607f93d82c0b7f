"""Search for hands that could have written a sheet.

Take the columns about one player: pool, dump, and the whists of the other players on that player. Reading the
sheet hand by hand moves forward in these columns. A *place* says how many figures of each column have been
read so far, and how many bombs the player has. A hand moves a player from one place to another if the next
figures are those that the hand writes.

The search works on sets of places. A set is an integer with one bit for each place, so shifting the integer
moves all its places at once. The order of hands that write about one player only does not matter to the other
players. So the search needs no nodes for them: each set already contains every place such hands lead to. A
node is one set for each player, and an edge is a hand that writes about several players or about none. Hands
could have written the sheet if a node contains the end of all columns.

The engine plays the hands. The dealer is left open, because a hand may name its dealer.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from heapq import heappop, heappush
from itertools import accumulate, product, takewhile
from operator import itemgetter, mul, or_
from typing import NamedTuple

from prefcount.games.preferans.scoring import WHISTS_A_POINT
from prefcount.games.preferans.state import PreferansState
from prefcount.ledger import Account, Amount, normalize_amount
from prefcount.paper.known_games import SearchGuard, SearchTooLarge
from prefcount.paper.preferans.table_moves import (
    ENDS_ROW,
    FIRST_WHISTS,
    NEXT_OF_ROW,
    Catalogue,
    LocalMove,
    Parts,
    TableMove,
    accounts_about,
    load_catalogue,
    max_row_length,
    shortest_equal_row,
    steps_of,
    ways_to_write,
)

Steps = tuple[tuple[Amount, ...], ...]
"""The amounts added to each column about one player, figure by figure."""
Places = int
"""A set of places: one bit for each place."""
Shifts = list[tuple[int, Places]]
"""Pairs of an offset in bits and the places that are moved by it."""
MAX_COLUMN_BITS = 1 << 18
"""The maximum number of places of a player. A sheet with more places is not searched."""


class PlayerGrid:
    """The places in the columns about one player, and how hands move between them.

    Attributes:
        begin, end: the place where nothing has been read, and the places where everything has been read.
        live: the places on a way from `begin` to `end`, as far as these columns alone can tell. 0 means that
            there are none.
        ahead, behind: the places reachable from `begin`, and the places from which `end` is reachable.
        guard: the limits of time and memory of the current search.
        full: the places where the pool is full.
        sums: the sums that one hand may add to the columns, or None if there are too many to try.
        alone: the hands that write about this player only, each with an offset and the places it fits.
        keeping, any_hand, ending: the shifts of the hands in `alone` that keep a row of raspasy, of all hands
            in `alone`, and of those that end a row.
    """

    def __init__(
        self, steps: Steps, habit: str, table: Catalogue, group: int, aid: bool, guard: SearchGuard
    ) -> None:
        """Build the grid of all places in the columns of the player with index `group`.

        Args:
            steps: the amounts added to each column about the player.
            habit: the way in which the scorer writes several parts, as for `ways_to_write`.
            table: the moves of the table.
            group: the index of the player.
            aid: whether pools may be full, so that gains become aid.
            guard: the limits of time and memory.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        self.steps, self._habit, self._table, self._group = steps, habit, table, group
        self._strides: list[int] = [1, *accumulate((len(column) + 1 for column in steps), mul)]
        self.bits: int = self._strides[-1] * (table.most_bombs + 1)
        if self.bits > MAX_COLUMN_BITS:
            raise SearchTooLarge
        self.guard = guard
        self._all = (1 << self.bits) - 1
        self._totals = [(0, *accumulate(column)) for column in steps]
        self._by_total = [self._places_of_totals(column) for column in range(FIRST_WHISTS)]
        self.full: Places = self._by_total[0].get(table.fullest, 0)
        self._slices = [self._slices_of(column) for column in range(len(steps))]
        self._values = [self._values_of(column) for column in range(len(steps))]
        self._shifts: dict[int, Shifts] = {}
        self._overflow: dict[tuple[int, Amount], Places] = {}
        self._aided: dict[tuple[int, Amount], Places] = {}
        self._partly: dict[tuple[int, bool], Places] = {}
        self._fitting: dict[int, Places] = {}
        self._after: dict[tuple[Places, int], Places] = {}
        self._reachable: dict[tuple[Places, bool], Places] = {}
        self.begin = 1
        self.end = self._with_bombs(1 << (self._strides[-1] - 1))
        self.sums = table.all_sums(guard) if aid or table.dump_first else table.plain_sums
        self.ahead = self.behind = self.live = self._all
        if self.sums is not None:
            relaxed = self._shifts_of_any_hand(self.sums)
            self.ahead = find_reachable(self._with_bombs(self.begin), relaxed)
            self.behind = find_reachable(self.end, relaxed, shift_back)
            self.live = self.ahead & self.behind if self.ahead & self.end else 0
        self.alone: list[tuple[LocalMove, int, Places]] = []
        self.keeping, self.any_hand, self.ending = self._find_local_shifts()

    # --- places ----------------------------------------------------------------------------------

    def _with_bombs(self, places: Places) -> Places:
        return sum(places << self._strides[-1] * bombs for bombs in range(self._table.most_bombs + 1))

    def places_at(self, column: int, read: int) -> Places:
        """Return the places at which `read` figures of a column have been read."""
        stride, period = self._strides[column], self._strides[column + 1]
        return ((1 << stride) - 1 << stride * read) * (self._all // ((1 << period) - 1))

    def stride(self, column: int) -> int:
        """Return the offset in bits by which places move if one figure of a column is read."""
        return self._strides[column]

    def counts_read(self, column: int, places: Places) -> Iterator[int]:
        """Yield each number of figures that may have been read of a column at the given places."""
        if places:
            yield from (
                read for read in range(len(self.steps[column]) + 1) if places & self.places_at(column, read)
            )

    def _places_of_totals(self, column: int) -> dict[Amount, Places]:
        found: dict[Amount, Places] = {}
        for read, total in enumerate(self._totals[column]):
            found[total] = found.get(total, 0) | self.places_at(column, read)
        return found

    def places_by_total(self, column: int, places: Places) -> dict[Amount, Places]:
        """Group places by the running total of the pool (column 0) or the dump (column 1)."""
        by_total = self._by_total[column].items()
        return {total: here for total, fitting in by_total if (here := places & fitting)}

    def figures_read(self, places: Places, offset: int) -> Iterator[tuple[int, int]]:
        """Yield column and index of each figure between `places` and the places `offset` further on."""
        for column in range(len(self.steps)):
            count = offset % self._strides[column + 1] // self._strides[column]
            for read in range(len(self.steps[column]) - count + 1 if count else 0):
                if places & self.places_at(column, read):
                    yield from ((column, figure) for figure in range(read, read + count))

    # --- what hands read -------------------------------------------------------------------------

    def _slices_of(self, column: int) -> dict[Parts, Places]:
        """Return each run of figures that one hand can have written, with the places just before the run."""
        steps = self.steps[column]
        found: dict[Parts, Places] = {(): self._all}
        for first in range(len(steps)):
            for last in range(first + 1, min(first + self._table.most_read, len(steps)) + 1):
                if column or self._totals[0][last] <= self._table.fullest:
                    found[steps[first:last]] = found.get(steps[first:last], 0) | self.places_at(column, first)
        return found

    def _values_of(self, column: int) -> dict[Amount, Shifts]:
        """Return the shifts of one hand in a column, by the amount that the hand adds."""
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
        """Return the shifts for a change in the number of bombs.

        A player at `most_bombs` may have more bombs, and so may stay there.
        """
        (change,) = parts
        most, stride = self._table.most_bombs, self._strides[-1]
        none, full = (1 << stride) - 1, (1 << stride) - 1 << stride * most
        if change > 0:
            return [(stride, self._all & ~full), (0, full)]
        return [(0, none)] if not change else [(-stride, self._all & ~none), (0, full)]

    def shifts(self, number: int) -> Shifts:
        """Return the shifts of the projection with this number."""
        if number not in self._shifts:
            projection = self._table.projections[number]
            self._shifts[number] = self._combine(
                self._shifts_of_parts(column, parts) for column, parts in projection
            )
        return self._shifts[number]

    def _combine(self, readings: Iterable[Shifts]) -> Shifts:
        """Return the shifts that fit in all columns at once, from the shifts of each column."""
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

    def shifts_adding(self, sums: tuple[Amount, ...]) -> Shifts:
        """Return the shifts of a hand that adds `sums` to the columns."""
        readings = []
        for values, added in zip(self._values, sums, strict=True):
            reading = values.get(added)
            if reading is None:
                return []
            readings.append(reading)
        return self._combine(readings)

    def _shifts_of_any_hand(self, all_sums: frozenset[tuple[Amount, ...]]) -> Shifts:
        """Return the shifts of all hands that add one of `all_sums` to the columns about this player."""
        found: dict[int, Places] = {}
        by_first = _group_by_first_two(all_sums)
        for first_two in product(self._values[0], self._values[1]):
            self.guard.check()
            for sums in by_first.get(first_two, ()):
                for offset, places in self.shifts_adding(sums):
                    found[offset] = found.get(offset, 0) | places
        return list(found.items())

    def _find_local_shifts(self) -> tuple[Shifts, Shifts, Shifts]:
        """Return the values of `keeping`, `any_hand` and `ending`, and append their hands to `alone`."""
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
        """Return the places at which the gain of a move may overflow the pool, if no other player gains."""
        key = number, gain
        if key not in self._overflow:
            full, totals, most = self._table.fullest, self._totals[0], self._table.most_read
            self._overflow[key] = self.unaffected_places(number, alone=True) & self.live
            if self._overflow[key]:
                self._overflow[key] &= sum(
                    self.places_at(0, read)
                    for read, total in enumerate(totals)
                    if total == full or (total + gain > full and full in totals[read + 1 : read + 1 + most])
                )
        return self._overflow[key]

    def aid_places(self, giver: int, surplus: Amount) -> Places:
        """Return the places where this player may be the first to get aid from `surplus`.

        The hand writes nothing else about this player. `giver` is the column with the whists of the
        player who gives aid.
        """
        key = giver, surplus
        if key not in self._aided:
            price, full = WHISTS_A_POINT * self._table.rules.pool_worth, self._table.fullest
            self._aided[key] = self.live & reduce(
                or_,
                (
                    self.places_at(0, read) & self.places_at(giver, figure)
                    for read, points in enumerate(self.steps[0])
                    if points == surplus or (points < surplus and self._totals[0][read + 1] == full)
                    for figure, whists in enumerate(self.steps[giver])
                    if whists == points * price
                ),
                0,
            )
        return self._aided[key]

    def unaffected_places(self, number: int, *, alone: bool) -> Places:
        """Return the places where a move fits, judged only by the columns that its gains do not change.

        These columns are the whists if the move is about this player `alone`, and else the dump.
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
        """Return the places to which the move with this number leads from `places`."""
        key = places, number
        found = self._after.get(key)
        if found is None:
            self.guard.reserve(2 * self.bits)
            found = self._after[key] = shift_places(places, self.shifts(number)) & self.live
        return found

    def places_before(self, places: Places, number: int) -> Places:
        """Return the places from which the move with this number leads to `places`."""
        return shift_back(places, self.shifts(number)) & self.live

    def fitting_places(self, number: int) -> Places:
        """Return the live places where the move with this number fits."""
        if number not in self._fitting:
            self._fitting[number] = self.places_before(self.live, number)
        return self._fitting[number]

    def reachable_alone(self, places: Places, *, keeping: bool) -> Places:
        """Return the places reachable from `places` by hands that write figures about this player only.

        If `keeping` is set, only hands that do not end a row of raspasy are used.
        """
        key = places, keeping
        found = self._reachable.get(key)
        if found is None:
            self.guard.reserve(2 * self.bits)
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
    """Return the places to which the shifts lead from `places`."""
    found = 0
    for offset, fitting in shifts:
        here = places & fitting
        if here:
            found |= here << offset if offset >= 0 else here >> -offset
    return found


def shift_back(places: Places, shifts: Shifts) -> Places:
    """Return the places from which the shifts lead to `places`."""
    found = 0
    for offset, fitting in shifts:
        found |= (places >> offset if offset >= 0 else places << -offset) & fitting
    return found


def find_reachable(
    places: Places, shifts: Shifts, step: Callable[[Places, Shifts], Places] = shift_places
) -> Places:
    """Return the places reachable from `places` by any number of shifts.

    If `step` is `shift_back`, return the places from which `places` can be reached.
    """
    found = new = places
    while new:
        new = step(new, shifts) & ~found
        found |= new
    return found


Columns = Mapping[Account, Sequence[Amount]]
Sets = tuple[Places, ...]
"""One set of places for each player."""


class Node(NamedTuple):
    """A state of the search: the length of the row of raspasy, and a set of places for each player."""

    row: int
    sets: Sets


class Edge(NamedTuple):
    """A hand that leads from one node to another.

    Attributes:
        before: the places where the hand can be played.
        move: the hand, or None for hands about one player that end a row of raspasy.
        after: the places that the hand leads to.
        row: the length of the row of raspasy after the hand.
    """

    before: Sets
    move: TableMove | None
    after: Sets
    row: int


class _PlayableMove(NamedTuple):
    """A move that fits in the columns of a sheet.

    Attributes:
        fits: the players that the move writes about, each with the places where it may fit.
        resolves: whether the gains of the move may have further effects there.
    """

    move: TableMove
    fits: list[tuple[int, Places]]
    resolves: bool = False


class HandSearch:
    """The search for hands behind the columns of one sheet.

    Attributes:
        accounts: the columns about each player, in seat order.
        bounded: whether every result of a hand can be tried.
        nodes: the expanded nodes.
        edges: the hands between nodes. The second node may have been merged into another (see `merged_into`).
        last: the ways to finish the sheet, each as a node, the places before the last hand, and the last
            hand. This hand is None if it writes about one player only, or if no last hand is needed.
    """

    def __init__(
        self,
        state: PreferansState,
        columns: Columns,
        habit: str,
        guard: SearchGuard,
        other: "HandSearch | None" = None,
        *,
        usual: bool = False,
    ) -> None:
        """Prepare the search at a table before its first hand. If `usual` is set, only common hands are used.

        If `other` is a search at the same table, its hands are used, and its grids for equal columns.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        self.usual: bool = usual if other is None else other.usual
        self.state, self._rules, self.habit, self._guard = state, state.rules, habit, guard
        self.accounts = [accounts_about(player, state.seats) for player in state.seats]
        steps = [tuple(steps_of(columns.get(each, ())) for each in about) for about in self.accounts]
        if other is None:
            figures = sum(len(column) for about in steps for column in about)
            self._rows: int = max_row_length(figures)
            most_row = max(shortest_equal_row(self._rules, row) for row in range(self._rows))
            self.table = load_catalogue(guard, self._rules, state.names, state.seats, most_row + 1, usual)
        else:
            self._rows, self.table = other._rows, other.table
        self._pools = [sum(about[0]) for about in steps]
        self._is_over = self._is_game_over(self._pools)
        aid = self._rules.aid and max(self._pools) >= self._rules.target
        self.grids: dict[tuple[int, Steps, bool], PlayerGrid] = {}
        for index, about in enumerate(steps):
            key = index, about, aid
            known = None if other is None else other.grids.get(key)
            self.grids[key] = known or PlayerGrid(about, habit, self.table, index, aid, guard)
            self.grids[key].guard = guard
        self.players = list(self.grids.values())
        self.bounded = all(player.sums is not None for player in self.players)
        self._follows = aid or self.table.dump_first
        self._aids_alone = self._rules.dump_points == "dump" and not self.table.dump_first
        self._playable: list[_PlayableMove] = []
        joint = self._add_playable(self.table.joint, aid) | sum(
            self._add_playable(moves, aid, alone=True) for moves in self.table.overflowing
        )
        self._of_row: dict[int, int] = {
            row: joint | self._add_playable(moves, aid) for row, moves in self.table.raspasy.items()
        }
        self._fitting: list[dict[Places, int]] = [{} for _player in self.players]
        self._closed: dict[tuple[object, ...], TableMove | None] = {}
        self.nodes: list[Node] = []
        self._looked_at: dict[int, list[tuple[Places, Node]]] = {}
        self.edges: list[tuple[Node, Edge, Node]] = []
        self.last: list[tuple[Node, Sets, TableMove | None]] = []
        self._frontier = _Frontier()
        if all(player.live for player in self.players):
            self._frontier.put(self._make_node(0, [player.begin for player in self.players]))

    def _add_playable(self, moves: Sequence[TableMove], aid: bool, *, alone: bool = False) -> int:
        """Add the moves that fit somewhere, and return their numbers as a set of bits.

        Of moves about one player `alone` only the gains that overflow a pool are added.
        """
        before, players = len(self._playable), self.players
        for move in moves if all(player.live for player in players) else ():
            gains = dict(move.gains)
            single = len(gains) == 1 and (alone or not self.table.dump_first)
            if not alone and (single or not gains or not self._follows):
                fits = ((index, players[index].fitting_places(number)) for index, number in move.touches)
                self._add_fitting(move, fits, resolves=False)
            if gains and (aid if single else self._follows):
                self._add_fitting(move, self._fits_of_gains(move, single), resolves=True)
        return (1 << len(self._playable)) - (1 << before)

    def _add_fitting(self, move: TableMove, fits: Iterable[tuple[int, Places]], *, resolves: bool) -> None:
        kept = list(takewhile(itemgetter(1), fits))
        if len(kept) == len(move.touches):
            self._playable.append(_PlayableMove(move, kept, resolves))

    def _fits_of_gains(self, move: TableMove, single: bool) -> Iterator[tuple[int, Places]]:
        """Yield, for each player, the places where a move with gains may fit.

        If `single` is set, the player with the gain must be where the gain overflows the pool.
        """
        gains = dict(move.gains)
        for index, number in move.touches:
            player = self.players[index]
            if index not in gains:
                yield index, player.live & player.unaffected_places(number, alone=False)
            elif single:
                yield index, player.overflow_places(number, gains[index])
            elif len(gains) == 1:
                yield index, player.live & player.unaffected_places(number, alone=True)
            else:
                yield index, player.live

    def _finds_aid(self, move: TableMove, sets: Sequence[Places], pool: Amount) -> bool:
        """Return whether another player may get aid if the only gain of a move overflows `pool`."""
        ((giver, gain),) = move.gains
        touched, surplus, are_full = dict(move.touches), pool + gain - self.table.fullest, True
        for index, player in enumerate(self.players):
            if index != giver:
                column = FIRST_WHISTS + (giver - index - 1) % len(self.players)
                written = dict(self.table.projections[touched[index]]) if index in touched else {}
                if 0 in written or column in written or not self._aids_alone:
                    return True
                if sets[index] & player.aid_places(column, surplus):
                    return True
                are_full = are_full and sets[index] & player.full != 0
        return are_full

    def _fitting_moves(self, node: Node) -> Iterator[_PlayableMove]:
        """Yield the moves that fit in the columns of each player at some of the places of a node."""
        numbers = self._of_row[node.row]
        for index, places in enumerate(node.sets):
            known = self._fitting[index]
            if places not in known:
                self._guard.reserve(len(self._playable))
                known[places] = sum(
                    1 << number
                    for number, each in enumerate(self._playable)
                    if all(other != index or places & here for other, here in each.fits)
                )
            numbers &= known[places]
        while numbers:
            lowest = numbers & -numbers
            numbers ^= lowest
            yield self._playable[lowest.bit_length() - 1]

    def _is_game_over(self, pools: Sequence[Amount]) -> bool:
        rules = self._rules
        if rules.end == "each":
            return min(pools) >= rules.target
        return rules.end == "total" and sum(pools) >= rules.target * len(pools)

    def is_possible(self, guard: SearchGuard, *, most: int = 0) -> bool | None:
        """Return whether hands could have written the sheet, or None if it is not decided yet.

        If `most` is not 0, at most this number of nodes is expanded. The next call continues the search.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        self._guard = guard
        until = len(self.nodes) + most
        while not self.last:
            node = self._frontier.pop()
            if node is None:
                return False
            if most and len(self.nodes) >= until:
                self._frontier.put(node)
                return None
            self._expand(node)
        return True

    def expand_all(self) -> None:
        """Expand all nodes.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        while (node := self._frontier.pop()) is not None:
            self._expand(node)

    def _expand(self, node: Node) -> None:
        self._guard.nodes += 1
        self._guard.reserve(2 * sum(player.bits for player in self.players))
        all_places = 0
        for player, places in zip(self.players, node.sets, strict=True):
            all_places = all_places << player.bits | places
        looked_at = self._looked_at.setdefault(node.row, [])
        for other_places, other in looked_at:
            if all_places & other_places == all_places:
                if node != other:
                    self._frontier.merged[node] = other
                return
        looked_at.append((all_places, node))
        self.nodes.append(node)
        self._finish(node)
        for edge in self.successors(node):
            self._guard.check()
            if self._is_over:
                self._finish_with(node, edge)
            following = self._make_node(edge.row, edge.after)
            self.edges.append((node, edge, following))
            self._frontier.put(following)

    def merged_into(self, node: Node) -> Node:
        """Return the node into which `node` was merged, or `node` itself."""
        while node in self._frontier.merged:
            node = self._frontier.merged[node]
        return node

    def _make_node(self, row: int, sets: Sequence[Places]) -> Node:
        """Return the node of `sets`, extended by all places that hands about one player only lead to."""
        keeping, both = row > 0, zip(self.players, sets, strict=True)
        return Node(row, tuple([player.reachable_alone(places, keeping=keeping) for player, places in both]))

    def values(self, column: int) -> frozenset[Amount]:
        """Return the amounts that a hand can add to the column with this index, in one figure or two."""
        sums = {added[column] for player in self.players for added in player.sums or ()}
        return frozenset(self.table.written[column] | sums) - {0}

    # --- the end of the sheet --------------------------------------------------------------------

    def _finish(self, node: Node) -> None:
        """Add a node to `last` if the sheet is finished there, or by one more hand about one player only."""
        ends = [places & player.end for player, places in zip(self.players, node.sets, strict=True)]
        if not self._is_over:
            if all(ends):
                self.last.append((node, tuple(ends), None))
            return
        for index, player in enumerate(self.players):
            if all([*ends[:index], *ends[index + 1 :]]):
                alone = player.keeping if node.row else player.any_hand
                before = 0  # places where the game is not over yet if all other pools are final
                for pool, here in player.places_by_total(
                    0, node.sets[index] & shift_back(player.end, alone)
                ).items():
                    if not self._is_game_over([*self._pools[:index], pool, *self._pools[index + 1 :]]):
                        before |= here
                if before:
                    self.last.append((node, _with_places(ends, index, before), None))

    def _finish_with(self, node: Node, edge: Edge) -> None:
        players = self.players
        if edge.move is None or not all(
            places & player.end for places, player in zip(edge.after, players, strict=True)
        ):
            return
        before = [places & player.end for places, player in zip(edge.before, players, strict=True)]
        for index, number in edge.move.touches:
            before[index] = edge.before[index] & players[index].places_before(players[index].end, number)
        if all(before):
            least = [
                min(player.places_by_total(0, places)) for places, player in zip(before, players, strict=True)
            ]
            if not self._is_game_over(least):
                self.last.append((node, tuple(before), edge.move))

    # --- where hands lead ------------------------------------------------------------------------

    def successors(self, node: Node) -> Iterator[Edge]:
        """Yield the edges from a node: hands about several players or none, and hands that end a row."""
        row, sets = node
        following = shortest_equal_row(self._rules, min(row + 1, self._rows - 1))
        for each in self._fitting_moves(node):
            effect = each.move.move.row
            after = following if effect == NEXT_OF_ROW else 0 if effect == ENDS_ROW else row
            if each.resolves:
                yield from self._resolve_gains(each, sets, after)
            else:
                yield from self._join(each.move, sets, after)
        for index, player in enumerate(self.players if row else ()):
            ended = shift_places(sets[index], player.ending) & player.live
            if ended:
                yield Edge(sets, None, _with_places(sets, index, ended), 0)

    def _join(self, move: TableMove, sets: Sets, row: int) -> Iterator[Edge]:
        """Yield the edge of a hand that writes exactly the figures of `move`, if they fit."""
        after = list(sets)
        for index, number in move.touches:
            after[index] = self.players[index].places_after(sets[index], number)
            if not after[index]:
                return
        yield Edge(sets, move, tuple(after), row)

    def _resolve_gains(self, each: "_PlayableMove", sets: Sets, row: int) -> Iterator[Edge]:
        """Yield the edges of a hand with gains, one for each effect of the gains on pools and dumps."""
        move, table, gains, here = each.move, self.table, dict(each.move.gains), list(sets)
        for index, fitting in each.fits:
            here[index] &= fitting
        found: _Effects = {}
        for chosen in product(
            *(
                self._cases_of(player, gains[index], places) if index in gains else [(0, 0, places)]
                for index, (player, places) in enumerate(zip(self.players, here, strict=True))
            )
        ):
            self._guard.check()
            dumps = tuple([dump for _pool, dump, _places in chosen]) if table.needs_dumps else None
            if not table.overflows(gains, [pool for pool, _dump, _places in chosen], dumps):
                closed = table.with_gains_resolved(move, dumps if table.dump_first else None, None)
                if len(move.touches) > 1:
                    yield from self._join(closed, tuple([each for _pool, _dump, each in chosen]), row)
                continue
            if len(gains) == 1 and not self._finds_aid(move, here, chosen[move.gains[0][0]][0]):
                continue
            pools_of = [
                [(pool, places)] if index in gains else self.players[index].places_by_total(0, places).items()
                for index, (pool, _dump, places) in enumerate(chosen)
            ]
            for full in product(*pools_of):
                self._guard.check()
                pools, places_of = zip(*full, strict=True)
                if (overflown := self._overflown(move, dumps, pools)) is not None:
                    found[overflown.touches, places_of] = overflown
        for (_touches, places_of), closed in _merge_equal_effects(found).items():
            yield from self._join(closed, places_of, row)

    def _overflown(
        self, move: TableMove, dumps: tuple[Amount, ...] | None, pools: tuple[Amount, ...]
    ) -> TableMove | None:
        """Return a move with its gains resolved at these pools, or None if it does not fit in the columns."""
        key = id(move), dumps, pools
        if key not in self._closed:
            self._closed[key] = None
            if self._is_game_over(pools):
                return None
            closed = self._closed[key] = self.table.with_gains_resolved(move, dumps, pools)
            for index, number in closed.touches:
                player = self.players[index]
                if pools[index] not in player.places_by_total(0, player.fitting_places(number)):
                    self._closed[key] = None
        return self._closed[key]

    def _cases_of(
        self, player: PlayerGrid, gain: Amount, sets: Places
    ) -> list[tuple[Amount, Amount, Places]]:
        """Group the places of a player by the pool, and by the part of the dump that `gain` can write off."""
        by_pool = player.places_by_total(0, sets).items()
        if not self.table.needs_dumps:
            return [(pool, 0, places) for pool, places in by_pool]
        standing: dict[tuple[Amount, Amount], Places] = {}
        for pool, here in by_pool:
            for dump, places in player.places_by_total(1, here).items():
                key = pool, max(0, min(dump, gain * self._rules.pool_worth))
                standing[key] = standing.get(key, 0) | places
        return [(pool, dump, places) for (pool, dump), places in standing.items()]


_Effects = dict[tuple[tuple[tuple[int, int], ...], Sets], TableMove]
"""The effects of a move, by the figures that it writes and by places where it writes them."""


def _merge_equal_effects(effects: _Effects) -> _Effects:
    """Merge equal effects of a move at places that differ for one player only."""
    for index in range(len(next(iter(effects))[1])) if len(effects) > 1 else ():
        merged: dict[tuple[tuple[tuple[int, int], ...], Sets], tuple[Places, TableMove]] = {}
        for (touches, sets), move in effects.items():
            key = touches, _with_places(sets, index, 0)
            merged[key] = merged.get(key, (0, move))[0] | sets[index], move
        effects = {
            (touches, _with_places(sets, index, places)): move
            for (touches, sets), (places, move) in merged.items()
        }
    return effects


class _Frontier:
    """The nodes to expand. Nodes that differ in the places of one player only are merged.

    Attributes:
        merged: the nodes that were merged, each with the node that contains it now.
    """

    def __init__(self) -> None:
        self._least: list[tuple[int, Node]] = []
        self._most: list[tuple[int, Node]] = []
        self._there: set[Node] = set()
        self.merged: dict[Node, Node] = {}
        self._alike: dict[tuple[int, int, Sets], set[Node]] = {}

    def put(self, node: Node) -> None:
        if node not in self._there and node not in self.merged:
            self._there.add(node)
            for index in range(len(node.sets)):
                self._alike.setdefault(_key_without(node, index), set()).add(node)
            least = sum((places & -places).bit_length() for places in node.sets)
            heappush(self._least, (least, node))
            heappush(self._most, (-least, node))

    def pop(self) -> Node | None:
        """Return the next node, merged with nodes that differ in one player only, or None if no node is left.

        Calls alternate between the node where least has been read, so that few nodes are expanded, and the
        node where most has been read, so that the end is reached soon.
        """
        while self._there:
            _order, node = heappop(self._least)
            if node in self._there:
                self._least, self._most = self._most, self._least
                self._take(node)
                return self._merge(node)
        return None

    def _take(self, node: Node) -> None:
        self._there.discard(node)
        for index in range(len(node.sets)):
            self._alike[_key_without(node, index)].discard(node)

    def _merge(self, node: Node) -> Node:
        index = 0
        while index < len(node.sets):
            others = self._alike.get(_key_without(node, index))
            if not others:
                index += 1
                continue
            places, parts = node.sets[index], [node, *others]
            for other in parts[1:]:
                places |= other.sets[index]
                self._take(other)
            node, index = Node(node.row, _with_places(node.sets, index, places)), 0
            self.merged |= {part: node for part in parts if part != node}
        return node


def _with_places(sets: Sequence[Places], index: int, places: Places) -> Sets:
    return (*sets[:index], places, *sets[index + 1 :])


def _key_without(node: Node, index: int) -> tuple[int, int, Sets]:
    """Return a key that is equal for nodes that differ in the places of one player only."""
    return node.row, index, _with_places(node.sets, index, 0)


def are_subsets(sets: Sets, others: Sets) -> bool:
    """Return whether the places of each player in `sets` are also in `others`."""
    return all(places & other == places for places, other in zip(sets, others, strict=True))
