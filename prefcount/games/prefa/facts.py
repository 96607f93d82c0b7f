"""What a table wants to see beside the figures."""

from collections.abc import Iterator

from prefcount.games.prefa.hands import VALUES
from prefcount.games.prefa.payments import POT_TRICKS
from prefcount.games.prefa.reasons import OVER
from prefcount.games.prefa.state import State
from prefcount.games.terms import Fact
from prefcount.i18n import N_, text
from prefcount.ledger.amount import spoken
from prefcount.ledger.postings import NOBODY

_MOST = max(max(by_trump.values()) for by_trump in VALUES.values())


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
    yield Fact("pot", text(N_("pot")), spoken(state.pot))
    cut = max(0, state.pot // POT_TRICKS)
    if not state.over and cut < _MOST and state.rules.last != "fair":
        said = N_("at most {value} in this hand")
        if state.rules.last == "unbalanced":
            said = N_("at most {value} if it is made")
        yield Fact("value", text(N_("a trick")), text(said, value=cut))
