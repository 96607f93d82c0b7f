"""Columns from paper without hands: whether any hands of this table can have written them.

First each figure by itself; where that finds nothing, the columns about one player side by side.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.presets import RULESET
from prefcount.games.preferans.state import DUMP, POOL, POOLS, PreferansState
from prefcount.ledger.amount import Amount, exact, spoken
from prefcount.ledger.postings import Account
from prefcount.paper.arithmetic_slips import COPIED, miscalculated
from prefcount.paper.preferans.possible_figures import (
    FIRST_WHISTS,
    Halves,
    PossibleFigures,
    accounts_about,
    most_rows,
    possible,
    steps_of,
)
from prefcount.paper.verdicts import ImpossibleFigure
from prefcount.paper.watch import Watch

Columns = Mapping[Account, Sequence[Amount] | None]

NEARBY = 4
"""How many figures that could stand there are named, besides those that look like the one that does."""
FAR = 30
"""What is farther off is not named, however alike it looks."""
MOST_PLACES = 1_000
"""How many ways to have read the columns in part are looked at; more are let pass."""

Node = tuple[int, ...]


class _Position(NamedTuple):
    """How far columns can be read together.

    Attributes:
        positions: how many figures of each column were read.
        stood: the totals there.
        following: the totals that come next; None in a column that was read to its end.
    """

    positions: Node
    stood: tuple[Amount, ...]
    following: tuple[Amount | None, ...]


def impossible_figures(state: PreferansState, columns: Columns, watch: Watch) -> Iterator[ImpossibleFigure]:
    """Every place that no hands of this table can have written. Raises GivenUp."""
    hands = possible(watch, _rules(state, columns), state.size, _longest_row(state, columns))
    if hands is None:
        return
    for player in state.seats:
        about = accounts_about(player, state.seats)
        odd = list(_alone(state, hands, about, columns))
        yield from odd or _fitting(state, hands, about, columns)
    yield from _pools(state, hands, columns)


def is_settled(state: PreferansState, columns: Columns, watch: Watch) -> bool:
    """Whether some figure by itself can have been written by no hand of this table. Raises GivenUp."""
    hands = possible(watch, _rules(state, columns), state.size, _longest_row(state, columns))
    return hands is not None and any(
        True
        for player in state.seats
        for _each in _alone(state, hands, accounts_about(player, state.seats), columns)
    )


def _alone(
    state: PreferansState, hands: PossibleFigures, about: Sequence[Account], columns: Columns
) -> Iterator[ImpossibleFigure]:
    """The figures about a player that no hand writes, whatever stands beside them."""
    for place, account in enumerate(about):
        yield from _steps(state, hands, place, account, columns)


def _rules(state: PreferansState, columns: Columns) -> PreferansRules:
    """The rules of the table; as long as no pool is full nobody is helped, and pools only grow."""
    rules = state.rules
    pools = [columns.get(POOLS[player], ()) for player in state.seats]
    if rules.aid and all(pool is not None and max(pool, default=0) < rules.target for pool in pools):
        return RULESET.changed(rules, {"aid": False}, started=False)
    return rules


def _longest_row(state: PreferansState, columns: Columns) -> int:
    """How many raspasy in a row have to be thought of; beyond the cap they all write the same."""
    options = state.rules.raspasy
    rows = most_rows(sum(len(column or ()) for column in columns.values()))
    counted = options.bonus == "multiplier" and options.to == "whists"
    if options.progression == "constant" and not counted:
        return 1
    return min(options.cap, rows) if options.cap and not counted else rows


def _steps(
    state: PreferansState, hands: PossibleFigures, place: int, account: Account, columns: Columns
) -> Iterator[ImpossibleFigure]:
    """Figures that no hand adds to such a column."""
    before: Amount = 0
    steps = hands.steps(place)
    for position, total in enumerate(columns.get(account) or ()):
        change = exact(total - before)
        if change and change not in steps:
            yield ImpossibleFigure(account, position, _no_step(before, total, change, sorted(steps)))
        elif account.column == POOL and state.rules.aid and before <= state.rules.target < total:
            said = N_("{before} → {total}: a pool is full at {target}; the rest goes to others as aid")
            figures = {"before": spoken(before), "total": spoken(total), "target": state.rules.target}
            yield ImpossibleFigure(account, position, text(said, **figures))
        before = total


def _no_step(before: Amount, total: Amount, change: Amount, steps: Sequence[Amount]) -> Text:
    figures = {"before": spoken(before), "total": spoken(total), "change": spoken(change)}
    if not steps:
        return text(N_("{before} → {total}: no hand at this table writes in this column"), **figures)
    nearest: list[Amount] = sorted(steps, key=partial(_apart, change))
    near = [step for step in nearest if _apart(change, step) <= FAR]
    alike = [
        step
        for step in near
        if any(slip.key in COPIED for slip in miscalculated(exact(before + step), total, 0))
    ]
    named = sorted({*nearest[:NEARBY], *alike[:NEARBY]})
    said = N_("{before} → {total}: no hand at this table writes {change} here; possible would be {near}")
    if len(named) < len(steps):
        said = N_(
            "{before} → {total}: no hand at this table writes {change} here; "
            "possible would be, among others, {near}"
        )
    return text(said, **figures, near=", ".join(spoken(exact(before + step)) for step in named))


def _apart(one: Amount, other: Amount) -> Amount:
    return one - other if one > other else other - one


def _fitting(
    state: PreferansState, hands: PossibleFigures, about: Sequence[Account], columns: Columns
) -> Iterator[ImpossibleFigure]:
    """Columns about one player each of which can be, but not all of them together."""
    known = [columns.get(account, ()) for account in about]
    if any(column is None for column in known):
        return
    place = _dead_end(hands, [column or () for column in known])
    if place is not None:
        yield _not_together(state, about, place)


def _not_together(state: PreferansState, about: Sequence[Account], place: _Position) -> ImpossibleFigure:
    who = state.names[about[0].owner]
    stood = ", ".join(
        f"{_name(state, account)} {spoken(each)}" for account, each in zip(about, place.stood, strict=True)
    )
    nexts = zip(about, place.following, strict=True)
    following = ", ".join(
        f"{_name(state, account)} {spoken(each)}" for account, each in nexts if each is not None
    )
    said = N_(
        "what was won by and on {who} does not fit together: up to {stood} it does, but no hand at "
        "this table leads on to {following}"
    )
    at = next(at for at, each in enumerate(place.following) if each is not None)
    return ImpossibleFigure(
        about[at], place.positions[at], text(said, who=who, stood=stood, following=following)
    )


def _name(state: PreferansState, account: Account) -> Text | str:
    """A column about a player in a list of them."""
    if account.column in (POOL, DUMP):
        return text(N_("pool")) if account.column == POOL else text(N_("dump"))
    return text(N_("whists of {who}"), who=state.names[account.owner])


def _pools(state: PreferansState, hands: PossibleFigures, columns: Columns) -> Iterator[ImpossibleFigure]:
    """Pools that go on growing after the game was over."""
    pools = [columns.get(POOLS[player], ()) for player in state.seats]
    if state.rules.end != "total" or any(pool is None for pool in pools):
        return
    filled = sum(pool[-1] for pool in pools if pool)
    most = state.size * state.rules.target
    if filled >= most + hands.most_gained:
        said = N_("the pools add up to {filled}, but the game was over at {most} together")
        yield ImpossibleFigure(POOLS[state.seats[0]], -1, text(said, filled=spoken(filled), most=most))


# --- whether the columns about one player can be read side by side as a row of hands ---------------------


def _dead_end(hands: PossibleFigures, columns: Sequence[Sequence[Amount]]) -> _Position | None:
    """Where no hand leads on any more, or None if the columns can be read to their ends.

    A hand takes the next figure, or none, of each column; whist and consolation may be two.
    """
    steps = [steps_of(column) for column in columns]
    ends = tuple(map(len, steps))
    farthest: Node = (0,) * len(steps)
    seen, frontier = {farthest}, [farthest]
    while frontier:
        at = frontier.pop()
        if at == ends:
            return None
        if len(seen) > MOST_PLACES:
            return None
        farthest = max(farthest, at, key=sum)
        for following in _successors(hands, steps, at):
            if following not in seen:
                seen.add(following)
                frontier.append(following)
    return _position(steps, farthest)


def _successors(hands: PossibleFigures, steps: Sequence[Sequence[Amount]], at: Node) -> Iterator[Node]:
    """Where one hand can lead from a place."""
    choices = [list(_read_figures(column, steps[column], at[column])) for column in range(len(steps))]
    for chosen in product(*choices):
        figures = tuple(change for _count, change in chosen)
        if figures in hands.figures and all(
            count < 2 or _next_two(steps, at, column, failed=figures[1] > 0) in hands.halves
            for column, (count, _change) in enumerate(chosen)
        ):
            yield tuple(position + count for position, (count, _change) in zip(at, chosen, strict=True))


def _next_two(steps: Sequence[Sequence[Amount]], at: Node, column: int, *, failed: bool) -> Halves:
    """The next two figures of a column as those of one hand."""
    first, second = steps[column][at[column] : at[column] + 2]
    return Halves(column, first, second, failed)


def _read_figures(column: int, steps: Sequence[Amount], at: int) -> Iterator[tuple[int, Amount]]:
    """How many figures of a column a hand may have written, and what they add."""
    yield 0, 0
    if at < len(steps):
        yield 1, steps[at]
    if at + 1 < len(steps) and column >= FIRST_WHISTS:
        yield 2, exact(steps[at] + steps[at + 1])


def _position(steps: Sequence[Sequence[Amount]], at: Node) -> _Position:
    stood = tuple(exact(sum(column[:position])) for column, position in zip(steps, at, strict=True))
    following = tuple(
        exact(total + column[position]) if position < len(column) else None
        for column, position, total in zip(steps, at, stood, strict=True)
    )
    return _Position(at, stood, following)
