"""Figures on paper that differ, with the slip of the pencil that is likeliest behind each."""

from collections.abc import Iterable, Iterator

from prefcount.audit.checks.claims import DIFFERS, MISMATCH
from prefcount.audit.checks.record import line_of
from prefcount.audit.findings import Finding, Report
from prefcount.i18n import N_, Text, text
from prefcount.session.reader import Unreadable, load
from prefcount.session.session import Session

MOST_FILES = 5
"""To try every slip in every hand takes as long as to audit many files: only the first ones are explained."""
MOST_ENTRIES = 150
"""Of a session with more entries nothing is explained; an evening has some forty hands."""
_EXPLAINED = frozenset({MISMATCH.name, DIFFERS.name})


def explained(reports: Iterable[Report]) -> Iterator[Report]:
    """The same reports; in the first ones with claims that do not hold, the sentences name the slip."""
    left = MOST_FILES
    for report in reports:
        if left and any(each.code in _EXPLAINED for each in report.findings + report.remarks):
            left -= 1
            yield _explained(report)
        else:
            yield report


def _explained(report: Report) -> Report:
    try:
        session = load(report.path).session
    except Unreadable:  # it was read a moment ago
        return report
    if len(session.entries) > MOST_ENTRIES:
        return report
    return report._replace(
        findings=tuple(_with_slip(session, each) for each in report.findings),
        remarks=tuple(_with_slip(session, each) for each in report.remarks),
    )


def _with_slip(session: Session, found: Finding) -> Finding:
    slip = _slip(session, found) if found.code in _EXPLAINED else None
    return (
        found
        if slip is None
        else found._replace(message=text(N_("{said}; {slip}"), said=found.message, slip=slip))
    )


def _slip(session: Session, found: Finding) -> Text | None:
    """The likeliest slip behind a claim, with the hand in which it was made, or None if none explains it."""
    from prefcount.audit.paper.likely import compared

    for comparison in compared(session, found.entry):
        claim = comparison.claim
        if (claim.player, claim.column) == (found.player, found.column) and comparison.partings:
            first = comparison.partings[0]
            if first.slip is None:
                return None
            if not comparison.single:  # the sentence says already where the columns part
                return text(N_("likeliest: {slip}"), slip=first.slip)
            line = line_of(session, session.replay.step(first.entry))
            said = N_("likeliest at entry {n} ({line}): {slip}")
            return text(said, n=first.entry, line=line, slip=first.slip)
    return None
