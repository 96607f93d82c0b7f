"""`prefcount` and `prefcount FILE`: the terminal program."""

import argparse
import gc
import sys

from prefcount.base.i18n import _
from prefcount.base.problems import LIKE, nearest, quote
from prefcount.cli.arguments import UsageError, as_path
from prefcount.cli.command_io import is_there, read, report_copies
from prefcount.cli.main import COMMANDS


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount open`."""
    command.add_argument("file", nargs="?", type=as_path, help=_("a session file"))


def main(options: argparse.Namespace) -> int:
    """Open the terminal program, on the start screen or at a session's table."""
    loaded = None
    if options.file is not None:
        if not is_there(options.file) and (guess := nearest(str(options.file), COMMANDS, LIKE)):
            sentence = _("{given} is neither a file nor a command; did you mean “{guess}”?")
            raise UsageError(sentence.format(given=quote(options.file), guess=guess))
        loaded = read(options.file)
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):  # it draws on the last one
        raise UsageError(
            _("the terminal program needs a terminal; prefcount --help lists the other commands")
        )
    from prefcount.tui.app import PrefcountApp
    from prefcount.tui.kit.open_session import watch_games

    with watch_games() as games:
        app = PrefcountApp(options.file, loaded, lambda: report_copies(games.close()))
        gc.freeze()  # what is loaded stays, so no key need wait until cycles were looked for in it
        try:
            app.run()
        finally:
            code = report_copies(games.close())
    return app.return_code or code
