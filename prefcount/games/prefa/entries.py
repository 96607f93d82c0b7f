"""The entries of a Prefa session (file format, "Prefa")."""

from typing import Annotated, Literal

from pydantic import Field

from prefcount.entries.common import HandEntry, PlacedEntry, entry_models
from prefcount.entries.names_and_figures import Flag, OmittedIfEmpty, OneEach, PlayerName, TricksTaken
from prefcount.games.prefa.options import Stake

Level = Annotated[int, Field(ge=6, le=10)]
Trump = Literal["S", "C", "D", "H", "N"]
Role = Literal["pass", "play", "together", "helper"]
Roles = Annotated[dict[PlayerName, Role], OneEach, OmittedIfEmpty]
WrittenTricks = Annotated[TricksTaken, OmittedIfEmpty]


class PrefaContractEntry(HandEntry):
    """A contract: who played what, which defenders came, who took what."""

    kind: Literal["hand"] = "hand"
    declarer: PlayerName
    level: Level
    trump: Trump
    defenders_role: Roles = Field(default_factory=dict)
    tricks: WrittenTricks = Field(default_factory=dict)
    aces: Flag = False
    give_up: Flag = False


class PrefaAllPassEntry(HandEntry):
    """Everybody passed; the tricks count where all pass is played."""

    kind: Literal["all_pass"] = "all_pass"
    tricks: WrittenTricks = Field(default_factory=dict)


class AddStakeEntry(PlacedEntry):
    """Anagomosi: everybody adds the same to the pot, and the game goes on."""

    kind: Literal["add_stake"] = "add_stake"
    amount: Stake


MODELS = entry_models("Prefa", PrefaContractEntry | PrefaAllPassEntry | AddStakeEntry)
