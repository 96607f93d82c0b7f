"""What is counted over years of Prefa."""

from collections.abc import Iterator

from prefcount.base.i18n import N_, text
from prefcount.entries.common import Entry
from prefcount.games.game import Measure, Tally, by_contract
from prefcount.games.prefa.entries import PrefaAllPassEntry
from prefcount.games.prefa.legality import VALUES, PrefaAllPass, PrefaContract
from prefcount.games.prefa.state import PrefaState
from prefcount.games.state import TransitionFacts

_DEFENCE = text(N_("Defence"))


def measures() -> tuple[Measure, ...]:
    """The columns of the statistics, group by group.

    A contract is made where the declarer is not down, whoever pays.
    """
    return (
        *by_contract(text(N_("Contracts made/played")), "made", VALUES, "failed"),
        *by_contract(text(N_("Made with both passing")), "passed", VALUES),
        Measure("defended", _DEFENCE, text(N_("times"))),
        Measure("defence_tricks", _DEFENCE, text(N_("tricks"))),
        Measure("defence_short", _DEFENCE, text(N_("short"))),
        Measure("all_pass", text(N_("All pass")), text(N_("hands"))),
    )


def tallies(state: PrefaState, entry: Entry, transition: TransitionFacts) -> Iterator[Tally]:
    """What a hand adds to the statistics, given the table before it."""
    hand = transition.hand
    if isinstance(hand, PrefaAllPass) and isinstance(entry, PrefaAllPassEntry):
        dealer = state.dealer if entry.dealer is None else state.names.index(entry.dealer)
        yield from (Tally(player, "all_pass") for player in state.seats.active(dealer))
    if not isinstance(hand, PrefaContract):
        return
    for key in ("failed" if hand.down else "made", *(["passed"] if hand.uncontested else [])):
        yield Tally(hand.declarer, key)
        yield Tally(hand.declarer, f"{key}_{hand.level}")
    yield from _of_defenders(hand)


def _of_defenders(hand: PrefaContract) -> Iterator[Tally]:
    for player, role, tricks, short in zip(
        hand.defenders, hand.roles, hand.tricks, hand.missing, strict=True
    ):
        if role != "pass":
            yield Tally(player, "defended")
            yield Tally(player, "defence_tricks", tricks)
            yield Tally(player, "defence_short", short)
