"""Entries that cannot be where they stand."""

from collections.abc import Iterator

from prefcount.audit.checks.record import Check, Code
from prefcount.audit.findings import Finding
from prefcount.entries.common import COMMON_KINDS
from prefcount.i18n import N_
from prefcount.problems import together
from prefcount.session.faults import BAD_ENTRY
from prefcount.session.reader import Loaded
from prefcount.session.replay import Step

IMPOSSIBLE = Code(
    BAD_ENTRY, N_("A line that is no entry, a hand that cannot be played, a correction of nothing.")
)
AFTER_END = Code("after-end", N_("A hand, a misdeal or a thrown talon after the game was over."))


def entries_fit(loaded: Loaded) -> Iterator[Finding]:
    """Hands that cannot be, corrections of nothing, and hands after the end."""
    ended = 0
    for step in loaded.session.replay.steps:
        if not step.problems:
            if step.state.over and not step.before.over:
                ended = step.n
        elif step.before.over and step.entry is not None and step.entry.kind not in COMMON_KINDS:
            yield _after_end(step, ended)
        else:
            said = N_("entry {n} does not count: {why}")
            yield IMPOSSIBLE.found(said, step.n, n=step.n, why=together(step.problems))


def _after_end(step: Step, ended: int) -> Finding:
    """A hand that came too late; by a forgotten one that was put in, the game may have ended earlier."""
    said = N_("entry {n} does not count: {why}; it was over after entry {ended}")
    if ended > step.n:
        said = N_("entry {n} does not count: {why}; it was over after entry {ended}, which was put in later")
    return AFTER_END.found(said, step.n, n=step.n, why=together(step.problems), ended=ended)


FIT = Check((IMPOSSIBLE, AFTER_END), entries_fit)
