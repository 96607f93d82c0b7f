"""Entries that are no hands, as the games with a fixed company share them.

Who replaces whom, figures from paper, changed rules, the end. Each game says what its columns are.
"""

from collections.abc import Callable, Iterator, Mapping

from prefcount.entries.common import ColumnFigures, End, Join, SheetEntry
from prefcount.entries.figures import history_of
from prefcount.entries.text import fold
from prefcount.games.people import player_number
from prefcount.games.protocol import State
from prefcount.i18n import N_, text
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account, Posting, Reason
from prefcount.problems import Problem, problem, unknown

Place = Callable[[str, str, str | None, list[Problem]], Account | None]
"""The account of an owner's column, and of whom it is written on; what cannot be becomes a problem."""


def end_problems(state: State, entry: End, over: Mapping[str, str]) -> list[Problem]:
    """Why the game cannot end like this."""
    found: list[Problem] = []
    if state.ended:
        said = N_("the game has ended already ({reason})")
        found.append(problem("", said, reason=text(over[state.ended])))
    if entry.player is not None:
        player_number(state, "player", entry.player, found)
    for name in entry.results or {}:
        player_number(state, f"results.{name}", name, found)
    return found


def replacement_problems(state: State, entry: Join, over: Mapping[str, str], why: str) -> list[Problem]:
    """Why a newcomer cannot take over a seat; `why` says that nobody can sit down besides."""
    found: list[Problem] = []
    if state.ended:
        said = N_("the game has ended ({reason}); nobody joins until the end is voided")
        found.append(problem("", said, reason=text(over[state.ended])))
    if fold(entry.player) in (fold(name) for name in state.names if name != entry.replaces):
        found.append(problem("player", N_("{name} plays already"), name=entry.player))
    if entry.replaces is None:
        found.append(problem("replaces", why))
    elif entry.replaces not in state.names:
        found.append(unknown("replaces", entry.replaces, state.names))
    return found


def renamed(names: tuple[str, ...], entry: Join) -> tuple[str, ...]:
    """The names with the newcomer's in the place of the one he replaces."""
    return tuple(entry.player if name == entry.replaces else name for name in names)


def brought_forward(entry: SheetEntry, place: Place, found: list[Problem]) -> Iterator[Posting]:
    """Figures from paper as they stand: every total of a column one after the other."""
    for name, column, on, figure in claimed_figures(entry.columns):
        field = f"columns.{name}.{column}" + (f".{on}" if on is not None else "")
        inner: list[Problem] = []
        account = place(name, column, on, inner)
        found += [each._replace(field=field) for each in inner]
        if account is not None:
            before: Amount = 0
            for total in history_of(figure):
                yield Posting(account, total - before, Reason("sheet"))
                before = total


def claimed_figures(
    columns: Mapping[str, Mapping[str, ColumnFigures]],
) -> Iterator[tuple[str, str, str | None, int | str]]:
    """Every figure of a `columns` object: owner, column, on whom, and the figure as written."""
    for name, figures in columns.items():
        for column, figure in figures.items():
            if isinstance(figure, dict):
                for on, amount in figure.items():
                    yield name, column, on, amount
            else:
                yield name, column, None, figure
