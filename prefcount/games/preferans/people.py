"""Names of players as entries give them, turned into numbers."""

from collections.abc import Sequence

from prefcount.games.preferans.state import State
from prefcount.problems import Problem, unknown


def player_number(state: State, field: str, name: str, found: list[Problem]) -> int | None:
    """The number of the player called `name`; an unknown name is a problem that offers the nearest."""
    if name in state.names:
        return state.names.index(name)
    found.append(unknown(field, name, [state.names[player] for player in state.seats]))
    return None


def listed(state: State, players: Sequence[int]) -> str:
    """The names of players for a sentence."""
    return ", ".join(state.names[player] for player in players)
