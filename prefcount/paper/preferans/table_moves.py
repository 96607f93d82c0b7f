"""The moves of a table by what they add to the columns about each player."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from prefcount.games.preferans.options import RULESET, PreferansRules
from prefcount.games.preferans.state import DUMPS, POOLS, PreferansState
from prefcount.games.state import Seats
from prefcount.ledger.sheet import NOBODY, Account, Amount, Sheet, exact
from prefcount.paper.preferans.possible_figures import accounts_about, possible
from prefcount.paper.preferans.sheet_moves import (
    ENDS_ROW,
    NEXT_OF_ROW,
    Figures,
    Move,
    Parts,
    closing,
    figures_of,
    moves,
    table,
)
from prefcount.paper.watch import Watch, remembered

Projection = tuple[tuple[int, Parts], ...]
"""What a move adds to the columns about one player, by their places among them."""

FEWEST_PARTS = 2
"""Two players can help a third one in the same hand."""
MORE_PARTS = 2
"""Where dump points or raspasy are whists, what follows from gains adds up to so many parts more."""
BOMBS_AT_MOST = 4
"""Bombs of a player are counted up to this; that many stands for more, too."""
ENDLESS = 10**9


class TableMove(NamedTuple):
    """A move with what it adds to the columns about each player.

    Attributes:
        touches: places at the table, and the numbers of what is added to the columns about who sits there.
        gains: who gains how many pool points, by places at the table.
    """

    move: Move
    touches: tuple[tuple[int, int], ...]
    gains: tuple[tuple[int, Amount], ...]


class LocalMove(NamedTuple):
    """Hands that write about one player only, between two amounts of dump points; None for any.

    Attributes:
        number: what they add to the columns about that player.
        ends: whether they end a row of raspasy.
    """

    move: Move
    number: int
    ends: bool
    least: Amount | None = None
    below: Amount | None = None


class Catalogue:
    """The moves of a table by what they add to the columns about each player.

    Attributes:
        projections: what moves add to the columns about a player, by their numbers.
        plain_sums: what a hand may add to all columns about a player if nothing follows from its gains.
        written: what one hand may add to each column about a player, be it in two figures; at last the bombs.
        most_read: the most figures that a hand can have written in one column.
        most_bombs: how many bombs of a player are counted.
        fullest: no pool grows past this.
        local: the moves that write about one player only and after which nothing follows, by places.
        overflowing: those of them whose gains may meet a full pool.
        joint: contracts and penalties that write about several players, or about nobody.
        raspasy: by the row that they follow.
    """

    def __init__(
        self,
        watch: Watch,
        rules: PreferansRules,
        names: tuple[str, ...],
        seats: Seats,
        rows: int,
        usual: bool,
    ) -> None:
        """The moves of players by these rules, with raspasy in rows of up to so many. Raises GivenUp."""
        self.projections: list[Projection] = []
        self._numbers: dict[Projection, int] = {}
        self._seats, self.rules, self._rows, self._usual = seats, rules, rows, usual
        self.dump_first = rules.made_first == "dump" and rules.dump_points == "dump"
        self.needs_dumps = self.dump_first or rules.dump_floor == "zero"
        self.most_bombs = BOMBS_AT_MOST if rules.bombs else 0
        self.fullest: Amount = rules.target if rules.aid else ENDLESS
        self._columns: dict[Account, tuple[int, int]] = {}
        for group, player in enumerate(seats):
            about = accounts_about(player, seats)
            self._columns |= {account: (group, column) for column, account in enumerate(about)}
        self._state = table(PreferansState(names, seats, rules, Sheet(), seats[-1]))
        self._closings: dict[tuple[object, ...], TableMove] = {}
        hands = moves(watch, rules, names, seats, rows)
        contracts = self._at_table(hands.contracts, 0) + self._at_table(hands.bombed, -1)
        self.raspasy = {row: self._at_table(of_row, 1) for row, of_row in hands.raspasy.items()}
        self.joint = [move for move in contracts if len(move.touches) != 1]
        self.local: list[list[LocalMove]] = [[] for _player in seats]
        self.overflowing: list[list[TableMove]] = [[] for _player in seats]
        for move in contracts:
            if len(move.touches) == 1:
                ((group, _number),) = move.touches
                self.local[group] += self._local(move)
                self.overflowing[group] += [move] if rules.aid and move.gains else []
        parts = (len(parts) for projection in self.projections for _column, parts in projection)
        self.most_read: int = max(FEWEST_PARTS, *parts) + _parts_that_follow(rules)
        self.plain_sums = frozenset(map(self._sums, self.projections))
        self.written: list[set[Amount]] = [set() for _column in range(len(seats) + 2)]
        for column, written in chain.from_iterable(self.projections):
            self.written[column].update(written)

    def _at_table(self, moves: Sequence[Move], bombs: int) -> list[TableMove]:
        played = (move for move in moves if move.usual or not self._usual)
        return [self.at_table(move, move.figures, bombs) for move in played]

    def all_sums(self, watch: Watch) -> frozenset[tuple[Amount, ...]] | None:
        """`plain_sums` with all that may follow; None where that is too much to be tried. Raises GivenUp."""
        allowed = possible(watch, self.rules, len(self._seats), self._rows)
        return None if allowed is None else allowed.figures

    def _sums(self, projection: Projection) -> tuple[Amount, ...]:
        sums: list[Amount] = [0] * (len(self._seats) + 1)
        for column, parts in projection:
            if column < len(sums):
                sums[column] = exact(sum(parts))
        return tuple(sums)

    def _local(self, move: TableMove) -> Iterator[LocalMove]:
        """A move about one player; where gains write off the dump first, by the dump that there is."""
        ((group, number),) = move.touches
        ends = move.move.row == ENDS_ROW
        gain = sum(gain for _at, gain in move.gains)
        if not self.dump_first or gain < 1:
            yield LocalMove(move.move, number, ends)
            return
        worth, most = self.rules.pool_worth, int(gain)
        yield LocalMove(move.move, number, ends, None, worth)
        for points in range(1, most + 1):
            dumps = [0] * len(self._seats)
            dumps[group] = points * worth
            ((_group, other),) = self.closed(move, tuple(dumps), None).touches
            below = None if points == most else (points + 1) * worth
            yield LocalMove(move.move, other, ends, points * worth, below)

    def closed(
        self, each: TableMove, dumps: tuple[Amount, ...] | None, pools: tuple[Amount, ...] | None
    ) -> TableMove:
        """A move with all that follows from its gains; dumps or pools are None where they change nothing."""
        key = id(each), dumps, pools
        if key not in self._closings:
            stood: dict[Account, Amount] = {}
            for totals, accounts in ((dumps, DUMPS), (pools, POOLS)):
                stood.update(zip((accounts[player] for player in self._seats), totals or (), strict=False))
            rules = self.rules
            if pools is None:
                rules = RULESET.changed(rules, {"aid": False}, started=False)
            before = self._state._replace(sheet=Sheet(stood), rules=rules)
            written = each.move.hand.transition.postings
            figures = figures_of((*written, *closing(before, written, each.move.gains)))
            parts = chain.from_iterable(self.projections[number] for _at, number in each.touches)
            bomb = next((sum(bombs) for column, bombs in parts if column > len(self._seats)), None)
            self._closings[key] = self.at_table(each.move, figures, bomb)
        return self._closings[key]

    def overflows(
        self, gains: Mapping[int, Amount], pools: Sequence[Amount], dumps: Sequence[Amount] | None
    ) -> bool:
        """Whether a gain meets a full pool, after what it writes off the dump first."""
        if not self.rules.aid:
            return False
        left = dict(gains)
        if self.dump_first and dumps is not None:
            left = {
                at: gain - min(gain // 1, dumps[at] // self.rules.pool_worth) for at, gain in gains.items()
            }
        return any(pools[at] + gain > self.rules.target for at, gain in left.items())

    def at_table(self, move: Move, figures: Figures, bomb: Amount | None) -> TableMove:
        """A move that writes these figures, and does this to the bombs of its declarer, or of everybody."""
        by_group: dict[int, list[tuple[int, Parts]]] = {}
        for account, parts in figures:
            group, column = self._columns[account]
            by_group.setdefault(group, []).append((column, parts))
        if self.most_bombs and bomb is not None:
            everybody = move.row == NEXT_OF_ROW
            concerned = self._seats if everybody else [move.declarer] if move.declarer != NOBODY else []
            for player in concerned:
                by_group.setdefault(self._seats.index(player), []).append((len(self._seats) + 1, (bomb,)))
        touches = []
        for group, columns in sorted(by_group.items()):
            projection = tuple(columns)
            number = self._numbers.setdefault(projection, len(self.projections))
            if number == len(self.projections):
                self.projections.append(projection)
            touches.append((group, number))
        gains = tuple((self._seats.index(player), gain) for player, gain in move.gains)
        return TableMove(move, tuple(touches), gains)


def _parts_that_follow(rules: PreferansRules) -> int:
    """How many parts more what follows from gains adds up to in a column."""
    apart = rules.raspasy.to == "dump" and rules.dump_points == "dump" and not rules.raspasy.stay_fee
    return 0 if apart and rules.made_first == "pool" else MORE_PARTS


catalogue = remembered(Catalogue)
"""The moves of a table, worked out once. Raises GivenUp."""
