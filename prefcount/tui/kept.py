"""The half-entered hand, kept beside the session so that no crash and no closed window takes it away.

It is no part of the game: nothing is lost but some keys if it is lost, so it is written without
waiting for the disk, and one that cannot be read is as if it were not there.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

ENDING = ".half"
LIMIT = 16 * 1024
_Word = Annotated[str, Field(max_length=500)]


class Half(BaseModel):
    """What was answered of the entry with the number `n`, and the line that was being typed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    n: int
    answers: Annotated[dict[_Word, _Word], Field(max_length=50)] = {}
    typed: _Word = ""


def _beside(session: Path) -> Path:
    return session.with_name(f"{session.name}{ENDING}")


def keep(session: Path, n: int, answers: Mapping[str, str], typed: str) -> None:
    """Keep what was entered so far; nothing entered is nothing kept. A disk that refuses is let be.

    The file takes its place whole, so that a program killed meanwhile leaves the one before.
    """
    path = _beside(session)
    with suppress(OSError, ValueError):
        if answers or typed:
            fresh = path.with_name(f"{path.name}.new")
            fresh.write_bytes(Half(n=n, answers=dict(answers), typed=typed).model_dump_json().encode())
            fresh.replace(path)
        else:
            path.unlink(missing_ok=True)


def kept(session: Path, n: int) -> Half | None:
    """What was kept of the entry with this number, or None."""
    try:
        with _beside(session).open("rb") as file:
            half = Half.model_validate_json(file.read(LIMIT))
    except (OSError, ValidationError):
        return None
    return half if half.n == n else None
