"""The entries of a Prefa session (file format, "Prefa")."""

from operator import not_
from typing import Annotated, Literal

from pydantic import Field

from prefcount.entries.base import HandEntry, PlacedEntry
from prefcount.entries.common import entry_models
from prefcount.entries.names_and_figures import OneEach, PlayerName, Tricks
from prefcount.games.prefa.options import Stake

Level = Annotated[int, Field(ge=6, le=10)]
Trump = Literal["S", "C", "D", "H", "N"]
Role = Literal["pass", "play", "together", "helper"]
Said = Annotated[bool, Field(exclude_if=not_)]
Roles = Annotated[Annotated[dict[PlayerName, Role], OneEach], Field(exclude_if=not_)]
TricksTaken = Annotated[Annotated[dict[PlayerName, Tricks], OneEach], Field(exclude_if=not_)]


class PrefaContractEntry(HandEntry):
    """A contract: who played what, which defenders came, who took what."""

    kind: Literal["hand"] = "hand"
    declarer: PlayerName
    level: Level
    trump: Trump
    defenders_role: Roles = Field(default_factory=dict)
    tricks: TricksTaken = Field(default_factory=dict)
    aces: Said = False
    give_up: Said = False


class PrefaAllPassEntry(HandEntry):
    """Everybody passed; the tricks count where all pass is played."""

    kind: Literal["all_pass"] = "all_pass"
    tricks: TricksTaken = Field(default_factory=dict)


class AddStakeEntry(PlacedEntry):
    """Anagomosi: everybody adds the same to the pot, and the game goes on."""

    kind: Literal["add_stake"] = "add_stake"
    amount: Stake


MODELS = entry_models("Prefa", PrefaContractEntry | PrefaAllPassEntry | AddStakeEntry)
