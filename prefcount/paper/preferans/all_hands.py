"""Every hand that can be played at a table, as the engine writes it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from prefcount.entries.header import MOST_PLAYERS
from prefcount.games.preferans.calls import possible_calls
from prefcount.games.preferans.entries import (
    ContractEntry,
    MisdealEntry,
    MisereEntry,
    RaspasyEntry,
    TalonThrownEntry,
)
from prefcount.games.preferans.hands import ALL_TRICKS, Contract, roles_of
from prefcount.games.preferans.legality import TALON_TRICKS, all_pass_players
from prefcount.games.preferans.play import play_hand
from prefcount.games.preferans.state import PreferansState
from prefcount.games.preferans.table_entries import apply_table_entry
from prefcount.games.protocol.state import Transition

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
