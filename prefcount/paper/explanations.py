"""What explains a place where a column on paper and the computed one part, by what follows with it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, takewhile
from typing import NamedTuple

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.ledger.sheet import exact, spoken
from prefcount.paper.arithmetic_slips import miscalculated
from prefcount.paper.candidates import Candidate, PaperCandidates, figures_of
from prefcount.paper.comparison import Column, PlacedClaim, common, last, totals
from prefcount.session.replay import Claim

MOST_LOOKED_AHEAD = 8
"""How many equally good explanations are compared by what they explain as a habit."""
MOST_REPEATED = 20
MOST_LEFT_OUT = 3
"""How many totals in a row are left out in copying at most."""
_LEFT_OUT = Phrase(
    "the total {missing} between {before} and {after} was left out in copying",
    "the totals {missing} between {before} and {after} were left out in copying",
)
_LEFT_OUT_FIRST = Phrase(
    "the first total, {missing}, was left out in copying; {after} follows it",
    "the first totals, {missing}, were left out in copying; {after} follows them",
)
_LIKELIEST = -1
_ARITHMETIC_RANK = 1000
"""Slips with digits are believed only where the rules explain nothing."""
_LEAST_LIKELY = 2000


class Explained(NamedTuple):
    """A candidate with the column it leads to, how far that fits the paper, and what else it explains."""

    candidate: Candidate
    column: Column
    reach: int
    gain: int

    @property
    def weight(self) -> int:
        """How many figures it explains."""
        return self.reach + self.gain


class PaperPosition(NamedTuple):
    """A place on paper to be explained: whose column it is, and what is expected there."""

    paper: PaperCandidates
    own: PlacedClaim
    others: Sequence[PlacedClaim]
    column: Column

    @property
    def at(self) -> int:
        """The first figure that differs."""
        return common(self.own.paper, totals(self.column))


def explanations(place: PaperPosition, last_key: str) -> list[Explained]:
    """Everything that explains the parting at a place, the best first; that of `last_key` is made again.

    What other claims refute as much as this one speaks for it explains nothing.
    """

    def order(explained: Explained) -> tuple[int, bool, int, int]:
        candidate = explained.candidate
        return -explained.weight, candidate.key != last_key, candidate.rank, candidate.n

    ordered = sorted((each for each in _fitting(place) if each.weight > place.at), key=order)
    equal = list(takewhile(lambda each: each.weight == ordered[0].weight, ordered))[:MOST_LOOKED_AHEAD]
    if len(equal) < 2 or equal[0].reach >= len(place.own.paper):
        return ordered
    return sorted(equal, key=lambda each: -_as_habit(place, each)) + ordered[len(equal) :]


def _fitting(place: PaperPosition, key: str = "") -> Iterator[Explained]:
    """The candidates that explain the parting, all of them or those of one name."""
    at = place.at
    for candidate, following in _tried(place, at):
        if key in ("", candidate.key):
            expected = totals(following)
            reach = common(place.own.paper, expected)
            ends = reach == len(place.own.paper) == len(expected)
            if reach > at or ends:
                gain = gained(place.paper, candidate, place.others)
                yield Explained(candidate, following, reach + ends, gain)


def _as_habit(place: PaperPosition, explained: Explained) -> int:
    """How far a slip reaches if it was made again and again, where it comes from a rule misread."""
    best = explained
    for _time in range(MOST_REPEATED if explained.candidate.habit else 0):
        further = _fitting(place._replace(column=best.column), explained.candidate.key)
        following = max(further, key=lambda each: each.reach, default=None)
        if following is None or following.reach <= best.reach:
            break
        best = following
    return best.reach


def _tried(place: PaperPosition, at: int) -> Iterator[tuple[Candidate, Column]]:
    """Candidates for a parting: entries since the figures before that are alike, and slips of the pencil."""
    paper, own, column = place.paper, place.own, place.column
    since = max(at - 1, 0)  # of figures that are alike any may be missing or too much
    while since and column[since - 1].change == column[since].change:
        since -= 1
    first = paper.order[column[since].n] if at else 0
    final = paper.order[column[at].n] if at < len(column) else len(paper.steps) - 1
    steps = range(first, final + 1)
    for candidate in chain(chain.from_iterable(map(paper.candidates, steps)), _misplaced(place, steps)):
        yield candidate, paper.with_slip(column, own.account, candidate)
    yield from _left_out(own, column, at)
    if 0 < at < len(own.paper) and own.paper[at] - own.paper[at - 1] == column[at - 1].change:
        sentence, twice = text(N_("this figure was written twice")), (*column[:at], *column[at - 1 :])
        for n, _change in column[since:at]:
            yield Candidate(n, "figure-twice", sentence, None, _ARITHMETIC_RANK), twice
    if at < len(column) and at < len(own.paper):
        yield from _added_wrong(own, column, at)


def _left_out(own: PlacedClaim, column: Column, at: int) -> Iterator[tuple[Candidate, Column]]:
    """Totals that were left out in copying, so that the next ones stand in their place."""
    expected = totals(column)
    for upto in range(at + 1, min(at + 1 + MOST_LEFT_OUT, len(column)) if at < len(own.paper) else 0):
        if own.paper[at] != expected[upto]:
            continue
        missing = [spoken(own.shown(total)) for total in expected[at:upto]]
        values = {"missing": ", ".join(missing), "after": spoken(own.shown(expected[upto]))}
        sentence = _LEFT_OUT_FIRST.of(len(missing), values)
        if at:
            values["before"] = spoken(own.shown(expected[at - 1]))
            sentence = _LEFT_OUT.of(len(missing), values)
        whole = exact(sum(figure.change for figure in column[at : upto + 1]))
        merged = (*column[:at], column[upto]._replace(change=whole), *column[upto + 1 :])
        yield Candidate(column[at].n, "total-left-out", sentence, None, _LIKELIEST), merged


def _misplaced(place: PaperPosition, places: range) -> Iterator[Candidate]:
    """Figures of entries that belong in this column and stand in another one, or the other way round."""
    paper, own = place.paper, place.own
    for other in place.others:
        computed = totals(paper.column(other.account))
        if not other.claim.is_column or other.paper == computed:
            continue
        for at in places:
            step = paper.steps[at]
            right, known = figures_of(step, step.postings), [each.changes for each in paper.candidates(at)]
            for source, to in ((own, other), (other, own)):
                moved = dict(right)
                stood = moved.pop(source.account, ())
                moved[to.account] = (*right.get(to.account, ()), *stood)
                if stood and moved not in known:
                    sentence = _misplaced_sentence(source.claim, to.claim)
                    yield Candidate(step.n, "misplaced", sentence, moved, _ARITHMETIC_RANK)


def _misplaced_sentence(right: Claim, wrong: Claim) -> Text:
    assert right.cell is not None
    assert wrong.cell is not None
    sentence = N_("written in a wrong column: {player}, {heading} instead of {whose}, {right}")
    figures = {"player": wrong.player, "heading": wrong.cell.heading}
    return text(sentence, **figures, whose=right.player, right=right.cell.heading)


def _added_wrong(own: PlacedClaim, column: Column, at: int) -> Iterator[tuple[Candidate, Column]]:
    """Slips of adding up, which the later totals carry on, and of the pencil, which they do not."""
    n, right, wrong = column[at].n, totals(column)[at], own.paper[at]
    carried = carried_on(own, column, at)
    if at + 1 < len(column):
        back = carried[at + 1]._replace(change=column[at + 1].change + right - wrong)
        sentence = text(N_("only this figure is wrong; the next ones follow from the right one"))
        copied = (*carried[: at + 1], back, *carried[at + 2 :])
        yield Candidate(n, "copied", sentence, None, _ARITHMETIC_RANK), copied
    shown = own.shown(right), own.shown(wrong)
    before = column[at - 1].change if at else 0
    for rank, slip in enumerate(miscalculated(*shown, column[at].change, before), _ARITHMETIC_RANK + 1):
        yield Candidate(n, slip.key, slip.text, None, rank), carried
    added, change = exact(wrong - right + column[at].change), column[at].change
    for factor, times in ((2, N_("twice as much was added")), (Fraction(1, 2), N_("half of it was added"))):
        if added == factor * change:
            yield Candidate(n, f"times-{factor}", text(times), None, _LEAST_LIKELY), carried


def carried_on(own: PlacedClaim, column: Column, at: int) -> Column:
    """The column with one figure such that the total there is the one on paper; later ones carry it on."""
    before = own.paper[at - 1] if at else 0
    return (*column[:at], column[at]._replace(change=own.paper[at] - before), *column[at + 1 :])


def gained(paper: PaperCandidates, candidate: Candidate, others: Sequence[PlacedClaim]) -> int:
    """How many figures of other claims a slip explains, less those that it spoils.

    A claim that is wrong anyway counts against a slip that leads still farther from it.
    """
    gain = 0
    for other in others if candidate.changes is not None else ():
        column = paper.column(other.account)
        changed = paper.with_slip(column, other.account, candidate)
        if changed != column:
            without, with_slip = totals(column), totals(changed)
            better = other.fit(with_slip) - other.fit(without)
            is_off, was_off = (exact(last(other.paper) - last(each)) for each in (with_slip, without))
            gain += better or -(is_off * is_off > was_off * was_off)
    return gain
