"""What everybody wins or loses (rule book, section 6; fine print 18)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from operator import add

from prefcount.games.preferans.options import Rules
from prefcount.games.preferans.state import DUMP, WHISTS, State
from prefcount.games.terms import Settlement, Table
from prefcount.i18n import N_, text
from prefcount.ledger.amount import Amount, exact, share
from prefcount.ledger.postings import Account, Posting
from prefcount.ledger.settle import Shares, balanced

WHISTS_A_POINT = 10


def results(state: State) -> tuple[Amount, ...]:
    """Exact results in whists, in seat order, by the closed form; they sum to zero."""
    return shares(state).exact


def shares(state: State) -> Shares:
    """The results as whole parts of a whist: what everything on the sheet is worth."""
    figures = state.sheet.items()
    return Shares(balanced(_parts(state.rules, state.seats, figures)), _divisor(state.rules, state.seats))


def worth(rules: Rules, seats: Sequence[int], postings: Iterable[Posting]) -> tuple[Amount, ...]:
    """What postings add to everybody's share: the closed form is linear, so shares are their sums."""
    return _parts(rules, seats, ((account, amount) for account, amount, _reason in postings))


def worth_in_whists(state: State, postings: Iterable[Posting]) -> tuple[Amount, ...]:
    """What postings are worth to everybody in seat order, in whists: the results are the sum of that."""
    parts = worth(state.rules, state.seats, postings)
    return tuple(share(part, _divisor(state.rules, state.seats)) for part in parts)


def added(one: Sequence[Amount], other: Sequence[Amount]) -> tuple[Amount, ...]:
    """What two lots of postings are worth together."""
    return tuple(map(add, one, other))


def _parts(
    rules: Rules, seats: Sequence[int], figures: Iterable[tuple[Account, Amount]]
) -> tuple[Amount, ...]:
    """What figures are worth to everybody, in seat order, in parts of a whist.

    A whist is one for its owner and one against the other. A dump point is ten whists for every player,
    and so many times ten against its owner; a pool point is the opposite of one or two of them.
    """
    divisor, size, pool_point = _divisor(rules, seats), len(seats), -rules.pool_worth
    parts: dict[int, Amount] = dict.fromkeys(seats, 0)
    for_all: Amount = 0
    for (column, owner, other), amount in figures:
        if column == WHISTS:
            parts[owner] += divisor * amount
            parts[other] -= divisor * amount
        else:
            points = WHISTS_A_POINT * (amount if column == DUMP else pool_point * amount)
            parts[owner] -= size * points
            for_all += points
    return tuple([part + for_all for part in parts.values()])


def _divisor(rules: Rules, seats: Sequence[int]) -> int:
    return len(seats) if rules.dump_divisor == "n" else len(seats) - 1


def settle(state: State) -> Settlement:
    """The results with the traditional calculation on paper, step by step.

    The steps are worked out from the sheet on their own; that they lead to the results of the
    closed form is checked here, before anything is shown.
    """
    names = [state.names[player] for player in state.seats]
    equal, equal_table = _equal_pools(state, names)
    left, amnesty_table = _amnesty(equal, names)
    whists, dump_table = _dump_into_whists(state, left, names)
    sums, pairs_table = _pairs(state, whists, names)
    closed_form = results(state)
    assert tuple(sums) == closed_form, "both ways to settle give the same numbers"
    final = Table(
        text(N_("Results")),
        text(N_("Everybody's pairs summed up; the results sum to zero.")),
        ("", text(N_("result"))),
        tuple(zip(names, closed_form, strict=True)),
    )
    return Settlement(closed_form, (equal_table, amnesty_table, dump_table, pairs_table, final))


def _equal_pools(state: State, names: list[str]) -> tuple[list[Amount], Table]:
    worth = state.rules.pool_worth
    pools = [state.pool(player) for player in state.seats]
    full = max(pools)
    dumps = [state.dump(player) for player in state.seats]
    equal = [exact(dump + worth * (full - pool)) for dump, pool in zip(dumps, pools, strict=True)]
    table = Table(
        text(N_("Equal pools")),
        text(
            N_("Every pool is brought to {full}; a missing pool point is {worth} in the dump."),
            full=full,
            worth=worth,
        ),
        ("", text(N_("pool")), text(N_("dump")), text(N_("new dump"))),
        tuple(zip(names, pools, dumps, equal, strict=True)),
    )
    return equal, table


def _amnesty(dumps: list[Amount], names: list[str]) -> tuple[list[Amount], Table]:
    least = min(dumps)
    left = [exact(dump - least) for dump in dumps]
    table = Table(
        text(N_("Amnesty")),
        text(N_("The smallest dump, {least}, is taken off everybody."), least=str(least).replace("-", "−")),
        ("", text(N_("dump")), text(N_("left"))),
        tuple(zip(names, dumps, left, strict=True)),
    )
    return left, table


def _dump_into_whists(state: State, left: list[Amount], names: list[str]) -> tuple[list[Amount], Table]:
    divisor = _divisor(state.rules, state.seats)
    whists = [exact(Fraction(WHISTS_A_POINT * dump, divisor)) for dump in left]
    table = Table(
        text(N_("Dump into whists")),
        text(
            N_("Ten whists a dump point, divided by {divisor}: so much every other player writes."),
            divisor=divisor,
        ),
        ("", text(N_("dump")), text(N_("whists on him"))),
        tuple(zip(names, left, whists, strict=True)),
    )
    return whists, table


def pairs(state: State) -> dict[tuple[int, int], Amount]:
    """What the first of two players wins of the second: their whists, and a part of both dumps.

    The dumps have the pools in them; everybody's pairs sum up to his result.
    """
    rules, found = state.rules, dict[tuple[int, int], Amount]()
    owed = {player: state.dump(player) - rules.pool_worth * state.pool(player) for player in state.seats}
    for one, other in combinations(state.seats, 2):
        dumps = share(WHISTS_A_POINT * (owed[other] - owed[one]), _divisor(rules, state.seats))
        found[one, other] = exact(state.whists(one, other) - state.whists(other, one) + dumps)
    return found


def _pairs(state: State, dumps: list[Amount], names: list[str]) -> tuple[list[Amount], Table]:
    sums: list[Amount] = [0] * state.size
    rows: list[tuple[Amount | str, ...]] = []
    for here in range(state.size):
        for there in range(here + 1, state.size):
            mine = exact(state.whists(state.seats[here], state.seats[there]) + dumps[there])
            theirs = exact(state.whists(state.seats[there], state.seats[here]) + dumps[here])
            net = exact(mine - theirs)
            sums[here], sums[there] = exact(sums[here] + net), exact(sums[there] - net)
            rows.append((f"{names[here]} – {names[there]}", mine, theirs, net))
    table = Table(
        text(N_("Pairs")),
        text(N_("What two players have written on each other, dump included, and the difference.")),
        ("", text(N_("the first writes")), text(N_("the second writes")), text(N_("for the first"))),
        tuple(rows),
    )
    return sums, table
