"""The commands and their options, as argparse knows them."""

import argparse
from typing import TYPE_CHECKING, NoReturn

from prefcount import __version__
from prefcount.cli.language import OPTION
from prefcount.games import GAMES
from prefcount.i18n import LANGUAGES, _
from prefcount.problems import quote

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = (
    *("open", "new", "add", "show", "settle", "replay", "stats", "report", "audit", "paper", "rules"),
    *("share", "schema"),
)


def _path(given: str) -> "Path":
    from pathlib import Path

    return Path(given)


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
    _audit(commands.add_parser("audit", help=_("replay sessions and compare what they claim")))
    _paper(commands.add_parser("paper", help=_("hold a paper sheet against a session")))
    _share(commands.add_parser("share", help=_("let phones in the room follow a session")))
    _rules(commands.add_parser("rules", help=_("explain the presets and every option")))
    _schema(commands.add_parser("schema", help=_("print the JSON Schema of a session file")))
    for command in commands.choices.values():
        _lang(command)
    return top


def _lang(command: argparse.ArgumentParser) -> None:
    """Shown by --help; it is heard before the arguments are read, since refusals are said in it, too."""
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


def _add(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=_path, help=_("a session file"))
    command.add_argument("line", nargs="*", metavar="LINE", help=_("a hand, such as: anna 7h wp 6"))
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
        "--end",
        nargs="*",
        metavar=("REASON", "NAME"),
        help=_(
            "instead of a hand, the end of the game with its results and the seal of the file: pool, hands, "
            "time, agreed, or resigned and who gives up; without a reason over by the rules, else agreed"
        ),
    )
    command.add_argument("--json", metavar="ENTRY", help=_("any entry as a JSON object instead of a line"))


def _show(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=_path, help=_("a session file"))
    command.add_argument("--why", action="store_true", help=_("every posting with its reason"))
    command.add_argument("--json", action="store_true", help=_("for programs"))


def _settle(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", type=_path, metavar="FILE", help=_("session files"))
    command.add_argument("--steps", action="store_true", help=_("the calculation as it is done on paper"))
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
    output = command.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help=_("for programs"))
    output.add_argument("--csv", action="store_true", help=_("for spreadsheets, a line for each player"))


def _audit(command: argparse.ArgumentParser) -> None:
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
    command.add_argument("presets", nargs="*", metavar="PRESET", help=_("one preset, or two side by side"))
    command.add_argument("--json", action="store_true", help=_("for programs"))


def _schema(command: argparse.ArgumentParser) -> None:
    _game(command)


def _game(command: argparse.ArgumentParser) -> None:
    games = ", ".join(GAMES)
    said = _("the game: {games}; the first of them if none is named").format(games=games)
    command.add_argument("--game", default=GAMES[0], help=said)
