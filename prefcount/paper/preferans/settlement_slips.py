"""Settlements by a wrong formula: what everybody would have then."""

from collections.abc import Iterator, Sequence

from prefcount.base.i18n import N_, Text, text
from prefcount.games.preferans.settlement import WHISTS_A_POINT
from prefcount.games.preferans.state import PreferansState
from prefcount.ledger.amount import Amount, divided, exact
from prefcount.paper.verdicts import SettlementSlip


def settlement_slips(state: PreferansState) -> Iterator[SettlementSlip]:
    """The results by each formula that is mistaken for the right one, the likelier ones first.

    Formulas that lead to the same results as the right one are among them.
    """
    size, worth = state.size, state.rules.pool_worth
    by_all = state.rules.dump_divisor == "n"
    divisor = size if by_all else size - 1
    other = size - 1 if by_all else size
    said = N_("the dump was divided by {wrong} instead of {right}")
    yield _slip(state, text(said, wrong=other, right=divisor), _owed(state, worth), other)
    yield _slip(state, text(N_("the pools were not counted")), _owed(state, 0), divisor)
    said = N_("a pool point was counted as {wrong} in the dump instead of {right}")
    yield _slip(state, text(said, wrong=3 - worth, right=worth), _owed(state, 3 - worth), divisor)
    only_pools = [exact(-worth * state.pool(player)) for player in state.seats]
    yield _slip(state, text(N_("the dumps were not counted")), only_pools, divisor)
    said = N_("fractions of a whist were cut off when the dump was divided")
    owed = _owed(state, worth)
    least = min(owed)
    cut = [divisor * (WHISTS_A_POINT * (each - least) // divisor) for each in owed]
    yield _slip(state, text(said), [divided(each, WHISTS_A_POINT) for each in cut], divisor)
    whists = text(N_("only the dump and the pools were counted, not the whists"))
    yield _slip(state, whists, owed, divisor, whists=False)


def _owed(state: PreferansState, pool_point: int) -> list[Amount]:
    """Everybody's dump less the pool, in dump points, of which a pool point is worth `pool_point`."""
    return [exact(state.dump(player) - pool_point * state.pool(player)) for player in state.seats]


def _slip(
    state: PreferansState, said: Text, owed: Sequence[Amount], divisor: int, *, whists: bool = True
) -> SettlementSlip:
    """The results if this is owed in dump points, ten whists each, a `divisor` of them for every other."""
    results = []
    for at, player in enumerate(state.seats):
        others = [place for place in range(state.size) if place != at]
        dumps = sum(divided(WHISTS_A_POINT * (owed[place] - owed[at]), divisor) for place in others)
        pairs = [(player, state.seats[place]) for place in others] if whists else []
        written = sum(state.whists(*pair) - state.whists(*reversed(pair)) for pair in pairs)
        results.append(exact(dumps + written))
    return SettlementSlip(said, tuple(results))
