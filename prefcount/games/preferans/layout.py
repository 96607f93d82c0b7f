"""The sheet of Preferans: a sector for each player around the target."""

from prefcount.base.i18n import N_, text
from prefcount.games.preferans.state import DUMP, POOL, WHISTS, PreferansState
from prefcount.games.protocol.sheet import Cell, Sectors
from prefcount.ledger.postings import NOBODY, Account


def cells(state: PreferansState, owner: int) -> tuple[Cell, ...]:
    """Pool, dump, and the whists on every opponent clockwise."""
    on = (
        Cell(WHISTS, other, text(N_("on {name}"), name=state.names[other]), Account(WHISTS, owner, other))
        for other in state.seats.others(owner)
    )
    return (
        Cell(POOL, NOBODY, text(N_("pool")), Account(POOL, owner)),
        Cell(DUMP, NOBODY, text(N_("dump")), Account(DUMP, owner)),
        *on,
    )


def layout(state: PreferansState) -> Sectors:
    """The sectors of the sheet around the target."""
    return Sectors(str(state.rules.target))
