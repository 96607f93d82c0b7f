"""Every hand that can be played at a table, as the engine writes it."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from prefcount.games.preferans.calls import possible_calls
from prefcount.games.preferans.contract import WHIST, Contract
from prefcount.games.preferans.entries import (
    ContractEntry,
    MisdealEntry,
    MisereEntry,
    RaspasyEntry,
    TalonThrownEntry,
)
from prefcount.games.preferans.hands import roles_of
from prefcount.games.preferans.legality import TALON_TRICKS, all_pass_players
from prefcount.games.preferans.play import play_hand
from prefcount.games.preferans.state import PreferansState
from prefcount.games.preferans.table_entries import apply_table_entry
from prefcount.games.preferans.trick_counts import ALL_TRICKS
from prefcount.ledger.postings import Posting

_CONTRACTS = tuple(
    (Contract.parse(spelling), blind)
    for spelling, blind in (
        ("6S", False),
        ("6N", False),
        ("7N", False),
        ("8N", False),
        ("9N", False),
        ("9N", True),
        ("10N", False),
    )
)
"""Suits change nothing but Stalingrad, nor does the talon but for a nine."""
_TALONS = (None, ("AS", "KS"), ("AS", "AH"), ("KS", "QS"))
_MISERE_TALONS = (None, ("7S", "8S"), ("7S", "9H"))
"""One talon for every number of units that it can bring."""

Postings = tuple[Posting, ...]


def every_hand(state: PreferansState, longest_row: int) -> Iterator[Postings]:
    """What every hand and side record can write at this table, several times the same where it is easier.

    Hands that count several times over are left out: with them hardly a figure would be impossible.

    Args:
        state: the table, at which the last player deals.
        longest_row: how many raspasy there are in a row at most.
    """
    for entry in (MisdealEntry(), TalonThrownEntry()):
        yield apply_table_entry(state, entry).postings
    for bombs in {state.bombs, (1, 1, 1, 1) if state.rules.bombs else state.bombs}:
        chairs = state.active(state.dealer)
        for declarer in chairs if state.size == 4 else chairs[:1]:
            yield from _of_declarer(state._replace(bombs=bombs), state.names[declarer])
    options = state.rules.raspasy
    for row in range(longest_row):
        yield from _all_pass(state._replace(row=row))
        if options.stay_fee and options.stays_at_most:
            last = options.stays_at_most - 1
            yield from _all_pass(state._replace(row=row, last_dealer=state.dealer, stayed=last))


def _written(
    state: PreferansState, model: type[ContractEntry | MisereEntry | RaspasyEntry], fields: dict[str, Any]
) -> Postings | None:
    """What a hand writes, or None if it cannot be."""
    turn = play_hand(state, model(**fields))
    return None if turn.problems else turn.postings


def _of_declarer(state: PreferansState, declarer: str) -> Iterator[Postings]:
    """Contracts and misères of one player; without a dealer who sits out all chairs are alike."""
    rules = state.rules
    for talon in _MISERE_TALONS if rules.misere_talon_bonus else (None,):
        for taken, blind in product(range(ALL_TRICKS + 1), (False, True)):
            fields = {"declarer": declarer, "talon": talon, "blind": blind, "tricks": {declarer: taken}}
            yield from _one(state, MisereEntry, fields)
    for talon in _TALONS if rules.talon_bonus else (None,):
        for contract, blind in _CONTRACTS:
            yield from _contract(
                state, {"declarer": declarer, "talon": talon, "contract": contract, "blind": blind}
            )


def _one(
    state: PreferansState, model: type[ContractEntry | MisereEntry | RaspasyEntry], fields: dict[str, Any]
) -> Iterator[Postings]:
    postings = _written(state, model, fields)
    if postings is not None:
        yield postings


def _contract(state: PreferansState, fields: dict[str, Any]) -> Iterator[Postings]:
    """A contract that is left, on which nobody whists, or that is played out."""
    if state.rules.leave_without:
        yield from _one(state, ContractEntry, {**fields, "left_without": state.rules.leave_without})
    roles = roles_of(state, state.dealer, state.names.index(fields["declarer"]))
    assert roles is not None, "only who holds cards plays a contract"
    players = [state.names[player] for player in roles.players]
    yield from _played(state, fields, players)  # Stalingrad, or a ten that is laid open
    callers = [state.names[player] for player in (*roles.defenders, state.dealer)]
    for calls in possible_calls(state, fields["contract"], roles):
        called = {**fields, "calls": dict(zip(callers, calls, strict=False))}
        if WHIST in calls:
            yield from _played(state, called, players)
        else:
            yield from _one(state, ContractEntry, called)


def _played(state: PreferansState, fields: dict[str, Any], players: Sequence[str]) -> Iterator[Postings]:
    """A contract played out, with every number of tricks of everybody whose number matters."""
    for taken in range(ALL_TRICKS + 1):
        postings = _written(state, ContractEntry, {**fields, "tricks": {players[0]: taken}})
        if postings is not None:
            yield postings
        elif len(players) > 2:
            for own in range(ALL_TRICKS - taken + 1):
                tricks = zip(players, (taken, own, ALL_TRICKS - taken - own), strict=True)
                yield from _one(state, ContractEntry, {**fields, "tricks": dict(tricks)})


def _all_pass(state: PreferansState) -> Iterator[Postings]:
    names = [state.names[player] for player in all_pass_players(state, state.dealer)]
    for tricks in product(range(ALL_TRICKS + 1), repeat=len(names) - 1):
        left = ALL_TRICKS - sum(tricks)
        for last in range(left + 1) if len(names) == 2 else (left,):
            taken = dict(zip(names, (*tricks, last), strict=True))
            if left >= 0 and (len(names) < 4 or taken[names[state.dealer]] <= TALON_TRICKS):
                yield from _one(state, RaspasyEntry, {"tricks": taken})
