"""What an entry of Balkan Preferans does: its postings, and what the table knows afterwards."""

from collections.abc import Iterable
from operator import sub

from prefcount.entries.base import Entry
from prefcount.games.balkan.entries import AllPass, Hand
from prefcount.games.balkan.legality import resolve
from prefcount.games.balkan.scoring import hand_postings
from prefcount.games.balkan.settlement import shares
from prefcount.games.balkan.state import State
from prefcount.games.protocol import Turn
from prefcount.ledger.postings import Posting, only_amounts


def play(state: State, entry: Entry) -> Turn[State]:
    """The turn of any entry, or all its problems."""
    if isinstance(entry, Hand | AllPass):
        return _play_hand(state, entry)
    from prefcount.games.balkan.side import play_side

    return play_side(state, entry)


def written(state: State, postings: Iterable[Posting]) -> Turn[State]:
    """The turn that adds `postings`. What they are worth depends on what would be written off after them."""
    kept = only_amounts(postings)
    after = state._replace(sheet=state.sheet.after(kept))
    worth = tuple(map(sub, shares(after).parts, shares(state).parts)) if kept else ()
    return Turn(after, kept, (), worth)


def _play_hand(state: State, entry: Hand | AllPass) -> Turn[State]:
    hand, problems = resolve(state, entry)
    if hand is None:
        return Turn(state, (), tuple(problems))
    postings = hand_postings(state, hand)
    turn = written(state, postings)
    after = turn.state._replace(dealer=state.after(hand.dealer), hands=state.hands + 1)
    return turn._replace(state=after)
