"""The session in one of many files, if its figures can be used."""

from datetime import date
from pathlib import Path

from prefcount.games.shared.equal_hands import equal_hands_scored_once
from prefcount.session.session import Session
from prefcount.store.figure_faults import figure_faults
from prefcount.store.line_models import BookNotSession
from prefcount.store.loaded_file import Loaded
from prefcount.store.open_file import ReadError
from prefcount.store.reader import load


def usable_session(path: Path) -> Loaded | str:
    """The session in a file, played, or why it cannot be used.

    Raises:
        BookNotSession: if the file is a book of payments.
    """
    with equal_hands_scored_once():
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
