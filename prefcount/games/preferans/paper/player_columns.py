"""The columns about one player, read by themselves: the places from which hands could finish them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from operator import add, sub
from typing import NamedTuple

from prefcount.games.preferans.paper.possible_figures import FiguresAtPool
from prefcount.games.preferans.paper.sheet_moves import ways
from prefcount.games.preferans.paper.table_moves import Catalogue, Projection
from prefcount.ledger.amount import Amount, exact

Steps = tuple[tuple[Amount, ...], ...]
"""What is added to each column about one player, figure by figure."""
Node = tuple[int, ...]
"""How many figures of each column about one player were read."""

PER_MILLE = 1000


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
        *,
        opened: bool = False,
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
            opened: whether places are kept, too, that can only be reached or only be finished: with another
                figure between them they may be parts of one way.
        """
        self.steps, self._seen = steps, seen
        self._habit, self._catalogue, self._figures, self._at_pool = habit, known, figures, at_pool
        self._totals = [_totals(column) for column in steps]
        self._ends: Node = tuple(map(len, steps))
        self._led: dict[tuple[int, int], tuple[int, ...]] = {}
        self._led_from: dict[tuple[int, int], tuple[int, ...]] = {}
        self._before: list[dict[int, tuple[int, ...]]] | None = None
        self._numbered: dict[int, dict[int, tuple[int, ...]]] = {}
        self._reached = self._walk()
        if opened:
            self._number_all(self._reached.keys() | self._finished())
        else:
            self._number_all(self._live(self._reached))

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

    def _live(self, reached: Mapping[Node, Iterable[Node]]) -> set[Node]:
        """What can be finished of the places that were reached."""
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
        return live & reached.keys()

    def _number_all(self, kept: Iterable[Node]) -> None:
        self.nodes = sorted(kept)
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
        sums = self._sums
        finished = self._finished()
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

    @property
    def _sums(self) -> frozenset[tuple[Amount, ...]]:
        """All that one hand can add to the columns."""
        return self._catalogue.sums if self._figures is None else self._figures

    def _finished(self) -> set[Node]:
        """Every place from which the columns can be finished."""
        known, sums = self._catalogue, self._sums
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

    def fitting_before(self, node: int) -> Mapping[int, tuple[int, ...]]:
        """What moves can have added right before a place, and where that was; all by their numbers."""
        if self._before is None:
            self._before = [{} for _node in self.nodes]
            for number, _place in enumerate(self.nodes):
                for move, led in self.fits(number).items():
                    for each in led:
                        self._before[each][move] = (*self._before[each].get(move, ()), number)
        return self._before[node]

    def led_from(self, node: int, number: int) -> tuple[int, ...]:
        """From where a move leads to a place, be it one that only a full pool makes."""
        key = node, number
        found = self._led_from.get(key)
        if found is None:
            parts = self._catalogue.projections[number]
            most = max(len(each) for _column, each in parts)
            read = (each for each, _sums in self._read_back(self.nodes[node], most))
            found = self._led_from[key] = tuple(
                self._numbers[each]
                for each in read
                if each in self._numbers and self._is_way(each, self.nodes[node], parts)
            )
        return found

    def number(self, node: Node) -> int | None:
        """The number of a node; None if there is none."""
        return self._numbers.get(node)

    def number_left(self, left: Node) -> int | None:
        """The number of the node at which so many figures are left; None if there is none."""
        return self._numbers.get(tuple(map(sub, self._ends, left)))

    def pools_before(self, node: int) -> tuple[Amount, ...]:
        """What the pool may have been before the hand that led to a place."""
        read = self.nodes[node][0]
        return self._totals[0][max(0, read - self._catalogue.most_closed) : read + 1]


def _totals(steps: Sequence[Amount]) -> tuple[Amount, ...]:
    totals: list[Amount] = [0]
    for step in steps:
        totals.append(exact(totals[-1] + step))
    return tuple(totals)
