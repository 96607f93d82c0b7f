"""Columns from paper without hands: whether any hands of this table can have written them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from prefcount.games.preferans.options import Rules
from prefcount.games.preferans.possible import Possible, accounts_about, possible
from prefcount.games.preferans.presets import changed_rules
from prefcount.games.preferans.state import DUMP, POOL, POOLS, State
from prefcount.games.preferans.together import Place, parted
from prefcount.games.terms import Oddity
from prefcount.i18n import N_, Text, text
from prefcount.ledger.amount import Amount, exact, written
from prefcount.ledger.postings import Account

Columns = Mapping[Account, Sequence[Amount] | None]

MORE_ROWS = 12
"""Raspasy in a row can be so many more than figures stand on the paper, for some write nothing."""
MOST_ROWS = 60
NEARBY = 4


def oddities(state: State, columns: Columns) -> Iterator[Oddity]:
    """Every place that no hands of this table can have written."""
    hands = possible(_rules(state, columns), state.size, _longest_row(state, columns))
    if hands is None:
        return
    for player in state.seats:
        about = accounts_about(player, state.seats)
        odd = [
            each
            for place, account in enumerate(about)
            for each in _steps(state, hands, place, account, columns)
        ]
        yield from odd or _fitting(state, hands, about, columns)
    yield from _pools(state, hands, columns)


def _rules(state: State, columns: Columns) -> Rules:
    """The rules of the table; as long as no pool is full nobody is helped, and pools only grow."""
    rules = state.rules
    pools = [columns.get(POOLS[player], ()) for player in state.seats]
    if rules.aid and all(pool is not None and max(pool, default=0) < rules.target for pool in pools):
        return changed_rules(rules, {"aid": False}, started=False)
    return rules


def _longest_row(state: State, columns: Columns) -> int:
    """How many raspasy in a row have to be thought of; beyond the cap they all write the same."""
    options = state.rules.raspasy
    figures = sum(len(column or ()) for column in columns.values())
    rows = min(figures + MORE_ROWS, MOST_ROWS)
    counted = options.bonus == "multiplier" and options.to == "whists"
    if options.progression == "constant" and not counted:
        return 1
    return min(options.cap, rows) if options.cap and not counted else rows


def _steps(state: State, hands: Possible, place: int, account: Account, columns: Columns) -> Iterator[Oddity]:
    """Figures that no hand adds to such a column."""
    before: Amount = 0
    steps = hands.steps(place)
    for position, total in enumerate(columns.get(account) or ()):
        change = exact(total - before)
        if change and change not in steps:
            yield Oddity(account, position, _no_step(before, total, change, sorted(steps)))
        elif account.column == POOL and state.rules.aid and before <= state.rules.target < total:
            said = N_("{before} → {total}: a pool is full at {target}, and the rest goes to others as aid")
            figures = {"before": written(before), "total": written(total), "target": state.rules.target}
            yield Oddity(account, position, text(said, **figures))
        before = total


def _no_step(before: Amount, total: Amount, change: Amount, steps: Sequence[Amount]) -> Text:
    figures = {"before": written(before), "total": written(total), "change": written(change)}
    if not steps:
        return text(N_("{before} → {total}: no hand at this table writes in this column"), **figures)
    nearest: list[Amount] = sorted(steps, key=partial(_apart, change))
    near = sorted(nearest[:NEARBY])
    said = N_("{before} → {total}: no hand at this table writes {change} here; there could stand {near}")
    return text(said, **figures, near=", ".join(str(written(exact(before + step))) for step in near))


def _apart(one: Amount, other: Amount) -> Amount:
    return one - other if one > other else other - one


def _fitting(state: State, hands: Possible, about: Sequence[Account], columns: Columns) -> Iterator[Oddity]:
    """Columns about one player each of which can be, but not all of them together."""
    known = [columns.get(account, ()) for account in about]
    if any(column is None for column in known):
        return
    place = parted(hands, [column or () for column in known])
    if place is not None:
        yield _not_together(state, about, place)


def _not_together(state: State, about: Sequence[Account], place: Place) -> Oddity:
    who = state.names[about[0].owner]
    stood = ", ".join(
        f"{_name(state, account)} {written(each)}" for account, each in zip(about, place.stood, strict=True)
    )
    nexts = zip(about, place.following, strict=True)
    following = ", ".join(
        f"{_name(state, account)} {written(each)}" for account, each in nexts if each is not None
    )
    said = N_(
        "what was won by and on {who} does not fit together: as far as {stood} it does, "
        "but no hand at this table leads on to {following}"
    )
    at = next(at for at, each in enumerate(place.following) if each is not None)
    return Oddity(about[at], place.positions[at], text(said, who=who, stood=stood, following=following))


def _name(state: State, account: Account) -> Text | str:
    """A column about a player in a list of them."""
    if account.column in (POOL, DUMP):
        return text(N_("pool")) if account.column == POOL else text(N_("dump"))
    return text(N_("whists of {who}"), who=state.names[account.owner])


def _pools(state: State, hands: Possible, columns: Columns) -> Iterator[Oddity]:
    """Pools that go on growing after the game was over."""
    pools = [columns.get(POOLS[player], ()) for player in state.seats]
    if state.rules.end != "total" or any(pool is None for pool in pools):
        return
    filled = sum(pool[-1] for pool in pools if pool)
    most = state.size * state.rules.target
    if filled >= most + hands.most_gained:
        said = N_("the pools sum to {filled}, but the game was over when they had {most} together")
        yield Oddity(POOLS[state.seats[0]], -1, text(said, filled=written(filled), most=most))
