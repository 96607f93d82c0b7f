"""Columns from paper without hands: whether any hands of this table can have written them."""

from collections.abc import Iterator, Mapping, Sequence

from prefcount.games.preferans.state import State
from prefcount.games.protocol import Oddity
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account


def oddities(state: State, columns: Mapping[Account, Sequence[Amount]]) -> Iterator[Oddity]:
    """Every place that no hands of this table can have written."""
    yield from ()
