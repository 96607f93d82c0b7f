"""Compare the figures of a paper sheet with the computed sheet, and find the slips behind the differences.

A column of either sheet is a list of running totals, such as 2.6.12. `find_divergences` follows a column from
its beginning. Where paper and computation first differ, it tries the slips in the entries around this figure:
slips that the game knows, and slips on any score sheet (an entry left out, digits swapped). The best slip
explains most of the following figures in this column and in other columns on paper. The function assumes this
slip, and goes on to the next difference.

If only the last total of a column is known, `find_slips_anywhere` looks in all entries for a slip that makes
exactly this difference.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, chain, pairwise, takewhile
from typing import NamedTuple

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.entries.models import ClaimEntry
from prefcount.ledger import Account, Amount, Posting, format_amount, normalize_amount
from prefcount.paper.known_games import slips
from prefcount.render.text import describe_unmarked
from prefcount.session.replay import Claim, Step, Total, claims, play_as_written, totals
from prefcount.session.session import Session


class ColumnFigure(NamedTuple):
    """One figure of a computed column: an entry of the session, and the amount that it adds to the column.

    Attributes:
        n: the number of the entry.
        change: the amount.
    """

    n: int
    change: Amount


Column = tuple[ColumnFigure, ...]


def running_totals(column: Column) -> tuple[Amount, ...]:
    """Return the running totals of a column, oldest first: 2, 6 and 12 if the figures add 2, 4 and 6."""
    return tuple(accumulate(figure.change for figure in column))


def count_common(one: Sequence[Amount], other: Sequence[Amount]) -> int:
    """Count how many figures two columns have in common at the beginning: 2 for 2.6.12 and 2.6.10.12."""
    pairs = zip(one, other, strict=False)
    return next(
        (index for index, (mine, yours) in enumerate(pairs) if mine != yours), min(len(one), len(other))
    )


def follows_totals(computed: Sequence[Amount], claimed: Sequence[Amount], began: Amount = 0) -> bool:
    """Return whether a column on paper agrees with the computed totals.

    A scorer may add the whists of a hand first and its consolation later. So the paper may have extra totals
    between two computed totals: 2.6.10 on paper agrees with the computed totals 2.10.

    Args:
        computed: the computed totals.
        claimed: the totals on paper.
        began: the total before the first hand.
    """
    before, theirs = began, iter(claimed)
    for total in computed:
        least, most = min(before, total), max(before, total)
        if next((each for each in theirs if not least < each < most), None) != total:
            return False
        before = total
    return next(theirs, None) is None


ENDS = "ends"
"""The key of a divergence if the paper ends before the column does."""


class Divergence(NamedTuple):
    """One figure at which a column on paper differs from the computed column, and the likely slip behind it.

    Attributes:
        entry: the number of the entry with the likely slip. Without one, the entry that writes this figure,
            or 0 if the paper has more figures.
        position: the index of the figure on paper.
        paper: the figure on paper, or None if the paper has fewer figures.
        computed: the computed figure, or None if the paper has more figures.
        slip: a sentence about the likely slip, or None if no known slip explains the difference.
        key: the name of the slip, such as "transposed", or "" without a slip.
        explained: the number of figures in all columns that agree with the paper because of the slip.
        others: sentences about other slips that explain as many figures.
        again: the numbers of later entries in which the scorer made the slip again.
    """

    entry: int
    position: int
    paper: Amount | None
    computed: Amount | None
    slip: Text | None = None
    key: str = ""
    explained: int = 0
    others: tuple[Text, ...] = ()
    again: tuple[int, ...] = ()


class Comparison(NamedTuple):
    """One column on paper, compared with the computed column.

    Attributes:
        claim: the column as it was typed from paper.
        paper: the totals on paper, or only the last one if no others are known.
        computed: the computed totals.
        agreed: the number of totals before the first difference.
        upto: the number of the entry that wrote the last total before the first difference, or 0 if the first
            total differs.
        divergences: the differences, in the order of the column.
    """

    claim: Claim
    paper: tuple[Amount, ...]
    computed: tuple[Amount, ...]
    agreed: int
    upto: int
    divergences: tuple[Divergence, ...] = ()

    @property
    def agrees(self) -> bool:
        """Return whether the column on paper equals the computed column."""
        return not self.divergences

    @property
    def paper_last(self) -> Amount:
        """The last total on paper."""
        return last_total(self.paper)

    @property
    def computed_last(self) -> Amount:
        """The last computed total."""
        return last_total(self.computed)

    @property
    def difference(self) -> Amount:
        """The last total on paper minus the last computed total."""
        return self.paper_last - self.computed_last


class PlacedClaim(NamedTuple):
    """A column on paper, and the account on the sheet that it belongs to.

    Attributes:
        claim: the column as it was typed from paper.
        account: the account of the column.
        begun: the total before the first hand, which is 0 in most games.
        paper: the totals on paper minus `begun`.
    """

    claim: Claim
    account: Account
    begun: Amount
    paper: tuple[Amount, ...]

    @classmethod
    def from_claims(cls, claims: Sequence[Claim], begun: Callable[[Account], Amount]) -> list["PlacedClaim"]:
        """Return the typed columns with their accounts, without columns that the sheet does not have.

        Args:
            claims: the columns as they were typed from paper.
            begun: returns the total of an account before the first hand.
        """
        placed = []
        for claim in claims:
            if claim.cell is not None:
                began = begun(claim.cell.account)
                totals = tuple(total - began for total in claim.totals(began))
                placed.append(cls(claim, claim.cell.account, began, totals))
        return placed

    def shown(self, total: Amount) -> Amount:
        """Return a total as written on the sheet: `total` plus the total before the first hand."""
        return self.begun + total

    def count_agreeing(self, computed: Sequence[Amount]) -> int:
        """Rate how well a computed column agrees with the paper.

        Return the number of figures before the first difference: 2 if 2.6.12 is computed and 2.6.13 is on
        paper. If all figures on paper agree but some are missing, subtract their number: 2.6 gives 2 − 1 = 1.
        If only the last total is on paper, return 1 if this total agrees and 0 if not.
        """
        if not self.claim.is_column:
            return int(last_total(self.paper) == last_total(computed))
        reach = count_common(self.paper, computed)
        beyond = len(computed) - len(self.paper)
        return reach - max(beyond, 0) if reach == len(self.paper) else reach


def last_total(figures: Sequence[Amount]) -> Amount:
    """Return the last total, or 0 for an empty column."""
    return figures[-1] if figures else 0


_ALIKE = {frozenset("17"), frozenset("38"), frozenset("06"), frozenset("49"), frozenset("56")}
"""Digits that look alike."""

COPIED = frozenset({"transposed", "misread", "digit-lost", "digit-added"})
"""The slips of copying, after which later totals are usually right again."""


class ArithmeticSlip(NamedTuple):
    """One kind of slip in writing or adding a total, such as swapped digits.

    Attributes:
        key: the name of the slip, such as "transposed".
        text: a sentence about the slip.
    """

    key: str
    text: Text


def find_arithmetic_slips(
    right: Amount, wrong: Amount, change: Amount, before: Amount = 0
) -> Iterator[ArithmeticSlip]:
    """Yield the arithmetic slips by which a scorer may write `wrong` instead of `right`, such as 35 for 53.

    Args:
        right: the right total.
        wrong: the total on paper.
        change: the amount that the last hand added to reach `right`.
        before: the amount added before `change`, or 0. A scorer may forget this amount in the sum.
    """
    right, wrong = normalize_amount(right), normalize_amount(wrong)
    if not (isinstance(right, int) and isinstance(wrong, int)):
        return
    one, other, off = str(right), str(wrong), abs(right - wrong)
    slips = (
        (
            "no-sum",
            N_("the amount was written alone, without adding it to the previous figure"),
            wrong == change != right,
        ),
        ("subtracted", N_("the amount was taken off instead of added"), wrong == right - 2 * change),
        ("not-counted", N_("the previous figure was left out of the sum"), 0 != before == right - wrong),
        ("transposed", N_("two digits were swapped"), sorted(one) == sorted(other)),
        ("misread", N_("a digit was mistaken for a similar one"), _differ_in_similar_digit(one, other)),
        ("digit-lost", N_("a digit was left out"), _lacks_one_digit(one, other)),
        ("digit-added", N_("there is one digit too many"), _lacks_one_digit(other, one)),
        ("carry", N_("a digit was carried wrongly when adding up"), off in (10, 100, 1000)),
        ("added-wrong", N_("the sum is wrong"), off in (1, 2)),
    )
    for key, sentence, is_it in slips:
        if is_it:
            yield ArithmeticSlip(key, text(sentence))


def _differ_in_similar_digit(right: str, wrong: str) -> bool:
    if len(right) != len(wrong):
        return False
    differing = [frozenset(pair) for pair in zip(right, wrong, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and differing[0] in _ALIKE


def _lacks_one_digit(whole: str, rest: str) -> bool:
    return any(whole[:index] + whole[index + 1 :] == rest for index in range(len(whole)))


Changes = Mapping[Account, tuple[Amount, ...]]


class Candidate(NamedTuple):
    """One slip that a scorer may have made in one entry, such as leaving out the entry.

    Attributes:
        n: the number of the entry.
        key: the name of the slip, such as "left-out".
        text: a sentence about the slip.
        changes: the amounts that the entry adds to each column if the slip is made. None for a slip in one
            column only, such as a wrong sum.
        rank: 0 for the likeliest slip of the entry, 1 for the next, and so on.
        habit: whether a scorer who makes the slip once makes it in every such hand.
    """

    n: int
    key: str
    text: Text
    changes: Changes | None
    rank: int = 0
    habit: bool = False


class PaperCandidates:
    """The slips that a scorer may have made in each entry of one session, and the right columns.

    Attributes:
        steps: the entries of the session, as replayed.
        order: the index in `steps` of each entry, by the number of the entry.
        columns: for each account, the amounts that the entries add.
    """

    def __init__(self, session: Session, before: int | None = None) -> None:
        """Prepare the entries of a session.

        Args:
            session: the session to compare with paper.
            before: the number of the first entry to leave out, or None to use all entries.
        """
        self.session = session
        steps = session.replay.steps
        end = next((index for index, step in enumerate(steps) if step.n == before), len(steps))
        self.steps: tuple[Step, ...] = steps[:end]
        self.order = {step.n: index for index, step in enumerate(self.steps)}
        self.columns: dict[Account, Column] = {}
        for account, history in session.replay.histories().items():
            totals = (Total(0, self.begun(account)), *(total for total in history if total.n in self.order))
            added = (ColumnFigure(new.n, new.amount - old.amount) for old, new in pairwise(totals))
            self.columns[account] = tuple(added)
        self._known: dict[int, tuple[Candidate, ...]] = {}

    def column(self, account: Account) -> Column:
        """Return the amounts that the entries add to the column of an account."""
        return self.columns.get(account, ())

    def begun(self, account: Account) -> Amount:
        """Return the total of a column before the first hand."""
        return self.session.replay.start.sheet[account]

    def step(self, n: int) -> Step:
        """Return the replayed entry with number `n`."""
        return self.steps[self.order[n]]

    def candidates(self, index: int) -> tuple[Candidate, ...]:
        """Return the possible slips in the entry `steps[index]`, the likeliest first."""
        if index not in self._known:
            step, candidates = self.steps[index], self.general_candidates(index)
            if step.counts and step.entry is not None and step.entry.kind != "sheet":
                for slip in slips(self.session.game, step.before, step.entry):
                    amounts = {account: (amount,) for account, amount in slip.amounts.items() if amount}
                    candidates.append(Candidate(step.n, slip.key, slip.text, amounts, habit=slip.habit))
            self._known[index] = tuple(each._replace(rank=rank) for rank, each in enumerate(candidates))
        return self._known[index]

    def general_candidates(self, index: int) -> list[Candidate]:
        """Return the slips that are possible in every game, such as leaving out the entry `steps[index]`."""
        game, step = self.session.game, self.steps[index]
        entry, n, found = step.entry, step.n, list[Candidate]()
        if step.counts and entry is not None and step.postings and entry.kind != "sheet":
            left_out, doubled = N_("this entry was left out"), N_("this entry was written twice")
            if entry.kind in game.hand_kinds:
                left_out, doubled = N_("this hand was left out"), N_("this hand was written twice")
            right = figures_of(step, step.postings)
            twice = {account: (*figures, *figures) for account, figures in right.items()}
            found += [
                Candidate(n, "left-out", text(left_out), {}),
                Candidate(n, "twice", text(doubled), twice),
            ]
        written = play_as_written(game, step) if step.effective.corrected_by else None
        if written and written.postings:
            sentence = N_("the correction by entry {n} is not on the paper")
            reason = text(sentence, n=step.effective.corrected_by)
            found.append(Candidate(n, "uncorrected", reason, figures_of(step, written.postings)))
        return found

    def with_slip(self, column: Column, account: Account, candidate: Candidate) -> Column:
        """Return a column as it would be if the scorer had made a slip in one entry.

        Args:
            column: the column without the slip.
            account: the account of the column.
            candidate: the slip.
        """
        n, changes = candidate.n, (candidate.changes or {}).get(account, ())
        own = [index for index, figure in enumerate(column) if figure.n == n]
        new = tuple(ColumnFigure(n, change) for change in changes if change)
        if own:
            return (*column[: own[0]], *new, *column[own[-1] + 1 :])
        place = sum(self.order[figure.n] < self.order[n] for figure in column)
        return (*column[:place], *new, *column[place:])


def figures_of(step: Step, postings: tuple[Posting, ...]) -> dict[Account, tuple[Amount, ...]]:
    """Return the amounts that an entry adds to each column.

    This is usually one amount for each column. A further amount follows if players draw a line in between.

    Args:
        step: the replayed entry.
        postings: the postings of the entry, which may contain a slip.
    """
    sheet, figures = step.before.sheet, dict[Account, tuple[Amount, ...]]()
    for account, total in totals(sheet, postings):
        own = figures.get(account, ())
        change = total - sheet[account] - sum(own)
        if change:
            figures[account] = (*own, change)
    return figures


MAX_LOOKAHEAD = 8
"""The maximum number of equally good explanations that are tried as habits of the scorer."""
MAX_REPEATED = 20
"""The maximum number of times that a habit is tried in later hands."""
MAX_OMITTED = 3
"""The maximum number of totals in a row that may have been left out in copying."""
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
"""The rank of arithmetic slips. Mistakes with the rules of the game are likelier and have lower ranks."""
_UNLIKELY = 2000


class Explanation(NamedTuple):
    """A slip that may explain a difference, rated by how many figures then agree with the paper.

    Attributes:
        candidate: the slip.
        column: the computed column, changed as if the scorer had made the slip.
        reach: the number of figures at the beginning of this column that agree with the paper.
        gain: the number of figures that agree in other columns because of the slip, minus those that agree no
            longer.
    """

    candidate: Candidate
    column: Column
    reach: int
    gain: int

    @property
    def weight(self) -> int:
        """The sum of `reach` and `gain`, to compare explanations."""
        return self.reach + self.gain


class PaperPosition(NamedTuple):
    """A column on paper, compared up to the first difference that is not yet explained.

    Attributes:
        paper: the slips that the scorer may have made.
        own: the column on paper.
        others: the other columns on paper, which may confirm a slip.
        column: the computed column, changed as if the scorer had made the slips found so far.
    """

    paper: PaperCandidates
    own: PlacedClaim
    others: Sequence[PlacedClaim]
    column: Column

    @property
    def position(self) -> int:
        """The index of the first figure that differs on paper and in the computed column."""
        return count_common(self.own.paper, running_totals(self.column))


def find_explanations(place: PaperPosition, last_key: str) -> list[Explanation]:
    """Return the slips that may explain the first difference at `place`, the best first.

    A slip counts only if it makes more figures right in this column than it makes wrong in other columns.

    Args:
        place: the column on paper, compared up to the difference.
        last_key: the name of the slip found before in this column, or "". Scorers repeat slips, so a slip of
            this name comes first among equally good ones.
    """

    def order(explained: Explanation) -> tuple[int, bool, int, int]:
        candidate = explained.candidate
        return -explained.weight, candidate.key != last_key, candidate.rank, candidate.n

    ordered = sorted(
        (each for each in _fitting_explanations(place) if each.weight > place.position), key=order
    )
    equal = list(takewhile(lambda each: each.weight == ordered[0].weight, ordered))[:MAX_LOOKAHEAD]
    if len(equal) < 2 or equal[0].reach >= len(place.own.paper):
        return ordered
    return sorted(equal, key=lambda each: -_reach_as_habit(place, each)) + ordered[len(equal) :]


def _fitting_explanations(place: PaperPosition, key: str = "") -> Iterator[Explanation]:
    index = place.position
    for candidate, following in _possible_candidates(place, index):
        if key in ("", candidate.key):
            expected = running_totals(following)
            reach = count_common(place.own.paper, expected)
            ends = reach == len(place.own.paper) == len(expected)
            if reach > index or ends:
                gain = count_gain(place.paper, candidate, place.others)
                yield Explanation(candidate, following, reach + ends, gain)


def _reach_as_habit(place: PaperPosition, explained: Explanation) -> int:
    best = explained
    for _time in range(MAX_REPEATED if explained.candidate.habit else 0):
        further = _fitting_explanations(place._replace(column=best.column), explained.candidate.key)
        following = max(further, key=lambda each: each.reach, default=None)
        if following is None or following.reach <= best.reach:
            break
        best = following
    return best.reach


def _possible_candidates(place: PaperPosition, index: int) -> Iterator[tuple[Candidate, Column]]:
    paper, own, column = place.paper, place.own, place.column
    since = max(index - 1, 0)  # of several equal changes, any one may be missing or surplus
    while since and column[since - 1].change == column[since].change:
        since -= 1
    first = paper.order[column[since].n] if index else 0
    final = paper.order[column[index].n] if index < len(column) else len(paper.steps) - 1
    steps = range(first, final + 1)
    for candidate in chain(
        chain.from_iterable(map(paper.candidates, steps)), _misplaced_figures(place, steps)
    ):
        yield candidate, paper.with_slip(column, own.account, candidate)
    yield from _totals_left_out(own, column, index)
    if 0 < index < len(own.paper) and own.paper[index] - own.paper[index - 1] == column[index - 1].change:
        sentence, twice = text(N_("this figure was written twice")), (*column[:index], *column[index - 1 :])
        for n, _change in column[since:index]:
            yield Candidate(n, "figure-twice", sentence, None, _ARITHMETIC_RANK), twice
    if index < len(column) and index < len(own.paper):
        yield from _arithmetic_slips(own, column, index)


def _totals_left_out(own: PlacedClaim, column: Column, index: int) -> Iterator[tuple[Candidate, Column]]:
    expected = running_totals(column)
    for upto in range(index + 1, min(index + 1 + MAX_OMITTED, len(column)) if index < len(own.paper) else 0):
        if own.paper[index] != expected[upto]:
            continue
        missing = [format_amount(own.shown(total)) for total in expected[index:upto]]
        values = {"missing": ", ".join(missing), "after": format_amount(own.shown(expected[upto]))}
        sentence = _LEFT_OUT_FIRST.of(len(missing), values)
        if index:
            values["before"] = format_amount(own.shown(expected[index - 1]))
            sentence = _LEFT_OUT.of(len(missing), values)
        whole = sum(figure.change for figure in column[index : upto + 1])
        merged = (*column[:index], column[upto]._replace(change=whole), *column[upto + 1 :])
        yield Candidate(column[index].n, "total-left-out", sentence, None, _LIKELIEST), merged


def _misplaced_figures(place: PaperPosition, places: range) -> Iterator[Candidate]:
    paper, own = place.paper, place.own
    for other in place.others:
        computed = running_totals(paper.column(other.account))
        if not other.claim.is_column or other.paper == computed:
            continue
        for index in places:
            step = paper.steps[index]
            right, known = figures_of(step, step.postings), [each.changes for each in paper.candidates(index)]
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
    sentence = N_("written in the wrong column: {player}, {heading} instead of {whose}, {right}")
    figures = {"player": wrong.player, "heading": wrong.cell.heading}
    return text(sentence, **figures, whose=right.player, right=right.cell.heading)


def _arithmetic_slips(own: PlacedClaim, column: Column, index: int) -> Iterator[tuple[Candidate, Column]]:
    n, right, wrong = column[index].n, running_totals(column)[index], own.paper[index]
    carried = with_carried_total(own, column, index)
    if index + 1 < len(column):
        back = carried[index + 1]._replace(change=column[index + 1].change + right - wrong)
        sentence = text(N_("only this figure is wrong; the next figures were computed from the right one"))
        copied = (*carried[: index + 1], back, *carried[index + 2 :])
        yield Candidate(n, "copied", sentence, None, _ARITHMETIC_RANK), copied
    shown = own.shown(right), own.shown(wrong)
    before = column[index - 1].change if index else 0
    for rank, slip in enumerate(
        find_arithmetic_slips(*shown, column[index].change, before), _ARITHMETIC_RANK + 1
    ):
        yield Candidate(n, slip.key, slip.text, None, rank), carried
    added, change = wrong - right + column[index].change, column[index].change
    for factor, times in (
        (2, N_("twice the amount was added")),
        (Fraction(1, 2), N_("only half of the amount was added")),
    ):
        if added == factor * change:
            yield Candidate(n, f"times-{factor}", text(times), None, _UNLIKELY), carried


def with_carried_total(own: PlacedClaim, column: Column, index: int) -> Column:
    """Return the computed column of a scorer who wrote a wrong total and went on adding to it.

    If the right totals are 2.6.12, and 2.7 is on paper, the totals become 2.7.13.

    Args:
        own: the column on paper.
        column: the computed column.
        index: the index of the wrong total.
    """
    before = own.paper[index - 1] if index else 0
    return (*column[:index], column[index]._replace(change=own.paper[index] - before), *column[index + 1 :])


def count_gain(paper: PaperCandidates, candidate: Candidate, others: Sequence[PlacedClaim]) -> int:
    """Rate how well a slip agrees with the other columns on paper.

    In each column, count the figures that agree because of the slip, minus those that agree no longer. Count
    −1 instead of 0 if the slip moves the last total away from the paper. Return the sum of these counts.

    Args:
        paper: the computed columns of the session.
        candidate: the slip.
        others: the other columns on paper.
    """
    gain = 0
    for other in others if candidate.changes is not None else ():
        column = paper.column(other.account)
        changed = paper.with_slip(column, other.account, candidate)
        if changed != column:
            without, with_slip = running_totals(column), running_totals(changed)
            better = other.count_agreeing(with_slip) - other.count_agreeing(without)
            is_off, was_off = (last_total(other.paper) - last_total(each) for each in (with_slip, without))
            gain += better or -(is_off * is_off > was_off * was_off)
    return gain


MAX_DEVIATIONS = 5
MAX_FOLLOWED = 60
"""The maximum number of slips, and of figures split in two, that are assumed in one column."""
MAX_OTHERS = 3
_ENDS = Phrase(
    "the paper ends before this figure", "the paper ends before this figure; {count} figures are missing"
)


def find_divergences(
    paper: PaperCandidates, own: PlacedClaim, others: Sequence[PlacedClaim]
) -> tuple[Divergence, ...]:
    """Return the differences between a column on paper and the computed column.

    A slip changes all later totals. So after each difference the function assumes the likeliest slip, and
    only returns further differences that this slip does not explain.

    Args:
        paper: the slips that the scorer may have made.
        own: the column on paper.
        others: the other columns on paper, which may confirm a slip.
    """
    divergences: list[Divergence] = []
    place = PaperPosition(paper, own, others, paper.column(own.account))
    for _time in range(MAX_FOLLOWED):
        following = _split_in_two(place) or _follow_next(place, divergences)
        if following is None or len(divergences) > MAX_DEVIATIONS:
            break
        place = place._replace(column=following)
    return tuple(divergences[:MAX_DEVIATIONS])


def _follow_next(place: PaperPosition, divergences: list[Divergence]) -> Column | None:
    own, column, index = place.own, place.column, place.position
    if index == len(own.paper) == len(column):
        return None
    last_slip = divergences[-1].key if divergences else ""
    explained = find_explanations(place, last_slip)
    if _is_better_unexplained(place, explained):
        divergence = _unexplained_divergence(place)
        if index >= len(own.paper):
            missing = len(column) - index
            divergence = divergence._replace(slip=_ENDS.of(missing, {"count": missing}), key=ENDS)
        divergences.append(divergence)
        return with_carried_total(own, column, index) if index < min(len(own.paper), len(column)) else None
    best = explained[0]
    if last_slip == best.candidate.key:
        divergences[-1] = divergences[-1]._replace(again=(*divergences[-1].again, best.candidate.n))
    else:
        divergences.append(_make_divergence(place, explained))
    return best.column


def _is_better_unexplained(place: PaperPosition, explained: Sequence[Explanation]) -> bool:
    own, column, index = place.own, place.column, place.position
    if not explained:
        return True
    if index >= min(len(own.paper), len(column)):
        return False
    expected = running_totals(with_carried_total(own, column, index))
    reach = count_common(own.paper, expected)
    return reach + (reach == len(own.paper) == len(expected)) > explained[0].weight


def _make_divergence(place: PaperPosition, explained: Sequence[Explanation]) -> Divergence:
    best = explained[0].candidate
    once: dict[tuple[int, str], Candidate] = {}
    for candidate in (each.candidate for each in explained if each.weight == explained[0].weight):
        once.setdefault((candidate.n, candidate.key), candidate)
    others = sorted((each for each in once.values() if each != best), key=lambda each: each.n == best.n)
    return _with_slip(
        _unexplained_divergence(place), place.paper, best, explained[0].weight - place.position, others
    )


def _with_slip(
    parting: Divergence, paper: PaperCandidates, best: Candidate, explained: int, others: Sequence[Candidate]
) -> Divergence:
    placed = []
    for other in others[:MAX_OTHERS]:
        step = paper.step(other.n)
        line = describe_unmarked(paper.session, step, words=True)
        placed.append(text(N_("{entry} ({line}): {slip}"), entry=step.name, line=line, slip=other.text))
    return parting._replace(
        entry=best.n, slip=best.text, key=best.key, explained=explained, others=tuple(placed)
    )


def _unexplained_divergence(place: PaperPosition) -> Divergence:
    own, column, index = place.own, place.column, place.position
    paper, computed = (
        own.shown(figures[index]) if index < len(figures) else None
        for figures in (own.paper, running_totals(column))
    )
    return Divergence(column[index].n if index < len(column) else 0, index, paper, computed)


def _split_in_two(place: PaperPosition) -> Column | None:
    own, column, index = place.own, place.column, place.position
    if index + 1 >= len(own.paper) or index >= len(column):
        return None
    before, (n, whole) = own.paper[index - 1] if index else 0, column[index]
    first = own.paper[index] - before
    postings = place.paper.step(n).postings
    parts = [posting.amount for posting in postings if posting.account == own.account]
    if len(parts) < 2 or sum(parts) != whole or first not in parts or own.paper[index + 1] - before != whole:
        return None
    return (*column[:index], ColumnFigure(n, first), ColumnFigure(n, whole - first), *column[index + 1 :])


MAX_TRIED_SLIPS = 12_000
"""The maximum number of slips tried, from the newest hand back. Older hands get only general slips."""


def find_slips_anywhere(
    paper: PaperCandidates, account: Account, difference: Amount, weight: Callable[[Candidate], int]
) -> list[Candidate]:
    """Return slips that explain a wrong last total, at most one for each entry, the best first.

    Args:
        paper: the slips that the scorer may have made.
        account: the account of the column.
        difference: the last total on paper minus the right one.
        weight: returns how well a slip agrees with other columns. A larger number is better.
    """

    def order(candidate: Candidate) -> tuple[int, int]:
        return -weight(candidate), candidate.rank

    best, tried = list[Candidate](), 0
    for index in reversed(range(len(paper.steps))):
        is_new = tried < MAX_TRIED_SLIPS
        candidates = paper.candidates(index) if is_new else tuple(paper.general_candidates(index))
        tried += len(candidates)
        wrong = difference + sum(
            posting.amount for posting in paper.steps[index].postings if posting[0] == account
        )
        fitting = [each for each in candidates if sum((each.changes or {}).get(account, ())) == wrong]
        if fitting:
            best.append(min(fitting, key=order))
    return sorted(best, key=order) + _find_missing_end(paper, account, difference)


def _find_missing_end(paper: PaperCandidates, account: Account, difference: Amount) -> list[Candidate]:
    column = paper.column(account)
    stood = running_totals(column)
    for index in range(len(stood) - 1, 0, -1):
        if stood[index - 1] == stood[-1] + difference:
            sentence = N_("the paper ends before this entry; this and later entries are missing")
            return [Candidate(column[index].n, "behind", text(sentence), None)]
    return []


def compare(paper: PaperCandidates, claims: Sequence[Claim]) -> tuple[Comparison, ...]:
    """Compare all columns on paper with the computed columns, and look for slips behind the differences.

    Args:
        paper: the computed columns, and the slips that the scorer may have made.
        claims: the columns as they were typed from paper.
    """
    claimed = PlacedClaim.from_claims(claims, paper.begun)
    return tuple(_compare_claim(paper, each, claimed) for each in claimed)


@lru_cache(maxsize=1)
def compare_check(session: Session, n: int) -> tuple[Comparison, ...]:
    """Compare every column in the `check` entry number `n`. The last result is cached.

    Raises:
        KeyError: if the session has no such entry.
    """
    step = session.replay.step(n)
    assert isinstance(step.entry, ClaimEntry)
    return compare(PaperCandidates(session, n), list(claims(session.game, step.before, step.entry.columns)))


def _compare_claim(paper: PaperCandidates, own: PlacedClaim, claimed: Sequence[PlacedClaim]) -> Comparison:
    others = [each for each in claimed if each.account != own.account]
    column = paper.column(own.account)
    computed = running_totals(column)
    if own.claim.is_column:
        differences = find_divergences(paper, own, others)
    else:
        differences = () if own.count_agreeing(computed) else (_compare_last_total(paper, own, others),)
    agreed = count_common(own.paper, computed) if differences else len(column)
    upto = column[agreed - 1].n if agreed else 0
    on_paper = tuple(map(own.shown, own.paper))
    stood = computed or (0,) if own.begun else computed
    return Comparison(own.claim, on_paper, tuple(map(own.shown, stood)), agreed, upto, differences)


def _compare_last_total(
    paper: PaperCandidates, own: PlacedClaim, others: Sequence[PlacedClaim]
) -> Divergence:
    stands, claimed = last_total(running_totals(paper.column(own.account))), last_total(own.paper)
    parting = Divergence(0, 0, own.shown(claimed), own.shown(stands))

    def gain(candidate: Candidate) -> int:
        return count_gain(paper, candidate, others)

    slips = [
        each for each in find_slips_anywhere(paper, own.account, claimed - stands, gain) if gain(each) >= 0
    ]
    if not slips:
        return parting
    best, *rest = slips
    equal = [each for each in rest if gain(each) == gain(best)]
    return _with_slip(parting, paper, best, 1 + gain(best), equal)
