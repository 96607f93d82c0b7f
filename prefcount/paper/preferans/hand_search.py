"""An exact search for hands that could have written a sheet, over sets of places.

A place is how many figures of each column about a player were read, and how many bombs that player has. It is
a bit of one number, so that a hand moves all places of a set at once. Hands that write about one player only
can be exchanged with those about others. So between two hands that write about several players, each player
may be at any place that hands about that player alone lead to, and a node is a set of places for each. The
hands are played by the engine. Who deals is left open, because any hand may name its dealer.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from heapq import heappop, heappush
from itertools import accumulate, product
from operator import mul, or_
from typing import NamedTuple

from prefcount.games.preferans.state import PreferansState
from prefcount.ledger.sheet import Account, Amount, exact
from prefcount.paper.known_games import SearchGuard, SearchTooLarge
from prefcount.paper.preferans.table_moves import (
    ENDS_ROW,
    FIRST_WHISTS,
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
"""What is added to each column about one player, figure by figure."""
Places = int
"""A set of places: the bit of each is set."""
Shifts = list[tuple[int, Places]]
"""By how many bits places are moved, and which ones."""
MAX_COLUMN_BITS = 1 << 18
"""Columns with more places than this are not looked into."""


class PlayerGrid:
    """The columns about one player.

    Attributes:
        begin, end: the places at which nothing and everything was read.
        live: the places that can be reached and from which the columns can be finished, as far as can be told
            from these columns alone; nothing if they cannot have been written.
        ahead, behind: those that can be reached, and those from which the columns can be finished.
        guard: asked whether the search may go on that uses these places now.
        sums: what one hand may add to the columns; None where not all of that can be tried.
        alone: the hands that write about this player only, by how many bits they move which places.
        keeping, any_hand, ending: the same for those that keep a row of raspasy, all, and those that end one.
    """

    def __init__(
        self, steps: Steps, habit: str, table: Catalogue, group: int, aid: bool, guard: SearchGuard
    ) -> None:
        """Walk the columns of the player at place `group`. Raises SearchStopped."""
        self.steps, self._habit, self._table, self._group = steps, habit, table, group
        self._strides: list[int] = [1, *accumulate((len(column) + 1 for column in steps), mul)]
        self.bits: int = self._strides[-1] * (table.most_bombs + 1)
        if self.bits > MAX_COLUMN_BITS:
            raise SearchTooLarge
        self.guard = guard
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
        self.sums = table.all_sums(guard) if aid or table.dump_first else table.plain_sums
        self.ahead = self.behind = self.live = self._all
        if self.sums is not None:
            relaxed = self._relaxed(self.sums)
            self.ahead = find_reachable(self._with_bombs(self.begin), relaxed)
            self.behind = find_reachable(self.end, relaxed, shift_back)
            self.live = self.ahead & self.behind if self.ahead & self.end else 0
        self.alone: list[tuple[LocalMove, int, Places]] = []
        self.keeping, self.any_hand, self.ending = self._local()

    # --- places ----------------------------------------------------------------------------------

    def _with_bombs(self, places: Places) -> Places:
        """The same places with any number of bombs."""
        return sum(places << self._strides[-1] * bombs for bombs in range(self._table.most_bombs + 1))

    def places_at(self, column: int, read: int) -> Places:
        """The places at which so many figures of a column were read."""
        stride, period = self._strides[column], self._strides[column + 1]
        return ((1 << stride) - 1 << stride * read) * (self._all // ((1 << period) - 1))

    def stride(self, column: int) -> int:
        """By how many bits a place is moved where one figure of a column is read."""
        return self._strides[column]

    def counts_read(self, column: int, places: Places) -> Iterator[int]:
        """How many figures of a column may have been read at some places."""
        if places:
            yield from (
                read for read in range(len(self.steps[column]) + 1) if places & self.places_at(column, read)
            )

    def places_by_total(self, column: int, places: Places) -> dict[Amount, Places]:
        """Some places by the totals of a column that stand there."""
        found: dict[Amount, Places] = {}
        for read, total in enumerate(self._totals[column]):
            here = places & self.places_at(column, read)
            if here:
                found[total] = found.get(total, 0) | here
        return found

    def figures_read(self, places: Places, by: int) -> Iterator[tuple[int, int]]:
        """The figures that are read from some places on, by their columns and their numbers in them."""
        for column in range(len(self.steps)):
            count = by % self._strides[column + 1] // self._strides[column]
            for read in range(len(self.steps[column]) - count + 1 if count else 0):
                if places & self.places_at(column, read):
                    yield from ((column, figure) for figure in range(read, read + count))

    # --- what hands read -------------------------------------------------------------------------

    def _slices_of(self, column: int) -> dict[Parts, Places]:
        """The next figures of a column at each place, one to so many as a hand can have written."""
        steps = self.steps[column]
        found: dict[Parts, Places] = {(): self._all}
        for first in range(len(steps)):
            for last in range(first + 1, min(first + self._table.most_read, len(steps)) + 1):
                if column or self._totals[0][last] <= self._table.fullest:
                    found[steps[first:last]] = found.get(steps[first:last], 0) | self.places_at(column, first)
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
            for figures in ways_to_write(parts, self._habit)
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

    def shifts_adding(self, sums: tuple[Amount, ...]) -> Shifts:
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
            self.guard.check()
            for by, places in self.shifts_adding(sums):
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
            for total, places in self.places_by_total(1, self._all).items()
            if (least is None or total >= least) and (below is None or total < below)
        )

    def overflow_places(self, number: int, gain: Amount) -> Places:
        """Where the gain of a move that writes about this player only may meet the full pool."""
        if number not in self._overflow:
            full, totals, most = self._table.fullest, self._totals[0], self._table.most_read
            self._overflow[number] = self.unaffected_places(number, alone=True) & self.live
            if self._overflow[number]:
                self._overflow[number] &= sum(
                    self.places_at(0, read)
                    for read, total in enumerate(totals)
                    if total == full or (total + gain > full and full in totals[read + 1 : read + 1 + most])
                )
        return self._overflow[number]

    def unaffected_places(self, number: int, *, alone: bool) -> Places:
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

    def places_after(self, places: Places, number: int) -> Places:
        """Where a move leads from some places."""
        key = places, number
        found = self._after.get(key)
        if found is None:
            self.guard.reserve(2 * self.bits)
            found = self._after[key] = shift_places(places, self.shifts(number)) & self.live
        return found

    def places_before(self, places: Places, number: int) -> Places:
        """From where a move leads to some places."""
        return shift_back(places, self.shifts(number)) & self.live

    def reachable_alone(self, places: Places, *, keeping: bool) -> Places:
        """Where hands about this player only lead; with `keeping` those that keep a row of raspasy."""
        key = places, keeping
        found = self._closed.get(key)
        if found is None:
            self.guard.reserve(2 * self.bits)
            found = self._closed[key] = find_reachable(places, self.keeping if keeping else self.any_hand)
        return found


def shift_places(places: Places, shifts: Shifts) -> Places:
    """Where some places are moved to."""
    found = 0
    for by, fitting in shifts:
        here = places & fitting
        if here:
            found |= here << by if by >= 0 else here >> -by
    return found


def shift_back(places: Places, shifts: Shifts) -> Places:
    """From where some places are moved to."""
    found = 0
    for by, fitting in shifts:
        found |= (places >> by if by >= 0 else places << -by) & fitting
    return found


def find_reachable(
    places: Places, shifts: Shifts, step: Callable[[Places, Shifts], Places] = shift_places
) -> Places:
    """All places that are moved to, one after the other; with `shift_back` those from which these are."""
    found = new = places
    while new:
        new = step(new, shifts) & ~found
        found |= new
    return found


Columns = Mapping[Account, Sequence[Amount]]
Sets = tuple[Places, ...]
"""The places at which each player may be."""


class Node(NamedTuple):
    """Where the players may be in a row of raspasy, after all that each of them may have played alone."""

    row: int
    sets: Sets


class Edge(NamedTuple):
    """A hand that leads from one node to another.

    Attributes:
        before: where it is played.
        move: the hand; None for hands of one player that end a row of raspasy.
        after: where it leads before anybody plays on alone.
        row: the row of raspasy then.
    """

    before: Sets
    move: TableMove | None
    after: Sets
    row: int


class HandSearch:
    """The nodes of a sheet.

    Attributes:
        accounts: the columns about each player, in seat order.
        bounded: whether all can be tried that a hand may lead to.
        nodes: those that were looked at.
        edges: the hands that lead from one node to another, as this was before it became a part of others.
        last: where the last hand can be played: by it the sheet is finished.
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
        """Prepare the search at a table before its first hand. Raises SearchStopped.

        From a search in another sheet of this table the columns that both have are taken over.
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
        self._overflowing = list(self._overflows()) if aid else []
        self.bounded = all(player.sums is not None for player in self.players)
        self._follows = aid or self.table.dump_first
        self._joint = self._fitting(self.table.joint)
        self._raspasy = {row: self._fitting(moves) for row, moves in self.table.raspasy.items()}
        self.nodes: list[Node] = []
        self._looked_at: dict[int, list[tuple[Places, Node]]] = {}  # by row, with the places of all players
        self.edges: list[tuple[Node, Edge, Node]] = []
        self.last: list[tuple[Node, Sets, TableMove | None]] = []
        self._frontier = _Frontier()
        if all(player.live for player in self.players):
            self._frontier.put(self._closed(0, [player.begin for player in self.players]))

    def _fitting(self, moves: Sequence[TableMove]) -> list[TableMove]:
        """The hands that can have been played somewhere on this sheet, as far as its columns tell."""
        return [
            move
            for move in moves
            if (move.gains and self._follows)
            or all(
                self.players[index].places_after(self.players[index].live, number)
                for index, number in move.touches
            )
        ]

    def _overflows(self) -> Iterator[tuple[TableMove, Places]]:
        """The moves about one player whose gains may meet a full pool, and where."""
        for player, moves in zip(self.players, self.table.overflowing, strict=True):
            for move in moves:
                here = player.overflow_places(move.touches[0][1], move.gains[0][1])
                if here:
                    yield move, here

    def _is_game_over(self, pools: Sequence[Amount]) -> bool:
        """Whether the game is over, as `PreferansState.over` says it of pools."""
        rules = self._rules
        if rules.end == "each":
            return min(pools) >= rules.target
        return rules.end == "total" and sum(pools) >= rules.target * len(pools)

    def is_possible(self, guard: SearchGuard, *, most: int = 0) -> bool | None:
        """Whether hands could have written the sheet; None if that is not known after so many nodes more.

        It can be asked again, and goes on where it stopped. Raises SearchStopped.
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
        """Look at all nodes. Raises SearchStopped."""
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
            following = self._closed(edge.row, edge.after)
            self.edges.append((node, edge, following))
            self._frontier.put(following)

    def merged_into(self, node: Node) -> Node:
        """The node that was looked at in which another one is contained."""
        while node in self._frontier.merged:
            node = self._frontier.merged[node]
        return node

    def _closed(self, row: int, sets: Sequence[Places]) -> Node:
        """A node with all that each player may play alone."""
        keeping, both = row > 0, zip(self.players, sets, strict=True)
        return Node(row, tuple([player.reachable_alone(places, keeping=keeping) for player, places in both]))

    def values(self, column: int) -> frozenset[Amount]:
        """What a hand can add to a column, by its place among those about a player, be it in two figures."""
        sums = {added[column] for player in self.players for added in player.sums or ()}
        return frozenset(self.table.written[column] | sums) - {0}

    # --- the end of the sheet --------------------------------------------------------------------

    def _finish(self, node: Node) -> None:
        """Note whether everything may have been read, by a last hand of one player where the game is over."""
        ends = [places & player.end for player, places in zip(self.players, node.sets, strict=True)]
        if not self._is_over:
            if all(ends):
                self.last.append((node, tuple(ends), None))
            return
        for index, player in enumerate(self.players):
            if all([*ends[:index], *ends[index + 1 :]]):
                alone = player.keeping if node.row else player.any_hand
                before = 0  # where the game goes on, while the pools of the others are as in the end
                for pool, here in player.places_by_total(
                    0, node.sets[index] & shift_back(player.end, alone)
                ).items():
                    if not self._is_game_over([*self._pools[:index], pool, *self._pools[index + 1 :]]):
                        before |= here
                if before:
                    self.last.append((node, _with(ends, index, before), None))

    def _finish_with(self, node: Node, edge: Edge) -> None:
        """Note whether this hand can end the game and the columns."""
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
        """Where hands lead from a node that write about several players, or about nobody."""
        row, sets = node
        for move in self._joint:
            yield from self._played(move, sets, 0 if move.move.row == ENDS_ROW else row)
        for move, places in self._overflowing:
            index = move.touches[0][0]
            if sets[index] & places:
                here = _with(sets, index, sets[index] & places)
                yield from self._closings(move, here, 0 if move.move.row == ENDS_ROW else row)
        following = shortest_equal_row(self._rules, min(row + 1, self._rows - 1))
        for move in self._raspasy[row]:
            yield from self._played(move, sets, following)
        for index, player in enumerate(self.players if row else ()):
            ended = shift_places(sets[index], player.ending)
            if ended:
                yield Edge(sets, None, _with(sets, index, ended), 0)

    def _played(self, move: TableMove, sets: Sets, row: int) -> Iterator[Edge]:
        """Where a hand leads from some places, with what follows from its gains."""
        if move.gains and self._follows:
            yield from self._closings(move, sets, row)
        else:
            yield from self._joined(move, sets, row)

    def _joined(self, move: TableMove, sets: Sets, row: int) -> Iterator[Edge]:
        """Where a hand leads that writes just this."""
        after = list(sets)
        for index, number in move.touches:
            after[index] = self.players[index].places_after(sets[index], number)
            if not after[index]:
                return
        yield Edge(sets, move, tuple(after), row)

    def _closings(self, move: TableMove, sets: Sets, row: int) -> Iterator[Edge]:
        """Where a hand with gains leads: by the pools, and by the dumps where these change what follows."""
        table, gains = self.table, dict(move.gains)
        for chosen in product(*self._gain_cases(move, sets)):
            self._guard.check()
            dumps = tuple([dump for _pool, dump, _places in chosen]) if table.needs_dumps else None
            if not table.overflows(gains, [pool for pool, _dump, _places in chosen], dumps):
                closed = table.with_gains_resolved(move, dumps if table.dump_first else None, None)
                if len(move.touches) > 1:
                    yield from self._joined(closed, tuple([each for _pool, _dump, each in chosen]), row)
                continue
            pools_of = [
                [(pool, places)] if index in gains else self.players[index].places_by_total(0, places).items()
                for index, (pool, _dump, places) in enumerate(chosen)
            ]
            for full in product(*pools_of):
                self._guard.check()
                pools, here = zip(*full, strict=True)
                yield from self._joined(table.with_gains_resolved(move, dumps, pools), here, row)

    def _gain_cases(self, move: TableMove, sets: Sets) -> list[list[tuple[Amount, Amount, Places]]]:
        """Where a hand with gains fits, for each player: by pool and dump where that player gains."""
        gains, here = dict(move.gains), list(sets)
        for index, number in move.touches:
            if index not in gains or len(gains) == 1:
                here[index] &= self.players[index].unaffected_places(number, alone=index in gains)
            if not here[index]:
                return [[]]
        return [
            self._cases_of(self.players[index], gains[index], places) if index in gains else [(0, 0, places)]
            for index, places in enumerate(here)
        ]

    def _cases_of(
        self, player: PlayerGrid, gain: Amount, sets: Places
    ) -> list[tuple[Amount, Amount, Places]]:
        """Places of somebody who gains so much, by pool, and by as much of the dump as can be written off."""
        by_pool = player.places_by_total(0, sets).items()
        if not self.table.needs_dumps:
            return [(pool, 0, places) for pool, places in by_pool]
        standing: dict[tuple[Amount, Amount], Places] = {}
        for pool, here in by_pool:
            for dump, places in player.places_by_total(1, here).items():
                key = pool, max(0, min(dump, gain * self._rules.pool_worth))
                standing[key] = standing.get(key, 0) | places
        return [(pool, dump, places) for (pool, dump), places in standing.items()]


class _Frontier:
    """Nodes that are to be looked at. Those that differ in the places of one player only become one.

    In turns the one of which least was read, so that few are looked at in all, and the one of which most was,
    so that the end is reached soon.

    Attributes:
        merged: the nodes of which others became a part.
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
        """The next node, with those that it becomes one with; None if there is none."""
        while self._there:
            _order, node = heappop(self._least)
            if node in self._there:
                self._least, self._most = self._most, self._least
                self._take(node)
                return self._together(node)
        return None

    def _take(self, node: Node) -> None:
        self._there.discard(node)
        for index in range(len(node.sets)):
            self._alike[_key_without(node, index)].discard(node)

    def _together(self, node: Node) -> Node:
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
            node, index = Node(node.row, _with(node.sets, index, places)), 0
            self.merged |= {part: node for part in parts if part != node}
        return node


def _with(sets: Sequence[Places], index: int, places: Places) -> Sets:
    """The same sets with other places of one player."""
    return (*sets[:index], places, *sets[index + 1 :])


def _key_without(node: Node, index: int) -> tuple[int, int, Sets]:
    """A node but for the places of one player: those that are equal in this can become one."""
    return node.row, index, _with(node.sets, index, 0)


def are_subsets(sets: Sets, others: Sets) -> bool:
    """Whether some places are among others, player by player."""
    return all(places & other == places for places, other in zip(sets, others, strict=True))
