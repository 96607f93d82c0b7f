"""The results of a game with the steps on paper that lead to them."""

from typing import NamedTuple

from prefcount.base.i18n import Text
from prefcount.ledger.amount import Amount


class SettlementTable(NamedTuple):
    """One step of the settlement as it is done on paper: a title, headings, a row for each line."""

    title: Text
    explanation: Text
    headings: tuple[Text | str, ...]
    rows: tuple[tuple[Amount | str, ...], ...]


class Settlement(NamedTuple):
    """Exact results in seat order, in the units of the game, and the steps on paper that lead to them."""

    results: tuple[Amount, ...]
    steps: tuple[SettlementTable, ...]
