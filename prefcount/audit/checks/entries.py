"""Entries that cannot be where they stand."""

from collections.abc import Iterator, Sequence

from prefcount.audit.checks.check import Check, Code
from prefcount.audit.findings import Finding
from prefcount.entries.common import COMMON_KINDS
from prefcount.i18n import N_, text
from prefcount.problems import together
from prefcount.session.file_faults import BAD_ENTRY
from prefcount.session.reader import Loaded
from prefcount.session.replay import Step

IMPOSSIBLE = Code(
    BAD_ENTRY, N_("A line that is no entry, a hand that cannot be played, a correction of nothing.")
)
AFTER_END = Code("after-end", N_("A hand, a misdeal or a thrown talon after the game was over."))


def entries_fit(loaded: Loaded) -> Iterator[Finding]:
    """Hands that cannot be, corrections of nothing, and hands after the end."""
    steps = loaded.session.replay.steps
    ended = looked_at = 0
    for at, step in enumerate(steps):
        if step.problems:
            ended = _ended(steps[looked_at:at]) or ended
            looked_at = at
            yield _misfit(step, ended)


def _ended(steps: Sequence[Step]) -> int:
    """The entry with which the game was over, or 0 if it is none of these."""
    return next((step.n for step in reversed(steps) if step.state.over and not step.before.over), 0)


def _misfit(step: Step, ended: int) -> Finding:
    """An entry that does not count; a forgotten hand that was put in may have ended the game before it."""
    why = together(step.problems)
    if not step.before.over or step.entry is None or step.entry.kind in COMMON_KINDS:
        return IMPOSSIBLE.found(N_("entry {n} does not count: {why}"), step.n, n=step.n, why=why)
    said = N_("entry {n} does not count: {why}; it was over after entry {ended}")
    if ended > step.n:
        said = N_("entry {n} does not count: {why}; it was over after entry {ended}, which was put in later")
    found = AFTER_END.found(said, step.n, n=step.n, why=why, ended=ended)
    if len(step.problems) > 1:
        return found
    return found._replace(again=text(N_("after entry {ended}, too"), ended=ended))


FIT = Check((IMPOSSIBLE, AFTER_END), entries_fit)
