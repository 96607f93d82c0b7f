"""Facts beside the sheet of Balkan Preferans: the next hand, bule, refe (sections 2.4 and 2.5)."""

from collections.abc import Iterator
from datetime import datetime

from prefcount.base.i18n import N_, text
from prefcount.games.balkan.phrases import OVER
from prefcount.games.balkan.state import BalkanState
from prefcount.games.protocol.words import Fact
from prefcount.games.shared.next_hand_facts import next_hand
from prefcount.games.shared.player_names import listed


def facts(state: BalkanState, now: datetime | None = None) -> tuple[Fact, ...]:
    """The facts in the order of their urgency."""
    return tuple(_facts(state))


def _facts(state: BalkanState) -> Iterator[Fact]:
    yield from next_hand(state, OVER, state.seats)
    yield Fact("left", text(N_("bule left")), str(state.left).replace("-", "−"))
    yield from _refe(state)
    if state.under_hat:
        yield Fact("hat", text(N_("under the hat")), listed(state, state.under_hat))


def _refe(state: BalkanState) -> Iterator[Fact]:
    if not state.over:
        yield Fact("refe", text(N_("refe left")), str(max(0, state.rules.max_refe - state.refe_written)))
    waiting = [f"{state.names[player]} {state.refe(player)}" for player in state.seats if state.refe(player)]
    if waiting and not state.over:
        yield Fact("open", text(N_("open refe")), ", ".join(waiting))
