"""Verdicts on a sheet without recorded hands: impossible figures and possible hands.

Figures are tested in three steps: each figure by itself, then the columns about one player together (the
pool, the dump, and the whists of the others on the player), then all pools together.

`hand_search` decides whether hands could have written the whole sheet. It reads the sheet hand by hand. A
*node* of the search is what may have been read so far. If a node contains the end of the sheet,
`_HandCollector` goes back from there to the beginning, and collects the *readings*: for each figure, the
hands that could have written it.

For an impossible sheet, `repairs` looks for one slip that explains the sheet.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product

from prefcount.base.i18n import N_, Text, text
from prefcount.games.preferans.options import RULESET
from prefcount.games.preferans.state import POOL, POOLS, PreferansState
from prefcount.ledger import Account, Amount, format_amount
from prefcount.paper.compare import COPIED, find_arithmetic_slips
from prefcount.paper.known_games import (
    ImpossibleFigure,
    PossibleHand,
    SearchBudget,
    SearchGuard,
    SearchStopped,
    SearchTooLarge,
    SheetVerdict,
)
from prefcount.paper.preferans.hand_search import Columns, Edge, HandSearch, Node, Sets, are_subsets
from prefcount.paper.preferans.player_grid import Places, find_reachable, shift_back
from prefcount.paper.preferans.repairs import Repairs, fill_amounts, try_repairs
from prefcount.paper.preferans.table_moves import (
    FIRST_WHISTS,
    Halves,
    Move,
    PossibleFigures,
    accounts_about,
    count_rows,
    find_possible_figures,
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

    Args:
        state: the table before its first hand.
        columns: for each column all totals, or None if only the last total is known.
        guard: the limits of time and memory.

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
    """Return whether some figure is impossible in its column, such as 3 as the first figure of a pool.

    Each column is tested by itself. Columns that contradict each other are not found.

    Args:
        state: the table before its first hand.
        columns: for each column all totals, or None if only the last total is known.
        guard: the limits of time and memory.

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
    rules = state.rules
    pools = [columns.get(POOLS[player], ()) for player in state.seats]
    if rules.aid and all(pool is not None and max(pool, default=0) < rules.target for pool in pools):
        rules = RULESET.change_rules(rules, {"aid": False}, started=False)
    rows = count_rows(rules, sum(len(column or ()) for column in columns.values()))
    return find_possible_figures(guard, rules, state.names, state.seats, rows)


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
                reason = fill_amounts(sentence, before=before, total=total, target=str(target))
                yield ImpossibleFigure(account, position, reason)
            before = total


def _step_sentence(before: Amount, total: Amount, change: Amount, steps: Sequence[Amount]) -> Text:
    figures: dict[str, Amount] = {"before": before, "total": total, "change": change}
    if not steps:
        return fill_amounts(N_("{before} → {total}: no hand at this table writes in this column"), **figures)
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
    return fill_amounts(sentence, **figures, near=near)


def _looks_copied(right: Amount, wrong: Amount) -> bool:
    slips = find_arithmetic_slips(right, wrong, 0)
    return any(slip.key in COPIED for slip in slips)


def _distance(one: Amount, other: Amount) -> Amount:
    return one - other if one > other else other - one


def _impossible_together(
    state: PreferansState, hands: PossibleFigures, about: Sequence[Account], columns: KnownColumns
) -> Iterator[ImpossibleFigure]:
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
        "the columns about {who} contradict each other: they agree up to {stood}, but no hand at "
        "this table leads from there to {following}"
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
        sentence = N_("the pools add up to {filled}, but the game ends when they add up to {most}")
        reason = fill_amounts(sentence, filled=filled, most=str(most))
        yield ImpossibleFigure(POOLS[state.seats[0]], -1, reason)


# --- reading the columns about one player together, hand by hand -----------------------------------------


def _dead_end(hands: PossibleFigures, steps: Sequence[Sequence[Amount]]) -> Position | None:
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


Readings = dict[tuple[Account, int], dict[int, PossibleHand]]


def find_readings(state: PreferansState, columns: Columns, budget: SearchBudget) -> SheetVerdict:
    """Return the verdict on a sheet: whether hands could have written it.

    The verdict contains these hands, or slips that explain an impossible sheet.

    Args:
        state: the table before its first hand.
        columns: all totals of each column.
        budget: the limits of the search.
    """
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
    def __init__(self, search: HandSearch, columns: Columns, guard: SearchGuard) -> None:
        self._search, self._guard = search, guard
        self._places = {account: places_of_steps(column) for account, column in columns.items()}
        self._found: Readings = {}
        self._finishing: dict[Node, list[Sets]] = {}
        self._frontier: list[tuple[Node, Sets]] = []
        self._incoming: dict[Node, list[tuple[Node, Edge]]] = {}
        for node, edge, following in search.edges:
            self._incoming.setdefault(search.merged_into(following), []).append((node, edge))
        self._overlapping: dict[Node, list[Node]] = {}
        for node, other in search.overlaps:
            self._overlapping.setdefault(other, []).append(node)
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
            self._go_back_from(*self._frontier.pop())
        self._note_all_alone()

    def of_figures(self) -> Mapping[tuple[Account, int], tuple[PossibleHand, ...]]:
        return {figure: tuple(hands.values()) for figure, hands in self._found.items()}

    def _add_finishing(self, node: Node, sets: Sets) -> None:
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

    def _go_back_from(self, node: Node, finishing: Sets) -> None:
        for other in self._overlapping.get(node, ()):
            shared = tuple([one & places for one, places in zip(finishing, other.sets, strict=True)])
            if all(shared):
                self._add_finishing(other, shared)
        for earlier, edge in self._incoming.get(node, ()):
            self._guard.check()
            after = tuple([one & other for one, other in zip(edge.after, finishing, strict=True)])
            if all(after):
                self._go_back(earlier, edge, after)

    def _go_back(self, node: Node, edge: Edge, after: Sets) -> None:
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
