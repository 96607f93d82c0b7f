"""The prizes of an ended game: for the first full pool, and for the smallest dump (rule book, section 14)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from prefcount.base.i18n import N_, text
from prefcount.games.preferans.state import PreferansState
from prefcount.games.protocol.scoring import SettlementTable
from prefcount.ledger.amount import Amount, exact


class Prize(NamedTuple):
    """A prize that somebody has won.

    Attributes:
        title: what it is for, a marked word.
        reason: who has won it and what the others pay, in marked words of {who} and {whists}.
        whists: what each of the others pays.
        winners: who share it.
    """

    title: str
    reason: str
    whists: int
    winners: tuple[int, ...]

    def paid(self, payer: int, winner: int) -> Amount:
        """What a player pays another, in whists."""
        pays = winner in self.winners and payer not in self.winners
        return exact(Fraction(self.whists, len(self.winners))) if pays else 0

    def won(self, player: int, players: Sequence[int]) -> Amount:
        """What a player has of it in the end, in whists: below zero for those who pay."""
        return exact(sum(self.paid(other, player) - self.paid(player, other) for other in players))


def prizes(state: PreferansState) -> tuple[Prize, ...]:
    """The prizes of a game that is over; none before, and none that all of them would share."""
    table = state.table
    found = _prizes(table) if table.over else ()
    return tuple([prize for prize in found if len(prize.winners) < table.size])


def _prizes(state: PreferansState) -> Iterator[Prize]:
    rules = state.rules
    first = tuple([player for player in state.seats if player in (state.first_full or state.full)])
    if rules.prize_first and first:
        said = N_("The first full pool: {who}. Each of the others pays {whists}.")
        yield Prize(N_("Prize for the first full pool"), said, rules.prize_first, first)
    if rules.prize_dump:
        least = min(state.dump(player) for player in state.seats)
        smallest = tuple([player for player in state.seats if state.dump(player) == least])
        said = N_("The smallest dump on the sheet: {who}. Each of the others pays {whists}.")
        yield Prize(N_("Prize for the smallest dump"), said, rules.prize_dump, smallest)


def won(state: PreferansState) -> tuple[Amount, ...]:
    """What everybody has of all prizes, in seat order, which adds up to zero; empty where there are none."""
    found = prizes(state)
    playing = state.table.seats
    each = {player: exact(sum(prize.won(player, playing) for prize in found)) for player in playing}
    return tuple([each.get(player, 0) for player in state.seats]) if found else ()


def prize_tables(state: PreferansState) -> Iterator[SettlementTable]:
    """Each prize as a step of the settlement."""
    playing = state.table.seats
    for prize in prizes(state):
        who = ", ".join(state.names[player] for player in prize.winners)
        yield SettlementTable(
            text(prize.title),
            text(prize.reason, who=who, whists=prize.whists),
            ("", text(N_("whists"))),
            tuple([(state.names[player], prize.won(player, playing)) for player in playing]),
        )
