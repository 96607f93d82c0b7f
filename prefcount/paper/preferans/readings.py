"""Verdicts on a sheet without recorded hands: impossible figures, possible hands, and likely slips.

Figures are tested in three steps: each step of a column by itself, then the columns about one player
together, then all pools together. `hand_search` decides whether hands could have written the whole sheet. If
they could, `_HandCollector` goes back from the end of the sheet to its beginning, and collects the hands
behind each figure.

For an impossible sheet `try_repairs` looks for one slip that explains it. A repair is the sheet without that
slip: a total copied correctly, a forgotten figure put in, a figure moved to the right column. Repairs are
sorted by likelihood. Each is searched for hands, likelier ones first and longer, and it is offered if hands
could have written the repaired sheet.
"""

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush
from itertools import chain, pairwise, permutations, product
from typing import NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.games.preferans.options import RULESET
from prefcount.games.preferans.state import DUMP, POOL, POOLS, WHISTS, PreferansState
from prefcount.ledger import Account, Amount, format_amount
from prefcount.paper.compare import COPIED, ArithmeticSlip, find_arithmetic_slips
from prefcount.paper.known_games import (
    ImpossibleFigure,
    PossibleHand,
    SearchBudget,
    SearchGuard,
    SearchStopped,
    SearchTooLarge,
    SheetRepair,
    SheetVerdict,
)
from prefcount.paper.preferans.hand_search import (
    Columns,
    Edge,
    HandSearch,
    Node,
    Places,
    PlayerGrid,
    Sets,
    are_subsets,
    find_reachable,
    shift_back,
)
from prefcount.paper.preferans.table_moves import (
    FIRST_WHISTS,
    Halves,
    Move,
    PossibleFigures,
    accounts_about,
    find_possible_figures,
    max_row_length,
    places_of_steps,
    steps_of,
)

KnownColumns = Mapping[Account, Sequence[Amount] | None]

NEARBY = 4
"""The maximum number of nearest totals, and of similar-looking totals, listed in a message."""
FAR = 30
"""A similar-looking total is only listed if it differs from the total on paper by at most this amount."""
MAX_STATES = 1_000
"""The maximum number of positions tried for one player. With more, the columns count as possible."""

Position = tuple[int, ...]
"""The number of figures read so far in each column about a player."""


def find_impossible_figures(
    state: PreferansState, columns: KnownColumns, guard: SearchGuard
) -> Iterator[ImpossibleFigure]:
    """Yield each figure that no hands of this table can have written.

    Raises:
        SearchStopped: if it takes too long or too much memory.
    """
    hands = _possible_hands(state, columns, guard)
    if hands is None:
        return
    for player in state.seats:
        about = accounts_about(player, state.seats)
        odd = list(_impossible_steps(state, hands, about, columns))
        yield from odd or _impossible_together(state, hands, about, columns)
    yield from _impossible_pools(state, hands, columns)


def has_impossible_figure(state: PreferansState, columns: KnownColumns, guard: SearchGuard) -> bool:
    """Return whether a figure is impossible at this table, whatever the other columns are.

    Raises:
        SearchStopped: if it takes too long or too much memory.
    """
    hands = _possible_hands(state, columns, guard)
    return hands is not None and any(
        any(_impossible_steps(state, hands, accounts_about(player, state.seats), columns))
        for player in state.seats
    )


def _possible_hands(
    state: PreferansState, columns: KnownColumns, guard: SearchGuard
) -> PossibleFigures | None:
    """Return the figures that hands can write at this table.

    If no pool in `columns` is full, figures that follow from aid are left out.
    """
    rules, options = state.rules, state.rules.raspasy
    pools = [columns.get(POOLS[player], ()) for player in state.seats]
    if rules.aid and all(pool is not None and max(pool, default=0) < rules.target for pool in pools):
        rules = RULESET.change_rules(rules, {"aid": False}, started=False)
    longest_row = max_row_length(sum(len(column or ()) for column in columns.values()))
    if not (options.bonus == "multiplier" and options.to == "whists"):
        if options.progression == "constant":
            longest_row = 1
        elif options.cap:  # longer rows have no other prices
            longest_row = min(options.cap, longest_row)
    return find_possible_figures(guard, rules, state.size, longest_row)


def _impossible_steps(
    state: PreferansState, hands: PossibleFigures, about: Sequence[Account], columns: KnownColumns
) -> Iterator[ImpossibleFigure]:
    target = state.rules.target
    for place, account in enumerate(about):
        before: Amount = 0
        steps = hands.steps(place)
        for position, total in enumerate(columns.get(account) or ()):
            change = total - before
            if change and change not in steps:
                yield ImpossibleFigure(
                    account, position, _step_sentence(before, total, change, sorted(steps))
                )
            elif account.column == POOL and state.rules.aid and before <= target < total:
                sentence = N_(
                    "{before} → {total}: a pool is full at {target}; the rest goes to others as aid"
                )
                reason = _fill(sentence, before=before, total=total, target=str(target))
                yield ImpossibleFigure(account, position, reason)
            before = total


def _step_sentence(before: Amount, total: Amount, change: Amount, steps: Sequence[Amount]) -> Text:
    figures: dict[str, Amount] = {"before": before, "total": total, "change": change}
    if not steps:
        return _fill(N_("{before} → {total}: no hand at this table writes in this column"), **figures)
    nearest: list[Amount] = sorted(steps, key=partial(_distance, change))
    alike = [
        step for step in nearest if _distance(change, step) <= FAR and _looks_copied(before + step, total)
    ]
    named = sorted({*nearest[:NEARBY], *alike[:NEARBY]})
    sentence = N_(
        "{before} → {total}: no hand at this table writes {change} here; possible totals are {near}"
    )
    if len(named) < len(steps):
        sentence = N_(
            "{before} → {total}: no hand at this table writes {change} here; "
            "possible totals are, among others, {near}"
        )
    near = ", ".join(format_amount(before + step) for step in named)
    return _fill(sentence, **figures, near=near)


def _looks_copied(right: Amount, wrong: Amount) -> bool:
    slips = find_arithmetic_slips(right, wrong, 0)
    return any(slip.key in COPIED for slip in slips)


def _fill(template: str, **values: Amount | Text | str) -> Text:
    """Return `template` as a text with these values, in which amounts are formatted."""
    shown = {
        name: format_amount(value) if isinstance(value, int | Fraction) else value
        for name, value in values.items()
    }
    return text(template, **shown)


def _distance(one: Amount, other: Amount) -> Amount:
    return one - other if one > other else other - one


def _impossible_together(
    state: PreferansState, hands: PossibleFigures, about: Sequence[Account], columns: KnownColumns
) -> Iterator[ImpossibleFigure]:
    """Yield an impossible figure if the columns of `about` are possible one by one, but not together."""
    known = [columns.get(account, ()) for account in about]
    if any(column is None for column in known):
        return
    steps = [steps_of(column or ()) for column in known]
    end = _dead_end(hands, steps)
    if end is None:
        return
    who = state.names[about[0].owner]
    names: list[Text | str] = [text(N_("pool")), text(N_("dump"))]
    names += (text(N_("whists of {who}"), who=state.names[each.owner]) for each in about[FIRST_WHISTS:])
    stood, following = list[str](), dict[int, str]()
    for place, (name, column, read) in enumerate(zip(names, steps, end, strict=True)):
        stood.append(f"{name} {format_amount(sum(column[:read]))}")
        if read < len(column):
            following[place] = f"{name} {format_amount(sum(column[: read + 1]))}"
    sentence = N_(
        "the columns about {who} do not fit together: they fit up to {stood}, but no hand at this "
        "table leads from there to {following}"
    )
    why = text(sentence, who=who, stood=", ".join(stood), following=", ".join(following.values()))
    first = min(following)
    yield ImpossibleFigure(about[first], end[first], why)


def _impossible_pools(
    state: PreferansState, hands: PossibleFigures, columns: KnownColumns
) -> Iterator[ImpossibleFigure]:
    pools = [columns.get(POOLS[player], ()) for player in state.seats]
    if state.rules.end != "total" or any(pool is None for pool in pools):
        return
    filled = sum(pool[-1] for pool in pools if pool)
    most = state.size * state.rules.target
    if filled >= most + hands.most_gained:
        sentence = N_("the pools add up to {filled}, but the game was over at {most}")
        reason = _fill(sentence, filled=filled, most=str(most))
        yield ImpossibleFigure(POOLS[state.seats[0]], -1, reason)


# --- reading the columns about one player together, hand by hand -----------------------------------------


def _dead_end(hands: PossibleFigures, steps: Sequence[Sequence[Amount]]) -> Position | None:
    """Return the farthest position that hands can reach, or None if they can reach the end of all columns.

    Also return None if there are more than `MAX_STATES` positions.
    """
    ends = tuple(map(len, steps))
    farthest: Position = (0,) * len(steps)
    seen, frontier = {farthest}, [farthest]
    while frontier:
        node = frontier.pop()
        if node == ends or len(seen) > MAX_STATES:
            return None
        farthest = max(farthest, node, key=sum)
        for following in _successors(hands, steps, node):
            if following not in seen:
                seen.add(following)
                frontier.append(following)
    return farthest


def _successors(
    hands: PossibleFigures, steps: Sequence[Sequence[Amount]], node: Position
) -> Iterator[Position]:
    """Yield the positions that one more hand can lead to from position `node`.

    A hand writes at most one figure in the pool and in the dump, and at most two in each column of whists.
    """
    choices = []
    for place, (column, read) in enumerate(zip(steps, node, strict=True)):
        most = min(1 if place < FIRST_WHISTS else 2, len(column) - read)
        choices.append([column[read : read + count] for count in range(most + 1)])
    for parts in product(*choices):
        figures = tuple(sum(part) for part in parts)
        if figures in hands.figures and all(
            len(part) < 2 or Halves(place, part[0], part[1], figures[1] > 0) in hands.halves
            for place, part in enumerate(parts)
        ):
            yield tuple(read + len(part) for read, part in zip(node, parts, strict=True))


MAX_REPAIRS = 12
MAX_UNDECIDED = 3
"""The maximum number of slips named although it was not decided whether they explain the sheet."""
MAX_REPAIRS_PER_FIGURE = 3
"""The maximum number of repairs of one figure, for kinds of slips that fit in many ways."""
NODES = 40
"""The number of nodes to expand in the first turn of a repaired sheet. Each next turn has four times more."""
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
OTHERS = 20
"""The assumed number of different amounts in a kind of column. Each gets half an extra occurrence."""


class Edit(NamedTuple):
    """One slip in the columns about a player. Columns are indexes in `PlayerGrid.steps`.

    Attributes:
        kind: "value" if another amount should have been added, "skipped" if a figure was forgotten,
            "too-much" if a figure should not be there, and "moved" if it belongs in another column.
        column, figure: the index of the column, and of the step in that column.
        value: the amount that should have been added, or 0 if `kind` is "too-much".
        to_column, to_figure: the column where a "moved" figure belongs, and the step before which it belongs.
            Both are -1 for other slips.
    """

    kind: str
    column: int
    figure: int
    value: Amount
    to_column: int = -1
    to_figure: int = -1


class _CandidateRepair(NamedTuple):
    """A sheet with one slip repaired.

    Attributes:
        key: the kind of slip.
        apart: the number of lines between a moved figure and its right place.
    """

    key: str
    repair: SheetRepair
    apart: Fraction = Fraction(0)


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
    """Find the single slips that may explain an impossible sheet."""
    with contextlib.suppress(SearchStopped):
        trial = _RepairSearch(_likeliest_first(search, columns, guard), columns, guard)
        with contextlib.suppress(SearchStopped):
            trial.go_on()
        return trial.so_far()
    return Repairs()


class _RepairSearch:
    """A search that tests in turns whether hands could have written each repaired sheet."""

    def __init__(
        self, likeliest: list[tuple[HandSearch, _CandidateRepair]], columns: Columns, guard: SearchGuard
    ) -> None:
        self._likeliest, self._columns, self._guard = likeliest, columns, guard
        self._found: dict[int, SheetRepair] = {}
        self._sentences = set[tuple[Account, str]]()
        self._places = Counter[tuple[frozenset[Account], int]]()
        kinds = [each.key == "left-out" for _search, each in likeliest]
        self._next = {
            left_out: [index for index in reversed(range(len(kinds))) if kinds[index] is left_out]
            for left_out in (False, True)
        }
        self._undecided, self._turns = Counter[bool](), dict[int, int]()
        self._waiting: list[tuple[int, int, int]] = []
        for left_out in self._next:
            self._begin_next(left_out)

    def _begin_next(self, left_out: bool) -> None:
        if self._next[left_out]:
            index, turn = self._next[left_out].pop(), 1 + self._undecided[left_out]
            self._turns[index] = turn
            heappush(self._waiting, (NODES * turn, index, NODES))

    def go_on(self) -> None:
        """Search the repaired sheets until all are decided.

        Of the sheets that are not decided, the likeliest is searched twice as long as the second, and three
        times as long as the third. Sheets with a total left out take turns with all others, because no other
        total has to change.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        begun: dict[int, HandSearch] = {}
        while self._waiting:
            _turn, index, nodes = self._waiting[0]
            search, (key, repair, _) = self._likeliest[index]
            left_out, needless, possible = key == "left-out", self._is_needless(index), None
            if not needless:
                if index not in begun:
                    mended = {**self._columns, **repair.columns}
                    begun[index] = HandSearch(search.state, mended, search.habit, self._guard, search)
                possible = begun[index].is_possible(self._guard, most=nodes)
            heappop(self._waiting)
            self._undecided[left_out] -= nodes > NODES
            if possible is None and not needless:
                self._undecided[left_out] += 1
                heappush(self._waiting, (4 * nodes * self._turns[index], index, 4 * nodes))
            else:
                begun.pop(index, None)
            if possible:
                self._sentences.add((repair.account, str(repair.text)))
                self._places[frozenset(repair.columns), repair.position] += 1
                self._found[index] = repair
            if nodes == NODES:
                self._begin_next(left_out)

    def _is_needless(self, index: int) -> bool:
        """Return whether the repair at `index` need not be searched.

        This is so if the same repair, enough likelier ones, or enough repairs of the same figure were found.
        """
        key, repair, _ = self._likeliest[index][1]
        return (
            (repair.account, str(repair.text)) in self._sentences
            or sum(other < index for other in self._found) >= MAX_REPAIRS
            or (
                key in _MANY
                and self._places[frozenset(repair.columns), repair.position] >= MAX_REPAIRS_PER_FIGURE
            )
        )

    def so_far(self) -> Repairs:
        found = sorted(self._found)[:MAX_REPAIRS]
        begun = (index for _turn, index, _nodes in self._waiting)
        open_ones = sorted(
            index for index in chain(begun, *self._next.values()) if not self._is_needless(index)
        )
        perhaps = {str(self._likeliest[index][1].repair.text): index for index in reversed(open_ones)}
        return Repairs(
            tuple(self._found[index] for index in found),
            tuple(self._likeliest[index][1].repair for index in sorted(perhaps.values())[:MAX_UNDECIDED]),
            all_tried=not open_ones,
        )


def _likeliest_first(
    search: HandSearch, columns: Columns, guard: SearchGuard
) -> list[tuple[HandSearch, _CandidateRepair]]:
    """Return the repaired sheets, the likeliest first, each with a search of the sheet to start from.

    One search uses common hands only. The other uses all hands, and its repairs count as less likely.
    """
    usual = Counter((each.column, step) for each, column in columns.items() for step in steps_of(column))
    ranked: list[tuple[Fraction, HandSearch, _CandidateRepair]] = []
    by_usual_hands = HandSearch(search.state, columns, search.habit, guard, usual=True)
    for hands, seldom in ((by_usual_hands, 1), (search, UNUSUAL)):
        by_columns: dict[
            frozenset[tuple[Account, tuple[Amount, ...]]], tuple[Fraction, _CandidateRepair]
        ] = {}
        for mended in _every_repair(hands, columns, guard):
            likelihood = _likelihood(usual, columns, mended) / seldom
            same = frozenset(mended.repair.columns.items())
            if same not in by_columns or likelihood > by_columns[same][0]:
                by_columns[same] = likelihood, mended
        ranked += [(likelihood, hands, mended) for likelihood, mended in by_columns.values()]
    ranked.sort(key=lambda each: -each[0])
    return [(hands, mended) for _likelihood, hands, mended in ranked]


def _likelihood(usual: Counter[tuple[str, Amount]], columns: Columns, mended: _CandidateRepair) -> Fraction:
    """Return the likelihood of a slip: its frequency, times how common the figures of the repaired sheet are.

    Args:
        usual: the number of times each amount was added on the sheet, by kind of column.
        columns: the sheet with the slip.
        mended: the sheet without it.
    """
    likelihood: Fraction = _OFTEN[mended.key] / (1 + mended.apart)
    if mended.key == "too-much":  # how common the figure is does not matter
        return likelihood
    for account, column in mended.repair.columns.items():
        stood, stands = Counter(steps_of(columns.get(account, ()))), Counter(steps_of(column))
        all_of_kind = sum(count for (kind, _step), count in usual.items() if kind == account.column)
        for step in (stands - stood).elements():
            likelihood *= Fraction(2 * usual[account.column, step] + 1, 2 * all_of_kind + OTHERS)
        for step in (stood - stands).elements():
            likelihood /= Fraction(2 * usual[account.column, step] - 1, 2 * all_of_kind + OTHERS)
    return likelihood


def _every_repair(search: HandSearch, columns: Columns, guard: SearchGuard) -> Iterator[_CandidateRepair]:
    """Yield the repaired sheet for each single slip that can explain all impossible columns."""
    broken = {index for index, player in enumerate(search.players) if not player.live}
    slips = [sorted(find_edits(player, guard)) for player in search.players]
    for index, about in enumerate(search.accounts):
        if broken <= {index}:
            for place, account in enumerate(about):
                yield from _repairs_of_copying(account, columns.get(account, ()), search.values(place))
            for edit in slips[index]:
                yield _repair_step(search, about, columns, edit)
    yield from _repairs_to_others(search, columns, broken, slips)


def _shift_totals(
    column: Sequence[Amount], index: int, taken: int, put: Sequence[Amount]
) -> tuple[Amount, ...]:
    """Replace `taken` totals of a column from `index` on by `put`, and shift all later totals accordingly."""
    last = put[-1] if put else _total_before(column, index)
    change = last - _total_before(column, index + taken)
    return (*column[:index], *put, *(total + change for total in column[index + taken :]))


def _total_before(column: Sequence[Amount], index: int) -> Amount:
    return column[index - 1] if index else 0


# --- slips of copying, which do not change later totals --------------------------------------------------


def _repairs_of_copying(
    account: Account, column: Sequence[Amount], values: frozenset[Amount]
) -> Iterator[_CandidateRepair]:
    """Yield repairs of totals that were copied wrong or left out.

    A repair fits if the amounts added before and after the repaired total are in `values`.
    """
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
                reason = _fill(sentence, before=before, wrong=wrong, right=between)
                mended = {account: (*column[:index], between, *column[index:])}
                yield _CandidateRepair("left-out", SheetRepair(account, index, between, reason, mended))


def _looks_like(total: Amount) -> set[int]:
    """Return totals that differ from `total` by swapped digits, or by a changed, missing or added digit."""
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
    reason = _fill(sentence, before=_total_before(column, index), wrong=column[index], right=right, slip=slip)
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
        reason = _fill(sentence, before=before, right=right, change=edit.value)
        mended = {account: _shift_totals(column, index, 0, (right,))}
        return _CandidateRepair("skipped", SheetRepair(account, index, right, reason, mended))
    wrong = column[index]
    added = wrong - before
    if edit.kind == "too-much":
        sentence = N_(
            "{before} → {wrong}: this figure should not be there; all later figures are off by {change}"
        )
        reason = _fill(sentence, before=before, wrong=wrong, change=added)
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
    """Return the kind and the description of the slip that made total `wrong` out of total `right`.

    `change` should have been added, but `added` was. The figure before added `last`.
    """
    slips = [
        ("copied-on" if slip.key in COPIED else slip.key, slip.text)
        for slip in find_arithmetic_slips(right, wrong, change, last)
    ]
    if slips:
        return max(slips, key=lambda slip: _OFTEN[slip[0]])
    values = state.rules.values
    if any(change * one == added * other for one, other in pairwise((*values, *values[::-1]))):
        return "value", text(N_("the value of the level above or below was written"))
    sentence = N_("{added} was added instead of {change}")
    return "other", _fill(sentence, added=added, change=change)


# --- figures in a wrong column ---------------------------------------------------------------------------


def _repairs_to_others(
    search: HandSearch, columns: Columns, broken: Set[int], slips: Sequence[Sequence[Edit]]
) -> Iterator[_CandidateRepair]:
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
    reason = _fill(_BELONGS[other.column], **figures, who=names[other.owner], on=names[other.other])
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
    """Return the single slips that explain the columns about a player.

    Each slip changes one figure, or moves one to another column. All other figures of the hand are right.

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
    """Yield slips by which one of the `possible` amounts is missing in a column, or another was written."""
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
    """Yield slips by which one of the `possible` amounts of column `to` was added to another column."""
    for column, steps in enumerate(player.steps):
        if column == to or others[column]:
            continue
        fitting = here & player.behind >> offset + player.stride(column)
        for figure, step in enumerate(steps) if fitting else ():
            if step in possible:
                for index in player.counts_read(to, fitting & player.places_at(column, figure)):
                    yield Edit("moved", column, figure, step, to, index)


Readings = dict[tuple[Account, int], dict[int, PossibleHand]]


def find_readings(state: PreferansState, columns: Columns, budget: SearchBudget) -> SheetVerdict:
    """Find the hands that could have written the running totals of all columns of a sheet."""
    guard = SearchGuard(budget.seconds, budget.stopped)
    possible = False
    try:
        search = HandSearch(state, columns, budget.habit, guard)
        possible = search.is_possible(guard) is True
        if possible:
            search.expand_all()
            return SheetVerdict("possible", True, _HandCollector(search, columns, guard).of_figures())
    except SearchStopped as reason:
        too_much = isinstance(reason, SearchTooLarge)
        if possible:
            return SheetVerdict("possible", too_much=too_much)
        with suppress(SearchStopped):  # unlike the search for hands, this is quick
            if has_impossible_figure(state, columns, SearchGuard(budget.seconds, budget.stopped)):
                return _impossible_verdict(
                    Repairs() if budget.stopped(0) else _repair_unsearched(state, columns, budget)
                )
        return SheetVerdict("undecided", too_much=too_much)
    if not search.bounded:
        return SheetVerdict("undecided", too_much=True)
    tried = Repairs()
    if budget.repair_seconds:
        tried = try_repairs(search, columns, SearchGuard(budget.repair_seconds, budget.stopped))
    return _impossible_verdict(tried, complete=True)


def _repair_unsearched(state: PreferansState, columns: Columns, budget: SearchBudget) -> Repairs:
    if budget.repair_seconds:
        guard = SearchGuard(budget.repair_seconds, budget.stopped)
        with suppress(SearchStopped):
            return try_repairs(HandSearch(state, columns, budget.habit, guard), columns, guard)
    return Repairs()


def _impossible_verdict(tried: Repairs, *, complete: bool = False) -> SheetVerdict:
    return SheetVerdict("impossible", complete, {}, tried.found, tried.perhaps, tried.all_tried)


class _HandCollector:
    """A collector of the hands on all paths through a search. It goes from the end of the sheet backwards."""

    def __init__(self, search: HandSearch, columns: Columns, guard: SearchGuard) -> None:
        """Collect the hands of `search`, which must have expanded all nodes.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        self._search, self._guard = search, guard
        self._places = {account: places_of_steps(column) for account, column in columns.items()}
        self._found: Readings = {}
        self._finishing: dict[Node, list[Sets]] = {}
        self._frontier: list[tuple[Node, Sets]] = []
        self._incoming: dict[Node, list[tuple[Node, Edge]]] = {}
        for node, edge, following in search.edges:
            self._incoming.setdefault(search.merged_into(following), []).append((node, edge))
        for node, before, move in search.last:
            ends = tuple(player.end for player in search.players)
            if move is None:
                for index, places in enumerate(before):
                    if not places & ends[index]:
                        self._note_alone(index, places, ends[index])
                self._add_finishing(node, before)
            else:
                self._go_back(node, Edge(before, move, ends, 0), ends)
        while self._frontier:
            node, finishing = self._frontier.pop()
            for earlier, edge in self._incoming.get(node, ()):
                guard.check()
                after = tuple([one & other for one, other in zip(edge.after, finishing, strict=True)])
                if all(after):
                    self._go_back(earlier, edge, after)
        self._note_all_alone()

    def of_figures(self) -> Mapping[tuple[Account, int], tuple[PossibleHand, ...]]:
        """Return the hands that may have written each figure."""
        return {figure: tuple(hands.values()) for figure, hands in self._found.items()}

    def _add_finishing(self, node: Node, sets: Sets) -> None:
        """Record that the sheet can be finished from `sets`, and from places of the node that lead there."""
        finishing = tuple(
            [
                find_reachable(places, player.keeping if node.row else player.any_hand, shift_back) & here
                for player, places, here in zip(self._search.players, sets, node.sets, strict=True)
            ]
        )
        known = self._finishing.setdefault(node, [])
        if not any(are_subsets(finishing, other) for other in known):
            self._guard.reserve(sum(player.bits for player in self._search.players))
            known[:] = [other for other in known if not are_subsets(other, finishing)] + [finishing]
            self._frontier.append((node, finishing))

    def _go_back(self, node: Node, edge: Edge, after: Sets) -> None:
        """Record the hand of `edge`, and the places from which this hand leads to the places `after`."""
        before = list(after)
        if edge.move is None:
            both = zip(edge.before, edge.after, strict=True)
            index = next(index for index, (one, other) in enumerate(both) if one != other)
            before[index] = edge.before[index] & shift_back(after[index], self._search.players[index].ending)
            self._note_alone(index, before[index], after[index], ending=True)
        else:
            for index, number in edge.move.touches:
                player = self._search.players[index]
                before[index] = edge.before[index] & player.places_before(after[index], number)
                for offset, places in player.shifts(number):
                    here = before[index] & places & shift_back(after[index], [(offset, places)])
                    self._note(index, offset, here, edge.move.move)
        self._add_finishing(node, tuple(before))

    def _note_all_alone(self) -> None:
        """Record the hands that write about one player only, which can be played anywhere on a path."""
        for index in range(len(self._search.players)):
            seen: dict[bool, set[Places]] = {False: set(), True: set()}
            for node, known in self._finishing.items():
                seen[node.row > 0].update(sets[index] for sets in known)
            for keeping, all_places in seen.items():
                for places in all_places:
                    self._guard.check()
                    self._note_alone(index, places, places, keeping=keeping)

    def _note_alone(
        self, index: int, before: Places, after: Places, *, keeping: bool = False, ending: bool = False
    ) -> None:
        for each, offset, fitting in self._search.players[index].alone:
            if not (keeping and each.ends) and (each.ends or not ending):
                self._note(index, offset, before & shift_back(after, [(offset, fitting)]), each.move)

    def _note(self, index: int, offset: int, before: Places, move: Move) -> None:
        if not before:
            return
        for column, figure in self._search.players[index].figures_read(before, offset):
            account = self._search.accounts[index][column]
            hands = self._found.setdefault((account, self._places[account][figure]), {})
            for hand in (move.hand, *move.others):
                hands.setdefault(id(hand), PossibleHand(hand.before, hand.entry))
