"""What is counted over years of Priffe."""

from collections.abc import Iterator

from prefcount.base.i18n import N_, text
from prefcount.entries.common import Entry
from prefcount.games.game import Measure, Tally
from prefcount.games.priffe.entries import PriffeHandEntry
from prefcount.games.priffe.legality import PriffeHand
from prefcount.games.priffe.play import SLAMS
from prefcount.games.priffe.state import PriffeState
from prefcount.games.state import TransitionFacts

_HANDS, _SLAMS, _DECLARED = text(N_("Hands")), text(N_("Slams")), text(N_("Declared"))


def measures() -> tuple[Measure, ...]:
    """The columns of the statistics, group by group.

    Both players of a side have what the side has.
    """
    return (
        Measure("won", _HANDS, text(N_("won"))),
        Measure("lost", _HANDS, text(N_("lost"))),
        Measure("made", _DECLARED, text(N_("made"))),
        Measure("failed", _DECLARED, text(N_("failed"))),
        Measure("slams", _SLAMS, text(N_("slams"))),
        Measure("honours", text(N_("Honours")), text(N_("cards"))),
    )


def tallies(state: PriffeState, entry: Entry, transition: TransitionFacts) -> Iterator[Tally]:
    """What a hand adds to the statistics, given the table before it."""
    hand = transition.hand
    if not (isinstance(hand, PriffeHand) and isinstance(entry, PriffeHandEntry)):
        return
    for player in state.seats:
        side = state.pairs.side(player)
        yield Tally(player, "won" if side == hand.winner else "lost")
        if side == hand.declaring:
            yield Tally(player, "failed" if hand.penalty else "made")
        if side == hand.winner and hand.over in SLAMS:
            yield Tally(player, "slams")
    for name, count in entry.honours.items():
        yield Tally(state.names.index(name), "honours", count)
