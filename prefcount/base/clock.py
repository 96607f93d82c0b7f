"""The clock of this machine, to the second and with the zone it is set to."""

import os
from datetime import MAXYEAR, MINYEAR, UTC, datetime


def ignore_invalid_zone() -> None:
    """Go by UTC where `TZ` names a file that is no zone: Babel would refuse to load there."""
    zone = os.environ.get("TZ", "").removeprefix(":")
    if os.path.exists(zone):  # noqa: PTH110 - pathlib loads slowly
        from zoneinfo import ZoneInfo

        try:
            with open(zone, "rb") as file:  # noqa: PTH123 - pathlib loads slowly
                ZoneInfo.from_file(file)
        except (OSError, ValueError):
            os.environ["TZ"] = "UTC"


def now() -> datetime:
    """This moment."""
    return to_local_time(datetime.now(UTC)).replace(microsecond=0)


def to_local_time(moment: datetime) -> datetime:
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
