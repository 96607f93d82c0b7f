"""The games of which the pencil is known: their slips, and what hands write into their columns."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from prefcount.entries.models import Entry
from prefcount.games.game import Game
from prefcount.games.state import State
from prefcount.ledger.sheet import Account, Amount
from prefcount.paper.verdicts import ImpossibleFigure, SettlementSlip, SheetVerdict, Slip
from prefcount.paper.watch import SearchBudget, Watch

_PACKAGES = {"preferans": "prefcount.paper.preferans"}
"""By the name of the game; the modules of a package are imported when they are first asked."""


def knows_columns(game: Game[Any]) -> bool:
    """Whether it is known what hands of a game write into a column."""
    return game.name in _PACKAGES


def _module(game: Game[Any], name: str) -> ModuleType | None:
    package = _PACKAGES.get(game.name)
    return import_module(f"{package}.{name}") if package else None


def slips(game: Game[Any], state: State, entry: Entry) -> Iterator[Slip]:
    """The known mistakes in writing down an entry at this place, the likelier ones first."""
    module = _module(game, "slips")
    return module.slips(state, entry) if module else iter(())


def settlement_slips(game: Game[Any], state: State) -> Iterator[SettlementSlip]:
    """The results by each formula that is mistaken for the right one, the likelier ones first."""
    module = _module(game, "slips")
    return module.settlement_slips(state) if module else iter(())


def impossible_figures(
    game: Game[Any], state: State, columns: Mapping[Account, Sequence[Amount] | None], watch: Watch
) -> Iterator[ImpossibleFigure]:
    """What no hands at a table before its first hand can have written in columns of running totals.

    A column is None where something stands, but not how it came there. Raises GivenUp.
    """
    module = _module(game, "readings")
    return module.impossible_figures(state, columns, watch) if module else iter(())


def readings(
    game: Game[Any], state: State, columns: Mapping[Account, Sequence[Amount]], budget: SearchBudget
) -> SheetVerdict:
    """Which hands of a table could have written the running totals of all its columns together."""
    module = _module(game, "readings")
    return module.readings(state, columns, budget) if module else SheetVerdict("undecided")
