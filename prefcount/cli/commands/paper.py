"""`prefcount paper FILE --says 'anna pool 2.6.12'`: where paper and computation part, and by which slip."""

import argparse

from prefcount.base.i18n import N_, _, ngettext
from prefcount.cli.arguments import (
    FINE,
    FOUND,
    UsageError,
    add_file,
    add_json,
    add_repeated,
    add_seconds,
    add_switch,
)
from prefcount.cli.command_io import (
    lines_typed,
    output_language,
    read_with_warnings,
    say,
    say_json,
    say_lines,
)
from prefcount.paper.candidates import PaperCandidates
from prefcount.paper.compare import compare
from prefcount.paper.data import paper_object, sheet_object
from prefcount.paper.sheet_without_hands import check_sheet, impossible, sheet_only, untested
from prefcount.paper.text import comparison_lines, impossible_lines, sheet_lines
from prefcount.paper.typed_columns import claimed
from prefcount.paper.watch import SearchBudget
from prefcount.session.outcome import NO_HANDS, is_only_result
from prefcount.session.session import Session

NOTHING_SAID = N_("say what the paper says, e.g. --says 'anna pool 2.6.12'")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount paper`."""
    command.description = _(
        "Says where the paper and the calculation differ, and which slip explains it. A session that "
        "is a paper sheet without hands is tested: whether any hands of its table could have written it, "
        "and which."
    )
    add_file(command, _("a session file; it is only read"))
    says = _(
        "player, column and figure: “anna pool 2.6.12” with all its dots, or “boris on anna 20”; "
        "may be repeated; - reads lines from the standard input"
    )
    add_repeated(command, "--says", "CLAIM", says)
    hands = _("of a sheet without hands: list the hands that could have written each figure")
    add_switch(command, "--hands", hands)
    seconds = _("how long to search for the hands behind a sheet, and as long for what to mend (5)")
    add_seconds(command, 5, seconds)
    whists = _("whether whist and consolation stand as one figure or as two; found out unless it is said")
    command.add_argument("--whists", choices=("either", "one", "two"), default="either", help=whists)
    add_json(command)


def main(options: argparse.Namespace) -> int:
    """Compare a paper sheet with a session, or test a session that is a paper sheet only."""
    session = read_with_warnings(options.file).session
    if is_only_result(session):
        raise UsageError(_(NO_HANDS))
    return _said(session, options) if options.says else _tested(session, options)


def _said(session: Session, options: argparse.Namespace) -> int:
    """Compare typed claims with the session."""
    claims = claimed(session, lines_typed(options.says, _(NOTHING_SAID)))
    paper = PaperCandidates(session)
    with output_language(options):
        comparisons = compare(paper, claims)
        odd = list(impossible(session)) if sheet_only(session) else []
    parted = sum(not each.agrees for each in comparisons)
    if options.json:
        say_json(paper_object(paper, comparisons, odd))
    else:
        say_lines(comparison_lines(paper, comparisons))
        say_lines(impossible_lines(odd))
        many = ngettext("{n} column compared", "{n} columns compared", len(comparisons))
        sentence = ngettext("{n} differs", "{n} differ", parted) if parted else _("all agree")
        say(f"{many.format(n=len(comparisons))}, {sentence.format(n=parted)}")
    return FOUND if parted or odd else FINE


def _tested(session: Session, options: argparse.Namespace) -> int:
    """Test a sheet without hands: figures that no hand writes, and whether hands could have written all."""
    if not sheet_only(session):
        raise UsageError(_(NOTHING_SAID))
    with output_language(options):
        odd, sheet = check_sheet(session, SearchBudget(options.seconds, options.seconds, options.whists))
    ok = not odd and (sheet is None or sheet.found.verdict != "impossible")
    if options.json:
        objects = paper_object(PaperCandidates(session), (), odd) | sheet_object(session, sheet)
        say_json(objects | {"ok": ok})
    else:
        say_lines(impossible_lines(odd))
        if sheet is not None:
            say_lines(sheet_lines(session, sheet, seconds=options.seconds, hands=options.hands))
        elif ok:
            say(str(untested(session) or _("no figure in its dotted columns is impossible at this table")))
    return FINE if ok else FOUND
