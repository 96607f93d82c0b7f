"""`prefcount debts PATH…`: who owes whom over many evenings, and the payments that settle it."""

import argparse

from prefcount.base.i18n import _
from prefcount.base.problems import unknown
from prefcount.cli.arguments import (
    UsageError,
    add_alias,
    add_coin,
    add_json,
    add_several,
    as_day,
    describe_several,
)
from prefcount.cli.command_io import (
    LeftOut,
    as_json,
    output_language,
    people_of,
    say,
    say_bytes,
    say_lines,
)
from prefcount.cli.files_in_folders import each_usable
from prefcount.debts.balances import Debts
from prefcount.debts.data import comma_separated, debts_object, person_object, person_separated
from prefcount.debts.money_record import read_money
from prefcount.debts.text import chat_lines, debts_lines, person_lines
from prefcount.stats.aliases import People


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount debts`."""
    describe_several(command)
    add_several(command, "paths", _("session files, books of payments, or folders of them"))
    command.add_argument(
        "--since", type=as_day, metavar="DATE", help=_("the first day that counts, such as 2026-01-31")
    )
    command.add_argument("--until", type=as_day, metavar="DATE", help=_("the last day that counts"))
    add_alias(command)
    command.add_argument(
        "--person",
        metavar="NAME",
        help=_("one person's evenings and payments by date, with the balance after each"),
    )
    add_coin(command)
    output = command.add_mutually_exclusive_group()
    add_json(output)
    output.add_argument("--csv", action="store_true", help=_("for spreadsheets, a line for each person"))
    output.add_argument("--chat", action="store_true", help=_("as a text for the group chat"))


def main(options: argparse.Namespace) -> int:
    """Add up all evenings and payments that can be used; what cannot is named and left out."""
    people, left_out = people_of(options.alias), LeftOut()
    found = Debts(people, options.since, options.until, options.coin)
    with output_language(options):
        for path, read in each_usable(read_money, options.paths, left_out):
            why = found.add(path, read)
            if why:
                left_out.add(path, why)
    if not found.read:
        raise UsageError(_("there is no session and no book of payments that can be read"))

    only = _person(found, people, options.person)
    if only:
        _print_person(found, only, left_out, options)
    elif options.json:
        say(as_json(debts_object(found, left_out.found)))
    elif options.csv:
        say_bytes(comma_separated(found).encode())
    else:
        say_lines(chat_lines(found) if options.chat else debts_lines(found))
    return left_out.code()


def _person(found: Debts, people: People, name: str | None) -> str:
    """The key of the person who is asked for, or "". Raises UsageError if nothing is known of them."""
    if name is None:
        return ""
    key = people.key(name)
    if not any(debts.of_person(key) for debts in found.currencies.values()):
        names = {balance.name for debts in found.currencies.values() for balance in debts.balances}
        raise UsageError(str(unknown("--person", name, sorted(names) or ["–"])))
    return key


def _print_person(found: Debts, key: str, left_out: LeftOut, options: argparse.Namespace) -> None:
    if options.json:
        say(as_json(person_object(found, key, left_out.found)))
    elif options.csv:
        say_bytes(person_separated(found, key).encode())
    else:
        say_lines(person_lines(found, key))
