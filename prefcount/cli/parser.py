"""The command line of the program: every command, and what it is for."""

import argparse
from collections.abc import Sequence
from typing import NoReturn

from prefcount import __version__
from prefcount.base.i18n import LANGUAGES, _
from prefcount.base.problems import quote
from prefcount.cli.archive_arguments import (
    audit_arguments,
    debts_arguments,
    fit_arguments,
    import_arguments,
    paid_arguments,
    settle_arguments,
    stats_arguments,
)
from prefcount.cli.common_arguments import add_game, add_json
from prefcount.cli.language import OPTION
from prefcount.cli.session_arguments import (
    add_arguments,
    new_arguments,
    open_arguments,
    paper_arguments,
    replay_arguments,
    report_arguments,
    share_arguments,
    show_arguments,
)

COMMANDS = (
    *("open", "new", "add", "show", "settle", "replay", "stats", "report", "audit", "paper", "fit", "rules"),
    *("share", "schema", "debts", "paid", "import", "completion"),
)

SHELLS = ("bash", "zsh", "fish")


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; --help says the rest."""

    def parse_known_args(  # type: ignore[override]  # the overloads of argparse are for namespaces of others
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As argparse does, but a LINE may also stand behind options: it takes an empty one for the whole."""
        found, left = super().parse_known_args(args, namespace)
        if left and getattr(found, "line", None) == [] and not left[0].startswith("-"):
            found.line, left = left, []
        return found, left

    def error(self, message: str) -> NoReturn:
        self.exit(
            2,
            _("{program}: {message}; see {program} --help").format(program=self.prog, message=quote(message))
            + "\n",
        )


def parser() -> argparse.ArgumentParser:
    """The whole command line of the program."""
    top = _Parser(
        prog="prefcount",
        description=_("A score sheet for Preferans. Without a command the terminal program opens."),
        epilog=_("prefcount FILE opens that session. prefcount COMMAND --help says more about a command."),
    )
    top.add_argument(
        "--version",
        action="version",
        version=f"prefcount {__version__}",
        help=_("show program's version number and exit"),
    )
    _lang(top)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    open_arguments(commands.add_parser("open", help=_("open the terminal program, or a session in it")))
    new_arguments(commands.add_parser("new", help=_("create a session file")))
    add_arguments(commands.add_parser("add", help=_("append one entry to a session")))
    show_arguments(commands.add_parser("show", help=_("print the sheet of a session with its history")))
    settle_arguments(commands.add_parser("settle", help=_("print who wins what and who pays whom")))
    replay_arguments(
        commands.add_parser("replay", help=_("compare the same hands under other rules with a session"))
    )
    stats_arguments(commands.add_parser("stats", help=_("add up many sessions, player by player")))
    report_arguments(commands.add_parser("report", help=_("make a page, a picture or a table of a session")))
    debts_arguments(
        commands.add_parser("debts", help=_("who owes whom over many evenings, and which payments settle it"))
    )
    paid_arguments(commands.add_parser("paid", help=_("record a payment in the book of payments")))
    audit_arguments(
        commands.add_parser("audit", help=_("replay sessions and compare the figures they claim"))
    )
    paper_arguments(commands.add_parser("paper", help=_("compare a paper sheet with a session")))
    fit_arguments(commands.add_parser("fit", help=_("find the rules that fit the figures")))
    share_arguments(commands.add_parser("share", help=_("let phones in the room follow a session")))
    _rules(commands.add_parser("rules", help=_("explain the presets and every option")))
    _schema(commands.add_parser("schema", help=_("print the JSON Schema of a session file or a book")))
    import_arguments(commands.add_parser("import", help=_("make sessions of games kept in other programs")))
    _completion(commands.add_parser("completion", help=_("let a shell complete commands, options and files")))
    for command in commands.choices.values():
        _lang(command)
    return top


def _lang(command: argparse.ArgumentParser) -> None:
    """Add --lang for --help; `language.py` reads it earlier, since refusals are in that language, too."""
    known = ", ".join(LANGUAGES)
    said = _("the language: {known}; otherwise as set on the screen, or by the environment")
    command.add_argument(OPTION, metavar="CODE", help=said.format(known=known))


def _rules(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument(
        "names", nargs="*", metavar="NAME", help=_("one preset, two side by side, or one option")
    )
    command.add_argument("--section", metavar="N", help=_("print a section of the rule book, such as 4"))
    add_json(command)


def _completion(command: argparse.ArgumentParser) -> None:
    command.description = _("Prints a script for the shell to load when it starts.")
    command.add_argument("shell", nargs="?", choices=SHELLS, help=_("the shell"))
    command.add_argument(
        "--names",
        nargs=argparse.REMAINDER,
        metavar="WORD",
        help=_(
            "for that script: players whose names begin with WORD, in the files named after it, or in all"
        ),
    )


def _schema(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument(
        "--payments", action="store_true", help=_("belongs to a book of payments, not to a game")
    )
