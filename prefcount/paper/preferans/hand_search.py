"""Whether hands could have written a sheet: an exact search over sets of places.

Hands that write about one player only can be exchanged with those about others. So between two hands that
write about several players, each player may be at any place that hands about that player alone lead to, and
a node is a set of places for each. The hands are played by the engine; who deals is left open, for any hand
may name its dealer.
"""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import product
from typing import NamedTuple

from prefcount.games.preferans.state import PreferansState
from prefcount.ledger.sheet import Account, Amount
from prefcount.paper.preferans.player_grid import Places, PlayerGrid, Steps, moved, moved_back
from prefcount.paper.preferans.possible_figures import accounts_about, most_rows, steps_of
from prefcount.paper.preferans.sheet_moves import ENDS_ROW, same_row
from prefcount.paper.preferans.table_moves import TableMove, catalogue
from prefcount.paper.watch import Watch

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
        watch: Watch,
        other: "HandSearch | None" = None,
        *,
        usual: bool = False,
    ) -> None:
        """Prepare the search at a table before its first hand, for usual hands or for all. Raises GivenUp.

        From a search in another sheet of this table the columns that both have are taken over.
        """
        self.usual: bool = usual if other is None else other.usual
        self.state, self._rules, self.habit, self._watch = state, state.rules, habit, watch
        self.accounts = [accounts_about(player, state.seats) for player in state.seats]
        steps = [tuple(steps_of(columns.get(each, ())) for each in about) for about in self.accounts]
        if other is None:
            figures = sum(len(column) for about in steps for column in about)
            self._rows: int = most_rows(figures)
            most_row = max(same_row(self._rules, row) for row in range(self._rows))
            self.table = catalogue(watch, self._rules, state.names, state.seats, most_row + 1, usual)
        else:
            self._rows, self.table = other._rows, other.table
        self._pools = [sum(about[0]) for about in steps]
        self._is_over = self._over(self._pools)
        aid = self._rules.aid and max(self._pools) >= self._rules.target
        self.grids: dict[tuple[int, Steps, bool], PlayerGrid] = {}
        for at, about in enumerate(steps):
            key = at, about, aid
            known = None if other is None else other.grids.get(key)
            self.grids[key] = known or PlayerGrid(about, habit, self.table, at, aid, watch)
            self.grids[key].watch = watch
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
            or all(self.players[at].after(self.players[at].live, number) for at, number in move.touches)
        ]

    def _overflows(self) -> Iterator[tuple[TableMove, Places]]:
        """The moves about one player whose gains may meet a full pool, and where."""
        for player, moves in zip(self.players, self.table.overflowing, strict=True):
            for move in moves:
                here = player.overflow(move.touches[0][1], move.gains[0][1])
                if here:
                    yield move, here

    def _over(self, pools: Sequence[Amount]) -> bool:
        """Whether the game is over, as `PreferansState.over` says it of pools."""
        rules = self._rules
        if rules.end == "each":
            return min(pools) >= rules.target
        return rules.end == "total" and sum(pools) >= rules.target * len(pools)

    def possible(self, watch: Watch, *, most: int = 0) -> bool | None:
        """Whether hands could have written the sheet; None if that is not known after so many nodes more.

        It can be asked again, and goes on where it stopped. Raises GivenUp.
        """
        self._watch = watch
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
        """Look at all nodes. Raises GivenUp."""
        while (node := self._frontier.pop()) is not None:
            self._expand(node)

    def _expand(self, node: Node) -> None:
        self._watch.nodes += 1
        self._watch.keep(2 * sum(player.bits for player in self.players))
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
            self._watch.look()
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
        return Node(row, tuple([player.closed(places, keeping=keeping) for player, places in both]))

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
        for at, player in enumerate(self.players):
            if all([*ends[:at], *ends[at + 1 :]]):
                alone = player.keeping if node.row else player.any_hand
                before = 0  # where the game goes on, while the pools of the others are as in the end
                for pool, here in player.effective(0, node.sets[at] & moved_back(player.end, alone)).items():
                    if not self._over([*self._pools[:at], pool, *self._pools[at + 1 :]]):
                        before |= here
                if before:
                    self.last.append((node, _with(ends, at, before), None))

    def _finish_with(self, node: Node, edge: Edge) -> None:
        """Note whether this hand can end the game and the columns."""
        players = self.players
        if edge.move is None or not all(
            places & player.end for places, player in zip(edge.after, players, strict=True)
        ):
            return
        before = [places & player.end for places, player in zip(edge.before, players, strict=True)]
        for at, number in edge.move.touches:
            before[at] = edge.before[at] & players[at].before(players[at].end, number)
        if all(before):
            least = [min(player.effective(0, places)) for places, player in zip(before, players, strict=True)]
            if not self._over(least):
                self.last.append((node, tuple(before), edge.move))

    # --- where hands lead ------------------------------------------------------------------------

    def successors(self, node: Node) -> Iterator[Edge]:
        """Where hands lead from a node that write about several players, or about nobody."""
        row, sets = node
        for move in self._joint:
            yield from self._played(move, sets, 0 if move.move.row == ENDS_ROW else row)
        for move, places in self._overflowing:
            at = move.touches[0][0]
            if sets[at] & places:
                here = _with(sets, at, sets[at] & places)
                yield from self._closings(move, here, 0 if move.move.row == ENDS_ROW else row)
        following = same_row(self._rules, min(row + 1, self._rows - 1))
        for move in self._raspasy[row]:
            yield from self._played(move, sets, following)
        for at, player in enumerate(self.players if row else ()):
            ended = moved(sets[at], player.ending)
            if ended:
                yield Edge(sets, None, _with(sets, at, ended), 0)

    def _played(self, move: TableMove, sets: Sets, row: int) -> Iterator[Edge]:
        """Where a hand leads from some places, with what follows from its gains."""
        if move.gains and self._follows:
            yield from self._closings(move, sets, row)
        else:
            yield from self._joined(move, sets, row)

    def _joined(self, move: TableMove, sets: Sets, row: int) -> Iterator[Edge]:
        """Where a hand leads that writes just this."""
        after = list(sets)
        for at, number in move.touches:
            after[at] = self.players[at].after(sets[at], number)
            if not after[at]:
                return
        yield Edge(sets, move, tuple(after), row)

    def _closings(self, move: TableMove, sets: Sets, row: int) -> Iterator[Edge]:
        """Where a hand with gains leads: by the pools, and by the dumps where these change what follows."""
        table, gains = self.table, dict(move.gains)
        for chosen in product(*self._standings(move, sets)):
            self._watch.look()
            dumps = tuple([dump for _pool, dump, _places in chosen]) if table.needs_dumps else None
            if not table.overflows(gains, [pool for pool, _dump, _places in chosen], dumps):
                closed = table.closed(move, dumps if table.dump_first else None, None)
                if len(move.touches) > 1:
                    yield from self._joined(closed, tuple([each for _pool, _dump, each in chosen]), row)
                continue
            pools_of = [
                [(pool, places)] if at in gains else self.players[at].effective(0, places).items()
                for at, (pool, _dump, places) in enumerate(chosen)
            ]
            for full in product(*pools_of):
                self._watch.look()
                pools, here = zip(*full, strict=True)
                yield from self._joined(table.closed(move, dumps, pools), here, row)

    def _standings(self, move: TableMove, sets: Sets) -> list[list[tuple[Amount, Amount, Places]]]:
        """Where a hand with gains fits, for each player: by pool and dump where that player gains."""
        gains, here = dict(move.gains), list(sets)
        for at, number in move.touches:
            if at not in gains or len(gains) == 1:
                here[at] &= self.players[at].partly(number, alone=at in gains)
            if not here[at]:
                return [[]]
        return [
            self._standing(self.players[at], gains[at], places) if at in gains else [(0, 0, places)]
            for at, places in enumerate(here)
        ]

    def _standing(
        self, player: PlayerGrid, gain: Amount, sets: Places
    ) -> list[tuple[Amount, Amount, Places]]:
        """Places of somebody who gains so much, by pool, and by as much of the dump as can be written off."""
        by_pool = player.effective(0, sets).items()
        if not self.table.needs_dumps:
            return [(pool, 0, places) for pool, places in by_pool]
        standing: dict[tuple[Amount, Amount], Places] = {}
        for pool, here in by_pool:
            for dump, places in player.effective(1, here).items():
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
            for at in range(len(node.sets)):
                self._alike.setdefault(_but(node, at), set()).add(node)
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
        for at in range(len(node.sets)):
            self._alike[_but(node, at)].discard(node)

    def _together(self, node: Node) -> Node:
        at = 0
        while at < len(node.sets):
            others = self._alike.get(_but(node, at))
            if not others:
                at += 1
                continue
            places, parts = node.sets[at], [node, *others]
            for other in parts[1:]:
                places |= other.sets[at]
                self._take(other)
            node, at = Node(node.row, _with(node.sets, at, places)), 0
            self.merged |= {part: node for part in parts if part != node}
        return node


def _with(sets: Sequence[Places], at: int, places: Places) -> Sets:
    """The same sets with other places of one player."""
    return (*sets[:at], places, *sets[at + 1 :])


def _but(node: Node, at: int) -> tuple[int, int, Sets]:
    """A node but for the places of one player: those that are equal in this can become one."""
    return node.row, at, _with(node.sets, at, 0)


def within(sets: Sets, others: Sets) -> bool:
    """Whether some places are among others, player by player."""
    return all(places & other == places for places, other in zip(sets, others, strict=True))
