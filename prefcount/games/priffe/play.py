"""What an entry of Priffe does: its postings, and what the table knows afterwards."""

from prefcount.entries.base import Entry
from prefcount.games.priffe.entries import Hand
from prefcount.games.priffe.legality import resolve
from prefcount.games.priffe.rubbers import Closed, closed, written
from prefcount.games.priffe.scoring import hand_postings
from prefcount.games.priffe.settlement import worth
from prefcount.games.priffe.state import State
from prefcount.games.protocol import Turn


def play(state: State, entry: Entry) -> Turn[State]:
    """The turn of any entry, or all its problems."""
    if isinstance(entry, Hand):
        return _play_hand(state, entry)
    from prefcount.games.priffe.side import play_side

    return play_side(state, entry)


def turn(before: State, *done: Closed) -> Turn[State]:
    """The turn that leads from a state through what was done, one after the other."""
    postings = tuple(posting for each in done for posting in each.postings)
    return Turn(done[-1].state, postings, (), worth(before, postings))


def _play_hand(state: State, entry: Hand) -> Turn[State]:
    hand, dealer, found = resolve(state, entry)
    if hand is None:
        return Turn(state, (), tuple(found))
    after = state._replace(dealer=state.after(dealer), hands=state.hands + 1, fresh=False)
    scored = written(after, hand_postings(state.rules, hand))
    return turn(state, scored, closed(scored.state, hand.winner))
