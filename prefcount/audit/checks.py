"""The checks. Each is a function from a loaded file to findings, and silent when all is well.

To add one: write a function with a docstring that names the mistake it catches, and put it into
CHECKS.
"""

from collections.abc import Callable, Iterator

from prefcount.audit.findings import Finding
from prefcount.entries.common import Check, End
from prefcount.entries.figures import history_of
from prefcount.games.protocol import Cell, State
from prefcount.i18n import N_, text
from prefcount.ledger.amount import Amount, written
from prefcount.ledger.settle import whole
from prefcount.problems import together
from prefcount.session.claims import Claim, claims
from prefcount.session.reader import Loaded
from prefcount.session.replay import Step, Total
from prefcount.session.session import Session

AFTER_END = "after-end"
BAD_ENTRY = "bad-entry"
CHECK_MISMATCH = "check-mismatch"
RESULT_MISMATCH = "result-mismatch"


def file_is_sound(loaded: Loaded) -> Iterator[Finding]:
    """Lines that cannot be read, numbers that do not follow, a broken chain or seal, a torn last line."""
    for fault in loaded.faults:
        yield Finding(fault.code, fault.text, fault.entry)


def entries_fit(loaded: Loaded) -> Iterator[Finding]:
    """Hands that cannot be, corrections of nothing, and hands after the end."""
    for step in loaded.session.replay.steps:
        if step.problems:
            said = together(step.problems)
            code = AFTER_END if _is_hand(loaded.session, step) and step.before.over else BAD_ENTRY
            yield Finding(code, text(N_("entry {n} does not count: {why}"), n=step.n, why=said), step.n)


def _is_hand(session: Session, step: Step) -> bool:
    return step.entry is not None and step.entry.kind in session.game.hand_kinds


def claims_hold(loaded: Loaded) -> Iterator[Finding]:
    """Figures that somebody read off the paper sheet and that do not follow from the hands."""
    session = loaded.session
    checks = [step for step in session.replay.steps if isinstance(step.entry, Check)]
    histories = session.replay.histories() if checks else {}
    order = {step.n: at for at, step in enumerate(session.replay.steps)}
    for step in checks:
        assert isinstance(step.entry, Check)
        for claim in claims(session.game, step.before, step.entry.columns):
            if claim.cell is not None:
                column = histories.get(claim.cell.account, [])
                computed = [total for total in column if order[total.n] < order[step.n]]
                yield from _figure(step, claim, claim.cell, computed)


def _figure(step: Step, claim: Claim, cell: Cell, history: list[Total]) -> Iterator[Finding]:
    totals = history_of(claim.figure)
    claimed, computed = written(totals[-1]), written(step.before.sheet[cell.account])
    if claimed == computed:
        return
    moved = _first_moved(history, totals) if len(totals) > 1 else 0
    template = (
        N_("{player}, {column}: claimed {claimed}, computed {computed}; they part at entry {moved}")
        if moved
        else N_("{player}, {column}: claimed {claimed}, computed {computed}")
    )
    place = {"player": claim.player, "column": claim.column, "claimed": claimed, "computed": computed}
    said = text(template, moved=moved, **place)
    yield Finding(CHECK_MISMATCH, said, step.n, claim.player, claim.column, claimed, computed)


def _first_moved(computed: list[Total], claimed: tuple[Amount, ...]) -> int:
    """The entry whose total is the first one that the claimed column does not have, or 0."""
    for position, (n, total) in enumerate(computed):
        if position >= len(claimed) or claimed[position] != total:
            return n
    return 0


def results_hold(loaded: Loaded) -> Iterator[Finding]:
    """Results announced at the end of the game that do not follow from the sheet."""
    session = loaded.session
    for step in session.replay.steps:
        if isinstance(step.entry, End) and step.counts and step.entry.results:
            yield from _announced(session, step.state, step.n, step.entry.results)


def _announced(session: Session, state: State, n: int, results: dict[str, int]) -> Iterator[Finding]:
    players = [state.names[player] for player in state.seats]
    computed = dict(zip(players, whole(session.game.results(state)), strict=True))
    for name, claimed in results.items():
        if computed[name] != claimed:
            yield Finding(
                RESULT_MISMATCH,
                text(
                    N_("{player}: announced {claimed} whists, computed {computed}"),
                    player=name,
                    claimed=claimed,
                    computed=computed[name],
                ),
                n,
                name,
                claimed=claimed,
                computed=computed[name],
            )


CheckFunction = Callable[[Loaded], Iterator[Finding]]
CHECKS: tuple[CheckFunction, ...] = (file_is_sound, entries_fit, claims_hold, results_hold)
