"""The mistakes that scorers make with a pencil, each as what it would have written.

Nothing is scored here: a slip is the same hand played by the engine under a changed entry, option or row of
raspasy, or what the engine wrote with a figure moved, forgotten or turned around.
"""

from collections.abc import Iterator, Sequence
from typing import cast

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.base import Entry
from prefcount.games.preferans.entries import ContractEntry, Hand, RaspasyEntry
from prefcount.games.preferans.hands import HandPlayed
from prefcount.games.preferans.play import play_hand
from prefcount.games.preferans.state import PreferansState
from prefcount.games.preferans.table_entries import apply_table_entry
from prefcount.ledger.postings import Posting
from prefcount.paper.preferans.slip_entries import changed_hands
from prefcount.paper.preferans.slip_figures import (
    Amounts,
    commonest,
    net,
    other_values,
    other_whists,
    single_figures,
)
from prefcount.paper.preferans.slip_rules import changed_options
from prefcount.paper.verdicts import Slip


def slips(state: PreferansState, entry: Entry) -> Iterator[Slip]:
    """Every slip with this entry that would have written something else, the likelier ones first."""
    if not isinstance(entry, Hand):
        postings = apply_table_entry(state, entry).postings
        yield from single_figures(state, postings)
        return
    right = play_hand(state, entry)
    if not right.problems:
        yield from _of_hand(state, entry, cast(HandPlayed, right.hand), right.postings)


def _of_hand(
    state: PreferansState, entry: Hand, hand: HandPlayed, postings: Sequence[Posting]
) -> Iterator[Slip]:
    right = net(postings)
    yield from commonest(state, postings)
    if isinstance(entry, ContractEntry):
        yield from other_values(state, entry, postings)
    for key, said, table, other in _changed(state, entry, hand):
        amounts = _written(table, other)
        if amounts is not None and amounts != right:
            yield Slip(key, said, amounts, habit="=" in key)
    if isinstance(entry, ContractEntry):
        yield from other_whists(state, entry, postings)
    yield from single_figures(state, postings)


def _written(state: PreferansState, entry: Hand) -> Amounts | None:
    """What a hand writes, or None if it cannot be played."""
    transition = play_hand(state, entry)
    return None if transition.problems else net(transition.postings)


def _changed(
    state: PreferansState, entry: Hand, hand: HandPlayed
) -> Iterator[tuple[str, Text, PreferansState, Hand]]:
    """The tables and hands that a scorer may have scored instead."""
    if isinstance(entry, RaspasyEntry):
        for key, said, row in _rows(state.row):
            yield key, said, state._replace(row=row), entry
    for key, said, other in changed_hands(state, entry, hand):
        yield key, said, state, other
    for key, said, rules in changed_options(state.rules, entry.kind):
        yield key, said, state._replace(rules=rules), entry
    if state.rules.bombs and not isinstance(entry, RaspasyEntry):
        said = text(N_("a bomb was counted that was not there"))
        yield "bomb-invented", said, state._replace(bombs=(1, 1, 1, 1)), entry


def _rows(row: int) -> Iterator[tuple[str, Text, int]]:
    """The row of raspasy as it was miscounted."""
    if row > 0:
        yield "price-before", text(N_("the price of the raspasy before it was written")), row - 1
    if row > 1:
        yield "price-first", text(N_("the price of a first raspasy was written")), 0
    said = N_("the price of a longer row of raspasy was written, as if the row had not ended")
    yield "price-next", text(said), row + 1
    yield "price-after-next", text(said), row + 2
