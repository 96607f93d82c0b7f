"""The clock of this machine, to the second and with the zone it is set to."""

from datetime import MAXYEAR, MINYEAR, UTC, datetime


def now() -> datetime:
    """This moment."""
    return local(datetime.now(UTC)).replace(microsecond=0)


def local(moment: datetime) -> datetime:
    """A moment by the clock of this machine; in UTC where `TZ` is set to what no zone can be, as UTC-24.

    Raises:
        OverflowError, OSError, ValueError: if it is too long ago or too far ahead for this machine.
    """
    try:
        return moment.astimezone()
    except ValueError:
        if not MINYEAR < moment.year < MAXYEAR:
            raise
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
