"""What an entry of Priffe does: its postings, and what the table knows afterwards."""

from prefcount.games.priffe.entries import PriffeHandEntry
from prefcount.games.priffe.legality import resolve
from prefcount.games.priffe.rubbers import Stage, game_decided, written
from prefcount.games.priffe.scoring import hand_postings
from prefcount.games.priffe.settlement import parts
from prefcount.games.priffe.state import PriffeState
from prefcount.games.protocol.state import Turn
from prefcount.games.shared.player_names import dealer_named


def turn(before: PriffeState, *done: Stage) -> Turn[PriffeState]:
    """The turn that leads from a state through what was done, one after the other."""
    postings = tuple(posting for each in done for posting in each.postings)
    return Turn(done[-1].state, postings, (), parts(before, postings))


def play_hand(state: PriffeState, entry: PriffeHandEntry) -> Turn[PriffeState]:
    """The turn of a hand, or all its problems."""
    hand, found = resolve(state, entry)
    if hand is None:
        return Turn(state, (), tuple(found))
    dealer, _problems = dealer_named(state, entry)
    after = state._replace(dealer=state.order.after(dealer), hands=state.hands + 1, fresh=False)
    scored = written(after, hand_postings(state.rules, hand))
    return turn(state, scored, game_decided(scored.state, hand.winner))._replace(hand=hand)
