"""The moves of a table by what they add to the columns about each player."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.paper.possible_figures import accounts_about
from prefcount.games.preferans.paper.sheet_moves import Figures, Move, Parts, moves, ways
from prefcount.games.protocol.seats import Seats
from prefcount.ledger.amount import Amount, exact

Projection = tuple[tuple[int, Parts], ...]
"""What a move adds to the columns about one player, by their places among them."""

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
        gains: who gains how many pool points, by places at the table.
    """

    move: Move
    touches: tuple[tuple[int, int], ...]
    figures: int
    gains: tuple[tuple[int, Amount], ...]


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
        self._seats = seats
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
        gains = tuple((self._seats.index(player), gain) for player, gain in move.gains)
        return TableMove(move, tuple(touches), len(figures), gains)


@lru_cache(maxsize=8)
def catalogue(rules: PreferansRules, names: tuple[str, ...], seats: Seats, rows: int) -> Catalogue:
    """The moves of a table, worked out once."""
    return Catalogue(rules, names, seats, rows)
