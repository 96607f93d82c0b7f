"""`prefcount show FILE`: the sheet as text, with its history."""

import argparse

from prefcount.base.i18n import _
from prefcount.cli.arguments import add_file, add_json, add_switch
from prefcount.cli.command_io import read_with_warnings, say, say_json
from prefcount.render import text
from prefcount.render.data import sheet_object


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount show`."""
    add_file(command)
    add_switch(command, "--why", _("what each entry wrote, and why"))
    add_switch(command, "--all", _("also entries that were undone"))
    add_json(command)


def main(options: argparse.Namespace) -> int:
    """Print the sheet and the entries."""
    session = read_with_warnings(options.file).session
    if options.json:
        say_json(sheet_object(session))
        return 0

    say(text.sheet(session))
    listed = text.hands(session, why=options.why, undone=options.all)
    if listed:
        say(f"\n{listed}")
    return 0
