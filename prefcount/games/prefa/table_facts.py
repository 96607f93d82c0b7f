"""Facts beside the sheet of Prefa: the next hand, the pot, what a trick may be worth."""

from collections.abc import Iterator
from datetime import datetime

from prefcount.base.i18n import N_, text
from prefcount.games.prefa.hands import VALUES
from prefcount.games.prefa.payments import POT_TRICKS
from prefcount.games.prefa.phrases import OVER
from prefcount.games.prefa.state import PrefaState
from prefcount.games.protocol.words import Fact
from prefcount.games.shared.next_hand_facts import next_hand
from prefcount.ledger.amount import spoken

_MOST = max(max(by_trump.values()) for by_trump in VALUES.values())


def facts(state: PrefaState, now: datetime | None = None) -> tuple[Fact, ...]:
    """The facts in the order of their urgency."""
    return tuple(_facts(state))


def _facts(state: PrefaState) -> Iterator[Fact]:
    yield from next_hand(state, OVER, state.seats)
    yield Fact("pot", text(N_("pot")), spoken(state.pot))
    cut = max(0, state.pot // POT_TRICKS)
    if not state.over and cut < _MOST and state.rules.last != "fair":
        said = N_("at most {value} in this hand")
        if state.rules.last == "unbalanced":
            said = N_("at most {value} if it is made")
        yield Fact("value", text(N_("a trick")), text(said, value=cut))
