"""`prefcount show FILE`: the sheet as text, with its history."""

import argparse

from prefcount.base.i18n import _
from prefcount.base.problems import quote
from prefcount.cli.arguments import add_file, add_json
from prefcount.cli.command_io import as_json, read, say, warn
from prefcount.render import text
from prefcount.render.data import sheet_object


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount show`."""
    add_file(command)
    command.add_argument("--why", action="store_true", help=_("every posting with its reason"))
    add_json(command)


def main(options: argparse.Namespace) -> int:
    """Print the sheet and every entry."""
    loaded = read(options.file)
    for fault in loaded.faults:
        warn(f"{quote(options.file)}: {fault}")
    if options.json:
        say(as_json(sheet_object(loaded.session)))
        return 0

    say(text.sheet(loaded.session))
    if loaded.session.entries:
        say("")
        say(text.hands(loaded.session, why=options.why))
    return 0
