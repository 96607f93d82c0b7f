"""What an entry of Prefa does: its postings, and what the table knows afterwards."""

from collections.abc import Iterable

from prefcount.entries.base import Entry
from prefcount.games.prefa.entries import AllPass, Hand
from prefcount.games.prefa.legality import resolve
from prefcount.games.prefa.payments import hand_postings
from prefcount.games.prefa.settlement import worth
from prefcount.games.prefa.state import State
from prefcount.games.protocol import Turn
from prefcount.ledger.postings import Posting, only_amounts


def play(state: State, entry: Entry) -> Turn[State]:
    """The turn of any entry, or all its problems."""
    if isinstance(entry, Hand | AllPass):
        return _play_hand(state, entry)
    from prefcount.games.prefa.side import play_side

    return play_side(state, entry)


def written(state: State, postings: Iterable[Posting]) -> Turn[State]:
    """The turn that adds `postings` to the sheet of `state`."""
    kept = only_amounts(postings)
    return Turn(state._replace(sheet=state.sheet.after(kept)), kept, (), worth(state.seats, kept))


def _play_hand(state: State, entry: Hand | AllPass) -> Turn[State]:
    hand, dealer, found = resolve(state, entry)
    if hand is None:
        return Turn(state, (), tuple(found))
    after = state._replace(dealer=state.after(dealer), hands=state.hands + 1)
    return written(after, hand_postings(state.rules, state.pot, hand))
