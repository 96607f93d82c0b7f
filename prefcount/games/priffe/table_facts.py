"""Facts beside the sheet of Priffe: the next hand, the rubber and its points."""

from collections.abc import Iterator
from datetime import datetime

from prefcount.base.i18n import N_, text
from prefcount.games.priffe.partnerships import BOTH, X, Y
from prefcount.games.priffe.phrases import OVER
from prefcount.games.priffe.state import PriffeState
from prefcount.games.protocol.words import Fact
from prefcount.games.shared.next_hand_facts import next_hand
from prefcount.ledger.amount import spoken


def facts(state: PriffeState, now: datetime | None = None) -> tuple[Fact, ...]:
    """The facts in the order of their urgency."""
    return tuple(_facts(state))


def _facts(state: PriffeState) -> Iterator[Fact]:
    yield from next_hand(state, OVER, state.order, sits_out=False)
    if state.over:
        return
    rubber = text(N_("{number} of {rubbers}"), number=state.rubber + 1, rubbers=state.rules.rubbers)
    yield Fact("rubber", text(N_("rubber")), rubber)
    towards = text(
        N_("X {x} of {of_x}, Y {y} of {of_y}"),
        x=spoken(state.line(X)),
        of_x=state.limit(X),
        y=spoken(state.line(Y)),
        of_y=state.limit(Y),
    )
    yield Fact("line", text(N_("to the game")), towards)
    totals = text(
        N_("X {x}, Y {y}"), **dict(zip("xy", (spoken(state.total(each)) for each in BOTH), strict=True))
    )
    yield Fact("totals", text(N_("rubber so far")), totals)
