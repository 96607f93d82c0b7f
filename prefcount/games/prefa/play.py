"""What an entry of Prefa does: its postings, and what the table knows afterwards."""

from collections.abc import Iterable

from prefcount.games.prefa.entries import PrefaAllPassEntry, PrefaContractEntry
from prefcount.games.prefa.legality import resolve
from prefcount.games.prefa.payments import hand_postings
from prefcount.games.prefa.settlement import parts
from prefcount.games.prefa.state import PrefaState
from prefcount.games.protocol.state import Turn
from prefcount.games.shared.player_names import dealer_named
from prefcount.ledger.postings import Posting, only_amounts


def written(state: PrefaState, postings: Iterable[Posting]) -> Turn[PrefaState]:
    """The turn that adds `postings` to the sheet of `state`."""
    kept = only_amounts(postings)
    return Turn(state._replace(sheet=state.sheet.after(kept)), kept, (), parts(state.seats, kept))


def play_hand(state: PrefaState, entry: PrefaContractEntry | PrefaAllPassEntry) -> Turn[PrefaState]:
    """The turn of a hand, or all its problems."""
    hand, found = resolve(state, entry)
    if hand is None:
        return Turn(state, (), tuple(found))
    dealer, _problems = dealer_named(state, entry)
    after = state._replace(dealer=state.seats.after(dealer), hands=state.hands + 1)
    return written(after, hand_postings(state.rules, state.pot, hand))._replace(hand=hand)
