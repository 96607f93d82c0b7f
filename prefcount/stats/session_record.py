"""What the statistics need of one file: the session in it, if its figures can be used."""

from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from prefcount.games.protocol.seats import Seats
from prefcount.ledger.amount import Amount, Sum, exact
from prefcount.session.session import Session
from prefcount.stats.parts_of_evening import Part, parts_of
from prefcount.store.figure_faults import figure_faults
from prefcount.store.line_models import BookNotSession
from prefcount.store.loaded_file import Loaded
from prefcount.store.open_file import ReadError
from prefcount.store.reader import load

FASTEST_HAND = timedelta(seconds=30)
"""Nobody deals, bids, plays and writes down a hand in less, on average."""
LONGEST_EVENING = timedelta(hours=16)
"""What lasts longer was played on two days."""


def trusted_session(path: Path) -> Loaded | str:
    """The session in a file, played, or why it cannot be used.

    Raises:
        BookNotSession: if the file is a book of payments.
    """
    try:
        loaded = load(path)
    except BookNotSession:
        raise
    except ReadError as error:
        return str(error)
    return next((str(fault) for fault in figure_faults(loaded) if fault.serious), loaded)


def day_of(session: Session) -> date | None:
    """When a session was played, if that is known."""
    started = session.header.started
    return None if started is None else started.date()


class SessionRecord(NamedTuple):
    """One session, players by their names.

    Attributes:
        game: the name of the game.
        day: when it was played, if that is known.
        over: whether it is over.
        hands: how many were played.
        lasted: from the beginning to the last hand, if that is known.
        currency: what it was played for; "" where it does not say so.
        parts: its parts between changes of players.
        seated: the hands that each player was at the table for.
        tallies: what the game counts of each player, summed up by its keys.
    """

    game: str
    day: date | None
    over: bool
    hands: int
    lasted: timedelta | None
    currency: str
    parts: tuple[Part, ...]
    seated: Mapping[str, int]
    tallies: Mapping[str, Mapping[str, Amount]]


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
        currency=session.price.currency,
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
    written = (step.effective.written for step in session.replay.steps)
    times = [entry.at for entry in written if entry.kind in kinds]
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
        effective, before, state, _postings, problems, _worth, _hand = step
        entry = effective.entry
        if entry is None or problems:
            continue
        if state.names is not names:
            names = state.names
            hands = tables.setdefault(names, {})
            of_player = [tallies.setdefault(name, {}) for name in names]
        if entry.kind in hand_kinds:
            seats = session.game.at_table(state)
            hands[seats] = hands.get(seats, 0) + 1
        for player, key, amount in tallies_of(before, entry, step):
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
    found = dict[str, int]()
    for names, hands in tables.items():
        for seats, count in hands.items():
            for player in seats:
                found[names[player]] = found.get(names[player], 0) + count
    return found
