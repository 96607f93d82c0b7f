"""The commands and their options, as argparse knows them."""

import argparse
from typing import TYPE_CHECKING, NoReturn

from prefcount import __version__
from prefcount.cli.language import OPTION
from prefcount.games import GAMES
from prefcount.i18n import LANGUAGES, _
from prefcount.problems import quote

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

COMMANDS = (
    *("open", "new", "add", "show", "settle", "replay", "stats", "report", "audit", "paper", "fit", "rules"),
    *("share", "schema", "debts", "paid", "import", "completion"),
)


def _path(given: str) -> "Path":
    from pathlib import Path

    return Path(given)


def _day(given: str) -> "date":
    from datetime import date

    try:
        return date.fromisoformat(given)
    except ValueError:
        said = _("{given} is no date such as 2026-01-31")
        raise argparse.ArgumentTypeError(said.format(given=quote(given))) from None


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; --help says the rest."""

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
        description=_("The score sheet of Preferans. Without a command the terminal program opens."),
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
    _open(commands.add_parser("open", help=_("open the terminal program, or a session in it")))
    _new(commands.add_parser("new", help=_("begin a session file")))
    _add(commands.add_parser("add", help=_("append one entry to a session")))
    _show(commands.add_parser("show", help=_("print the sheet of a session with its history")))
    _settle(commands.add_parser("settle", help=_("print who wins what and who pays whom")))
    _replay(commands.add_parser("replay", help=_("put the same hands by other rules beside a session")))
    _stats(commands.add_parser("stats", help=_("add up many sessions, player by player")))
    _report(commands.add_parser("report", help=_("make a page, a picture or a table of a session")))
    _debts(commands.add_parser("debts", help=_("who owes whom over many evenings, and what evens it out")))
    _paid(commands.add_parser("paid", help=_("write a payment into the book of payments")))
    _audit(commands.add_parser("audit", help=_("replay sessions and compare what they claim")))
    _paper(commands.add_parser("paper", help=_("hold a paper sheet against a session")))
    _fit(commands.add_parser("fit", help=_("find the rules under which what is claimed agrees")))
    _share(commands.add_parser("share", help=_("let phones in the room follow a session")))
    _rules(commands.add_parser("rules", help=_("explain the presets and every option")))
    _schema(commands.add_parser("schema", help=_("print the JSON Schema of a session file or a book")))
    _import(commands.add_parser("import", help=_("make sessions of games kept in other programs")))
    _completion(commands.add_parser("completion", help=_("let a shell complete commands, options and files")))
    for command in commands.choices.values():
        _lang(command)
    return top


def _lang(command: argparse.ArgumentParser) -> None:
    """Add --lang for --help; `language.py` reads it earlier, since refusals are in that language, too."""
    known = ", ".join(LANGUAGES)
    said = _("the language of what is said: {known}; else as set on the screen, or by the environment")
    command.add_argument(OPTION, metavar="CODE", help=said.format(known=known))


def _open(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", nargs="?", type=_path, help=_("a session file"))


def _new(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=_path, help=_("the file to begin; it must not exist"))
    _game(command)
    command.add_argument(
        "--players", nargs="+", required=True, metavar="NAME", help=_("in the order in which they deal")
    )
    command.add_argument("--dealer", metavar="NAME", help=_("who deals first; the first player by default"))
    command.add_argument("--preset", help=_("the convention to start from"))
    command.add_argument("--target", type=int, metavar="N", help=_("the pool to be filled (20)"))
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help=_("another option, such as style=gentleman or raspasy.cap=5; may be given often"),
    )
    command.add_argument("--stake", metavar="PRICE", help=_("the price of a whist or point, such as 0.10"))
    command.add_argument("--currency", metavar="CODE", help=_("its currency, such as EUR"))
    command.add_argument("--note", help=_("a remark"))
    command.add_argument(
        "--date",
        type=_day,
        metavar="DATE",
        help=_("the day of the evening, such as 2026-01-31; now if it is left out"),
    )


def _add(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=_path, help=_("a session file"))
    command.add_argument(
        "line", nargs="*", metavar="LINE", help=_("a hand, such as: anna 7h wp 6; or: rename ana anna")
    )
    command.add_argument(
        "--sheet",
        action="append",
        default=[],
        metavar="COLUMN",
        help=_(
            "instead of a hand, what stands on an old sheet: “anna pool 2.6.12” with all its dots, or "
            "“boris on anna 20”; may be given often, and all together are one entry; - reads lines from the "
            "standard input"
        ),
    )
    command.add_argument(
        "--result",
        action="append",
        default=[],
        metavar="RESULT",
        help=_(
            "instead of hands, what somebody won or lost in an evening of which nothing else is known: “anna "
            "57”, “boris -27 1/2”; once for each player, one of whom may be left out; - reads lines from the "
            "standard input"
        ),
    )
    command.add_argument(
        "--end",
        nargs="*",
        metavar=("REASON", "NAME"),
        help=_(
            "instead of a hand, the end of the game with its results and the seal of the file: pool, hands, "
            "time, agreed, or resigned and who gives up; without a reason over by the rules, else agreed"
        ),
    )
    command.add_argument(
        "--results",
        nargs="+",
        metavar="RESULT",
        help=_("with --end, what was announced at the table, such as “anna 57” “boris -40”; for the audit"),
    )
    command.add_argument("--json", metavar="ENTRY", help=_("any entry as a JSON object instead of a line"))


def _show(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=_path, help=_("a session file"))
    command.add_argument("--why", action="store_true", help=_("every posting with its reason"))
    command.add_argument("--json", action="store_true", help=_("for programs"))


def _several(command: argparse.ArgumentParser) -> None:
    """The description of every command that takes several files."""
    command.description = _("What cannot be used is named and left out; the exit code is 2 then.")


def _settle(command: argparse.ArgumentParser) -> None:
    _several(command)
    command.add_argument("files", nargs="+", type=_path, metavar="FILE", help=_("session files"))
    command.add_argument("--steps", action="store_true", help=_("the calculation as it is done on paper"))
    command.add_argument(
        "--hash",
        action="store_true",
        help=_("the hash of the file too: note it, to see later that nobody changed the file"),
    )
    command.add_argument("--json", action="store_true", help=_("for programs"))


def _report(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", nargs="?", type=_path, help=_("a session file"))
    kinds = command.add_mutually_exclusive_group()
    for kind, said in (
        ("svg", _("the sheet as it is drawn on paper")),
        ("html", _("everything on a page to print: sheet, results, payments, calculation, hands")),
        ("pdf", _("the same as a PDF; needs prefcount[pdf]")),
        ("chat", _("the results as a text for the group chat")),
    ):
        kinds.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, help=said)
    kinds.add_argument(
        "--csv",
        choices=("hands", "postings", "results"),
        help=_("a table for spreadsheets, UTF-8 with commas"),
    )
    command.add_argument(
        "-o", "--out", type=_path, metavar="OUT", help=_("the file to write; its ending says what it becomes")
    )
    command.add_argument("--force", action="store_true", help=_("replace OUT if it is there"))
    command.add_argument("--blank", action="store_true", help=_("an empty sheet to print, without a file"))
    command.add_argument(
        "--players",
        nargs="+",
        metavar="NAME",
        help=_("for an empty sheet: how many, or their names, or both"),
    )
    command.add_argument(
        "--target", type=int, metavar="N", help=_("for an empty sheet: the pool to be filled")
    )
    command.add_argument("--game", default="preferans", help=_("for an empty sheet: the game (preferans)"))


def _replay(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=_path, help=_("a session file; it is only read"))
    command.add_argument(
        "--preset",
        action="append",
        default=[],
        metavar="NAME",
        help=_("the convention to replay by; may be given often; without it the session's own"),
    )
    command.add_argument("--all", action="store_true", help=_("every preset, one beside the other"))
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help=_("another option, such as style=gentleman or raspasy.cap=5; may be given often"),
    )
    command.add_argument(
        "--end",
        action="store_true",
        help=_("end where the other convention ends; without it all the hands are compared"),
    )
    command.add_argument("--json", action="store_true", help=_("for programs"))


def _stats(command: argparse.ArgumentParser) -> None:
    _several(command)
    command.add_argument(
        "paths", nargs="+", type=_path, metavar="PATH", help=_("session files or folders of them")
    )
    command.add_argument("--player", metavar="NAME", help=_("one player alone"))
    command.add_argument(
        "--alias",
        type=_path,
        metavar="FILE",
        help=_("who goes by several names, a line each: Anna = Anya, Аня"),
    )
    command.add_argument(
        "--running", action="store_true", help=_("count games that are not over, as they stand")
    )
    command.add_argument(
        "--since", type=_day, metavar="DATE", help=_("games from this day on, such as 2026-01-31")
    )
    command.add_argument("--until", type=_day, metavar="DATE", help=_("games until this day"))
    command.add_argument(
        "--last", metavar="TIME", help=_("games of the last days, months or years: 30d, 3m, 1y")
    )
    command.add_argument(
        "--by",
        choices=("month", "year"),
        help=_("the same figures for every month or year, one after the other"),
    )
    command.add_argument(
        "--rating",
        action="store_true",
        help=_("how strong everybody is, after three evenings, with its uncertainty"),
    )
    output = command.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help=_("for programs"))
    output.add_argument("--csv", action="store_true", help=_("for spreadsheets, a line for each player"))


def _debts(command: argparse.ArgumentParser) -> None:
    _several(command)
    command.add_argument(
        "paths",
        nargs="+",
        type=_path,
        metavar="PATH",
        help=_("session files, books of payments, or folders of them"),
    )
    command.add_argument(
        "--since", type=_day, metavar="DATE", help=_("the first day that counts, such as 2026-01-31")
    )
    command.add_argument("--until", type=_day, metavar="DATE", help=_("the last day that counts"))
    command.add_argument(
        "--alias",
        type=_path,
        metavar="FILE",
        help=_("who goes by several names, a line each: Anna = Anya, Аня"),
    )
    output = command.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help=_("for programs"))
    output.add_argument("--csv", action="store_true", help=_("for spreadsheets, a line for each person"))


def _paid(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=_path, help=_("a book of payments, such as payments.jsonl"))
    command.add_argument(
        "line",
        nargs="*",
        metavar="LINE",
        help=_(
            "who paid whom how much: boris anna 24.87; names of several words with -> between them; the "
            "currency after the amount if it is not that of the book"
        ),
    )
    command.add_argument(
        "--currency",
        metavar="CODE",
        help=_("the currency, such as EUR; with it a book that is not there is begun"),
    )
    command.add_argument("--note", help=_("a remark"))
    command.add_argument(
        "--undo", type=int, metavar="N", help=_("instead of a payment: entry number N does not count")
    )


def _audit(command: argparse.ArgumentParser) -> None:
    command.description = _("A place that cannot be looked into is named; the exit code is 2 then.")
    command.epilog = _("prefcount audit --list names every code with the mistake that it catches.")
    command.add_argument(
        "paths", nargs="*", type=_path, metavar="PATH", help=_("session files or folders of them")
    )
    command.add_argument("--list", action="store_true", help=_("every code with the mistake that it catches"))
    command.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="CODE",
        help=_("find nothing else; remarks so named are findings; may be given often, or as CODE,CODE"),
    )
    command.add_argument(
        "--ignore", action="append", default=[], metavar="CODE", help=_("all but this; may be given often")
    )
    command.add_argument("--strict", action="store_true", help=_("remarks are findings too"))
    command.add_argument(
        "--explain",
        action="store_true",
        help=_("look for the slip in every file with a wrong figure, not only in the first ones"),
    )
    command.add_argument("--json", action="store_true", help=_("for programs"))


def _paper(command: argparse.ArgumentParser) -> None:
    command.description = _(
        "Where the paper and the computation part, and by which slip. A session that is a paper sheet "
        "without hands is tested for figures that no hand can have written."
    )
    command.add_argument("file", type=_path, help=_("a session file; it is only read"))
    command.add_argument(
        "--says",
        action="append",
        default=[],
        metavar="CLAIM",
        help=_(
            "player, column and what stands there: “anna pool 2.6.12” with all its dots, "
            "or “boris on anna 20”; may be given often; - reads lines from the standard input"
        ),
    )
    command.add_argument("--json", action="store_true", help=_("for programs"))


def _fit(command: argparse.ArgumentParser) -> None:
    command.description = _(
        "Which rules a table played: every preset is tried, then one, two and three options away from it, "
        "until checks, dotted columns and announced results agree. Files of one circle are fitted together."
    )
    command.add_argument("files", nargs="+", type=_path, metavar="FILE", help=_("session files"))
    command.add_argument("--json", action="store_true", help=_("for programs"))


def _share(command: argparse.ArgumentParser) -> None:
    command.description = _(
        "A page that follows the game by itself, for the phones in the room or a screen on the wall. Nothing "
        "can be entered there. Needs prefcount[share]."
    )
    command.add_argument("file", type=_path, help=_("a session file; it is only read"))
    command.add_argument(
        "--host",
        metavar="ADDRESS",
        help=_("an address of this machine in the network of the phones; without it only this machine reads"),
    )
    command.add_argument(
        "--port", type=int, default=0, metavar="N", help=_("the port; any free one by default")
    )


def _rules(command: argparse.ArgumentParser) -> None:
    _game(command)
    command.add_argument(
        "names", nargs="*", metavar="NAME", help=_("one preset, two side by side, or one option")
    )
    command.add_argument("--section", metavar="N", help=_("print a section of the rule book, such as 4"))
    command.add_argument("--json", action="store_true", help=_("for programs"))


def _import(command: argparse.ArgumentParser) -> None:
    _several(command)
    command.add_argument(
        "files",
        nargs="+",
        type=_path,
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
        type=_path,
        metavar="FOLDER",
        help=_("the folder for the sessions; without it that of the saved games"),
    )
    command.add_argument(
        "--fit",
        action="store_true",
        help=_("take the rules that explain the most of a game's figures, and say which"),
    )


def _completion(command: argparse.ArgumentParser) -> None:
    command.description = _("Prints a script for the shell, which reads it at its start.")
    command.add_argument("shell", choices=("bash", "zsh", "fish"), help=_("the shell"))


def _schema(command: argparse.ArgumentParser) -> None:
    _game(command)
    command.add_argument("--payments", action="store_true", help=_("of a book of payments, not of a game"))


def _game(command: argparse.ArgumentParser) -> None:
    games = ", ".join(GAMES)
    said = _("the game: {games}; the first of them if none is named").format(games=games)
    command.add_argument("--game", default=GAMES[0], help=said)
