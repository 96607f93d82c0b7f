"""What a table of Balkan Preferans wants to see beside the figures (rules of the relatives, 2.4 and 2.5)."""

from collections.abc import Iterator

from prefcount.games.balkan.reasons import OVER
from prefcount.games.balkan.state import State
from prefcount.games.people import listed
from prefcount.games.terms import Fact
from prefcount.i18n import N_, text
from prefcount.ledger.postings import NOBODY


def facts(state: State) -> tuple[Fact, ...]:
    """The facts in the order of their urgency."""
    return tuple(_facts(state))


def _facts(state: State) -> Iterator[Fact]:
    if state.over:
        yield Fact("over", text(N_("over")), text(OVER[state.over]))
        yield Fact("hands", text(N_("hands")), str(state.hands))
    else:
        yield Fact("hand", text(N_("hand")), str(state.hands + 1))
        yield Fact("dealer", text(N_("deals")), state.names[state.dealer])
        yield Fact("first", text(N_("first hand")), state.names[state.after(state.dealer)])
        if state.idle(state.dealer) != NOBODY:
            yield Fact("idle", text(N_("sits out")), state.names[state.dealer])
    yield Fact("left", text(N_("bule left")), str(state.left).replace("-", "−"))
    yield from _refe(state)
    if state.under_hat:
        yield Fact("hat", text(N_("under the hat")), listed(state, state.under_hat))


def _refe(state: State) -> Iterator[Fact]:
    if not state.over:
        yield Fact("refe", text(N_("refe left")), str(max(0, state.rules.max_refe - state.refe_written)))
    waiting = [f"{state.names[player]} {state.refe(player)}" for player in state.seats if state.refe(player)]
    if waiting and not state.over:
        yield Fact("open", text(N_("open refe")), ", ".join(waiting))
