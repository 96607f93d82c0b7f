"""What everybody wins or loses (sections 1.4 and 1.5)."""

from collections.abc import Iterable

from prefcount.base.i18n import C_, N_, text
from prefcount.games.game import Settlement, SettlementTable
from prefcount.games.priffe.state import BOTH, COUNTED, POINTS, POINTS_PER_TEN, PriffeState, X
from prefcount.ledger.amount import Amount, divided, exact
from prefcount.ledger.postings import Account, Posting, figures_of
from prefcount.ledger.settle import ScaledResults, balanced


def sheet_scaled_results(state: PriffeState) -> ScaledResults:
    """The results as tenths of a point: a rubber that is not finished may count as it stands."""
    return ScaledResults(balanced(parts(state, state.sheet.items())), POINTS_PER_TEN)


def worth(state: PriffeState, postings: Iterable[Posting]) -> tuple[Amount, ...]:
    """What postings are worth to everybody, in seat order, in points."""
    return ScaledResults(parts(state, figures_of(postings)), POINTS_PER_TEN).exact


def parts(state: PriffeState, figures: Iterable[tuple[Account, Amount]]) -> tuple[Amount, ...]:
    """What figures of the running rubber of `state` are worth to everybody, in those parts."""
    parts: dict[int, Amount] = dict.fromkeys(state.seats, 0)
    ahead: Amount = 0
    for (column, owner, _other), amount in figures:
        if column == POINTS:
            parts[owner] += POINTS_PER_TEN * amount
        elif column in COUNTED:
            ahead += amount if owner == X else -amount
    if state.rules.count_unfinished:
        for player in state.seats:
            parts[player] += ahead if state.pairs.side(player) == X else -ahead
    return tuple(exact(part) for part in parts.values())


def sheet_settlement(state: PriffeState) -> Settlement:
    """The results with what leads to them: finished rubbers, and the unfinished one where it counts."""
    results = sheet_scaled_results(state).exact
    own = [state.points(player) for player in state.seats]
    running = [_running(state, player) for player in state.seats]
    sums = tuple(exact(mine + unfinished) for mine, unfinished in zip(own, running, strict=True))
    assert sums == results, "both ways to settle give the same numbers"
    names = [state.names[player] for player in state.seats]
    final = SettlementTable.of(
        N_("Results"),
        text(N_("Points of finished rubbers, and of the running one where it counts; they add up to zero.")),
        (N_("finished rubbers"), N_("running rubber"), N_("result")),
        zip(names, own, running, results, strict=True),
        won=3,
    )
    return Settlement(results, (_rubber_table(state), final))


def _running(state: PriffeState, player: int) -> Amount:
    if not state.rules.count_unfinished:
        return 0
    difference = state.total(X) - state.total(BOTH[1])
    return divided(difference if state.pairs.side(player) == X else -difference, POINTS_PER_TEN)


def _rubber_table(state: PriffeState) -> SettlementTable:
    sentence = N_("The rubber is not finished; it does not count.")
    if state.untouched:
        sentence = N_("No rubber is in progress.")
    elif state.rules.count_unfinished:
        sentence = N_("The rubber is not finished; it counts as it stands.")
    return SettlementTable.of(
        N_("The running rubber"),
        text(sentence),
        (C_("of a rubber", "games"), N_("total")),
        ((state.side_name(side), state.won(side), state.total(side)) for side in BOTH),
    )
