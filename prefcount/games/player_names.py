"""Who sits at a table: names as headers and entries give them, turned into numbers."""

from collections.abc import Iterable, Sequence
from typing import Any

from prefcount.entries.header import Header
from prefcount.games.protocol import Game, State
from prefcount.i18n import N_, text
from prefcount.problems import Problem, problem, unknown


class PlayerSpelling(str):
    """The right name of a player, with the wrong spellings of it that are still understood when typed."""

    __slots__ = ("earlier",)
    earlier: tuple[str, ...]

    def __new__(cls, name: str, earlier: tuple[str, ...] = ()) -> "PlayerSpelling":
        """The name, and what it was before, oldest first."""
        spelling = super().__new__(cls, name)
        spelling.earlier = earlier
        return spelling


def first_dealer(game: Game[Any], header: Header, found: list[Problem]) -> int:
    """The number of the first dealer; that he does not play, or too many or too few do, are problems."""
    if len(header.players) not in game.sizes:
        allowed = ", ".join(map(str, game.sizes))
        said = N_("{game} is played by {allowed}; these are {given}")
        called, given = text(game.name), len(header.players)
        found.append(problem("players", said, game=called, allowed=allowed, given=given))
    found += reserved_names("players", header.players, game.reserved)
    dealer = header.players[0] if header.dealer is None else header.dealer
    if dealer not in header.players:
        found.append(unknown("dealer", dealer, header.players))
        return 0
    return header.players.index(dealer)


def reserved_names(field: str, names: Iterable[str], reserved: Sequence[str]) -> list[Problem]:
    """Why people cannot be called so: files spell other owners of columns like that."""
    said = N_("the name “{name}” means something else in this game; choose another")
    return [problem(field, said, name=name) for name in names if name in reserved]


def player_number(state: State, field: str, name: str, found: list[Problem]) -> int | None:
    """The number of the player called `name`; an unknown name is a problem that offers the nearest."""
    if name in state.names:
        return state.names.index(name)
    found.append(unknown(field, name, [state.names[player] for player in state.seats]))
    return None


def listed(state: State, players: Sequence[int]) -> str:
    """The names of players for a sentence."""
    return ", ".join(state.names[player] for player in players)
