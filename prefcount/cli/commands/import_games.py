"""`prefcount import FILE…`: tables of evenings become sessions."""

import argparse
from pathlib import Path

from prefcount.base.data_folder import sessions_folder
from prefcount.base.i18n import N_, _
from prefcount.base.problems import invalid, quote, unknown
from prefcount.cli.arguments import (
    UsageError,
    add_out,
    add_several,
    add_stake,
    describe_several,
    stake_and_currency,
)
from prefcount.cli.command_io import LeftOut, UnusableFile, say, warn
from prefcount.importing.evenings_table import (
    FORMAT,
    GAME,
    SkippedLine,
    import_table,
    refuse_removed_format,
)
from prefcount.session.new_headers import new_header
from prefcount.store.open_file import ReadError


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the flags of `prefcount import`."""
    describe_several(command)
    add_several(command, "files", _("tables of evenings"))
    command.add_argument("--from", dest="format", metavar="NAME", help=_("the format of the files: csv"))
    add_out(command, "FOLDER", _("the folder for the sessions; without it that of the saved games"))
    add_stake(command)
    command.add_argument("--fit", action="store_true", help=argparse.SUPPRESS)


def main(options: argparse.Namespace) -> int:
    """Write a session for every evening; what cannot be used is named, and then the code says so."""
    _check(options)
    left_out, folder = LeftOut(), options.out or sessions_folder()
    for path in options.files:
        try:
            for imported in import_table(path, folder, options.stake, options.currency):
                _report(path, imported, left_out)
        except ReadError as error:
            if len(options.files) == 1:
                raise UnusableFile(path, error.text) from None
            left_out.add(path, error.text)
    return left_out.code()


def _check(options: argparse.Namespace) -> None:
    """Read the price. Raises UsageError or InvalidInput for a flag that cannot be used."""
    refuse_removed_format(options.format)
    if options.format not in (None, FORMAT):
        raise UsageError(str(unknown("--from", options.format, [FORMAT])))
    if options.fit:
        raise invalid(
            N_("--fit is no longer there: a table of evenings has no figures from which to find rules")
        )
    options.stake, options.currency = stake_and_currency(options)
    if options.stake is not None or options.currency is not None:
        new_header(game=GAME, players=("a", "b"), stake=options.stake, currency=options.currency)


def _report(path: Path, imported: Path | SkippedLine, left_out: LeftOut) -> None:
    if isinstance(imported, Path):
        sentence = _("{path} → {session} (only the result)")
        say(sentence.format(path=quote(path), session=quote(imported)))
    elif imported.lost:
        left_out.add(path, imported.text, imported.place)
    else:
        warn(f"{quote(path)}: {imported}")
