"""The sheet of Prefa: a block for each player, the pot below, and the facts beside it (section 3.5)."""

from collections.abc import Iterator
from datetime import datetime

from prefcount.base.i18n import N_, text
from prefcount.games.game import Block, Blocks, Cell
from prefcount.games.prefa.legality import VALUES
from prefcount.games.prefa.play import POT_TRICKS
from prefcount.games.prefa.state import CASH, KASA, OVER, PrefaState
from prefcount.games.words import Fact, next_hand
from prefcount.ledger.amount import Amount, divided, spoken
from prefcount.ledger.postings import Account

TEN = 10


def cells(state: PrefaState, owner: int) -> tuple[Cell, ...]:
    """What a player took from the pot, and what came from the others."""
    return (Cell(text(N_("taken")), Account(KASA, owner)), Cell(text(N_("cash")), Account(CASH, owner)))


def layout(state: PrefaState) -> Blocks:
    """A row of blocks, and below it the pot: as it is, and in the three columns of the kitapi."""
    row = tuple(Block(player, cells(state, player)) for player in state.seats)
    named = zip(state.seats, pot_columns(state), strict=True)
    columns = ", ".join(f"{state.names[player]} {spoken(figure)}" for player, figure in named)
    kitapi = text(N_("on paper, in tens: {columns}"), columns=columns)
    return Blocks((row,), (text(N_("pot {pot}"), pot=spoken(state.pot)), kitapi))


def pot_columns(state: PrefaState) -> tuple[Amount, ...]:
    """What stands in everybody's column of the pot (kitapi), in tens and in seat order, after licking.

    That is how the paper looks only: nobody owns a part of the pot.
    """
    return licked(tuple(divided(state.paid(player) - state.kasa(player), TEN) for player in state.seats))


def licked(figures: tuple[Amount, ...]) -> tuple[Amount, ...]:
    """Columns in which nothing stands below zero as long as there is something to take it from.

    What a player took beyond their own stake is licked off the next players' columns, as far as they go.
    The sum stays what it was: a tenth of the pot. The rules do not say whose column comes first.
    """
    columns = list(figures)
    for at in range(len(columns)):
        for step in range(1, len(columns)):
            other = (at + step) % len(columns)
            taken = min(-columns[at], columns[other])
            if taken > 0:
                columns[at] += taken
                columns[other] -= taken
    return tuple(columns)


_MOST = max(max(by_trump.values()) for by_trump in VALUES.values())


def facts_beside(state: PrefaState, now: datetime | None) -> Iterator[Fact]:
    """The facts in the order of their urgency."""
    yield from next_hand(state, OVER, state.seats)
    yield Fact("pot", text(N_("pot")), spoken(state.pot))
    cut = max(0, state.pot // POT_TRICKS)
    if not state.over and cut < _MOST and state.rules.last != "fair":
        sentence = N_("at most {value} in this hand")
        if state.rules.last == "unbalanced":
            sentence = N_("at most {value} if it is made")
        yield Fact("value", text(N_("a trick")), text(sentence, value=cut))
