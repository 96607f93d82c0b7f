"""The sheet of Balkan Preferans, bule in the middle, supe left and right, and the facts beside it."""

from collections.abc import Iterator
from datetime import datetime

from prefcount.base.i18n import C_, N_, text
from prefcount.games.balkan.state import BULE, OVER, REFE, REFE_OPEN, SUPE, TABLE, BalkanState
from prefcount.games.game import Block, Blocks, Cell, Owner, players_of
from prefcount.games.state import listed
from prefcount.games.words import Fact, next_hand
from prefcount.ledger.postings import NOBODY, Account

HAT, OFF = "∩", "∪"
"""What is drawn where bule fall below zero, and where they rise again."""
OPEN, PLAYED = "□", "⊠"


def owners(state: BalkanState) -> tuple[Owner, ...]:
    """The players, and the table, which counts the refe."""
    return (*players_of(state), Owner(NOBODY, TABLE, text(N_("the table"))))


def cells(state: BalkanState, owner: int) -> tuple[Cell, ...]:
    """Bule, open refe, and the supe against every other player in turn order."""
    if owner == NOBODY:
        return (Cell(text(N_("refe written")), REFE),)
    refe = Cell(text(C_("heading", "open refe")), Account(REFE_OPEN, owner))
    return (_bule(state, owner), refe, *(_supe(state, owner, other) for other in state.seats.others(owner)))


def _bule(state: BalkanState, player: int) -> Cell:
    return Cell(text(N_("bule")), Account(BULE, player), below=HAT, above=OFF, began=state.rules.start_bule)


def _supe(state: BalkanState, player: int, other: int) -> Cell:
    return Cell(text(N_("on {name}"), name=state.names[other]), Account(SUPE, player, other))


def layout(state: BalkanState) -> Blocks:
    """A block for each player: supe against the left neighbour, bule, supe against the right one.

    The right neighbour plays next; with four players the supe against the one opposite come last.
    """
    return Blocks(tuple((_block(state, player),) for player in state.seats))


def _block(state: BalkanState, player: int) -> Block:
    """The columns of a player, and a mark for each refa: those that were played are struck out."""
    right, *opposite, left = state.seats.others(player)
    supe_left, *further = (_supe(state, player, other) for other in (left, right, *opposite))
    columns = (supe_left, _bule(state, player), *further)
    open_ones = int(state.refe(player))
    played = max(0, int(state.refe_written) - open_ones)
    return Block(player, columns, signs=OPEN * min(open_ones, 20) + PLAYED * min(played, 20))


def facts_beside(state: BalkanState, now: datetime | None) -> Iterator[Fact]:
    """The facts in the order of their urgency."""
    yield from next_hand(state, OVER, state.seats)
    yield Fact("left", text(N_("bule left")), str(state.left).replace("-", "−"))
    if not state.over:
        yield Fact("refe", text(N_("refe left")), str(max(0, state.rules.max_refe - state.refe_written)))
        waiting = [
            f"{state.names[player]} {state.refe(player)}" for player in state.seats if state.refe(player)
        ]
        if waiting:
            yield Fact("open", text(N_("open refe")), ", ".join(waiting))
    if state.under_hat:
        yield Fact("hat", text(N_("under the hat")), listed(state, state.under_hat))
