"""The session in one of many files, if its figures can be used."""

from datetime import date
from pathlib import Path

from prefcount.session.figure_faults import figure_faults
from prefcount.session.line_models import BookNotSession
from prefcount.session.loaded_file import Loaded
from prefcount.session.open_file import ReadError
from prefcount.session.reader import load
from prefcount.session.session import Session


def usable_session(path: Path) -> Loaded | str:
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
