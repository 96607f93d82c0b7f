"""Figures from the paper sheet: what does not follow from the hands, or from no hands at all."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from prefcount.audit.checks.report import AuditCheck, Code, remark
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import Finding
from prefcount.entries.models import ClaimEntry as CheckEntry
from prefcount.games.game import Cell
from prefcount.ledger.sheet import Account, Amount, exact, spoken, written
from prefcount.paper.compare import same_way
from prefcount.paper.sheet_without_hands import impossible
from prefcount.render.figures import signed
from prefcount.session.replay import Claim, Step, Total, claims
from prefcount.session.session import Session, line_of
from prefcount.store.loaded_file import Loaded

MISMATCH = Code(
    "check-mismatch", N_("A figure on the paper sheet that does not follow from the hands before it.")
)
DIFFERS = remark(
    "column-differs", N_("A column on paper differs on the way, although its last figure is right.")
)
IMPOSSIBLE_FIGURE = remark(
    "impossible-figure", N_("A sheet without hands has figures that no hands of this table can have written.")
)


class ClaimDivergence(NamedTuple):
    """Where a column on paper leaves that of the sheet; entry 0 where the paper only goes on."""

    entry: int
    computed: Amount | None
    claimed: Amount | None


def parting(computed: Sequence[Total], claimed: Sequence[Amount]) -> ClaimDivergence | None:
    """Where the first totals part, or None if both columns are the same."""
    for ours, theirs in zip_longest(computed, claimed):
        if ours is None:
            return ClaimDivergence(0, None, theirs)
        if ours.amount != theirs:
            return ClaimDivergence(ours.n, ours.amount, theirs)
    return None


def claims_hold(loaded: Loaded) -> Iterator[Finding]:
    """Figures read off the paper sheet that do not follow from the hands."""
    session, sheet = loaded.session, None
    for step in session.replay.steps:
        if isinstance(step.entry, CheckEntry):
            sheet = sheet or _Sheet(session)
            for claim in claims(session.game, step.before, step.entry.columns):
                if claim.cell is not None:
                    yield from _compared(sheet, step, claim, claim.cell)


class _Sheet:
    """A session with the columns of its sheet, each looked up once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.histories = session.replay.histories()
        self.order = {step.n: at for at, step in enumerate(session.replay.steps)}

    def line(self, n: int) -> str:
        """An entry as people know it."""
        return line_of(self.session, self.session.replay.steps[self.order[n]])

    def column(self, account: Account, step: Step, most: int) -> Sequence[Total]:
        """The totals of an account before a step, at most one more than `most`."""
        history = self.histories.get(account, [])
        upto = bisect_left(history, self.order[step.n], key=lambda total: self.order[total.n])
        return history[: min(upto, most + 1)]


def _compared(sheet: _Sheet, step: Step, claim: Claim, cell: Cell) -> Iterator[Finding]:
    totals = claim.totals(cell.began) or (cell.began,)
    computed = step.before.sheet[cell.account]
    column: Sequence[Total] = ()
    parted = None
    if claim.is_column:
        column = sheet.column(cell.account, step, len(totals))
        parted = parting(column, totals)
    if totals[-1] != computed:
        code = MISMATCH
    elif parted is not None and not same_way([total.amount for total in column], totals, cell.began):
        code = DIFFERS
    else:
        return
    message = claim_sentence(claim, computed, totals[-1], _where(sheet, parted))
    theirs, ours = written(totals[-1]), written(computed)
    yield Finding(
        code.name, message, step.n, claim.player, claim.column, theirs, ours, severity=code.severity
    )


def claim_sentence(claim: Claim, ours: Amount, theirs: Amount, where: Text | str) -> Text:
    """The message for a wrong claim, followed by `where`, which begins with a semicolon."""
    assert claim.cell is not None, "only what has a place is compared"
    values = {"player": claim.player, "heading": claim.cell.heading, "ours": spoken(ours), "where": where}
    if ours == theirs:
        return text(N_("{player}, {heading}: {ours} is right, but not the way to it{where}"), **values)
    sentence = N_("{player}, {heading}: expected {ours}, found {theirs}, difference {more}{where}")
    return text(sentence, **values, theirs=spoken(theirs), more=signed(exact(theirs - ours)))


def _where(sheet: _Sheet, parted: ClaimDivergence | None) -> Text | str:
    """The end of a message: where two columns part."""
    if parted is None:
        return ""
    theirs = "" if parted.claimed is None else spoken(parted.claimed)
    if parted.computed is None:
        return text(N_("; they differ after the last entry: the claim goes on with {theirs}"), theirs=theirs)
    sentence = N_("; they differ at entry {n} ({line}): expected {ours} there, found {theirs}")
    if parted.claimed is None:
        sentence = N_(
            "; they differ at entry {n} ({line}): expected {ours} there, where the claim has no figure"
        )
    n = parted.entry
    return text(sentence, n=n, line=sheet.line(n), ours=spoken(parted.computed), theirs=theirs)


def columns_can_be(loaded: Loaded) -> Iterator[Finding]:
    """Running totals from paper that no hands of this table can have led to."""
    if all(entry.kind != "sheet" for entry in loaded.session.entries):
        return
    for claim in impossible(loaded.session):
        sentence = N_("{player}, {heading}: {why}")
        finding = IMPOSSIBLE_FIGURE.found(
            sentence, claim.entry, player=claim.player, heading=claim.heading, why=claim.text
        )
        yield finding._replace(column=claim.column)


CLAIM_CHECK = AuditCheck((MISMATCH, DIFFERS), claims_hold)
PAPER_CHECK = AuditCheck((IMPOSSIBLE_FIGURE,), columns_can_be)
