"""Which hands could have written a sheet: an exact search over how far its columns have been read.

A place of the search is how many figures of each column were read, with the row of raspasy and the bombs.
A move is a hand, played by the engine, whose effect equals the next figures of its columns. The totals at a
place are known, so aid, write-off and the end of the game are exact. The columns about one player are walked
by themselves first: places from which they cannot be finished are never visited. Who deals is left open, for
any hand may name its dealer.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise, product
from operator import add, sub
from typing import NamedTuple

from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.paper.possible_figures import (
    FiguresAtPool,
    accounts_about,
    possible,
    possible_at_pool,
)
from prefcount.games.preferans.paper.sheet_moves import (
    ENDS_ROW,
    NEXT_OF_ROW,
    Figures,
    Move,
    Parts,
    closing,
    figures_of,
    moves,
    same_row,
    ways,
)
from prefcount.games.preferans.state import DUMPS, POOLS, PreferansState
from prefcount.games.seats import Seats
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import NOBODY, Account
from prefcount.ledger.sheet import Sheet

Steps = tuple[tuple[Amount, ...], ...]
"""What is added to each column about one player, figure by figure."""
Node = tuple[int, ...]
"""How many figures of each column about one player were read."""
Place = tuple[int, ...]
"""The number of a node of each player, and that of the row and the bombs."""
Projection = tuple[tuple[int, Parts], ...]
"""What a move adds to the columns about one player, by their places among them."""
Columns = Mapping[Account, Sequence[Amount]]

MORE_ROWS = 12
"""Raspasy in a row can be so many more than figures stand on the paper, for some write nothing."""
MOST_ROWS = 60
_NOWHERE = (-1, -1)
PER_MILLE = 1000
FEWEST_PARTS = 2
"""Two players can help a third one in the same hand."""
MORE_PARTS = 2
"""Where dump points or raspasy are whists, what follows from gains adds up to so many parts more."""


class TableMove(NamedTuple):
    """A move with what it adds to the columns about each player.

    Attributes:
        move: the move.
        touches: places at the table, and the numbers of what is added to the columns about who sits there.
        figures: in how many columns something is added.
    """

    move: Move
    touches: tuple[tuple[int, int], ...]
    figures: int


class Catalogue:
    """The moves of a table by what they add to the columns about each player.

    Attributes:
        projections: what moves add to the columns about a player, by their numbers.
        most_parts: the most parts that a hand adds to one column.
        most_closed: the same with what follows from its gains.
        sums: what moves add to all columns about a player at once, be it in one part or in several.
        contracts, bombed, raspasy: the moves, as `Moves` has them.
    """

    def __init__(self, rules: PreferansRules, names: tuple[str, ...], seats: Seats, rows: int) -> None:
        """The moves of players by these rules, with raspasy in rows of up to so many."""
        self.projections: list[Projection] = []
        self._numbers: dict[Projection, int] = {}
        self._columns = {
            account: (group, column)
            for group, player in enumerate(seats)
            for column, account in enumerate(accounts_about(player, seats))
        }
        found = moves(rules, names, seats, rows)
        self.contracts = [self.at_table(move, move.figures) for move in found.contracts]
        self.bombed = [self.at_table(move, move.figures) for move in found.bombed]
        self.raspasy = {
            row: [self.at_table(move, move.figures) for move in of_row]
            for row, of_row in found.raspasy.items()
        }
        self._figures: dict[tuple[int, str], frozenset[Amount]] = {}
        self._by_sums: dict[tuple[Amount, ...], list[int]] = {}
        self.most_parts = 1
        size = len(seats) + 1
        for number, projection in enumerate(self.projections):
            sums: list[Amount] = [0] * size
            for column, parts in projection:
                sums[column] = exact(sum(parts))
                self.most_parts = max(self.most_parts, len(parts))
            self._by_sums.setdefault(tuple(sums), []).append(number)
        self.sums = frozenset(self._by_sums)
        apart = rules.raspasy.to == "dump" and rules.dump_points == "dump" and not rules.raspasy.stay_fee
        more = 0 if apart and rules.made_first == "pool" else MORE_PARTS
        self.most_closed = max(self.most_parts, FEWEST_PARTS) + more

    def figures(self, column: int, habit: str) -> frozenset[Amount]:
        """What can stand as one figure in a column, by its place among those about a player.

        Without what only full pools lead to.
        """
        found = self._figures.get((column, habit))
        if found is None:
            parts = {each for projection in self.projections for at, each in projection if at == column}
            found = frozenset(figure for each in parts for way in ways(each, habit) for figure in way)
            self._figures[column, habit] = found
        return found

    def adding(self, sums: tuple[Amount, ...]) -> Sequence[int]:
        """The numbers of what adds so much to each column; without what only full pools lead to."""
        return self._by_sums.get(sums, ())

    def at_table(self, move: Move, figures: Figures) -> TableMove:
        """A move that writes these figures."""
        by_group: dict[int, list[tuple[int, Parts]]] = {}
        for account, parts in figures:
            group, column = self._columns[account]
            by_group.setdefault(group, []).append((column, parts))
        touches = []
        for group, found in sorted(by_group.items()):
            projection = tuple(found)
            number = self._numbers.setdefault(projection, len(self.projections))
            if number == len(self.projections):
                self.projections.append(projection)
            touches.append((group, number))
        return TableMove(move, tuple(touches), len(figures))


@lru_cache(maxsize=8)
def catalogue(rules: PreferansRules, names: tuple[str, ...], seats: Seats, rows: int) -> Catalogue:
    """The moves of a table, worked out once."""
    return Catalogue(rules, names, seats, rows)


class Edit(NamedTuple):
    """One slip without which the columns about a player can be finished.

    Attributes:
        kind: another "value" was to be added, a figure was "skipped", is "too-much", or was "moved".
        column: the column, by its place among those about the player.
        figure: which of its steps, from 0 on.
        value: what should be added; 0 where a figure is too much.
        to: the column to which it was to be added, where it was moved; else -1.
        at: the step of that column before which it belongs.
    """

    kind: str
    column: int
    figure: int
    value: Amount
    to: int = -1
    at: int = -1


@lru_cache(maxsize=64)
def _values(sums: frozenset[tuple[Amount, ...]], column: int) -> dict[tuple[Amount, ...], list[Amount]]:
    """What moves add to one column, by what they add to the others."""
    found: dict[tuple[Amount, ...], list[Amount]] = {}
    for each in sums | {(0,) * len(next(iter(sums)))}:
        found.setdefault((*each[:column], 0, *each[column + 1 :]), []).append(each[column])
    return found


class PlayerColumns:
    """The columns about one player, and how they can be read by themselves.

    Attributes:
        steps: what is added to each of them, figure by figure.
        nodes: the places from which they can be finished, by their numbers.
        pools, dumps: the totals there.
        begin, end: the numbers of the places at which nothing and everything was read; -1 for none.
    """

    def __init__(
        self,
        steps: Steps,
        habit: str,
        known: Catalogue,
        figures: frozenset[tuple[Amount, ...]] | None,
        at_pool: Callable[[Amount], FiguresAtPool],
        seen: dict[Steps, dict[int, list[Node]]],
    ) -> None:
        """Walk the columns.

        Args:
            steps: what is added to each column.
            habit: how whist and consolation are written, as `ways` has it.
            known: the moves of the table.
            figures: all that one hand can add to them where gains may meet full pools; else None.
            at_pool: the same for a pool that stands there before the hand.
            seen: what moves can add where these figures are the next ones, and how many of each column
                they read; whatever is found out is added.
        """
        self.steps, self._seen = steps, seen
        self._habit, self._catalogue, self._figures, self._at_pool = habit, known, figures, at_pool
        self._totals = [_totals(column) for column in steps]
        self._ends: Node = tuple(map(len, steps))
        self._led: dict[tuple[int, int], tuple[int, ...]] = {}
        self._numbered: dict[int, dict[int, tuple[int, ...]]] = {}
        self._reached = self._walk()
        self._keep(self._reached)

    def _walk(self) -> dict[Node, set[Node]]:
        """Every place that can be reached, with where it leads on."""
        reached: dict[Node, set[Node]] = {}
        waiting: list[Node] = [(0,) * len(self._ends)]
        while waiting:
            node = waiting.pop()
            if node not in reached:
                reached[node] = following = self._following(node)
                waiting += [each for each in following if each not in reached]
        return reached

    def _following(self, node: Node) -> set[Node]:
        if self._figures is None:
            fitting = self._fitting(node).values()
            return {tuple(map(add, node, each)) for read in fitting for each in read} - {node}
        read = self._read(node, self._catalogue.most_closed)
        any_hand, last_hand = self._at_pool(self._totals[0][node[0]])
        return {
            each for each, sums in read if sums in any_hand or (each == self._ends and sums in last_hand)
        } - {node}

    def _keep(self, reached: Mapping[Node, Iterable[Node]]) -> None:
        """Keep what can be finished of the places that were reached."""
        before: dict[Node, list[Node]] = {}
        for node, following in reached.items():
            for each in following:
                before.setdefault(each, []).append(node)
        live, waiting = {self._ends}, [self._ends]
        while waiting:
            for each in before.get(waiting.pop(), ()):
                if each not in live:
                    live.add(each)
                    waiting.append(each)
        self.nodes = sorted(live & reached.keys())
        self._numbers = {node: number for number, node in enumerate(self.nodes)}
        self.pools = [self._totals[0][node[0]] for node in self.nodes]
        self.dumps = [self._totals[1][node[1]] for node in self.nodes]
        self.left = [
            tuple([end - at for end, at in zip(self._ends, node, strict=True)]) for node in self.nodes
        ]
        figures = max(1, sum(self._ends))
        self.open = [sum(left) * PER_MILLE // figures for left in self.left]
        self.begin = self._numbers.get((0,) * len(self._ends), -1)
        self.end = self._numbers.get(self._ends, -1)

    def _read(self, node: Node, most: int) -> Iterator[tuple[Node, tuple[Amount, ...]]]:
        """The places ahead, and what is added to each column up to there."""
        ahead = []
        for steps, at in zip(self.steps, node, strict=True):
            choices: list[tuple[int, Amount]] = [(at, 0)]
            for step in steps[at : at + most]:
                choices.append((choices[-1][0] + 1, exact(choices[-1][1] + step)))
            ahead.append(choices)
        for chosen in product(*ahead):
            yield tuple([at for at, _sum in chosen]), tuple([added for _at, added in chosen])

    def _fitting(self, node: Node) -> dict[int, list[Node]]:
        """What moves can add at a place, and how many figures of each column they read."""
        most = self._catalogue.most_parts
        ahead = tuple([steps[at : at + most] for steps, at in zip(self.steps, node, strict=True)])
        found = self._seen.get(ahead)
        if found is None:
            found = self._seen[ahead] = {}
            for following, sums in self._read(node, most):
                for number in self._catalogue.adding(sums):
                    if self._is_way(node, following, self._catalogue.projections[number]):
                        found.setdefault(number, []).append(tuple(map(sub, following, node)))
        return found

    def edits(self) -> Iterator[Edit]:
        """The single slips without which the columns can be finished, if those about others can."""
        sums = self._catalogue.sums if self._figures is None else self._figures
        finished = self._finished(sums)
        found: set[Edit] = set()
        for node in self._reached:
            for after, added in self._read(node, self._catalogue.most_parts):
                for column, (old, new) in enumerate(zip(node, after, strict=True)):
                    if old == new:
                        found.update(self._changed(sums, finished, after, added, column))
        return iter(sorted(found))

    def _changed(
        self,
        sums: frozenset[tuple[Amount, ...]],
        finished: set[Node],
        after: Node,
        added: tuple[Amount, ...],
        column: int,
    ) -> Iterator[Edit]:
        """The slips in one column, in a hand that is right in the others."""
        at, steps = after[column], self.steps[column]
        values = _values(sums, column).get(added, ())
        beyond = (*after[:column], at + 1, *after[column + 1 :])
        if beyond in finished:
            for value in values:
                if value != steps[at]:
                    yield Edit("value" if value else "too-much", column, at, value)
            for to, other in enumerate(after):
                moved = (*added[:to], steps[at], *added[to + 1 :])
                if to != column and not added[to] and moved in sums:
                    yield Edit("moved", column, at, steps[at], to, other)
        if after in finished:
            yield from (Edit("skipped", column, at, value) for value in values if value)

    def _finished(self, sums: frozenset[tuple[Amount, ...]]) -> set[Node]:
        """Every place from which the columns can be finished."""
        known = self._catalogue
        most = known.most_parts if self._figures is None else known.most_closed
        live, waiting = {self._ends}, [self._ends]
        while waiting:
            node = waiting.pop()
            for each, added in self._read_back(node, most):
                if each not in live and added in sums:
                    live.add(each)
                    waiting.append(each)
        return live

    def _read_back(self, node: Node, most: int) -> Iterator[tuple[Node, tuple[Amount, ...]]]:
        """The places before, and what is added to each column from there on."""
        behind = []
        for steps, at in zip(self.steps, node, strict=True):
            choices: list[tuple[int, Amount]] = [(at, 0)]
            for step in steps[max(0, at - most) : at][::-1]:
                choices.append((choices[-1][0] - 1, exact(choices[-1][1] + step)))
            behind.append(choices)
        for chosen in product(*behind):
            yield tuple([at for at, _sum in chosen]), tuple([added for _at, added in chosen])

    def _is_way(self, node: Node, following: Node, projection: Projection) -> bool:
        """Whether the figures between two places are the parts of a move, or some of them together."""
        parts = dict(projection)
        return all(
            steps[old:new] in ways(parts[column], self._habit) if column in parts else old == new
            for column, (steps, old, new) in enumerate(zip(self.steps, node, following, strict=True))
        )

    def fits(self, node: int) -> Mapping[int, tuple[int, ...]]:
        """What moves can add at a place, and where that leads; all by their numbers."""
        found = self._numbered.get(node)
        if found is None:
            numbers, here = self._numbers, self.nodes[node]
            found = self._numbered[node] = {}
            for number, read in self._fitting(here).items():
                following = [tuple(map(add, here, each)) for each in read]
                led = tuple([numbers[each] for each in following if each in numbers])
                if led:
                    found[number] = led
        return found

    def led(self, node: int, number: int) -> tuple[int, ...]:
        """Where a move leads from a place, be it one that only a full pool makes."""
        key = node, number
        found = self._led.get(key)
        if found is None:
            parts = self._catalogue.projections[number]
            most = max(len(each) for _column, each in parts)
            read = (each for each, _sums in self._read(self.nodes[node], most))
            found = self._led[key] = tuple(
                self._numbers[each]
                for each in read
                if each in self._numbers and self._is_way(self.nodes[node], each, parts)
            )
        return found


def _totals(steps: Sequence[Amount]) -> tuple[Amount, ...]:
    totals: list[Amount] = [0]
    for step in steps:
        totals.append(exact(totals[-1] + step))
    return tuple(totals)


class _Index(NamedTuple):
    """The moves in one row of raspasy with some bombs.

    Attributes:
        by_first: for each place at the table, by the number of what they add there first.
        empty: those that write nothing.
        gaining: those that gain something.
    """

    by_first: tuple[dict[int, list[TableMove]], ...]
    empty: list[TableMove]
    gaining: list[TableMove]


Led = tuple[Place, TableMove]
"""A place and the move that leads there."""


class HandSearch:
    """The places of a sheet that hands lead to.

    Attributes:
        accounts: the columns about each player, in seat order.
        players: how the columns about each of them are read.
        shortened: whether a row of raspasy was longer than is thought of.
    """

    def __init__(
        self, state: PreferansState, columns: Columns, habit: str, other: "HandSearch | None" = None
    ) -> None:
        """Prepare the search.

        Args:
            state: the table before its first hand.
            columns: the running totals of every column in which something stands.
            habit: how whist and consolation are written, as `ways` has it.
            other: a search in another sheet of this table; columns that both have are not walked again.
        """
        self.state, self._rules, self._size, self.habit = state, state.rules, state.size, habit
        self.shortened = False
        self.accounts = [accounts_about(player, state.seats) for player in state.seats]
        steps = [tuple(steps_of(columns.get(each, ())) for each in about) for about in self.accounts]
        figures = sum(len(column) for about in steps for column in about)
        self._rows: int = min(figures + MORE_ROWS, MOST_ROWS) if other is None else other._rows
        most_row = max(same_row(self._rules, row) for row in range(self._rows))
        self._catalogue = catalogue(self._rules, state.names, state.seats, most_row + 1)
        self._closes = self._may_close(steps)
        self._needs_dumps = self._rules.made_first == "dump" or self._rules.dump_floor == "zero"
        allowed = possible(self._rules, self._size, most_row + 1) if self._closes else None
        at_pool = partial(possible_at_pool, self._rules, self._size, most_row + 1)
        self._known: dict[tuple[Steps, bool], PlayerColumns] = {} if other is None else dict(other._known)
        self._seen: dict[Steps, dict[int, list[Node]]] = {} if other is None else other._seen
        for each in steps:
            key = each, self._closes
            if key not in self._known:
                all_figures = None if allowed is None else allowed.figures
                self._known[key] = PlayerColumns(
                    each, habit, self._catalogue, all_figures, at_pool, self._seen
                )
        self.players = [self._known[each, self._closes] for each in steps]
        self.bounded = not self._closes or allowed is not None
        self._contexts: list[tuple[int, tuple[int, ...]]] = []
        self._context_numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self._indexes: dict[tuple[int, tuple[bool, ...]], _Index] = {}
        self._closed_moves: dict[tuple[object, ...], dict[tuple[int, int], list[TableMove]]] = {}

    def _may_close(self, steps: Sequence[Steps]) -> bool:
        """Whether something may follow from a gain that its hand does not write itself."""
        rules = self._rules
        if rules.made_first == "dump" and rules.dump_points == "dump":
            return True
        return rules.aid and any(sum(about[0]) >= rules.target for about in steps)

    # --- places ----------------------------------------------------------------------------------

    def starts(self) -> list[Place]:
        """Where nothing was read; nothing if the columns about somebody cannot be finished."""
        if any(player.begin < 0 or player.end < 0 for player in self.players):
            return []
        bombs = (0,) * self._size if self._rules.bombs else ()
        return [(*(player.begin for player in self.players), self._context(0, bombs))]

    def is_end(self, place: Place) -> bool:
        """Whether everything was read."""
        return all(player.end == node for player, node in zip(self.players, place, strict=False))

    def _context(self, row: int, bombs: tuple[int, ...]) -> int:
        key = row, bombs
        number = self._context_numbers.setdefault(key, len(self._contexts))
        if number == len(self._contexts):
            self._contexts.append(key)
        return number

    def _after(self, context: int, move: Move) -> int:
        """The row of raspasy and the bombs after a move."""
        row, bombs = self._contexts[context]
        if move.row == NEXT_OF_ROW:
            row += 1
            if row >= self._rows:
                self.shortened, row = True, self._rows - 1
            return self._context(same_row(self._rules, row), tuple([count + 1 for count in bombs]))
        if move.row == ENDS_ROW:
            row = 0
        if bombs and move.declarer != NOBODY:
            at = self.state.seats.index(move.declarer)
            bombs = tuple(max(0, count - (each == at)) for each, count in enumerate(bombs))
        return self._context(row, bombs)

    def _index(self, context: int) -> _Index:
        """The moves that there are in a row with some bombs."""
        row, bombs = self._contexts[context]
        flags = tuple(count > 0 for count in bombs)
        found = self._indexes.get((row, flags))
        if found is None:
            found = _Index(tuple({} for _player in self.players), [], [])
            for each in self._usable(row, flags):
                if each.touches:
                    group, number = each.touches[0]
                    found.by_first[group].setdefault(number, []).append(each)
                else:
                    found.empty.append(each)
                if each.move.gains:
                    found.gaining.append(each)
            self._indexes[row, flags] = found
        return found

    def _usable(self, row: int, flags: tuple[bool, ...]) -> Iterator[TableMove]:
        yield from self._catalogue.raspasy[row]
        seats = self.state.seats
        for each in self._catalogue.contracts:
            if not (flags and each.move.declarer != NOBODY and flags[seats.index(each.move.declarer)]):
                yield each
        for each in self._catalogue.bombed if flags else ():
            if flags[seats.index(each.move.declarer)]:
                yield each

    # --- where a hand leads ----------------------------------------------------------------------

    def led_to(self, place: Place) -> list[Led]:
        """Where one hand leads from a place, with that hand."""
        *nodes, context = place
        players = self.players
        pools = tuple([player.pools[node] for player, node in zip(players, nodes, strict=True)])
        if self._over(pools):
            return []
        index = self._index(context)
        found: list[Led] = []
        for each in self._fitting(nodes, index):
            if not (self._closes and each.move.gains and self._overflows(each.move, pools)):
                self._join(found, place, each)
        if self._closes:
            for (at, number), moves_of in self._closed(place, pools, index.gaining).items():
                if at < 0 or players[at].led(place[at], number):
                    for each in moves_of:
                        self._join(found, place, each)
        return found

    def _fitting(self, nodes: Sequence[int], index: _Index) -> Iterator[TableMove]:
        """The moves that fit the columns about everybody, as they are without what full pools lead to."""
        fits = [player.fits(node) for player, node in zip(self.players, nodes, strict=True)]
        for fit, by_first in zip(fits, index.by_first, strict=True):
            for number in fit:
                for each in by_first.get(number, ()):
                    if all(other in fits[at] for at, other in each.touches):
                        yield each
        yield from index.empty

    def _join(self, found: list[Led], place: Place, each: TableMove) -> None:
        """Add where a move leads from a place, if it fits the columns about everybody."""
        nodes: list[tuple[int, ...]] = [(node,) for node in place[:-1]]
        for at, number in each.touches:
            led = self.players[at].led(place[at], number)
            if not led:
                return
            nodes[at] = led
        context = self._after(place[-1], each.move)
        found += [((*chosen, context), each) for chosen in product(*nodes)]

    def _over(self, pools: tuple[Amount, ...]) -> bool:
        """Whether the game is over, as `PreferansState.over` says it of pools."""
        rules = self._rules
        if rules.end == "each":
            return min(pools) >= rules.target
        return rules.end == "total" and sum(pools) >= rules.target * self._size

    def _overflows(self, move: Move, pools: tuple[Amount, ...]) -> bool:
        """Whether more may follow from the gains of a move than it writes itself."""
        if self._rules.made_first == "dump":
            return True
        target, seats = self._rules.target, self.state.seats
        return any(pools[seats.index(player)] + gain > target for player, gain in move.gains)

    def _closed(
        self, place: Place, pools: tuple[Amount, ...], gaining: Sequence[TableMove]
    ) -> dict[tuple[int, int], list[TableMove]]:
        """The moves whose gains meet a full pool, or a dump that comes first, with all that follows.

        By where they write first, and what.
        """
        nodes = place[:-1]
        dumps: tuple[Amount, ...] = ()
        if self._needs_dumps:
            dumps = tuple(player.dumps[node] for player, node in zip(self.players, nodes, strict=True))
        key = pools, dumps, place[-1]
        found = self._closed_moves.get(key)
        if found is None:
            seats = self.state.seats
            stood = {POOLS[player]: pool for player, pool in zip(seats, pools, strict=True)}
            if dumps:
                stood |= {DUMPS[player]: dump for player, dump in zip(seats, dumps, strict=True)}
            table = self.state._replace(sheet=Sheet(stood))
            found = self._closed_moves[key] = {}
            for each in gaining:
                if self._overflows(each.move, pools):
                    closed = self._with_closing(table, each)
                    found.setdefault(closed.touches[0] if closed.touches else _NOWHERE, []).append(closed)
        return found

    def _with_closing(self, table: PreferansState, each: TableMove) -> TableMove:
        written = each.move.hand.turn.postings
        follows = closing(table, written, each.move.gains)
        return self._catalogue.at_table(each.move, figures_of((*written, *follows)))

    def can_stand(self, account: Account, column: Sequence[Amount]) -> bool:
        """Whether each figure of a column can be written by some hand, whatever else stands on the sheet."""
        if self._closes:
            return True
        place = next(about.index(account) for about in self.accounts if account in about)
        return self._catalogue.figures(place, self.habit).issuperset(steps_of(column))

    def values(self, column: int) -> frozenset[Amount]:
        """What a hand can add to a column, by its place among those about a player."""
        return frozenset(sums[column] for sums in self._catalogue.sums) - {0}

    # --- what is left ----------------------------------------------------------------------------

    def left(self, place: Place) -> tuple[Node, ...]:
        """How many figures of each column are left to be read, by the players whom they are about."""
        players = zip(self.players, place, strict=False)
        return tuple([player.left[node] for player, node in players])

    def open(self, place: Place) -> list[int]:
        """How much of the columns about each player is left, in thousandths."""
        return [player.open[node] for player, node in zip(self.players, place, strict=False)]

    def ahead(self, place: Place) -> tuple[object, ...]:
        """On what depends, besides the figures that are left, which hands can follow."""
        players = list(zip(self.players, place, strict=False))
        dumps = tuple([player.dumps[node] for player, node in players]) if self._needs_dumps else ()
        pools = tuple([player.pools[node] for player, node in players])
        return self._closes, self._contexts[place[-1]], pools, dumps, self.left(place)

    # --- what was read ---------------------------------------------------------------------------

    def figures_read(self, before: Place, after: Place) -> Iterator[tuple[Account, int]]:
        """The figures between two places, by their columns and their numbers among its steps."""
        for at, player in enumerate(self.players):
            if before[at] != after[at]:
                old, new = player.nodes[before[at]], player.nodes[after[at]]
                for account, first, last in zip(self.accounts[at], old, new, strict=True):
                    for figure in range(first, last):
                        yield account, figure


def steps_of(column: Sequence[Amount]) -> tuple[Amount, ...]:
    """What is added to a column, figure by figure; a total that is written again adds nothing."""
    return tuple(exact(new - old) for old, new in pairwise((0, *column)) if new != old)


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
