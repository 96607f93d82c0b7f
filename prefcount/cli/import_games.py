"""`prefcount import FILE…`: games kept in other programs become sessions."""

import argparse
from pathlib import Path

from prefcount.cli.command_io import LeftOut, UnusableFile, say, warn
from prefcount.cli.main import UsageError
from prefcount.data_folder import sessions_folder
from prefcount.i18n import _, ngettext
from prefcount.importing.as_session import imported, write_session
from prefcount.importing.foreign_game import ForeignGame
from prefcount.importing.formats import FORMATS, games_in
from prefcount.problems import quote, unknown
from prefcount.session.open_file import ReadError
from prefcount.session.write_errors import WriteError


def main(options: argparse.Namespace) -> int:
    """Write a session for every game; what cannot be used is named, and then the code says so."""
    if options.format not in (None, *FORMATS):
        raise UsageError(str(unknown("--from", options.format, FORMATS)))
    folder, left_out = options.out or sessions_folder(), LeftOut()
    for path in options.files:
        try:
            format_name, games = games_in(path, options.format)
        except ReadError as error:
            if len(options.files) == 1:
                raise UnusableFile(path, error.text) from None
            left_out.add(path, error.text)
            continue
        if not games:
            left_out.add(path, _("there is no game in it"))
        for game in games:
            _import(path, game, format_name, folder, left_out)
    return left_out.code()


def _import(path: Path, game: ForeignGame, format_name: str, folder: Path, left_out: LeftOut) -> None:
    """Write one game, and say what of it has no counterpart or contradicts itself."""
    place = str(game.place)
    try:
        made = imported(game, format_name)
        written = write_session(folder, made.session)
    except (ReadError, WriteError) as error:
        left_out.add(path, f"{place}: {error}" if place else str(error))
        return
    for remark in made.remarks:
        warn(f"{quote(path)}: {remark}")
    hands = made.session.state.hands
    said = ngettext("{path} → {session} ({n} hand)", "{path} → {session} ({n} hands)", hands)
    say(said.format(path=quote(path), session=quote(written), n=hands))
