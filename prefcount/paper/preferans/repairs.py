"""Search for single slips that explain an impossible sheet.

A *repair* is the sheet with one slip undone: a total copied correctly, a forgotten figure put in, or a figure
moved to the right column. The program searches for hands behind each repaired sheet. Likelier repairs are
searched first, and for longer. A repair is offered if hands could have written the repaired sheet.

Repairs that change the columns of the same player are searched together in a *batch*. Each repaired sheet is
a *version* in this search. Batches take turns. In each turn the search expands a number of *nodes*: states of
the search, from each of which it tries the next hands. A *place* is a number of figures read in each column
of a player.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from heapq import heappop, heappush
from itertools import chain, count, filterfalse, pairwise, permutations
from math import inf
from operator import attrgetter, or_
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.games.preferans.state import DUMP, POOL, WHISTS, PreferansState
from prefcount.ledger import Account, Amount, format_amount
from prefcount.paper.compare import COPIED, ArithmeticSlip, find_arithmetic_slips
from prefcount.paper.known_games import SearchGuard, SearchStopped, SearchTooLarge, SheetRepair
from prefcount.paper.preferans.hand_search import Columns, HandSearch
from prefcount.paper.preferans.player_grid import Places, PlayerGrid
from prefcount.paper.preferans.table_moves import places_of_steps, steps_of


def fill_amounts(template: str, **values: Amount | Text | str) -> Text:
    """Return a translatable sentence with its placeholders filled in. Amounts are formatted for the screen.

    Args:
        template: the sentence, such as "{before} → {total}".
        values: a value for each placeholder.
    """
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

NODES = 640
"""The number of nodes to expand in the first turn of a batch."""
NODES_BY_USUAL_HANDS = 160
"""The number of nodes to expand to find out which repaired sheets need an unusual hand."""
MORE_NODES = 4
"""Each next turn of a batch has this number of times more nodes."""
WORK_OF_TURN = 10
"""The number of nodes that can be expanded in the time that it takes to begin a turn."""
WEIGHT_OF_OTHERS = 8
"""Figures left out in copying, the commonest slip, get this number of times more nodes than all others."""
IN_UNREAD_COLUMN = 8
"""A slip in a column that no hands read to its end is likelier by this factor."""
BESIDE_UNREAD_COLUMN = 3
"""A slip in another column about the same player as such a column is likelier by this factor."""
BITS_OF_SMALL = 1 << 14
"""The number of places up to which the time to expand a node hardly depends on the number."""
NODES_BEFORE_OTHERS = 4_000
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
    """One slip in the columns about a player, and where to undo it.

    The columns are numbered: 0 is the pool, 1 the dump, and from 2 on the whists of the others on the player.
    `Edit("value", 0, 1, 4)` says that the second figure of the pool should add 4.

    Attributes:
        kind: "value" for a wrong amount, "skipped" for a forgotten figure, "too-much" for a figure that
            should not be there, or "moved" for a figure in the wrong column.
        column: the column with the slip.
        figure: the index of the figure in that column.
        value: the amount that the figure should add, or 0 if `kind` is "too-much".
        to_column: the column where a "moved" figure belongs, or -1 for other slips.
        to_figure: the index at which a "moved" figure belongs in that column, or -1 for other slips.
    """

    kind: str
    column: int
    figure: int
    value: Amount
    to_column: int = -1
    to_figure: int = -1


class _CandidateRepair(NamedTuple):
    key: str
    account: Account
    position: int
    right: Amount | None
    columns: Mapping[Account, tuple[Amount, ...]]
    sentence: str
    figures: Mapping[str, Amount | Text | str]
    apart: tuple[int, int] = 0, 1

    def as_repair(self) -> SheetRepair:
        told = fill_amounts(self.sentence, **self.figures)
        return SheetRepair(self.account, self.position, self.right, told, self.columns)


class _PossibleSlip(NamedTuple):
    undo: Callable[..., _CandidateRepair]
    details: tuple[Any, ...]


_ChangedColumns = frozenset[tuple[Account, tuple[Amount, ...]]]
_FindSlips = Callable[[HandSearch, Columns, SearchGuard], Iterator[_PossibleSlip]]


class Repairs(NamedTuple):
    """The result of a search for single slips that may explain a sheet, the likeliest first.

    Attributes:
        found: slips that explain the sheet: with the slip undone, hands could have written the sheet.
        perhaps: likely slips that the search had too little time to confirm or rule out.
        all_tried: whether the search confirmed or ruled out every slip.
    """

    found: tuple[SheetRepair, ...] = ()
    perhaps: tuple[SheetRepair, ...] = ()
    all_tried: bool = False


def try_repairs(search: HandSearch, columns: Columns, guard: SearchGuard) -> Repairs:
    """Find the single slips that may explain an impossible sheet.

    Args:
        search: the search for hands that could have written this sheet.
        columns: all totals of each column.
        guard: the limits of time and memory.
    """
    with contextlib.suppress(SearchStopped):
        trial = _RepairSearch(search, columns, guard)
        with contextlib.suppress(SearchStopped):
            trial.go_on()
        return trial.so_far()
    return Repairs()


class _Batch:
    def __init__(self, repairs: Sequence[int], cost: int, promise: int) -> None:
        self.repairs, self.cost, self.promise = repairs, cost, promise
        self.nodes, self.rank, self.used = NODES, 1, 0
        self.search: HandSearch | None = None


class _Queue:
    def __init__(self, weight: int) -> None:
        self.weight, self.work = weight, 0
        self._new: list[_Batch] = []
        self._begun: list[tuple[int, int, _Batch]] = []
        self._numbers = count()

    def __len__(self) -> int:
        return len(self._new) + len(self._begun)

    def add(self, batches: Iterable[_Batch]) -> None:
        self._new = sorted([*self._new, *batches], key=attrgetter("promise"))

    def pop(self) -> _Batch:
        rank = 1 + len(self._begun)
        if self._new and (not self._begun or NODES * self._new[-1].cost * rank <= self._begun[0][0]):
            batch = self._new.pop()
            batch.rank = rank
            return batch
        return heappop(self._begun)[2]

    def put_back(self, batch: _Batch) -> None:
        batch.nodes *= MORE_NODES
        heappush(self._begun, (batch.nodes * batch.cost * batch.rank, next(self._numbers), batch))


class _RepairSearch:
    def __init__(self, search: HandSearch, columns: Columns, guard: SearchGuard) -> None:
        self._hands, self._columns, self._guard = search, columns, guard
        self._usual_hands = HandSearch(search.state, columns, search.habit, guard, usual=True)
        self._likelihood_of = _Likelihood(columns)
        self._unread = _find_unread(search)
        self._repairs: list[tuple[int, _CandidateRepair]] = []
        self._found: dict[int, SheetRepair] = {}
        self._sentences: dict[Account, set[str]] = {}
        self._places = Counter[tuple[frozenset[Account], int]]()
        self._left_out, self._others = _Queue(1), _Queue(WEIGHT_OF_OTHERS)
        self._undecided = set[_Batch]()
        self._all_known = False

    def _add_repairs(self, find: _FindSlips) -> None:
        first, likeliest = len(self._repairs), dict[_ChangedColumns, tuple[int, _CandidateRepair]]()
        usual = set(find(self._usual_hands, self._columns, self._guard))
        for slip in find(self._hands, self._columns, self._guard):
            mended = slip.undo(self._hands, self._columns, *slip.details)
            likelihood = self._likelihood_of(mended) // (1 if slip in usual else UNUSUAL)
            same = frozenset(mended.columns.items())
            if same not in likeliest or likelihood > likeliest[same][0]:
                likeliest[same] = likelihood, mended
        self._repairs += likeliest.values()
        batches: dict[object, list[list[int]]] = {}
        for index in sorted(range(first, len(self._repairs)), key=self._promise, reverse=True):
            key, most = _key_of_batch(self._hands, self._columns, self._repairs[index][1])
            of_key = batches.setdefault(key, [])
            if not of_key or len(of_key[-1]) == most:
                of_key.append([])
            of_key[-1].append(index)
        made = [self._make_batch(repairs) for repairs in chain.from_iterable(batches.values())]
        self._undecided.update(made)
        self._left_out.add(filter(self._is_left_out, made))
        self._others.add(filterfalse(self._is_left_out, made))

    def _is_left_out(self, batch: _Batch) -> bool:
        return self._repairs[batch.repairs[0]][1].key == "left-out"

    def _likelihood_order(self, index: int) -> tuple[int, int]:
        return -self._repairs[index][0], index

    def _make_batch(self, repairs: Sequence[int]) -> _Batch:
        changed = self._repairs[repairs[0]][1].columns
        bits = sum(
            player.bits * (1 if changed.keys().isdisjoint(about) else len(repairs))
            for player, about in zip(self._hands.players, self._hands.accounts, strict=True)
        )
        cost = 1 + bits // BITS_OF_SMALL
        return _Batch(repairs, cost, sum(map(self._promise, repairs)) // cost)

    def _promise(self, index: int) -> int:
        likelihood, mended = self._repairs[index]
        account, changed = mended.account, mended.columns
        if account in self._unread:
            figures = steps_of(self._columns[account][: mended.position])
            return likelihood * (IN_UNREAD_COLUMN if len(figures) <= self._unread[account] else 1)
        about = {_find_player(each) for each in self._unread}
        return likelihood * (1 if about.isdisjoint(map(_find_player, changed)) else BESIDE_UNREAD_COLUMN)

    def go_on(self) -> None:
        self._add_repairs(_slips_about_one)
        self._take_turns(self._guard.nodes + NODES_BEFORE_OTHERS)
        self._add_repairs(_slips_to_others)
        self._all_known = True
        self._take_turns()

    def _take_turns(self, until: float = inf) -> None:
        queues = self._left_out, self._others
        while self._guard.nodes < until and any(queues):
            queue = min(filter(len, queues), key=lambda each: each.work * each.weight)
            batch, nodes = queue.pop(), self._guard.nodes
            if all(map(self._is_needless, batch.repairs)) or self._search(batch):
                batch.search = None
                self._guard.release(batch.used)
            else:
                queue.put_back(batch)
            queue.work += (WORK_OF_TURN + self._guard.nodes - nodes) * batch.cost

    def _search(self, batch: _Batch) -> bool:
        used = self._guard.used
        if batch.search is None:
            batch.search = self._search_live_ones(batch)
        finished, too_large = True, False
        try:
            finished = batch.search.is_possible(self._guard, most=batch.nodes) is not None
        except SearchTooLarge:
            too_large = True
        if finished and not too_large:
            self._undecided.discard(batch)
        batch.used += self._guard.used - used
        possible = [batch.repairs[version] for version in sorted(batch.search.possible)]
        self._add_found([index for index in possible if index not in self._found])
        return finished

    def _search_live_ones(self, batch: _Batch) -> HandSearch:
        search = self._search_for(self._hands, batch.repairs)
        live = [batch.repairs[version] for version in search.live_versions()]
        if live and len(live) < len(batch.repairs):
            batch.repairs = live
            search = self._search_for(self._hands, live)
            batch.cost = 1 + sum(player.bits for player in search.players) // BITS_OF_SMALL
        return search

    def _search_for(self, hands: HandSearch, batch: Sequence[int]) -> HandSearch:
        versions = [self._repairs[index][1].columns for index in batch]
        return HandSearch(hands.state, self._columns, hands.habit, self._guard, hands, versions=versions)

    def _add_found(self, repairs: Sequence[int]) -> None:
        for index in repairs:
            repair = self._found[index] = self._repairs[index][1].as_repair()
            self._sentences.setdefault(repair.account, set()).add(str(repair.text))
            self._places[frozenset(repair.columns), repair.position] += 1
        if repairs:
            by_usual = self._search_for(self._usual_hands, repairs)
            if by_usual.is_possible(self._guard, most=NODES_BY_USUAL_HANDS) is not None:
                for version in set(range(len(repairs))) - by_usual.possible:
                    likelihood, mended = self._repairs[repairs[version]]
                    self._repairs[repairs[version]] = likelihood // UNUSUAL, mended

    def _is_needless(self, index: int) -> bool:
        likelihood, mended = self._repairs[index]
        return (
            sum(self._repairs[other][0] >= likelihood for other in self._found) >= MAX_REPAIRS
            or (
                mended.key in _MANY
                and self._places[frozenset(mended.columns), mended.position] >= MAX_REPAIRS_PER_FIGURE
            )
            or str(mended.as_repair().text) in self._sentences.get(mended.account, ())
        )

    def so_far(self) -> Repairs:
        open_ones = sorted(
            (index for batch in self._undecided for index in batch.repairs if not self._is_needless(index)),
            key=self._likelihood_order,
        )
        found = sorted(self._found, key=self._likelihood_order)[:MAX_REPAIRS]
        perhaps: dict[str, SheetRepair] = {}
        for index in open_ones:
            if len(perhaps) == MAX_UNDECIDED:
                break
            repair = self._repairs[index][1].as_repair()
            perhaps.setdefault(str(repair.text), repair)
        return Repairs(
            tuple(self._found[index] for index in found),
            tuple(perhaps.values()),
            all_tried=self._all_known and not open_ones,
        )


def _find_player(account: Account) -> int:
    return account.owner if account.column != WHISTS else account.other


def _find_unread(search: HandSearch) -> dict[Account, int]:
    found: dict[Account, int] = {}
    for index, player in enumerate(search.players):
        reached = reduce(or_, (node.sets[index] for node in search.nodes), 0)
        for column, account in enumerate(search.accounts[index]) if reached else ():
            read = max(player.counts_read(column, reached))
            if read < len(player.steps[column]):
                found[account] = read
    return found


def _key_of_batch(search: HandSearch, columns: Columns, mended: _CandidateRepair) -> tuple[object, int]:
    changed = mended.columns
    groups = {index for index, about in enumerate(search.accounts) if not changed.keys().isdisjoint(about)}
    if len(groups) > 1:
        return frozenset(changed.items()), 1
    longer = {
        (account, len(places_of_steps(column)) - len(places_of_steps(columns.get(account, ()))))
        for account, column in changed.items()
    }
    last_pools = {column[-1:] for account, column in changed.items() if account.column == POOL}
    (index,) = groups
    left_out = mended.key == "left-out"
    key = left_out, index, frozenset(each for each in longer if each[1]), frozenset(last_pools)
    return key, max(1, MAX_BATCH_BITS // search.players[index].bits)


class _Likelihood:
    def __init__(self, columns: Columns) -> None:
        self._steps = {account: Counter(steps_of(column)) for account, column in columns.items()}
        steps = [(account.column, step) for account, own in self._steps.items() for step in own.elements()]
        self._usual, self._of_kind = Counter(steps), Counter(kind for kind, _step in steps)
        self._ratios: dict[tuple[Account, tuple[Amount, ...]], tuple[int, int]] = {}

    def __call__(self, mended: _CandidateRepair) -> int:
        lines, parts = mended.apart
        often, divisor = LIKELIHOOD_OF_ONE * _OFTEN[mended.key] * parts, parts + lines
        if mended.key != "too-much":  # how common the figure is does not matter
            for changed in mended.columns.items():
                if changed not in self._ratios:
                    self._ratios[changed] = self._compare(*changed)
                more, less = self._ratios[changed]
                often, divisor = often * more, divisor * less
        return often // divisor

    def _compare(self, account: Account, column: Sequence[Amount]) -> tuple[int, int]:
        stood, stands = self._steps.get(account, Counter()), Counter(steps_of(column))
        more, less, all_of_kind = 1, 1, 2 * self._of_kind[account.column] + OTHERS
        for step in (stands - stood).elements():
            more, less = more * (2 * self._usual[account.column, step] + 1), less * all_of_kind
        for step in (stood - stands).elements():
            more, less = more * all_of_kind, less * (2 * self._usual[account.column, step] - 1)
        return more, less


def _slips_about_one(search: HandSearch, columns: Columns, guard: SearchGuard) -> Iterator[_PossibleSlip]:
    broken = _find_broken(search)
    for index, about in enumerate(search.accounts):
        if broken <= {index} and (all(search.live) or search.may_be_mended(index)):
            for place, account in enumerate(about):
                yield from _slips_of_copying(account, columns.get(account, ()), search.values(place))
            for edit in sorted(find_edits(search.players[index], guard)):
                yield _PossibleSlip(_repair_step, (index, edit))


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


def _slips_of_copying(
    account: Account, column: Sequence[Amount], values: frozenset[Amount]
) -> Iterator[_PossibleSlip]:
    for index, (before, wrong) in enumerate(pairwise((0, *column))):
        for right in sorted(_looks_like(wrong)):
            added = [new - old for old, new in pairwise((before, right, *column[index + 1 : index + 2]))]
            if values.issuperset(added):
                yield _PossibleSlip(_repair_copied_total, (account, index, right))
        for value in sorted(values - {wrong - before}) if wrong != before else ():
            if wrong - before - value in values:
                yield _PossibleSlip(_repair_left_out, (account, index, before + value))


def _repair_copied_total(
    _search: HandSearch, columns: Columns, account: Account, index: int, right: Amount
) -> _CandidateRepair:
    column = columns[account]
    slips = find_arithmetic_slips(right, column[index], right - _total_before(column, index))
    misread = ArithmeticSlip("digit", text(N_("a digit was misread")))
    slip = next((each for each in slips if each.key in COPIED), misread)
    return _repair_total(account, column, index, right, slip.key, slip.text, carried=False)


def _repair_left_out(
    _search: HandSearch, columns: Columns, account: Account, index: int, between: Amount
) -> _CandidateRepair:
    column = columns[account]
    sentence = N_("{before} → {wrong}: {right} between them was left out")
    figures = {"before": _total_before(column, index), "wrong": column[index], "right": between}
    mended = {account: (*column[:index], between, *column[index:])}
    return _CandidateRepair("left-out", account, index, between, mended, sentence, figures)


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
    before = _total_before(column, index)
    figures = {"before": before, "wrong": column[index], "right": right, "slip": slip}
    return _CandidateRepair(key, account, index, right, {account: mended}, sentence, figures)


# --- slips that change all later totals ------------------------------------------------------------------


def _repair_step(search: HandSearch, columns: Columns, player: int, edit: Edit) -> _CandidateRepair:
    about = search.accounts[player]
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
        figures = {"before": before, "right": right, "change": edit.value}
        mended = {account: _shift_totals(column, index, 0, (right,))}
        return _CandidateRepair("skipped", account, index, right, mended, sentence, figures)
    wrong = column[index]
    added = wrong - before
    if edit.kind == "too-much":
        sentence = N_(
            "{before} → {wrong}: this figure should not be there; all later figures are off by {change}"
        )
        figures = {"before": before, "wrong": wrong, "change": added}
        mended = {account: _shift_totals(column, index, 1, ())}
        return _CandidateRepair("too-much", account, index, None, mended, sentence, figures)
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
        return "value", text(N_("the value of the next higher or next lower contract was written"))
    sentence = N_("{added} was added instead of {change}")
    return "other", fill_amounts(sentence, added=added, change=change)


# --- figures in a wrong column ---------------------------------------------------------------------------


def _slips_to_others(search: HandSearch, columns: Columns, guard: SearchGuard) -> Iterator[_PossibleSlip]:
    broken, slips = _find_broken(search), [sorted(find_edits(player, guard)) for player in search.players]
    for one, other in permutations(range(len(slips)), 2):
        if not broken <= {one, other}:
            continue
        missing: dict[Amount, list[tuple[Account, int]]] = {}
        for each in slips[other]:
            if each.kind == "skipped":
                to = search.accounts[other][each.column]
                place = _position_of_step(columns.get(to, ()), each.figure)
                missing.setdefault(each.value, []).append((to, place))
        for edit in slips[one]:
            if edit.kind in ("too-much", "value"):
                account = search.accounts[one][edit.column]
                column = columns.get(account, ())
                index = _position_of_step(column, edit.figure)
                change = column[index] - _total_before(column, index) - edit.value
                for to, place in missing.get(change, ()):
                    yield _PossibleSlip(_repair_moved, (account, index, to, place, change))


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
    figures: dict[str, Amount | Text | str] = {"before": before, "wrong": column[index], "right": right}
    figures |= {"change": change, "who": names[other.owner], "on": names[other.other]}
    mended = {
        account: _shift_totals(column, index, 1, () if stays == before else (stays,)),
        other: _shift_totals(elsewhere, to, 0, (right,)),
    }
    lines = len(column)
    too_far = abs(to * lines - index * (len(elsewhere) + 1)) + (stays != before) * PARTLY * lines
    key, sentence = _kind_of_move(account, other), _BELONGS[other.column]
    return _CandidateRepair(key, account, index, None, mended, sentence, figures, (too_far, lines))


# --- single slips that explain the columns about a player -------------------------------------------------


def find_edits(player: PlayerGrid, guard: SearchGuard) -> set[Edit]:
    """Return the single slips that may explain why the columns about a player are impossible.

    Each slip concerns one figure: a wrong amount, a forgotten or additional figure, or a wrong column.

    Args:
        player: the grid of the player, which knows the figures of the columns and the hands that fit.
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
