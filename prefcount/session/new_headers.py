"""Headers of new sessions: from given fields, or for the next game of the same players."""

from datetime import date, datetime
from typing import Any

from prefcount.base.clock import local
from prefcount.base.i18n import N_
from prefcount.base.problems import invalid
from prefcount.entries.header import Header
from prefcount.entries.validation_messages import validated
from prefcount.session.session import Session


def new_header(**fields: Any) -> Header:
    """A header of the current version with fields of `Header`.

    Raises:
        InvalidInput: with every problem of the fields; the game and its options are not looked at.
    """
    return validated(Header, {"kind": "session", "version": 1, **fields})


def started_on(day: date, now: datetime) -> datetime:
    """When a game of an old evening began: at the beginning of its day.

    Raises:
        InvalidInput: if the day is in the future, or too long ago for this machine.
    """
    if day > now.date():
        raise invalid(N_("{date} is in the future; the day has to be a past one"), date=day)
    try:
        return local(datetime(day.year, day.month, day.day))
    except (OverflowError, OSError, ValueError):
        raise invalid(N_("{date} is too long ago for this machine"), date=day) from None


def rematch(session: Session, when: datetime) -> Header:
    """The players, the rules and the stake as they were last, and the next dealer after the first one."""
    before, price, players = session.header, session.price, session.players
    first = before.dealer or before.players[0]  # whose seat may have been taken over since
    at = players.index(first) if first in players else before.players.index(first)
    return new_header(
        game=before.game,
        players=players,
        dealer=players[(at + 1) % len(players)],
        rules=session.game.spelled(session.state.rules),
        stake=None if price.amount is None else f"{price.amount:f}",
        currency=price.currency or None,
        started=when,
    )
