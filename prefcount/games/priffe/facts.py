"""What a table wants to see beside the figures."""

from collections.abc import Iterator

from prefcount.games.priffe.reasons import OVER
from prefcount.games.priffe.sides import BOTH, X, Y
from prefcount.games.priffe.state import State
from prefcount.games.terms import Fact
from prefcount.i18n import N_, text
from prefcount.ledger.amount import spoken


def facts(state: State) -> tuple[Fact, ...]:
    """The facts in the order of their urgency."""
    return tuple(_facts(state))


def _facts(state: State) -> Iterator[Fact]:
    if state.over:
        yield Fact("over", text(N_("over")), text(OVER[state.over]))
        yield Fact("hands", text(N_("hands")), str(state.hands))
        return
    yield Fact("hand", text(N_("hand")), str(state.hands + 1))
    yield Fact("dealer", text(N_("deals")), state.names[state.dealer])
    yield Fact("first", text(N_("first hand")), state.names[state.after(state.dealer)])
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
