"""Every hand that can be played at a table, and what it adds to the columns, as the engine writes it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, permutations, product
from typing import Any, NamedTuple

from prefcount.entries.models import MOST_PLAYERS
from prefcount.games.preferans.legality import TALON_TRICKS, all_pass_players, possible_calls
from prefcount.games.preferans.options import RULESET, PreferansRules
from prefcount.games.preferans.play import apply_table_entry, play_hand
from prefcount.games.preferans.scoring import Gains, as_written, gains_of, resolve_gains
from prefcount.games.preferans.state import (
    ALL_TRICKS,
    POOL,
    Contract,
    ContractEntry,
    MisdealEntry,
    MisereEntry,
    PreferansState,
    RaspasyEntry,
    TalonThrownEntry,
    raspasy_multiplier,
    roles_of,
)
from prefcount.games.state import Seats, Transition
from prefcount.ledger.sheet import NOBODY, Account, Amount, Posting, Sheet, exact, only_amounts
from prefcount.paper.watch import Watch, remembered

_CONTRACTS = tuple(
    (Contract.parse(spelling), blind)
    for spelling in ("6", "6S", "7", "8", "9", "10")
    for blind in ((False, True) if spelling == "9" else (False,))
)
"""Suits change nothing but Stalingrad, nor does the talon but for a nine."""
_TALONS = (None, ("AS", "KS"), ("AS", "AH"), ("KS", "QS"))
_MISERE_TALONS = (None, ("7S", "8S"), ("7S", "9H"))
"""One talon for every number of units that it can bring."""
_USUALLY_OFF = 4
"""So many tricks more or fewer than those of its contract has hardly a hand."""


class TriedHand(NamedTuple):
    """A hand or a side record as the engine played it, and the table at which it was."""

    before: PreferansState
    entry: ContractEntry | MisereEntry | RaspasyEntry | MisdealEntry | TalonThrownEntry
    transition: Transition[PreferansState]

    @property
    def is_usual(self) -> bool:
        """Whether it is as most hands are: no contract is blind, or far off its tricks."""
        entry = self.entry
        if not isinstance(entry, ContractEntry | MisereEntry):
            return True
        level = entry.contract.level if isinstance(entry, ContractEntry) else 0
        taken = (entry.tricks or {}).get(entry.declarer, level)
        return not entry.blind and abs(taken - level) <= _USUALLY_OFF


def every_hand(state: PreferansState, longest_row: int) -> Iterator[TriedHand]:
    """Every hand and side record of a table, some several times; the last player deals.

    Hands that count several times over are left out: with them hardly a figure would be impossible.
    """
    yield from every_penalty(state)
    chairs = state.seats.active(state.dealer)
    if not state.seats.dealer_rests:  # all chairs are alike
        chairs = chairs[:1]
    for bombs in {state.bombs, (1,) * MOST_PLAYERS if state.rules.bombs else state.bombs}:
        yield from every_contract(state._replace(bombs=bombs), chairs)
    for row in range(longest_row):
        yield from every_raspasy(state._replace(row=row))


def every_penalty(state: PreferansState) -> Iterator[TriedHand]:
    """What the dealer may have to write."""
    for entry in (MisdealEntry(), TalonThrownEntry()):
        yield TriedHand(state, entry, apply_table_entry(state, entry))


def every_contract(state: PreferansState, declarers: Iterable[int]) -> Iterator[TriedHand]:
    """Every contract and misère of these players."""
    talons = _TALONS if state.rules.talon_bonus else (None,)
    misere_talons = _MISERE_TALONS if state.rules.misere_talon_bonus else (None,)
    for player in declarers:
        declarer = state.names[player]
        for talon, (contract, blind) in product(talons, _CONTRACTS):
            contracted = {"declarer": declarer, "talon": talon, "contract": contract, "blind": blind}
            yield from _contract(state, contracted)
        for talon, taken, blind in product(misere_talons, range(ALL_TRICKS + 1), (False, True)):
            misere = {"declarer": declarer, "talon": talon, "blind": blind, "tricks": {declarer: taken}}
            yield from _one(state, MisereEntry, misere)


def every_raspasy(state: PreferansState) -> Iterator[TriedHand]:
    """Every raspasy at this place of a row."""
    options = state.rules.raspasy
    yield from _all_pass(state)
    if options.stay_fee and options.stays_at_most:
        last = options.stays_at_most - 1
        yield from _all_pass(state._replace(last_dealer=state.dealer, stayed=last))


def _one(
    state: PreferansState, model: type[ContractEntry | MisereEntry | RaspasyEntry], fields: dict[str, Any]
) -> Iterator[TriedHand]:
    """A hand, if it can be."""
    entry = model(**fields)
    transition = play_hand(state, entry)
    if not transition.problems:
        yield TriedHand(state, entry, transition)


def _contract(state: PreferansState, fields: dict[str, Any]) -> Iterator[TriedHand]:
    """A contract on which nobody whists, that is played out, or that is left."""
    roles = roles_of(state.seats, state.dealer, state.names.index(fields["declarer"]))
    assert roles is not None, "only who holds cards plays a contract"
    players = [state.names[player] for player in roles.players]
    yield from _played(state, fields, players)  # Stalingrad, or a ten that is laid open
    callers = [state.names[player] for player in (*roles.defenders, state.dealer)]
    for calls in possible_calls(state, fields["contract"], roles):
        called = {**fields, "calls": dict(zip(callers, calls, strict=False))}
        if "whist" in calls:
            yield from _played(state, called, players)
        else:
            yield from _one(state, ContractEntry, called)
    if state.rules.leave_without:
        yield from _one(state, ContractEntry, {**fields, "left_without": state.rules.leave_without})


def _played(state: PreferansState, fields: dict[str, Any], players: Sequence[str]) -> Iterator[TriedHand]:
    """A contract played out, with every number of tricks of everybody whose number matters."""
    for taken in range(ALL_TRICKS + 1):
        tried = list(_one(state, ContractEntry, {**fields, "tricks": {players[0]: taken}}))
        yield from tried
        if not tried and len(players) > 2:
            for own in range(ALL_TRICKS - taken + 1):
                tricks = zip(players, (taken, own, ALL_TRICKS - taken - own), strict=True)
                yield from _one(state, ContractEntry, {**fields, "tricks": dict(tricks)})


def _all_pass(state: PreferansState) -> Iterator[TriedHand]:
    names = [state.names[player] for player in all_pass_players(state, state.dealer)]
    idle = state.names[state.dealer] if state.seats.dealer_rests else ""
    for tricks in product(range(ALL_TRICKS + 1), repeat=len(names) - 1):
        left = ALL_TRICKS - sum(tricks)
        for last in range(left + 1) if len(names) == 2 else (left,):
            taken = dict(zip(names, (*tricks, last), strict=True))
            if left >= 0 and taken.get(idle, 0) <= TALON_TRICKS:
                yield from _one(state, RaspasyEntry, {"tricks": taken})


# --- what hands add to the columns of a sheet, figure by figure --------------------------------------------

Parts = tuple[Amount, ...]
"""What one hand adds to one column: whist and consolation are two parts, which may stand as one figure."""
Figures = tuple[tuple[Account, Parts], ...]
"""What one hand adds to the columns, in the order of the accounts."""

NEXT_OF_ROW, ENDS_ROW, KEEPS_ROW = "next", "ends", "keeps"
"""What a hand does to a row of raspasy."""


class Move(NamedTuple):
    """Hands that write the same.

    Attributes:
        figures: what they write, before their gains meet full pools.
        gains: who gains how many pool points, clockwise from the first hand.
        row: what they do to a row of raspasy.
        declarer: who uses up a bomb with it, or NOBODY.
        hand: the likeliest of them.
        usual: whether one of them is as most hands are.
        others: hands with the calls of the first in another order, which write the same.
    """

    figures: Figures
    gains: Gains
    row: str
    declarer: int
    hand: TriedHand
    usual: bool
    others: tuple[TriedHand, ...] = ()


class Moves(NamedTuple):
    """The moves of a table: all but raspasy, those of players with a bomb, and raspasy by rows."""

    contracts: tuple[Move, ...]
    bombed: tuple[Move, ...]
    raspasy: dict[int, tuple[Move, ...]]


def table(state: PreferansState) -> PreferansState:
    """The table with an empty sheet, at which full pools change nothing and no hand is the last."""
    plain = {"aid": False, "made_first": "pool", "end": "manual"}
    rules = RULESET.changed(state.rules, plain, started=False)
    return PreferansState(state.names, state.seats, rules, Sheet(), state.seats[-1])


@remembered
def moves(watch: Watch, rules: PreferansRules, names: tuple[str, ...], seats: Seats, rows: int) -> Moves:
    """Every move of a table, with raspasy in rows of up to so many. Raises GivenUp."""
    state = table(PreferansState(names, seats, rules, Sheet(), seats[-1]))
    dealt = [state._replace(dealer=dealer) for dealer in seats]
    in_row = [before._replace(row=1) for before in (dealt if seats.dealer_rests else dealt[-1:])]
    with_bombs = [before._replace(bombs=(1,) * MOST_PLAYERS) for before in in_row if rules.bombs]
    return Moves(
        _distinct(chain(*map(_every_contract, in_row), *map(every_penalty, dealt)), watch),
        _distinct(chain(*map(_every_contract, with_bombs)), watch),
        {
            row: _distinct(chain(*(every_raspasy(before._replace(row=row)) for before in dealt)), watch)
            for row in range(rows)
        },
    )


def _every_contract(state: PreferansState) -> Iterator[TriedHand]:
    return every_contract(state, state.seats.active(state.dealer))


def _distinct(tried: Iterable[TriedHand], watch: Watch) -> tuple[Move, ...]:
    """The moves of hands; those that write the same are one, in which the first stands for the others."""
    moves: dict[tuple[object, ...], Move] = {}
    for hand in tried:
        watch.look()
        move = _move(hand)
        key = move.figures, move.gains, move.row, move.declarer
        same = moves.setdefault(key, move)
        if move.usual and not same.usual:
            moves[key] = same = same._replace(usual=True)
        if _is_of_other_whister(hand, (same.hand, *same.others)):
            moves[key] = same._replace(others=(*same.others, hand))
    return tuple(moves.values())


def _is_of_other_whister(hand: TriedHand, known: Sequence[TriedHand]) -> bool:
    """Return whether a contract has the calls of the first known hand, said by others than in any of them."""
    calls = [getattr(each.entry, "calls", None) or {} for each in (hand, *known)]
    return calls[0] not in calls[1:] and sorted(calls[0].values()) == sorted(calls[1].values())


def _move(tried: TriedHand) -> Move:
    before, entry, transition = tried
    if entry.kind in ("misdeal", "talon_thrown"):
        return Move(figures_of(transition.postings), (), KEEPS_ROW, NOBODY, tried, usual=False)
    raspasy = entry.kind == "raspasy"
    row = NEXT_OF_ROW if raspasy else KEEPS_ROW if transition.state.row else ENDS_ROW
    declarer = before.names.index(entry.declarer) if entry.kind in ("game", "misere") else NOBODY
    gains = gains_of(transition.postings, before.seats.from_first_hand(before.dealer))
    return Move(figures_of(transition.postings), gains, row, declarer, tried, tried.is_usual)


def figures_of(postings: Iterable[Posting]) -> Figures:
    """What postings add to each column; a pool that was filled past its target is written once."""
    parts: dict[Account, list[Amount]] = {}
    for account, amount, _reason in postings:
        if amount:
            parts.setdefault(account, []).append(exact(amount))
    return tuple(
        (account, (exact(sum(own)),) if account.column == POOL and min(own) < 0 else tuple(sorted(own)))
        for account, own in sorted(parts.items())
        if sum(own) or len(own) > 1
    )


def closing(state: PreferansState, postings: Sequence[Posting], gains: Gains) -> tuple[Posting, ...]:
    """What gains lead to at a table on whose sheet the postings of their hand stand already."""
    further = resolve_gains(state, state.sheet.after(postings), gains)
    return as_written(state, only_amounts(further))


@lru_cache(maxsize=4096)
def ways(parts: Parts, habit: str) -> frozenset[Parts]:
    """The figures in which parts may be written: as "one", as "two", or "either" and in between."""
    whole = exact(sum(parts))
    one: set[Parts] = {(whole,) if whole else ()}
    if habit == "one" or len(parts) == 1:
        return frozenset(one)
    orders = set(permutations(parts))
    if habit == "two":
        return frozenset(orders)
    return frozenset(one | {grouped for order in orders for grouped in _grouped(order)})


def _grouped(order: Parts) -> Iterator[Parts]:
    """Neighbours put together in every way."""
    for cuts in range(1 << (len(order) - 1)):
        sums: list[Amount] = [order[0]]
        for at, part in enumerate(order[1:]):
            if cuts >> at & 1:
                sums.append(part)
            else:
                sums[-1] = exact(sums[-1] + part)
        yield tuple(each for each in sums if each)


def same_row(rules: PreferansRules, row: int) -> int:
    """The shortest row of raspasy that the next hand cannot tell from one of this length."""
    options = rules.raspasy
    if options.bonus == "multiplier" and options.to == "whists":
        return row
    if options.to == "whists" or options.progression == "constant":
        return 0
    if options.cycle and options.cap:
        return next(at for at in range(row + 1) if _prices_after(rules, at) == _prices_after(rules, row))
    while row and options.cap and raspasy_multiplier(rules, row) == options.cap:
        row -= 1
    return row


def _prices_after(rules: PreferansRules, row: int) -> list[int]:
    """How raspasy go on after a row, with a price that begins again."""
    return [raspasy_multiplier(rules, row + step) for step in range(1, rules.raspasy.cap + 2)]
