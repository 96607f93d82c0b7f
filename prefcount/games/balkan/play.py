"""What an entry of Balkan Preferans does: its postings, and what the table knows afterwards."""

from collections.abc import Iterable
from operator import sub

from prefcount.games.balkan.entries import BalkanAllPassEntry, BalkanContractEntry
from prefcount.games.balkan.legality import resolve
from prefcount.games.balkan.scoring import hand_postings
from prefcount.games.balkan.settlement import sheet_shares
from prefcount.games.balkan.state import BalkanState
from prefcount.games.protocol.state import Turn
from prefcount.ledger.postings import Posting, only_amounts


def written(state: BalkanState, postings: Iterable[Posting]) -> Turn[BalkanState]:
    """The turn that adds `postings`. What they are worth depends on what would be written off after them."""
    kept = only_amounts(postings)
    after = state._replace(sheet=state.sheet.after(kept))
    worth = tuple(map(sub, sheet_shares(after).parts, sheet_shares(state).parts)) if kept else ()
    return Turn(after, kept, (), worth)


def play_hand(state: BalkanState, entry: BalkanContractEntry | BalkanAllPassEntry) -> Turn[BalkanState]:
    """The turn of a hand, or all its problems."""
    hand, problems = resolve(state, entry)
    if hand is None:
        return Turn(state, (), tuple(problems))
    postings = hand_postings(state, hand)
    turn = written(state, postings)
    after = turn.state._replace(dealer=state.seats.after(hand.dealer), hands=state.hands + 1)
    return turn._replace(state=after, hand=hand)
