"""The header of the next game of the same players."""

from datetime import datetime

from prefcount.entries.header import Header
from prefcount.session.session import Session


def rematch(session: Session, when: datetime) -> Header:
    """The players, the rules and the stake as they were last, and the next dealer after the first one."""
    before = session.header
    return Header(
        kind="session",
        version=1,
        game=before.game,
        players=session.players,
        dealer=_next_dealer(session),
        rules=session.game.spelled(session.state.rules),
        stake=before.stake,
        currency=before.currency,
        started=when,
    )


def _next_dealer(session: Session) -> str:
    """The player after the first dealer of the last game, whose seat may have been taken over since."""
    before, players = session.header, session.players
    first = before.dealer or before.players[0]
    at = players.index(first) if first in players else before.players.index(first)
    return players[(at + 1) % len(players)]
