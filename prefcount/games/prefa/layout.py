"""The sheet of Prefa: a block for each player, and the pot below them as the paper writes it."""

from prefcount.games.prefa import pot_columns
from prefcount.games.prefa.state import CASH, KASA, PrefaState, cash_of, kasa_of
from prefcount.games.sheet_layout import Block, Blocks, Cell
from prefcount.i18n import N_, Text, text
from prefcount.ledger.amount import spoken
from prefcount.ledger.postings import NOBODY


def cells(state: PrefaState, owner: int) -> tuple[Cell, ...]:
    """What a player took from the pot, and what he got from the others."""
    return (
        Cell(KASA, NOBODY, text(N_("taken")), kasa_of(owner)),
        Cell(CASH, NOBODY, text(N_("cash")), cash_of(owner)),
    )


def layout(state: PrefaState) -> Blocks:
    """A row of blocks, and below it the pot: as it is, and in the three columns of the kitapi."""
    row = tuple(Block(player, cells(state, player)) for player in state.seats)
    return Blocks((row,), (text(N_("pot {pot}"), pot=spoken(state.pot)), _kitapi(state)))


def _kitapi(state: PrefaState) -> Text:
    named = zip(state.seats, pot_columns.columns(state), strict=True)
    said = ", ".join(f"{state.names[player]} {spoken(figure)}" for player, figure in named)
    return text(N_("on paper, in tens: {columns}"), columns=said)
