"""What everybody wins or loses (rule book, section 6; fine print 18)."""

from fractions import Fraction

from prefcount.games.preferans.state import State
from prefcount.games.protocol import Settlement, Table
from prefcount.i18n import N_, text
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.settle import balanced

WHISTS_A_POINT = 10


def results(state: State) -> tuple[Amount, ...]:
    """Exact results in whists, in seat order, by the closed form; they sum to zero."""
    worth, size = state.rules.pool_worth, state.size
    divisor = size if state.rules.dump_divisor == "n" else size - 1
    net_dump = [state.dump(player) - worth * state.pool(player) for player in state.seats]
    total = sum(net_dump)
    return balanced(
        [
            exact(Fraction(WHISTS_A_POINT * (total - size * net), divisor) + _net_whists(state, player))
            for player, net in zip(state.seats, net_dump, strict=True)
        ]
    )


def _net_whists(state: State, player: int) -> Amount:
    return sum(
        (state.whists(player, other) - state.whists(other, player) for other in state.clockwise(player)),
        start=0,
    )


def settle(state: State) -> Settlement:
    """The results with the traditional calculation on paper, step by step.

    The steps are worked out from the sheet on their own; that they lead to the results of the
    closed form is checked here, before anything is shown.
    """
    names = [state.names[player] for player in state.seats]
    equal, equal_table = _equal_pools(state, names)
    left, amnesty_table = _amnesty(equal, names)
    shares, dump_table = _dump_into_whists(state, left, names)
    sums, pairs_table = _pairs(state, shares, names)
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
    divisor = state.size if state.rules.dump_divisor == "n" else state.size - 1
    shares = [exact(Fraction(WHISTS_A_POINT * dump, divisor)) for dump in left]
    table = Table(
        text(N_("Dump into whists")),
        text(
            N_("Ten whists a dump point, divided by {divisor}: so much every other player writes."),
            divisor=divisor,
        ),
        ("", text(N_("dump")), text(N_("whists on him"))),
        tuple(zip(names, left, shares, strict=True)),
    )
    return shares, table


def _pairs(state: State, shares: list[Amount], names: list[str]) -> tuple[list[Amount], Table]:
    sums: list[Amount] = [0] * state.size
    rows: list[tuple[Amount | str, ...]] = []
    for here in range(state.size):
        for there in range(here + 1, state.size):
            mine = exact(state.whists(state.seats[here], state.seats[there]) + shares[there])
            theirs = exact(state.whists(state.seats[there], state.seats[here]) + shares[here])
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
