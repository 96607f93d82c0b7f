"""`prefcount debts PATH…`: who owes whom over many evenings, and the payments that settle it."""

import argparse
from collections.abc import Iterable

from prefcount.base.i18n import _
from prefcount.base.problems import unknown
from prefcount.cli.arguments import (
    UsageError,
    add_alias,
    add_coin,
    add_day,
    add_json,
    add_several,
    add_switch,
    describe_several,
)
from prefcount.cli.command_io import (
    LeftOut,
    add_usable,
    find_all,
    output_language,
    say_bytes,
    say_json,
    say_lines,
    warn,
)
from prefcount.debts.balances import Circle, Debts, NotCounted, read_money
from prefcount.debts.report import (
    chat_lines,
    comma_separated,
    debts_lines,
    debts_object,
    doubtful_names,
    not_counted,
    person_lines,
    person_object,
    person_separated,
)
from prefcount.stats.aliases import People, people_lines


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount debts`."""
    describe_several(command)
    paths = _("session files, books of payments, or folders of them; prefcount where names yours")
    add_several(command, "paths", paths)
    add_day(command, "--since", _("the first day that counts, such as 2026-01-31"))
    add_day(command, "--until", _("the last day that counts"))
    add_alias(command)
    person = _("one person's evenings and payments by date, with the balance after each")
    command.add_argument("--person", metavar="NAME", help=person)
    add_coin(command)
    output = command.add_mutually_exclusive_group()
    add_json(output)
    add_switch(output, "--csv", _("for spreadsheets, a line for each person"))
    add_switch(output, "--chat", _("as a text for the group chat"))


def main(options: argparse.Namespace) -> int:
    """Add up all evenings and payments that can be used; what cannot is named and left out."""
    found, left_out = find_all(options), LeftOut()
    debts = Debts(found.people, options.since, options.until, options.coin)
    with output_language(options):
        add_usable(debts.add, read_money, found, left_out)
    if not debts.read:
        raise UsageError(_("there is no session and no book of payments that can be read"))
    if options.person is not None:
        _print_person(debts, found.people, left_out, options)
    elif options.json:
        say_json(debts_object(debts, left_out.found))
    elif options.csv:
        say_bytes(comma_separated(debts).encode())
        _warn_of(debts, debts.not_counted)
    elif options.chat:
        say_lines(chat_lines(debts))
        _warn_of(debts, debts.not_counted)
    else:
        say_lines(debts_lines(debts))
    return left_out.code()


def _warn_of(debts: Debts, files: Iterable[NotCounted]) -> None:
    """Name what is not counted, and the files of names, next to an output that has no place for them."""
    for line in (*map(not_counted, files), *doubtful_names(debts), *people_lines(debts.people)):
        warn(line)


def _print_person(debts: Debts, people: People, left_out: LeftOut, options: argparse.Namespace) -> None:
    """Print one person's evenings and payments. Raises UsageError or InvalidInput if it is not one."""
    periods = [debts] if debts.before is None else [debts, debts.before]
    counted = [each for period in periods for each in period.currencies.values()]
    balances = [balance for each in counted for balance in each.balances]
    name = Circle([name for each in balances for name in each.names], people).find(options.person)
    if name is None:
        names = {balance.name for balance in balances}
        raise UsageError(str(unknown("--person", options.person, sorted(names) or ["–"])))
    key = people.key(name)
    if options.json:
        say_json(person_object(debts, key, left_out.found))
    elif options.csv:
        say_bytes(person_separated(debts, key).encode())
        _warn_of(debts, debts.missing(key))
    else:
        say_lines(person_lines(debts, key))
