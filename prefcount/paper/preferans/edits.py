"""The single slips without which the columns about a player can be finished, if those about others can."""

from collections.abc import Iterator
from typing import NamedTuple

from prefcount.ledger.amount import Amount
from prefcount.paper.preferans.player_grid import Places, PlayerGrid
from prefcount.paper.watch import Watch


class Edit(NamedTuple):
    """One slip in the columns about a player.

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


def edits(player: PlayerGrid, watch: Watch) -> set[Edit]:
    """The slips in one column, in a hand that is right in the others. Raises GivenUp."""
    found: set[Edit] = set()
    sums = player.sums or frozenset()
    for column in range(len(player.steps)):
        values: dict[tuple[Amount, ...], list[Amount]] = {}
        for each in sums | {(0,) * len(player.steps)}:
            values.setdefault((*each[:column], 0, *each[column + 1 :]), []).append(each[column])
        for others, possible in values.items():
            watch.look()
            for by, places in player.reading(others):
                here = places & player.ahead
                if here:
                    found.update(_in_column(player, column, possible, by, here))
                    found.update(_from_other(player, column, possible, by, here, others))
    return found


def _in_column(
    player: PlayerGrid, column: int, possible: list[Amount], by: int, here: Places
) -> Iterator[Edit]:
    """What should be added to a column by a hand that adds to the others what stands there."""
    steps = player.steps[column]
    for figure in player.read(column, here & player.behind >> by):
        yield from (Edit("skipped", column, figure, value) for value in possible if value)
    for figure in player.read(column, here & player.behind >> by + player.stride(column)):
        for value in possible if figure < len(steps) else ():
            if value != steps[figure]:
                yield Edit("value" if value else "too-much", column, figure, value)


def _from_other(
    player: PlayerGrid, to: int, possible: list[Amount], by: int, here: Places, others: tuple[Amount, ...]
) -> Iterator[Edit]:
    """What a hand should add to a column and was added to another one."""
    for column, steps in enumerate(player.steps):
        if column == to or others[column]:
            continue
        fitting = here & player.behind >> by + player.stride(column)
        for figure, step in enumerate(steps) if fitting else ():
            if step in possible:
                for at in player.read(to, fitting & player.at(column, figure)):
                    yield Edit("moved", column, figure, step, to, at)
