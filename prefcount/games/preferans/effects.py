"""What a hand does whatever stands on the sheet, worked out once for all equal hands.

Source: rule book, sections 4 (the row of raspasy, rotation) and 7; fine print 8, 21 and 23.

A hand writes the same wherever the table is the same: rules, seats, dealer, row of raspasy and bombs.
Only what a full pool does with a gain depends on the sheet (`closing`). So a game that is replayed after
a correction, or an archive that is audited, meets most of its hands again, and they are remembered here.
Only legal hands are; whoever made one of them sits on a chair, so names do not matter.
"""

from typing import NamedTuple

from prefcount.games.preferans.closing import Gains, doubled, dump_as_whists, gains_of
from prefcount.games.preferans.contract import score_contract, score_misere
from prefcount.games.preferans.entries import Game, Misere, Raspasy
from prefcount.games.preferans.hands import ContractHand, HandPlayed, MisereHand, RaspasyHand
from prefcount.games.preferans.options import Rules
from prefcount.games.preferans.raspasy import score_raspasy
from prefcount.games.preferans.settlement import worth
from prefcount.games.preferans.state import State
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Posting, only_amounts


class Effect(NamedTuple):
    """What a hand writes by itself, and the table after it.

    Attributes:
        postings: what it writes before its gains are looked at, in the columns that the table keeps.
        gains: who gained in the pool, clockwise from the first hand.
        worth: what the postings are worth to everybody, as `settlement` says it.
        dealer: who dealt it.
        next_dealer: who deals the next hand.
        row: raspasy in a row that the next hand follows.
        bombs: bombs of each player that wait for his next contract.
    """

    postings: tuple[Posting, ...]
    gains: Gains
    worth: tuple[Amount, ...]
    dealer: int
    next_dealer: int
    row: int
    bombs: tuple[int, ...]


_Key = tuple[object, ...]

MOST_EFFECTS = 10_000
"""So many hands are remembered by the same rules; then all are forgotten, which costs time only."""

MOST_RULES = 100

_effects: dict[int, tuple[Rules, dict[_Key, Effect]]] = {}
"""By the identity of the rules, which stay alive as long as they stand here: comparing them is slow."""


def known_effect(state: State, entry: Game | Misere | Raspasy) -> Effect | None:
    """The effect of a legal hand that was met before at such a table, or None."""
    found = _effects.get(id(state.rules))
    return None if found is None else found[1].get(_key(state, entry))


def remembered(state: State, entry: Game | Misere | Raspasy, hand: HandPlayed) -> Effect:
    """The effect of a hand, remembered for the next time; `entry` was found to be legal and is this hand."""
    effect = _effect(state, hand)
    if len(_effects) >= MOST_RULES and id(state.rules) not in _effects:
        _effects.clear()
    _rules, effects = _effects.setdefault(id(state.rules), (state.rules, {}))
    if len(effects) >= MOST_EFFECTS:
        effects.clear()
    effects[_key(state, entry)] = effect
    return effect


def _key(state: State, entry: Game | Misere | Raspasy) -> _Key:
    """Everything that the effect of a legal hand depends on besides the rules, with seats for names.

    Somebody unknown leaves no trace but a number of tricks or calls too large for a legal hand.
    """
    names, tricks = state.names, entry.tricks or {}
    dealer = state.dealer if entry.dealer is None else _number(names, entry.dealer)
    taken = (state.seats, dealer, state.row, state.bombs, len(tricks), *map(tricks.get, names))
    if isinstance(entry, Raspasy):
        return taken
    declared = (*taken, _number(names, entry.declarer), entry.blind, entry.talon)
    if isinstance(entry, Misere):
        return declared
    calls = entry.calls
    said = None if calls is None else (len(calls), *map(calls.get, names))
    return (*declared, entry.contract, entry.left_without, said)


def _number(names: tuple[str, ...], name: str) -> int | str:
    return names.index(name) if name in names else name


def _effect(state: State, hand: HandPlayed) -> Effect:
    rules, dealer = state.rules, hand.dealer if isinstance(hand, RaspasyHand) else hand.seats.dealer
    postings = _scored(state, hand)
    if _uses_bomb(state, hand):
        postings = doubled(postings)
    kept = only_amounts(dump_as_whists(rules, state.seats, postings))
    stays = isinstance(hand, RaspasyHand) and rules.raspasy.rotation == "stays"
    return Effect(
        kept,
        gains_of(postings, state.from_first_hand(dealer)),
        worth(rules, state.seats, kept),
        dealer,
        dealer if stays else state.after(dealer),
        _row(state, hand),
        _bombs(state, hand),
    )


def _scored(state: State, hand: HandPlayed) -> list[Posting]:
    if isinstance(hand, ContractHand):
        return score_contract(state.rules, hand)
    if isinstance(hand, MisereHand):
        return score_misere(state.rules, hand, tuple(state.clockwise(hand.seats.declarer)))
    return score_raspasy(state, hand)


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
