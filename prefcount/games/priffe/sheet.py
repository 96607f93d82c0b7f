"""The sheet of Priffe: both sides, everybody's points, the schedule, and the facts beside it."""

from collections.abc import Iterator
from datetime import datetime

from prefcount.base.i18n import C_, N_, Text, text
from prefcount.games.game import Block, Blocks, Cell, Owner, players_of
from prefcount.games.priffe.state import (
    BONUS,
    BOTH,
    GAMES,
    KEYS,
    LINE,
    NAMES,
    OVER,
    PAST,
    POINTS,
    PriffeState,
    X,
    Y,
    scheduled,
)
from prefcount.games.words import Fact, next_hand
from prefcount.ledger.amount import spoken
from prefcount.ledger.postings import Account

_HEADINGS = {LINE: N_("line"), BONUS: N_("bonus"), PAST: N_("past"), GAMES: C_("of a rubber", "games")}


def owners(state: PriffeState) -> tuple[Owner, ...]:
    """The players, then both sides."""
    sides = (Owner(side, KEYS[side], side_label(state, side)) for side in BOTH)
    return (*players_of(state), *sides)


def side_label(state: PriffeState, side: int) -> str:
    """A side with its players, such as "X: Anna + Vera"."""
    return f"{NAMES[side]}: {state.side_name(side)}"


def cells(state: PriffeState, owner: int) -> tuple[Cell, ...]:
    """The columns of a side in the running rubber, or the points of a player."""
    if owner in BOTH:
        return tuple(Cell(text(heading), Account(column, owner)) for column, heading in _HEADINGS.items())
    return (Cell(text(N_("score")), Account(POINTS, owner)),)


def layout(state: PriffeState) -> Blocks:
    """Both sides beside each other, the players below them, and the schedule of partnerships."""
    both = tuple(Block(side, cells(state, side)) for side in BOTH)
    people = tuple(Block(player, cells(state, player)) for player in state.seats)
    return Blocks((both, people), tuple(_schedule(state)))


def _schedule(state: PriffeState) -> Iterator[Text]:
    """The rubber that is played and the ones that follow, as far as the partnerships are new."""
    last = min(state.rules.rubbers, state.rubber + 3)
    for number in range(state.rubber, last):
        pairs = state.pairs if number == state.rubber else scheduled(number, state.first)
        x, y = (" + ".join(state.names[player] for player in pairs.of(side)) for side in BOTH)
        sentence = N_("rubber {number} of {rubbers}: {x} against {y}")
        yield text(sentence, number=number + 1, rubbers=state.rules.rubbers, x=x, y=y)


def facts_beside(state: PriffeState, now: datetime | None) -> Iterator[Fact]:
    """The facts in the order of their urgency."""
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
    totals = text(N_("X {x}, Y {y}"), x=spoken(state.total(X)), y=spoken(state.total(Y)))
    yield Fact("totals", text(N_("rubber so far")), totals)
