"""`prefcount import FILE…`: tables of evenings become sessions."""

import argparse
from pathlib import Path

from prefcount.base.data_folder import sessions_folder
from prefcount.base.i18n import N_, _
from prefcount.base.problems import invalid, quote, unknown
from prefcount.cli.arguments import (
    UsageError,
    add_out,
    add_repeated,
    add_several,
    add_stake,
    describe_several,
    stake_and_currency,
)
from prefcount.cli.command_io import LeftOut, UnusableFile, say, warn
from prefcount.importing.evenings_table import (
    FORMAT,
    GAME,
    ImportFlags,
    SkippedLine,
    import_table,
    refuse_removed_format,
)
from prefcount.session.session import new_header
from prefcount.store.open_file import ReadError


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the flags of `prefcount import`."""
    describe_several(command)
    add_several(command, "files", _("tables of evenings"))
    command.add_argument("--from", dest="format", metavar="NAME", help=_("the format of the files: csv"))
    add_out(command, "FOLDER", _("the folder for the sessions; without it that of the saved games"))
    add_stake(command)
    unit = command.add_mutually_exclusive_group()
    about = _("figures without a sign of money are money, divided by --stake")
    unit.add_argument("--money", dest="unit", action="store_const", const="money", default="", help=about)
    about = _("figures without a sign of money are whists")
    unit.add_argument("--whists", dest="unit", action="store_const", const="whists", help=about)
    add_repeated(command, "--player", "NAME", _("the column of this name is a player; may be repeated"))
    add_repeated(command, "--without", "NAME", _("the column of this name is not a player; may be repeated"))
    command.add_argument("--fit", action="store_true", help=argparse.SUPPRESS)


def main(options: argparse.Namespace) -> int:
    """Write a session for every evening; what cannot be used is named, and then the code says so."""
    flags = _flags(options)
    left_out, folder = LeftOut(), options.out or sessions_folder()
    for path in options.files:
        try:
            for imported in import_table(path, folder, flags):
                _report(path, imported, left_out)
        except ReadError as error:
            if len(options.files) == 1:
                raise UnusableFile(path, error.text) from None
            left_out.add(path, error.text)
    return left_out.code()


def _flags(options: argparse.Namespace) -> ImportFlags:
    """Return what the flags say. Raises UsageError or InvalidInput for one that cannot be used."""
    refuse_removed_format(options.format)
    if options.format not in (None, FORMAT):
        raise UsageError(str(unknown("--from", options.format, [FORMAT])))
    if options.fit:
        raise invalid(N_("--fit is no longer there: a table of evenings has no hands to find rules by"))
    stake, currency = stake_and_currency(options)
    header = new_header(game=GAME, players=("a", "b"), stake=stake, currency=currency)
    if options.unit == "money" and not header.price.amount:
        raise invalid(N_("--money needs the price of a whist, such as --stake 0.10 --currency EUR"))
    return ImportFlags(header.price, options.unit, tuple(options.player), tuple(options.without))


def _report(path: Path, imported: Path | SkippedLine, left_out: LeftOut) -> None:
    if isinstance(imported, Path):
        sentence = _("{path} → {session} (only the result)")
        say(sentence.format(path=quote(path), session=quote(imported)))
    elif imported.lost:
        left_out.add(path, imported.text, imported.place)
    else:
        warn(f"{quote(path)}: {imported}")
