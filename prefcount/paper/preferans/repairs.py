"""Single slips that explain an impossible sheet.

A repair is the sheet without the slip: a total copied correctly, a forgotten figure put in, a figure moved to
the right column. Each repair is searched for hands, likelier ones first and longer, and it is offered if
hands could have written the repaired sheet.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import chain, pairwise, permutations
from math import inf
from typing import NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.games.preferans.state import DUMP, POOL, WHISTS, PreferansState
from prefcount.ledger import Account, Amount, format_amount
from prefcount.paper.compare import COPIED, ArithmeticSlip, find_arithmetic_slips
from prefcount.paper.known_games import SearchGuard, SearchStopped, SearchTooLarge, SheetRepair
from prefcount.paper.preferans.hand_search import Columns, HandSearch
from prefcount.paper.preferans.player_grid import Places, PlayerGrid
from prefcount.paper.preferans.table_moves import places_of_steps, steps_of


def fill_amounts(template: str, **values: Amount | Text | str) -> Text:
    """Return the text of `template` with its placeholders filled in. Amounts are formatted."""
    shown = {
        name: format_amount(value) if isinstance(value, int | Fraction) else value
        for name, value in values.items()
    }
    return text(template, **shown)


MAX_REPAIRS = 12
MAX_UNDECIDED = 3
"""The maximum number of slips named although it was not decided whether they explain the sheet."""
MAX_REPAIRS_PER_FIGURE = 3
"""The maximum number of repairs of one figure, for kinds of slips that fit in many ways."""
MAX_BATCH_BITS = 1 << 15
"""The maximum number of places about a player in a batch."""
NODES = 40
"""The number of nodes to expand in the first turn of a batch. Each next turn has four times more."""
BITS_OF_SMALL = 1 << 14
"""The number of places up to which the time to expand a node hardly depends on the number."""
NODES_BEFORE_OTHERS = 2_000
"""The number of nodes to expand before figures are tried in the columns about another player."""
_OFTEN = {
    **{"transposed": 600, "misread": 600, "digit-lost": 300, "digit-added": 200, "digit": 100},
    **{"subtracted": 1_000, "not-counted": 600, "added-wrong": 170, "carry": 170},
    **{"left-out": 800, "skipped": 800, "too-much": 20, "value": 50},
    **{"copied-on": 30, "no-sum": 100, "other": 10},
    **{"beside": 600, "for-another": 400, "crossed": 120, "elsewhere": 40},
}
"""The relative frequency of each kind of slip, for one figure and one way to make the slip."""
_MANY = {"beside", "for-another", "crossed", "elsewhere", "other"}
"""The kinds of slips that can be made in many ways at one figure."""
UNUSUAL = 8
"""A sheet that needs an unusual hand is less likely by this factor."""
PARTLY = 4
"""Moving only a part of a figure is as unlikely as moving a whole figure this number of lines too far."""
LIKELIHOOD_OF_ONE = 10**15
"""The factor by which likelihoods are multiplied, so that they can be compared as integers."""
OTHERS = 20
"""The assumed number of different amounts in a kind of column. Each gets half an extra occurrence."""


class Edit(NamedTuple):
    """One slip in the columns about a player. A column is given by its index in `PlayerGrid.steps`.

    Attributes:
        kind: "value" if another amount should have been added, "skipped" if a figure was forgotten,
            "too-much" if a figure should not be there, and "moved" if it belongs in another column.
        column: the column with the slip.
        figure: the index of the figure in that column.
        value: the amount that should have been added, or 0 if `kind` is "too-much".
        to_column: the column where a "moved" figure belongs, or -1 for other slips.
        to_figure: the index before which a "moved" figure belongs, or -1 for other slips.
    """

    kind: str
    column: int
    figure: int
    value: Amount
    to_column: int = -1
    to_figure: int = -1


class _CandidateRepair(NamedTuple):
    """A slip that may explain a sheet, and the sheet without the slip.

    Attributes:
        key: the kind of slip.
        apart: the number of lines between a moved figure and its right place.
    """

    key: str
    repair: SheetRepair
    apart: Fraction = Fraction(0)


_ChangedColumns = frozenset[tuple[Account, tuple[Amount, ...]]]
_FindRepairs = Callable[[HandSearch, Columns, SearchGuard], Iterator[_CandidateRepair]]


class Repairs(NamedTuple):
    """The single slips that may explain a sheet, the likeliest first.

    Attributes:
        found: the slips that explain the sheet: without the slip, hands could have written it.
        perhaps: likely slips whose search was not finished in time.
        all_tried: whether the search was finished for all slips.
    """

    found: tuple[SheetRepair, ...] = ()
    perhaps: tuple[SheetRepair, ...] = ()
    all_tried: bool = False


def try_repairs(search: HandSearch, columns: Columns, guard: SearchGuard) -> Repairs:
    """Find the single slips that may explain an impossible sheet.

    Args:
        search: the search that found the sheet impossible.
        columns: all totals of each column.
        guard: the limits of time and memory.
    """
    with contextlib.suppress(SearchStopped):
        trial = _RepairSearch(search, columns, guard)
        with contextlib.suppress(SearchStopped):
            trial.go_on()
        return trial.so_far()
    return Repairs()


class _RepairSearch:
    """A search that tests in turns whether hands could have written each repaired sheet.

    Repaired sheets that differ only in the columns about one player are searched together, in batches.
    """

    def __init__(self, search: HandSearch, columns: Columns, guard: SearchGuard) -> None:
        self._hands, self._columns, self._guard = search, columns, guard
        self._usual_hands = HandSearch(search.state, columns, search.habit, guard, usual=True)
        self._likelihood_of = _Likelihood(columns)
        self._repairs: list[tuple[int, _CandidateRepair]] = []
        self._found: dict[int, SheetRepair] = {}
        self._sentences = set[tuple[Account, str]]()
        self._places = Counter[tuple[frozenset[Account], int]]()
        self._batches: list[list[int]] = []
        self._next: dict[bool, list[int]] = {False: [], True: []}
        self._begun: dict[int, HandSearch] = {}
        self._undecided, self._turns = Counter[bool](), dict[int, int]()
        self._waiting: list[tuple[int, int, int]] = []
        self._used, self._too_large = Counter[int](), list[int]()
        self._all_known = False

    def _add_repairs(self, find: _FindRepairs) -> None:
        first, likeliest = len(self._repairs), dict[_ChangedColumns, tuple[int, _CandidateRepair]]()
        for hands in (self._usual_hands, self._hands):
            for mended in find(hands, self._columns, self._guard):
                likelihood = self._likelihood_of(mended) // (1 if hands.usual else UNUSUAL)
                same = frozenset(mended.repair.columns.items())
                if same not in likeliest or likelihood > likeliest[same][0]:
                    likeliest[same] = likelihood, mended
        self._repairs += likeliest.values()
        growing: dict[object, list[int]] = {}
        for index in sorted(range(first, len(self._repairs)), key=self._likelihood_order):
            key, most = _key_of_batch(self._hands, self._columns, self._repairs[index][1])
            if key not in growing or len(growing[key]) == most:
                growing[key] = []
                self._next[self._is_left_out(index)].append(len(self._batches))
                self._batches.append(growing[key])
            growing[key].append(index)
        for batches in self._next.values():
            batches.sort(key=self._worth)

    def _likelihood_order(self, index: int) -> tuple[int, int]:
        return -self._repairs[index][0], index

    def _is_left_out(self, index: int) -> bool:
        return self._repairs[index][1].key == "left-out"

    def _cost(self, number: int) -> int:
        index = self._batches[number][0]
        changed = self._repairs[index][1].repair.columns
        bits = sum(
            player.bits * (1 if changed.keys().isdisjoint(about) else len(self._batches[number]))
            for player, about in zip(self._hands.players, self._hands.accounts, strict=True)
        )
        return 1 + bits // BITS_OF_SMALL

    def _worth(self, number: int) -> int:
        return sum(self._repairs[index][0] for index in self._batches[number]) // self._cost(number)

    def _begin_next(self, left_out: bool) -> None:
        if self._next[left_out]:
            number = self._next[left_out].pop()
            turn = self._turns[number] = (1 + self._undecided[left_out]) * self._cost(number)
            heappush(self._waiting, (NODES * turn, number, NODES))

    def go_on(self) -> None:
        """Search the batches until all are decided.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        self._add_repairs(_repairs_about_one)
        self._take_turns(self._guard.nodes + NODES_BEFORE_OTHERS)
        self._add_repairs(_repairs_to_others)
        self._all_known = True
        self._take_turns()

    def _take_turns(self, until: float = inf) -> None:
        for left_out in self._next:
            if not any(
                self._is_left_out(self._batches[number][0]) is left_out for _t, number, _n in self._waiting
            ):
                self._begin_next(left_out)
        while self._waiting and self._guard.nodes < until:
            _turn, number, nodes = self._waiting[0]
            left_out = self._is_left_out(self._batches[number][0])
            finished = all(map(self._is_needless, self._batches[number])) or self._search(number, nodes)
            heappop(self._waiting)
            self._undecided[left_out] -= nodes > NODES
            if finished:
                self._begun.pop(number, None)
                self._guard.release(self._used.pop(number, 0))
            else:
                self._undecided[left_out] += 1
                heappush(self._waiting, (4 * nodes * self._turns[number], number, 4 * nodes))
            if nodes == NODES:
                self._begin_next(left_out)

    def _search(self, number: int, nodes: int) -> bool:
        batch, used = self._batches[number], self._guard.used
        if number not in self._begun:
            self._begun[number] = self._search_for(self._hands, batch)
        search = self._begun[number]
        try:
            finished = search.is_possible(self._guard, most=nodes) is not None
        except SearchTooLarge:
            finished = True
            self._too_large.append(number)
        self._used[number] += self._guard.used - used
        for index in (batch[version] for version in sorted(search.possible)):
            if index not in self._found:
                self._add_found(index)
        return finished

    def _search_for(self, hands: HandSearch, batch: Sequence[int]) -> HandSearch:
        versions = [self._repairs[index][1].repair.columns for index in batch]
        return HandSearch(hands.state, self._columns, hands.habit, self._guard, hands, versions=versions)

    def _add_found(self, index: int) -> None:
        likelihood, mended = self._repairs[index]
        repair = self._found[index] = mended.repair
        self._sentences.add((repair.account, str(repair.text)))
        self._places[frozenset(repair.columns), repair.position] += 1
        if self._search_for(self._usual_hands, [index]).is_possible(self._guard, most=NODES) is False:
            self._repairs[index] = likelihood // UNUSUAL, mended

    def _is_needless(self, index: int) -> bool:
        likelihood, (key, repair, _apart) = self._repairs[index]
        return (
            (repair.account, str(repair.text)) in self._sentences
            or sum(self._repairs[other][0] >= likelihood for other in self._found) >= MAX_REPAIRS
            or (
                key in _MANY
                and self._places[frozenset(repair.columns), repair.position] >= MAX_REPAIRS_PER_FIGURE
            )
        )

    def so_far(self) -> Repairs:
        waiting = (number for _turn, number, _nodes in self._waiting)
        undecided = chain(waiting, self._too_large, *self._next.values())
        batches = (self._batches[number] for number in undecided)
        open_ones = sorted(
            (index for index in chain.from_iterable(batches) if not self._is_needless(index)),
            key=self._likelihood_order,
        )
        found = sorted(self._found, key=self._likelihood_order)[:MAX_REPAIRS]
        perhaps = {str(self._repairs[index][1].repair.text): index for index in reversed(open_ones)}
        likeliest = sorted(perhaps.values(), key=self._likelihood_order)[:MAX_UNDECIDED]
        return Repairs(
            tuple(self._found[index] for index in found),
            tuple(self._repairs[index][1].repair for index in likeliest),
            all_tried=self._all_known and not open_ones,
        )


def _key_of_batch(search: HandSearch, columns: Columns, mended: _CandidateRepair) -> tuple[object, int]:
    changed = mended.repair.columns
    groups = {index for index, about in enumerate(search.accounts) if not changed.keys().isdisjoint(about)}
    if len(groups) > 1:
        return frozenset(changed.items()), 1
    longer = {
        (account, len(steps_of(column)) - len(steps_of(columns.get(account, ()))))
        for account, column in changed.items()
    }
    last_pools = {column[-1:] for account, column in changed.items() if account.column == POOL}
    (index,) = groups
    left_out = mended.key == "left-out"
    key = left_out, index, frozenset(each for each in longer if each[1]), frozenset(last_pools)
    return key, max(1, MAX_BATCH_BITS // search.players[index].bits)


class _Likelihood:
    """The likelihood of a slip: its frequency, times how common the figures of the repaired sheet are."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        steps = [(each.column, step) for each, column in columns.items() for step in steps_of(column)]
        self._usual, self._of_kind = Counter(steps), Counter(kind for kind, _step in steps)
        self._ratios: dict[tuple[Account, tuple[Amount, ...]], Fraction] = {}

    def __call__(self, mended: _CandidateRepair) -> int:
        likelihood: Fraction = _OFTEN[mended.key] / (1 + mended.apart)
        if mended.key != "too-much":  # how common the figure is does not matter
            for changed in mended.repair.columns.items():
                if changed not in self._ratios:
                    self._ratios[changed] = self._compare(*changed)
                likelihood *= self._ratios[changed]
        return int(LIKELIHOOD_OF_ONE * likelihood)

    def _compare(self, account: Account, column: Sequence[Amount]) -> Fraction:
        stood, stands = Counter(steps_of(self._columns.get(account, ()))), Counter(steps_of(column))
        ratio, all_of_kind = Fraction(1), 2 * self._of_kind[account.column] + OTHERS
        for step in (stands - stood).elements():
            ratio *= Fraction(2 * self._usual[account.column, step] + 1, all_of_kind)
        for step in (stood - stands).elements():
            ratio /= Fraction(2 * self._usual[account.column, step] - 1, all_of_kind)
        return ratio


def _repairs_about_one(
    search: HandSearch, columns: Columns, guard: SearchGuard
) -> Iterator[_CandidateRepair]:
    broken = _find_broken(search)
    for index, about in enumerate(search.accounts):
        if broken <= {index} and (all(search.live) or search.may_be_mended(index)):
            for place, account in enumerate(about):
                yield from _repairs_of_copying(account, columns.get(account, ()), search.values(place))
            for edit in sorted(find_edits(search.players[index], guard)):
                yield _repair_step(search, about, columns, edit)


def _find_broken(search: HandSearch) -> set[int]:
    return {index for index, player in enumerate(search.players) if not player.live}


def _shift_totals(
    column: Sequence[Amount], index: int, taken: int, put: Sequence[Amount]
) -> tuple[Amount, ...]:
    last = put[-1] if put else _total_before(column, index)
    change = last - _total_before(column, index + taken)
    return (*column[:index], *put, *(total + change for total in column[index + taken :]))


def _total_before(column: Sequence[Amount], index: int) -> Amount:
    return column[index - 1] if index else 0


# --- slips of copying, which do not change later totals --------------------------------------------------


def _repairs_of_copying(
    account: Account, column: Sequence[Amount], values: frozenset[Amount]
) -> Iterator[_CandidateRepair]:
    for index, (before, wrong) in enumerate(pairwise((0, *column))):
        for right in sorted(_looks_like(wrong)):
            added = [new - old for old, new in pairwise((before, right, *column[index + 1 : index + 2]))]
            if values.issuperset(added):
                slips = (each for each in find_arithmetic_slips(right, wrong, added[0]) if each.key in COPIED)
                slip = next(slips, ArithmeticSlip("digit", text(N_("a digit was misread"))))
                yield _repair_total(account, column, index, right, slip.key, slip.text, carried=False)
        for value in sorted(values - {wrong - before}) if wrong != before else ():
            between = before + value
            if wrong - between in values:
                sentence = N_("{before} → {wrong}: {right} between them was left out")
                reason = fill_amounts(sentence, before=before, wrong=wrong, right=between)
                mended = {account: (*column[:index], between, *column[index:])}
                yield _CandidateRepair("left-out", SheetRepair(account, index, between, reason, mended))


def _looks_like(total: Amount) -> set[int]:
    digits = str(total)
    found = {
        digits[:index] + other + digits[index:] for index in range(len(digits) + 1) for other in "0123456789"
    }
    for index, digit in enumerate(digits):
        found |= {digits[:index] + other + digits[index + 1 :] for other in "0123456789"}
        found.add(digits[:index] + digits[index + 1 : index + 2] + digit + digits[index + 2 :])
        found.add(digits[:index] + digits[index + 1 :])
    return {int(each) for each in found if each.lstrip("-").isdigit()} - {total}


def _repair_total(
    account: Account,
    column: Sequence[Amount],
    index: int,
    right: Amount,
    key: str,
    slip: Text,
    *,
    carried: bool,
) -> _CandidateRepair:
    mended = (*column[:index], right, *column[index + 1 :])
    if carried:
        mended = _shift_totals(column, index, 1, (right,))
    sentence = N_("{before} → {wrong}: this should be {right}; {slip}")
    reason = fill_amounts(
        sentence, before=_total_before(column, index), wrong=column[index], right=right, slip=slip
    )
    return _CandidateRepair(key, SheetRepair(account, index, right, reason, {account: mended}))


# --- slips that change all later totals ------------------------------------------------------------------


def _repair_step(
    search: HandSearch, about: Sequence[Account], columns: Columns, edit: Edit
) -> _CandidateRepair:
    account = about[edit.column]
    column = columns.get(account, ())
    index = _position_of_step(column, edit.figure)
    before = _total_before(column, index)
    if edit.kind == "moved":
        other = about[edit.to_column]
        to = _position_of_step(columns.get(other, ()), edit.to_figure)
        return _repair_moved(search, columns, account, index, other, to, column[index] - before)
    if edit.kind == "skipped":
        right = before + edit.value
        sentence = N_("after {before} the figure {right} was forgotten; all later figures lack {change}")
        reason = fill_amounts(sentence, before=before, right=right, change=edit.value)
        mended = {account: _shift_totals(column, index, 0, (right,))}
        return _CandidateRepair("skipped", SheetRepair(account, index, right, reason, mended))
    wrong = column[index]
    added = wrong - before
    if edit.kind == "too-much":
        sentence = N_(
            "{before} → {wrong}: this figure should not be there; all later figures are off by {change}"
        )
        reason = fill_amounts(sentence, before=before, wrong=wrong, change=added)
        mended = {account: _shift_totals(column, index, 1, ())}
        return _CandidateRepair("too-much", SheetRepair(account, index, None, reason, mended))
    right = before + edit.value
    last = before - (column[index - 2] if index > 1 else 0)
    key, slip = _classify_slip(search.state, right, wrong, edit.value, added, last)
    return _repair_total(account, column, index, right, key, slip, carried=True)


def _position_of_step(column: Sequence[Amount], figure: int) -> int:
    stood = places_of_steps(column)
    return stood[figure] if figure < len(stood) else len(column)


def _classify_slip(
    state: PreferansState, right: Amount, wrong: Amount, change: Amount, added: Amount, last: Amount
) -> tuple[str, Text]:
    slips = [
        ("copied-on" if slip.key in COPIED else slip.key, slip.text)
        for slip in find_arithmetic_slips(right, wrong, change, last)
    ]
    if slips:
        return max(slips, key=lambda slip: _OFTEN[slip[0]])
    values = state.rules.values
    if any(change * one == added * other for one, other in pairwise((*values, *values[::-1]))):
        return "value", text(N_("the value of a contract one level higher or lower was written"))
    sentence = N_("{added} was added instead of {change}")
    return "other", fill_amounts(sentence, added=added, change=change)


# --- figures in a wrong column ---------------------------------------------------------------------------


def _repairs_to_others(
    search: HandSearch, columns: Columns, guard: SearchGuard
) -> Iterator[_CandidateRepair]:
    broken, slips = _find_broken(search), [sorted(find_edits(player, guard)) for player in search.players]
    for one, other in permutations(range(len(slips)), 2):
        if not broken <= {one, other}:
            continue
        missing: dict[Amount, list[Edit]] = {}
        for each in slips[other]:
            if each.kind == "skipped":
                missing.setdefault(each.value, []).append(each)
        for edit in slips[one]:
            if edit.kind in ("too-much", "value"):
                account = search.accounts[one][edit.column]
                column = columns.get(account, ())
                index = _position_of_step(column, edit.figure)
                change = column[index] - _total_before(column, index) - edit.value
                for each in missing.get(change, ()):
                    to = search.accounts[other][each.column]
                    place = _position_of_step(columns.get(to, ()), each.figure)
                    yield _repair_moved(search, columns, account, index, to, place, change)


def _kind_of_move(account: Account, other: Account) -> str:
    if account.owner == other.owner:
        return "beside" if (account.column == WHISTS) == (other.column == WHISTS) else "crossed"
    if account.column == other.column and account.other == other.other:
        return "for-another"
    return "crossed" if (account.owner, account.other) == (other.other, other.owner) else "elsewhere"


_BELONGS = {
    POOL: N_("{before} → {wrong}: {change} belongs in the pool of {who}, which becomes {right}"),
    DUMP: N_("{before} → {wrong}: {change} belongs in the dump of {who}, which becomes {right}"),
    WHISTS: N_("{before} → {wrong}: {change} belongs to the whists of {who} on {on}, which become {right}"),
}


def _repair_moved(
    search: HandSearch,
    columns: Columns,
    account: Account,
    index: int,
    other: Account,
    to: int,
    change: Amount,
) -> _CandidateRepair:
    column, elsewhere = columns.get(account, ()), columns.get(other, ())
    before, stays = _total_before(column, index), column[index] - change
    right = _total_before(elsewhere, to) + change
    names = search.state.names
    figures = {"before": before, "wrong": column[index], "change": change, "right": right}
    reason = fill_amounts(_BELONGS[other.column], **figures, who=names[other.owner], on=names[other.other])
    mended = {
        account: _shift_totals(column, index, 1, () if stays == before else (stays,)),
        other: _shift_totals(elsewhere, to, 0, (right,)),
    }
    apart = abs(to - Fraction(index * (len(elsewhere) + 1), len(column))) + (stays != before) * PARTLY
    return _CandidateRepair(
        _kind_of_move(account, other), SheetRepair(account, index, None, reason, mended), apart
    )


# --- single slips that explain the columns about a player -------------------------------------------------


def find_edits(player: PlayerGrid, guard: SearchGuard) -> set[Edit]:
    """Return the single slips that may explain why the columns about a player are impossible.

    Each slip changes one figure, or moves one figure to another column.

    Args:
        player: the columns about the player.
        guard: the limits of time and memory.

    Raises:
        SearchStopped: if it takes too long or too much memory.
    """
    slips: set[Edit] = set()
    all_sums = (player.sums or frozenset()) | {(0,) * len(player.steps)}
    for column in range(len(player.steps)):
        values: dict[tuple[Amount, ...], list[Amount]] = {}
        for sums in all_sums:
            values.setdefault((*sums[:column], 0, *sums[column + 1 :]), []).append(sums[column])
        for others, fitting in values.items():
            guard.check()
            for offset, places in player.shifts_adding(others):
                here = places & player.ahead
                if here:
                    slips.update(_edits_in_column(player, column, fitting, offset, here))
                    slips.update(_edits_from_other(player, column, fitting, offset, here, others))
    return slips


def _edits_in_column(
    player: PlayerGrid, column: int, possible: list[Amount], offset: int, here: Places
) -> Iterator[Edit]:
    steps = player.steps[column]
    for figure in player.counts_read(column, here & player.behind >> offset):
        yield from (Edit("skipped", column, figure, value) for value in possible if value)
    for figure in player.counts_read(column, here & player.behind >> offset + player.stride(column)):
        for value in possible if figure < len(steps) else ():
            if value != steps[figure]:
                yield Edit("value" if value else "too-much", column, figure, value)


def _edits_from_other(
    player: PlayerGrid, to: int, possible: list[Amount], offset: int, here: Places, others: tuple[Amount, ...]
) -> Iterator[Edit]:
    for column, steps in enumerate(player.steps):
        if column == to or others[column]:
            continue
        fitting = here & player.behind >> offset + player.stride(column)
        for figure, step in enumerate(steps) if fitting else ():
            if step in possible:
                for index in player.counts_read(to, fitting & player.places_at(column, figure)):
                    yield Edit("moved", column, figure, step, to, index)
