"""Results that were announced at the end of the game."""

from collections.abc import Iterator

from prefcount.audit.checks.report import AuditCheck, Code, remark
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import Finding
from prefcount.entries.models import End
from prefcount.ledger.sheet import Amount, spoken
from prefcount.paper.known_games import settlement_slips
from prefcount.session.outcome import whole_results_after
from prefcount.session.replay import Step
from prefcount.session.session import Session
from prefcount.store.loaded_file import CHAIN_BROKEN, SEAL_BROKEN, Loaded

MISMATCH = Code("result-mismatch", N_("A result announced at the end that does not follow from the sheet."))
ODD = remark("results-odd", N_("Announced results that leave a player out, or do not sum to zero."))
ROUNDED = remark(
    "results-rounded",
    N_("An announced result that differs by less than one, because it was rounded in another way."),
)


def results_hold(loaded: Loaded) -> Iterator[Finding]:
    """Results announced at the end of the game that do not follow from the sheet."""
    session = loaded.session
    altered = any(fault.code in (CHAIN_BROKEN, SEAL_BROKEN) for fault in loaded.faults)
    for step in session.replay.steps:
        if isinstance(step.entry, End) and step.entry.results and not step.problems:
            yield from _announced(session, step, step.entry.results, altered=altered)
            yield from _odd(step, step.entry.results)


def _announced(session: Session, step: Step, results: dict[str, int], *, altered: bool) -> Iterator[Finding]:
    """Those that differ, with the slip behind it; of an `altered` file digits say nothing of how."""
    players = [step.state.names[player] for player in step.state.seats]
    scaled_results = session.game.scaled_results(step.state)
    exactly = dict(zip(players, scaled_results.exact, strict=True))
    right = whole_results_after(session, step)
    differing = [name for name in results if results[name] != right[name]]
    if not differing:
        return
    loose = not session.game.whole_money(step.state)  # else the table says how to round, and pays by it
    rounded = loose and all(_rounded(results[name], exactly[name]) for name in results)
    formula = None if rounded else _formula(session, step, results, right)
    for name in differing:
        claimed = results[name]
        if loose and formula is None and _rounded(claimed, exactly[name]):
            figures = {"claimed": claimed, "computed": right[name]}
            sentence = N_(
                "{player}: announced {claimed}, in whole numbers {computed}; only {exact} was rounded"
            )
            yield ROUNDED.found(sentence, step.n, player=name, exact=spoken(exactly[name]), **figures)
        else:
            slip = formula if formula or altered else _of_digits(right[name], claimed)
            yield _mismatch(step.n, name, claimed, right[name], slip)


def _mismatch(n: int, name: str, claimed: int, computed: int, slip: Text | None) -> Finding:
    return MISMATCH.found(
        N_("{player}: expected {computed}, announced {claimed}, difference {difference}{slip}"),
        n,
        player=name,
        claimed=claimed,
        computed=computed,
        difference=f"{'+' if claimed > computed else ''}{spoken(claimed - computed)}",
        slip="" if slip is None else text(N_("; likeliest: {slip}"), slip=slip),
    )


def _rounded(announced: int, exact: Amount) -> bool:
    """Whether a whole number is an exact result rounded up or down."""
    return -1 < announced - exact < 1


def _formula(session: Session, step: Step, results: dict[str, int], right: dict[str, int]) -> Text | None:
    """The mistake in the settlement that leads to all of the announced results, or None."""
    if results.keys() != right.keys():
        return None
    announced = [results[name] for name in right]
    if any(announced) and announced == [-each for each in right.values()]:
        return text(N_("every sign was turned round"))
    slips = settlement_slips(session.game, step.state)
    return next((slip.text for slip in slips if all(map(_rounded, announced, slip.results))), None)


def _of_digits(right: int, wrong: int) -> Text | None:
    """The slip in a single result, or None if its digits show none."""
    if wrong == -right:
        return text(N_("the sign was turned round"))
    if sorted(str(right)) == sorted(str(wrong)):
        return text(N_("two digits were exchanged"))
    return None


def _odd(step: Step, results: dict[str, int]) -> Iterator[Finding]:
    names = (step.state.names[player] for player in step.state.seats)
    missing = [name for name in names if name not in results]
    total = sum(results.values())
    if missing:
        yield ODD.found(N_("the announced results leave out {missing}"), step.n, missing=", ".join(missing))
    elif total:
        sentence = N_("the announced results add up to {claimed}, not {computed}: one of them is wrong")
        yield ODD.found(sentence, step.n, claimed=total, computed=0)


RESULT_CHECK = AuditCheck((MISMATCH, ODD, ROUNDED), results_hold)
