"""`prefcount audit PATH…`: replay sessions and compare what they claim."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Never

from prefcount.audit.checks.report import FileReport
from prefcount.audit.data import audit_object
from prefcount.audit.explanations import Explanations
from prefcount.audit.run_audit import CodeFilter, audited
from prefcount.audit.text import Summary, called, code_lines, report_lines
from prefcount.base import system
from prefcount.base.i18n import _, ngettext
from prefcount.cli.arguments import (
    FINE,
    FOUND,
    UsageError,
    add_codes,
    add_json,
    add_repeated,
    add_seconds,
    add_switch,
    as_path,
    up_to,
)
from prefcount.cli.command_io import (
    LeftOut,
    output_language,
    say_json,
    say_lines,
    usable_in,
    warn,
    watched,
    watching,
)
from prefcount.cli.streams import terminal_width


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount audit`."""
    command.description = _("A folder that cannot be read is named; the exit code is then 2.")
    command.epilog = _("prefcount audit --list names every code with the mistake that it catches.")
    paths = _("session files or folders of them")
    command.add_argument("paths", nargs="*", type=as_path, metavar="PATH", help=paths)
    add_switch(command, "--list", _("every code with the mistake that it catches"))
    only = _("find only this; remarks named here become findings; may be repeated, or as CODE,CODE")
    add_repeated(command, "--only", "CODE", only)
    add_repeated(command, "--ignore", "CODE", _("all except this; may be repeated"))
    add_switch(command, "--strict", _("remarks are findings too"))
    explain = _(
        "look for the slip in every file with a wrong figure, not only in the first ones, and for hands "
        "behind every sheet without hands"
    )
    add_switch(command, "--explain", explain)
    add_seconds(command, 60, _("how long to look for slips and hands in all (60)"))
    jobs = up_to(64, _("{given} is no number of processes from 1 to 64"))
    about = _("with so many processes; if left out, with as many as there are processors")
    command.add_argument("--jobs", type=jobs, metavar="N", help=about)
    add_codes(command)
    add_json(command)


def main(options: argparse.Namespace) -> int:
    """Audit files and folders; exit code 1 if anything was found, 2 if a place could not be looked into."""
    if options.list:
        say_lines(code_lines())
        return FINE
    if not options.paths:
        raise UsageError(_("name the session files or folders to audit; see prefcount audit --help"))
    choice, left_out = CodeFilter.of(options.only, options.ignore, strict=options.strict), LeftOut()
    explanations = Explanations(options.seconds, everything=options.explain)
    with output_language(options), _ended_in_order():
        reports = _audited(options, left_out)
        if options.explain:
            reports = explanations.of_sheets(reports)
        reports = explanations.of(map(choice.of_report, reports))
        if options.json:
            audit = audit_object(list(reports), left_out.found)
            say_json(audit)
            ok = bool(audit["ok"])
        else:
            ok = _print(reports, left_out, called if not options.codes else str)
    if explanations.left_out:
        sentence = ngettext(
            "in {n} more file not all slips were looked for; {more}",
            "in {n} more files not all slips were looked for; {more}",
            explanations.left_out,
        )
        more = _("--seconds gives more time") if options.explain else _("--explain looks in every file")
        warn(sentence.format(n=explanations.left_out, more=more))
    return left_out.code(FINE if ok else FOUND)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Within this block a signal that ends the process ends it as an interrupt from the keyboard does.

    Nothing is left behind then, and what was found is printed. A signal that is ignored stays so.
    """

    def leave(number: int, _frame: object) -> Never:
        raise SystemExit(128 + number)  # as shells call the end by a signal

    numbers = system.HERE.ending_signals()
    taken = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _audited(options: argparse.Namespace, left_out: LeftOut) -> Iterable[FileReport]:
    """Return the reports of all files, which are counted first where progress is shown.

    For programs the only file is reported, too, if it is missing.
    """
    found = usable_in(options.paths, left_out, even_alone=options.json)
    if not watching():
        return audited(found, options.jobs)
    files = list(found)
    return list(watched(audited(files, options.jobs), len(files)))


def _print(reports: Iterable[FileReport], left_out: LeftOut, code_shown: Callable[[str], str]) -> bool:
    """Print what was found file by file, and a summary. Returns whether nothing is wrong."""
    summary, room = Summary(code_shown), terminal_width() if sys.stdout.isatty() else None
    for report in reports:
        summary.add(report)
        say_lines(report_lines(report, room, code_shown))
    say_lines(summary.lines(len(left_out.found)))
    return summary.ok
