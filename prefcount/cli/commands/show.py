"""`prefcount show FILE`: the sheet as text, with its history."""

import argparse

from prefcount.base.problems import quote
from prefcount.cli.command_io import as_json, read, say, warn
from prefcount.render import text
from prefcount.render.data import sheet_object


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
