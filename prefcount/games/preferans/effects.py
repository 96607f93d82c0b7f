"""What a hand does whatever stands on the sheet, worked out once for all equal hands.

Source: rule book, sections 4 (the row of raspasy, rotation) and 7; fine print 8, 21 and 23.

A hand writes the same wherever the table is the same: rules, number of players, the chairs of dealer and
declarer, the row of raspasy, a bomb that is used up. Only what a full pool does with a gain depends on the
sheet (`closing`). So a game that is replayed after a correction, or an archive that is audited, meets most of
its hands again, and they are remembered here. Only legal hands are; whoever made one of them sits on a chair,
so names do not matter (`chairs`), nor does a suit, but for six spades where they are Stalingrad.
"""

from typing import NamedTuple, TypeVar

from prefcount.games.preferans.chairs import Players, Seen, moved, seen_from
from prefcount.games.preferans.closing import Gains, doubled, dump_as_whists, gains_of
from prefcount.games.preferans.contract import score_contract, score_misere
from prefcount.games.preferans.entries import Game, Misere, Raspasy
from prefcount.games.preferans.hands import STALINGRAD, ContractHand, HandPlayed, MisereHand, RaspasyHand
from prefcount.games.preferans.legality import resolve
from prefcount.games.preferans.options import Rules
from prefcount.games.preferans.raspasy import score_raspasy
from prefcount.games.preferans.reasons import contract_label
from prefcount.games.preferans.settlement import worth
from prefcount.games.preferans.state import State
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import NOBODY, Posting, only_amounts
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

MOST_REMEMBERED = 20_000
"""So many hands are remembered; then all are forgotten, which costs time only."""
MOST_MET = 2_500
"""So many entries are remembered themselves, which is a long game."""


class _Met(NamedTuple):
    """The table at which an entry was met last; the entry is held, so that its identity stays its own."""

    entry: Hand
    rules: Rules
    table: Key
    effect: Effect


class _Known(NamedTuple):
    """What equal hands do, told of the people who played it first.

    Attributes:
        rules: held, so that their identity stays their own.
        players: clockwise from the declarer; in seat order for a raspasy.
        contract: the name of the contract, "" without one.
        written: the postings that change something, in all the columns there are.
        gains: who gained in the pool, clockwise from the first hand.
        worth: what the postings are worth to each of the players.
        ends_row: whether a row of raspasy is over with it.
    """

    rules: Rules
    players: Players
    contract: str
    written: tuple[Posting, ...]
    gains: Gains
    worth: tuple[Amount, ...]
    ends_row: bool


_met: dict[int, _Met] = {}
"""By the identity of the entry: a game that is replayed meets the very same ones."""

_once: dict[int, _Known] = {}
"""What was known of an entry that was met once, by its identity. Only one that is met again is held: an audit
meets each entry once, and to hold them all would take time and memory."""

_equal: dict[Key, _Known] = {}
"""By what the hand says and the identity of the rules. All their options would take longer to compare than a
hand to be played, and tables with equal rules share one object (`presets`)."""


def effect_of(state: State, entry: Hand) -> Effect | list[Problem]:
    """What a hand does at such a table while the game is not over, or why it cannot be played there."""
    table = (state.names, state.seats, state.dealer, state.row, state.bombs)
    met = _met.get(id(entry))
    if met is not None and met.table == table and met.rules is state.rules:
        return met.effect
    names = state.names
    seen = seen_from(names, state.seats, None if entry.kind == "raspasy" else entry.declarer)
    if seen is None or not (entry.dealer is None or entry.dealer in names):
        return resolve(state, entry)[1]
    dealer = state.dealer if entry.dealer is None else names.index(entry.dealer)
    key = _key(state, entry, dealer, seen)
    known = _equal.get(key)
    if known is not None:
        effect = _at_table(state, entry, dealer, seen.players, known)
        if _once.get(id(entry)) is known:
            _keep(_met, id(entry), _Met(entry, state.rules, table, effect), MOST_MET)
        else:
            _keep(_once, id(entry), known, MOST_MET)
        return effect
    hand, problems = resolve(state, entry)
    if hand is None:
        return problems
    known = _worked_out(state, entry, hand, seen.players)
    _keep(_equal, key, known, MOST_REMEMBERED)
    return _at_table(state, entry, dealer, seen.players, known)


def forget() -> None:
    """Remember no hand any more; the next ones are worked out afresh."""
    _met.clear()
    _once.clear()
    _equal.clear()


def _keep(memory: dict[K, V], key: K, value: V, most: int) -> None:
    if len(memory) >= most:
        memory.clear()
    memory[key] = value


def _key(state: State, entry: Hand, dealer: int, seen: Seen) -> Key:
    """Everything that the effect of a legal hand depends on, with chairs instead of players.

    Tricks and calls of somebody unknown are on the chair None, which is never so in a legal hand.
    """
    players, tricks, rules = seen.players, entry.tricks or {}, state.rules
    chair = seen.chairs.get
    said = (id(rules), tuple(map(chair, tricks)), tuple(tricks.values()))
    if entry.kind == "raspasy":
        return (said, players, dealer, state.row)
    size = len(players)
    idle = players.index(dealer) if size == 4 else NOBODY
    table = (said, size, idle, entry.talon, rules.bombs and state.bombs[players[0]] > 0)
    if entry.kind == "misere":
        return (table, entry.blind)
    contract, calls = entry.contract, entry.calls or {}
    level = contract if contract == STALINGRAD else contract[:-1]
    blind_nine = entry.blind and level == "9"  # of contracts only the nine has a value of its own then
    return (table, level, blind_nine, entry.left_without, tuple(map(chair, calls)), tuple(calls.values()))


def _worked_out(state: State, entry: Hand, hand: HandPlayed, players: Players) -> _Known:
    rules = state.rules
    dealer = hand.dealer if isinstance(hand, RaspasyHand) else hand.seats.dealer
    scored = _scored(state, hand)
    if _uses_bomb(state, hand):
        scored = doubled(scored)
    written = only_amounts(scored)
    value = worth(rules, state.seats, _kept(state, written))
    first = state.seats.index(players[0])
    return _Known(
        rules,
        players,
        entry.contract if entry.kind == "game" else "",
        written,
        gains_of(written, state.from_first_hand(dealer)),
        value[first:] + value[:first],
        not isinstance(hand, RaspasyHand) and _ends_row(rules, hand),
    )


def _kept(state: State, written: tuple[Posting, ...]) -> tuple[Posting, ...]:
    """What is written in the columns that the table keeps."""
    if state.rules.dump_points == "dump":
        return written
    return only_amounts(dump_as_whists(state.rules, state.seats, written))


def _at_table(state: State, entry: Hand, dealer: int, players: Players, known: _Known) -> Effect:
    """What a hand does that is known from others, or from here, to those who play it here."""
    _rules, there, contract, written, gains, value, ends_row = known
    raspasy = entry.kind == "raspasy"
    here = entry.contract if entry.kind == "game" else ""
    if players != there or contract != here:
        written = moved(written, there, players, here and contract_label(here))
        gains = tuple([(players[there.index(player)], gain) for player, gain in gains])
    first = players.index(state.seats[0])
    return Effect(
        _kept(state, written),
        gains,
        value[first:] + value[:first],
        dealer,
        dealer if raspasy and state.rules.raspasy.rotation == "stays" else state.after(dealer),
        state.row + 1 if raspasy else 0 if ends_row else state.row,
        _bombs(state, None if raspasy else players[0]),
    )


def _scored(state: State, hand: HandPlayed) -> list[Posting]:
    if isinstance(hand, ContractHand):
        return score_contract(state.rules, hand)
    if isinstance(hand, MisereHand):
        return score_misere(state.rules, hand, tuple(state.clockwise(hand.seats.declarer)))
    return score_raspasy(state, hand)


def _ends_row(rules: Rules, hand: ContractHand | MisereHand) -> bool:
    """Whether the next raspasy is the first of a row again."""
    options = rules.raspasy
    if isinstance(hand, MisereHand):
        return options.misere_resets == "any" or (options.misere_resets == "made" and hand.made)
    return options.reset == "any_hand" or (hand.made and (hand.played or options.reset == "made"))


def _uses_bomb(state: State, hand: HandPlayed) -> bool:
    if isinstance(hand, RaspasyHand):
        return False
    return state.rules.bombs and state.bombs[hand.seats.declarer] > 0


def _bombs(state: State, declarer: int | None) -> tuple[int, ...]:
    """A raspasy, which has no declarer, gives everybody a bomb; another hand uses up one of its declarer."""
    if not state.rules.bombs:
        return state.bombs
    if declarer is None:
        return tuple(count + (player in state.seats) for player, count in enumerate(state.bombs))
    return tuple(max(0, count - (player == declarer)) for player, count in enumerate(state.bombs))
