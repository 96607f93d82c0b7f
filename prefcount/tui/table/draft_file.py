"""Save the half-entered hand next to the session file, and load it after a crash or a closed window.

The file is no part of the game: losing it costs some keys at most. So it is written without waiting for
the disk, and a file that cannot be read is ignored.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from prefcount.base.system import read_own_json
from prefcount.store.disk import WriteError, replace_file

ENDING = ".half"
LIMIT = 16 * 1024
_Word = Annotated[str, Field(max_length=500)]


class SavedDraft(BaseModel):
    """The answers for entry number `n`, and the line that was being typed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    n: int
    answers: Annotated[dict[_Word, _Word], Field(max_length=50)] = {}
    typed: _Word = ""


def _draft_path(session: Path) -> Path:
    return session.with_name(f"{session.name}{ENDING}")


def half_entered(folder: Path) -> Collection[Path]:
    """The sessions in a folder of which a hand is half entered."""
    with suppress(OSError):
        return {half.with_name(half.name.removesuffix(ENDING)) for half in folder.glob(f"*{ENDING}")}
    return ()


def save_draft(session: Path, n: int, answers: Mapping[str, str], typed: str) -> bool:
    """Save the answers and the line so far, or delete the file if there are none; return whether that worked.

    The file takes its place whole, so that a program killed meanwhile leaves the one before.
    """
    path = _draft_path(session)
    with suppress(OSError, ValueError, WriteError):
        if answers or typed:
            half = SavedDraft(n=n, answers=dict(answers), typed=typed)
            replace_file(path, half.model_dump_json().encode(), lasting=False)
        else:
            path.unlink(missing_ok=True)
        return True
    return False


def load_draft(session: Path, n: int) -> SavedDraft | None:
    """The saved draft of the entry with this number, or None."""
    try:
        half = SavedDraft.model_validate(read_own_json(_draft_path(session), LIMIT))
    except (OSError, ValueError):
        return None
    return half if half.n == n else None
