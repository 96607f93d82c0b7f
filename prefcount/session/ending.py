"""The last entry of an evening: why it ended, the announced results, and the seal."""

from prefcount.entries.common import End
from prefcount.session.journal import Journal
from prefcount.session.outcome import outcome
from prefcount.session.session import Session


def end_entry(session: Session, journal: Journal) -> End:
    """The `end` entry for the game as it stands: over by its rules, else ended by agreement.

    It carries the results in whole units and the seal over everything written before it.
    """
    return completed(End.model_validate({"reason": session.state.over or "agreed"}), session, journal)


def completed(entry: End, session: Session, journal: Journal) -> End:
    """An `end` with the results that the game has after it, unless it announces others, and with its seal.

    Raises:
        Refused: if the game cannot end like this.
    """
    if entry.results is None:
        settled = outcome(session.accepted(entry).session)
        results = dict(zip(settled.players, settled.whole, strict=True))
        entry = entry.model_copy(update={"results": results})
    return sealed(entry, journal)


def sealed(entry: End, journal: Journal) -> End:
    """The entry with the SHA-256 of all bytes of the file before it, unless it has a seal already."""
    return entry if entry.seal is not None else entry.model_copy(update={"seal": journal.seal()})
