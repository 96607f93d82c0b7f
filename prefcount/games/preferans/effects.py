"""What a hand does whatever stands on the sheet, worked out once for all equal hands.

Source: rule book, sections 4 (the row of raspasy, rotation) and 7; fine print 8, 21 and 23.

A hand writes the same wherever the table is the same: rules, number of players, the chairs of dealer and
declarer, the row of raspasy, a bomb that is used up. Only what a full pool does with a gain depends on the
sheet (`closing`). So a game that is replayed after a correction, or an archive that is audited, meets most of
its hands again, and they are remembered here. Only legal hands are. They are remembered twice: as the players
with these numbers played them, which is found at once, and behind that as they are seen from a chair
(`chairs`), where neither numbers matter nor a suit, but for six spades where they are Stalingrad.
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
from prefcount.games.preferans.settlement import worth
from prefcount.games.preferans.state import State
from prefcount.games.suits import contract_label
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import NOBODY, Posting, only_amounts
from prefcount.problems import Problem

K = TypeVar("K")
V = TypeVar("V")


class Effect(NamedTuple):
    """What a hand writes by itself.

    Attributes:
        rules: held, so that their identity stays their own.
        postings: what it writes before its gains are looked at, in the columns that the table keeps.
        gains: who gained in the pool, clockwise from the first hand.
        worth: what the postings are worth to everybody, as `settlement` says it.
        ends_row: whether a row of raspasy is over with it.
    """

    rules: Rules
    postings: tuple[Posting, ...]
    gains: Gains
    worth: tuple[Amount, ...]
    ends_row: bool


Hand = Game | Misere | Raspasy
Key = tuple[object, ...]

MOST_REMEMBERED = 20_000
"""So many hands are remembered either way; then all are forgotten, which costs time only."""


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


_played: dict[Key, Effect] = {}
"""By the numbers of the players and the identity of the rules. All their options would take longer to compare
than a hand to be played, and tables with equal rules share one object (`presets`)."""

_seen: dict[Key, _Known] = {}
"""By the chairs of the players and the identity of the rules."""


def dealer_of(state: State, entry: Hand) -> int:
    """Who dealt a hand, or NOBODY if it names somebody unknown."""
    if entry.dealer is None:
        return state.dealer
    return state.names.index(entry.dealer) if entry.dealer in state.names else NOBODY


def effect_of(state: State, entry: Hand, dealer: int) -> Effect | list[Problem]:
    """What a hand does at such a table while the game is not over, or why it cannot be played there.

    Args:
        state: the table.
        entry: the hand.
        dealer: who dealt it, as `dealer_of` says.
    """
    if dealer == NOBODY:  # a key of three players does not tell him from others
        return resolve(state, entry)[1]
    key = _key(state, entry, dealer)
    effect = _played.get(key)
    if effect is not None:
        return effect
    seen = seen_from(state.names, state.seats, None if entry.kind == "raspasy" else entry.declarer)
    if seen is None:
        return resolve(state, entry)[1]
    chairs = _key_of_chairs(state, entry, dealer, seen)
    known = _seen.get(chairs)
    if known is None:
        hand, problems = resolve(state, entry)
        if hand is None:
            return problems
        known = _worked_out(state, entry, hand, seen.players)
        _keep(_seen, chairs, known)
    effect = _at_table(state, entry, seen.players, known)
    _keep(_played, key, effect)
    return effect


def forget() -> None:
    """Remember no hand any more; the next ones are worked out afresh."""
    _played.clear()
    _seen.clear()


def _keep(memory: dict[K, V], key: K, value: V) -> None:
    if len(memory) >= MOST_REMEMBERED:
        memory.clear()
    memory[key] = value


def _key(state: State, entry: Hand, dealer: int) -> Key:
    """Everything that the effect of a legal hand depends on, players by their numbers.

    Tricks and calls of somebody unknown make their count too large for a legal hand.
    """
    names, seats, rules, tricks = state.names, state.seats, state.rules, entry.tricks or {}
    taken = (len(tricks), *map(tricks.get, names))
    if entry.kind == "raspasy":
        return (id(rules), seats, taken, dealer, state.row)
    declarer = names.index(entry.declarer) if entry.declarer in names else NOBODY
    idle = dealer if len(seats) == 4 else NOBODY
    bomb = rules.bombs and state.bombs[declarer] > 0
    table = (id(rules), seats, taken, declarer, idle, bomb, entry.talon, entry.blind)
    if entry.kind == "misere":
        return table
    calls = entry.calls or {}
    return (table, entry.contract, entry.left_without, len(calls), *map(calls.get, names))


def _key_of_chairs(state: State, entry: Hand, dealer: int, seen: Seen) -> Key:
    """The same with chairs instead of players.

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


def _at_table(state: State, entry: Hand, players: Players, known: _Known) -> Effect:
    """What a hand does that is known from others, or from here, to those who play it here."""
    rules, there, contract, written, gains, value, ends_row = known
    here = entry.contract if entry.kind == "game" else ""
    if players != there or contract != here:
        written = moved(written, there, players, here and contract_label(here))
        gains = tuple([(players[there.index(player)], gain) for player, gain in gains])
    first = players.index(state.seats[0])
    return Effect(rules, _kept(state, written), gains, value[first:] + value[:first], ends_row)


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
