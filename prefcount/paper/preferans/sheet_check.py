"""Columns from paper without hands: whether any hands of this table can have written them.

First each figure by itself; where that finds nothing, the columns about one player side by side.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from prefcount.base.i18n import N_, Text, text
from prefcount.games.preferans.options import RULESET
from prefcount.games.preferans.state import POOL, POOLS, PreferansState
from prefcount.ledger.sheet import Account, Amount, exact, spoken
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
"""How many figures of each column about a player were read."""


def impossible_figures(state: PreferansState, columns: Columns, watch: Watch) -> Iterator[ImpossibleFigure]:
    """Every place that no hands of this table can have written. Raises GivenUp."""
    hands = _possible_hands(state, columns, watch)
    if hands is None:
        return
    for player in state.seats:
        about = accounts_about(player, state.seats)
        odd = list(_alone(state, hands, about, columns))
        yield from odd or _not_together(state, hands, about, columns)
    yield from _pools(state, hands, columns)


def is_settled(state: PreferansState, columns: Columns, watch: Watch) -> bool:
    """Whether some figure by itself can have been written by no hand of this table. Raises GivenUp."""
    hands = _possible_hands(state, columns, watch)
    return hands is not None and any(
        any(_alone(state, hands, accounts_about(player, state.seats), columns)) for player in state.seats
    )


def _possible_hands(state: PreferansState, columns: Columns, watch: Watch) -> PossibleFigures | None:
    """What hands can write here; as long as no pool is full nobody is helped, and pools only grow."""
    rules, options = state.rules, state.rules.raspasy
    pools = [columns.get(POOLS[player], ()) for player in state.seats]
    if rules.aid and all(pool is not None and max(pool, default=0) < rules.target for pool in pools):
        rules = RULESET.changed(rules, {"aid": False}, started=False)
    longest_row = most_rows(sum(len(column or ()) for column in columns.values()))
    if not (options.bonus == "multiplier" and options.to == "whists"):
        if options.progression == "constant":
            longest_row = 1
        elif options.cap:  # beyond it all raspasy write the same
            longest_row = min(options.cap, longest_row)
    return possible(watch, rules, state.size, longest_row)


def _alone(
    state: PreferansState, hands: PossibleFigures, about: Sequence[Account], columns: Columns
) -> Iterator[ImpossibleFigure]:
    """The figures about a player that no hand writes, whatever stands beside them."""
    target = state.rules.target
    for place, account in enumerate(about):
        before: Amount = 0
        steps = hands.steps(place)
        for position, total in enumerate(columns.get(account) or ()):
            change = exact(total - before)
            if change and change not in steps:
                yield ImpossibleFigure(account, position, _no_step(before, total, change, sorted(steps)))
            elif account.column == POOL and state.rules.aid and before <= target < total:
                sentence = N_(
                    "{before} → {total}: a pool is full at {target}; the rest goes to others as aid"
                )
                figures = {"before": spoken(before), "total": spoken(total), "target": target}
                yield ImpossibleFigure(account, position, text(sentence, **figures))
            before = total


def _no_step(before: Amount, total: Amount, change: Amount, steps: Sequence[Amount]) -> Text:
    figures = {"before": spoken(before), "total": spoken(total), "change": spoken(change)}
    if not steps:
        return text(N_("{before} → {total}: no hand at this table writes in this column"), **figures)
    nearest: list[Amount] = sorted(steps, key=partial(_apart, change))
    alike = [
        step
        for step in nearest
        if _apart(change, step) <= FAR
        and any(slip.key in COPIED for slip in miscalculated(exact(before + step), total, 0))
    ]
    named = sorted({*nearest[:NEARBY], *alike[:NEARBY]})
    sentence = N_("{before} → {total}: no hand at this table writes {change} here; possible would be {near}")
    if len(named) < len(steps):
        sentence = N_(
            "{before} → {total}: no hand at this table writes {change} here; "
            "possible would be, among others, {near}"
        )
    return text(sentence, **figures, near=", ".join(spoken(exact(before + step)) for step in named))


def _apart(one: Amount, other: Amount) -> Amount:
    return one - other if one > other else other - one


def _not_together(
    state: PreferansState, hands: PossibleFigures, about: Sequence[Account], columns: Columns
) -> Iterator[ImpossibleFigure]:
    """Columns about one player each of which can be, but not all of them together."""
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
        stood.append(f"{name} {spoken(exact(sum(column[:read])))}")
        if read < len(column):
            following[place] = f"{name} {spoken(exact(sum(column[: read + 1])))}"
    sentence = N_(
        "what was won by and on {who} does not fit together: up to {stood} it does, but no hand at "
        "this table leads on to {following}"
    )
    why = text(sentence, who=who, stood=", ".join(stood), following=", ".join(following.values()))
    first = min(following)
    yield ImpossibleFigure(about[first], end[first], why)


def _pools(state: PreferansState, hands: PossibleFigures, columns: Columns) -> Iterator[ImpossibleFigure]:
    """Pools that go on growing after the game was over."""
    pools = [columns.get(POOLS[player], ()) for player in state.seats]
    if state.rules.end != "total" or any(pool is None for pool in pools):
        return
    filled = sum(pool[-1] for pool in pools if pool)
    most = state.size * state.rules.target
    if filled >= most + hands.most_gained:
        sentence = N_("the pools add up to {filled}, but the game was over at {most} together")
        yield ImpossibleFigure(POOLS[state.seats[0]], -1, text(sentence, filled=spoken(filled), most=most))


# --- whether the columns about one player can be read side by side as a row of hands ---------------------


def _dead_end(hands: PossibleFigures, steps: Sequence[Sequence[Amount]]) -> Node | None:
    """Where no hand leads on any more, or None if the columns can be read to their ends."""
    ends = tuple(map(len, steps))
    farthest: Node = (0,) * len(steps)
    seen, frontier = {farthest}, [farthest]
    while frontier:
        node = frontier.pop()
        if node == ends or len(seen) > MOST_PLACES:
            return None
        farthest = max(farthest, node, key=sum)
        for following in _successors(hands, steps, node):
            if following not in seen:
                seen.add(following)
                frontier.append(following)
    return farthest


def _successors(hands: PossibleFigures, steps: Sequence[Sequence[Amount]], node: Node) -> Iterator[Node]:
    """Where one hand can lead: by the next figure, or none, of each column; whists may be two figures."""
    choices = []
    for place, (column, read) in enumerate(zip(steps, node, strict=True)):
        most = min(1 if place < FIRST_WHISTS else 2, len(column) - read)
        choices.append([column[read : read + count] for count in range(most + 1)])
    for parts in product(*choices):
        figures = tuple(exact(sum(part)) for part in parts)
        if figures in hands.figures and all(
            len(part) < 2 or Halves(place, part[0], part[1], figures[1] > 0) in hands.halves
            for place, part in enumerate(parts)
        ):
            yield tuple(read + len(part) for read, part in zip(node, parts, strict=True))
