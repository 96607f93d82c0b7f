"""`prefcount fit FILE…`: the rules under which what is claimed in sessions agrees best."""

import argparse
from collections.abc import Sequence

from prefcount.base.i18n import _, ngettext
from prefcount.cli.arguments import FINE, FOUND, UsageError, add_json, add_seconds, add_several
from prefcount.cli.command_io import (
    LeftOut,
    UnusableFile,
    counting,
    each_for_money,
    output_language,
    say_json,
    say_lines,
)
from prefcount.fit.rules_fit import Fit, fit
from prefcount.fit.text import FittedFile, fit_lines, fit_object
from prefcount.paper.watch import SearchBudget
from prefcount.session.session import Session
from prefcount.store.loaded_file import faults_by_any_rules


def add_fit_seconds(command: argparse.ArgumentParser) -> None:
    """Add --seconds, how long rules are looked for."""
    about = _("how long to look for the rules of a game; then the best ones found are named (30)")
    add_seconds(command, 30, about)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount fit`."""
    command.description = _(
        "Finds which rules a table played: it tries every preset, then one option away from it, two and "
        "more, until checks, dotted columns and announced results agree. Files of one circle are fitted "
        "together."
    )
    add_several(command, "files", _("session files"))
    add_fit_seconds(command)
    add_json(command)


def fit_in_time(sessions: Sequence[Session], seconds: int) -> Fit:
    """The rules that were found in so many seconds, with the progress on a terminal."""
    with counting(lambda n: ngettext("{n} set of rules tried", "{n} sets of rules tried", n)) as tell:
        return fit(sessions, SearchBudget(seconds, stopped=tell))


def main(options: argparse.Namespace) -> int:
    """Find the rules of one table from its files; exit code 1 if none explain every figure."""
    left_out = LeftOut()
    files = [
        FittedFile(path, loaded.session)
        for path, loaded in each_for_money(options.files, left_out, faults_by_any_rules)
        if not isinstance(loaded, UnusableFile)
    ]
    sessions = [file.session for file in files]
    if len({session.game.name for session in sessions}) > 1:
        raise UsageError(_("these are sessions of several games; name those of one game"))
    fitted = fit_in_time(sessions, options.seconds) if sessions else None
    if fitted is None or not fitted.best:
        raise UsageError(_("there are no figures to compare with: no check, and no announced results"))
    with output_language(options):
        if options.json:
            say_json(fit_object(files, fitted))
        else:
            say_lines(fit_lines(files, fitted))
    return left_out.code(FOUND if fitted.best[0].wrong else FINE)
