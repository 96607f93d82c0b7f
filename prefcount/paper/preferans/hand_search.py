"""Search for hands that could have written a sheet.

A player's columns are the pool, the dump, and the whists that the other players write on this player. Reading
the sheet hand by hand moves forward in these columns. A *place* of a player says how many figures of each
column have been read so far, and how many bombs the player has. A hand leads from one place to another if the
next figures are those that the hand writes.

The search works on sets of places. A set is an integer with one bit for each place, so shifting the integer
moves all its places at once. A *node* is one set of places for each player: all that can be reached by the
hands read so far. An *edge* is a hand that leads from one node to another.

Some hands write in the columns of one player only. Their order does not matter to the other players, so the
search needs no nodes for them: each set already contains every place to which such hands lead. All other
hands are edges. Hands could have written the sheet if a node contains the end of all columns.

A *version* is the sheet with the columns of one player changed, for example with a slip undone. One search
can test many versions at once.

The engine plays the hands. The dealer is left open, because a hand may name its dealer.
"""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import chain, cycle, product, takewhile
from operator import itemgetter
from typing import NamedTuple

from prefcount.games.preferans.state import PreferansState
from prefcount.ledger import Account, Amount
from prefcount.paper.known_games import SearchGuard
from prefcount.paper.preferans.player_grid import (
    Places,
    PlayerGrid,
    Steps,
    find_reachable,
    shift_back,
    shift_places,
)
from prefcount.paper.preferans.table_moves import (
    ENDS_ROW,
    FIRST_WHISTS,
    NEXT_OF_ROW,
    TableMove,
    accounts_about,
    count_rows,
    load_catalogue,
    max_row_length,
    shortest_equal_row,
    steps_of,
)

LEAST_BEFORE_MOST = 3
"""The number of nodes with least read that are expanded for each node with most read."""

Columns = Mapping[Account, Sequence[Amount]]


def _steps_of_versions(about: Sequence[Account], sheets: Sequence[Columns]) -> tuple[Steps, ...]:
    steps = tuple(tuple(tuple(steps_of(sheet.get(each, ()))) for each in about) for sheet in sheets)
    return steps[:1] if len(set(steps)) == 1 else steps


Sets = tuple[Places, ...]
"""One set of places for each player."""


class Node(NamedTuple):
    """A state of the search: how many figures of the sheet the hands so far may have written.

    A place is the number of figures in each of a player's columns that hands have written so far. A set of
    places is an integer with one bit for each place.

    Attributes:
        row: the current number of raspasy in a row.
        sets: for each player in seat order, the set of places that the player may have reached.
    """

    row: int
    sets: Sets


class Edge(NamedTuple):
    """A hand that leads from one `Node` of a search to another.

    A place is the number of figures in each of a player's columns that hands have written so far. A set of
    places is an integer with one bit for each place.

    Attributes:
        before: for each player, the set of places before the hand.
        move: the hand. None means any hand that writes only in the columns of one player and ends a row of
            raspasy.
        after: for each player, the set of places after the hand.
        row: the number of raspasy in a row after the hand.
    """

    before: Sets
    move: TableMove | None
    after: Sets
    row: int


class _Case(NamedTuple):
    pool: Amount
    dump: Amount
    overflows: bool


class _Expanded(NamedTuple):
    others: Places  # the places of all players but one, side by side
    varied: Places  # those places of this one player that were expanded
    node: Node


class _PlayableMove(NamedTuple):
    move: TableMove
    fits: list[tuple[int, Places]]
    resolves: bool  # The figures may change because a pool is full or a dump is written off.
    takers: tuple[tuple[int, int], ...]  # (player, column of the giver's whists, or -1 for any place)


class HandSearch:
    """One search for hands that could have written one sheet.

    Example: the sheet has only a 2 in Anna's pool. The search begins at the node where nothing is written,
    and finds that a made contract of six leads to the end of all columns.

    A place is the number of figures in each of a player's columns that hands have written so far. A node has
    one set of places for each player.

    Attributes:
        accounts: for each player in seat order, the accounts of the pool, the dump, and the whists of the
            others on the player.
        live: for each player, the set of places that lie on a way from the empty sheet to its end.
        bounded: whether all hands of the table can be tried. If not, no sheet can be proved impossible.
        nodes: the nodes from which the next hands have been tried.
        overlaps: pairs of a node and an earlier node that share places. The hands that may follow the shared
            places were only tried at the earlier node.
        edges: the hands found, each between the node before the hand and the node after it.
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
        versions: Sequence[Columns] = ({},),
    ) -> None:
        """Prepare a search that begins with the first hand of a table.

        Args:
            state: the table before its first hand.
            columns: the running totals of all columns.
            habit: "one" if the scorer writes whist and consolation as one figure, "two" if as two, or
                "either".
            guard: the limits of time and memory.
            other: an earlier search at the same table, whose list of hands is used again to save time.
            usual: True to leave out uncommon hands: blind bids, and contracts more than 4 tricks off.
            versions: the sheets to test at once. Each is a dict with the columns in which it differs from
                `columns`. These columns belong to one player, and have as many figures in all versions.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        self.usual: bool = usual if other is None else other.usual
        self.state, self._rules, self.habit, self._guard = state, state.rules, habit, guard
        self.accounts = [accounts_about(player, state.seats) for player in state.seats]
        sheets = [{**columns, **version} for version in versions]
        steps = [_steps_of_versions(about, sheets) for about in self.accounts]
        if other is None:
            figures = sum(len(column) for about in steps for column in about[0])
            self._rows: int = max_row_length(figures)
            rows = count_rows(self._rules, figures)
            self.table = load_catalogue(guard, self._rules, state.names, state.seats, rows, usual)
        else:
            self._rows, self.table = other._rows, other.table
        # The indexes of the `versions` that hands could have written.
        self.possible = set[int]()
        self._pools = [sum(about[0][0]) for about in steps]
        self._is_over = self._is_game_over(self._pools)
        aid = self._rules.aid and max(self._pools) >= self._rules.target
        self.grids: dict[tuple[int, tuple[Steps, ...], bool], PlayerGrid] = {}
        for index, about in enumerate(steps):
            key = index, about, aid
            known = None if other is None else other.grids.get(key)
            self.grids[key] = known or PlayerGrid(about, habit, self.table, index, aid, guard)
            self.grids[key].guard = guard
        self.players = list(self.grids.values())
        self._varied = max(range(len(steps)), key=lambda index: (len(steps[index]), self.players[index].bits))
        self._narrow = min({*range(len(steps))} - {self._varied}, key=lambda index: self.players[index].bits)
        self.bounded = all(player.sums is not None for player in self.players)
        self._follows = aid or self.table.dump_first
        self._aids_alone = self._rules.dump_points == "dump" and not self.table.dump_first
        self._playable: list[_PlayableMove] = []
        self._aid = aid
        joint = self._add_playable(self.table.joint, aid) | sum(
            self._add_playable(moves, aid, alone=True) for moves in self.table.overflowing
        )
        self._of_row: dict[int, int] = {
            row: joint | self._add_playable(moves, aid) for row, moves in self.table.raspasy.items()
        }
        self.live: list[Places] = self._find_live(self._playable)
        self._fits: list[list[tuple[int, Places]]] = [[] for _player in self.players]
        for number, each in enumerate(self._playable):
            for index, here in each.fits:
                self._fits[index].append((1 << number, here & self.live[index]))
        self._fitting: list[dict[Places, int]] = [{} for _player in self.players]
        self._closed: dict[tuple[object, ...], TableMove | None] = {}
        self._effects: dict[tuple[object, ...], list[tuple[TableMove, Sets]]] = {}
        self._cases: dict[tuple[int, Amount, Places], tuple[_Case, ...]] = {}
        self._case_places: dict[tuple[int, Amount], dict[_Case, Places]] = {}
        self.nodes: list[Node] = []
        # By the number of raspasy in a row, and by the places of the player who has the fewest.
        self._expanded: dict[int, dict[Places, list[_Expanded]]] = {}
        self.overlaps: set[tuple[Node, Node]] = set()
        self.edges: list[tuple[Node, Edge, Node]] = []
        # Each is a node, the places before the last hand, and this hand or None.
        self.last: list[tuple[Node, Sets, TableMove | None]] = []
        self._frontier = _Frontier()
        self._has_versions = len(versions) > 1
        self._undecided = self.live[self._varied]
        if all(self.live):
            self._frontier.put(self._make_node(0, [player.begin for player in self.players]))

    def _add_playable(self, moves: Sequence[TableMove], aid: bool, *, alone: bool = False) -> int:
        before = len(self._playable)
        if all(player.live for player in self.players):
            self._playable += self._find_playable(moves, aid, alone=alone)
        return (1 << len(self._playable)) - (1 << before)

    def _find_playable(
        self, moves: Sequence[TableMove], aid: bool, *, alone: bool, free: int = -1
    ) -> Iterator[_PlayableMove]:
        for move in moves:
            gains = dict(move.gains)
            single = len(gains) == 1 and (alone or not self.table.dump_first)
            touches = [touch for touch in move.touches if touch[0] != free]
            if not alone and (single or not gains or not self._follows):
                fits = ((index, self.players[index].fitting_places(number)) for index, number in touches)
                kept = list(takewhile(itemgetter(1), fits))
                if len(kept) == len(touches):
                    yield _PlayableMove(move, kept, False, ())
            if gains and (aid if single else self._follows):
                kept = list(takewhile(itemgetter(1), self._fits_of_gains(move, touches, single)))
                if len(kept) == len(touches):
                    takers = tuple(self._takers_of_aid(move)) if len(gains) == 1 else ()
                    yield _PlayableMove(move, kept, True, takers)

    def _fits_of_gains(
        self, move: TableMove, touches: Sequence[tuple[int, int]], single: bool
    ) -> Iterator[tuple[int, Places]]:
        gains = dict(move.gains)
        for index, number in touches:
            player = self.players[index]
            if index not in gains:
                yield index, player.live & player.unaffected_places(number, alone=False)
            elif single:
                yield index, player.overflow_places(number, gains[index])
            elif len(gains) == 1:
                yield index, player.live & player.unaffected_places(number, alone=True)
            else:
                yield index, player.live

    def _finds_aid(self, each: "_PlayableMove", sets: Sequence[Places], pool: Amount) -> bool:
        ((_giver, gain),) = each.move.gains
        surplus, are_full = pool + gain - self.table.fullest, True
        for index, column in each.takers:
            if column < 0 or sets[index] & self.players[index].aid_places(column, surplus):
                return True
            are_full = are_full and sets[index] & self.players[index].full != 0
        return are_full

    def _takers_of_aid(self, move: TableMove) -> Iterator[tuple[int, int]]:
        ((giver, _gain),) = move.gains
        touched = dict(move.touches)
        for index in range(len(self.players)):
            if index != giver:
                column = FIRST_WHISTS + (giver - index - 1) % len(self.players)
                written = dict(self.table.projections[touched[index]]) if index in touched else {}
                anywhere = 0 in written or column in written or not self._aids_alone
                yield index, -1 if anywhere else column

    def _fitting_moves(self, node: Node) -> Iterator[_PlayableMove]:
        numbers = self._of_row[node.row]
        for index, places in enumerate(node.sets):
            known = self._fitting[index]
            if places not in known:
                self._guard.reserve(len(self._playable))
                known[places] = ~sum([number for number, here in self._fits[index] if not places & here])
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
        """Return whether hands could have written the sheet, or None if the search pauses before it knows.

        Args:
            guard: the limits of time and memory.
            most: the number of nodes to try before the search pauses, or 0 to search to the end. The next
                call goes on where this one paused.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        self._guard = guard
        until = len(self.nodes) + most
        while self._undecided:
            node = self._frontier.pop()
            if node is None:
                self._undecided = 0
                break
            if most and len(self.nodes) >= until:
                self._frontier.put(node)
                return None
            undecided = node.sets[self._varied] & self._undecided
            if undecided:
                self._expand(Node(node.row, _with_places(node.sets, self._varied, undecided)))
        return bool(self.last)

    def live_versions(self) -> list[int]:
        """Return the indexes of the `versions` given to the search that a quick test leaves possible.

        The test does not search for hands. The other versions are certainly impossible.
        """
        live = self.live[self._varied] if all(self.live) else 0
        return [number for number, places in enumerate(self.players[self._varied].versions) if places & live]

    def expand_all(self) -> None:
        """Find all hands that could have written the sheet, once `is_possible` has returned true.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        while (node := self._frontier.pop()) is not None:
            self._expand(node)

    def _expand(self, node: Node) -> None:
        self._guard.nodes += 1
        self._guard.reserve(2 * sum(player.bits for player in self.players))
        rest = self._places_to_expand(node)
        if not rest:
            return
        self.nodes.append(node)
        part = Node(node.row, _with_places(node.sets, self._varied, rest))
        self._finish(node)
        for edge in self.successors(part):
            self._guard.check()
            if self._is_over:
                self._finish_with(node, edge)
            following = self._make_node(edge.row, edge.after)
            if not self._has_versions:
                self.edges.append((node, edge, following))
            self._frontier.put(following)

    def _places_to_expand(self, node: Node) -> Places:
        others, left = 0, node.sets[self._varied]
        for index, places in enumerate(node.sets):
            others = others << self.players[index].bits | (places if index != self._varied else 0)
        narrow = node.sets[self._narrow]
        groups = self._expanded.setdefault(node.row, {})
        for of_narrow, group in groups.items():
            for known in group if narrow & of_narrow == narrow else ():
                if others & known.others == others and left & known.varied:
                    left &= ~known.varied
                    if not self._has_versions:
                        self.overlaps.add((node, known.node))
                    if not left:
                        return 0
        groups.setdefault(narrow, []).append(_Expanded(others, left, node))
        return left

    def merged_into(self, node: Node) -> Node:
        """Return the node into which the search has merged `node`, or `node` itself if it is not merged.

        To save time, the search merges nodes that differ only in the places of one player.
        """
        while node in self._frontier.merged:
            node = self._frontier.merged[node]
        return node

    def _make_node(self, row: int, sets: Sequence[Places]) -> Node:
        keeping, all_three = row > 0, zip(self.players, sets, self.live, strict=True)
        return Node(
            row,
            tuple(
                [player.reachable_alone(places, keeping=keeping) & live for player, places, live in all_three]
            ),
        )

    def values(self, column: int) -> frozenset[Amount]:
        """Return the amounts that hands can write as one figure in a column.

        Args:
            column: 0 for pools, 1 for dumps, and from 2 on for whists.
        """
        sums = {added[column] for player in self.players for added in player.sums or ()}
        return frozenset(self.table.written[column] | sums) - {0}

    def may_be_mended(self, index: int) -> bool:
        """Return whether the sheet may become possible if only the columns of one player are changed.

        Args:
            index: the index of the player in seat order.
        """
        moves = chain(self.table.joint, *self.table.raspasy.values())
        overflowing = chain.from_iterable(self.table.overflowing)
        fitting = [
            *self._find_playable(list(moves), self._aid, alone=False, free=index),
            *self._find_playable(list(overflowing), self._aid, alone=True, free=index),
        ]
        return all(self._find_live(fitting, index))

    def _find_live(self, playable: Sequence[_PlayableMove], free: int = -1) -> list[Places]:
        live = [player.live or index == free for index, player in enumerate(self.players)]
        while self.bounded and all(live):
            playable = [each for each in playable if all(places & live[index] for index, places in each.fits)]
            before, live = (
                live,
                [
                    here if index == free else self._live_of(index, here, playable)
                    for index, here in enumerate(live)
                ],
            )
            if live == before:
                break
        return live

    def _live_of(self, index: int, live: Places, fitting: Sequence[_PlayableMove]) -> Places:
        player, shifts = self.players[index], dict[int, Places]()
        numbers = {dict(each.move.touches).get(index) for each in fitting if not each.resolves} - {None}
        sums = {each for move in fitting if move.resolves for each in self.table.sums_of(move.move, index)}
        for offset, places in chain(
            player.any_hand,
            *(player.shifts(number) for number in numbers if number is not None),
            *(player.shifts_adding(*each) for each in sums),
        ):
            shifts[offset] = shifts.get(offset, 0) | places & live
        ways = list(shifts.items())
        return (
            live
            & find_reachable(player.begin & live, ways)
            & find_reachable(player.end & live, ways, shift_back)
        )

    # --- the end of the sheet --------------------------------------------------------------------

    def _finish(self, node: Node) -> None:
        ends = [places & player.end for player, places in zip(self.players, node.sets, strict=True)]
        if not self._is_over:
            if all(ends):
                self._add_last(node, tuple(ends), None)
            return
        for index, player in enumerate(self.players):
            if all([*ends[:index], *ends[index + 1 :]]):
                before = 0  # places where the game is not over yet if all other pools are final
                for pool, here in player.places_by_total(
                    0, node.sets[index] & shift_back(player.end, player.any_hand)
                ).items():
                    if not self._is_game_over([*self._pools[:index], pool, *self._pools[index + 1 :]]):
                        before |= here
                if before:
                    self._add_last(node, _with_places(ends, index, before), None)

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
            by_total = [
                player.places_by_total(0, places) for places, player in zip(before, players, strict=True)
            ]
            least = list(map(min, by_total))
            for index, totals in enumerate(by_total):
                before[index] = 0
                for pool, places in totals.items():
                    if not self._is_game_over([*least[:index], pool, *least[index + 1 :]]):
                        before[index] |= places
            if all(before):
                self._add_last(node, tuple(before), edge.move)

    def _add_last(self, node: Node, sets: Sets, move: TableMove | None) -> None:
        self.last.append((node, sets, move))
        for number, places in enumerate(self.players[self._varied].versions):
            if sets[self._varied] & places:
                self.possible.add(number)
                self._undecided &= ~places

    # --- where hands lead ------------------------------------------------------------------------

    def successors(self, node: Node) -> Iterator[Edge]:
        """Yield an edge for each hand that may follow `node`.

        A node has a set of places for each player. A place is the number of figures in each of the player's
        columns that hands have written so far.

        A hand that writes only in the columns of one player gets an edge only if it ends a row of raspasy.
        Otherwise `node` already contains the places after it.

        Args:
            node: the state of the search before these hands.
        """
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
            ended = shift_places(sets[index], player.ending) & self.live[index]
            if ended:
                yield Edge(sets, None, _with_places(sets, index, ended), 0)

    def _join(self, move: TableMove, sets: Sets, row: int) -> Iterator[Edge]:
        after = list(sets)
        for index, number in move.touches:
            after[index] = self.players[index].places_after(sets[index], number) & self.live[index]
            if not after[index]:
                return
        yield Edge(sets, move, tuple(after), row)

    def _resolve_gains(self, each: "_PlayableMove", sets: Sets, row: int) -> Iterator[Edge]:
        move, gains, here = each.move, dict(each.move.gains), list(sets)
        for index, fitting in each.fits:
            here[index] &= fitting
        if len(gains) == 1:
            ((giver, gain),) = move.gains
            of_giver = self._cases_of(giver, gain, here[giver])
            kept = [case for case in of_giver if not case.overflows or self._finds_aid(each, here, case.pool)]
            if not kept:
                return
            if len(kept) < len(of_giver):
                here[giver] &= sum([self._places_of_cases(giver, gain)[case] for case in kept])
        cases = [self._cases_of(index, gains.get(index, 0), places) for index, places in enumerate(here)]
        key = id(move), *cases
        if key not in self._effects:
            self._effects[key] = self._find_effects(move, gains, cases)
        for closed, fitting_sets in self._effects[key]:
            both = zip(here, fitting_sets, strict=True)
            yield from self._join(closed, tuple([places & fitting for places, fitting in both]), row)

    def _find_effects(
        self, move: TableMove, gains: Mapping[int, Amount], cases: Sequence[Sequence[_Case]]
    ) -> list[tuple[TableMove, Sets]]:
        found: _Effects = {}
        places_of = [self._places_of_cases(index, gains.get(index, 0)) for index in range(len(cases))]
        self._guard.check()
        for chosen in product(*cases):
            dumps = tuple([case.dump for case in chosen]) if self.table.needs_dumps else None
            closed: TableMove | None = None
            if True in [case.overflows for case in chosen]:
                closed = self._overflown(move, dumps, tuple([case.pool for case in chosen]))
            elif len(move.touches) > 1:
                closed = self.table.with_gains_resolved(move, dumps if self.table.dump_first else None, None)
            if closed is not None:
                places = tuple([places_of[index][case] for index, case in enumerate(chosen)])
                found[closed.touches, places] = closed
        return [(closed, sets) for (_touches, sets), closed in _merge_equal_effects(found).items()]

    def _overflown(
        self, move: TableMove, dumps: tuple[Amount, ...] | None, pools: tuple[Amount, ...]
    ) -> TableMove | None:
        key = id(move), dumps, pools
        if key not in self._closed:
            self._closed[key] = None
            if self._is_game_over(pools):
                return None
            closed = self._closed[key] = self.table.with_gains_resolved(move, dumps, pools)
            for index, number in closed.touches:
                player = self.players[index]
                if not player.fitting_places(number) & player.places_with_pool(pools[index]):
                    self._closed[key] = None
        return self._closed[key]

    def _cases_of(self, index: int, gain: Amount, places: Places) -> tuple[_Case, ...]:
        key = index, gain, places
        if key not in self._cases:
            self._guard.reserve(0)
            every_case = self._places_of_cases(index, gain).items()
            self._cases[key] = tuple(case for case, fitting in every_case if places & fitting)
        return self._cases[key]

    def _places_of_cases(self, index: int, gain: Amount) -> dict[_Case, Places]:
        key = index, gain
        if key not in self._case_places:
            player, found = self.players[index], self._case_places.setdefault(key, {})
            for pool, here in player.places_by_total(0, player.live).items():
                by_dump = player.places_by_total(1, here) if gain and self.table.needs_dumps else {0: here}
                for dump, places in by_dump.items():
                    overflows = self.table.overflows(gain, pool, dump)
                    case = _Case(pool, max(0, min(dump, gain * self._rules.pool_worth)), overflows)
                    found[case] = found.get(case, 0) | places
        return self._case_places[key]


_Effects = dict[tuple[tuple[tuple[int, int], ...], Sets], TableMove]
"""The effects of a move, by the figures that it writes and by places where it writes them."""


def _merge_equal_effects(effects: _Effects) -> _Effects:
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
    def __init__(self) -> None:
        self._least: list[tuple[int, Node]] = []
        self._most: list[tuple[int, Node]] = []
        self._queues = cycle((*[self._least] * LEAST_BEFORE_MOST, self._most))
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
        if not self._there:
            return None
        queue = next(self._queues)
        node = heappop(queue)[1]
        while node not in self._there:
            node = heappop(queue)[1]
        self._take(node)
        return self._merge(node)

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
    return node.row, index, _with_places(node.sets, index, 0)


def are_subsets(sets: Sets, others: Sets) -> bool:
    """Return whether, for each player, all places in `sets` are also in `others`.

    A place is the number of figures in each of a player's columns that hands have written so far.

    Args:
        sets: a set of places for each player, as an integer with one bit for each place.
        others: the sets to compare with, in the same order.
    """
    return all(places & other == places for places, other in zip(sets, others, strict=True))
