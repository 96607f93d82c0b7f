"""The arguments of the commands that concern many sessions, books of payments, or files of other programs."""

import argparse

from prefcount.base.i18n import _
from prefcount.cli.common_arguments import (
    add_alias,
    add_json,
    as_day,
    as_jobs,
    as_month,
    as_path,
    as_seconds,
    describe_several,
)


def settle_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount settle`."""
    describe_several(command)
    command.add_argument("files", nargs="+", type=as_path, metavar="FILE", help=_("session files"))
    command.add_argument("--steps", action="store_true", help=_("the calculation as it is done on paper"))
    command.add_argument(
        "--hash",
        action="store_true",
        help=_("the hash of the file too: note it to check later that nobody changed the file"),
    )
    add_json(command)


def stats_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount stats`."""
    describe_several(command)
    command.add_argument(
        "paths", nargs="+", type=as_path, metavar="PATH", help=_("session files or folders of them")
    )
    command.add_argument("--player", metavar="NAME", help=_("one player alone"))
    add_alias(command)
    command.add_argument(
        "--running", action="store_true", help=_("count games that are not over, as they stand")
    )
    command.add_argument(
        "--since", type=as_day, metavar="DATE", help=_("games from this day on, such as 2026-01-31")
    )
    command.add_argument("--until", type=as_day, metavar="DATE", help=_("games until this day"))
    command.add_argument(
        "--last", metavar="TIME", help=_("games of the last days, months or years: 30d, 3m, 1y")
    )
    command.add_argument(
        "--by",
        choices=("month", "quarter", "season", "year"),
        help=_("the same figures for every month, quarter, season or year, one after the other"),
    )
    command.add_argument(
        "--season-from",
        type=as_month,
        metavar="MONTH",
        help=_("with --by season, the month in which a season begins, 1 to 12; 9 if left out"),
    )
    command.add_argument(
        "--rating",
        action="store_true",
        help=_("how strong each player is, after three evenings, with its uncertainty"),
    )
    output = command.add_mutually_exclusive_group()
    add_json(output)
    output.add_argument("--csv", action="store_true", help=_("for spreadsheets, a line for each player"))
    command.add_argument(
        "--games",
        action="store_true",
        help=_("with --csv, a line for each game and player, which prefcount import reads"),
    )


def debts_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount debts`."""
    describe_several(command)
    command.add_argument(
        "paths",
        nargs="+",
        type=as_path,
        metavar="PATH",
        help=_("session files, books of payments, or folders of them"),
    )
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
    output = command.add_mutually_exclusive_group()
    add_json(output)
    output.add_argument("--csv", action="store_true", help=_("for spreadsheets, a line for each person"))


def paid_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount paid`."""
    command.description = _(
        "Writes a payment into a book, and lists the payments of a book if none is given. Names are those of "
        "the games beside the book and of its payments: their beginnings, Russian cases, earlier spellings "
        "and the other names of --alias or people.txt are understood."
    )
    command.add_argument("file", type=as_path, help=_("a book of payments, e.g. payments.jsonl"))
    command.add_argument(
        "line",
        nargs="*",
        metavar="LINE",
        help=_(
            "who paid whom how much: boris anna 24.87; names of several words with -> between them; "
            "the currency after the amount unless it is the book's"
        ),
    )
    command.add_argument(
        "--currency",
        metavar="CODE",
        help=_("the currency, e.g. EUR; with it a new book is begun"),
    )
    command.add_argument("--note", help=_("a remark"))
    command.add_argument(
        "--date", type=as_day, metavar="DATE", help=_("the day of the payment, e.g. 2026-01-31; else today")
    )
    command.add_argument(
        "--new", action="store_true", help=_("the names are right as they stand, also those of nobody yet")
    )
    add_alias(command)
    command.add_argument(
        "--undo", type=int, metavar="N", help=_("instead of a payment: leave entry number N out")
    )


def audit_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount audit`."""
    command.description = _("A folder that cannot be read is named; the exit code is then 2.")
    command.epilog = _("prefcount audit --list names every code with the mistake that it catches.")
    command.add_argument(
        "paths", nargs="*", type=as_path, metavar="PATH", help=_("session files or folders of them")
    )
    command.add_argument("--list", action="store_true", help=_("every code with the mistake that it catches"))
    command.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="CODE",
        help=_("find only this; remarks named here become findings; may be repeated, or as CODE,CODE"),
    )
    command.add_argument(
        "--ignore", action="append", default=[], metavar="CODE", help=_("all except this; may be repeated")
    )
    command.add_argument("--strict", action="store_true", help=_("remarks are findings too"))
    command.add_argument(
        "--explain",
        action="store_true",
        help=_(
            "look for the slip in every file with a wrong figure, not only in the first ones, and for hands "
            "behind every sheet without hands"
        ),
    )
    command.add_argument(
        "--jobs",
        type=as_jobs,
        metavar="N",
        help=_("with so many processes; if left out, with as many as there are processors"),
    )
    add_json(command)


def fit_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount fit`."""
    command.description = _(
        "Finds which rules a table played: it tries every preset, then one option away from it, two and "
        "more, until checks, dotted columns and announced results agree. Files of one circle are fitted "
        "together."
    )
    command.add_argument("files", nargs="+", type=as_path, metavar="FILE", help=_("session files"))
    _add_fit_seconds(command)
    add_json(command)


def _add_fit_seconds(command: argparse.ArgumentParser) -> None:
    """Add --seconds, how long rules are looked for."""
    command.add_argument(
        "--seconds",
        type=as_seconds,
        default=30,
        metavar="N",
        help=_("how long to look for the rules of a game; then the best ones until there are named (30)"),
    )


def import_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount import`."""
    describe_several(command)
    command.add_argument(
        "files",
        nargs="+",
        type=as_path,
        metavar="FILE",
        help=_("files of other programs, or tables of evenings"),
    )
    command.add_argument(
        "--from",
        dest="format",
        metavar="NAME",
        help=_("{formats}; without it the content of a file says what it is").format(
            formats="prefandroid, mathfewmatthews, csv"
        ),
    )
    command.add_argument(
        "-o",
        "--out",
        type=as_path,
        metavar="FOLDER",
        help=_("the folder for the sessions; without it that of the saved games"),
    )
    command.add_argument("--stake", metavar="PRICE", help=_("the price of a whist or point, such as 0.10"))
    command.add_argument("--currency", metavar="CODE", help=_("its currency, such as EUR"))
    command.add_argument(
        "--fit",
        action="store_true",
        help=_("use the rules that explain most of a game's figures, and say which"),
    )
    _add_fit_seconds(command)
