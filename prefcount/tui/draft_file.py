"""The half-entered hand, kept beside the session so that no crash and no closed window takes it away.

It is no part of the game: nothing is lost but some keys if it is lost, so it is written without
waiting for the disk, and one that cannot be read is as if it were not there.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from prefcount.regular_files import read_own_json
from prefcount.session.disk import replace_file
from prefcount.session.write_errors import WriteError

ENDING = ".half"
LIMIT = 16 * 1024
_Word = Annotated[str, Field(max_length=500)]


class SavedDraft(BaseModel):
    """What was answered of the entry with the number `n`, and the line that was being typed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    n: int
    answers: Annotated[dict[_Word, _Word], Field(max_length=50)] = {}
    typed: _Word = ""


def _beside(session: Path) -> Path:
    return session.with_name(f"{session.name}{ENDING}")


def save_draft(session: Path, n: int, answers: Mapping[str, str], typed: str) -> None:
    """Keep what was entered so far; nothing entered is nothing kept. A disk that refuses is let be.

    The file takes its place whole, so that a program killed meanwhile leaves the one before.
    """
    path = _beside(session)
    with suppress(OSError, ValueError, WriteError):
        if answers or typed:
            half = SavedDraft(n=n, answers=dict(answers), typed=typed)
            replace_file(path, half.model_dump_json().encode(), lasting=False)
        else:
            path.unlink(missing_ok=True)


def load_draft(session: Path, n: int) -> SavedDraft | None:
    """What was kept of the entry with this number, or None."""
    try:
        half = SavedDraft.model_validate(read_own_json(_beside(session), LIMIT))
    except (OSError, ValueError):
        return None
    return half if half.n == n else None
