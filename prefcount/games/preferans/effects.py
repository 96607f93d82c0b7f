"""What a hand does whatever stands on the sheet, worked out once for all equal hands.

Source: rule book, sections 4 (the row of raspasy, rotation) and 7; fine print 8, 21 and 23.

A hand writes the same wherever the table is the same: rules, seats, dealer, row of raspasy and bombs.
Only what a full pool does with a gain depends on the sheet (`closing`). So a game that is replayed after
a correction, or an archive that is audited, meets most of its hands again, and they are remembered here.
Only legal hands are; whoever made one of them sits on a chair, so names do not matter.
"""

from typing import NamedTuple, TypeVar

from prefcount.games.preferans.closing import Gains, doubled, dump_as_whists, gains_of
from prefcount.games.preferans.contract import score_contract, score_misere
from prefcount.games.preferans.entries import Game, Misere, Raspasy
from prefcount.games.preferans.hands import ContractHand, HandPlayed, MisereHand, RaspasyHand
from prefcount.games.preferans.legality import resolve
from prefcount.games.preferans.options import Rules
from prefcount.games.preferans.raspasy import score_raspasy
from prefcount.games.preferans.settlement import worth
from prefcount.games.preferans.state import State
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Posting, only_amounts
from prefcount.problems import Problem

K = TypeVar("K")
V = TypeVar("V")


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


Hand = Game | Misere | Raspasy
Key = tuple[object, ...]

MOST_REMEMBERED = 10_000
"""So many hands are remembered; then all are forgotten, which costs time only."""


class _Met(NamedTuple):
    """The table at which an entry was met last; the entry is held, so that its identity stays its own."""

    entry: Hand
    rules: Rules
    table: Key
    effect: Effect


_met: dict[int, _Met] = {}
"""By the identity of the entry: a game that is replayed meets the very same ones."""

_equal: dict[Key, tuple[Rules, Effect]] = {}
"""By what the hand says and the identity of the rules, which are held here too. All their options would take
longer to compare than a hand to be played, and tables with equal rules share one object (`presets`)."""


def effect_of(state: State, entry: Hand) -> Effect | list[Problem]:
    """What a hand does at such a table while the game is not over, or why it cannot be played there."""
    table = (state.names, state.seats, state.dealer, state.row, state.bombs)
    met = _met.get(id(entry))
    if met is not None and met.table == table and met.rules is state.rules:
        return met.effect
    key = _key(state, entry)
    _rules, effect = _equal.get(key, (state.rules, None))
    if effect is None:
        hand, problems = resolve(state, entry)
        if hand is None:
            return problems
        effect = _effect(state, hand)
        _keep(_equal, key, (state.rules, effect))
    else:
        _keep(_met, id(entry), _Met(entry, state.rules, table, effect))
    return effect


def forget() -> None:
    """Remember no hand any more; the next ones are worked out afresh."""
    _met.clear()
    _equal.clear()


def _keep(memory: dict[K, V], key: K, value: V) -> None:
    if len(memory) >= MOST_REMEMBERED:
        memory.clear()
    memory[key] = value


def _key(state: State, entry: Hand) -> Key:
    """Everything that the effect of a legal hand depends on, players by their numbers.

    Tricks and calls of somebody unknown make their count too large for a legal hand.
    """
    names, said = state.names, entry.tricks or {}
    dealer = state.dealer if entry.dealer is None else _number(names, entry.dealer)
    table = (id(state.rules), state.seats, dealer, state.row, state.bombs)
    tricks = (len(said), *map(said.get, names))
    if entry.kind == "raspasy":
        return (table, tricks)
    declarer = _number(names, entry.declarer)
    if entry.kind == "misere":
        return (table, tricks, declarer, entry.blind, entry.talon)
    calls = None if entry.calls is None else (len(entry.calls), *map(entry.calls.get, names))
    return (table, tricks, declarer, entry.blind, entry.talon, entry.contract, entry.left_without, calls)


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
