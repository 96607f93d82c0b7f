"""Headers of new sessions: from given fields, or for the next game of the same players."""

from datetime import datetime
from typing import Any

from pydantic import ValidationError

from prefcount.entries.header import Header
from prefcount.entries.validation_messages import problems_of
from prefcount.problems import InvalidInput
from prefcount.session.session import Session


def new_header(**fields: Any) -> Header:
    """A header of the current version.

    Args:
        fields: those of `Header`, without its kind and version.

    Raises:
        InvalidInput: with every problem of the fields; the game and its options are not looked at.
    """
    try:
        return Header.model_validate({"kind": "session", "version": 1, **fields})
    except ValidationError as error:
        raise InvalidInput(problems_of(error, Header)) from None


def rematch(session: Session, when: datetime) -> Header:
    """The players, the rules and the stake as they were last, and the next dealer after the first one."""
    before = session.header
    return new_header(
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
