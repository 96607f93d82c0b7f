"""The figures that a file claims, with their players and columns."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem, unknown
from prefcount.entries.common import Columns
from prefcount.entries.names_and_figures import history_of
from prefcount.games.game import Cell, Game
from prefcount.games.state import State
from prefcount.ledger.amount import Amount


class Claim(NamedTuple):
    """One figure of a `columns` object, under the key of its owner; without such a place `cell` is None."""

    player: str
    column: str
    figure: int | str
    cell: Cell | None

    @property
    def is_column(self) -> bool:
        """Whether it is a column with its dots, not only its last figure."""
        return isinstance(self.figure, str) and "." in self.figure

    def totals(self, began: Amount = 0) -> tuple[Amount, ...]:
        """Its totals, oldest first; of a column only those that differ from the one before them."""
        history = history_of(self.figure)
        if not self.is_column:
            return history
        return tuple(total for before, total in pairwise((began, *history)) if total != before)


def claims(game: Game[Any], state: State, columns: Columns) -> Iterator[Claim]:
    """Every figure of a `columns` object, with its place on the sheet."""
    owners = {owner.key: owner.number for owner in game.owners(state)}
    for name, figures in columns.items():
        places: dict[str, Cell] = {}
        if name in owners:
            cells = game.cells(state, owners[name])
            places = {column_key(state, cell): cell for cell in cells}
        for column, figure in figures.items():
            parts = figure.items() if isinstance(figure, dict) else [("", figure)]
            for on, single in parts:
                place = _column(column, on)
                yield Claim(name, place, single, places.get(place))


def column_key(state: State, cell: Cell) -> str:
    """A column as files name it: pool, dump, whists.Anna."""
    return _column(cell.column, state.names[cell.other] if cell.other >= 0 else "")


def _column(column: str, on: str) -> str:
    return f"{column}.{on}" if on else column


def claim_problems(game: Game[Any], state: State, columns: Columns) -> Iterator[Problem]:
    """Why figures cannot be compared: players and columns that are not on the sheet."""
    owners = [owner.key for owner in game.owners(state)]
    for name in columns:
        if name not in owners:
            yield unknown(f"columns.{name}", name, owners)
    for claim in claims(game, state, columns):
        if claim.cell is None and claim.player in owners:
            yield problem(f"columns.{claim.player}.{claim.column}", N_("is not a column of the sheet"))
