"""`prefcount paper FILE --says 'anna pool 2.6.12'`: where paper and computation part, and by which slip."""

import argparse

from prefcount.cli.files import as_json, lines_typed, read, say, spoken_for, warn
from prefcount.cli.main import FINE, FOUND, Unusable
from prefcount.i18n import N_, _, ngettext
from prefcount.problems import Refused, quote, together
from prefcount.session.session import Session

NOTHING_SAID = N_("say what the paper says, such as --says “anna pool 2.6.12”")


def main(options: argparse.Namespace) -> int:
    """Compare what a paper sheet says with a session, or test a session that is a paper sheet only."""
    loaded = read(options.file)
    for fault in loaded.faults:
        warn(f"{quote(options.file)}: {fault}")
    return _said(loaded.session, options) if options.says else _tested(loaded.session, options)


def _lines(options: argparse.Namespace) -> list[str]:
    """What was said, lines of the standard input included."""
    lines = lines_typed(options.says)
    if not lines:
        raise Unusable(_(NOTHING_SAID))
    return lines


def _said(session: Session, options: argparse.Namespace) -> int:
    """Compare what somebody reads off the paper."""
    from prefcount.audit.paper.candidates import Paper
    from prefcount.audit.paper.compare import compare
    from prefcount.audit.paper.typed import claimed
    from prefcount.render.paper import comparison_lines, paper_object

    try:
        claims = claimed(session, _lines(options))
    except Refused as refusal:
        raise Unusable(together(refusal.problems)) from None
    paper = Paper(session)
    with spoken_for(options):
        comparisons = compare(paper, claims)
    parted = sum(not each.agrees for each in comparisons)
    if options.json:
        say(as_json(paper_object(paper, comparisons, ())))
    else:
        for line in comparison_lines(paper, comparisons):
            say(line)
        many = ngettext("{n} column compared", "{n} columns compared", len(comparisons))
        said = ngettext("{n} differs", "{n} differ", parted) if parted else _("all agree")
        say(f"{many.format(n=len(comparisons))}, {said.format(n=parted)}")
    return FOUND if parted else FINE


def _tested(session: Session, options: argparse.Namespace) -> int:
    """Test a sheet without hands for figures that no hand can have written."""
    from prefcount.audit.paper.candidates import Paper
    from prefcount.audit.paper.sheets import impossible, sheet_only, untested
    from prefcount.render.paper import impossible_lines, paper_object

    if not sheet_only(session):
        raise Unusable(_(NOTHING_SAID))
    with spoken_for(options):
        found = list(impossible(session))
    if options.json:
        say(as_json(paper_object(Paper(session), (), found)))
    else:
        for line in impossible_lines(found):
            say(line)
        if not found:
            say(str(untested(session) or _("no figure in its dotted columns is impossible at this table")))
    return FOUND if found else FINE
