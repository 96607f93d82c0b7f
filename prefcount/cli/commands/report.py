"""`prefcount report FILE`: the sheet as a picture, a report to print, tables for spreadsheets."""

import argparse
import os
from contextlib import suppress
from datetime import date
from pathlib import Path

from prefcount.base.i18n import N_, _, text
from prefcount.base.problems import quote
from prefcount.base.system import NotRegularFile, open_regular
from prefcount.cli.arguments import Command, UsageError, add_day, add_shared, add_switch, parse_path
from prefcount.cli.command_io import (
    SkippedFiles,
    UnusableFile,
    add_files,
    find_files,
    print_bytes,
    read_for_money,
)
from prefcount.debts.balances import Debts
from prefcount.debts.season_page import EveningRead, read_evening, season_html, season_typeset
from prefcount.entries.models import MAX_PLAYERS
from prefcount.games import GAMES
from prefcount.render.data import STYLES, session_csv
from prefcount.render.documents import (
    blank_html,
    blank_pdf,
    blank_svg,
    make_blank,
    session_html,
    session_pdf,
    session_png,
)
from prefcount.render.svg import sheet_svg
from prefcount.render.text import chat_message
from prefcount.stats.sums import Statistics, parse_period
from prefcount.store.disk import NO_FOLDER, SHARED, WriteError, make_file, replace_file, write_error
from prefcount.store.session_folder import ENDING

KIND_BY_SUFFIX = {
    ".svg": "svg",
    ".html": "html",
    ".htm": "html",
    ".pdf": "pdf",
    ".png": "png",
    ".csv": "hands",
    ".txt": "chat",
}
"""The kind of report for a file ending, if no flag names the kind."""
TABLES = ("hands", "postings", "results")
GAME_FILE_ENDINGS = (ENDING, ".lock", ".half", ".json")
"""Endings of session files, their lock and half-written files, presets and settings. No report has them."""
INSPECTED_BYTES = 1024
"""Number of bytes inspected before a file is replaced. Game files begin with JSON, but reports do not."""
BEFORE_JSON = b" \t\r\n\0\xef\xbb\xbf\xff\xfe"
"""Bytes that may come before the JSON: white space, NUL bytes and byte order marks."""


def _add_report_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        nargs="?",
        type=parse_path,
        help=_("a session file, or a folder of them for one page about all its games"),
    )
    kinds = command.add_mutually_exclusive_group()
    for kind, about in (
        ("svg", _("the sheet as drawn on paper")),
        (
            "html",
            _(
                "a page to print: sheet, results, payments, calculation, hands; with a folder, a page "
                "about all its games"
            ),
        ),
        ("pdf", _("the same page as a PDF; needs prefcount[pdf]")),
        ("png", _("the sheet and the results as a picture for the group chat; needs prefcount[pdf]")),
        ("chat", _("the results as a message for the group chat")),
    ):
        kinds.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, help=about)
    table = _("a table for spreadsheets, in UTF-8")
    kinds.add_argument("--csv", choices=TABLES, help=table)
    add_shared(command, "--csv-style")
    command.add_argument(
        "-o", "--out", type=parse_path, metavar="OUT", help=_("the file to write; its ending sets the format")
    )
    add_day(command, "--since", _("with a folder: count only games from this date on, such as 2026-01-31"))
    add_day(command, "--until", _("with a folder: count only games up to this date"))
    add_switch(command, "--force", _("replace OUT if it exists"))
    add_switch(command, "--blank", _("an empty sheet to print; needs no session file"))
    players = _("for an empty sheet: the number of players, their names, or both")
    command.add_argument("--players", nargs="+", metavar="NAME", help=players)
    command.add_argument("--target", type=int, metavar="N", help=_("for an empty sheet: the pool target"))
    command.add_argument(
        "--game", default=GAMES[0], help=_("for an empty sheet: the game; default: preferans")
    )


def _run_report(options: argparse.Namespace) -> int:
    kind, skipped = _choose_kind(options), SkippedFiles()
    if options.file is not None and options.file.is_dir() and not options.blank:
        content = _make_season(options, kind, skipped)
    elif options.since or options.until:
        raise UsageError(N_("--since and --until choose games of a folder; name a folder instead of a file"))
    else:
        content = _make_blank(options, kind) if options.blank else _make_report(options, kind)
    if options.out is None:
        print_bytes(content)
    else:
        _save(options.out, content, replace=options.force)
    return skipped.code()


def _choose_kind(options: argparse.Namespace) -> str:
    if options.out is not None:
        _check_name(options.out)
    named = KIND_BY_SUFFIX.get(options.out.suffix.lower()) if options.out is not None else None
    kind: str | None = options.kind or options.csv or named
    if kind is None and options.out is not None:
        sentence = N_("{path}: no format has this ending; use .svg, .html, .pdf, .png, .csv or .txt")
        raise UsageError(sentence, path=quote(options.out))
    if kind is None:
        raise UsageError(
            N_("choose what to make: --svg, --html, --pdf, --png, --csv or --chat, or name a file with -o")
        )
    if kind in ("pdf", "png") and options.out is None:
        raise UsageError(N_("a PDF or PNG cannot be shown in a terminal; name a file with -o"))
    if options.csv_style and kind not in TABLES:
        raise UsageError(N_("--csv-style needs --csv"))
    return kind


def _check_name(path: Path) -> None:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if ENDING in suffixes or suffixes[-1:] in ([each] for each in GAME_FILE_ENDINGS):
        raise UsageError(N_("{path}: this name is reserved for game files; choose another"), path=quote(path))


def _make_season(options: argparse.Namespace, kind: str, skipped: SkippedFiles) -> bytes:
    _refuse_blank_options(options)
    if kind not in ("html", "pdf", "png"):
        sentence = N_(
            "for a folder there are only --html, --pdf and --png; for other formats, name one of its files"
        )
        raise UsageError(sentence)
    options.paths, options.alias = [options.file], None
    found = find_files(options)
    period = parse_period(options.since, options.until, None, date.today())
    statistics, debts = Statistics(found.people, period=period), Debts(found.people, until=options.until)

    def add(path: Path, read: EveningRead) -> str:
        record, money = read
        return statistics.add(path, record) or debts.add(path, money)

    add_files(add, read_evening, found, skipped)
    if not statistics.read:
        raise UsageError(N_("no session can be read"))
    if kind == "html":
        return season_html(statistics, debts).encode()
    return season_typeset(statistics, debts, "pdf" if kind == "pdf" else "png")


def _make_report(options: argparse.Namespace, kind: str) -> bytes:
    if options.file is None:
        raise UsageError(N_("name a session file, or ask for an empty sheet with --blank"))
    _refuse_blank_options(options)
    loaded = read_for_money(options.file)
    session = loaded.session
    match kind:
        case "pdf":
            return session_pdf(session, loaded.file_hash)
        case "png":
            return session_png(session, loaded.file_hash)
        case "svg":
            return sheet_svg(session).encode()
        case "html":
            return session_html(session, loaded.file_hash).encode()
        case "chat":
            return f"{chat_message(session, loaded.file_hash)}\n".encode()
    return session_csv(session, kind, STYLES[options.csv_style or "comma"]).encode()


def _refuse_blank_options(options: argparse.Namespace) -> None:
    if options.players or options.target is not None:
        raise UsageError(N_("--players and --target are for an empty sheet; add --blank"))


def _make_blank(options: argparse.Namespace, kind: str) -> bytes:
    if options.file is not None:
        sentence = N_("an empty sheet needs no session file; leave out {path}")
        raise UsageError(sentence, path=quote(options.file))
    if kind not in ("svg", "html", "pdf"):
        raise UsageError(N_("an empty sheet needs --svg, --html or --pdf"))
    count, names = _parse_players(options.players or [])
    empty = make_blank(options.game, count, names, options.target)
    if kind == "pdf":
        return blank_pdf(empty)
    return (blank_svg(empty) if kind == "svg" else blank_html(empty)).encode()


def _parse_players(words: list[str]) -> tuple[int, list[str]]:
    if not words:
        raise UsageError(N_("give the number of players, such as --players 3, or their names"))
    if not (words[0].isascii() and words[0].isdigit()):
        return len(words), words
    count, names = int(words[0][:3]), words[1:]
    if names and len(names) != count:
        sentence = N_("{count} players, but {names} names; give all names or none")
        raise UsageError(sentence, count=count, names=len(names))
    if not 2 <= count <= MAX_PLAYERS:
        raise UsageError(N_("a sheet is for two to five players, not for {count}"), count=count)
    return count, names


def _save(path: Path, content: bytes, *, replace: bool) -> None:
    named = quote(path)
    try:
        if replace:
            target = Path(os.path.realpath(path))
            _check_name(target)
            if path.exists() or os.path.lexists(target):
                _check_replaceable(target, named)
            replace_file(target, content, SHARED)
        else:
            make_file(path, content, SHARED)
    except FileExistsError:
        raise UsageError(N_("{path}: the file exists already; --force replaces it"), path=named) from None
    except (FileNotFoundError, NotADirectoryError):
        raise UnusableFile(path, text(NO_FOLDER)) from None
    except OSError as error:
        raise UnusableFile(path, write_error(error).text) from None
    except WriteError as error:
        raise UnusableFile(path, error.text) from None
    except ValueError:
        raise UsageError(N_("{path}: a file cannot have this name; choose another"), path=named) from None


def _check_replaceable(target: Path, named: str) -> None:
    refused = UsageError(
        N_("{path}: this is not a file that can be replaced; choose another name"), path=named
    )
    try:
        with os.fdopen(open_regular(target, follow_links=False), "rb") as file:
            beginning, status = file.read(INSPECTED_BYTES).lstrip(BEFORE_JSON), os.fstat(file.fileno())
    except (NotRegularFile, IsADirectoryError, FileNotFoundError):
        raise refused from None
    for descriptor in (1, 2):  # a path such as /dev/stdout leads to the output of this program
        with suppress(OSError):
            if os.path.samestat(os.fstat(descriptor), status):
                raise refused
    if beginning.startswith(b"{"):
        sentence = N_(
            "{path}: this file is a session or belongs to one, and is not replaced; choose another name"
        )
        raise UsageError(sentence, path=named)


FUNCTIONS = {"report": Command(_add_report_arguments, _run_report)}
