"""Comparing all claims of a paper sheet together, since one column may show the slip in another."""

from collections.abc import Sequence
from functools import lru_cache

from prefcount.base.i18n import Text
from prefcount.entries.common import Check
from prefcount.paper.candidates import Candidate, PaperCandidates
from prefcount.paper.column import common, totals
from prefcount.paper.comparison import Comparison, Divergence, PlacedClaim, last
from prefcount.paper.single_figure import found_anywhere
from prefcount.paper.slip_search import gained
from prefcount.paper.whole_column import MOST_OTHERS, partings, placed
from prefcount.session.claims import Claim, claims
from prefcount.session.session import Session


def compare(paper: PaperCandidates, claims: Sequence[Claim]) -> tuple[Comparison, ...]:
    """Every claim that has a place on the sheet, compared; each one helps to explain the others."""
    claimed = PlacedClaim.of(claims, paper.begun)
    return tuple(_compared(paper, each, claimed) for each in claimed)


@lru_cache(maxsize=1)
def compare_check(session: Session, n: int) -> tuple[Comparison, ...]:
    """Every claim of the `check` entry number `n`, compared; the last answer is kept. Raises KeyError."""
    step = session.replay.step(n)
    assert isinstance(step.entry, Check)
    return compare(PaperCandidates(session, n), list(claims(session.game, step.before, step.entry.columns)))


def _compared(paper: PaperCandidates, own: PlacedClaim, claimed: Sequence[PlacedClaim]) -> Comparison:
    others = [each for each in claimed if each.account != own.account]
    column = paper.column(own.account)
    computed = totals(column)
    if own.whole:
        found = partings(paper, own, others)
    else:
        found = () if own.fit(computed) else (_single(paper, own, others),)
    agreed = common(own.paper, computed) if found else len(column)
    upto = column[agreed - 1].n if agreed else 0
    stood = computed or (0,) if own.begun else computed
    shown = [tuple(map(own.shown, totals)) for totals in (own.paper, stood)]
    return Comparison(own.claim, shown[0], shown[1], agreed, upto, found)


def _single(paper: PaperCandidates, own: PlacedClaim, others: Sequence[PlacedClaim]) -> Divergence:
    """The parting of a figure of which only the last total is known."""
    stands, claimed = last(totals(paper.column(own.account))), last(own.paper)
    parting = Divergence(0, 0, own.shown(claimed), own.shown(stands))

    def gain(candidate: Candidate) -> int:
        return gained(paper, candidate, others)

    best, *rest = found_anywhere(paper, own.account, claimed - stands, gain) or (None,)
    if best is None:
        return parting
    as_much = [_placed(paper, each) for each in rest if each is not None and gain(each) == gain(best)]
    return parting._replace(
        entry=best.n,
        slip=best.text,
        key=best.key,
        explained=1 + gain(best),
        others=tuple(as_much[:MOST_OTHERS]),
    )


def _placed(paper: PaperCandidates, candidate: Candidate) -> Text:
    return placed(paper, candidate.n, candidate.text)
