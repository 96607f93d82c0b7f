"""The user's own presets: named rules, each in a small JSON file in a folder next to the sessions.

Functions raise ReadError for a file that is not a preset of the game, InvalidInput for a name or rules that
cannot be used, and WriteError for a file that cannot be written.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput, join_file_problems, quote
from prefcount.base.system import os_error_text
from prefcount.entries.models import NAME_LENGTH, Name, Needs
from prefcount.entries.names_and_figures import fold
from prefcount.entries.validation_messages import validate_fields
from prefcount.games.game import Game
from prefcount.store.disk import SHARED, WriteError, make_file, make_folder, replace_file, write_error
from prefcount.store.reader import ReadError, read_model, read_small_file
from prefcount.store.session_folder import slugify
from prefcount.store.settings import sessions_folder

LIMIT = 64 * 1024
MAX_PRESETS = 500
ENDING = ".json"


class PresetFile(BaseModel):
    """The content of a preset file.

    Attributes:
        rules: the built-in preset on which this preset is based, and every option that differs from it, such
            as {"preset": "sochi", "raspasy": {"cap": 5}}.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Literal["preset"] = "preset"
    version: Annotated[int, Field(ge=1, le=1)] = 1
    game: str
    name: Name
    rules: dict[str, Any]
    needs: Needs | None = None


class UserPreset(NamedTuple):
    """A preset of the user.

    Attributes:
        name: the name of the preset, or the name of its file if the file cannot be used.
        reason: the reason why the file cannot be used, or "".
    """

    path: Path
    name: str
    rules: Mapping[str, Any]
    reason: str = ""


def presets_folder() -> Path:
    return sessions_folder() / "presets"


def read_preset(path: Path, game: Game[Any], *, follow_links: bool = False) -> PresetFile:
    """Read a preset from a file.

    Options in the file that do not differ from the built-in preset are left out of `rules`.

    Args:
        follow_links: whether to follow a link at `path`. If not, a link is refused.

    Raises:
        ReadError: if the file is not a preset of `game`.
    """
    sentence = N_("this preset cannot be used: {problems}")
    preset = read_model(PresetFile, read_small_file(path, LIMIT, follow_links=follow_links), sentence)
    if preset.game != game.name:
        other = N_("this is a preset of another game, {other}, not of {game}")
        raise ReadError(other, other=quote(preset.game), game=game.name)
    try:
        return preset.model_copy(update={"rules": game.spell_rules(game.rules(preset.rules))})
    except InvalidInput as refusal:
        raise ReadError(sentence, problems=join_file_problems(refusal.problems)) from None


def load_presets(game: Game[Any], folder: Path | None = None) -> tuple[UserPreset, ...]:
    """Return the presets for a game in `folder`, by default the user's folder, sorted by name.

    Files that cannot be used come last.
    """
    try:
        folder = folder or presets_folder()
        paths = sorted(path for path in folder.iterdir() if path.suffix == ENDING)[:MAX_PRESETS]
    except OSError:
        return ()
    presets = []
    for path in paths:
        try:
            preset = read_preset(path, game)
            presets.append(UserPreset(path, preset.name, preset.rules))
        except ReadError as error:
            presets.append(UserPreset(path, quote(path.name), {}, str(error)))
    return tuple(sorted(presets, key=lambda own: (own.reason, fold(own.name))))


def find_preset(folder: Path, game: Game[Any], name: str) -> UserPreset | None:
    """Return the preset called `name`, or None. Case and extra spaces do not matter."""
    folded = fold(name.strip())
    return next(
        (own for own in load_presets(game, folder) if not own.reason and fold(own.name) == folded), None
    )


def save_preset(folder: Path, game: Game[Any], name: str, rules: Mapping[str, Any]) -> UserPreset:
    """Save rules as the preset `name`, and replace an earlier preset of that name."""
    preset = _preset(game, name, rules)
    replaced = find_preset(folder, game, preset.name)
    fresh_name = f"{slugify(preset.name) or 'preset'}-{os.urandom(3).hex()}{ENDING}"
    path = replaced.path if replaced is not None else folder / fresh_name
    try:
        make_folder(folder)
        (make_file if replaced is None else replace_file)(path, _spelled(preset))
    except OSError as error:
        raise write_error(error) from None
    return UserPreset(path, preset.name, preset.rules)


def export_preset(path: Path, game: Game[Any], name: str, rules: Mapping[str, Any]) -> Path:
    """Write rules to the new file `path`, or into the folder `path`, and return the path of the file."""
    preset = _preset(game, name, rules)
    try:
        if path.is_dir():
            path /= (slugify(preset.name) or "preset") + ENDING
        make_file(path, _spelled(preset), SHARED)
    except FileExistsError:
        raise WriteError(N_("the file exists already; choose another name")) from None
    except OSError as error:
        raise write_error(error) from None
    except ValueError as error:
        raise WriteError(N_("nothing was written: {reason}"), reason=os_error_text(error)) from None
    return path


def import_preset(path: Path, folder: Path, game: Game[Any]) -> UserPreset:
    """Copy a preset from a file into `folder`, and return it.

    If the folder already has a preset with this name and other rules, a number is added to the name. If the
    folder already has the same preset, nothing is written.
    """
    preset = read_preset(path, game, follow_links=True)
    taken: dict[str, UserPreset] = {fold(own.name): own for own in reversed(load_presets(game, folder))}
    same = taken.get(fold(preset.name))
    if same is not None and same.rules == preset.rules:
        return same
    number, name = 1, preset.name
    while fold(name) in taken:
        number += 1
        name = f"{preset.name[: NAME_LENGTH - len(str(number)) - 1].rstrip()} {number}"
    return save_preset(folder, game, name, preset.rules)


def delete_preset(preset: UserPreset) -> None:
    try:
        preset.path.unlink(missing_ok=True)
    except OSError as error:
        raise write_error(error) from None


def _preset(game: Game[Any], name: str, rules: Mapping[str, Any]) -> PresetFile:
    spelled = game.spell_rules(game.rules(rules))
    fields = {"game": game.name, "name": name, "rules": spelled, "needs": game.needed_version(spelled)}
    return validate_fields(PresetFile, fields)


def _spelled(preset: PresetFile) -> bytes:
    return preset.model_dump_json(indent=2, exclude_none=True).encode() + b"\n"
