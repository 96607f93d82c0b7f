"""Whether columns about one player can be read side by side as a row of hands."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from prefcount.games.preferans.possible import FIRST_WHISTS, Halves, Possible
from prefcount.ledger.amount import Amount, exact

MOST_PLACES = 20_000
"""So many ways to have read the columns in part are looked at; more are let pass."""

Places = tuple[int, ...]


class Place(NamedTuple):
    """How far columns can be read together.

    Attributes:
        positions: how many figures of each column were read.
        stood: the totals there.
        following: the totals that come next; None in a column that was read to its end.
    """

    positions: Places
    stood: tuple[Amount, ...]
    following: tuple[Amount | None, ...]


def parted(hands: Possible, columns: Sequence[Sequence[Amount]]) -> Place | None:
    """Where no hand leads on any more, or None if the columns can be read to their ends.

    A hand takes the next figure, or none, of each column; whist and consolation may be two.
    """
    steps = [[exact(new - old) for old, new in pairwise((0, *column)) if new != old] for column in columns]
    ends = tuple(map(len, steps))
    farthest: Places = (0,) * len(steps)
    seen, waiting = {farthest}, [farthest]
    while waiting:
        at = waiting.pop()
        if at == ends:
            return None
        if len(seen) > MOST_PLACES:
            return None
        farthest = max(farthest, at, key=sum)
        for following in _led_to(hands, steps, at):
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return _place(steps, farthest)


def _led_to(hands: Possible, steps: Sequence[Sequence[Amount]], at: Places) -> Iterator[Places]:
    """Where one hand can lead from a place."""
    choices = [list(_read(column, steps[column], at[column])) for column in range(len(steps))]
    for chosen in product(*choices):
        figures = tuple(change for _count, change in chosen)
        if figures in hands.figures and all(
            count < 2 or _halves(steps, at, column, failed=figures[1] > 0) in hands.halves
            for column, (count, _change) in enumerate(chosen)
        ):
            yield tuple(position + count for position, (count, _change) in zip(at, chosen, strict=True))


def _halves(steps: Sequence[Sequence[Amount]], at: Places, column: int, *, failed: bool) -> Halves:
    """The next two figures of a column as those of one hand."""
    first, second = steps[column][at[column] : at[column] + 2]
    return Halves(column, first, second, failed)


def _read(column: int, steps: Sequence[Amount], at: int) -> Iterator[tuple[int, Amount]]:
    """How many figures of a column a hand may have written, and what they add."""
    yield 0, 0
    if at < len(steps):
        yield 1, steps[at]
    if at + 1 < len(steps) and column >= FIRST_WHISTS:
        yield 2, exact(steps[at] + steps[at + 1])


def _place(steps: Sequence[Sequence[Amount]], at: Places) -> Place:
    stood = tuple(exact(sum(column[:position])) for column, position in zip(steps, at, strict=True))
    following = tuple(
        exact(total + column[position]) if position < len(column) else None
        for column, position, total in zip(steps, at, stood, strict=True)
    )
    return Place(at, stood, following)
