"""The parts of an evening between changes of players: results for the time that each sat there."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeVar

from prefcount.entries.common import Join
from prefcount.ledger.amount import Amount, exact
from prefcount.session.outcome import results_of
from prefcount.session.replay import Replay
from prefcount.session.session import Session

KeyT = TypeVar("KeyT")


class ResultsSoFar(NamedTuple):
    """The results of a session if it ended at some point.

    Attributes:
        hands: the hands played until then.
        results: everybody's exact result, by the number of the seat.
        money: the same in money, in the smallest units of its currency; empty where none is played for.
        pairs: what the first of two seats wins of the second, exactly, in games that know it.
    """

    hands: int
    results: Mapping[int, Amount]
    money: Mapping[int, int]
    pairs: Mapping[tuple[int, int], Amount]


class Part(NamedTuple):
    """A part of an evening in which the same people sat at the table.

    Attributes:
        names: the players by the number of the seat.
        hands: the hands of this part.
        results: the changes of the results in this part, exactly, by the number of the seat; sums to zero.
        money: the same in the smallest units of money; all parts of a seat sum up to its settlement.
        pairs: what the first of two seats won of the second in this part, in games that know it.
        last: whether the evening ended with these people.
    """

    names: Mapping[int, str]
    hands: int
    results: Mapping[int, Amount]
    money: Mapping[int, int]
    pairs: Mapping[tuple[int, int], Amount]
    last: bool

    @property
    def credited(self) -> tuple[int, ...]:
        """The seats whose players have a result: not of those who left before anything happened."""
        return tuple(seat for seat in self.names if self.last or self.hands or self.results[seat])


def parts_of(session: Session) -> Iterator[Part]:
    """The parts of an evening in order; a single one where no seat was taken over."""
    before = ResultsSoFar(0, {}, {}, {})
    for each in (*_before_replacements(session), session):
        now = _standing(each)
        yield Part(
            {seat: each.state.names[seat] for seat in each.state.seats},
            now.hands - before.hands,
            _since(before.results, now.results),
            {seat: units - before.money.get(seat, 0) for seat, units in now.money.items()},
            _since(before.pairs, now.pairs),
            last=each is session,
        )
        before = now


def _since(before: Mapping[KeyT, Amount], now: Mapping[KeyT, Amount]) -> Mapping[KeyT, Amount]:
    """What was added to amounts since they stood as they did `before`."""
    return {key: exact(amount - before.get(key, 0)) for key, amount in now.items()} if before else now


def _before_replacements(session: Session) -> Iterator[Session]:
    """The states of a session before each change of players."""
    played = session.replay
    for at, step in enumerate(played.steps):
        if step.state.names is step.before.names:
            continue  # nearly always, and a new name at a seat makes new names
        if isinstance(step.entry, Join) and step.counts and step.entry.replaces is not None:
            until = Replay(played.start, played.steps[:at], step.before)
            yield Session.replayed(session.header, until, session.price)


def _standing(session: Session) -> ResultsSoFar:
    found, seats = results_of(session), session.state.seats
    money = () if found.units is None else zip(seats, found.units, strict=True)
    pairs = {
        (min(seats), max(seats)): net if seats[0] < seats[1] else -net
        for seats, net in session.game.pairs(session.state).items()
    }
    results = dict(zip(seats, found.exact, strict=True))
    return ResultsSoFar(session.state.hands, results, dict(money), pairs)
