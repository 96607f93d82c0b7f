"""Which games went on in another file, for the list of games to know both; losing it changes no game."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from prefcount.base.regular_files import read_own_json
from prefcount.store.disk import make_folder, replace_file
from prefcount.store.write_errors import WriteError

NAME = "moved.json"
LIMIT = 100_000
MOST = 100
"""So many games are remembered, the ones that moved last."""

_unkept: dict[Path, Path | None] = {}
"""What the folder does not know yet, because a full disk did not take it."""


def moved_games(folder: Path) -> Mapping[Path, Path]:
    """The files of games that went on elsewhere, with the files in which they did."""
    try:
        kept = read_own_json(folder / NAME, LIMIT)
    except (OSError, ValueError):
        kept = {}
    kept = kept if isinstance(kept, dict) else {}
    known = {Path(before): Path(after) for before, after in kept.items() if isinstance(after, str)}
    return {before: after for before, after in (known | _unkept).items() if after is not None}


def keep_move(folder: Path, before: Path, after: Path | None) -> None:
    """Remember that a game went on in another file, or with None that it goes on where it was."""
    _unkept[before.absolute()] = after.absolute() if after is not None else None
    moves = [*moved_games(folder).items()][-MOST:]
    with suppress(OSError, ValueError, WriteError):
        make_folder(folder)
        said = json.dumps({str(old): str(new) for old, new in moves})
        replace_file(folder / NAME, said.encode(), lasting=False)
        _unkept.clear()


def newest(moved: Mapping[Path, Path], path: Path) -> Path | None:
    """The file in which a game goes on in the end, or None if it never moved."""
    seen = [path]
    while (after := moved.get(seen[-1])) is not None and after not in seen:
        seen.append(after)
    return seen[-1] if len(seen) > 1 else None
