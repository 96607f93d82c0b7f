"""What the statistics need of one file: the session in it, if its figures can be used, and its parts."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple, TypeVar

from prefcount.entries.models import Join, Price
from prefcount.games.state import Seats
from prefcount.ledger.sheet import Amount, Sum, exact
from prefcount.session.outcome import results_of
from prefcount.session.replay import Replay
from prefcount.session.session import Session
from prefcount.store.lines import BookNotSession
from prefcount.store.loaded_file import Loaded, figure_faults
from prefcount.store.open_file import ReadError
from prefcount.store.reader import load

KeyT = TypeVar("KeyT")

FASTEST_HAND = timedelta(seconds=30)
"""Nobody deals, bids, plays and writes down a hand in less, on average."""
LONGEST_EVENING = timedelta(hours=16)
"""What lasts longer was played on two days."""


class ResultsSoFar(NamedTuple):
    """The results of a session if it ended after some hands, by the number of the seat.

    Attributes:
        money: the results in the smallest units of its currency; empty where none is played for.
        pairs: what the first of two seats wins of the second, exactly, in games that know it.
    """

    hands: int
    results: Mapping[int, Amount]
    money: Mapping[int, int]
    pairs: Mapping[tuple[int, int], Amount]


class Part(NamedTuple):
    """A part of an evening in which the same people sat at the table, by the number of the seat.

    Attributes:
        results: the changes of the results in this part, exactly; sums to zero.
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
    for part in (*_before_replacements(session), session):
        so_far = _results_so_far(part)
        yield Part(
            {seat: part.state.names[seat] for seat in part.state.seats},
            so_far.hands - before.hands,
            _since(before.results, so_far.results),
            {seat: units - before.money.get(seat, 0) for seat, units in so_far.money.items()},
            _since(before.pairs, so_far.pairs),
            last=part is session,
        )
        before = so_far


def _since(before: Mapping[KeyT, Amount], after: Mapping[KeyT, Amount]) -> Mapping[KeyT, Amount]:
    """What was added to amounts since they stood as they did `before`."""
    return {key: exact(amount - before.get(key, 0)) for key, amount in after.items()} if before else after


def _before_replacements(session: Session) -> Iterator[Session]:
    """The states of a session before each change of players."""
    played = session.replay
    for at, step in enumerate(played.steps):
        if step.state.names is step.before.names:
            continue  # nearly always, and a new name at a seat makes new names
        if isinstance(step.entry, Join) and step.counts and step.entry.replaces is not None:
            until = Replay(played.start, played.steps[:at], step.before)
            yield Session.replayed(session.header, until, session.price)


def _results_so_far(session: Session) -> ResultsSoFar:
    outcome, seats = results_of(session), session.state.seats
    results = dict(zip(seats, outcome.counted, strict=True))
    money = {} if outcome.units is None else dict(zip(seats, outcome.units, strict=True))
    pairs = {}
    for (one, other), net in session.game.pairs(session.state).items():
        pairs[min(one, other), max(one, other)] = net if one < other else -net
    return ResultsSoFar(session.state.hands, results, money, pairs)


def trusted_session(path: Path) -> Loaded | str:
    """The session in a file, played, or why it cannot be used. Raises BookNotSession."""
    try:
        loaded = load(path)
    except ReadError as error:
        if isinstance(error, BookNotSession):
            raise
        return str(error)
    return next((str(fault) for fault in figure_faults(loaded) if fault.serious), loaded)


def day_of(session: Session) -> date | None:
    """When a session was played, if that is known."""
    started = session.header.started
    return None if started is None else started.date()


class SessionRecord(NamedTuple):
    """One session, players by their names.

    Attributes:
        day: when it was played, if that is known.
        lasted: from the beginning to the last hand, if that is known.
        price: the price of a whist or point.
        parts: its parts between changes of players.
        seated: the hands that each player was at the table for.
        tallies: what the game counts of each player, summed up by its keys.
    """

    game: str
    day: date | None
    over: bool
    hands: int
    lasted: timedelta | None
    price: Price
    parts: tuple[Part, ...]
    seated: Mapping[str, int]
    tallies: Mapping[str, Mapping[str, Amount]]

    @property
    def names(self) -> set[str]:
        """Everybody who has a seat in any of its parts."""
        return {name for part in self.parts for name in part.names.values()}


def read_session(path: Path) -> SessionRecord | str:
    """The record of a file, or why it cannot be used; "" for a book of payments, which is no session."""
    try:
        loaded = trusted_session(path)
    except BookNotSession:
        return ""
    return loaded if isinstance(loaded, str) else record_of(loaded.session)


def record_of(session: Session) -> SessionRecord:
    """The record of a session as it stands."""
    state = session.state
    seated, tallies = _counted(session)
    return SessionRecord(
        game=session.game.name,
        day=day_of(session),
        over=bool(state.over),
        hands=state.hands,
        lasted=_lasted(session),
        price=session.price,
        parts=tuple(parts_of(session)),
        seated=seated,
        tallies=tallies,
    )


def _lasted(session: Session) -> timedelta | None:
    """From the beginning to the last hand; None where that is not how long people played.

    Hands may have no times, may have been typed in later, faster than anybody plays, by a clock that was set
    back, or on two days.
    """
    hands, kinds = session.state.hands, session.game.hand_kinds
    entries = (step.effective.written for step in session.replay.steps)
    times = [entry.at for entry in entries if entry.kind in kinds]
    first = session.header.started or next(iter(times), None)
    last = times[-1] if times else None
    if first is None or last is None or not hands:
        return None
    return last - first if hands * FASTEST_HAND <= last - first <= LONGEST_EVENING else None


def _counted(session: Session) -> tuple[dict[str, int], dict[str, dict[str, Amount]]]:
    """Hands, and whatever the game counts, of those who sat at the table then."""
    hand_kinds, tallies_of = session.game.hand_kinds, session.game.tallies
    tallies = dict[str, dict[str, Amount]]()
    tables, fractions = dict[tuple[str, ...], dict[Seats, int]](), dict[tuple[str, str], Sum]()
    names: tuple[str, ...] | None = None
    for step in session.replay.steps:
        entry, state = step.entry, step.state
        if entry is None or step.problems:
            continue
        if state.names is not names:
            names = state.names
            hands = tables.setdefault(names, {})
            of_player = [tallies.setdefault(name, {}) for name in names]
        if entry.kind in hand_kinds:
            seats = session.game.at_table(state)
            hands[seats] = hands.get(seats, 0) + 1
        for player, key, amount in tallies_of(step.before, entry, step):
            if type(amount) is int:
                counted = of_player[player]
                counted[key] = counted.get(key, 0) + amount
            else:
                fractions.setdefault((state.names[player], key), Sum()).add(amount)
    for (name, key), total in fractions.items():
        tallies[name][key] = exact(tallies[name].get(key, 0) + total.amount)
    return _seated(tables), tallies


def _seated(tables: Mapping[tuple[str, ...], Mapping[Seats, int]]) -> dict[str, int]:
    """The hands of everybody, given those of the seats of each table, a table by the names of its players."""
    seated = dict[str, int]()
    for names, hands in tables.items():
        for seats, count in hands.items():
            for player in seats:
                seated[names[player]] = seated.get(names[player], 0) + count
    return seated
