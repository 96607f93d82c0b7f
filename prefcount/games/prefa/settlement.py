"""What everybody wins or loses (section 3.5)."""

from collections.abc import Iterable, Sequence

from prefcount.base.i18n import C_, N_, text
from prefcount.games.game import Settlement, SettlementTable
from prefcount.games.prefa.state import CASH, KASA, PrefaState
from prefcount.ledger.amount import Amount, divided, exact, spoken
from prefcount.ledger.postings import Account, Posting, figures_of
from prefcount.ledger.settle import ScaledResults, balanced


def sheet_scaled_results(state: PrefaState) -> ScaledResults:
    """The results as parts of a kapiki, one part for each player who has paid a stake.

    With equal stakes `-stake + kasa + cash + R / n` is `kasa + cash` less the n-th part of everything that
    was taken: so what stands on the sheet is worth the same in every pot.
    """
    return ScaledResults(balanced(parts(state.seats, state.sheet.items())), state.size)


def worth(state: PrefaState, postings: Iterable[Posting]) -> tuple[Amount, ...]:
    """What postings are worth to everybody, in seat order, in kapikia."""
    return ScaledResults(parts(state.seats, figures_of(postings)), state.size).exact


def parts(seats: Sequence[int], figures: Iterable[tuple[Account, Amount]]) -> tuple[Amount, ...]:
    """What figures are worth to everybody, in seat order, in the parts of `sheet_scaled_results`."""
    parts: dict[int, Amount] = dict.fromkeys(seats, 0)
    taken: Amount = 0
    for (column, owner, _other), amount in figures:
        if column in (KASA, CASH):
            parts[owner] += len(seats) * amount
        if column == KASA:
            taken += amount
    return tuple(exact(part - taken) for part in parts.values())


def sheet_settlement(state: PrefaState) -> Settlement:
    """The results with the calculation step by step; that it leads to the same numbers is checked here."""
    names = [state.names[player] for player in state.seats]
    own = [(state.paid(player), state.kasa(player), state.cash(player)) for player in state.seats]
    left = divided(state.pot, state.size)
    sums = [exact(-paid + taken + cash + left) for paid, taken, cash in own]
    results = sheet_scaled_results(state).exact
    assert tuple(sums) == results, "both ways to settle give the same numbers"
    pot = SettlementTable.of(
        N_("The pot"),
        text(N_("All stakes less all takings: {pot} stay in the pot."), pot=spoken(state.pot)),
        (N_("stake"), N_("taken from the pot")),
        ((name, paid, taken) for name, (paid, taken, _cash) in zip(names, own, strict=True)),
    )
    sentence = N_("{pot} by {players}: everyone gets {share} of the pot.")
    shared = SettlementTable.of(
        N_("The rest is shared"),
        text(sentence, pot=spoken(state.pot), players=state.size, share=spoken(left)),
        (N_("from the pot"),),
        ((name, left) for name in names),
    )
    final = SettlementTable.of(
        N_("Results"),
        text(N_("Takings, cash and share, less the stake; the results add up to zero.")),
        (N_("stake"), N_("taken"), N_("cash"), C_("of the pot", "share"), N_("result")),
        (
            (name, exact(-paid), taken, cash, left, result)
            for name, (paid, taken, cash), result in zip(names, own, results, strict=True)
        ),
        won=5,
    )
    return Settlement(results, (pot, shared, final))
