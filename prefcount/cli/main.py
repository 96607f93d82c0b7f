"""The command line: its languages and commands. An error is one line on stderr, with exit code 2."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn

from prefcount import __version__
from prefcount.base.i18n import C_, N_, Phrase, _, capitalize_first, detect_language, ngettext, use_language
from prefcount.base.problems import InvalidInput, quote
from prefcount.cli.arguments import EXIT_OK, EXIT_UNUSABLE, Command, UsageError
from prefcount.cli.streams import flush_output, set_encoding, terminal_width
from prefcount.languages import LANGUAGES
from prefcount.store.settings import load_settings

LANG_OPTION = "--lang"


def set_language(arguments: Sequence[str]) -> tuple[list[str], str]:
    """Set the language from `--lang`, or else from the settings, or else from the environment.

    Returns:
        The arguments without `--lang CODE`, and an error message, or "".
    """
    rest: list[str] = []
    wished: str | None = None
    words = iter(arguments)
    for word in words:
        option, equals, code = word.partition("=")
        if option == LANG_OPTION:
            wished = code if equals else next(words, "")
        elif word == "--":
            rest += [word, *words]
        else:
            rest.append(word)
    language = wished if wished in LANGUAGES else load_settings().language
    use_language(language if language in LANGUAGES else detect_language(os.environ))
    vars(argparse).update(_=_, ngettext=ngettext)  # argparse would look for a catalogue each time
    if wished is None or wished in LANGUAGES:
        return rest, ""
    sentence = _("there is no translation “{code}”; there are {known}")
    return rest, sentence.format(code=quote(wished), known=", ".join(LANGUAGES))


_MESSAGES = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"),
    N_("unrecognized arguments: %s"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    Phrase("expected %s argument", "expected %s arguments"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("unexpected option string: %s"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),  # only for numbers, as other types raise their own errors
)
"""Messages of argparse in Python 3.11 to 3.14, listed so that the catalogues contain them."""
_PLACEHOLDERS = (
    *(C_("placeholder", "ADDRESS"), C_("placeholder", "AMOUNT"), C_("placeholder", "CLAIM")),
    *(C_("placeholder", "CODE"), C_("placeholder", "COLUMN"), C_("placeholder", "REASON")),
    *(C_("placeholder", "COMMAND"), C_("placeholder", "DATE"), C_("placeholder", "ENTRY")),
    *(C_("placeholder", "FILE"), C_("placeholder", "FOLDER"), C_("placeholder", "GAME")),
    *(C_("placeholder", "LINE"), C_("placeholder", "MONTH"), C_("placeholder", "NAME")),
    *(C_("placeholder", "NOTE"), C_("placeholder", "OPTION=VALUE"), C_("placeholder", "OUT")),
    *(C_("placeholder", "PATH"), C_("placeholder", "PRESET"), C_("placeholder", "PRICE")),
    *(C_("placeholder", "RESULT"), C_("placeholder", "TIME"), C_("placeholder", "WORD")),
    *(C_("placeholder", "file"), C_("placeholder", "shell")),
)
"""Placeholders for values in `--help`, listed so that the catalogues contain them."""


def name_placeholders(command: argparse.ArgumentParser) -> None:
    for action in command._actions:
        if action.nargs != 0 and not action.choices and action.metavar is None:
            action.metavar = action.dest.upper() if action.option_strings else action.dest
        if isinstance(action.metavar, str):
            action.metavar = _(C_("placeholder", action.metavar))
        elif action.metavar is not None:
            action.metavar = tuple(_(C_("placeholder", each)) for each in action.metavar)


COMMANDS = {
    "open": ("interactive", N_("open the terminal program, or a session in it")),
    "new": ("session", N_("create a session file")),
    "add": ("session", N_("append one entry to a session")),
    "show": ("session", N_("print the sheet of a session with its history")),
    "settle": ("session", N_("print the results and who pays whom")),
    "replay": ("compare", N_("compare a session with the same hands under other rules")),
    "stats": ("circle", N_("add up many sessions, player by player")),
    "report": ("report", N_("make a page, a picture or a table of a session")),
    "debts": ("circle", N_("show who owes whom over many evenings, and the payments that settle it")),
    "paid": ("circle", N_("record a payment in the book of payments")),
    "audit": ("compare", N_("check sessions by replaying every hand")),
    "paper": ("compare", N_("compare a paper sheet with a session")),
    "fit": ("compare", N_("find the rules that fit the figures")),
    "share": ("interactive", N_("let phones in the room follow a session")),
    "rules": ("reference", N_("explain the presets and every option")),
    "schema": ("reference", N_("print the JSON Schema of a session file or a book")),
    "import": ("circle", N_("import tables of evenings as sessions")),
    "where": ("reference", N_("print where games, settings and saved pages are")),
    "completion": ("reference", N_("let a shell complete commands, options and files")),
}
"""For each command the module in `cli/commands/`, and the purpose. A command imports only its own module."""

LIBRARIES = ("textual", "pydantic", "babel", "aiohttp", "typst")
"""Libraries whose versions `--version --verbose` prints. The last two libraries are optional."""


def load_command(name: str) -> Command:
    module, _purpose = COMMANDS[name]
    commands: Mapping[str, Command] = import_module(f"prefcount.cli.commands.{module}").FUNCTIONS
    return commands[name]


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(
            formatter_class=lambda prog: argparse.HelpFormatter(prog, width=terminal_width() - 2), **options
        )

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        # argparse does not accept the words of a hand after a flag.
        options, left = super().parse_known_args(args, namespace)
        if left and getattr(options, "line", None) == [] and not left[0].startswith("-"):
            options.line, left = left, []
        return options, left

    def error(self, message: str) -> NoReturn:
        sentence = _("{program}: {message}; see {program} --help")
        self.exit(2, sentence.format(program=self.prog, message=quote(message)) + "\n")


def build_parser(wanted: str = "") -> argparse.ArgumentParser:
    """Build the parser of the command line.

    Args:
        wanted: the only command to include, or "" for all commands. If the command is unknown, all commands
            are included without their flags.
    """
    top = _Parser(
        prog="prefcount",
        description=_("A score sheet for Preferans. Without a command the terminal program opens."),
        epilog=_("prefcount FILE opens a session. prefcount COMMAND --help explains a command."),
    )
    top.add_argument("--version", action="store_true", help=_("show program's version number and exit"))
    top.add_argument(
        "--verbose",
        action="store_true",
        help=_("with --version: also print the system and the libraries, for bug reports"),
    )
    _add_lang(top)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name in [wanted] if wanted in COMMANDS else COMMANDS:
        _module, purpose = COMMANDS[name]
        sentence = _(purpose)
        command = commands.add_parser(name, help=sentence)
        if wanted in ("", name):
            load_command(name).add_arguments(command)
        command.description = " ".join(filter(None, (f"{capitalize_first(sentence)}.", command.description)))
        _add_lang(command)
        name_placeholders(command)
    name_placeholders(top)
    return top


def version_text(*, verbose: bool) -> str:
    """Return the version of the program. If `verbose`, add the system and the libraries."""
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


def _add_lang(command: argparse.ArgumentParser) -> None:
    known = ", ".join(LANGUAGES)
    sentence = _("the language: {known}; default: the setting of the terminal program, or the environment")
    command.add_argument(LANG_OPTION, metavar="CODE", help=sentence.format(known=known))


def run(arguments: Sequence[str]) -> int:
    set_encoding(plain="--json" not in arguments)
    code, wrong = _run_command(arguments)
    if reason := flush_output():
        code, wrong = EXIT_UNUSABLE, _("the output cannot be written: {reason}").format(reason=reason)
    if wrong:
        print(f"prefcount: {wrong}", file=sys.stderr)  # noqa: T201
    return code


def _run_command(arguments: Sequence[str]) -> tuple[int, str]:
    words, wrong = set_language(arguments)
    if wrong:
        return EXIT_UNUSABLE, wrong
    if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
        words = ["open", *_open_arguments(words)]
    try:
        top = build_parser(words[0])
        options = top.parse_args(words)
        if options.command is None:
            if not options.version:
                top.error(_("name a command"))
            print(version_text(verbose=options.verbose))  # noqa: T201
            return EXIT_OK, ""
        try:
            return load_command(options.command).run(options), ""
        except UsageError as error:
            if getattr(options, "json", None) is True:
                _print_error_object(error)
            raise
    except SystemExit as leaving:
        return (leaving.code if isinstance(leaving.code, int) else EXIT_UNUSABLE), ""
    except (UsageError, InvalidInput) as error:
        return EXIT_UNUSABLE, str(error)
    except OSError as error:
        from prefcount.base.system import os_error_text

        return EXIT_UNUSABLE, str(os_error_text(error))


def _print_error_object(error: UsageError) -> None:
    from prefcount.cli.command_io import UnusableFile, print_json

    if isinstance(error, UnusableFile):
        print_json({"path": str(error.path), "error": str(error.reason)})


def _open_arguments(words: Sequence[str]) -> Sequence[str]:
    if words and os.path.exists(words[0]):  # noqa: PTH110 - pathlib loads slowly
        return words
    return words[:1]  # so that the error is about this word, which is neither a command nor a file
