"""`prefcount debts PATH…`: who owes whom over many evenings, and the payments that settle it."""

import argparse

from prefcount.cli.command_io import LeftOut, as_json, each_usable, output_language, people_of, say, say_bytes
from prefcount.cli.main import UsageError
from prefcount.i18n import _
from prefcount.render.debts_text import comma_separated, debts_lines, debts_object
from prefcount.stats.debts import Debts
from prefcount.stats.money_record import read_money


def main(options: argparse.Namespace) -> int:
    """Add up all evenings and payments that can be used; what cannot is named and left out."""
    found, left_out = Debts(people_of(options.alias), options.since, options.until), LeftOut()
    with output_language(options):
        for path, read in each_usable(read_money, options.paths, left_out):
            why = found.add(path, read)
            if why:
                left_out.add(path, why)
    if not found.read:
        raise UsageError(_("there is no session and no book of payments that can be read"))

    if options.json:
        say(as_json(debts_object(found, left_out.found)))
    elif options.csv:
        say_bytes(comma_separated(found).encode())
    else:
        for line in debts_lines(found):
            say(line)
    return left_out.code()
