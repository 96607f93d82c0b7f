"""The results of all players over an evening, hand by hand."""

from datetime import date
from typing import NamedTuple

from prefcount.base.i18n import Text, text
from prefcount.session.session import Session


class Course(NamedTuple):
    """The results after each hand, for a chart.

    Attributes:
        title: the title of the chart.
        players: names in seat order.
        results: for each of them the whole results before the first hand and after each one; None
            while somebody had not joined yet.
        step: what the axis counts, if not hands.
        days: the days that the results stand at, where the axis has dates.
    """

    title: Text
    players: tuple[str, ...]
    results: tuple[tuple[int | None, ...], ...]
    step: str = ""
    days: tuple[date, ...] = ()

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return len(self.results[0]) - 1


def course(session: Session) -> Course:
    """The course of a session; whatever else was written after a hand belongs to that hand."""
    played = session.replay
    states = (played.start, *(step.state for step in played.steps))
    after = {
        state.hands: (state, shares)
        for state, shares in zip(states, played.shares(session.game), strict=True)
    }
    whole = session.game.whole_results
    points = [dict(zip(state.seats, whole(state, shares), strict=True)) for state, shares in after.values()]
    seats = session.state.seats
    title = text(session.game.words.course)
    results = tuple(tuple(point.get(player) for point in points) for player in seats)
    return Course(title, session.players, results)


def ticks(least: int, most: int, count: int) -> tuple[int, ...]:
    """Round numbers from `least` to `most`, zero among them if it lies between, at most `count`."""
    size, factors, at = 1, (1, 2, 5), 0
    while len(found := _multiples(least, most, size * factors[at])) > max(1, count):
        at = (at + 1) % len(factors)
        size *= 1 if at else 10
    return tuple(found)


def _multiples(least: int, most: int, step: int) -> range:
    """All multiples of `step` between two numbers, these included."""
    return range(-(-least // step) * step, most + 1, step)
