"""The current time of this machine, in its time zone."""

import os
from datetime import MAXYEAR, MINYEAR, UTC, datetime


def ignore_invalid_zone() -> None:
    """Use UTC if `TZ` names a file that is not a time zone, because Babel fails to load with such a zone."""
    zone = os.environ.get("TZ", "").removeprefix(":")
    if os.path.exists(zone):  # noqa: PTH110 - pathlib loads slowly
        from zoneinfo import ZoneInfo

        try:
            with open(zone, "rb") as file:  # noqa: PTH123 - pathlib loads slowly
                ZoneInfo.from_file(file)
        except (OSError, ValueError):
            os.environ["TZ"] = "UTC"


def now() -> datetime:
    """Return the current time without fractions of a second, in the time zone of this machine."""
    return to_local_time(datetime.now(UTC)).replace(microsecond=0)


def to_local_time(moment: datetime) -> datetime:
    """Convert a time to the time zone of this machine.

    If `TZ` is set to an impossible zone, such as UTC-24, the result is in UTC.

    Raises:
        OverflowError, OSError, ValueError: if the time is too long ago or too far ahead for this machine.
    """
    try:
        return moment.astimezone()
    except ValueError:
        if not MINYEAR < moment.year < MAXYEAR:
            raise
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
