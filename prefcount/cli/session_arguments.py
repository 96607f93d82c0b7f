"""The arguments of the commands that concern a single session."""

import argparse

from prefcount.base.i18n import _
from prefcount.cli.common_arguments import add_file, add_game, add_json, add_set, as_day, as_path, as_seconds
from prefcount.games.titles import GAMES


def open_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount open`."""
    command.add_argument("file", nargs="?", type=as_path, help=_("a session file"))


def new_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount new`."""
    command.add_argument("file", type=as_path, help=_("the file to create; it must not exist"))
    add_game(command)
    command.add_argument(
        "--players", nargs="+", required=True, metavar="NAME", help=_("in the order in which they deal")
    )
    command.add_argument("--dealer", metavar="NAME", help=_("who deals first; the first player by default"))
    command.add_argument("--preset", help=_("the convention to start from"))
    command.add_argument("--target", type=int, metavar="N", help=_("the pool target (20)"))
    add_set(command)
    command.add_argument("--stake", metavar="PRICE", help=_("the price of a whist or point, such as 0.10"))
    command.add_argument("--currency", metavar="CODE", help=_("its currency, such as EUR"))
    command.add_argument("--note", help=_("a remark"))
    command.add_argument(
        "--date",
        type=as_day,
        metavar="DATE",
        help=_("the day of the evening, e.g. 2026-01-31; now if left out"),
    )


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount add`."""
    add_file(command)
    command.add_argument(
        "line", nargs="*", metavar="LINE", help=_("a hand, e.g. anna 7h wp 6; or rename ana anna")
    )
    command.add_argument(
        "--sheet",
        action="append",
        default=[],
        metavar="COLUMN",
        help=_(
            "instead of a hand, what stands on an old sheet: “anna pool 2.6.12” with all its dots, "
            "or “boris on anna 20”; may be repeated, all together make one entry; - reads lines from "
            "the standard input"
        ),
    )
    command.add_argument(
        "--result",
        action="append",
        default=[],
        metavar="RESULT",
        help=_(
            "instead of hands, what each player won or lost in an evening of which nothing else is "
            "known: “anna 57”, “boris -27 1/2”; once for each player, one of whom may be left out; - "
            "reads lines from the standard input"
        ),
    )
    command.add_argument(
        "--price",
        nargs="+",
        metavar=("PRICE", "CODE"),
        help=_(
            "the price of a whist or point and its currency, such as 0.10 EUR, for the whole game: also of "
            "one that is over, and in the place of a wrong price; none: no money is played for"
        ),
    )
    command.add_argument(
        "--end",
        nargs="*",
        metavar=("REASON", "NAME"),
        help=_(
            "instead of a hand, the end of the game with its results and the seal of the file: pool, "
            "hands, time, agreed, or resigned and who resigns; without a reason: over by the rules, "
            "else agreed"
        ),
    )
    command.add_argument(
        "--results",
        action="extend",
        nargs="+",
        metavar="RESULT",
        help=_("with --end, what was announced at the table, e.g. “anna 57” “boris -40”; for the audit"),
    )
    command.add_argument("--json", metavar="ENTRY", help=_("any entry as a JSON object instead of a line"))


def show_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount show`."""
    add_file(command)
    command.add_argument("--why", action="store_true", help=_("every posting with its reason"))
    add_json(command)


def report_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount report`."""
    command.add_argument("file", nargs="?", type=as_path, help=_("a session file"))
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
        "-o",
        "--out",
        type=as_path,
        metavar="OUT",
        help=_("the file to write; its ending sets the format"),
    )
    command.add_argument("--force", action="store_true", help=_("replace OUT if it exists"))
    command.add_argument("--blank", action="store_true", help=_("an empty sheet to print, without a file"))
    command.add_argument(
        "--players",
        nargs="+",
        metavar="NAME",
        help=_("for an empty sheet: how many, or their names, or both"),
    )
    command.add_argument("--target", type=int, metavar="N", help=_("for an empty sheet: the pool target"))
    command.add_argument("--game", default=GAMES[0], help=_("for an empty sheet: the game (preferans)"))


def replay_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount replay`."""
    add_file(command, _("a session file; it is only read"))
    command.add_argument(
        "--preset",
        action="append",
        default=[],
        metavar="NAME",
        help=_("the convention to replay under; may be repeated; without it the session's own"),
    )
    command.add_argument("--all", action="store_true", help=_("every preset, one beside the other"))
    add_set(command)
    command.add_argument(
        "--end",
        action="store_true",
        help=_("end where that convention ends the game; without it all hands are compared"),
    )
    add_json(command)


def paper_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount paper`."""
    command.description = _(
        "Says where the paper and the calculation differ, and which slip explains it. A session that "
        "is a paper sheet without hands is tested: whether any hands of its table could have written it, "
        "and which."
    )
    add_file(command, _("a session file; it is only read"))
    command.add_argument(
        "--says",
        action="append",
        default=[],
        metavar="CLAIM",
        help=_(
            "player, column and figure: “anna pool 2.6.12” with all its dots, or “boris on anna 20”; "
            "may be repeated; - reads lines from the standard input"
        ),
    )
    command.add_argument(
        "--hands",
        action="store_true",
        help=_("of a sheet without hands: list the hands that could have written each figure"),
    )
    command.add_argument(
        "--seconds",
        type=as_seconds,
        default=5,
        metavar="N",
        help=_("how long to search for the hands behind a sheet, and as long for what to mend (5)"),
    )
    command.add_argument(
        "--whists",
        choices=("either", "one", "two"),
        default="either",
        help=_("whether whist and consolation stand as one figure or as two; found out unless it is said"),
    )
    add_json(command)


def share_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `prefcount share`."""
    command.description = _(
        "A page that follows the game live, for the phones in the room or a screen on the wall. "
        "Nothing can be entered there. Needs prefcount[share]."
    )
    add_file(command, _("a session file; it is only read"))
    command.add_argument(
        "--host",
        metavar="ADDRESS",
        help=_("an address of this machine in the phones' network; without it only this machine can follow"),
    )
    command.add_argument(
        "--port", type=int, default=0, metavar="N", help=_("the port; any free one by default")
    )
