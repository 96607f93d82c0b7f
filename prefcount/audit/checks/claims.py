"""Figures that somebody read off the paper sheet."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from prefcount.audit.checks.record import Check, Code, line_of
from prefcount.audit.findings import Finding
from prefcount.entries.common import Check as CheckEntry
from prefcount.entries.figures import history_of
from prefcount.i18n import N_, Text, text
from prefcount.ledger.amount import Amount, exact, written
from prefcount.session.claims import Claim, claims
from prefcount.session.reader import Loaded
from prefcount.session.replay import Step, Total
from prefcount.session.session import Session

MISMATCH = Code(
    "check-mismatch", N_("A figure on the paper sheet that does not follow from the hands before it.")
)
DIFFERS = Code(
    "column-differs",
    N_("A column on paper that differs on its way although its last figure is right."),
    remark=True,
)


class Parting(NamedTuple):
    """Where a column on paper leaves that of the sheet.

    Attributes:
        entry: the first entry whose total is not there, or 0 where paper only goes on further.
        computed, claimed: what stands there, or None where that column is at its end.
    """

    entry: int
    computed: Amount | None
    claimed: Amount | None


def parting(computed: Sequence[Total], claimed: Sequence[Amount]) -> Parting | None:
    """Where the first totals part, or None if both columns are the same."""
    for (n, total), theirs in zip(computed, claimed, strict=False):
        if total != theirs:
            return Parting(n, total, theirs)
    if len(computed) > len(claimed):
        n, total = computed[len(claimed)]
        return Parting(n, total, None)
    if len(claimed) > len(computed):
        return Parting(0, None, claimed[len(computed)])
    return None


def claims_hold(loaded: Loaded) -> Iterator[Finding]:
    """Figures that somebody read off the paper sheet and that do not follow from the hands."""
    session = loaded.session
    checks = [step for step in session.replay.steps if isinstance(step.entry, CheckEntry)]
    histories = session.replay.histories() if checks else {}
    order = {step.n: at for at, step in enumerate(session.replay.steps)} if checks else {}
    for step in checks:
        assert isinstance(step.entry, CheckEntry)
        for claim in claims(session.game, step.before, step.entry.columns):
            if claim.cell is not None:
                column = histories.get(claim.cell.account, [])
                yield from _compared(
                    session, step, claim, [total for total in column if order[total.n] < order[step.n]]
                )


def _compared(session: Session, step: Step, claim: Claim, column: Sequence[Total]) -> Iterator[Finding]:
    assert claim.cell is not None
    totals = history_of(claim.figure)
    computed = step.before.sheet[claim.cell.account]
    parted = parting(column, totals) if len(totals) > 1 else None
    if totals[-1] != computed:
        code, said = (
            MISMATCH,
            N_("{player}, {heading}: expected {ours}, found {theirs}, difference {more}{where}"),
        )
    elif parted is not None:
        code, said = DIFFERS, N_("{player}, {heading}: {ours} is right, but not the way to it{where}")
    else:
        return
    ours, theirs, more = written(computed), written(totals[-1]), _signed(exact(totals[-1] - computed))
    figures = {"ours": ours, "theirs": theirs, "more": more, "where": _where(session, parted)}
    message = text(said, player=claim.player, heading=claim.cell.heading, **figures)
    yield Finding(code.name, message, step.n, claim.player, claim.column, theirs, ours)


def _where(session: Session, parted: Parting | None) -> Text | str:
    """The end of a sentence that says where two columns part."""
    if parted is None:
        return ""
    theirs = "" if parted.claimed is None else written(parted.claimed)
    if parted.computed is None:
        return text(N_("; they part after the last entry: the claim goes on with {theirs}"), theirs=theirs)
    said = N_("; they part at entry {n} ({line}): expected {ours} there, found {theirs}")
    if parted.claimed is None:
        said = N_("; they part at entry {n} ({line}): expected {ours} there, where the claim has no figure")
    step = session.replay.step(parted.entry)
    return text(said, n=step.n, line=line_of(session, step), ours=written(parted.computed), theirs=theirs)


def _signed(amount: Amount) -> str:
    return f"+{written(amount)}" if amount > 0 else str(written(amount))


HOLD = Check((MISMATCH, DIFFERS), claims_hold)
