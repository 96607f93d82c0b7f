"""Explaining a whole column on paper, from one difference to the next, each with its slip."""

from collections.abc import Sequence

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.ledger.amount import Amount
from prefcount.paper.candidates import PaperCandidates
from prefcount.paper.column import Column, ColumnFigure, common, totals
from prefcount.paper.comparison import ENDS, Divergence, PlacedClaim
from prefcount.paper.slip_search import Explained, PaperPosition, carried_on, explanations
from prefcount.session.entry_line import line_of

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
    as_much = [
        each.candidate
        for each in explained[1:]
        if each.weight == explained[0].weight and str(each.candidate.text) != str(best.text)
    ]
    once = {each.key: each for each in reversed(as_much)}.values()
    others = [placed(place.paper, each.n, each.text) for each in once]
    return _here(place)._replace(
        entry=best.n,
        slip=best.text,
        key=best.key,
        explained=explained[0].weight - place.at,
        others=tuple(reversed(others))[:MOST_OTHERS],
    )


def placed(paper: PaperCandidates, n: int, slip: Text) -> Text:
    """A slip with the entry in which it was made."""
    line = line_of(paper.session, paper.step(n))
    return text(N_("entry {n} ({line}): {slip}"), n=n, line=line, slip=slip)


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
