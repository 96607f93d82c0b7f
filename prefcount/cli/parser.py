"""The command line of the program: every command, and what it is for."""

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Any, NoReturn, Protocol, cast

from prefcount import __version__
from prefcount.base.i18n import LANGUAGES, N_, _, capital
from prefcount.base.problems import quote
from prefcount.cli.language import OPTION, name_placeholders
from prefcount.cli.streams import terminal_width

COMMANDS = {
    "open": N_("open the terminal program, or a session in it"),
    "new": N_("create a session file"),
    "add": N_("append one entry to a session"),
    "show": N_("print the sheet of a session with its history"),
    "settle": N_("print who wins what and who pays whom"),
    "replay": N_("compare a session with the same hands under other rules"),
    "stats": N_("add up many sessions, player by player"),
    "report": N_("make a page, a picture or a table of a session"),
    "debts": N_("who owes whom over many evenings, and which payments settle it"),
    "paid": N_("record a payment in the book of payments"),
    "audit": N_("check sessions: play every hand again and compare the figures"),
    "paper": N_("compare a paper sheet with a session"),
    "fit": N_("find the rules that fit the figures"),
    "share": N_("let phones in the room follow a session"),
    "rules": N_("explain the presets and every option"),
    "schema": N_("print the JSON Schema of a session file or a book"),
    "import": N_("make sessions of games kept in other programs"),
    "where": N_("print where games, settings and saved pages are"),
    "completion": N_("let a shell complete commands, options and files"),
}


LIBRARIES = ("textual", "pydantic", "babel", "aiohttp", "typst")
"""Whose versions a report of a fault should have; the last two need not be there."""


class CommandModule(Protocol):
    """The module of a command: its flags, and its work, which gives the exit code."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    main: Callable[[argparse.Namespace], int]


def command_named(name: str) -> CommandModule:
    """The module of a command has its own name, unless that is a keyword of Python."""
    module = import_module(f"prefcount.cli.commands.{'import_games' if name == 'import' else name}")
    return cast(CommandModule, module)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; --help says the rest."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            formatter_class=lambda prog: argparse.HelpFormatter(prog, width=terminal_width() - 2), **options
        )

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As argparse does, but LINE may also stand behind options, where argparse leaves it over."""
        options, left = super().parse_known_args(args, namespace)
        if left and getattr(options, "line", None) == [] and not left[0].startswith("-"):
            options.line, left = left, []
        return options, left

    def error(self, message: str) -> NoReturn:
        sentence = _("{program}: {message}; see {program} --help")
        self.exit(2, sentence.format(program=self.prog, message=quote(message)) + "\n")


def parser(wanted: str = "") -> argparse.ArgumentParser:
    """The command line of the program, with the command that is `wanted`, or with all of them.

    Where the first word is no command, all are named without their flags; without it all have them.
    """
    top = _Parser(
        prog="prefcount",
        description=_("A score sheet for Preferans. Without a command the terminal program opens."),
        epilog=_("prefcount FILE opens that session. prefcount COMMAND --help says more about a command."),
    )
    top.add_argument("--version", action="store_true", help=_("show program's version number and exit"))
    top.add_argument("--verbose", action="store_true", help=_("with --version: what it runs on, for reports"))
    _lang(top)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name in [wanted] if wanted in COMMANDS else COMMANDS:
        sentence = _(COMMANDS[name])
        command = commands.add_parser(name, help=sentence)
        if wanted in ("", name):
            command_named(name).add_arguments(command)
        command.description = " ".join(filter(None, (f"{capital(sentence)}.", command.description)))
        _lang(command)
        name_placeholders(command)
    name_placeholders(top)
    return top


def version_text(*, verbose: bool) -> str:
    """The version of the program; and what it runs on, which says nothing about its user."""
    program = f"prefcount {__version__}"
    if not verbose:
        return program
    import platform
    from importlib.metadata import PackageNotFoundError, version

    lines = [program, f"Python {platform.python_version()}", platform.platform()]
    for library in LIBRARIES:
        try:
            lines.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            lines.append(f"{library} –")
    return "\n".join(lines)


def _lang(command: argparse.ArgumentParser) -> None:
    """Add --lang for --help; `language.py` reads it earlier, since refusals are in that language, too."""
    known = ", ".join(LANGUAGES)
    sentence = _("the language: {known}; otherwise as set on the screen, or by the environment")
    command.add_argument(OPTION, metavar="CODE", help=sentence.format(known=known))
