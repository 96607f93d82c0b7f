"""Which hands could have written a sheet: an exact search over how far its columns have been read.

A place of the search is how many figures of each column were read, with the row of raspasy and the bombs.
A move is a hand, played by the engine, whose effect equals the next figures of its columns. The totals at a
place are known, so aid, write-off and the end of the game are exact. The columns about one player are walked
by themselves first: places from which they cannot be finished are never visited. Who deals is left open, for
any hand may name its dealer.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from typing import NamedTuple

from prefcount.games.preferans.paper.player_columns import Node, PlayerColumns, Steps
from prefcount.games.preferans.paper.possible_figures import accounts_about, possible, possible_at_pool
from prefcount.games.preferans.paper.sheet_moves import (
    ENDS_ROW,
    NEXT_OF_ROW,
    Move,
    closing,
    figures_of,
    same_row,
)
from prefcount.games.preferans.paper.table_moves import TableMove, catalogue
from prefcount.games.preferans.state import DUMPS, POOLS, PreferansState
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import NOBODY, Account
from prefcount.ledger.sheet import Sheet

Place = tuple[int, ...]
"""The number of a node of each player, and that of the row and the bombs."""
Columns = Mapping[Account, Sequence[Amount]]

MORE_ROWS = 12
"""Raspasy in a row can be so many more than figures stand on the paper, for some write nothing."""
MOST_ROWS = 60
ANY_ROW = -1
"""Stands for every row of raspasy, where the next hand is none."""
_NOWHERE = (-1, -1)


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


class _MovesBefore(NamedTuple):
    """The moves after which a row of raspasy has some length, and the row that each of them needs.

    Attributes:
        moves: by what they add.
        rows: lengths, or `ANY_ROW`, by the identity of the move.
    """

    moves: _Index
    rows: Mapping[int, int]


Led = tuple[Place, TableMove]
"""A place and the move that leads there."""


class _KnownTable:
    """What was found out about a table whatever stands on its sheet.

    Attributes:
        contexts: rows of raspasy with bombs, by their numbers.
        context_numbers: these numbers.
        seen: what moves can add where some figures are the next ones about a player.
        indexes: the moves in a row of raspasy, by the players who have bombs.
        before: the moves before a row of raspasy.
        closed_moves: the moves whose gains meet a full pool, by pools, dumps and moves.
        to_pools: the same by the pools to which they lead.
        closed_to_pools: the same by these pools and all that may have been before.
    """

    def __init__(self) -> None:
        self.contexts: list[tuple[int, tuple[int, ...]]] = []
        self.context_numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self.seen: dict[Steps, dict[int, list[Node]]] = {}
        self.indexes: dict[tuple[int, tuple[bool, ...]], _Index] = {}
        self.before: dict[int, _MovesBefore] = {}
        self.closed_moves: dict[tuple[object, ...], dict[tuple[int, int], list[TableMove]]] = {}
        self.to_pools: dict[tuple[object, ...], dict[tuple[Amount, ...], list[TableMove]]] = {}
        self.closed_to_pools: dict[
            tuple[object, ...], dict[tuple[int, int], list[tuple[TableMove, tuple[Amount, ...]]]]
        ] = {}


class HandSearch:
    """The places of a sheet that hands lead to.

    Attributes:
        accounts: the columns about each player, in seat order.
        players: how the columns about each of them are read.
        closes: whether more may follow from a gain than its hand writes itself.
        shortened: whether a row of raspasy was longer than is thought of.
    """

    def __init__(
        self,
        state: PreferansState,
        columns: Columns,
        habit: str,
        other: "HandSearch | None" = None,
        opened: int = -1,
    ) -> None:
        """Prepare the search.

        Args:
            state: the table before its first hand.
            columns: the running totals of every column in which something stands.
            habit: how whist and consolation are written, as `ways` has it.
            other: a search in another sheet of this table; columns that both have are not walked again.
            opened: the place of a player in whose columns a figure may be wrong; -1 for nobody.
        """
        self.state, self._rules, self._size, self.habit = state, state.rules, state.size, habit
        self.shortened = False
        self.accounts = [accounts_about(player, state.seats) for player in state.seats]
        steps = [tuple(steps_of(columns.get(each, ())) for each in about) for about in self.accounts]
        figures = sum(len(column) for about in steps for column in about)
        self._rows: int = min(figures + MORE_ROWS, MOST_ROWS) if other is None else other._rows
        most_row = max(same_row(self._rules, row) for row in range(self._rows))
        self._catalogue = catalogue(self._rules, state.names, state.seats, most_row + 1)
        self.closes = self._may_close(steps)
        self._needs_dumps = self._rules.made_first == "dump" or self._rules.dump_floor == "zero"
        allowed = possible(self._rules, self._size, most_row + 1) if self.closes else None
        at_pool = partial(possible_at_pool, self._rules, self._size, most_row + 1)
        self._known: dict[tuple[Steps, bool, bool], PlayerColumns] = (
            {} if other is None else dict(other._known)
        )
        self._table: _KnownTable = _KnownTable() if other is None else other._table
        keys = [(each, self.closes, at == opened) for at, each in enumerate(steps)]
        for key in keys:
            each, _closes, is_opened = key
            if key not in self._known:
                all_figures = None if allowed is None else allowed.figures
                self._known[key] = PlayerColumns(
                    each, habit, self._catalogue, all_figures, at_pool, self._table.seen, opened=is_opened
                )
        self.players = [self._known[key] for key in keys]
        self.bounded = not self.closes or allowed is not None

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
        number = self._table.context_numbers.setdefault(key, len(self._table.contexts))
        if number == len(self._table.contexts):
            self._table.contexts.append(key)
        return number

    def _after(self, context: int, move: Move) -> int:
        """The row of raspasy and the bombs after a move."""
        row, bombs = self._table.contexts[context]
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

    def _index(self, context: tuple[int, tuple[int, ...]]) -> _Index:
        """The moves that there are in a row with some bombs."""
        row, bombs = context
        flags = tuple(count > 0 for count in bombs)
        found = self._table.indexes.get((row, flags))
        if found is None:
            found = self._table.indexes[row, flags] = self._indexed(self._usable(row, flags))
        return found

    def _indexed(self, usable: Iterable[TableMove]) -> _Index:
        found = _Index(tuple({} for _player in self.players), [], [])
        for each in usable:
            if each.touches:
                group, number = each.touches[0]
                found.by_first[group].setdefault(number, []).append(each)
            else:
                found.empty.append(each)
            if each.gains:
                found.gaining.append(each)
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
        pools = self._pools(nodes)
        if self._over(pools):
            return []
        index = self._index(self._table.contexts[context])
        found: list[Led] = []
        for each in self._fitting(nodes, index):
            if not (self.closes and each.gains and self._overflows(each, pools)):
                self._join(found, place, each)
        if self.closes:
            for (at, number), moves_of in self._closed(place, pools, index).items():
                if at < 0 or players[at].led(place[at], number):
                    for each in moves_of:
                        self._join(found, place, each)
        return found

    def _fitting(self, nodes: Sequence[int], index: _Index) -> Iterator[TableMove]:
        """The moves that fit the columns about everybody, as they are without what full pools lead to."""
        return self._fitting_all(
            [player.fits(node) for player, node in zip(self.players, nodes, strict=True)], index
        )

    def _fitting_all(
        self, fits: Sequence[Mapping[int, tuple[int, ...]]], index: _Index
    ) -> Iterator[TableMove]:
        for fit, by_first in zip(fits, index.by_first, strict=True):
            for number in fit:
                for each in by_first.get(number, ()):
                    for at, other in each.touches:
                        if other not in fits[at]:
                            break
                    else:
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

    def _pools(self, nodes: Sequence[int]) -> tuple[Amount, ...]:
        return tuple([player.pools[node] for player, node in zip(self.players, nodes, strict=True)])

    def _over(self, pools: tuple[Amount, ...]) -> bool:
        """Whether the game is over, as `PreferansState.over` says it of pools."""
        rules = self._rules
        if rules.end == "each":
            return min(pools) >= rules.target
        return rules.end == "total" and sum(pools) >= rules.target * self._size

    def _overflows(self, each: TableMove, pools: tuple[Amount, ...]) -> bool:
        """Whether more may follow from the gains of a move than it writes itself."""
        if self._rules.made_first == "dump":
            return True
        target = self._rules.target
        return bool([at for at, gain in each.gains if pools[at] + gain > target])

    def _closed(
        self, place: Place, pools: tuple[Amount, ...], index: _Index
    ) -> dict[tuple[int, int], list[TableMove]]:
        """The moves whose gains meet a full pool, or a dump that comes first, with all that follows.

        By where they write first, and what.
        """
        nodes = place[:-1]
        dumps: tuple[Amount, ...] = ()
        if self._needs_dumps:
            dumps = tuple(player.dumps[node] for player, node in zip(self.players, nodes, strict=True))
        key = pools, dumps, id(index)
        found = self._table.closed_moves.get(key)
        if found is None:
            found = self._table.closed_moves[key] = {}
            for closed in self._all_closed(pools, dumps, index):
                found.setdefault(closed.touches[0] if closed.touches else _NOWHERE, []).append(closed)
        return found

    def _all_closed(
        self, pools: tuple[Amount, ...], dumps: tuple[Amount, ...], index: _Index
    ) -> Iterator[TableMove]:
        """The same moves, one after the other."""
        seats = self.state.seats
        stood = {POOLS[player]: pool for player, pool in zip(seats, pools, strict=True)}
        if dumps:
            stood |= {DUMPS[player]: dump for player, dump in zip(seats, dumps, strict=True)}
        table = self.state._replace(sheet=Sheet(stood))
        for each in index.gaining:
            if self._overflows(each, pools):
                yield self._with_closing(table, each)

    def _with_closing(self, table: PreferansState, each: TableMove) -> TableMove:
        written = each.move.hand.transition.postings
        follows = closing(table, written, each.move.gains)
        return self._catalogue.at_table(each.move, figures_of((*written, *follows)))

    # --- from where a hand leads -----------------------------------------------------------------

    @property
    def goes_back(self) -> bool:
        """Whether the places before a place can be told: not where they depend on bombs or on dumps."""
        longer = same_row(self._rules, self._rows) > max(self._catalogue.raspasy)
        writes_nothing = any(
            not each.touches for of_row in self._catalogue.raspasy.values() for each in of_row
        )
        return not (self._rules.bombs or self._needs_dumps or (longer and writes_nothing))

    def ends(self) -> list[Place]:
        """Where everything was read, whatever row of raspasy would follow."""
        return [(*(player.end for player in self.players), ANY_ROW)]

    def came_from(self, place: Place) -> list[Place]:
        """The places from which one hand leads to a place.

        The last number of such a place is the row of raspasy that its next hand needs, or `ANY_ROW`.
        """
        *nodes, row = place
        fits = [player.fitting_before(node) for player, node in zip(self.players, nodes, strict=True)]
        found: list[Place] = []
        index, rows = self._moves_before(row)
        for each in self._fitting_all(fits, index):
            before: list[tuple[int, ...]] = [(node,) for node in nodes]
            for at, number in each.touches:
                before[at] = fits[at][number]
            for chosen in product(*before):
                pools = self._pools(chosen)
                closed = self.closes and each.gains and self._overflows(each, pools)
                if not (closed or self._over(pools)):
                    found.append((*chosen, rows[id(each.move)]))
        if self.closes:
            found += self._closed_before(nodes, self._moves_before(row))
        return found

    def _moves_before(self, row: int) -> _MovesBefore:
        """The moves after which a row of raspasy has some length."""
        found = self._table.before.get(row)
        if found is None:
            rows, usable = dict[int, int](), list[TableMove]()
            for each in self._catalogue.contracts:
                if row in (ANY_ROW, 0) or each.move.row != ENDS_ROW:
                    rows[id(each.move)] = ANY_ROW if each.move.row == ENDS_ROW else row
                    usable.append(each)
            for before, of_row in self._catalogue.raspasy.items():
                if row in (ANY_ROW, same_row(self._rules, before + 1)):
                    rows |= {id(each.move): before for each in of_row}
                    usable += of_row
            found = self._table.before[row] = _MovesBefore(self._indexed(usable), rows)
        return found

    def _closed_before(self, nodes: Sequence[int], usable: _MovesBefore) -> Iterator[Place]:
        """From where moves lead to a place whose gains met a full pool."""
        players = self.players
        for (at, number), moves_of in self._closed_to(nodes, usable.moves).items():
            if at >= 0 and not players[at].led_from(nodes[at], number):
                continue
            for each, pools in moves_of:
                before: list[list[int]] = [[node] for node in nodes]
                for group, of_player in each.touches:
                    led = players[group].led_from(nodes[group], of_player)
                    before[group] = [node for node in led if players[group].pools[node] == pools[group]]
                    if not before[group]:
                        break
                else:
                    row = usable.rows[id(each.move)]
                    for chosen in product(*before):
                        yield *chosen, row

    def _closed_to(
        self, nodes: Sequence[int], index: _Index
    ) -> dict[tuple[int, int], list[tuple[TableMove, tuple[Amount, ...]]]]:
        """The moves whose gains met a full pool and that lead to the pools of some nodes, with those before.

        By where they write first, and what.
        """
        stood = tuple([player.pools_before(node) for player, node in zip(self.players, nodes, strict=True)])
        key = stood, id(index)
        found = self._table.closed_to_pools.get(key)
        if found is None:
            found, now = self._table.closed_to_pools.setdefault(key, {}), self._pools(nodes)
            for pools in product(*stood):
                for each in () if self._over(pools) else self._by_pools_after(pools, index).get(now, ()):
                    first = each.touches[0] if each.touches else _NOWHERE
                    found.setdefault(first, []).append((each, pools))
        return found

    def _by_pools_after(
        self, pools: tuple[Amount, ...], index: _Index
    ) -> dict[tuple[Amount, ...], list[TableMove]]:
        """The moves whose gains meet a full pool, by the pools to which they lead."""
        key = pools, id(index)
        found = self._table.to_pools.get(key)
        if found is None:
            found = self._table.to_pools[key] = {}
            for closed in self._all_closed(pools, (), index):
                after = list(pools)
                for at, number in closed.touches:
                    for column, parts in self._catalogue.projections[number]:
                        if column == 0:
                            after[at] = exact(after[at] + sum(parts))
                found.setdefault(tuple(after), []).append(closed)
        return found

    def is_met(self, rows: Iterable[int], ahead: Iterable[int]) -> bool:
        """Whether a hand that needs one of some rows of raspasy can follow in one of some contexts."""
        needed = set(rows)
        return any(not needed.isdisjoint((ANY_ROW, self._table.contexts[context][0])) for context in ahead)

    def row(self, place: Place) -> int:
        """The row of raspasy of a place."""
        return self._table.contexts[place[-1]][0]

    def can_stand(self, account: Account, column: Sequence[Amount]) -> bool:
        """Whether each figure of a column can be written by some hand, whatever else stands on the sheet."""
        if self.closes:
            return True
        place = next(about.index(account) for about in self.accounts if account in about)
        return self._catalogue.figures(place, self.habit).issuperset(steps_of(column))

    def values(self, column: int) -> frozenset[Amount]:
        """What a hand can add to a column, by its place among those about a player."""
        return frozenset(sums[column] for sums in self._catalogue.sums) - {0}

    # --- what is left ----------------------------------------------------------------------------

    def open(self, place: Place) -> list[int]:
        """How much of the columns about each player is left, in thousandths."""
        return [player.open[node] for player, node in zip(self.players, place, strict=False)]

    @property
    def most_read(self) -> int:
        """The most figures of one column that a hand can have written."""
        return self._catalogue.most_closed

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
