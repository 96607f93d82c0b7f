"""`prefcount settle FILE…`: who wins what and who pays whom."""

import argparse

from prefcount.cli.files import as_json, read_for_money, say
from prefcount.problems import quote


def main(options: argparse.Namespace) -> int:
    """Settle each file as it stands; nothing is printed for a file whose figures cannot be trusted."""
    several = len(options.files) > 1
    loaded = [(path, read_for_money(path)) for path in options.files]
    for position, (path, each) in enumerate(loaded):
        if options.json:
            from prefcount.render.machine import settlement_object

            named = {"path": str(path)} if several else {}
            say(as_json({**named, **settlement_object(each.session)}))
            continue
        from prefcount.render import text

        if several:
            say(("\n" if position else "") + f"{quote(path)}:")
        say(text.settlement(each.session, steps=options.steps))
    return 0
