"""The entry for the result of an evening: its postings, and what cannot come after it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.entries.base import Entry
from prefcount.entries.common import ResultEntry
from prefcount.entries.names_and_figures import amount_of
from prefcount.games.protocol.game import Game
from prefcount.games.protocol.scoring import RESULT, announced_results
from prefcount.games.protocol.state import State, Transition
from prefcount.games.shared.player_names import player_number
from prefcount.games.shared.table_entries import replaced
from prefcount.ledger.amount import Amount, exact, spoken
from prefcount.ledger.postings import Account, Posting, Reason, only_amounts

_MAY_FOLLOW = frozenset({"end"})
"""What the game may still be told then; notes, corrections and spellings are nothing that it is told."""


def late_problems(state: State, entry: Entry) -> tuple[Problem, ...]:
    """The problems of an entry after a result: nothing else can count then."""
    if entry.kind in _MAY_FOLLOW or not (state.ended == RESULT or announced_results(state)):
        return ()
    sentence = N_("only the result of this evening is known; only notes, “rename” and “end” can follow")
    return (problem("", sentence),)


def announce(game: Game[Any], state: State, entry: ResultEntry) -> Transition[Any]:
    """The transition of a result: the game is over, and its columns stay as they were."""
    problems = list(_problems(game, state, entry))
    amounts, unknown_players = _amounts(state, entry)
    problems += unknown_players
    total = exact(sum(amounts.values()))
    if not problems and total:
        sentence = N_("must add up to 0, not {sum}; one of them is wrong")
        problems.append(problem("results", sentence, sum=spoken(total)))
    if problems:
        return Transition(state, (), tuple(problems))
    kept = only_amounts(
        Posting(Account(RESULT, player), amount, Reason(RESULT, {"value": amount}))
        for player, amount in amounts.items()
    )
    divisor = game.scaled_results(state).divisor
    worth = tuple(exact(Fraction(amounts[player]) * divisor) for player in state.seats) if kept else ()
    return Transition(replaced(state, sheet=state.sheet.after(kept), ended=RESULT), kept, (), worth)


def _problems(game: Game[Any], state: State, entry: ResultEntry) -> Iterator[Problem]:
    """Why there cannot be a result of the whole evening here."""
    if state.hands:
        sentence = N_("is for an evening without hands; the result of this one follows from its hands")
        yield problem("", sentence)
    elif not _untouched(game, state):
        sentence = N_("is for an evening without figures; the result of this one follows from its columns")
        yield problem("", sentence)
    missing = [state.names[player] for player in state.seats if state.names[player] not in entry.results]
    if missing:
        sentence = N_("must be given for everyone who plays; missing: {names}")
        yield problem("results", sentence, names=", ".join(missing))


def _untouched(game: Game[Any], state: State) -> bool:
    """Whether all columns still have their values from before the first entry."""
    cells = (cell for owner in game.owners(state) for cell in game.cells(state, owner.number))
    return all(state.sheet[cell.account] == cell.began for cell in cells)


def _amounts(state: State, entry: ResultEntry) -> tuple[dict[int, Amount], list[Problem]]:
    """The results by player number; unknown names, and those of former players, are problems."""
    amounts: dict[int, Amount] = {}
    unknown_players: list[Problem] = []
    for name, figure in entry.results.items():
        player, problems = player_number(state, f"results.{name}", name)
        unknown_players += problems
        if player is not None:
            amounts[player] = amount_of(figure)
    return amounts, unknown_players
