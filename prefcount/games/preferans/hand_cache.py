"""Equal hands scored once: a memory around `play` for the audit and the statistics of many games.

A hand writes the same wherever the table is the same: the options that are read when it is scored, the number
of players, the chairs of dealer and declarer, the row of raspasy, a bomb that is used up. Only what a full
pool does with a gain depends on the sheet. So an archive meets most of its hands again, and so does who plays
the same hands by other rules. Only legal hands are remembered, twice: by the numbers of their players, which
is found at once, and behind that by chairs, counted clockwise from the declarer, where neither numbers matter
nor a suit, but for six spades where they are Stalingrad.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from prefcount.base.problems import Problem
from prefcount.games.preferans.contract import STALINGRAD, Contract
from prefcount.games.preferans.entries import Hand
from prefcount.games.preferans.hands import ContractHand, HandPlayed, RaspasyHand, roles_of
from prefcount.games.preferans.legality import resolve_hand
from prefcount.games.preferans.play import Effect, as_written, dealer_of, effect_of, turn_of
from prefcount.games.preferans.state import DUMPS, POOLS, WHISTS_ON, PreferansState
from prefcount.games.protocol.seats import Seats
from prefcount.games.protocol.state import Transition
from prefcount.games.shared.options_read import NotedRules, OptionMemory, Reader, reader_of
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import NOBODY, Account, Posting, Reason

Key = tuple[object, ...]
Players = tuple[int, ...]

MOST_REMEMBERED = 20_000
"""How many hands each of the two memories holds; a full one is emptied, which costs time only."""
MOST_TABLES = 1000
"""How many tables are remembered as they are seen from each of their players."""


class _Seen(NamedTuple):
    """The effect of a hand as equal ones have it at other tables.

    Attributes:
        read: the options on which it depends.
        players: of the table where it was worked out, clockwise from the declarer, or in seat order.
        effect: what the hand did there.
        worth: what it was worth to each of these players, in the parts of `ScaledResults.parts`.
    """

    read: Reader
    players: Players
    effect: Effect
    worth: tuple[Amount, ...]


class _View(NamedTuple):
    """A table as seen from one of its players.

    Attributes:
        players: clockwise, beginning with that player.
        chairs: the place of everybody among them, by name.
    """

    players: Players
    chairs: Mapping[str, int]


_by_numbers = OptionMemory[Key, Effect](MOST_REMEMBERED)
"""By the numbers of the players."""

_by_chairs = OptionMemory[Key, _Seen](MOST_REMEMBERED)
"""By the chairs of the players."""


def play_remembered(state: PreferansState, entry: Hand) -> Transition[PreferansState]:
    """The transition of a hand, as `play_hand` says it; equal hands are scored once."""
    dealer = dealer_of(state, entry)
    # A key of three players does not tell an unknown dealer from others.
    effect = (
        resolve_hand(state, entry)[1] if state.over or dealer == NOBODY else _effect(state, entry, dealer)
    )
    if isinstance(effect, list):
        return Transition(state, (), tuple(effect))
    return turn_of(state, entry, dealer, effect)


def forget() -> None:
    """Empty the memory."""
    _by_numbers.clear()
    _by_chairs.clear()


def _effect(state: PreferansState, entry: Hand, dealer: int) -> Effect | list[Problem]:
    """What a hand does while the game is not over, or why it cannot be played."""
    key = _key(state, entry, dealer)
    effect = _by_numbers.get(key, state.rules)
    if effect is not None:
        return effect
    view = _seen_from(state.names, state.seats, None if entry.kind == "raspasy" else entry.declarer)
    if view is None:
        return resolve_hand(state, entry)[1]
    chairs = _key_of_chairs(state, entry, dealer, view)
    seen = _by_chairs.get(chairs, state.rules)
    if seen is None:
        names = dict[str, None]()
        noted: Any = NotedRules(state.rules, names)
        table = state._replace(rules=noted)
        hand, problems = resolve_hand(table, entry)
        if hand is None:
            return problems
        effect, read = effect_of(table, hand, dealer), reader_of(tuple(names))
        first = state.seats.index(view.players[0])
        worth = effect.worth[first:] + effect.worth[:first]
        _by_chairs.keep(chairs, state.rules, read, _Seen(read, view.players, effect, worth))
    else:
        effect, read = _at_table(state, entry, dealer, view.players, seen), seen.read
    _by_numbers.keep(key, state.rules, read, effect)
    return effect


def _key(state: PreferansState, entry: Hand, dealer: int) -> Key:
    """Everything that the effect of a legal hand depends on, players by their numbers.

    Tricks and calls of unknown names make their count too large for a legal hand.
    """
    names, seats, rules, tricks = state.names, state.seats, state.rules, entry.tricks or {}
    taken = (len(tricks), *map(tricks.get, names))
    if entry.kind == "raspasy":
        return (seats, taken, dealer, state.row, entry.factor)
    declarer = names.index(entry.declarer) if entry.declarer in names else NOBODY
    idle = dealer if len(seats) == 4 else NOBODY
    bomb = rules.bombs and state.bombs[declarer] > 0
    table = (seats, taken, declarer, idle, bomb, entry.talon, entry.blind, entry.factor)
    if entry.kind == "misere":
        return table
    calls = entry.calls or {}
    return (table, entry.contract, entry.left_without, len(calls), *map(calls.get, names))


def _key_of_chairs(state: PreferansState, entry: Hand, dealer: int, view: _View) -> Key:
    """The same with chairs instead of players.

    Tricks and calls of unknown names are on the chair None, which is never so in a legal hand.
    """
    players, tricks, rules = view.players, entry.tricks or {}, state.rules
    chair = view.chairs.get
    said = (tuple(map(chair, tricks)), tuple(tricks.values()))
    if entry.kind == "raspasy":
        return (said, players, dealer, state.row, entry.factor)
    size = len(players)
    idle = players.index(dealer) if size == 4 else NOBODY
    bomb = rules.bombs and state.bombs[players[0]] > 0
    table = (said, size, idle, entry.talon, bomb, entry.factor)
    if entry.kind == "misere":
        return (table, entry.blind)
    contract, calls = entry.contract, entry.calls or {}
    level = contract if contract == STALINGRAD else contract.level
    blind_nine = entry.blind and level == 9  # of contracts only the nine has a value of its own then
    return (table, level, blind_nine, entry.left_without, tuple(map(chair, calls)), tuple(calls.values()))


@lru_cache(maxsize=MOST_TABLES)
def _seen_from(names: tuple[str, ...], seats: Seats, name: str | None) -> _View | None:
    """The table from the chair of the player `name`, or of the first one; None if nobody is called so."""
    if name is not None and name not in names:
        return None
    at = 0 if name is None else seats.index(names.index(name))
    players = seats[at:] + seats[:at]
    return _View(players, {names[player]: chair for chair, player in enumerate(players)})


# --- what was written at one table, as the players on the same chairs of another one write it -----------


def _at_table(state: PreferansState, entry: Hand, dealer: int, players: Players, seen: _Seen) -> Effect:
    """The effect of a hand that was worked out at another table, or here in another suit."""
    there, first = seen.players, players.index(state.seats[0])
    contract = entry.contract if entry.kind == "game" else None
    scored = _moved(seen.effect.scored, there, players, contract)
    return Effect(
        _moved_hand(state, seen.effect.hand, dealer, players, contract),
        scored,
        as_written(state, scored),
        tuple([(players[there.index(player)], gain) for player, gain in seen.effect.gains]),
        seen.worth[first:] + seen.worth[:first],
        seen.effect.ends_row,
    )


def _moved_hand(
    state: PreferansState, hand: HandPlayed, dealer: int, players: Players, contract: Contract | None
) -> HandPlayed:
    """The resolved hand; a raspasy is remembered with the numbers of its players only."""
    if isinstance(hand, RaspasyHand):
        return hand
    roles = roles_of(state, dealer, players[0])
    assert roles is not None, "the chair of the dealer is the same"
    if isinstance(hand, ContractHand):
        assert contract is not None, "a contract is remembered as one"
        return hand._replace(roles=roles, contract=contract)
    return hand._replace(roles=roles)


@lru_cache(maxsize=MOST_TABLES)
def _columns(there: Players, here: Players) -> Mapping[Account, Account]:
    """The columns of players on the same chairs of two tables."""
    pairs = list(zip(there, here, strict=True))
    columns = {POOLS[mine]: POOLS[yours] for mine, yours in pairs}
    columns |= {DUMPS[mine]: DUMPS[yours] for mine, yours in pairs}
    for mine, yours in pairs:
        columns |= {WHISTS_ON[mine][one]: WHISTS_ON[yours][other] for one, other in pairs}
    return columns


_NAME_CONTRACTS = frozenset({"made", "half_taken", "passed", "failed", "left"})
"""Rules whose reasons hold the contract among their figures."""
_new = tuple.__new__
"""Makes a posting in a third of the time; this is done several times for each hand that is met again."""


def _moved(
    postings: Iterable[Posting], there: Players, here: Players, contract: Contract | None
) -> tuple[Posting, ...]:
    """The postings of the players `there` as those on the same chairs `here` write them in a `contract`."""
    columns = _columns(there, here)
    return tuple(
        [
            _new(Posting, (columns[account], amount, _moved_reason(reason, there, here, contract)))
            for account, amount, reason in postings
        ]
    )


def _moved_reason(reason: Reason, there: Players, here: Players, contract: Contract | None) -> Reason:
    rule, figures, who, of, closes = reason
    if rule in _NAME_CONTRACTS:
        return Reason(rule, {**figures, "contract": contract})
    if who == NOBODY and of is None:
        return reason
    if of is not None:
        (of,) = _moved((of,), there, here, contract)
    return Reason(rule, figures, who if who == NOBODY else here[there.index(who)], of, closes)
