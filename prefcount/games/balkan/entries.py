"""The entries of a session of Balkan Preferans (file format, "Balkan")."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from prefcount.entries.common import HandEntry, entry_models
from prefcount.entries.names_and_figures import Flag, OmittedIfEmpty, OneEach, PlayerName, Tricks

Contract = Literal["pik", "karo", "herc", "tref", "betl", "sans"]
Role = Literal["out", "follow", "caller", "called", "kontra", "helper"]


class FollowerEntry(BaseModel):
    """What one of the two others did, with the tricks; a player who stayed out has none."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    role: Role
    tricks: Tricks | None = None

    @model_validator(mode="before")
    @classmethod
    def _none_outside(cls, given: Any) -> Any:
        """Who stays out takes no trick, whether that is written or not."""
        if isinstance(given, dict) and given.get("role") == "out" and given.get("tricks") is None:
            return {**given, "tricks": 0}
        return given


class BalkanContractEntry(HandEntry):
    """A contract: who declared it, who came or gave kontra, who took what."""

    kind: Literal["hand"] = "hand"
    declarer: PlayerName
    contract: Contract
    igra: Flag = False
    kontra: Annotated[int, Field(ge=0, le=4), OmittedIfEmpty] = 0
    followers: Annotated[dict[PlayerName, FollowerEntry], OneEach, OmittedIfEmpty] = Field(
        default_factory=dict
    )
    declarer_tricks: Tricks | None = None


class BalkanAllPassEntry(HandEntry):
    """Everybody passed: a refa, if one may be written."""

    kind: Literal["all_pass"] = "all_pass"


MODELS = entry_models("Balkan", BalkanContractEntry | BalkanAllPassEntry)
