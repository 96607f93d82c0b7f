"""One hand played: its postings in order, and what the table knows afterwards.

Source: rule book, sections 4 (the row of raspasy, rotation), 5 and 7; fine print 8, 21 and 23.
"""

from datetime import timedelta

from prefcount.games.preferans.closing import closed, doubled
from prefcount.games.preferans.contract import score_contract, score_misere
from prefcount.games.preferans.entries import Game, Misere, Raspasy
from prefcount.games.preferans.hands import ContractHand, HandPlayed, MisereHand, RaspasyHand
from prefcount.games.preferans.legality import resolve
from prefcount.games.preferans.raspasy import score_raspasy
from prefcount.games.preferans.side import refused, written
from prefcount.games.preferans.state import State
from prefcount.games.protocol import Turn
from prefcount.ledger.postings import Posting


def play_hand(state: State, entry: Game | Misere | Raspasy) -> Turn[State]:
    """The turn of a contract, a misère or a raspasy, or all the problems of its entry."""
    hand, problems = resolve(state, entry)
    if hand is None:
        return refused(state, *problems)
    postings = _scored(state, hand)
    if _uses_bomb(state, hand):
        postings = doubled(postings)
    turn = written(state, closed(state, postings, _dealer(hand)))
    return turn._replace(state=_afterwards(turn.state, hand, entry))


def _scored(state: State, hand: HandPlayed) -> list[Posting]:
    if isinstance(hand, ContractHand):
        return score_contract(state.rules, hand)
    if isinstance(hand, MisereHand):
        return score_misere(state.rules, hand, tuple(state.clockwise(hand.seats.declarer)))
    return score_raspasy(state, hand)


def _dealer(hand: HandPlayed) -> int:
    return hand.dealer if isinstance(hand, RaspasyHand) else hand.seats.dealer


def _afterwards(state: State, hand: HandPlayed, entry: Game | Misere | Raspasy) -> State:
    dealer = _dealer(hand)
    stays = isinstance(hand, RaspasyHand) and state.rules.raspasy.rotation == "stays"
    return state._replace(
        dealer=dealer if stays else state.after(dealer),
        last_dealer=dealer,
        hands=state.hands + 1,
        row=_row(state, hand),
        bombs=_bombs(state, hand),
        played_for=_played_for(state, entry),
    )


def _row(state: State, hand: HandPlayed) -> int:
    """Raspasy in a row after this hand."""
    if isinstance(hand, RaspasyHand):
        return state.row + 1
    options = state.rules.raspasy
    if isinstance(hand, MisereHand):
        ends = options.misere_resets == "any" or (options.misere_resets == "made" and hand.made)
    elif options.reset == "any_hand":
        ends = True
    else:
        ends = hand.made and (hand.played or options.reset == "made")
    return 0 if ends else state.row


def _uses_bomb(state: State, hand: HandPlayed) -> bool:
    if isinstance(hand, RaspasyHand):
        return False
    return state.rules.bombs and state.bombs[hand.seats.declarer] > 0


def _bombs(state: State, hand: HandPlayed) -> tuple[int, ...]:
    """A raspasy gives every player a bomb; a contract or misère uses one of its declarer's up."""
    if not state.rules.bombs:
        return state.bombs
    if isinstance(hand, RaspasyHand):
        return tuple(count + (player in state.seats) for player, count in enumerate(state.bombs))
    declarer = hand.seats.declarer
    return tuple(max(0, count - (player == declarer)) for player, count in enumerate(state.bombs))


def _played_for(state: State, entry: Game | Misere | Raspasy) -> int:
    """Seconds from the start of the game to the latest hand; a clock set back changes nothing."""
    if entry.at is None or state.started is None:
        return state.played_for
    return max(state.played_for, (entry.at - state.started) // timedelta(seconds=1))
