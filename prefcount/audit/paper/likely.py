"""The likeliest slip behind one figure that a `check` entry claims and the hands do not give."""

from functools import lru_cache

from prefcount.audit.paper.candidates import Paper
from prefcount.audit.paper.compare import compare
from prefcount.audit.paper.comparison import Comparison
from prefcount.audit.paper.words import sentence
from prefcount.entries.common import Check
from prefcount.i18n import Text
from prefcount.session.claims import Claim, claims
from prefcount.session.replay import Step
from prefcount.session.session import Session


def likely_slip(session: Session, step: Step, claim: Claim) -> Text | None:
    """Where paper and computation part and by which slip, as a sentence; None if nothing known explains it.

    Args:
        session: the session.
        step: the step of the `check` entry.
        claim: one of its claims; the others help to tell slips apart.
    """
    if not isinstance(step.entry, Check):
        return None
    paper, comparisons = _of_check(session, step.n)
    for comparison in comparisons:
        same = comparison.claim.player == claim.player and comparison.claim.column == claim.column
        if same and comparison.partings and comparison.partings[0].slip is not None:
            return sentence(paper, comparison)
    return None


def compared(session: Session, n: int) -> tuple[Comparison, ...]:
    """The comparisons of all claims of the `check` entry number `n`. Raises KeyError if there is none."""
    return _of_check(session, n)[1]


@lru_cache(maxsize=1)
def _of_check(session: Session, n: int) -> tuple[Paper, tuple[Comparison, ...]]:
    """All claims of a check compared at once; they are asked for one after the other."""
    step = session.replay.step(n)
    assert isinstance(step.entry, Check)
    paper = Paper(session, n)
    return paper, compare(paper, list(claims(session.game, step.before, step.entry.columns)))
