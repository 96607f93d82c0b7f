"""The kitapi: the pot as the paper sheet writes it, in three columns of tens (section 3.5).

Presentation only: nobody owns a part of the pot.
"""

from prefcount.games.prefa.state import PrefaState
from prefcount.ledger.amount import Amount, share

TEN = 10


def columns(state: PrefaState) -> tuple[Amount, ...]:
    """What stands in everybody's column of the pot, in tens and in seat order, after licking."""
    return licked(tuple(share(state.paid(each) - state.kasa(each), TEN) for each in state.seats))


def licked(figures: tuple[Amount, ...]) -> tuple[Amount, ...]:
    """Columns in which nothing stands below zero as long as there is something to take it from.

    What a player took beyond his own stake is licked off the next players' columns, as far as they go.
    The sum stays what it was: a tenth of the pot. The rules do not say whose column comes first.
    """
    found = list(figures)
    for at in range(len(found)):
        for step in range(1, len(found)):
            other = (at + step) % len(found)
            taken = min(-found[at], found[other])
            if taken > 0:
                found[at] += taken
                found[other] -= taken
    return tuple(found)
