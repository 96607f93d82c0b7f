"""Comparing all claims of a paper sheet together, and following each column from slip to slip."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.entries.common import ClaimEntry
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account
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
from prefcount.session.claims import Claim, claims
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
    found: list[Divergence] = []
    place = PaperPosition(paper, own, others, paper.column(own.account))
    for _time in range(MOST_FOLLOWED):
        following = _in_two(place) or _next(place, found)
        if following is None or len(found) > MOST_PARTINGS:
            break
        place = place._replace(column=following)
    return tuple(found[:MOST_PARTINGS])


def _next(place: PaperPosition, found: list[Divergence]) -> Column | None:
    """Add the next parting to those that were found; the column that its slip leads to, if it goes on."""
    own, column, at = place.own, place.column, place.at
    if at == len(own.paper) == len(column):
        return None
    last = found[-1].key if found else ""
    explained = explanations(place, last)
    if _better_unexplained(place, explained):
        found.append(_unexplained(place))
        return carried_on(own, column, at) if at < min(len(own.paper), len(column)) else None
    best = explained[0]
    if last == best.candidate.key:
        found[-1] = found[-1]._replace(again=(*found[-1].again, best.candidate.n))
    else:
        found.append(_parting(place, explained))
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
    others = sorted(once.values(), key=lambda each: each.n == best.n)
    said = [placed(place.paper, each.n, each.text) for each in others if each != best]
    return _here(place)._replace(
        entry=best.n,
        slip=best.text,
        key=best.key,
        explained=explained[0].weight - place.at,
        others=tuple(said[:MOST_OTHERS]),
    )


def placed(paper: PaperCandidates, n: int, slip: Text) -> Text:
    """A slip with the entry in which it was made."""
    step = paper.step(n)
    return text(N_("{entry} ({line}): {slip}"), entry=step.name, line=line_of(paper.session, step), slip=slip)


def _here(place: PaperPosition) -> Divergence:
    """The parting at a place, not explained."""
    at, column = place.at, place.column
    n = column[at].n if at < len(column) else 0
    return Divergence(n, at, _at(place.own, place.own.paper, at), _at(place.own, totals(column), at))


def _at(own: PlacedClaim, figures: Sequence[Amount], at: int) -> Amount | None:
    """The total at a place as the sheet shows it; None behind the end of a column."""
    return own.shown(figures[at]) if at < len(figures) else None


def _unexplained(place: PaperPosition) -> Divergence:
    missing = len(place.column) - place.at
    if place.at < len(place.own.paper):
        return _here(place)
    return _here(place)._replace(slip=_ENDS.of(missing, {"count": missing}), key=ENDS)


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
    """Slips that change a column by exactly this difference, the likeliest first, one for each entry.

    Args:
        paper: the session.
        account: the column.
        difference: what the paper has too much.
        weight: how much a candidate explains of other columns.
    """
    best: list[tuple[tuple[int, int, int], Candidate]] = []
    tried = 0
    for at in reversed(range(len(paper.steps))):
        candidates = paper.candidates(at) if tried < MOST_TRIED else paper.plain(at)
        tried += len(candidates)
        fitting = [each for each in candidates if _difference(paper, account, each) == difference]
        keyed = [((-weight(each), each.rank, -at), each) for each in fitting]
        if keyed:
            best.append(min(keyed, key=lambda pair: pair[0]))
    found = [candidate for _key, candidate in sorted(best, key=lambda pair: pair[0])]
    return found + _behind(paper, account, difference)


def _difference(paper: PaperCandidates, account: Account, candidate: Candidate) -> Amount:
    right = sum(amount for owner, amount, _reason in paper.step(candidate.n).postings if owner == account)
    return exact(sum((candidate.changes or {}).get(account, ())) - right)


def _behind(paper: PaperCandidates, account: Account, difference: Amount) -> list[Candidate]:
    """Paper on which the newest figures are still missing."""
    column = paper.column(account)
    stood = totals(column)
    if not stood:
        return []
    wanted = stood[-1] + difference
    later = next((at for at in range(len(stood) - 1, 0, -1) if stood[at - 1] == wanted), None)
    if later is None:
        return []
    said = N_("the paper stands as before this entry; it and later ones are missing")
    return [Candidate(column[later].n, "behind", text(said), None)]


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
    equal = [each for each in rest if each is not None and gain(each) == gain(best)]
    return parting._replace(
        entry=best.n,
        slip=best.text,
        key=best.key,
        explained=1 + gain(best),
        others=tuple(placed(paper, each.n, each.text) for each in equal[:MOST_OTHERS]),
    )
