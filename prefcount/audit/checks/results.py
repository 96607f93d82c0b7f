"""Results that were announced at the end of the game."""

from collections.abc import Iterator

from prefcount.audit.checks.record import Check, Code
from prefcount.audit.findings import Finding
from prefcount.entries.common import End
from prefcount.games.protocol import State
from prefcount.i18n import N_
from prefcount.ledger.settle import whole
from prefcount.session.reader import Loaded
from prefcount.session.replay import Step
from prefcount.session.session import Session

MISMATCH = Code("result-mismatch", N_("A result announced at the end that does not follow from the sheet."))
ODD = Code(
    "results-odd", N_("Announced results that leave a player out, or do not sum to zero."), remark=True
)


def results_hold(loaded: Loaded) -> Iterator[Finding]:
    """Results announced at the end of the game that do not follow from the sheet."""
    session = loaded.session
    for step in session.replay.steps:
        if step.entry is None or step.entry.kind != "end" or step.problems:
            continue
        assert isinstance(step.entry, End)
        if step.entry.results:
            yield from _announced(session, step, step.entry.results)
            yield from _odd(step, step.entry.results)


def _announced(session: Session, step: Step, results: dict[str, int]) -> Iterator[Finding]:
    computed = dict(zip(_players(step.state), whole(session.game.results(step.state)), strict=True))
    for name, claimed in results.items():
        if computed[name] != claimed:
            yield MISMATCH.found(
                N_("{player}: expected {computed}, announced {claimed}, difference {difference}"),
                step.n,
                player=name,
                claimed=claimed,
                computed=computed[name],
                difference=f"{claimed - computed[name]:+}",
            )


def _odd(step: Step, results: dict[str, int]) -> Iterator[Finding]:
    missing = [name for name in _players(step.state) if name not in results]
    total = sum(results.values())
    if missing:
        said = N_("the announced results leave out {missing}")
        yield ODD.found(said, step.n, missing=", ".join(missing))
    elif total:
        said = N_("the announced results sum to {claimed}, not to {computed}: one of them is wrong")
        yield ODD.found(said, step.n, claimed=total, computed=0)


def _players(state: State) -> list[str]:
    return [state.names[player] for player in state.seats]


ANNOUNCED = Check((MISMATCH, ODD), results_hold)
