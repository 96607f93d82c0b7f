"""Comparing all claims of a paper sheet together, and following each column from slip to slip."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from prefcount.base.i18n import N_, Phrase, text
from prefcount.entries.models import ClaimEntry
from prefcount.ledger.sheet import Account, Amount
from prefcount.paper.candidates import Candidate, PaperCandidates
from prefcount.paper.comparison import (
    ENDS,
    Column,
    ColumnFigure,
    Comparison,
    Divergence,
    PlacedClaim,
    common,
    last,
    totals,
)
from prefcount.paper.explanations import Explained, PaperPosition, carried_on, explanations, gained
from prefcount.session.replay import Claim, claims
from prefcount.session.session import Session, line_of

MOST_PARTINGS = 5
MOST_FOLLOWED = 60
"""How many slips and split figures are followed in one column."""
MOST_OTHERS = 3
_ENDS = Phrase("the paper ends before this figure", "the paper ends before this figure; {count} are missing")


def partings(
    paper: PaperCandidates, own: PlacedClaim, others: Sequence[PlacedClaim]
) -> tuple[Divergence, ...]:
    """Where a column on paper and the computed one part; behind each parting its slip is taken as made."""
    divergences: list[Divergence] = []
    place = PaperPosition(paper, own, others, paper.column(own.account))
    for _time in range(MOST_FOLLOWED):
        following = _in_two(place) or _next(place, divergences)
        if following is None or len(divergences) > MOST_PARTINGS:
            break
        place = place._replace(column=following)
    return tuple(divergences[:MOST_PARTINGS])


def _next(place: PaperPosition, divergences: list[Divergence]) -> Column | None:
    """Add the next parting to those that were found; the column that its slip leads to, if it goes on."""
    own, column, at = place.own, place.column, place.at
    if at == len(own.paper) == len(column):
        return None
    last_slip = divergences[-1].key if divergences else ""
    explained = explanations(place, last_slip)
    if _better_unexplained(place, explained):
        divergence = _here(place)
        if at >= len(own.paper):
            missing = len(column) - at
            divergence = divergence._replace(slip=_ENDS.of(missing, {"count": missing}), key=ENDS)
        divergences.append(divergence)
        return carried_on(own, column, at) if at < min(len(own.paper), len(column)) else None
    best = explained[0]
    if last_slip == best.candidate.key:
        divergences[-1] = divergences[-1]._replace(again=(*divergences[-1].again, best.candidate.n))
    else:
        divergences.append(_parting(place, explained))
    return best.column


def _better_unexplained(place: PaperPosition, explained: Sequence[Explained]) -> bool:
    """Whether a difference without explanation that is carried on fits better than all slips."""
    own, column, at = place.own, place.column, place.at
    if not explained:
        return True
    if at >= min(len(own.paper), len(column)):
        return False
    expected = totals(carried_on(own, column, at))
    reach = common(own.paper, expected)
    return reach + (reach == len(own.paper) == len(expected)) > explained[0].weight


def _parting(place: PaperPosition, explained: Sequence[Explained]) -> Divergence:
    best = explained[0].candidate
    once: dict[tuple[int, str], Candidate] = {}
    for candidate in (each.candidate for each in explained if each.weight == explained[0].weight):
        once.setdefault((candidate.n, candidate.key), candidate)
    others = sorted((each for each in once.values() if each != best), key=lambda each: each.n == best.n)
    return _with_slip(_here(place), place.paper, best, explained[0].weight - place.at, others)


def _with_slip(
    parting: Divergence,
    paper: PaperCandidates,
    best: Candidate,
    explained: int,
    others: Sequence[Candidate],
) -> Divergence:
    """A parting with the slip behind it, and others that explain as much, each with its entry."""
    placed = []
    for other in others[:MOST_OTHERS]:
        step = paper.step(other.n)
        line = line_of(paper.session, step)
        placed.append(text(N_("{entry} ({line}): {slip}"), entry=step.name, line=line, slip=other.text))
    return parting._replace(
        entry=best.n, slip=best.text, key=best.key, explained=explained, others=tuple(placed)
    )


def _here(place: PaperPosition) -> Divergence:
    """The parting at a place, not explained; None behind the end of a column."""
    own, column, at = place.own, place.column, place.at
    paper, computed = (
        own.shown(figures[at]) if at < len(figures) else None for figures in (own.paper, totals(column))
    )
    return Divergence(column[at].n if at < len(column) else 0, at, paper, computed)


def _in_two(place: PaperPosition) -> Column | None:
    """The column with one hand in two figures, as whist and consolation are often written, if that fits."""
    own, column, at = place.own, place.column, place.at
    if at + 1 >= len(own.paper) or at >= len(column):
        return None
    before, (n, whole) = own.paper[at - 1] if at else 0, column[at]
    first = own.paper[at] - before
    postings = place.paper.step(n).postings
    parts = [posting.amount for posting in postings if posting.account == own.account]
    if len(parts) < 2 or sum(parts) != whole or first not in parts or own.paper[at + 1] - before != whole:
        return None
    return (*column[:at], ColumnFigure(n, first), ColumnFigure(n, whole - first), *column[at + 1 :])


MOST_TRIED = 12_000
"""How many slips are tried, the newest hands first; older hands are only left out or doubled."""


def found_anywhere(
    paper: PaperCandidates, account: Account, difference: Amount, weight: Callable[[Candidate], int]
) -> list[Candidate]:
    """Slips that bring `difference` too much into a column, the likeliest first, one for each entry.

    `weight` is how much a candidate explains of other columns.
    """

    def order(candidate: Candidate) -> tuple[int, int]:
        return -weight(candidate), candidate.rank

    best, tried = list[Candidate](), 0
    for at in reversed(range(len(paper.steps))):
        candidates = paper.candidates(at) if tried < MOST_TRIED else paper.plain(at)
        tried += len(candidates)
        wrong = difference + sum(
            posting.amount for posting in paper.steps[at].postings if posting[0] == account
        )
        fitting = [each for each in candidates if sum((each.changes or {}).get(account, ())) == wrong]
        if fitting:
            best.append(min(fitting, key=order))
    return sorted(best, key=order) + _behind(paper, account, difference)  # of equal ones the later first


def _behind(paper: PaperCandidates, account: Account, difference: Amount) -> list[Candidate]:
    """Paper on which the newest figures are still missing."""
    column = paper.column(account)
    stood = totals(column)
    for at in range(len(stood) - 1, 0, -1):
        if stood[at - 1] == stood[-1] + difference:
            sentence = N_("the paper stands as before this entry; it and later ones are missing")
            return [Candidate(column[at].n, "behind", text(sentence), None)]
    return []


def compare(paper: PaperCandidates, claims: Sequence[Claim]) -> tuple[Comparison, ...]:
    """Every claim that has a place on the sheet, compared; each one helps to explain the others."""
    claimed = PlacedClaim.of(claims, paper.begun)
    return tuple(_compared(paper, each, claimed) for each in claimed)


@lru_cache(maxsize=1)
def compare_check(session: Session, n: int) -> tuple[Comparison, ...]:
    """Every claim of the `check` entry number `n`, compared; the last answer is kept. Raises KeyError."""
    step = session.replay.step(n)
    assert isinstance(step.entry, ClaimEntry)
    return compare(PaperCandidates(session, n), list(claims(session.game, step.before, step.entry.columns)))


def _compared(paper: PaperCandidates, own: PlacedClaim, claimed: Sequence[PlacedClaim]) -> Comparison:
    others = [each for each in claimed if each.account != own.account]
    column = paper.column(own.account)
    computed = totals(column)
    if own.claim.is_column:
        differences = partings(paper, own, others)
    else:
        differences = () if own.fit(computed) else (_single(paper, own, others),)
    agreed = common(own.paper, computed) if differences else len(column)
    upto = column[agreed - 1].n if agreed else 0
    on_paper = tuple(map(own.shown, own.paper))
    stood = computed or (0,) if own.begun else computed
    return Comparison(own.claim, on_paper, tuple(map(own.shown, stood)), agreed, upto, differences)


def _single(paper: PaperCandidates, own: PlacedClaim, others: Sequence[PlacedClaim]) -> Divergence:
    """The parting of a figure of which only the last total is known."""
    stands, claimed = last(totals(paper.column(own.account))), last(own.paper)
    parting = Divergence(0, 0, own.shown(claimed), own.shown(stands))

    def gain(candidate: Candidate) -> int:
        return gained(paper, candidate, others)

    slips = [each for each in found_anywhere(paper, own.account, claimed - stands, gain) if gain(each) >= 0]
    if not slips:
        return parting
    best, *rest = slips
    equal = [each for each in rest if gain(each) == gain(best)]
    return _with_slip(parting, paper, best, 1 + gain(best), equal)
