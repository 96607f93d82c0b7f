"""`prefcount report FILE`: the sheet as a picture, the evening as a page, the figures as tables."""

import argparse
import sys
from pathlib import Path

from prefcount.cli.files import read_for_money
from prefcount.cli.main import Unusable
from prefcount.i18n import _
from prefcount.problems import Refused, quote, together
from prefcount.session.disk import make_file, replace_file
from prefcount.session.not_written import NotWritten, not_written
from prefcount.session.reader import Loaded
from prefcount.session.store import ENDING

BY_SUFFIX = {".svg": "svg", ".html": "html", ".htm": "html", ".pdf": "pdf", ".csv": "hands", ".txt": "chat"}
"""What is made for a file with such a name, where no option says it."""
EMPTY = ("svg", "html", "pdf")
"""As what an empty sheet can be had."""


def main(options: argparse.Namespace) -> int:
    """Make one report, into a file or on stdout."""
    kind = _kind(options)
    try:
        content = _empty(options, kind) if options.blank else _of_file(options, kind)
    except Refused as refusal:
        raise Unusable(together(refusal.problems)) from None
    if options.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    else:
        _keep(options.out, content, replace=options.force)
    return 0


def _kind(options: argparse.Namespace) -> str:
    """What is to be made: by the option, or else by the name of the file. Raises Unusable."""
    if options.out is not None and options.out.suffix.lower() == ENDING:
        raise Unusable(
            _("{path}: a name like this is for sessions; choose another").format(path=quote(options.out))
        )
    named = BY_SUFFIX.get(options.out.suffix.lower()) if options.out is not None else None
    kind: str | None = options.kind or options.csv or named
    if kind is None and options.out is not None:
        said = _("{path}: this ending does not say what to make; .svg, .html, .pdf, .csv and .txt do")
        raise Unusable(said.format(path=quote(options.out)))
    if kind is None:
        raise Unusable(_("say what to make: --svg, --html, --pdf, --csv or --chat, or a file with -o"))
    if kind == "pdf" and options.out is None:
        raise Unusable(_("a PDF is not printed in a terminal; name a file with -o"))
    return kind


def _of_file(options: argparse.Namespace, kind: str) -> bytes:
    """The report of a session. Raises Unusable if its figures cannot be trusted."""
    if options.file is None:
        raise Unusable(_("name a session file, or ask for an empty sheet with --blank"))
    if options.players or options.target is not None:
        raise Unusable(_("--players and --target are for an empty sheet; ask for one with --blank"))
    loaded = read_for_money(options.file)
    return _pdf(loaded) if kind == "pdf" else _text(loaded, kind).encode()


def _pdf(loaded: Loaded) -> bytes:
    from prefcount.render.report.pdf import session_pdf

    return session_pdf(loaded.session, loaded.head)


def _text(loaded: Loaded, kind: str) -> str:
    session = loaded.session
    match kind:
        case "svg":
            from prefcount.render.report.svg import sheet_svg

            return sheet_svg(session)
        case "html":
            from prefcount.render.report.html import session_html

            return session_html(session, loaded.head)
        case "chat":
            from prefcount.render.chat import chat

            return chat(session, loaded.head) + "\n"
    from prefcount.render.report.csv import TABLES

    return TABLES[kind](session)


def _empty(options: argparse.Namespace, kind: str) -> bytes:
    """An empty sheet. Raises Unusable, or Refused if there is no such table."""
    if options.file is not None:
        raise Unusable(_("an empty sheet is of no file; leave {path} out").format(path=quote(options.file)))
    if kind not in EMPTY:
        raise Unusable(_("an empty sheet is made with --svg, --html or --pdf"))
    from prefcount.render.report.blank import blank, blank_html, blank_pdf, blank_svg

    count, names = _players(options.players or [])
    empty = blank(options.game, count, names, options.target)
    if kind == "pdf":
        return blank_pdf(empty)
    return (blank_svg(empty) if kind == "svg" else blank_html(empty)).encode()


def _players(given: list[str]) -> tuple[int, list[str]]:
    """How many players, and their names if there are any: "3", "3 Anna Boris Vera", "Anna Boris Vera"."""
    if not given:
        raise Unusable(_("say for how many: --players 3, or with their names"))
    if not (given[0].isascii() and given[0].isdigit()):
        return len(given), given
    count, names = int(given[0][:3]), given[1:]
    if names and len(names) != count:
        said = _("{count} players, but {names} names; give all of them or none")
        raise Unusable(said.format(count=count, names=len(names)))
    if not 2 <= count <= 4:
        raise Unusable(_("a sheet is for two, three or four players, not for {count}").format(count=count))
    return count, names


def _keep(path: Path, content: bytes, *, replace: bool) -> None:
    """Write the report. Raises Unusable if it cannot be."""
    try:
        if replace and path.exists() and not path.is_file():
            raise Unusable(_("{path}: this is no file that can be replaced").format(path=quote(path)))
        (replace_file if replace else make_file)(path, content)
    except FileExistsError:
        said = _("{path}: the file exists already; --force replaces it")
        raise Unusable(said.format(path=quote(path))) from None
    except (FileNotFoundError, NotADirectoryError):
        said = _("nothing was written: there is no such folder; name one that is there")
        raise Unusable(f"{quote(path)}: {said}") from None
    except OSError as error:
        raise Unusable(f"{quote(path)}: {not_written(error)}") from None
    except NotWritten as error:
        raise Unusable(f"{quote(path)}: {error}") from None
    except ValueError:
        said = _("{path}: no file can have this name; choose another")
        raise Unusable(said.format(path=quote(path))) from None
